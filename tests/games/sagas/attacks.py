"""An attack as one puts it together at the table, and what it may do."""

from __future__ import annotations

from dataclasses import dataclass

from saga_tui.blows import Blow, strike
from saga_tui.degrees import NOBODY, law
from saga_tui.odds import Dist, best


@dataclass(frozen=True, slots=True)
class Attack:
    """Scores and modifiers of both sides, and the weapon; without a defence its own degree is the relative one."""

    score: int
    modifier: int = 0
    second: int | None = None
    """The score of the other weapon: two rolls, one is kept."""
    defence: int | None = None
    defended: int = 0
    """The modifier of the defence."""
    dmax: int = 1
    bonus: int = 0
    extra: int | Dist = 0
    armour: int = 0
    divisor: int = 1


def attack(of: Attack) -> Blow:
    own = law(of.score, of.modifier)
    if of.second is not None:
        own = best(own, law(of.second, of.modifier))
    defence = NOBODY if of.defence is None else law(of.defence, of.defended)
    extra = NOBODY.shifted(of.extra) if isinstance(of.extra, int) else of.extra
    return strike(own, defence, extra, dmax=of.dmax, bonus=of.bonus, armour=of.armour, divisor=of.divisor)
