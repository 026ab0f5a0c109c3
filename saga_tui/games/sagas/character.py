"""A character of SagaS: its choices and where play stands. What follows from them is computed (see `numbers`).

Every model is frozen and keeps keys that it does not know, so that nothing people write into a file is lost.
"""

from pydantic import Field

from saga_tui.engine import document
from saga_tui.engine.advances import Advance
from saga_tui.engine.afflictions import Poison
from saga_tui.engine.conflict import Bonus, Turn
from saga_tui.engine.document import Document, Ruling
from saga_tui.engine.equipment import Piece
from saga_tui.engine.model import LONGEST, Model, Name, Text, Whole
from saga_tui.engine.works import Work
from saga_tui.games.sagas.rules.world import World


class Concept(Model):
    """Who it is (S-MAKE-1, S-MAKE-6)."""

    name: Name = ""
    player: Name = ""
    line: Text = ""
    trade: Name = ""
    age: Name = ""
    looks: Text = ""
    background: Text = ""
    motives: Text = ""
    notes: Text = ""


class Campaign(Model):
    """What the table plays: the budget, the technology level, switches that stand otherwise than usual (S-MAKE-1,
    S-TL-2, S-WORLD-2). A budget of 0 was not chosen yet."""

    points: Whole = 0
    technology: Whole = 5
    setting: Name = ""
    switches: dict[str, Name] = Field(default_factory=dict, max_length=LONGEST)


class Skill(Model):
    """A skill that was bought: of the list by its `key`, with the `name` of a specialisation; or an own one (key
    `own`) with its `name`, the characteristic that it is `on` and where it `starts` (S-SKILL-5, S-SKILL-6)."""

    key: Name = ""
    name: Name = ""
    level: Whole = 0
    on: Name = ""
    start: Whole | None = None
    benefit: Name = ""
    """What an art that leaves a choice brings to strikes (S-MART-2)."""
    trade: bool = False
    """Belongs to the trade, which asks for about 11 in it (S-SKILL-3)."""


class Gear(Piece):
    """A weapon, an armour or another thing (S-EQP-1)."""

    shots: Whole | None = None
    """What is left in the magazine; nothing: it is full."""


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
