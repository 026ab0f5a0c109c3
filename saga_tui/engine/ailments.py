"""What ails somebody, in games of a die that is rolled under a number: rows of tables (conditions that change rolls,
lasting harm, afflictions with Ranks, actions with an outcome for each degree) and what play has of them. The rows are
models, so that a setting's file can add to a table."""

from typing import Literal

from pydantic import Field

from saga_tui.engine.model import LONGEST, Model, Name, Text, Whole

Names = tuple[Name, ...]

# ---- rows of tables


class Skill(Model):
    """A skill or a resistance: the attributes that are known, our guess for a second one."""

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
    on: Name = "all"
    """`all`, a role, a trait of the action, `list` for those `of` a list, `chosen` for one that the player picks."""
    of: Names = ()
    value: Whole = 0
    times: Whole = 0


class Part(Model):
    """A condition that another one includes."""

    key: Name
    value: Whole = 0


class Condition(Model):
    """A condition, or a state beside the list of conditions."""

    key: Name
    name: Name
    rule: Name = ""
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
    and what else comes; not where that condition holds already."""

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
    """An action that the source names, or a roll that is none; empty where it says nothing."""

    key: Name
    name: Name
    rule: Name = ""
    roll: Name = ""
    test: Name = ""
    traits: Names = ()
    mode: Name = ""
    time: Name = ""
    target: Name = ""
    text: Text = ""
    cost: Whole | None = None
    """What it costs to try; nothing: not known, so it is asked."""
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
    """Damage at every Confront."""

    level: Literal["minor", "major", "deadly"] = "minor"
    tolerances: Names = ()


class AtRank(Model):
    """The condition of some Ranks."""

    least: Whole = 1
    most: Whole = 99
    condition: Name = ""


class Affliction(Model):
    """A disease, a poison or a curse in the book's form."""

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
    """Where the group's book says it; the form does not."""


class Harm(Model):
    """An injury or a trauma: its faces on a d6, the attribute whose rolls and maximum it touches."""

    key: Name
    name: Name
    d6: tuple[Whole, ...]
    attribute: Name


# ---- what play has


class Item(Model):
    """Something that helps or hinders rolls while it is in use."""

    name: Name = ""
    modifier: Whole = 0
    on: tuple[Name, ...] = Field(default=(), max_length=LONGEST)
    """The rolls that it touches: skills, resistances, attributes, `attack`, `defense` or `all`."""
    used: bool = True


class Held(Model):
    """A condition that holds."""

    key: Name = ""
    number: Whole = 0
    ends: Name = ""
    """How it ends, where that is not as usual: `turn-start`, `turn-end`, `gm`."""
    until: Whole = 0
    """The own turn, counted from the first, that ends it; 0: none does."""
    since: Whole = 0
    """So many rounds had passed when it began."""
    source: Name = ""
    """What gives it: a tolerance at 0, an affliction by its name; nothing: a hand."""


class Lasting(Model):
    """An injury with its Recovery Days, or a trauma with its Therapy Score."""

    key: Name = ""
    left: Whole = 0
    """Days or score; 0: still to be rolled."""


class Ill(Model):
    """An affliction at work, or one whose onset has begun."""

    key: Name = ""
    rank: Whole = 0
    resistance: Name = ""
    """The resistance it is confronted with, once that was said."""
    onset: Whole = 0
    """Rounds or days until it is felt; the Rank that it then has stands in `rank`."""
    toxic: Whole = 0
    """How often its toxic damage comes when it takes hold."""
    felt: Whole = 0
    """The Rank whose conditions came."""
    due: Whole = 0
    """Rounds or days until it is confronted."""


class Ward(Model):
    """What an affliction that was resisted leaves for ten minutes: immunity, or a penalty on resisting it."""

    key: Name = ""
    immune: bool = False


class Thrown(Model):
    """The last roll of the own, for what can be bought on it."""

    what: Name = ""
    """The roll of `outcomes` whose outcome waits; nothing: a test, whose outcome is told and the GM's."""
    of: Name = ""
    """The affliction, the injury or the trauma that it is about."""
    skill: Name = ""
    test: Name = ""
    number: Whole = 0
    """The target number, with Grit, not yet cut."""
    die: Whole = 0
    other: Whole = 0
    """The Defender's target number, or the Attacker's where one defends."""
    other_die: Whole = 0
    defends: bool = False
    degree: Name = ""
    waits: bool = False
    """Whether its outcome waits until it is taken."""
    settled: bool = False
    """Whether it was averted or taken: no die is rolled again."""
