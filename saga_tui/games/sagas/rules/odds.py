"""Exact chances. Nothing is cut off: a degree depends on finitely many totals, a sum of open dice stays below a number
in finitely many ways, and all else is one minus that. Chances are fractions, degrees whole laws (`Dist`).

    TWO                                     the law of 2D6*: .p(t), .at_most(t), .at_least(t), .above(t)
    dice(count)                             that of a sum of d6*
    degrees(score, modifier) → Dist         final degrees; an outright failure is among the 0s
    chances(score, modifier) → Chances      .success, .outright, .liftable, .fumble, .natural_2, .degrees
    worth(score, modifier) → Worth          what +I and −I are worth: success, degree expected
    against(own, other) → Against           two laws of degrees: .wins, .loses, .neither, .turned, .law, .winning
    attack(Attack(score, defence=…, dmax=…, bonus=…, armour=…)) → Blow
                                            .hit, .expected, .above(x), .law(most), .met (counterattack: .met.turned)
    strike(own, defence, extra, dmax=…, bonus=…) → Blow    the same of laws of final degrees
    attack_worth(Attack(…), step) → Worth   what ±I on the attack is worth: hit, damage expected
    blast(own, defence, base, dmax, armour) → Blow
    after([blow, …], Target(…)) → Fate      .shock, .faints, .felled, .dead, .down, .expected: this round
    bursts(shots, count) → Dist             of extra dice; healing(…) → Dist of the injuries left
    acts_first(own, other) → Fraction; of long actions: `saga_tui.odds.reach(law, goal, lose, intervals)`
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from math import prod
from typing import Final

from saga_tui.games.sagas.rules.dice import SIDES
from saga_tui.games.sagas.rules.fight import blast_dice, damage_dice, extra_dice
from saga_tui.games.sagas.rules.harm import Harm, Rest, healed
from saga_tui.odds import Dist, best
from saga_tui.open_odds import Dice, Open, lead, summed

TWO: Final = Open(2)
"""The law of a test's dice (S-DIE-3)."""
NONE: Final = Fraction()


@lru_cache(maxsize=256)
def dice(count: int) -> Open:
    """The law of a sum of d6* (S-DIE-5)."""
    return Open(count)


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
    return Dist.of(found)


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
    """What a step adds: to the chance of success or to hit, and to the degree (those below I as none) or the damage
    that is expected."""

    success: Fraction
    more: Fraction


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


# ---- blows


@dataclass(frozen=True, slots=True)
class Attack:
    """An attack as it is put together; without a defence its own degree is the relative one (S-ATK-1)."""

    score: int
    modifier: int = 0
    second: int | None = None
    """The score of the other weapon: two rolls, one is kept (S-SIT-3)."""
    defence: int | None = None
    defended: int = 0
    """The modifier of the defence."""
    dmax: int = 1
    bonus: int = 0
    extra: int | Dist = 0
    """Dice of further bullets or bursts (S-FIRE-4, S-FIRE-5)."""
    armour: int = 0
    """What is left of it against the weapon (S-ARM-2)."""
    divisor: int = 1
    """A shotgun's damage at long and very long range (S-FIRE-2)."""


@dataclass(frozen=True, slots=True)
class Blow(Dice):
    """What an attack may do: so many dice of damage with which chance, the bonus added, armour taken off."""

    met: Against
    """What attack and defence come to."""

    @property
    def hit(self) -> Fraction:
        """The chance to hit."""
        return self.any


NO_DEFENCE: Final = Dist(0, (1,), 1)


@lru_cache(maxsize=4096)
def strike(own: Dist, defence: Dist, extra: Dist, *, dmax: int, bonus: int, armour: int = 0, divisor: int = 1) -> Blow:
    """What an attack with these laws of final degrees may do (S-ATK-1, S-ATK-2, S-FIRE-6)."""
    met = against(own, defence)
    ways: dict[int, Fraction] = {}
    for relative, chance in met.winning:
        for more, also in extra if relative and chance else ():
            count = damage_dice(relative, more, dmax)
            ways[count] = ways.get(count, NONE) + chance * also
    return Blow(tuple(ways.items()), bonus, armour, divisor, SIDES, met)


@lru_cache(maxsize=4096)
def attack(of: Attack) -> Blow:
    """What an attack may do."""
    own = degrees(of.score, of.modifier)
    if of.second is not None:
        own = best(own, degrees(of.second, of.modifier))
    defence = NO_DEFENCE if of.defence is None else degrees(of.defence, of.defended)
    extra = Dist(of.extra, (1,), 1) if isinstance(of.extra, int) else of.extra
    return strike(own, defence, extra, dmax=of.dmax, bonus=of.bonus, armour=of.armour, divisor=of.divisor)


