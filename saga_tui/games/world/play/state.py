"""Where somebody stands in play, what World Saga says of what happens there (see `engine.outcomes`), and the lists that
parameters choose from."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from saga_tui.engine import listed
from saga_tui.engine.asked import Questions
from saga_tui.engine.outcomes import Outcomes
from saga_tui.engine.suffering import Suffering
from saga_tui.games.world import book
from saga_tui.games.world.character import Character, Play
from saga_tui.games.world.rules.checks import offered, rolls, trainable
from saga_tui.games.world.rules.figures import ATTRIBUTES, HARMS, IDS, RESISTANCES, TESTS, TOLERANCES, entries, figures

ROWS: Final = {**book.actions(), **book.fixed()}


class Bodies(Outcomes):
    """Stamina, Attention, Courage; injuries, traumas, afflictions (W-TOL, W-INJ, W-TRM, W-AFF)."""

    pays, costs = "courage", "attention"
    resist, confront = "resist-affliction", "confront-affliction"
    degrees = {one["key"]: one["name"] for one in TESTS["degree"]}
    fallback = TESTS["fallback"]

    def exact(self, of: Suffering) -> bool:
        """As the group plays it (W-DEG-4)."""
        return of.switch("critical_success") == "on"


AILS: Final = Bodies(figures, ROWS, IDS)


def play_of(character: Character) -> Play:
    """Where play stands; where it will begin before that."""
    return character.play or Play()


def reminders(character: Character) -> Iterator[tuple[str, str]]:
    """What is easily forgotten now, each with its rule: what conditions bar and how they end (W-CND)."""
    for row, number, by in figures(character).standing:
        if not by and row.text:
            yield row.rule, f"{row.name}{f' {number}' if row.numbered else ''}: {row.text}"


LISTS: Final[Mapping[str, Callable[[Character], Sequence[str]]]] = {
    **listed.in_play(entries, Questions((), str)),
    "asked": lambda one: [AILS.words(one, ask) for ask in play_of(one).asks],
    "attribute": lambda _: ATTRIBUTES,
    "tolerance": lambda _: TOLERANCES,
    "resistance": lambda _: RESISTANCES,
    "trainable": lambda one: trainable(figures(one)),
    "touched": lambda one: rolls(figures(one)),
    "item": lambda one: [item.name for item in one.items],
    "rule option": lambda _: list(book.switches()),
    "score": lambda one: [*map(figures(one).label_of, figures(one).refs())],
    "score key": lambda one: figures(one).refs(),
    "condition": lambda one: list(figures(one).conditions),
    "held condition": lambda one: [held.key for held in play_of(one).conditions],
    "harm": lambda one: [row.name for kind in HARMS for row in figures(one).harmed(kind)],
    "affliction": lambda one: [row.name for row in figures(one).afflictions.values()],
    "ill": lambda one: [AILS.name_of(one, ill.key) for ill in play_of(one).afflictions],
    "action": lambda one: list(figures(one).actions),
    "advance": lambda one: offered(figures(one)),
    "injury": lambda _: list(book.injuries()),
    "trauma": lambda _: list(book.traumas()),
}
"""By the names that parameters give them."""
