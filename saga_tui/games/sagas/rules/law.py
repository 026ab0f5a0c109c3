"""What the rules work out of whole numbers: how body and mind stand, healing, what the surroundings do; charges,
ranges, what martial arts bring to a blow. (Degrees and blows: `saga_tui.degrees`, `saga_tui.blows`.)"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from saga_tui.blows import Harm
from saga_tui.games.sagas import book

Band = Literal["short", "normal", "long", "very_long"]
BANDS: Final[dict[Band, int]] = {"short": -10, "normal": 0, "long": 3, "very_long": 6}
"""What is added to a weapon's range for the farthest row of each band (S-FIRE-1)."""
Body = Literal["fit", "unconscious", "dying", "dead"]
Mind = Literal["fit", "confused", "mad"]
Rest = Literal["sleep", "ten minutes"]
EVERY: Final = 4
"""Rounds after which the dying lose another point (S-HURT-3)."""
FALL: Final = (3, 20)
"""Metres for each die of a fall, and the most dice (S-ENV-2)."""
THROWN: Final = 4
"""A projection throws so many times less far than one moved (S-MART-7)."""


# ---- counters


def body(harm: Harm, hit_points: int, end: int, by: Mapping[str, str] = {}) -> Body:
    """How a body stands: dead, dying, only unconscious where stun alone felled it and doesn't kill, or fit (S-HURT-3,
    S-HURT-4)."""
    if harm.injuries >= hit_points + end:
        return "dead"
    if harm.damage < hit_points:
        return "fit"
    return "dying" if harm.injuries or book.switch(by, "stun_bleeds") == "yes" else "unconscious"


def mind(harm: Harm, hit_points: int, pre: int) -> Mind:
    """How a mind stands (S-HURT-6, S-HURT-7)."""
    return "mad" if harm.injuries >= hit_points + pre else "confused" if harm.damage >= hit_points else "fit"


def healed(injuries: int, degree: int, what: Rest = "sleep", *, institution: bool = False) -> int:
    """The injuries that are left after a healing roll of this final degree: after ten minutes' rest it counts five
    times, in an institution double, and below 0 not at all (S-HEAL-1, S-HEAL-2, S-HEAL-5). Stun goes as a whole."""
    each = (5 if what == "ten minutes" else 1) * (2 if institution else 1)
    return max(0, injuries - each * max(0, degree))


# ---- surroundings


def fall(metres: float) -> int:
    """The dice of a fall (S-ENV-2)."""
    each, most = FALL
    return min(most, int(metres // each))


def thrown(moved: int) -> int:
    """The dice of a projection of one who moved so many metres last round: thrown a quarter of them (S-MART-7)."""
    return 1 + fall(moved // THROWN)


def breath_roll(end: int, round: int, prepared: bool = True) -> int | None:
    """The modifier of the roll that is due in this round without air, counted from 1; nothing where none is due
    (S-ENV-3)."""
    span = max(1, 2 * end)
    turn, within = divmod(round - 1, span)
    late = turn - 1 if prepared else turn
    return -late if within == 0 and late >= 0 else None


# ---- blows


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
