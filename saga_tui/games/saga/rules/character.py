"""The character: its choices and where play stands. What follows from them is computed (see `derive`).

Every model is frozen and keeps keys that it does not know, so that nothing people write into a file is lost.
"""

from functools import cached_property
from typing import Any, Self

from pydantic import Field, ValidationError, model_validator

from saga_tui.engine import document
from saga_tui.engine.document import Ask, Document, Ruling
from saga_tui.engine.model import LONGEST, Model, Name, Text, Whole
from saga_tui.games.saga import book


class OwnPerk(Model):
    """A perk that a setting or the player has made (PRK-1): what a setting file says of one.

    `effect` is one of those of the sixteen with its numbers; without one the text is shown at the `moment`.
    """

    name: Name = ""
    assets: tuple[Name, ...] = Field(default=(), max_length=LONGEST)
    text: Text = ""
    moment: Name = ""
    effect: dict[str, Any] = Field(default_factory=dict, max_length=LONGEST)
    once: Name = ""
    choose: Name = ""

    @cached_property
    def read(self) -> tuple[book.PerkInfo | None, str]:
        """The perk as the rules see it, or none and what is wrong with it."""
        said = {name: getattr(self, name) for name in type(self).model_fields if getattr(self, name)}
        try:
            return book.perk_of(book.SettingPerk.model_validate(said)), ""
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            return None, f"{'.'.join(map(str, first['loc'][:2])) or 'it'}: {first['msg']}"
        except ValueError as error:
            return None, str(error)

    @property
    def info(self) -> book.PerkInfo | None:
        """The perk as the rules see it; nothing where it cannot act."""
        return self.read[0]


class SettingSkill(Model):
    """What the character keeps of its setting's Skill X (SKL-4)."""

    name: Name = ""
    text: Text = ""
    favoured: tuple[Name, ...] = Field(default=(), max_length=LONGEST)
    specialties: tuple[Name, ...] = Field(default=(), max_length=LONGEST)
    force: Text = ""
    grace: Text = ""
    acuity: Text = ""


class Kept(Model):
    """What the character keeps of its setting, so that it plays on where that file is missing (SET-2): all that the
    rules need. Examples and descriptions stay in the setting's file. Empty: plain Saga."""

    name: Name = ""
    """The setting that it was taken from."""
    skill_x: SettingSkill | None = None
    switches: dict[str, Name] = Field(default_factory=dict, max_length=LONGEST)
    numbers: dict[str, Any] = Field(default_factory=dict, max_length=LONGEST)
    perks: tuple[OwnPerk, ...] = Field(default=(), max_length=LONGEST)

    @cached_property
    def resolved(self) -> tuple[book.Numbers, list[Any]]:
        """The numbers with those of the setting in their place, and those that cannot be so (SET-1)."""
        return book.resolve(self.numbers, self.switches)

    def but(self, **fields: Any) -> Self:
        """The same with some fields changed; made anew, because what was resolved is remembered."""
        return type(self).model_validate(self.model_dump() | fields)


FORMAT = 1
"""The version of the character file that this program writes."""


class Concept(Model):
    """Step 1 (CRE-1), and the names that the character gives to things."""

    name: Name = ""
    player: Name = ""
    line: Text = ""
    notes: Text = ""
    setting: Name = ""
    skill_x: Name = ""


class PerkChoice(Model):
    """A perk, with the asset it is taken for and, for Expert, its skill. A bare name is read too."""

    name: Name = ""
    asset: Name = ""
    skill: Name = ""

    @model_validator(mode="before")
    @classmethod
    def _bare_name(cls, value: object) -> object:
        return {"name": value} if isinstance(value, str) else value


class Assets(Model):
    """Step 2 (CRE-2, CRE-3): by `priority` the `order` counts, by `points` the `ratings`."""

    method: Name = "priority"
    order: tuple[Name, ...] = Field(default=(), max_length=LONGEST)
    ratings: dict[str, Whole] = Field(default_factory=dict, max_length=LONGEST)
    perk: PerkChoice | None = None
    perks: tuple[PerkChoice, ...] = Field(default=(), max_length=LONGEST)
    """Every perk of a character that was entered as it stands on paper."""


class Specialty(Model):
    """A specialty and its parent skill (SKL-3)."""

    skill: Name = ""
    name: Name = ""


class Skills(Model):
    """Step 3 (CRE-4, CRE-5): by `priority` `primary` and `secondary` count, by `points` the `ranks`."""

    method: Name = "priority"
    primary: tuple[Name, ...] = Field(default=(), max_length=LONGEST)
    secondary: tuple[Name, ...] = Field(default=(), max_length=LONGEST)
    ranks: dict[str, Whole] = Field(default_factory=dict, max_length=LONGEST)
    specialties: tuple[Specialty, ...] = Field(default=(), max_length=LONGEST)


class Story(Model):
    """Steps 4 and 5: traits (CRE-6) and drives (CRE-7), the drives as they are now."""

    traits: tuple[Text, ...] = Field(default=(), max_length=LONGEST)
    drives: tuple[Text, ...] = Field(default=(), max_length=LONGEST)


