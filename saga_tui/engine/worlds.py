"""What a world says otherwise than a game by points: what a character keeps of a setting, so that it opens without the
file. Each row has the names that the game's own tables use. A game adds rows of its own below these."""

from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

from pydantic import Field

from saga_tui.engine.model import LONGEST, Model, Name, Whole
from saga_tui.engine.rows import row_model
from saga_tui.engine.tabled import Armour, Skill, Weapon

ROWS: Any = Field(default=(), max_length=LONGEST)
Prices = Annotated[tuple[Whole, ...], Field(max_length=6)]


if TYPE_CHECKING:
    WorldSkill: TypeAlias = Skill
    WorldWeapon: TypeAlias = Weapon
    WorldArmour: TypeAlias = Armour
else:
    WorldSkill = row_model(Skill, base=0, tl=0, specialise=False, neighbours=(), use="")
    WorldWeapon = row_model(Weapon, bonus=0, dmax=3)
    NONE = {"protection": None, "protection_bullets_impact": None, "ra": 0, "tl": 0, "fits": (), "note": ""}
    WorldArmour = row_model(Armour, kind="armour", **NONE)


class Options(Model):
    """What a character keeps of a setting that says only how the rules' options stand."""

    name: Name = ""
    switches: dict[str, Name] = Field(default_factory=dict, max_length=LONGEST)


class Chosen(Model):
    """What a group plays: the setting, and rule options that stand otherwise."""

    setting: Name = ""
    switches: dict[str, Name] = Field(default_factory=dict, max_length=LONGEST)


class Species(Model):
    """Whom the campaign is about: humans, where nothing is said."""

    name: Name = ""
    speed: Whole | None = None
    """What Speed begins with, where it is not as a human's."""
    limits: dict[str, Whole] = Field(default_factory=dict, max_length=LONGEST)
    """How high a characteristic may be."""


class World(Model):
    """What a character keeps of a setting."""

    name: Name = ""
    switches: dict[str, Name] = Field(default_factory=dict, max_length=LONGEST)
    budgets: dict[str, Whole] = Field(default_factory=dict, max_length=LONGEST)
    """Points of a campaign by its key."""
    prices: dict[str, Prices] = Field(default_factory=dict, max_length=LONGEST)
    """What a step costs, band by band: `characteristic` and `skill`."""
    species: Species = Species()
    skills: tuple[WorldSkill, ...] = ROWS
    weapons: tuple[WorldWeapon, ...] = ROWS
    armours: tuple[WorldArmour, ...] = ROWS
