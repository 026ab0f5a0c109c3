"""How many keys the things of every round take at the GM's table: what the test presses, and the README counts
(`python -m tests.key_table`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tests.games.saga.gm.screens.tables import TableApp

NAMES = {"enter": "Enter", "exclamation_mark": "!", "plus": "+", "escape": "Esc", "space": "Space"}


@dataclass(frozen=True)
class Way:
    """One thing to do from the resting view in a conflict of five: the keys, at most how many without what is `typed`,
    and what must have come of them. `first` is pressed before, and not counted."""

    words: str
    most: int
    keys: Sequence[str]
    came: Callable[[TableApp], bool]
    typed: str = ""
    first: Sequence[str] = ()
    shown: str = ""

    @property
    def count(self) -> int:
        """The keys without what is written besides."""
        return len(self.keys) - len(self.typed)

    @property
    def row(self) -> str:
        """A line of the README's table."""
        told = self.shown or " ".join(f"`{NAMES.get(key, key)}`" for key in self.keys)
        return f"| {self.words} | {self.count}{' + its letters' if self.typed else ''} | {told} |"


def fortune(app: TableApp) -> set[int]:
    """What each has of fortune."""
    return {app.member(who).play.tokens["fortune"] for who in app.session.seats}


WAYS: tuple[Way, ...] = (
    Way("the GM acts first: 1 ★ for each of five", 2, ["exclamation_mark", "enter"], lambda app: fortune(app) == {7}),
    Way("invoke a scene trait for all", 3, ["i", "1", "enter"], lambda app: fortune(app) == {7}),
    Way("a new element", 2, ["plus", *"Thug 6/2/3 x3", "enter"], lambda app: len(app.table.play.elements) == 7,
        typed="Thug 6/2/3 x3", shown="`+` its letters `Enter`"),
    Way("an element's damage to a character, once it is chosen", 4, ["enter", "3", "enter", "enter"],
        lambda app: app.member("oda1").play.damage["pain"] == 7, first=["a"]),
    Way("end the round for five, as proposed", 2, ["z", "enter"], lambda app: app.table.play.round == 3),
    Way("a character attacks, as last time", 3, ["r", "enter", "enter"],
        lambda app: sum(event.do == "attack" for event in app.memory.history()) == 2,
        first=["2", "r", "enter", "f", "enter", "enter"]),
    Way("the next phase of the round", 1, ["n"], lambda app: app.table.play.phase == "gm"),
    Way("a character has acted", 1, ["space"], lambda app: "isa1" in app.table.play.acted, first=["5"]),
    Way("undo it for the whole table", 1, ["u"], lambda app: fortune(app) == {6}, first=["exclamation_mark", "enter"]),
    Way("open a whole character, and back", 3, ["3", "enter", "escape"],
        lambda app: app.screen_stack[-1] is app.table_screen),
)  # fmt: skip
"""In the order of the README."""


def table() -> str:
    """The table in Markdown."""
    return "\n".join(["| at the GM's table | keys | |", "|---|---|---|", *(way.row for way in WAYS)])
