"""A character of SagaS: its choices and where play stands. What follows from them is computed (see `rules.figures`).

Every model is frozen and keeps keys that it does not know, so that nothing people write into a file is lost.
"""

from pydantic import Field

from saga_tui.engine import creating, document
from saga_tui.engine.advances import Advance
from saga_tui.engine.afflictions import Poison
from saga_tui.engine.conflict import Bonus, Turn
from saga_tui.engine.creating import Concept
from saga_tui.engine.document import Document, Ruling
from saga_tui.engine.equipment import Loaded as Gear
from saga_tui.engine.levels import Bought
from saga_tui.engine.model import LONGEST, Model, Name, Whole
from saga_tui.engine.works import Work
from saga_tui.games.sagas.rules.world import World

__all__ = ["Concept", "Gear"]


class Campaign(creating.Campaign):
    """What the table plays: points, technology level, rule options (S-MAKE-1, S-TL-2, S-WORLD-2)."""

    technology: Whole = 5


class Skill(Bought):
    """A skill that was bought (S-SKILL-5, S-SKILL-6)."""

    benefit: Name = ""
    """What an art that leaves a choice brings to strikes (S-MART-2)."""


class Harm(Model):
    """Injuries and stun of one kind (S-HURT-1)."""

    injuries: Whole = 0
    stun: Whole = 0


class Play(document.Play):
    """Where play stands. Scenario ⊃ scene ⊃ fight ⊃ round (S-CLK-1)."""

    scenario: Whole = 0
    scene: Whole = 0
    fight: Whole = 0
    round: Whole = 0
    physical: Harm = Harm()
    mental: Harm = Harm()
    fainted: bool = False
    """Unconscious by a shock (S-SHK-1), beside what the counters say."""
    confused: bool = False
    """Confused by a shock (S-SHK-2)."""
    illness: Name = ""
    """The lasting illness of a mind that broke (S-HURT-7)."""
    dying: Whole = 0
    """Rounds since the hit points were reached, while nobody has cared for it (S-HURT-3)."""
    cared: bool = False
    """First aid has stopped the dying (S-HEAL-4)."""
    breath: Whole | None = None
    """Rounds without air so far; nothing: there is air (S-ENV-3)."""
    prepared: bool = False
    """The breath was taken in time."""
    choking: bool = False
    """The breath is out: each round stuns."""
    fire: Whole = 0
    """Dice of injuries that flames do a round (S-ENV-4)."""
    poisons: tuple[Poison, ...] = Field(default=(), max_length=LONGEST)
    held: tuple[Bonus, ...] = Field(default=(), max_length=LONGEST)
    order: tuple[Turn, ...] = Field(default=(), max_length=LONGEST)
    acted: Name = ""
    """What this round's option was used for: `attack` or `defence` (S-CMB-6)."""
    grapple: Name = ""
    """Who is grappled, or who grapples: `holds NAME`, `held by NAME` (S-SIT-4)."""
    grip: Whole = 0
    """The Strength degree that the grappler set."""
    to_heal: bool = False
    """The roll after a fight is still to be made (S-HEAL-2)."""
    experience: Whole = 0
    works: tuple[Work, ...] = Field(default=(), max_length=LONGEST)


class Character(Document):
    """A whole character: a half-built one is as valid as a finished one."""

    ruling = "S-WORLD-2"

    game: Name = "sagas"
    concept: Concept = Concept()
    campaign: Campaign = Campaign()
    world: World = World()
    """What it keeps of its setting's file."""
    entered: Name = ""
    """`as is`: copied from paper, without a budget (S-MAKE-10)."""
    characteristics: dict[str, Whole] = Field(default_factory=dict, max_length=LONGEST)
    """Where a main one is not 5."""
    bonuses: dict[str, Whole] = Field(default_factory=dict, max_length=LONGEST)
    """Bought on the four secondary ones (S-COST-3)."""
    standing: Name = "middle"
    """The social class: `privileged`, `middle`, `modest` (S-COST-4)."""
    skills: tuple[Skill, ...] = Field(default=(), max_length=LONGEST)
    gear: tuple[Gear, ...] = Field(default=(), max_length=LONGEST)
    advances: tuple[Advance, ...] = Field(default=(), max_length=LONGEST)
    rulings: tuple[Ruling, ...] = Field(default=(), max_length=LONGEST)
    automation: dict[str, Name] = Field(default_factory=dict, max_length=LONGEST)
    play: Play | None = None

    @property
    def title(self) -> str:
        """Its name, or a word that says there is none yet."""
        return self.concept.name or "Nameless"
