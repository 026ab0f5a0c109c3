"""A hero: its choices, and where play stands. What follows from them is computed (see `rules.figures`).

Every model is frozen and keeps keys that it does not know, so that nothing people write into a file is lost.
"""

from collections.abc import Mapping

from pydantic import Field

from saga_tui.engine.card_fight import Duration, FightPlay
from saga_tui.engine.carded import Made
from saga_tui.engine.creating import Concept
from saga_tui.engine.document import Document, Ruling
from saga_tui.engine.hand import Numbers
from saga_tui.engine.model import LONGEST, Model, Name, Text, Whole
from saga_tui.engine.worlds import Chosen, Options

__all__ = ["Concept", "Duration", "Numbers"]


class Skill(Model):
    """What a hero has learned (F-HERO-4)."""

    name: Name = ""
    world_class: bool = False
    """Brings a certain trump (F-TRUMP-4)."""


class Ability(Model):
    """One of the four: its score, its training, its skills (F-HERO-1, F-HERO-3, F-HERO-4)."""

    score: Whole = 0
    code: Name = "x"
    skills: tuple[Skill, ...] = Field(default=(), max_length=LONGEST)


class Abilities(Model):
    """The four."""

    strength: Ability = Ability()
    agility: Ability = Ability()
    intellect: Ability = Ability()
    willpower: Ability = Ability()


class Power(Model):
    """A power, or equipment with an intensity (F-HERO-6, F-HERO-7)."""

    name: Name = ""
    intensity: Whole = 0
    suit: Name = ""
    """Its trump suit; nothing: the narrator names it."""
    stunts: tuple[Name, ...] = Field(default=(), max_length=LONGEST)
    limits: tuple[Name, ...] = Field(default=(), max_length=LONGEST)
    note: Text = ""


class Gear(Model):
    """A weapon or armour (F-HERO-8)."""

    name: Name = ""
    kind: Name = "weapon"
    """`weapon`, `armour`, or anything else."""
    bonus: Whole = 0
    fires: bool = False
    """A weapon that shoots: harder to use hand to hand (F-FIGHT-7)."""
    used: bool = True
    """In hand, or worn."""
    note: Text = ""


class Play(FightPlay):
    """Where play stands (F-TIME-1, F-HAND-4, F-FIGHT)."""


class Hero(Document):
    """A whole hero: a half-built one is as valid as a finished one."""

    ruling = "F-SET-1"

    game: Name = "fate"
    concept: Concept = Concept()
    campaign: Chosen = Chosen()
    world: Options = Options()
    entered: Name = ""
    """`as is`: copied from paper, without a budget (F-CRE-1)."""
    made: Made = Made()
    """For which tier, and how (F-CRE-1, F-CRE-6)."""
    calling: Name = ""
    hindrances: tuple[Name, ...] = Field(default=(), max_length=LONGEST)
    abilities: Abilities = Abilities()
    edge: Whole = 1
    hand: Whole | None = None
    """The hand size of a sheet that says otherwise than edge and bonus (F-HAND-1)."""
    health: Whole = 0
    """Of a narrator's character, in place of cards; 0: it has a hand (F-HERO-10)."""
    powers: tuple[Power, ...] = Field(default=(), max_length=LONGEST)
    gear: tuple[Gear, ...] = Field(default=(), max_length=LONGEST)
    rulings: tuple[Ruling, ...] = Field(default=(), max_length=LONGEST)
    automation: dict[str, Name] = Field(default_factory=dict, max_length=LONGEST)
    play: Play | None = None

    @property
    def title(self) -> str:
        """Its name, or a word that says there is none yet."""
        return self.concept.name or "Nameless"

    @property
    def four(self) -> Mapping[str, Ability]:
        """The abilities by their keys."""
        of = self.abilities
        return {
            "strength": of.strength,
            "agility": of.agility,
            "intellect": of.intellect,
            "willpower": of.willpower,
        }
