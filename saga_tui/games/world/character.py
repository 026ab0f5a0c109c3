"""A character of World Saga: what was entered, and where play stands. What follows from both is computed (see
`rules.figures`).

Every model is frozen and keeps keys that it does not know, so that nothing people write into a file is lost.
"""

from pydantic import Field

from saga_tui.engine import advances, document
from saga_tui.engine.ailments import Held as Condition
from saga_tui.engine.ailments import Ill as Affliction
from saga_tui.engine.ailments import Item, Thrown, Ward
from saga_tui.engine.ailments import Lasting as Harm
from saga_tui.engine.creating import Campaign, Concept
from saga_tui.engine.document import Document, Ruling
from saga_tui.engine.model import LONGEST, Name, Text, Whole
from saga_tui.games.world.rules.world import World

__all__ = ["Affliction", "Campaign", "Concept", "Condition", "Harm", "Item", "Thrown", "Ward"]


class Advance(advances.Advance):
    """A training rank or a maximum that was raised in play, and why (W-ENT-5)."""

    reason: Text = ""
    when: Name = ""


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
