"""A blow against a defence, damage, charges, shooting, blasts, martial arts, initiative.

clash(attack, defence, kind) → Clash                 .relative, .hit, .counterattack, .next_round
damage_dice(relative, extra, dmax) → int; damage_bonus(weapon, strength, field_level) → Tally
charge(strength_bonus, speed_bonus, cap), recoil(dealt), crossing(speed) → int
ranges(range, size) → dict of metres by band; band(range, metres, size) → str; AIM[band] → degrees
extra_dice(mode, count, by) → int; fire(shots, burst_dice, by) → Fired; at_range(damage, band) → int
blast(base, relative, rolled), blast_dice(relative, dmax), blast_score(weapon, user, by) → int
fields(cco, level, art) → dict of totals; strike_dice(dmax, benefit) → int; throw(moved, degree) → Throw
order(rolls) → list of ranks, who is tied in one
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final, Literal

from saga_tui.games.sagas import book
from saga_tui.games.sagas.rules.degrees import Test
from saga_tui.games.sagas.rules.values import bonus, strength_of
from saga_tui.tally import Tally, Term, tally

Defence = Literal["none", "dodge", "parry", "reflex"]
Band = Literal["point_blank", "short", "normal", "long", "very_long", ""]
Mode = Literal["single", "semi", "auto"]
BANDS: Final[dict[Band, int]] = {"short": -10, "normal": 0, "long": 3, "very_long": 6}
"""What is added to a weapon's range for the farthest row of each band (S-FIRE-1)."""
AIM: Final[dict[Band, int]] = {"point_blank": 1, "short": 1, "normal": 0, "long": -1, "very_long": -2}
"""What each band is worth in degrees (S-FIRE-1)."""
FIELDS: Final = ("strikes", "projections", "holds")


# ---- a blow


@dataclass(frozen=True, slots=True)
class Clash:
    """What an attack against a defence came to."""

    relative: int
    hit: bool
    """A relative degree and an own one of I (S-ATK-1)."""
    counterattack: bool
    """A parry may strike back at once (S-DEF-3)."""
    next_round: int
    """What the dodger has in hand for the next round (S-DEF-2)."""

    @property
    def attacker_loses_initiative(self) -> bool:
        """The dodger takes it (S-DEF-2)."""
        return self.next_round > 0


def clash(attack: Test, defence: Test | None = None, kind: Defence = "none") -> Clash:
    """An attack against the defence that meets it, if one does (S-ATK-1, S-DEF-1 to S-DEF-6)."""
    own, other = attack.final, defence.final if defence else 0
    relative = own - other
    turned = relative <= -2
    return Clash(
        relative,
        hit=relative >= 1 and own >= 1,
        counterattack=kind == "parry" and turned and other >= 1,
        next_round=2 if kind == "dodge" and turned else 0,
    )


def damage_dice(relative: int, extra: int, dmax: int) -> int:
    """The dice of damage of a hit (S-ATK-2, S-FIRE-6)."""
    return min(relative + extra, dmax) if relative >= 1 else 0


def damage_bonus(weapon: str, strength: int, field_level: int | None = None) -> Tally:
    """What is added to the dice: the weapon's bonus, and in close combat that of Strength, or of what a field of a
    martial art is worth (S-ATK-2, S-MART-3)."""
    row = book.weapons()[weapon]
    counts = strength_of(field_level, strength)
    rule, words = ("S-MART-3", "equivalent Strength") if counts > strength else ("S-ATK-2", "Strength")
    terms = (
        Term(row.bonus, row.name, "S-ATK-2"),
        Term(bonus(counts), f"{words} {counts}", rule) if row.close else None,
    )
    return tally("damage_bonus", "Damage bonus", terms)


def charge(strength_bonus: int, speed_bonus: int, cap: int) -> int:
    """What a charge adds to the damage beside the weapon's bonus, at most the maximum impact bonus (S-MOVE-1, S-MOVE-3,
    S-MOVE-4)."""
    return min(strength_bonus + 2 * speed_bonus, cap)


def recoil(dealt: int) -> int:
    """What a mount or creature suffers that charges with its body (S-MOVE-4)."""
    return dealt // 2


# ---- shooting


