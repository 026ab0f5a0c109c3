"""What several characters at a table do or get in one act: who takes part, who cannot and why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Final, Self

from pydantic import BeforeValidator, Field, model_validator

from saga_tui.engine.command import Command as AnyCommand
from saga_tui.engine.command import Outcome, objections
from saga_tui.engine.model import read_json
from saga_tui.engine.party import Part
from saga_tui.games.saga.gm.clock import place_words
from saga_tui.games.saga.gm.commands.base import Personal, SeatId, TableCommand, Words
from saga_tui.games.saga.gm.edit import TableEdit
from saga_tui.games.saga.gm.state import Seat, Table
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.commands import RULES
from saga_tui.games.saga.rules.creation import problems
from saga_tui.problem import near
from saga_tui.words import listed, plural

CANNOT: Final[Mapping[tuple[str, str], str]] = {
    ("TIME-3", "not-begun"): "has not started play yet",
    ("DOM-3", "doomed"): "has met their doom",
    ("TIME-3", "no-conflict"): "is in no conflict",
    ("TIME-2", "open"): "is at another point of the clock ({place})",
    ("TIME-1", "no-chapter"): "is in no chapter",
    ("TIME-1", "no-scene"): "is in no scene",
    ("TIME-1", "none"): "is in no chapter",
    ("TIME-3", "no-scene"): "is in no scene",
    ("CNF-11", "given-in"): "has given in",
    ("CNF-10", "top"): "is already in a deadly conflict",
    ("CNF-5", "twice"): "already has this round's fortune",
}
"""What keeps a character from taking part, by the rule and the code of what is found: such a one is left out. Anything
else that the rules find is for the GM to decide."""


def unready(member: Character) -> str:
    """What keeps a character from starting play, in words that follow the name; empty where nothing does (CRE-11)."""
    left = [problem for problem in problems(member) if problem.stops_play]
    wrong = sum(problem.level == "error" for problem in left)
    told = [plural(wrong, "error")] * bool(wrong) + [f"{plural(len(left) - wrong, 'choice')} left"] * (
        len(left) > wrong
    )
    return f"is still being built, {listed(told)}" if left else ""


def cannot(member: Character, command: AnyCommand) -> str:
    """Why a character cannot take part, in words that follow the name; empty where it can."""
    if member.play is None and getattr(command, "begin", False) and (why := unready(member)):
        return why
    found = ((problem.rule, problem.code) for problem in objections(RULES, member, command))
    return next((CANNOT[one].format(place=place_words(member)) for one in found if one in CANNOT), "")


class Together(TableCommand):
    """Something that several who sit at the table do or get, each a command of their own."""

    filled: ClassVar[tuple[str, ...]] = ("took",)
    by_name: ClassVar[tuple[str, ...]] = ("to",)
    everyone: ClassVar[bool] = False
    """Whether it is for those too who are not in the scene."""

    to: tuple[SeatId, ...] = ()
    """For whom; all who are in the scene if left out."""
    took: tuple[Words, ...] = ()
    """The ids of those it happened to."""

    def part(self, table: Table, who: str, member: Character) -> AnyCommand | None:
        """What happens to one of them."""
        raise NotImplementedError

    def meant(self, table: Table) -> list[Seat]:
        """The seats that it is for."""
        return [one for one in table.seats if not self.to or one.id in self.to]

    def left_out(self, document: Table, members: Mapping[str, Any]) -> Mapping[str, str]:
        """Who is away, not open here, or cannot take part by their own sheet."""
        return dict(self._left_out(document, members))

    def _left_out(self, table: Table, members: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        for seat in self.meant(table):
            if seat.away and not self.everyone and seat.id not in self.to:
                yield seat.id, "is away"
            elif seat.id not in members:
                yield seat.id, "is not open here"
            elif (command := self.part(table, seat.id, members[seat.id])) is not None and (
                why := cannot(members[seat.id], command)
            ):
                yield seat.id, why

    def parts(self, document: Table, members: Mapping[str, Any]) -> Sequence[Part]:
        """The command of each."""
        made = (
            (one.id, self.part(document, one.id, members[one.id])) for one in self.meant(document) if one.id in members
        )
        return [Part(who, command) for who, command in made if command is not None]

    def told(self, document: Table, outcomes: Mapping[str, Outcome[Any]]) -> Self:
        """With the ids of those it happened to."""
        took = tuple(who for who, outcome in outcomes.items() if not outcome.refused)
        return self.model_copy(update={"took": took})

    @property
    def only_offered(self) -> bool:
        """Whether it has happened to nobody yet, since all of it is offered: that is told by itself."""
        return bool(self.offers) and not self.took

    def for_whom(self, edit: TableEdit, words: str = "") -> str:
        """`for Kestrel and Wren`, after these words; nothing where it happened to no one."""
        return f"{words} for {self.names(edit)}".strip() if self.took else ""

    def names(self, edit: TableEdit) -> str:
        """Those it happened to: `Kestrel and Wren`; `all` where no seat is missing."""
        if self.took and {seat.id for seat in edit.now.seats} <= {*self.took}:
            return "all"
        return listed(edit.name(who) for who in self.took) or "no one"

    def told_who(self, edit: TableEdit) -> None:
        """Says for whom it happened, where that is neither everyone nor no one."""
        if self.names(edit) != "all" and (told := self.for_whom(edit)):
            edit.say(told, self.rules[0])

    def check(self, edit: TableEdit) -> None:
        """Finds those against CNF-4 who are named and do not sit there."""
        self.strangers(edit)
        for who in self.to:
            edit.seated(who)


def _given(said: object) -> object:
    """`amount:2` and the like as parameters; JSON too."""
    if isinstance(said, str):
        return read_json(said) if said.startswith("{") else _given([said])
    if not isinstance(said, (list, tuple)):
        return said
    pairs = (str(one).partition(":") for one in said)
    return {name.strip().replace("-", "_"): value.strip() for name, _, value in pairs}


class Let(Personal, verb="let", title="Let a character do something", rules="CNF-4", group="rolls"):
    """Have a character do something from their own sheet, as an act of the table: `let Kestrel give-in`."""

    seat: SeatId
    does: Words
    """The character's own command."""
    given: Annotated[dict[str, Any], BeforeValidator(_given), Field(max_length=60)] = Field(default_factory=dict)
    """What it takes: `amount:2`."""

    @model_validator(mode="after")
    def _is_one(self) -> Self:
        if RULES.verb(self.does) not in RULES.commands:
            raise ValueError(f"a character has no command {self.does!r}. {near(self.does, RULES.commands)}".strip())
        RULES.command(self.does, self.given)
        return self

    def parts(self, document: Table, members: Mapping[str, Any]) -> Sequence[Part]:
        """The character's own command."""
        return [Part(self.seat, RULES.command(self.does, self.given))] if self.seat in members else ()

    def apply(self, edit: TableEdit) -> None:
        """Told at the table; nothing of it changes."""
        if self.needs(edit, self.seat):
            title = RULES.commands[RULES.verb(self.does)].title
            edit.say(f"{edit.name(self.seat)}: {title[:1].lower()}{title[1:]}", "CNF-4")
