"""Seats that the computer plays: a machine that goes on by its decisions, and the worth of a throw to be raised."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from saga_tui.chance import Chance
from saga_tui.engine.contests import Played

Shares = tuple[tuple[int, float], ...]
"""What a number may be, each with its share of all cases."""


@dataclass(frozen=True, slots=True)
class Computers:
    """What a game says of its machine, so that the computer can play it."""

    perform: Callable[..., Any]
    """The outcome (`state`, `events`) of a decision on a state."""
    asked: Callable[[Any], str]
    """The seat that must decide; empty where the game is over."""
    legal: Callable[[Any], Sequence[Any]]
    choose: Callable[[Any, str, str], Any]
    """The decision of a seat in a state at a level."""
    totals: Callable[[Any], Mapping[str, int]]
    counted: Mapping[str, str]
    """Kinds of events that are counted, and what is counted by them."""

    def on(self, state: Any, level: Callable[[Any, str], str], *draws: Any) -> Iterator[Any]:
        """The outcome of each decision, while a seat must decide that has a level."""
        while (seat := self.asked(state)) and (plays := level(state, seat)):
            outcome = self.perform(state, self.choose(state, seat, plays), *draws)
            yield outcome
            state = outcome.state

    def played(self, state: Any, levels: Sequence[str], seed: int) -> Played:
        """A game to its end, its seats at these levels; what is no level decides at random, from the seed: every legal
        decision is as likely as any other."""
        chance, of = Chance(seed, "decisions"), dict(zip(self.totals(state), levels, strict=True))
        counts = dict.fromkeys(self.counted.values(), 0)
        while seat := self.asked(state):
            at_random = of[seat] == RANDOM
            decision = chance.pick(self.legal(state)) if at_random else self.choose(state, seat, of[seat])
            outcome = self.perform(state, decision)
            state = outcome.state
            for event in outcome.events:
                if event.kind in self.counted:
                    counts[self.counted[event.kind]] += 1
        totals = tuple(self.totals(state).values())
        return Played(totals, tuple(seat for seat, total in enumerate(totals) if total == max(totals)), counts)


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
    found, often = float("-inf"), 0
    for raised in range(max(0, most) + 1):
        rows = ((share, chances(number, raised * step, *how)) for number, share in start)
        worth = sum(share * sum(map(float.__mul__, row, values)) for share, row in rows) - price * raised
        if worth > found + 1e-9:
            found, often = worth, raised
    return found, often
