"""Exact chances: the law of a whole number, as whole-number weights over their common total, so nothing is rounded and
nothing is simulated. Chances leave this module as `fractions.Fraction`. And what a game says of its dice for those who
roll them without a document (`Throws`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import accumulate
from math import comb
from operator import mul
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from saga_tui.dice import Roller

VERSUS: Final = ("vs", "vs.", "v", "versus", "against")
"""Words between what is rolled and what it is rolled against, as people type them."""


@dataclass(frozen=True)
class Dist:
    """The law of a whole number: `low + i` has the chance `weights[i] / total`."""

    low: int
    weights: tuple[int, ...]
    total: int

    def __hash__(self) -> int:
        return hash((self.low, len(self.weights), self.total))

    @property
    def high(self) -> int:
        """The largest value."""
        return self.low + len(self.weights) - 1

    @cached_property
    def running(self) -> tuple[int, ...]:
        """Weights summed up from the lowest value: over `total`, the chance of at most each value."""
        return tuple(accumulate(self.weights))

    def p(self, value: int) -> Fraction:
        """The chance of exactly this value; 0 outside the range."""
        inside = self.low <= value <= self.high
        return Fraction(self.weights[value - self.low] if inside else 0, self.total)

    def at_least(self, value: int) -> Fraction:
        """The chance of this value or more."""
        if value <= self.low:
            return Fraction(1)
        return (
            Fraction(self.total - self.running[value - self.low - 1], self.total) if value <= self.high else Fraction()
        )

    @property
    def mean(self) -> Fraction:
        """The expected value."""
        return Fraction(sum(map(mul, self.weights, range(self.low, self.high + 1))), self.total)

    @property
    def surplus(self) -> Fraction:
        """The expected value of what is above zero: of a margin, by how much one succeeds."""
        values = (max(0, value) for value in range(self.low, self.high + 1))
        return Fraction(sum(map(mul, self.weights, values)), self.total)

    def shifted(self, by: int) -> Dist:
        """The law of the number plus `by`."""
        return Dist(self.low + by, self.weights, self.total)

    def __neg__(self) -> Dist:
        """The law of minus the number."""
        return Dist(-self.high, self.weights[::-1], self.total)

    def __iter__(self) -> Iterator[tuple[int, Fraction]]:
        """Every value with its chance, lowest first."""
        return ((value, Fraction(weight, self.total)) for value, weight in enumerate(self.weights, self.low))


def die(sides: int) -> Dist:
    """The law of one die."""
    return Dist(1, (1,) * sides, sides)


# ---- open dice


@dataclass(frozen=True, slots=True)
class Open:
    """The law of a sum of open dice: a die that shows its highest face counts it and is thrown again, without an end.

    So the sum is `sides` times the number of highest faces, of which there are any number, plus the last faces, which
    are fair among the lower ones. Below any number there are finitely many sums: every chance here is exact.
    """

    count: int
    sides: int = 6

    def at_most(self, value: int) -> Fraction:
        """The chance of this value or less."""
        return _open_at_most(self.count, self.sides, value)

    def above(self, value: int) -> Fraction:
        """The chance of more than this value."""
        return 1 - self.at_most(value)

    def at_least(self, value: int) -> Fraction:
        """The chance of this value or more."""
        return 1 - self.at_most(value - 1)

    def p(self, value: int) -> Fraction:
        """The chance of exactly this value."""
        return self.at_most(value) - self.at_most(value - 1)

    @property
    def mean(self) -> Fraction:
        """The expected sum."""
        return Fraction(self.count * self.sides * (self.sides + 1), 2 * (self.sides - 1))

    @property
    def variance(self) -> Fraction:
        """The variance of the sum."""
        low, often = self.sides - 1, Fraction(1, self.sides)
        return self.count * (Fraction(low * low - 1, 12) + self.sides**2 * often / (1 - often) ** 2)

    def short_of(self, value: int) -> Fraction:
        """By how much the sum is expected to stay below a value; what lies above it counts 0."""
        return _open_short_of(self.count, self.sides, value)

    def beyond(self, value: int) -> Fraction:
        """By how much the sum is expected to pass a value; what lies below it counts 0."""
        return self.mean - value + self.short_of(value)


@lru_cache(maxsize=4096)
def _last_faces(count: int, sides: int) -> tuple[int, ...]:
    """In how many ways the last faces of so many open dice come to at most 0, 1, 2 …"""
    ways = [1]
    for _ in range(count):
        summed = [0, *accumulate(ways)]
        top = len(summed) - 1
        ways = [0] + [
            summed[min(top, place)] - summed[max(0, place - sides + 1)] for place in range(1, top + sides - 1)
        ]
    return tuple(accumulate(ways))


@lru_cache(maxsize=65536)
def _open_at_most(count: int, sides: int, value: int) -> Fraction:
    if value < count or not count:
        return Fraction(int(value >= count))
    last, most, found = _last_faces(count, sides), (value - count) // sides, 0
    for highest in range(most + 1):
        left = last[min(len(last) - 1, value - sides * highest)]
        found = found * sides + comb(count + highest - 1, highest) * left
    return Fraction(found, sides ** (count + most))


@lru_cache(maxsize=65536)
def _open_short_of(count: int, sides: int, value: int) -> Fraction:
    return sum((_open_at_most(count, sides, low) for low in range(count, value)), Fraction())


@lru_cache(maxsize=4096)
def open_lead(by: int, sides: int = 6) -> Fraction:
    """The chance that one open die is ahead of another by this much or more: a sum without an end, in closed form."""
    if by <= 0:
        return 1 - open_lead(1 - by, sides)
    found = Fraction()
    for lead in range(2 - sides, sides - 1):  # of the last faces; the rest is a lead in highest faces
        found += Fraction(sides - 1 - abs(lead), sides ** -((lead - by) // sides))
    return found * sides / ((sides - 1) * (sides**2 - 1))


# ---- dice of no document


@dataclass(frozen=True, slots=True)
class Extra:
    """An option beside the dice: a number from `least` to `most`, or, without a `metavar`, a yes or no."""

    name: str
    help: str
    metavar: str = ""
    least: int = 0
    most: int | None = None
    default: int | None = 0


@dataclass(frozen=True, slots=True)
class Chances:
    """The odds of a roll in words and numbers; `record` is the same for programs."""

    heading: str
    record: Mapping[str, Any]
    law: Dist
    mean: tuple[str, Fraction]
    """What is to be expected, and how it is called."""
    rows: Sequence[tuple[str, Fraction, str]] = ()
    """Chances by name, each with what stands behind it."""
    title: str = ""
    """What stands over the law."""
    signed: bool = False
    """Whether the law's values are told with their sign."""


@dataclass(frozen=True, slots=True)
class Rolled:
    """What was rolled, in lines and for programs."""

    lines: Sequence[str]
    record: Mapping[str, Any]


class Throws:
    """How a game's dice are asked for and told where no document is concerned. A `ValueError` says in clear words what
    is wrong with the words or the options given."""

    usage: str
    """What is typed: `DICE vs DICE`."""
    odds_with: Sequence[Extra] = ()
    roll_with: Sequence[Extra] = ()

    def odds(self, words: Sequence[str], given: Mapping[str, Any]) -> Chances:
        """The exact odds of what the words say."""
        raise NotImplementedError

    def roll(self, words: Sequence[str], given: Mapping[str, Any], roller: Roller) -> Rolled:
        """What the words say, rolled."""
        raise NotImplementedError