def attack_worth(of: Attack, step: int = 1) -> Worth:
    """What one more positive degree on the attack, or with `step` −1 a negative one, is worth."""
    now, then = attack(of), attack(replace(of, modifier=of.modifier + step))
    return Worth(then.hit - now.hit, then.expected - now.expected)


@lru_cache(maxsize=1024)
def blast(own: Dist, defence: Dist | None, base: int, dmax: int, armour: int = 0) -> Blow:
    """What a blast may do to one victim: everybody suffers, the relative degree adds dice or takes them off
    (S-BLST-2)."""
    met = against(own, defence or NO_DEFENCE)
    ways: dict[int, Fraction] = {}
    for relative, chance in met.law:
        count = blast_dice(relative, dmax) * (1 if relative > 0 else -1)
        ways[count] = ways.get(count, NONE) + chance
    return Blow(tuple((count, chance) for count, chance in ways.items() if chance), base, armour, 1, SIDES, met)


# ---- who is struck


@dataclass(frozen=True, slots=True)
class Target:
    """Who is struck, in body or mind: hit points, what is added to them before death or madness, the threshold and the
    roll of a shock, injuries and stun so far."""

    hit_points: int
    beyond: int
    threshold: int
    roll: int
    modifier: int = 0
    harm: Harm = field(default_factory=Harm)
    stunning: bool = False
    """The blows give stun, not injuries: they kill only who has as much stun as hit points already (S-HURT-5)."""


@dataclass(frozen=True, slots=True)
class Fate:
    """What blows may do to somebody in a round."""

    expected: Fraction
    """The damage suffered."""
    shock: Fraction
    """A shock roll is asked (S-SHK-1, S-SHK-2)."""
    felled: Fraction
    """The hit points are reached (S-HURT-3, S-HURT-6)."""
    dead: Fraction
    """Dead, or mad (S-HURT-4, S-HURT-7)."""
    down: Fraction
    """Felled, or fainted by a shock."""

    @property
    def faints(self) -> Fraction:
        """Down by a shock alone."""
        return self.down - self.felled


def after(blows: Sequence[Blow], target: Target) -> Fate:
    """What one blow or several of a round, each against its own defence, may do to somebody."""
    harm, high = target.harm, target.threshold
    falls, dies = target.hit_points - harm.damage, target.hit_points + target.beyond - harm.injuries
    lives = target.stunning and harm.stun < target.hit_points
    below = max(0, falls if lives else dies, falls)
    stays = chances(target.roll, target.modifier).success
    suffered, awake, total, kept = [1], [1], 1, 1
    for blow in blows:
        law, of = blow.weights(below)
        upright = [ways * (stays.numerator if at > high else stays.denominator) for at, ways in enumerate(law)]
        suffered, awake = summed(suffered, law, below), summed(awake, upright, below)
        total, kept = total * of, kept * of * stays.denominator
    return Fate(
        expected=sum((blow.expected for blow in blows), NONE),
        shock=1 - prod((1 - blow.above(high) for blow in blows), start=Fraction(1)),
        felled=1 - Fraction(sum(suffered[: max(0, falls)]), total),
        dead=NONE if lives else 1 - Fraction(sum(suffered[: max(0, dies)]), total),
        down=1 - Fraction(sum(awake[: max(0, falls)]), kept),
    )


# ---- the rest


@lru_cache(maxsize=1024)
def bursts(shots: int, count: int, by: str = "") -> Dist:
    """The law of the extra dice of so many bursts from a magazine: each takes 1d6* + 1 bullets; `by` is how they count
    where that is chosen otherwise (S-FIRE-5)."""
    enough = [Fraction(1), *(dice(burst).at_most(shots - burst) for burst in range(1, count + 1)), NONE]
    filled = Dist.of({burst: enough[burst] - enough[burst + 1] for burst in range(count + 1)})
    return filled.mapped(lambda burst: extra_dice("auto", burst, {"burst_dice": by} if by else {}))


def healing(law: Dist, injuries: int, what: Rest = "sleep", *, institution: bool = False) -> Dist:
    """The law of the injuries left after a healing roll with that law of degrees (S-HEAL-1, S-HEAL-2)."""
    return law.mapped(lambda degree: healed(injuries, degree, what, institution=institution))


def acts_first(own: int, other: int) -> Fraction:
    """The chance to act before somebody, by both Initiatives; a tie goes to the higher one, else it is rolled again
    (S-CMB-2)."""
    return Fraction(1, 2) if own == other else lead(other - own + (own < other))
