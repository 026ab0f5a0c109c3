"""How body and mind stand, healing, what the surroundings do.

body(harm, hit_points, end, by), mind(harm, hit_points, pre) → str           fit, dying, dead; confused, mad …
healed(injuries, degree, what, institution) → int        what is left
fall(metres), thrown(moved) → int of dice; breath_roll(end, round, prepared) → int | None
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from saga_tui.blows import Harm
from saga_tui.games.sagas import book

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