class Gear(Model):
    """A piece of gear (GER-1): its kind, rating 1 to 3, and for charms and fonts what it is made `without`."""

    name: Name = ""
    kind: Name = ""
    rating: Whole = 0
    without: tuple[Name, ...] = Field(default=(), max_length=LONGEST)
    purpose: Text = ""


class Purchase(Model):
    """A thing bought: with finishing points (CRE-9) or, when it has a chapter, with Spark (SPK-4).

    `buy` says which kind; the other fields are those that the kind needs.
    """

    buy: Name = ""
    chapter: Whole = 0
    asset: Name = ""
    skill: Name = ""
    name: Text = ""
    kind: Name = ""
    rating: Whole = 0
    without: tuple[Name, ...] = Field(default=(), max_length=LONGEST)
    purpose: Text = ""
    level: Name = ""
    step: Whole = 0
    short: Whole = 0
    """Spark that was missing when the group let it be bought all the same."""


class Consequence(Model):
    """A consequence and its points of severity, counted by level (CSQ-1): each point has its own."""

    name: Text = ""
    kind: Name = ""
    points: dict[str, Whole] = Field(default_factory=dict, max_length=LONGEST)

    @property
    def severity(self) -> int:
        """All its points together; its penalty on relevant rolls is minus this (CSQ-2)."""
        return sum(self.points.values())


class ActiveTrait(Model):
    """A trait that counts now: whose, invoked or inverted, by what, its weight (1 to 3), and how long (TRT, AST-8)."""

    trait: Text = ""
    owner: Name = "self"
    """`self`, `scene`, or another player's name."""
    inverted: bool = False
    weight: Whole = 3
    by: Name = ""
    until: Name = "scene"


class TemporaryTrait(Model):
    """A trait made in play that runs out after some rounds (PSH-2, AST-11); 0 rounds: as long as `until` says."""

    name: Text = ""
    rounds: Whole = 0
    until: Name = "round"
    by: Name = ""


class Reward(Model):
    """What a conflict brought, and how long it lasts: scene, chapter or for good (CNF-12)."""

    name: Text = ""
    until: Name = "scene"


class KismetDice(Model):
    """A kismet roll that lies on the table until it is settled (KIS-2)."""

    dice: Whole = 0
    faces: tuple[Whole, ...] = Field(default=(), max_length=LONGEST)
    marks: Whole = 0
    hitches: Whole = 0
    rerolled: bool = False


class LastRoll(Model):
    """The last roll, for what may follow it: the faces, the marks, the pushes still in hand (PSH-1)."""

    skill: Name = ""
    kind: Name = ""
    dice: Whole = 0
    faces: tuple[Whole, ...] = Field(default=(), max_length=LONGEST)
    marks: Whole = 0
    opposing: Whole = 0
    net: Whole = 0
    pushes: Whole = 0
    driven: Whole = 0
    """Drive tokens that it spent: such a roll gains none (DRV-5)."""
    outcome: Name = ""
    stage: Name = ""
    """`thrown`: the dice lie on the table and are not compared yet; else it is compared."""
    plan: dict[str, Any] = Field(default_factory=dict, max_length=LONGEST)
    """The roll as it was put together, so that it can be shown and repeated."""
    thrown: Whole = 0
    """Own dice on the table, those traded not among them."""
    automatic: Whole = 0
    """Marks that dice were traded for; nothing re-rolls them (ROL-6)."""
    chance: bool = False
    against: Whole = 0
    """Dice against it, turned traits taken off."""
    given: Whole | None = None
    """Marks already rolled against it."""
    opposing_faces: tuple[Whole, ...] = Field(default=(), max_length=LONGEST)
    opposition: Name = "challenge"
    owed: Whole = 0
    """Fortune tokens paid for re-rolls that are still to come (AST-6)."""
    again: Whole | None = None
    """Own dice re-rolled while it was held; nothing where it was not held: fortune then re-rolled by its plan."""
    net_only: bool = False
    late: bool = False
    """Whether fortune has re-rolled a die after comparing (AST-7)."""
    sparked: bool = False
    """Whether it has brought a drive's Spark: never more than one a roll (DRV-3)."""
    free: tuple[Name, ...] = Field(default=(), max_length=LONGEST)
    """Perks whose free push is counted (PRK-3)."""
    damage: Whole = 0
    """Damage that the attack deals, by pushes and by Heavy-Handed (PSH-2)."""
    described: bool = False
    """Whether the player has paid to describe the side effect (ROL-5)."""
    dramatic: bool = False
    at_once: Name = ""
    """What its pushes are spent on as soon as it is compared: `damage` or `cancel` (PSH-2, PSH-3)."""
    at_most: Whole | None = None
    """So many of them at most; nothing: all."""
    spare: Whole = 0
    """So many of them are kept."""
    cancelled: Whole = 0
    """Damage that its pushes have cancelled at once."""
    sure: Whole = 0
    """Opposing marks for dice that were traded on the other side (ROL-6)."""


