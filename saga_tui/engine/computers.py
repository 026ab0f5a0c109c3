"""Seats that the computer plays: a machine that goes on by its decisions, and the worth of a throw to be raised."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeVar

from saga_tui.chance import Chance
from saga_tui.engine.contests import Played
from saga_tui.engine.phases import Course

T = TypeVar("T")
Shares = tuple[tuple[int, float], ...]
"""What a number may be, each with its share of all cases."""


@dataclass(frozen=True)
class Computers:
    """What a game says of its computer players."""

    course: Course[Any, Any]
    choose: Callable[[Any, str, str, int], Any]
    """The decision of a seat in a state at a level, with a number that chance may come from."""
    totals: Callable[[Any], Mapping[str, int]]
    """What the seats have won by now; the greatest at the end wins."""
    counted: Mapping[str, str]
    """Kinds of events that are counted, and what is counted by them."""

    def decision(self, state: Any) -> Any:
        """What the computer player decides who must; nothing where none must."""
        name = self.course.asked(state)
        seat = state.seats[name] if name else None
        return self.choose(state, name, seat.level, state.seed) if seat and seat.control == "computer" else None

    def played(self, state: Any, levels: Sequence[str], seed: int) -> Played:
        """A game to its end, its seats at these levels; at random any base decision is as likely as any other."""
        chance, of = Chance(seed, "decisions"), dict(zip(self.totals(state), levels, strict=True))
        counts = dict.fromkeys(self.counted.values(), 0)
        while name := self.course.asked(state):
            at_random = of[name] == RANDOM
            found = chance.pick(self.course.legal(state)) if at_random else self.choose(state, name, of[name], seed)
            outcome = self.course.perform(state, found)
            state = outcome.state
            for kind in (event.kind for event in outcome.events if event.kind in self.counted):
                counts[self.counted[kind]] += 1
        totals = tuple(self.totals(state).values())
        return Played(totals, tuple(place for place, total in enumerate(totals) if total == max(totals)), counts)


RANDOM = "random"
"""The level of those who decide at random."""


def added(rows: Iterable[Sequence[float]]) -> tuple[float, ...]:
    """Rows added up by columns."""
    return tuple(map(sum, zip(*rows, strict=True)))


@lru_cache(maxsize=1 << 15)
def staked(  # noqa: PLR0917 - what is kept is found by all of them
    chances: Callable[..., Sequence[float]],
    start: Shares,
    step: int,
    values: tuple[float, ...],
    price: float,
    most: int,
    *how: object,
) -> tuple[float, int]:
    """The greatest worth of a throw that may be raised 0 to `most` times for a price, and how often is enough for it.

    `chances(start, raised, *how)` are those of each result, `values` what each is worth; each raise counts `step`.
    """
    worths = []
    for raised in range(max(0, most) + 1):
        rows = ((share, chances(number, raised * step, *how)) for number, share in start)
        worths.append(sum(share * sum(map(float.__mul__, row, values)) for share, row in rows) - price * raised)
    often = first_best(range(len(worths)), worths.__getitem__) or 0
    return worths[often], often


def first_best(options: Iterable[T], worth: Callable[[T], float], least: float = float("-inf")) -> T | None:
    """The first of the options that are worth most, where any is worth more than `least`; equal is what differs by less
    than counts."""
    found = None
    for option in options:
        if (value := worth(option)) > least + 1e-9:
            found, least = option, value
    return found
