"""SagaS's tables as data, each read once and only when asked.

`universal(score)`, `skills()`, `weapons()`, `armours()`, `materials()`, `arts()`, `modifiers(kind)`, `switches()` give
rows by key; `switch(chosen, key)` is what a group chose, else the default; `data(name)` is a whole TOML file.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import Any, Final

from saga_tui.prices import Prices, bands
from saga_tui.tables import Folder

MOST: Final = 100
"""So many points above the table multiply weights and distances by 4; nobody can tell what lies beyond."""
CREDIT: Final = (
    "SagaS (version 0.995) is an open game of Magna Regula; the texts here are retellings in our own words, not "
    "endorsed by its authors."
)


@dataclass(frozen=True, slots=True)
class Universal:
    """A row of the universal table (S-CHR-5)."""

    score: int
    bonus: int
    weight_kg: float
    speed_kmh: float
    speed_m_per_round: float
    duration_s: int
    duration: str
    distance_m: float


@dataclass(frozen=True, slots=True)
class Skill:
    """A skill: the characteristic under it and the level it starts at; none where the referee sets it (S-SKILL-1)."""

    key: str
    name: str
    characteristic: str
    base: int | None
    tl: int | None
    specialise: bool
    neighbours: tuple[str, ...]
    use: str


@dataclass(frozen=True, slots=True)
class Weapon:
    """A weapon, in the hand or from afar; `None` where it has no such number (S-EQP-1)."""

    key: str
    name: str
    skill: str
    bonus: int
    dmax: int
    strength: int | None = None
    tl: int | None = None
    size: int | None = None
    blunt: bool = False
    range: int | None = None
    ap: int | None = None
    fight: int | None = None
    radius_m: tuple[int, ...] = ()
    bonus_by_radius: tuple[int, ...] = ()
    shotgun: bool = False
    kind: str = ""
    year: int | None = None
    origin: str = ""
    shots: int | None = None
    rof: int | None = None
    weight_kg: float | None = None
    mount: str = ""
    note: str = ""
    covers: int | None = None
    """Degrees of a circle in which it strikes everybody (S-BLST-3)."""

    @property
    def everyone(self) -> bool:
        """Whether it strikes everybody in a zone (S-BLST-2, S-BLST-3)."""
        return bool(self.radius_m or self.covers)

    @property
    def close(self) -> bool:
        """Whether it strikes with the Strength of the hand (S-ATK-2)."""
        return self.range is None


@dataclass(frozen=True, slots=True)
class Armour:
    """Armour or a helmet (S-ARM-1); without a protection it is the referee's to set (S-ARM-3)."""

    key: str
    name: str
    kind: str
    protection: int | None
    protection_bullets_impact: int | None
    ra: int
    tl: int
    fits: tuple[str, ...]
    note: str


@dataclass(frozen=True, slots=True)
class Material:
    """What a structure is made of, for a piece of 1 m × 1 m × 0.1 m (S-OBJ-1)."""

    key: str
    name: str
    armour: int | None
    ra: int
    hit_points: int
    tl: int
    note: str


@dataclass(frozen=True, slots=True)
class Art:
    """A martial art: what is added to its level in each field it teaches (S-MART-1)."""

    key: str
    name: str
    also: tuple[str, ...] = ()
    strikes: int | None = None
    projections: int | None = None
    holds: int | None = None
    strike_benefit: str = ""


@dataclass(frozen=True, slots=True)
class Modifier:
    """A modifier in degrees (S-TST-3); `on` says whose rolls it changes, `choose` which values there are; `when`,
    `itself` and `bonus` as `engine.rolled.Modifier` has them."""

    key: str
    degree: int = 0
    name: str = ""
    on: tuple[str, ...] = ()
    choose: tuple[int, ...] = ()
    not_with: tuple[str, ...] = ()
    formula: str = ""
    stops: str = ""
    note: str = ""
    rule: str = ""
    when: tuple[str, ...] = ()
    itself: bool = False
    bonus: str = ""


@dataclass(frozen=True, slots=True)
class Switch:
    """What a group may choose (S-WORLD-2)."""

    key: str
    options: tuple[str, ...]
    default: str
    rule: str
    about: str


TABLES: Final = Folder(Path(__file__).parent)
data = TABLES.data
"""A TOML file of this package: `actions`, `costs`, `martial_arts`, `modifiers`, `numbers`, `technology`."""


@cache
def _universal() -> tuple[Universal, ...]:
    return tuple(TABLES.rows(Universal, "universal").values())


@cache
def universal(score: int) -> Universal:
    """The row of a score: below 0 that of 0, above 40 five more bonus a point and four times the rest (S-CHR-5), as far
    as anything can be measured."""
    table = _universal()
    if score < len(table):
        return table[max(0, score)]
    last, beyond = table[-1], score - len(table) + 1
    times = 4 ** min(beyond, MOST)
    years = last.duration_s * times // (365 * 86_400)
    more = {name: getattr(last, name) * times for name in ("weight_kg", "speed_kmh", "speed_m_per_round", "distance_m")}
    return replace(
        last,
        score=score,
        bonus=last.bonus + 5 * beyond,
        duration_s=last.duration_s * times,
        duration=f"{years} years",
        **more,
    )


skills = cache(partial(TABLES.rows, Skill, "skills"))
"""Every skill by its key, in the order of the sheet (S-SKILL-1)."""
weapons = cache(partial(TABLES.rows, Weapon, "weapons_close", "weapons_ranged", "firearms"))
"""Every weapon by its key: those of the hand, those that reach, then models of firearms (S-EQP-1)."""
armours = cache(partial(TABLES.rows, Armour, "armour"))
"""Every armour and helmet by its key (S-ARM-1)."""
materials = cache(partial(TABLES.rows, Material, "materials"))
"""Every material by its key (S-OBJ-1)."""


@cache
def arts() -> dict[str, Art]:
    """Every martial art by its key (S-MART-1)."""
    return TABLES.tables(Art, "martial_arts", "art")


@cache
def modifiers(kind: str) -> dict[str, Modifier]:
    """The modifiers of a kind by key: `difficulty`, `close`, `ranged`, `social`, `health` (S-TST-9, S-ATK-3)."""
    return TABLES.tables(Modifier, "modifiers", kind)


@cache
def switches() -> dict[str, Switch]:
    """Everything that a group may choose, by key (S-WORLD-2)."""
    return TABLES.tables(Switch, "switches", "switch")


def switch(chosen: Mapping[str, str], key: str) -> str:
    """What a group chose, or the default where it chose nothing (S-WORLD-2)."""
    return chosen.get(key) or switches()[key].default


# ---- points


def _by_key(part: str) -> dict[str, dict[str, Any]]:
    return {one["key"]: one for one in data("costs")[part]}


campaigns = partial(_by_key, "campaign")
"""The campaigns by key, with their points (S-MAKE-1)."""
classes = partial(_by_key, "social_class")
"""The social classes by key, with what they cost (S-COST-4)."""
_COSTS: Final = data("costs")
PRICES: Final = {
    "characteristic": Prices(bands(_COSTS["characteristic"])),
    "secondary": Prices(bands(_COSTS["characteristic"]), times=_COSTS["secondary"]["multiplier"]),
    "skill": Prices(bands(_COSTS["skill"]["level"]), 1, _COSTS["skill"]["step_below_zero"],
                    _COSTS["skill"]["cost_below_zero"]),
}  # fmt: skip
"""What a step costs: of a characteristic, of a bonus on a secondary one, of a skill's level (S-COST-1 … S-COST-3)."""