class FollowUp(Model):
    """A roll that pushes have paid for: a follow-on action or a counterattack, and the most dice it may have."""

    what: Name = "follow-on"
    skill: Name = ""
    kind: Name = "other"
    cap: Whole = 1


class Stood(Model):
    """Damage taken by choice, and the asset of which the next roll has a token for it (DMG-4)."""

    kind: Name = ""
    asset: Name = ""


class Play(document.Play):
    """Where play stands. Tokens that are not named are all in hand."""

    always = ("chapter", "scene", "spark", "doom")
    chapter: Whole = 0
    scene: Whole = 0
    conflict: Whole = 0
    round: Whole = 0
    span: Name = ""
    """The innermost span that is open: saga, chapter, scene or conflict; empty: what the numbers suggest."""
    stakes: Name = ""
    spark: Whole = 0
    tokens: dict[str, Whole] = Field(default_factory=dict, max_length=LONGEST)
    damage: dict[str, Whole] = Field(default_factory=dict, max_length=LONGEST)
    doom: Whole = 0
    drive_tokens: tuple[Whole, ...] = Field(default=(), max_length=LONGEST)
    spent_this_round: Whole = 0
    """Asset tokens spent on actions in this round: none means that a whole pool comes back (REG-2)."""
    given_in: bool = False
    gm_first: bool = False
    """Whether the GM has acted first in this round: it gives fortune once (CNF-5)."""
    last_stakes: Name = ""
    consequences: tuple[Consequence, ...] = Field(default=(), max_length=LONGEST)
    active: tuple[ActiveTrait, ...] = Field(default=(), max_length=LONGEST)
    temporary: tuple[TemporaryTrait, ...] = Field(default=(), max_length=LONGEST)
    scene_traits: tuple[Text, ...] = Field(default=(), max_length=LONGEST)
    rewards: tuple[Reward, ...] = Field(default=(), max_length=LONGEST)
    gear_used: dict[str, Whole] = Field(default_factory=dict, max_length=LONGEST)
    used_perks: tuple[Name, ...] = Field(default=(), max_length=LONGEST)
    asks: tuple[Ask, ...] = Field(default=(), max_length=LONGEST)
    kismet: KismetDice | None = None
    roll: LastRoll | None = None
    due: tuple[FollowUp, ...] = Field(default=(), max_length=LONGEST)
    """Follow-on actions and counterattacks that are paid for and not rolled yet (PSH-3, PSH-4)."""
    stood: tuple[Stood, ...] = Field(default=(), max_length=LONGEST)
    """Damage taken by choice whose tokens the next roll has (DMG-4)."""
    passed: dict[str, Whole] = Field(default_factory=dict, max_length=LONGEST)
    """Perks that could have acted and did not, and how often: they still may, until the clock moves on (PRK-3)."""
    habits: dict[str, dict[str, Any]] = Field(default_factory=dict, max_length=LONGEST)
    """For each skill its last roll as it was put together, and the last weight of each trait on it."""


class Character(Document):
    """A whole character file. A half-built one is as valid as a finished one; `findings` says what is missing."""

    ruling = "CRE-11"

    format: Whole = FORMAT
    game: Name = "saga"
    id: Name = ""
    entered: Name = ""
    """`as is` for a character taken over from paper, which does not account for every point."""
    concept: Concept = Concept()
    assets: Assets = Assets()
    skills: Skills = Skills()
    story: Story = Story()
    gear: tuple[Gear, ...] = Field(default=(), max_length=LONGEST)
    finishing: tuple[Purchase, ...] = Field(default=(), max_length=LONGEST)
    advances: tuple[Purchase, ...] = Field(default=(), max_length=LONGEST)
    rulings: tuple[Ruling, ...] = Field(default=(), max_length=LONGEST)
    automation: dict[str, Name] = Field(default_factory=dict, max_length=LONGEST)
    """Perks and uses of fortune that are always taken, asked for or never offered, where that is not the usual."""
    setting: Kept = Kept()
    perks: tuple[OwnPerk, ...] = Field(default=(), max_length=LONGEST)
    """Perks of one's own: their words, not that they are held (PRK-1)."""
    play: Play | None = None

    @property
    def as_is(self) -> bool:
        """Whether it was entered as it stands on paper."""
        return self.entered == "as is"

    @property
    def title(self) -> str:
        """Its name, or a word that says there is none yet."""
        return self.concept.name.strip() or "Nameless"

    def to_doc(self, like: tuple[Self, dict[str, Any]] | None = None) -> dict[str, Any]:
        """The document; how assets and skills were chosen is always said, and said first."""
        body = super().to_doc(like)
        for name in ("assets", "skills"):
            if "method" not in [*body.get(name, ())][:1]:
                body[name] = {"method": getattr(self, name).method} | body.get(name, {})
        return self.sorted(body)


def from_doc(doc: dict[str, Any]) -> Character:
    """The character of a document; `pydantic.ValidationError` where a value has the wrong type."""
    return Character.model_validate(doc)
