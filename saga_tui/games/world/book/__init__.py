"""World Saga's tables as data, each read once and only when asked; its rows are models, so that a setting's file can
add to them.

`attributes()`, `skills()` (resistances among them), `conditions()`, `actions()`, `fixed()`, `afflictions()`,
`harms(kind)` and `switches()` give rows by key; `data(name)` is a whole TOML file.
"""

from collections.abc import Callable, Mapping
from functools import cache, partial
from pathlib import Path
from typing import Final, Literal, TypeVar

from pydantic import Field

from saga_tui.engine.model import LONGEST, Model, Name, Text, Whole
from saga_tui.engine.tabled import Switch
from saga_tui.tables import Folder

CREDIT: Final = (
    "World Saga is announced under the ORC License; the texts here retell one of its chapters in our own words, and "
    "are not endorsed by its authors."
)
Names = tuple[Name, ...]
Touched = Literal["all", "attack", "defense", "attention", "list", "chosen", "speed", "ranged-attack"]


class Skill(Model):
    """A skill or a resistance: the attributes that are known, our guess for a second one (W-CHR-2, W-CHR-5)."""

    key: Name
    name: Name
    known: Names
    house: Name = ""
    fields: bool = False
    """Taken once for each field of work or knowledge."""
    resistance: bool = False
    use: Text = ""


class Shift(Model):
    """A modifier of a condition: its type, which rolls it touches, what it comes to, or how often the strength."""

    type: Literal["condition", "situation", "item", "untyped"] = "condition"
    on: Touched = "all"
    of: Names = ()
    value: Whole = 0
    times: Whole = 0


class Part(Model):
    """A condition that another one includes."""

    key: Name
    value: Whole = 0


class Condition(Model):
    """A condition, or a state beside the list of conditions (W-CND)."""

    key: Name
    name: Name
    rule: Name = "W-CND-1"
    text: Text = ""
    numbered: bool = False
    """Whether it has a strength."""
    modifiers: tuple[Shift, ...] = Field(default=(), max_length=LONGEST)
    against: tuple[Shift, ...] = Field(default=(), max_length=LONGEST)
    """On other people's rolls against it."""
    includes: tuple[Part, ...] = Field(default=(), max_length=LONGEST)
    forbids: Names = ()
    only: Names | None = None
    """The only actions that are left."""
    ends: Name = "gm"
    """`turn-start`, `turn-end`, `zero-left`, `action`, `gm`, `final`."""
    by: Names = ()
    """The actions that end it."""
    immune: Names = ()
    no_defense: bool = False
    no_damage_resistance: bool = False
    state: bool = False


class Instead(Model):
    """What may be chosen in place of an outcome: all that is left of a tolerance and its condition for a better degree,
    and what else comes; not where that condition holds already (W-ACT-3, W-ACT-4)."""

    pay: Name
    becomes: Name
    barred: Name
    given: Names = ()


class Outcome(Model):
    """What a degree brings: in words, and as effects."""

    text: Text = ""
    effects: Names = ()
    switch: Name = ""
    """The switch that may ask for the best degree of all."""
    instead: Instead | None = None


class Penalty(Model):
    """A penalty for each injury or trauma that is held."""

    type: Name = "untyped"
    each: Whole = -1
    of: Literal["injuries", "traumas"] = "injuries"


class Action(Model):
    """An action that the source names, or a roll that is none; empty where it says nothing (W-ACT-1)."""

    key: Name
    name: Name
    rule: Name = "W-ACT-1"
    roll: Name = ""
    test: Name = ""
    traits: Names = ()
    mode: Name = ""
    time: Name = ""
    target: Name = ""
    text: Text = ""
    cost: Whole | None = None
    """In points of Attention; nothing: not known, so it is asked (W-ACT-7)."""
    avert: bool = True
    penalty: Penalty | None = None
    always: Names = ()
    """Effects that come whatever the degree."""
    ends: Name = ""
    """What comes without a roll where every injury, or every trauma, is held."""
    outcome: dict[Name, Outcome] = Field(default_factory=dict, max_length=LONGEST)
    """By degree."""


class Span(Model):
    """So many rounds or days."""

    count: Whole = 1
    unit: Literal["round", "day"] = "day"


class Toxic(Model):
    """Damage at every Confront (W-AFF-4)."""

    level: Literal["minor", "major", "deadly"] = "minor"
    tolerances: Names = ()


class AtRank(Model):
    """The condition of some Ranks (W-AFF-5)."""

    least: Whole = 1
    most: Whole = 99
    condition: Name = ""


class Affliction(Model):
    """A disease, a poison or a curse in the book's form (W-AFF-1)."""

    key: Name
    name: Name
    kind: Name = "poison"
    max_rank: Whole = 1
    frequency: Span = Span()
    onset: Span = Span(count=0)
    onset_text: Text = ""
    attributes: Names = ()
    toxic: Toxic | None = None
    at_rank: tuple[AtRank, ...] = Field(default=(), max_length=LONGEST)
    resistance: Name = ""
    """Where the group's book says it; the form does not (W-AFF-9)."""


class Harm(Model):
    """An injury or a trauma: its faces on a d6, the attribute whose rolls and maximum it touches (W-INJ, W-TRM)."""

    key: Name
    name: Name
    d6: tuple[Whole, ...]
    attribute: Name


R = TypeVar("R", bound=Model)
TABLES: Final = Folder(Path(__file__).parent)
data = TABLES.data
"""A TOML file of this package."""


def _rows(row: type[R], name: str, part: str) -> Callable[[], dict[str, R]]:
    return cache(lambda: {one["key"]: row.model_validate(one) for one in data(name)[part]})


attributes = partial(TABLES.keyed, "numbers", "attribute")
"""The nine attributes by key (W-CHR-1)."""
tolerances = partial(TABLES.keyed, "tolerances", "tolerance")
"""Stamina, Attention and Courage (W-TOL-1): the attribute behind each, the condition at 0, what damage asks for."""
skills = _rows(Skill, "skills", "skill")
"""Skills, then resistances, by key (W-CHR-2, W-CHR-4)."""
conditions = _rows(Condition, "conditions", "condition")
"""Conditions and states by key (W-CND)."""
afflictions = _rows(Affliction, "afflictions", "affliction")
"""The examples of afflictions by key (W-AFF-1)."""
injuries, traumas = _rows(Harm, "harms", "injury"), _rows(Harm, "harms", "trauma")
"""By key (W-INJ-1, W-TRM-1)."""
switches = cache(partial(TABLES.tables, Switch, "switches", "switch"))
"""Everything that a group may choose, by key (W-SET-1)."""


@cache
def actions() -> Mapping[str, Action]:
    """The actions that the source names, with their outcomes, by key (W-ACT-1)."""
    known = data("outcomes")
    return {one["key"]: Action.model_validate(one | known.get(one["key"], {})) for one in data("actions")["action"]}


@cache
def fixed() -> Mapping[str, Action]:
    """Rolls that are no actions, by key."""
    return {key: Action.model_validate({"key": key} | row) for key, row in data("outcomes").items()
            if key not in actions()}  # fmt: skip


def harms(kind: str) -> Mapping[str, Harm]:
    """The table of `injuries` or of `traumas`."""
    return injuries() if kind == "injuries" else traumas()
