"""Blows whose dice of damage are the degrees by which they won, and what such blows may do to somebody: exact chances.

damage_dice(relative, extra, dmax), blast_dice(relative, dmax) → int
strike(own, defence, extra, dmax=…, bonus=…) → Blow     of laws of final degrees
                                        .hit, .expected, .above(x), .law(most), .met (counterattack: .met.turned)
blast(own, defence, base, dmax, armour) → Blow
after([blow, …], Target(…)) → Fate      .shock, .faints, .felled, .dead, .down, .expected: this round
extra_dice(bullets, bursts, beyond) → int; fire(shots, thrown) → left, bullets; bursts(shots, count, beyond) → Dist
acts_first(own, other) → Fraction
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from math import prod

from saga_tui.degrees import NOBODY, NONE, SIDES, Against, against, chances
from saga_tui.odds import Dist
from saga_tui.open_odds import Dice, Open, lead, summed


@dataclass(frozen=True, slots=True)
class Harm:
    """Injuries and stun of one kind."""

    injuries: int = 0
    stun: int = 0

    @property
    def damage(self) -> int:
        """Both together."""
        return self.injuries + self.stun


def armour_left(protection: int, ap: int = 0, ra: int = 0, called: bool = False) -> int:
    """What is left of a protection against a weapon: halved for each point that it pierces more than it resists, and by
    a called shot."""
    return protection >> max(0, ap - ra) + called


def suffer(harm: Harm, blow: int, stunning: bool, hit_points: int, *, exact: bool = False) -> Harm:
    """The counters after a blow. Stun becomes injuries once there is as much as hit points: from the next blow on, or,
    where that is `exact`, point by point."""
    if not stunning:
        return Harm(harm.injuries + blow, harm.stun)
    room = max(0, hit_points - harm.stun)
    stays = min(blow, room) if exact else blow if room else 0
    return Harm(harm.injuries + blow - stays, harm.stun + stays)


def damage_dice(relative: int, extra: int, dmax: int) -> int:
    """The dice of damage of a hit: its relative degree and further ones, at most what the weapon can do."""
    return min(relative + extra, dmax) if relative >= 1 else 0


def blast_dice(relative: int, dmax: int) -> int:
    """The dice that a relative degree adds to a blast, under the weapon's most, or takes off."""
    return min(relative, dmax) if relative > 0 else -relative


# ---- blows


@dataclass(frozen=True, slots=True)
class Blow(Dice):
    """What an attack may do: so many dice of damage with which chance, the bonus added, armour taken off."""

    met: Against
    """What attack and defence come to."""

    @property
    def hit(self) -> Fraction:
        """The chance to hit."""
        return self.any


@lru_cache(maxsize=4096)
def strike(own: Dist, defence: Dist, extra: Dist, *, dmax: int, bonus: int, armour: int = 0, divisor: int = 1) -> Blow:
    """What an attack with these laws of final degrees may do."""
    met = against(own, defence)
    ways: dict[int, Fraction] = {}
    for relative, chance in met.winning:
        for more, also in extra if relative and chance else ():
            count = damage_dice(relative, more, dmax)
            ways[count] = ways.get(count, NONE) + chance * also
    return Blow(tuple(ways.items()), bonus, armour, divisor, SIDES, met)


@lru_cache(maxsize=1024)
def blast(own: Dist, defence: Dist | None, base: int, dmax: int, armour: int = 0) -> Blow:
    """What a blast may do to one victim: everybody suffers, the relative degree adds dice or takes them off."""
    met = against(own, defence or NOBODY)
    ways: dict[int, Fraction] = {}
    for relative, chance in met.law:
        count = blast_dice(relative, dmax) * (1 if relative > 0 else -1)
        ways[count] = ways.get(count, NONE) + chance
    return Blow(tuple((count, chance) for count, chance in ways.items() if chance), base, armour, 1, SIDES, met)


# ---- bullets and bursts


def extra_dice(bullets: int = 1, bursts: int = 0, beyond: int = 0) -> int:
    """The dice that further bullets at one target add, at most 3 of them in all; or bursts, of which the first `beyond`
    add none."""
    return max(0, bursts - beyond) if bursts else max(0, min(3, bullets) - 1)


def fire(shots: int, thrown: Sequence[int]) -> tuple[int, tuple[int, ...]]:
    """What bursts leave in a magazine, and the bullets of each that it could fill: each takes an open die and one more;
    one that the magazine can't fill empties it."""
    bullets: list[int] = []
    for rolled in thrown:
        if rolled + 1 > shots:
            return 0, tuple(bullets)
        shots -= rolled + 1
        bullets.append(rolled + 1)
    return shots, tuple(bullets)


@lru_cache(maxsize=1024)
def bursts(shots: int, count: int, beyond: int = 0) -> Dist:
    """The law of the dice that so many bursts from a magazine add."""
    enough = [Fraction(1), *(Open(burst, SIDES).at_most(shots - burst) for burst in range(1, count + 1)), Fraction()]
    filled = Dist.of({burst: enough[burst] - enough[burst + 1] for burst in range(count + 1)})
    return filled.mapped(lambda burst: extra_dice(bursts=burst, beyond=beyond))


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
    """The blows give stun, not injuries: they kill only who has as much stun as hit points already."""


@dataclass(frozen=True, slots=True)
class Fate:
    """What blows may do to somebody in a round."""

    expected: Fraction
    """The damage suffered."""
    shock: Fraction
    """A shock roll is asked."""
    felled: Fraction
    """The hit points are reached."""
    dead: Fraction
    """Dead, or mad."""
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


def acts_first(own: int, other: int) -> Fraction:
    """The chance to act before somebody, by an open die and both numbers; a tie goes to the higher one, else it is
    rolled again."""
    return Fraction(1, 2) if own == other else lead(other - own + (own < other))
