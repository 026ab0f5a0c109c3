"""A character of World Saga: what was entered, and where play stands. What follows from both is computed (see
`rules.figures`).

Every model is frozen and keeps keys that it does not know, so that nothing people write into a file is lost.
"""

from pydantic import Field

from saga_tui.engine import advances, document
from saga_tui.engine.creating import Campaign, Concept
from saga_tui.engine.document import Document, Ruling
from saga_tui.engine.model import LONGEST, Model, Name, Text, Whole
from saga_tui.games.world.rules.world import World

__all__ = ["Campaign", "Concept"]


class Item(Model):
    """Something that helps or hinders rolls while it is in use (W-ENT-2, W-MOD-1)."""

    name: Name = ""
    modifier: Whole = 0
    on: tuple[Name, ...] = Field(default=(), max_length=LONGEST)
    """The rolls that it touches: skills, resistances, attributes, `attack`, `defense` or `all`."""
    used: bool = True


class Advance(advances.Advance):
    """A training rank or a maximum that was raised in play, and why (W-ENT-5)."""

    reason: Text = ""
    when: Name = ""


class Condition(Model):
    """A condition that holds (W-CND)."""

    key: Name = ""
    number: Whole = 0
    ends: Name = ""
    """How it ends, where that is not as usual: `turn-start`, `turn-end`, `gm`."""
    until: Whole = 0
    """The own turn, counted from the first, that ends it; 0: none does (W-TIM-5)."""
    since: Whole = 0
    """So many rounds had passed when it began (W-INJ-5)."""
    source: Name = ""
    """What gives it (W-TOL-10): a tolerance at 0, an affliction by its name; nothing: a hand."""


class Harm(Model):
    """An injury with its Recovery Days, or a trauma with its Therapy Score (W-INJ-4, W-TRM-3)."""

    key: Name = ""
    left: Whole = 0
    """Days or score; 0: still to be rolled."""


class Affliction(Model):
    """An affliction at work, or one whose onset has begun (W-AFF)."""

    key: Name = ""
    rank: Whole = 0
    resistance: Name = ""
    """The resistance it is confronted with, once that was said (W-AFF-9)."""
    onset: Whole = 0
    """Rounds or days until it is felt; the Rank that it then has stands in `rank`."""
    toxic: Whole = 0
    """How often its toxic damage comes when it takes hold."""
    felt: Whole = 0
    """The Rank whose conditions came (W-AFF-5, W-TOL-10)."""
    due: Whole = 0
    """Rounds or days until it is confronted (W-AFF-8)."""


class Ward(Model):
    """What an affliction that was resisted leaves for ten minutes: immunity, or a penalty on resisting it (W-AFF-6)."""

    key: Name = ""
    immune: bool = False


class Thrown(Model):
    """The last roll of the own, for what Courage does with it (W-CRG-3, W-CRG-4)."""

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


class Play(document.Play):
    """Where play stands. Combat ⊃ round ⊃ turn; Activities, Periods and days pass (W-TIM)."""

    mode: Name = "exploration"
    combat: Whole = 0
    round: Whole = 0
    turn: Whole = 0
    """All own turns that began so far."""
    acting: bool = False
    """Whether it is the own turn."""
    rounds: Whole = 0
    """All rounds so far, in Combat and outside."""
    activity: Whole = 0
    period: Whole = 1
    """Of the day: 1 Morning … 4 Nighttime."""
    day: Whole = 1
    stamina: Whole = 0
    attention: Whole = 0
    courage: Whole = 0
    conditions: tuple[Condition, ...] = Field(default=(), max_length=LONGEST)
    injuries: tuple[Harm, ...] = Field(default=(), max_length=LONGEST)
    traumas: tuple[Harm, ...] = Field(default=(), max_length=LONGEST)
    afflictions: tuple[Affliction, ...] = Field(default=(), max_length=LONGEST)
    wards: tuple[Ward, ...] = Field(default=(), max_length=LONGEST)
    thrown: Thrown | None = None
    experience: Whole = 0
    began: dict[str, Whole] = Field(default_factory=dict, max_length=LONGEST)
    """The attributes when play began: they do not grow (W-ENT-3)."""


class Character(Document):
    """A whole character: a half-entered one is as valid as a finished one (W-ENT-1)."""

    ruling = "W-SET-1"

    game: Name = "world"
    concept: Concept = Concept()
    campaign: Campaign = Campaign()
    world: World = World()
    """What it keeps of its setting's file."""
    quick: Name = ""
    """The array of the House quick build that the attributes were dealt from (W-ENT-6)."""
    entered: Name = ""
    """`as is`: copied from paper; no points are counted."""
    attributes: dict[str, Whole] = Field(default_factory=dict, max_length=LONGEST)
    training: dict[str, Whole] = Field(default_factory=dict, max_length=LONGEST)
    """Of skills, `craft:Smithing` among them, of resistances and, by the House rule, of tolerances (W-ENT-4)."""
    maxima: dict[str, Whole] = Field(default_factory=dict, max_length=LONGEST)
    speed: Name = ""
    items: tuple[Item, ...] = Field(default=(), max_length=LONGEST)
    advances: tuple[Advance, ...] = Field(default=(), max_length=LONGEST)
    rulings: tuple[Ruling, ...] = Field(default=(), max_length=LONGEST)
    automation: dict[str, Name] = Field(default_factory=dict, max_length=LONGEST)
    play: Play | None = None

    @property
    def title(self) -> str:
        """Its name, or a word that says there is none yet."""
        return self.concept.name or "Nameless"
