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

from saga_tui.engine.tabled import Armour, Material, Modifier, Skill, Switch, Weapon
from saga_tui.prices import Prices, bands
from saga_tui.tables import Folder

__all__ = ["Armour", "Material", "Modifier", "Skill", "Switch", "Weapon"]
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
class Art:
    """A martial art: what is added to its level in each field it teaches (S-MART-1)."""

    key: str
    name: str
    also: tuple[str, ...] = ()
    strikes: int | None = None
    projections: int | None = None
    holds: int | None = None
    strike_benefit: str = ""


TABLES: Final = Folder(Path(__file__).parent)
data = TABLES.data
"""A TOML file of this package: `actions`, `costs`, `martial_arts`, `modifiers`, `numbers`, `technology`."""


_universal = cache(partial(TABLES.rows, Universal, "universal"))


@cache
def universal(score: int) -> Universal:
    """The row of a score: below 0 that of 0, above 40 five more bonus a point and four times the rest (S-CHR-5), as far
    as anything can be measured."""
    table = tuple(_universal().values())
    if score < len(table):
        return table[max(0, score)]
    last, beyond = table[-1], score - len(table) + 1
    times = 4 ** min(beyond, MOST)
    years = last.duration_s * times // (365 * 86_400)
    measured = ("weight_kg", "speed_kmh", "speed_m_per_round", "duration_s", "distance_m")
    more: dict[str, Any] = {name: getattr(last, name) * times for name in measured}
    return replace(last, score=score, bonus=last.bonus + 5 * beyond, duration=f"{years} years", **more)


skills = cache(partial(TABLES.rows, Skill, "skills"))
"""Every skill by its key, in the order of the sheet (S-SKILL-1)."""
weapons = cache(partial(TABLES.rows, Weapon, "weapons_close", "weapons_ranged", "firearms"))
"""Every weapon by its key: those of the hand, those that reach, then models of firearms (S-EQP-1)."""
armours = cache(partial(TABLES.rows, Armour, "armour"))
"""Every armour and helmet by its key (S-ARM-1)."""
materials = cache(partial(TABLES.rows, Material, "materials"))
"""Every material by its key (S-OBJ-1)."""
arts = cache(partial(TABLES.tables, Art, "martial_arts", "art"))
"""Every martial art by its key (S-MART-1)."""
modifiers = cache(partial(TABLES.tables, Modifier, "modifiers"))
"""The modifiers of a kind by key: `difficulty`, `close`, `ranged`, `social`, `health` (S-TST-9, S-ATK-3)."""
switches = cache(partial(TABLES.tables, Switch, "switches", "switch"))
"""Everything that a group may choose, by key (S-WORLD-2)."""
campaigns = partial(TABLES.keyed, "costs", "campaign")
"""The campaigns by key, with their points (S-MAKE-1)."""
classes = partial(TABLES.keyed, "costs", "social_class")
"""The social classes by key, with what they cost (S-COST-4)."""


def switch(chosen: Mapping[str, str], key: str) -> str:
    """What a group chose, or the default where it chose nothing (S-WORLD-2)."""
    return chosen.get(key) or switches()[key].default


_COSTS: Final = data("costs")
PRICES: Final = {
    "characteristic": Prices(bands(_COSTS["characteristic"])),
    "secondary": Prices(bands(_COSTS["characteristic"]), times=_COSTS["secondary"]["multiplier"]),
    "skill": Prices(bands(_COSTS["skill"]["level"]), 1, _COSTS["skill"]["step_below_zero"],
                    _COSTS["skill"]["cost_below_zero"]),
}  # fmt: skip
"""What a step costs: of a characteristic, of a bonus on a secondary one, of a skill's level (S-COST-1 … S-COST-3)."""
