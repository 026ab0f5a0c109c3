"""What every command of a table has in common: what it is entered in, and how its parameters are typed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Final, Literal, Self

from pydantic import BeforeValidator, Field

from saga_tui.engine import command
from saga_tui.engine.command import Command, Count, LongText, Outcome, Words
from saga_tui.engine.deciding import SHARED
from saga_tui.engine.fields import Of
from saga_tui.engine.model import read_json
from saga_tui.engine.party import PartyCommand
from saga_tui.engine.sitting import SeatId, meant, stranger
from saga_tui.games.saga.gm.edit import TableEdit
from saga_tui.games.saga.gm.state import ALLIES, Table
from saga_tui.games.saga.rules.words import DamageKind, Skill

__all__ = ["MADE", "Command", "Count", "LongText", "Personal", "SeatId", "TableCommand", "Words", "meant"]

MADE: dict[str, type[command.Command]] = dict(SHARED)
"""The commands that are loaded so far, by their verbs: those that every game's group has are among them."""

Pool = Literal["physical", "social", "mental"]
"""A kind of an element's dice (CNF-2)."""
KINDS: Final[dict[str, DamageKind]] = {"physical": "pain", "social": "doubt", "mental": "fear"}
"""The damage that an attack with each of them usually deals (DMG-6)."""

Dice = Annotated[int, Field(ge=0, le=999)]
ElementName = Annotated[Words, Of("element", part=True)]
Target = Annotated[Words, Of("target", keys="target key")]
"""Whom an attack is meant for: the id of a character, the name of an element, or that of ally dice."""


def _pairs(said: object) -> object:
    """`Kestrel:force` and the like as a table; JSON too."""
    if isinstance(said, str):
        if said.startswith("{"):
            return read_json(said)
        said = said.split(",")
    if not isinstance(said, (list, tuple)):
        return said
    found: dict[str, object] = {}
    for one in said:
        if isinstance(one, str) and one.startswith("{"):
            found |= read_json(one)
            continue
        name, colon, value = str(one).rpartition(":")
        if not colon:
            raise ValueError("NAME:CHOICE, such as Kestrel:force")
        found[name.strip()] = value.strip()
    return found


def _many(said: object) -> object:
    """`Kestrel:heal` and the like as a table of lists."""
    pairs = _pairs(said)
    if not isinstance(pairs, dict):
        return pairs
    if isinstance(said, (list, tuple)):
        found: dict[str, list[str]] = {}
        for one in said:
            name, _, value = str(one).partition(":")
            found.setdefault(name.strip(), []).append(value.strip())
        return found
    return {name: [value] if isinstance(value, str) else value for name, value in pairs.items()}


Assets = Annotated[dict[str, Literal["force", "grace", "acuity"]], BeforeValidator(_pairs), Field(max_length=100)]
"""A pool of tokens for each: by id or name."""
Kinds = Annotated[dict[str, DamageKind], BeforeValidator(_pairs), Field(max_length=100)]
"""A kind of damage for each."""
Skills = Annotated[dict[str, Skill], BeforeValidator(_pairs), Field(max_length=100)]
"""A skill for each."""
Drive = Annotated[str, Field(pattern=r"^(doom|[1-9][0-9]?)$")]
Drives = Annotated[dict[str, Drive], BeforeValidator(_pairs), Field(max_length=100)]
"""A drive for each, counted from 1, or `doom`."""
Numbers = Annotated[dict[str, Dice], BeforeValidator(_pairs), Field(max_length=100)]
"""A number for each: by id or name."""
Rows = Annotated[dict[str, tuple[Words, ...]], BeforeValidator(_many), Field(max_length=100)]
"""Rows of the clock's edge for each: by id or name; those of the table itself by `table`."""
OWN: Final = "table"
"""Stands for the table itself where something is said of each."""


def of(table: Table, said: Mapping[str, Any], who: str, usual: Any = None) -> Any:
    """What is said of one who sits there, by the id or by the name."""
    if who in said:
        return said[who]
    return next((value for key, value in said.items() if meant(table, key) == who), usual)


class TableCommand(PartyCommand):
    """Something that happens at a table."""

    registry = MADE

    def finish(self, edit: TableEdit) -> None:
        """What was offered and refused is not given; what was accepted is theirs (DRV-8), and a trait that luck brings
        is the scene's (AST-11)."""
        for one in edit.now.offers:
            if one.verb == "luck" and one.id in self.settled and one.id not in self.refused:
                edit.found_trait(str(one.params.get("trait", "")), "AST-11")
        super().finish(edit)
        if any(one.offer in self.settled for one in edit.play.given):
            left = (one for one in edit.play.given if one.offer not in self.refused or not one.offer)
            edit.put("DRV-8", given=tuple(
                one.model_copy(update={"offer": ""}) if one.offer in self.settled else one for one in left
            ))  # fmt: skip

    def strangers(self, edit: TableEdit) -> None:
        """Finds it against CNF-4 where something is said of each, and one who is named does not sit there."""
        for name, info in type(self).model_fields.items():
            said = getattr(self, name)
            if isinstance(said, dict) and info.annotation != dict[str, Any] and name not in ("nets", "ranks"):
                for key in said:
                    if key != OWN and not meant(edit.now, key):
                        stranger(edit, key, "CNF-4")


class Personal(TableCommand):
    """Something that certain characters are needed for: without one of them none of it happens."""

    filled: ClassVar[tuple[str, ...]] = ("present",)

    present: tuple[Words, ...] = ()
    """The ids of those who take part."""

    def told(self, document: Any, outcomes: Mapping[str, Outcome[Any]]) -> Self:
        """With those who take part."""
        return self.model_copy(update={"present": tuple(outcomes)})

    def needs(self, edit: TableEdit, *ids: str, asked: bool = False) -> bool:
        """Whether all of these sit there and take part; finds it against CNF-4 where one does not. `asked`: to be asked
        in another window is enough."""
        waits = {one.to for one in self.offers} if asked else ()
        for who in ids:
            if not edit.seated(who):
                return False
            if who not in self.present and who not in waits:
                fix = "Open the character here, or let that player do it."
                edit.object("CNF-4", f"{edit.name(who)} is not open here", fix, code="not-here", where=("seats",))
                return False
        return True


def targets(table: Table) -> dict[str, str]:
    """Whom an attack may be meant for: what people type, with what the command takes for it."""
    found = {seat.name or seat.id: seat.id for seat in table.seats}
    found |= {one.name: one.name for one in table.play.elements}
    return found | {one.name or ALLIES: one.name or ALLIES for one in table.play.allies}


LISTS: Final[Mapping[str, Callable[[Table], Sequence[str]]]] = {
    "seat": lambda table: [seat.name or seat.id for seat in table.seats],
    "seat id": lambda table: [seat.id for seat in table.seats],
    "seat file": lambda table: [seat.file for seat in table.seats],
    "element": lambda table: [one.name for one in table.play.elements],
    "kept element": lambda table: [one.name for one in table.kept],
    "target": lambda table: list(targets(table)),
    "target key": lambda table: list(targets(table).values()),
    "allies": lambda table: [one.name or ALLIES for one in table.play.allies],
    "condition": lambda table: [one.name for one in table.play.conditions],
    "countdown": lambda table: [one.name for one in table.play.clocks],
    "scene trait": lambda table: [one.text for one in table.play.scene_traits],
    "situation": lambda table: [one.name for one in table.situations],
    "strike": lambda table: [one.by for one in table.play.strikes],
}
"""What parameters choose from."""
