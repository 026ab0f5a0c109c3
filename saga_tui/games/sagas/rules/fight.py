"""What a fight needs beside degrees and blows: charges, ranges, the fields of martial arts.

charge(strength_bonus, speed_bonus, cap), crossing(speed), strike_dice(dmax, benefit) → int
strength_of(field_level, strength) → int: a martial art's equivalent Strength, or the own
ranges(range, size) → dict of metres by band
"""

from __future__ import annotations

from typing import Final, Literal

from saga_tui.games.sagas import book

Band = Literal["short", "normal", "long", "very_long"]
BANDS: Final[dict[Band, int]] = {"short": -10, "normal": 0, "long": 3, "very_long": 6}
"""What is added to a weapon's range for the farthest row of each band (S-FIRE-1)."""


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


# ---- martial arts


def strength_of(field_level: int | None, strength: int) -> int:
    """The Strength that counts in a field of a martial art: the level there + 5, or the own if that is more
    (S-MART-3)."""
    add: int = book.data("martial_arts")["equivalent_strength_add"]
    return strength if field_level is None else max(strength, field_level + add)


def strike_dice(dmax: int, benefit: str) -> int:
    """The most dice of a bare hand, by what an art brings to strikes (S-MART-2)."""
    return max(dmax, 3) if benefit == "dmax-3" else dmax
