"""A table and its characters in memory, and short ways to make something happen: `PartySession` without a disk."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from saga_tui.engine.command import Command, Outcome, perform
from saga_tui.engine.party import PartyCommand
from saga_tui.games.saga.gm.rules import RULES as TABLE_RULES
from saga_tui.games.saga.gm.state import Seat, Table
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.commands import RULES
from saga_tui.problem import Problem
from tests.games.saga.rules.heroes import hero


def command(verb: str, **params: Any) -> Command:
    return TABLE_RULES.command(verb, params)


@dataclass
class Party:
    """A table with those who sit at it."""

    table: Table = field(default_factory=lambda: Table(id="t", name="Rust"))
    members: dict[str, Character] = field(default_factory=dict)
    roller: random.Random = field(default_factory=lambda: random.Random(1))
    left_out: Mapping[str, str] = field(default_factory=dict)
    parts: Mapping[str, Outcome[Any]] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)
    done: Any = None
    """The last command, with what came of its parts."""
    was_refused: bool = False

    def faces(self, rules: Any, document: Any, command: Command) -> tuple[int, ...]:
        draw = command.draws(document)
        return draw.by(lambda count, sides=6, /: tuple(self.roller.randint(1, sides) for _ in range(count)))

    def try_(
        self, verb: str, own: tuple[int, ...] | None = None, /, theirs: tuple[int, ...] | None = None, **params: Any
    ) -> tuple[Problem, ...]:
        """Does it where it is not refused; gives what was found. `theirs` are the faces of the parts."""
        done = command(verb, **params)
        outcomes: dict[str, Outcome[Any]] = {}
        if isinstance(done, PartyCommand):
            done = done.seen(self.table, self.members)
            self.left_out = done.left_out(self.table, self.members)
            for who, part in done.parts(self.table, self.members):
                if who not in done.without and who not in self.left_out:
                    member = self.members[who]
                    faces = theirs if theirs is not None else self.faces(RULES, member, part)
                    outcomes[who] = perform(RULES, member, part, faces)
            done = done.told(self.table, outcomes)
        faces = own if own is not None else self.faces(TABLE_RULES, self.table, done)
        mine = perform(TABLE_RULES, self.table, done, faces)
        refused = mine.refused or any(one.refused for one in outcomes.values())
        found = (*mine.problems, *(one for part in outcomes.values() for one in part.problems))
        if not refused:
            again = perform(TABLE_RULES, self.table, TABLE_RULES.command(done.verb, done.params()), faces)
            assert again.after == mine.after, "the journal has all that a table's command depends on"
            self.table, self.lines = mine.after, [line.text for line in mine.lines]
            self.members |= {who: part.after for who, part in outcomes.items()}
        self.parts, self.done, self.was_refused = outcomes, done, refused
        return found

    def do(self, verb: str, own: tuple[int, ...] | None = None, /, **params: Any) -> None:
        """Does it; it must not be refused."""
        found = self.try_(verb, own, **params)
        assert not [one for one in found if one.level == "error"], [one.sentence() for one in found]

    def refused(self, verb: str, /, **params: Any) -> list[str]:
        """The codes of what keeps it from being done."""
        return [one.code for one in self.try_(verb, **params) if one.level == "error"]

    @property
    def play(self) -> Any:
        return self.table.play


def party(*names: str, **play: Any) -> Party:
    """A table with characters in play, in a scene unless it says otherwise, each with its name as its id."""
    place = {"span": "scene", "chapter": 1, "scene": 1} | play
    made = Party()
    for name in names:
        one = hero(**place)
        concept = one.concept.model_copy(update={"name": name.capitalize()})
        made.members[name] = one.model_copy(update={"id": name, "concept": concept})
    seats = tuple(Seat(id=name, name=name.capitalize(), file=name) for name in names)
    clock = {"span": "scene", "chapter": 1, "scene": 1}
    made.table = Table(id="t", name="Rust", seats=seats, play=made.table.play.model_copy(update=clock))
    return made
