"""What a world says otherwise than the book: a setting as its file has it, and what a character keeps of one
(S-WORLD-1). Each row has the names that the book's own tables use."""

from typing import Annotated, Literal

from pydantic import Field

from saga_tui.engine.model import LONGEST, Model, Name, Text, Whole

Rows = Field(default=(), max_length=LONGEST)


class WorldSkill(Model):
    """A further skill, or one of the book's otherwise (S-SKILL-1)."""

    key: Name
    name: Name
    characteristic: Name
    base: Whole | None = 0
    tl: Whole | None = 0
    specialise: bool = False
    neighbours: tuple[Name, ...] = ()
    use: Text = ""


class WorldArt(Model):
    """A martial art: what is added to its level in each field that it teaches (S-MART-1)."""

    key: Name
    name: Name
    strikes: Whole | None = None
    projections: Whole | None = None
    holds: Whole | None = None
    strike_benefit: Name = ""


class WorldWeapon(Model):
    """A weapon; one with a range shoots or is thrown (S-EQP-1)."""

    key: Name
    name: Name
    skill: Name
    bonus: Whole = 0
    dmax: Whole = 3
    strength: Whole | None = None
    tl: Whole | None = None
    size: Whole | None = None
    blunt: bool = False
    range: Whole | None = None
    ap: Whole | None = None
    shots: Whole | None = None
    rof: Whole | None = None
    note: Text = ""


class WorldArmour(Model):
    """An armour or a helmet (S-ARM-1)."""

    key: Name
    name: Name
    kind: Name = "armour"
    protection: Whole | None = None
    protection_bullets_impact: Whole | None = None
    ra: Whole = 0
    tl: Whole = 0
    fits: tuple[Name, ...] = ()
    note: Text = ""


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
