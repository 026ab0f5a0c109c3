"""Armour, shock, injuries and stun, healing, what the surroundings do, things that break.

armour_left(protection, ap, ra, called) → int; through(damage, …) → Tally    what a blow does after armour
is_shock(damage, threshold, halved) → bool
suffer(harm, blow, stunning, hit_points, by) → Harm      the counters after a blow
body(harm, hit_points, end, by), mind(harm, hit_points, pre) → str           fit, dying, dead; confused, mad …
bled(rounds) → int; healed(injuries, degree, what, institution) → int        what is left
fall(metres), thrown(moved) → int of dice; breath_roll(end, round, prepared) → int | None
thing(hit_points, injuries, blow) → Thing; break_with_body(…) → tuple[int, int]
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from saga_tui.blows import Harm
from saga_tui.games.sagas import book
from saga_tui.tally import Tally, Term, tally

Body = Literal["fit", "unconscious", "dying", "dead"]
Mind = Literal["fit", "confused", "mad"]
Rest = Literal["sleep", "ten minutes"]
EVERY: Final = 4
"""Rounds after which the dying lose another point (S-HURT-3)."""
FALL: Final = (3, 20)
"""Metres for each die of a fall, and the most dice (S-ENV-2)."""
THROWN: Final = 4
"""A projection throws so many times less far than one moved (S-MART-7)."""


# ---- armour and shock


def armour_left(protection: int, ap: int = 0, ra: int = 0, called: bool = False) -> int:
    """What is left of a protection against a weapon: halved for each point that AP is above RA, and by a called shot
    (S-ARM-2)."""
    return protection >> max(0, ap - ra) + called


def through(damage: int, protection: int, ap: int = 0, ra: int = 0, called: bool = False) -> Tally:
    """What a blow does after armour, not below 0 (S-HURT-2)."""
    held = min(damage, armour_left(protection, ap, ra, called))
    halved = protection > armour_left(protection, ap, ra, called)
    words, rule = f"protection {protection}{', halved' if halved else ''}", "S-ARM-2" if halved else "S-HURT-2"
    terms = Term(damage, "damage", "S-HURT-2", "play"), Term(-held, words, rule) if held else None
    return tally("through", "Damage taken", terms)


def is_shock(damage: int, threshold: int, halved: bool = False) -> bool:
    """Whether one blow's damage after armour asks for a shock roll; a called shot halves the threshold (S-SHK-1,
    S-SHK-2, S-SIT-6)."""
    return damage > (threshold // 2 if halved else threshold)


# ---- counters


def suffer(harm: Harm, blow: int, stunning: bool, hit_points: int, by: Mapping[str, str] = {}) -> Harm:
    """The counters after a blow; stun beyond the hit points becomes injuries (S-HURT-2, S-HURT-5)."""
    if not stunning:
        return Harm(harm.injuries + blow, harm.stun)
    room = max(0, hit_points - harm.stun)
    stays = min(blow, room) if book.switch(by, "stun_overflow") == "point-by-point" else blow if room else 0
    return Harm(harm.injuries + blow - stays, harm.stun + stays)


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


def bled(rounds: int) -> int:
    """The injuries of so many rounds of dying: one at the end of every fourth (S-HURT-3)."""
    return rounds // EVERY


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


# ---- things


@dataclass(frozen=True, slots=True)
class Thing:
    """How a thing stands after a blow (S-OBJ-1)."""

    broken: bool
    destroyed: bool


def thing(hit_points: int, injuries: int, blow: int) -> Thing:
    """A thing with so many injuries, the last blow's among them: more than a fifth of its hit points at one blow
    breaks it, all of them destroy it (S-OBJ-1)."""
    return Thing(broken=is_shock(blow, hit_points // 5), destroyed=injuries >= hit_points)


def break_with_body(damage: int, protection: int, hit_points: int, slowly: bool = False) -> tuple[int, int]:
    """What a thing and who breaks it with the body suffer; who takes a round longer is unhurt, for half the damage
    (S-OBJ-2)."""
    return (damage // 2, 0) if slowly else (damage, min(damage, 2 * protection + hit_points // 5))
