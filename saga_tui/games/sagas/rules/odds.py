"""Exact chances. Nothing is cut off: a degree depends on finitely many totals, a sum of open dice stays below a number
in finitely many ways, and all else is one minus that. Chances are fractions, degrees whole laws (`Dist`).

    TWO                                     the law of 2D6*: .p(t), .at_most(t), .at_least(t), .above(t)
    dice(count)                             that of a sum of d6*
    degrees(score, modifier) → Dist         final degrees; an outright failure is among the 0s
    chances(score, modifier) → Chances      .success, .outright, .liftable, .fumble, .natural_2, .degrees
    worth(score, modifier) → Worth          what +I and −I are worth: success, degree expected
    against(own, other) → Against           two laws of degrees: .wins, .loses, .neither, .turned, .law, .winning
    best(*laws) → Dist                      two attack rolls, the better one kept
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import Final

from saga_tui.odds import Dist, Open

TWO: Final = Open(2)
"""The law of a test's dice (S-DIE-3)."""
NONE: Final = Fraction()


@lru_cache(maxsize=256)
def dice(count: int) -> Open:
    """The law of a sum of d6* (S-DIE-5)."""
    return Open(count)


def as_law(chances: Mapping[int, Fraction]) -> Dist:
    """Chances by value as a law."""
    total = lcm(*(chance.denominator for chance in chances.values()))
    low, high = min(chances), max(chances)
    found = (chances.get(value, NONE) for value in range(low, high + 1))
    return Dist(low, tuple(chance.numerator * (total // chance.denominator) for chance in found), total)


@lru_cache(maxsize=8192)
def degrees(score: int, modifier: int = 0) -> Dist:
    """The law of a test's final degree (S-TST-2, S-TST-3)."""
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
    return as_law(found)


@dataclass(frozen=True, slots=True)
class Chances:
    """What may come of a test."""

    degrees: Dist
    success: Fraction
    """A final degree of I or more (S-TST-6)."""
    liftable: Fraction
    """No degree of its own, but one that modifiers may lift (S-TST-2)."""
    outright: Fraction
    """Failed whatever the modifiers (S-TST-2)."""
    natural_2: Fraction
    """A success with a natural 2 (S-TST-7)."""
    fumble: Fraction
    """A failure with a natural 12 (S-TST-7)."""


@lru_cache(maxsize=8192)
def chances(score: int, modifier: int = 0) -> Chances:
    """All that may come of a test (S-TST-6, S-TST-7)."""
    law, outright = degrees(score, modifier), TWO.above(2 * score)
    limit = 2 * score if modifier >= 1 else score // (1 - modifier)
    natural = Fraction(1, 36)
    return Chances(
        law,
        success=law.at_least(1),
        liftable=TWO.at_most(2 * score) - TWO.at_most(score),
        outright=outright,
        natural_2=natural if limit >= 2 else NONE,
        fumble=natural * TWO.above(limit - 12),
    )


@dataclass(frozen=True, slots=True)
class Worth:
    """What a step adds: to the chance of success, and to the degree that is expected, those below I as none."""

    success: Fraction
    degree: Fraction


@lru_cache(maxsize=8192)
def worth(score: int, modifier: int = 0, step: int = 1) -> Worth:
    """What one more positive degree, or with `step` −1 a negative one, is worth in a test (S-TST-6)."""
    now, then = degrees(score, modifier), degrees(score, modifier + step)
    return Worth(then.at_least(1) - now.at_least(1), then.surplus - now.surplus)


# ---- two sides


@dataclass(frozen=True, slots=True)
class Against:
    """Two tests against each other (S-OPP)."""

    wins: Fraction
    """A relative degree above 0 and an own degree of I (S-OPP-2)."""
    loses: Fraction
    """The same of the other side."""
    turned: Fraction
    """−II or less, with a degree of I of the other side: a parry that strikes back (S-DEF-3)."""
    far: Fraction
    """−II or less: a dodge that takes the initiative (S-DEF-2)."""
    law: Dist
    """Of the relative degree (S-OPP-1)."""
    winning: Dist
    """Of the relative degree where it wins; 0 stands for all else (S-ATK-1)."""

    @property
    def neither(self) -> Fraction:
        """Nothing changes."""
        return 1 - self.wins - self.loses


@lru_cache(maxsize=8192)
def against(own: Dist, other: Dist) -> Against:
    """What two laws of final degrees come to against each other (S-OPP-1, S-OPP-2)."""
    low, high = own.low - other.high, own.high - other.low
    law, winning = [0] * (high - low + 1), [0] * (max(high, 0) + 1)
    loses = turned = 0
    theirs = [(degree, weight) for degree, weight in enumerate(other.weights, other.low) if weight]
    for mine, ways in enumerate(own.weights, own.low):
        for degree, weight in theirs if ways else ():
            both, ahead = ways * weight, mine - degree
            law[ahead - low] += both
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
        far=Fraction(sum(law[: max(0, -1 - low)]), total),
        law=Dist(low, tuple(law), total),
        winning=Dist(0, tuple(winning), total),
    )


def best(*laws: Dist) -> Dist:
    """The law of the best of several rolls (S-SIT-3)."""
    low, high = max(law.low for law in laws), max(law.high for law in laws)
    found: dict[int, Fraction] = {}
    before = NONE
    for value in range(low, high + 1):
        now = Fraction(1)
        for law in laws:
            now *= 1 - law.at_least(value + 1)
        found[value], before = now - before, now
    return as_law(found)