def ranges(range: int, size: float = 1) -> dict[Band, float]:
    """The farthest metre of each band of a range, for a target `size` times a human's; no short one below a range of
    10 (S-FIRE-1, S-FIRE-2)."""
    return {
        name: book.universal(range + add).distance_m * size
        for name, add in BANDS.items()
        if name != "short" or range + add >= 0
    }


def band(range: int, metres: float, size: float = 1) -> Band:
    """The band that a distance lies in; none beyond the farthest, where no shot reaches (S-FIRE-1)."""
    if metres < 1:
        return "point_blank"
    return next((name for name, most in ranges(range, size).items() if metres <= most), "")


def crossing(speed: int) -> int:
    """The modifier against a target that moves across, by the score of its speed; never a bonus (S-FIRE-3)."""
    return -max(0, bonus(speed) // 5)


def extra_dice(mode: Mode, count: int = 1, by: Mapping[str, str] = {}) -> int:
    """The dice that further bullets or bursts at one target add: `count` bullets, at most 3, or bursts (S-FIRE-4,
    S-FIRE-5)."""
    if mode == "semi":
        return max(0, min(3, count) - 1)
    beyond = book.switch(by, "burst_dice") == "beyond-first"
    return max(0, count - beyond) if mode == "auto" else 0


@dataclass(frozen=True, slots=True)
class Fired:
    """What bursts took from a magazine."""

    left: int
    extra: int
    bullets: tuple[int, ...]
    """Of each burst that could be filled; a 30° area has at most as many targets as the first (S-FIRE-5)."""


def fire(shots: int, burst_dice: Sequence[int], by: Mapping[str, str] = {}) -> Fired:
    """Bursts, each of 1d6* + 1 bullets; one that the magazine can't fill adds nothing and empties it (S-FIRE-5)."""
    bullets: list[int] = []
    for rolled in burst_dice:
        if rolled + 1 > shots:
            shots = 0
            break
        shots -= rolled + 1
        bullets.append(rolled + 1)
    return Fired(shots, extra_dice("auto", len(bullets), by), tuple(bullets))


def at_range(damage: int, band: Band) -> int:
    """What is left of a shotgun's damage at that range (S-FIRE-2)."""
    return damage // {"long": 2, "very_long": 4}.get(band, 1)


# ---- blasts


def blast_score(weapon: str, user: int, by: Mapping[str, str] = {}) -> int:
    """The score that a blast is rolled with: the explosive's own where it has one, else the user's (S-BLST-1)."""
    own = book.weapons()[weapon].fight
    return user if own is None or book.switch(by, "blast_degree") == "user" else own


def blast_dice(relative: int, dmax: int) -> int:
    """The dice that a relative degree adds to a blast, under DMAX, or takes off (S-BLST-2)."""
    return min(relative, dmax) if relative > 0 else -relative


def blast(base: int, relative: int, rolled: int) -> int:
    """A blast's damage with the sum of its dice (S-BLST-2)."""
    return max(0, base + (rolled if relative > 0 else -rolled))


# ---- martial arts


def fields(cco: int, level: int, art: str) -> dict[str, int | None]:
    """The total in each field of a martial art; none where the art doesn't teach it (S-MART-1)."""
    row = book.arts()[art]
    added: dict[str, int | None] = {name: getattr(row, name) for name in FIELDS}
    return {name: None if add is None else cco + level + add for name, add in added.items()}


def strike_dice(dmax: int, benefit: str) -> int:
    """The most dice of a bare hand, by what an art brings to strikes (S-MART-2)."""
    return max(dmax, 3) if benefit == "dmax-3" else dmax


@dataclass(frozen=True, slots=True)
class Throw:
    """How far somebody is thrown, and the dice of damage (S-MART-7)."""

    metres: int
    dice: int


def throw(moved: int, degree: int) -> Throw:
    """A projection of one who moved so many metres last round; a roll's degree takes dice off (S-MART-7)."""
    metres = moved // 4
    return Throw(metres, max(0, 1 + metres // 3 - max(0, degree)))


# ---- initiative


def order(rolls: Mapping[str, tuple[int, int]]) -> list[list[str]]:
    """Who acts when, by characteristic and die: the highest sum first, then the higher characteristic; who stands in
    one rank is still tied and rolls again (S-CMB-2)."""

    def rank(name: str) -> tuple[int, int]:
        own, rolled = rolls[name]
        return (own + rolled, own)

    return [list(tied) for _, tied in groupby(sorted(rolls, key=rank, reverse=True), rank)]
