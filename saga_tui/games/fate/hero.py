"""A hero: its choices, and where play stands. What follows from them is computed (see `rules.figures`).

Every model is frozen and keeps keys that it does not know, so that nothing people write into a file is lost.
"""

from collections.abc import Mapping
from typing import Literal

from pydantic import Field

from saga_tui.engine.carded import Made
from saga_tui.engine.creating import Concept
from saga_tui.engine.document import Document, Ruling
from saga_tui.engine.hand import CardPlay, Numbers
from saga_tui.engine.model import LONGEST, Model, Name, Text, Whole
from saga_tui.engine.worlds import Chosen, Options

__all__ = ["Concept", "Numbers"]


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


class Duration(Model):
    """An effect that waits for a card of the narrator: a `delayed` one for the next positive card, a `limited` one for
    the next negative card, which ends it (F-FIGHT-13)."""

    what: Name = ""
    kind: Literal["delayed", "limited"] = "limited"


class Play(CardPlay):
    """Where play stands. Evening ⊃ scene ⊃ fight ⊃ exchange (F-TIME-1).

    The limit of the hand is its size less the cards lost: `hurt`, `pushed`, `serious`, `lasting` (F-HAND-4).
    """

    evening: Whole = 0
    scene: Whole = 0
    fight: Whole = 0
    exchange: Whole = 0
    closed: bool = False
    """The hand lies face down on its owner's screen too (F-HAND-5)."""
    start: Whole = 0
    """Cards held when this fight began."""
    hurt: Whole = 0
    """Cards given up or pushed in this fight and not recovered (F-HEAL-3)."""
    pushed: Whole = 0
    """Cards pushed outside a fight: back at the scene's end (F-HEAL-6)."""
    serious: Whole = 0
    """Cards of serious wounds: lost until the narrator lifts them (F-HEAL-4)."""
    lasting: Whole = 0
    """Cards given up outside a fight: lost until the narrator says."""
    state: Name = ""
    """`unconscious` or `comatose`; nothing: awake (F-DMG-7, F-DMG-8)."""
    felled: Whole = 0
    """The exchange in which it fell."""
    health: Whole | None = None
    """What is left of a narrator's character's health; nothing: all of it (F-HERO-10)."""
    aim: Name = ""
    """At whom the next shot is aimed (F-FIGHT-9)."""
    acted: bool = False
    """This exchange's action is used (F-FIGHT-1)."""
    surprised: bool = False
    """No action in this exchange (F-FIGHT-3)."""
    piled: Whole = 0
    """Heroes on one target in this exchange, oneself among them (F-FIGHT-8)."""
    contingent: Name = ""
    """What was declared to depend on what others do (F-FIGHT-11)."""
    distance: Name = ""
    """How far the foe is (F-FIGHT-7)."""
    durations: tuple[Duration, ...] = Field(default=(), max_length=LONGEST)
    last: Text = ""
    """The last action as one line for the chat (F-CHAT-3)."""


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
