"""Characters of whoever leads a table, who have health in place of a document of their own: they lose and regain it,
fall, and are found by name. A game adds what else they have, and says by which rules it happens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, ClassVar, Final, TypeVar

from pydantic import Field

from saga_tui.engine.command import Command, Words
from saga_tui.engine.edit import Edit
from saga_tui.engine.entries import Entry, counted, number
from saga_tui.engine.fields import Of
from saga_tui.engine.findings import Findings
from saga_tui.engine.model import Model, Name, Whole
from saga_tui.problem import Problem, near

LARGE: Final = 999
O = TypeVar("O", bound="Opponent")  # noqa: E741
FoeName = Annotated[Words, Of("foe", part=True)]


class Opponent(Model):
    """One of them: `lost` is health lost, `hurt` what of it in this fight."""

    name: Name = ""
    health: Whole = 0
    lost: Whole = 0
    hurt: Whole = 0
    state: Name = ""
    """`unconscious` or `comatose`; nothing: awake."""
    felled: Whole = 0
    """The round in which it fell."""
    acted: bool = False
    surprised: bool = False

    @property
    def left(self) -> int:
        """The health that is left."""
        return max(0, self.health - self.lost)


def of_name(foes: Sequence[O], name: str) -> O | None:
    """The one with that name, in any case."""
    return next((one for one in foes if one.name.casefold() == name.casefold()), None)


class Opposed(Edit[Any]):
    """A change at a table with such characters, its play's `foes`; `foe_rules` are those of who is there, of wounds, of
    falling and of healing."""

    foe_rules: ClassVar[tuple[str, str, str, str]] = ("", "", "", "")

    def foe(self, name: str) -> Any:
        """The one with that name, or None; objects where there is none."""
        found = of_name(self.now.play.foes, name)
        if found is None:
            fix = near(name, [one.name for one in self.now.play.foes], "Add the foe first.")
            where = ("play", "foes")
            self.object(self.foe_rules[0], f"There is no {name!r} at the table", fix, code="foe", where=where)
        return found

    def put_foe(self, foe: Opponent, rule: str, **fields: Any) -> None:
        """Sets fields of one."""
        same = (one.model_copy(update=fields) if one.name == foe.name else one for one in self.now.play.foes)
        self.put(rule, foes=tuple(same))

    def put_foes(self, rule: str, **fields: Any) -> None:
        """Sets fields of all."""
        self.put(rule, foes=tuple(one.model_copy(update=fields) for one in self.now.play.foes))

    def hit(self, foe: Opponent, wounds: int, now: int) -> None:
        """Health falls; at 0 one is unconscious, and hit again in a later round comatose. `now` is the round;
        0: outside a fight, where every attack is a later one."""
        more, state, felled = min(wounds, foe.left), foe.state, foe.felled
        if wounds and state == "unconscious" and (not now or felled < now):
            state = "comatose"
        elif not state and wounds >= foe.left:
            state, felled = "unconscious", now
        wounded, falls = self.foe_rules[1:3]
        self.put_foe(foe, wounded, lost=foe.lost + more, hurt=foe.hurt + more, state=state, felled=felled)
        self.say_moved(f"{foe.name}: health", foe.left, foe.left - more, wounded)
        if state != foe.state:
            self.say(f"{foe.name} is {state}", falls, way="goes")

    def heal(self, foe: Opponent, value: int, rule: str = "") -> None:
        """Health comes back, as much as was lost in this fight; who is unconscious wakes."""
        more, rule = min(value, foe.hurt), rule or self.foe_rules[3]
        if more > 0 and foe.state != "comatose":
            self.put_foe(foe, rule, lost=foe.lost - more, hurt=foe.hurt - more, state="", felled=0)
            self.say_moved(f"{foe.name}: health", foe.left, foe.left + more, rule)


class Adjust(Command):
    """Change the health of one by hand: below 0 is a wound."""

    typed = ("foe", "by")
    foe: FoeName
    by: Annotated[int, Field(ge=-LARGE, le=LARGE)]

    def apply(self, edit: Opposed) -> None:
        """Wounds, or health that comes back, whenever it was lost."""
        if (found := edit.foe(self.foe)) is None:
            return
        if self.by < 0:
            edit.hit(found, -self.by, edit.now.play.exchange * edit.game.clock.is_open(edit.now, "fight"))
        else:
            edit.heal(found.model_copy(update={"hurt": found.lost, "state": ""}), self.by, self.rules[0])


def entries(foes: Sequence[Opponent], rule: str) -> Iterator[Entry]:
    """What each has lost."""
    for at, foe in enumerate(foes):
        told = counted(f"foe-{at + 1}-lost", f"{foe.name}: health lost", foe.lost, "lost", rule)
        yield number(told, ("play", "foes", at, "lost"), counted=True, rest=(0,))


def problems(foes: Sequence[Opponent], findings: Findings) -> Iterator[Problem]:
    """Those without health (`health`), and those who have the name of another (`twice`)."""
    names = [one.name.casefold() for one in foes]
    for at, foe in enumerate(foes):
        if not foe.health:
            yield findings("health", ("play", "foes", at, "health"), name=foe.name)
        if names.count(foe.name.casefold()) > 1:
            yield findings("twice", ("play", "foes", at, "name"), name=foe.name)
