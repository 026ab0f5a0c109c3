"""Rolls under a score whose degree is how often the total goes into it: two open dice, low is good; and their exact
chances. Nothing is cut off: a degree depends on finitely many totals, and all else is one minus that.

    Test(score, total, modifier)            .final, .success, .band: `rolled`, `liftable`, `outright`
    opposed(own, other) → Opposed           of two final degrees: .relative, .winner: `a`, `b`, `neither`
    helped(score, helpers) → int, roman(degree) → str
    draw(count) → Draw, Thrown(dice)        .total, .natural: `2`, `12` or nothing; asks_for_sixes(total, count)
    TWO                                     the law of the two dice: .p(t), .at_most(t), .at_least(t), .above(t)
    law(score, modifier) → Dist             final degrees; an outright failure is among the 0s
    chances(score, modifier) → Chances      .success, .outright, .liftable, .fumble, .natural_2, .degrees
    against(own, other) → Against           two laws of degrees: .wins, .loses, .neither, .turned, .law, .winning
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Final, Literal

from saga_tui.dice import Draw
from saga_tui.odds import Dist
from saga_tui.open_odds import Open

Band = Literal["rolled", "liftable", "outright"]
Side = Literal["a", "b", "neither"]
SIDES: Final = 6
TWO: Final = Open(2, SIDES)
"""The law of a test's dice."""
ROMAN: Final = ("0", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X")
NONE: Final = Fraction()
NOBODY: Final = Dist(0, (1,), 1)
"""The law of the degree of nobody: always 0."""


# ---- a roll


@dataclass(frozen=True, slots=True)
class Thrown:
    """Open dice as they fell: each die's faces to its end."""

    dice: tuple[tuple[int, ...], ...]

    @property
    def total(self) -> int:
        """Their sum."""
        return sum(map(sum, self.dice))

    @property
    def natural(self) -> str:
        """`2` where two dice show 1 and 1, `12` where both began with their highest face."""
        first = [die[0] for die in self.dice]
        return "2" if first == [1, 1] else "12" if first == [SIDES, SIDES] else ""


def draw(count: int = 2) -> Draw:
    """So many open dice, as a command asks the program for them."""
    return Draw(count, SIDES, again=SIDES)


def asks_for_sixes(total: int, count: int = 2) -> bool:
    """Whether a total of two dice leaves open if both showed their highest face first."""
    return count == 2 and total >= 2 * SIDES + 2


@dataclass(frozen=True, slots=True)
class Test:
    """A total of two open dice against a score."""

    __test__ = False

    score: int
    total: int
    modifier: int = 0

    @property
    def band(self) -> Band:
        """Whether it gave a degree, none that modifiers may still lift, or failed outright: above twice the score."""
        return "rolled" if self.total <= self.score else "liftable" if self.total <= 2 * self.score else "outright"

    @property
    def degree(self) -> int:
        """The degree before modifiers."""
        return self.score // self.total if self.band == "rolled" else 0

    @property
    def final(self) -> int:
        """The degree with modifiers, which may be below 0; none counts on an outright failure."""
        return 0 if self.band == "outright" else self.degree + self.modifier

    @property
    def success(self) -> bool:
        """Whether a simple action succeeds."""
        return self.final >= 1


def roman(degree: int) -> str:
    """A degree as it is written: `III`, `−I`, `0`."""
    size = abs(degree)
    return ("−" if degree < 0 else "") + (ROMAN[size] if size < len(ROMAN) else str(size))


@dataclass(frozen=True, slots=True)
class Opposed:
    """What two final degrees against each other come to."""

    relative: int
    winner: Side


def opposed(own: int, other: int) -> Opposed:
    """Two final degrees against each other; who wins needs a degree of I too."""
    ahead = own - other
    winner: Side = "a" if ahead > 0 and own >= 1 else "b" if ahead < 0 and other >= 1 else "neither"
    return Opposed(ahead, winner)


def helped(score: int, helpers: Sequence[int]) -> int:
    """A score with help: the best helper adds half, the next a quarter, and so on."""
    return score + sum(one >> place for place, one in enumerate(sorted(helpers, reverse=True), 1) if one > 0)


# ---- chances


@lru_cache(maxsize=8192)
def law(score: int, modifier: int = 0) -> Dist:
    """The law of a test's final degree."""
    found = {0: TWO.above(2 * score)}
    within = TWO.at_most(2 * score) - TWO.at_most(score)
    found[modifier] = found.get(modifier, NONE) + within
    total = 2
    while total <= score:
        degree = score // total
        last = score // degree
        at = degree + modifier
        found[at] = found.get(at, NONE) + TWO.at_most(last) - TWO.at_most(total - 1)
        total = last + 1
    return Dist.of(found)


@dataclass(frozen=True, slots=True)
class Chances:
    """What may come of a test."""

    degrees: Dist
    success: Fraction
    """A final degree of I or more."""
    liftable: Fraction
    """No degree of its own, but one that modifiers may lift."""
    outright: Fraction
    """Failed whatever the modifiers."""
    natural_2: Fraction
    """A success with the least that the dice can show."""
    fumble: Fraction
    """A failure with two dice that both began with their highest face."""


@lru_cache(maxsize=8192)
def chances(score: int, modifier: int = 0) -> Chances:
    """All that may come of a test."""
    found, outright = law(score, modifier), TWO.above(2 * score)
    limit = 2 * score if modifier >= 1 else score // (1 - modifier)
    natural = Fraction(1, SIDES * SIDES)
    return Chances(
        found,
        success=found.at_least(1),
        liftable=TWO.at_most(2 * score) - TWO.at_most(score),
        outright=outright,
        natural_2=natural if limit >= 2 else NONE,
        fumble=natural * TWO.above(limit - 2 * SIDES),
    )


@dataclass(frozen=True, slots=True)
class Against:
    """Two tests against each other."""

    wins: Fraction
    """A relative degree above 0 and an own degree of I."""
    loses: Fraction
    """The same of the other side."""
    turned: Fraction
    """−II or less, with a degree of I of the other side: a parry that strikes back."""
    far: Fraction
    """−II or less: a dodge that acts first."""
    law: Dist
    """Of the relative degree."""
    winning: Dist
    """Of the relative degree where it wins; 0 stands for all else."""

    @property
    def neither(self) -> Fraction:
        """Nothing changes."""
        return 1 - self.wins - self.loses


@lru_cache(maxsize=8192)
def against(own: Dist, other: Dist) -> Against:
    """What two laws of final degrees come to against each other."""
    low, high = own.low - other.high, own.high - other.low
    found, winning = [0] * (high - low + 1), [0] * (max(high, 0) + 1)
    loses = turned = 0
    theirs = [(degree, weight) for degree, weight in enumerate(other.weights, other.low) if weight]
    for mine, ways in enumerate(own.weights, own.low):
        for degree, weight in theirs if ways else ():
            both, ahead = ways * weight, mine - degree
            found[ahead - low] += both
            if ahead > 0 and mine >= 1:
                winning[ahead] += both
            elif ahead < 0 and degree >= 1:
                loses += both
                turned += both if ahead <= -2 else 0
    total = own.total * other.total
    winning[0] = total - sum(winning)
    return Against(
        wins=1 - Fraction(winning[0], total),
        loses=Fraction(loses, total),
        turned=Fraction(turned, total),
        far=Fraction(sum(found[: max(0, -1 - low)]), total),
        law=Dist(low, tuple(found), total),
        winning=Dist(0, tuple(winning), total),
    )
