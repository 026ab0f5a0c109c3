"""What a fight needs beside degrees and blows: charges, ranges, magazines, the fields of martial arts, natural rolls.

charge(strength_bonus, speed_bonus, cap), crossing(speed), strike_dice(dmax, benefit) → int
strength_of(field_level, strength) → int: a martial art's equivalent Strength, or the own
ranges(range, size) → dict of metres by band
extra_dice(mode, count, by) → int; fire(shots, burst_dice, by) → Fired; bursts(shots, count, by) → Dist of extra dice
what_comes(natural, test, by) → str
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Final, Literal

from saga_tui.degrees import SIDES, Test
from saga_tui.games.sagas import book
from saga_tui.odds import Dist
from saga_tui.open_odds import Open

Band = Literal["short", "normal", "long", "very_long"]
Mode = Literal["single", "semi", "auto"]
BANDS: Final[dict[Band, int]] = {"short": -10, "normal": 0, "long": 3, "very_long": 6}
"""What is added to a weapon's range for the farthest row of each band (S-FIRE-1)."""


def what_comes(natural: str, test: Test, by: Mapping[str, str] = {}) -> str:
    """What a natural 2 or 12 may bring: an advantage with a success, a penalty with a final degree of 0 or less
    (S-TST-7)."""
    if book.switch(by, "natural_rolls") == "off":
        return ""
    return {"2": "advantage" if test.success else "", "12": "" if test.success else "penalty"}.get(natural, "")


def charge(strength_bonus: int, speed_bonus: int, cap: int) -> int:
    """What a charge adds to the damage beside the weapon's bonus, at most the maximum impact bonus (S-MOVE-1, S-MOVE-3,
    S-MOVE-4)."""
    return min(strength_bonus + 2 * speed_bonus, cap)


# ---- shooting


def ranges(range: int, size: float = 1) -> dict[Band, float]:
    """The farthest metre of each band of a range, for a target `size` times a human's; no short one below a range of
    10 (S-FIRE-1, S-FIRE-2)."""
    return {
        name: book.universal(range + add).distance_m * size
        for name, add in BANDS.items()
        if name != "short" or range + add >= 0
    }


def crossing(speed: int) -> int:
    """The modifier against a target that moves across, by the score of its speed; never a bonus (S-FIRE-3)."""
    return -max(0, book.universal(speed).bonus // 5)


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


@lru_cache(maxsize=1024)
def bursts(shots: int, count: int, by: str = "") -> Dist:
    """The law of the extra dice of so many bursts from a magazine: each takes 1d6* + 1 bullets; `by` is how they count
    where that is chosen otherwise (S-FIRE-5)."""
    enough = [Fraction(1), *(Open(burst, SIDES).at_most(shots - burst) for burst in range(1, count + 1)), Fraction()]
    filled = Dist.of({burst: enough[burst] - enough[burst + 1] for burst in range(count + 1)})
    return filled.mapped(lambda burst: extra_dice("auto", burst, {"burst_dice": by} if by else {}))


# ---- martial arts


def strength_of(field_level: int | None, strength: int) -> int:
    """The Strength that counts in a field of a martial art: the level there + 5, or the own if that is more
    (S-MART-3)."""
    add: int = book.data("martial_arts")["equivalent_strength_add"]
    return strength if field_level is None else max(strength, field_level + add)


def strike_dice(dmax: int, benefit: str) -> int:
    """The most dice of a bare hand, by what an art brings to strikes (S-MART-2)."""
    return max(dmax, 3) if benefit == "dmax-3" else dmax
