"""The roll that `r` would begin with, before it is opened: its chance, where its dice come from, what would help."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from textual.content import Content

from saga_tui.games.saga.rules import advice, derive, state
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.commands.rolls import Roll, remembered
from saga_tui.games.saga.screens.session import view
from saga_tui.games.saga.screens.session.roll.odds_view import Sums, against_of, reading, weigh
from saga_tui.ui.odds_hero import told
from saga_tui.ui.roll_odds import Reading
from saga_tui.ui.specs import Figure
from saga_tui.words import percent, plural


@dataclass(frozen=True)
class Ready:
    """A roll as it would be, drawn for the room that there is; equal while all that is drawn of it is the same."""

    roll: Roll
    sums: Sums
    read: Reading = field(compare=False)

    def __call__(self, width: int, level: int) -> Sequence[Content]:
        """Its lines."""
        needs = [Content.styled("! needs a token", "$warn")] if self.read.needs else []
        return [*needs, *told(self.read, width, level)]


_last: list[tuple[Character, Ready]] = []
"""What was weighed last, and of whom: several panels ask for the same."""


def ready(character: Character) -> Ready:
    """The roll with its last setup, as far as it can be paid."""
    if not _last or _last[0][0] is not character:
        roll = remembered(character)
        sums = weigh(character, roll, (), ())
        _last[:] = [(character, Ready(roll, sums, reading(character, roll, sums)))]
    return _last[0][1]


def rows(character: Character) -> Iterator[Figure]:
    """One drawing; Enter or a click opens the roll."""
    if character.play is not None and not state.doomed(character):
        yield Figure(drawing=ready(character), choose="roll", id="ready-roll")


def heading(character: Character) -> str:
    """`Marksmanship, 9 dice against 6`."""
    if character.play is None or state.doomed(character):
        return ""
    roll = ready(character).roll
    pool, name = ready(character).sums.pool, view.one_line(derive.skill_name(character, roll.skill), 40)
    against = plural(roll.opposing_marks, "mark") if roll.opposing_marks is not None else str(roll.opposing)
    fought = f" against {against}" if roll.opposing_marks is not None or roll.opposing else ""
    return f"{name}, {plural(pool.tally.total, 'die')}{fought}"


def chance(character: Character) -> str:
    """`9 dice, 61%`: what would be thrown, and the chance of a success."""
    roll = remembered(character)
    panel = advice.panel(character, roll.plan, against_of(roll))
    if panel is None:
        return ""
    needs = "" if panel.activated else ", needs a token"
    return f"{plural(panel.dice, 'die')}, {percent(panel.outcome.success)}{needs}"
