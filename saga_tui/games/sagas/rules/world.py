"""What a world says otherwise than the book: a setting as its file has it, and what a character keeps of one
(S-WORLD-1). Each row has the names that the book's own tables use."""

from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

from pydantic import Field

from saga_tui.engine.model import LONGEST, Model, Name, Text, Whole
from saga_tui.engine.rows import row_model
from saga_tui.games.sagas import book

Rows = Field(default=(), max_length=LONGEST)


if TYPE_CHECKING:
    WorldSkill: TypeAlias = book.Skill
    WorldArt: TypeAlias = book.Art
    WorldWeapon: TypeAlias = book.Weapon
    WorldArmour: TypeAlias = book.Armour
else:
    WorldSkill = row_model(book.Skill, base=0, tl=0, specialise=False, neighbours=(), use="")
    WorldArt = row_model(book.Art)
    WorldWeapon = row_model(book.Weapon, bonus=0, dmax=3)
    NONE = {"protection": None, "protection_bullets_impact": None, "ra": 0, "tl": 0, "fits": (), "note": ""}
    WorldArmour = row_model(book.Armour, kind="armour", **NONE)


class Species(Model):
    """Whom the campaign is about: humans, where nothing is said (S-SEC-4, S-CHR-2)."""

    name: Name = ""
    speed: Whole | None = None
    """What Speed begins with; 6 for humans."""
    limits: dict[str, Whole] = Field(default_factory=dict, max_length=LONGEST)
    """How high a characteristic may be: `str`, `spd`."""


Prices = Annotated[tuple[Whole, ...], Field(max_length=6)]


class World(Model):
    """What a character keeps of a setting, so that it opens without the file."""

    name: Name = ""
    switches: dict[str, Name] = Field(default_factory=dict, max_length=LONGEST)
    budgets: dict[str, Whole] = Field(default_factory=dict, max_length=LONGEST)
    """Points of a campaign by its key: `low`, `intermediate`, `high`."""
    prices: dict[str, Prices] = Field(default_factory=dict, max_length=LONGEST)
    """What a step costs, band by band: `characteristic` and `skill` (S-COST-1, S-COST-2)."""
    species: Species = Species()
    skills: tuple[WorldSkill, ...] = Rows
    arts: tuple[WorldArt, ...] = Rows
    weapons: tuple[WorldWeapon, ...] = Rows
    armours: tuple[WorldArmour, ...] = Rows


class Setting(World):
    """A setting's file: what a character keeps of it, and a few sentences for those who choose."""

    format: Literal[1]
    name: Name
    description: Text
