"""Exact chances: the law of a whole number, as whole-number weights over their common total, so nothing is rounded and
nothing is simulated. Chances leave this module as `fractions.Fraction`. And what a game says of its dice for those who
roll them without a document (`Throws`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import accumulate, pairwise
from math import lcm, prod
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

    @staticmethod
    def of(chances: Mapping[int, Fraction]) -> Dist:
        """The law of numbers whose chances are known one by one."""
        total = lcm(*(chance.denominator for chance in chances.values()))
        low, none = min(chances), Fraction()
        found = (chances.get(value, none) for value in range(low, max(chances) + 1))
        return Dist(low, tuple(chance.numerator * (total // chance.denominator) for chance in found), total)

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

    def up_to(self, value: int) -> int:
        """The weight of this value or less."""
        return 0 if value < self.low else self.running[min(value, self.high) - self.low]

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

    def mapped(self, to: Callable[[int], int]) -> Dist:
        """The law of what becomes of the number."""
        found: dict[int, int] = {}
        for value, weight in enumerate(self.weights, self.low):
            if weight:
                found[to(value)] = found.get(to(value), 0) + weight
        low = min(found)
        return Dist(low, tuple(found.get(value, 0) for value in range(low, max(found) + 1)), self.total)

    def __neg__(self) -> Dist:
        """The law of minus the number."""
        return Dist(-self.high, self.weights[::-1], self.total)

    def __iter__(self) -> Iterator[tuple[int, Fraction]]:
        """Every value with its chance, lowest first."""
        return ((value, Fraction(weight, self.total)) for value, weight in enumerate(self.weights, self.low))


@lru_cache(maxsize=1024)
def best(*laws: Dist) -> Dist:
    """The law of the highest of several numbers."""
    low, high = max(law.low for law in laws), max(law.high for law in laws)
    below = (prod(law.up_to(value) for law in laws) for value in range(low - 1, high + 1))
    weights = tuple(now - before for before, now in pairwise(below))
    return Dist(low, weights, prod(law.total for law in laws))


def reach(law: Dist, goal: int, lose: int | None, steps: int) -> list[tuple[Fraction, Fraction]]:
    """The chances that a sum of such numbers has reached the goal, and that it has fallen to where all is lost, after
    each of so many steps; either ends it."""
    standing, done, lost, total = {0: 1}, 0, 0, 1
    found: list[tuple[Fraction, Fraction]] = []
    for _ in range(steps):
        then: dict[int, int] = {}
        for at, ways in standing.items():
            for more, often in enumerate(law.weights, law.low):
                if often:
                    then[at + more] = then.get(at + more, 0) + ways * often
        total *= law.total
        done = done * law.total + sum(ways for at, ways in then.items() if at >= goal)
        lost = lost * law.total + sum(ways for at, ways in then.items() if lose is not None and at <= lose)
        standing = {at: ways for at, ways in then.items() if at < goal and (lose is None or at > lose)}
        found.append((Fraction(done, total), Fraction(lost, total)))
    return found


def die(sides: int) -> Dist:
    """The law of one die."""
    return Dist(1, (1,) * sides, sides)


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
