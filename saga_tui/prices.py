"""What steps cost: prices by the value that a step reaches, band by band, and what is left of points that pay for all.

Prices(bands, …)    .cost(start, to, own) → int; .next(level), .before(level, start), .has(start, level)
bands(rows) → the bands of a table of `up_to` and `cost`
halved(cost, divisor, up) → int
budget(label, points, spent) → Tally
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from saga_tui.tally import Tally, Term

Bands = tuple[tuple[int | None, int], ...]


def bands(rows: Iterable[Mapping[str, int]]) -> Bands:
    """The bands of a table: up to which value a step costs so much; the last has no end."""
    return tuple((row.get("up_to"), row["cost"]) for row in rows)


@dataclass(frozen=True, slots=True)
class Prices:
    """What the way from one value to another costs."""

    bands: Bands
    times: int = 1
    """How often a price is paid."""
    step: int = 1
    """So many levels below 0 are one step; there are no levels between."""
    below: int = 0
    """What such a step costs; with steps of 1 the first band goes on below 0."""

    def cost(self, start: int, to: int, own: Sequence[int] = ()) -> int:
        """The price of a way; less than nothing where it goes down. `own` are other prices for the same bands; where
        steps below 0 are longer, the first of them is theirs."""
        if to < start:
            return -self.cost(to, start, own)
        whole, low = 0, start
        if self.step > 1:
            steps = (min(to, 0) - min(start, 0)) // self.step
            whole, low, to = steps * (own[0] if own else self.below), max(start, 0), max(to, 0)
            own = own[1:]
        for place, (up_to, cost) in enumerate(self.bands):
            high = max(low, to if up_to is None else min(to, up_to))
            whole, low = whole + (high - low) * (own[place] if place < len(own) else cost), high
        return self.times * whole

    def next(self, level: int) -> int:
        """The level that the next step reaches."""
        return min(0, level + self.step) if level < 0 else level + 1

    def before(self, level: int, start: int) -> int | None:
        """The level one step lower; none below the start."""
        lower = level - (1 if level > 0 else self.step)
        return lower if lower >= start else None

    def has(self, start: int, level: int) -> bool:
        """Whether there is such a level, from that start on."""
        return level >= start and (level >= 0 or level % self.step == 0)


def halved(cost: int, divisor: int = 2, *, up: bool = False) -> int:
    """A part of a price, rounded down or up, but at least 1; of what gives back nothing is taken off."""
    return cost if cost <= 0 else max(1, -(-cost // divisor) if up else cost // divisor)


def budget(label: str, points: Term, spent: Iterable[tuple[int, str, str]]) -> Tally:
    """What is left of points: of what was spent each sum with its words and its rule; less than 0 gives some back."""
    costs = (Term(-cost, words, rule) for cost, words, rule in spent if cost)
    return Tally("points-left", label, (points, *costs))
