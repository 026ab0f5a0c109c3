"""What the book's data looks like: frozen models that check each TOML file as it is loaded.

A setting may define perks and skills of its own, so :class:`PerkInfo` and :class:`SkillInfo` are also what a
setting file is checked against.
"""

from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

Asset = Literal["force", "grace", "acuity", "fortune"]
"""The four asset pools (AST-1)."""
SpentAsset = Literal["force", "grace", "acuity"]
"""The three assets whose tokens come back by themselves (AST-14)."""
Skill = Literal[
    "academia",
    "athletics",
    "awareness",
    "influence",
    "legerdemain",
    "marksmanship",
    "subterfuge",
    "weaponry",
    "skill_x",
]
"""The skills, in the book's order; the last is the setting's (SKL-1, SKL-4)."""
DamageKind = Literal["pain", "doubt", "fear"]
"""The kinds of damage that have a threshold (DMG-1)."""
StakesKey = Literal["minor", "serious", "severe", "deadly"]
"""What a conflict is about, lowest first (CNF-1)."""
Level = Literal["temporary", "lasting", "permanent"]
"""How long a point of a consequence stays (CSQ-1)."""
Moment = Literal[
    "block",
    "recovery",
    "spend",
    "damage",
    "after-roll",
    "kismet-roll",
    "pool",
    "attack-success",
    "scene-start",
    "success",
]
"""When a perk applies or is offered (PRK-3)."""
GearKind = Literal["buff", "charm", "font"]
"""Bonus gear, lucky charm, font of healing (GER-1)."""

Text = Annotated[str, Field(min_length=1, max_length=900)]
Line = Annotated[str, Field(min_length=1, max_length=200)]
Count = Annotated[int, Field(ge=0)]
Several = Annotated[int, Field(ge=1)]


class Data(BaseModel):
    """The base of every model here: frozen, and an unknown key is an error."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


# --- skills -----------------------------------------------------------------------------------------------


class SkillInfo(Data):
    """One of the nine skills (SKL-1)."""

    key: str
    name: Line
    text: Text
    force: Line
    """What a force token means on this skill."""
    grace: Line
    acuity: Line
    favoured: tuple[SpentAsset, ...] = ()
    """The tokens that suit the skill best, best first (SKL-5); often none."""
    specialties: tuple[Line, ...] = ()
    """The book's examples, in its order; offered, never demanded (SKL-3)."""
    names: tuple[Line, ...] = ()
    """For Skill X: names that a setting or player may give it (SKL-4)."""
    rules: tuple[str, ...]

    def meaning(self, asset: SpentAsset) -> str:
        """What a token of ``asset`` means on a roll of this skill."""
        return {"force": self.force, "grace": self.grace, "acuity": self.acuity}[asset]


# --- perks ------------------------------------------------------------------------------------------------


class BlockDice(Data):
    """``dice`` more on a block for each token of the perk's asset spent on it (Agile)."""

    kind: Literal["block-dice"]
    dice: Several


class ExtraToken(Data):
    """A recovery of spent tokens brings back ``tokens`` more of the perk's asset (Aware, Nimble …)."""

    kind: Literal["extra-token"]
    tokens: Several


class StandIn(Data):
    """A token of the perk's asset counts on a roll as one of ``counts_as`` (Better Lucky than Good)."""

    kind: Literal["stand-in"]
    counts_as: Annotated[tuple[SpentAsset, ...], Field(min_length=1)]


class ShedDamage(Data):
    """Pay ``cost`` tokens of the perk's asset; as many ``damage`` tokens go as were in hand before paying."""

    kind: Literal["shed-damage"]
    damage: DamageKind
    cost: Several


class AddedDice(Data):
    """After the roll, before its result: ``dice`` more are rolled for each token spent now (Deliberate)."""

    kind: Literal["added-dice"]
    dice: Several


class IgnoreHitch(Data):
    """``hitches`` of a kismet roll count as not rolled (Destined, PRK-5)."""

    kind: Literal["ignore-hitch"]
    hitches: Several


class SpecialtyDice(Data):
    """A roll with the chosen skill and the perk's asset: ``dice`` for each specialty that applies, but at
    least ``minimum``; once a roll, not for each token (Expert)."""

    kind: Literal["specialty-dice"]
    dice: Several
    minimum: Count


class AddedDamage(Data):
    """After an attack succeeds: ``damage`` more for each token of the perk's asset spent (Heavy-Handed)."""

    kind: Literal["added-damage"]
    damage: Several


class TopUp(Data):
    """With fewer than ``below`` tokens of the perk's asset, gain ``tokens`` of them (Lucky)."""

    kind: Literal["top-up"]
    below: Several
    tokens: Several


class FreePush(Data):
    """``pushes`` for nothing on a success activated with the perk's asset, even a tie (Sharp, Smooth …)."""

    kind: Literal["free-push"]
    pushes: Several


class Reminder(Data):
    """Nothing is computed: the perk's text is shown at its moment (for a setting's own perks)."""

    kind: Literal["reminder"]


Effect = Annotated[
    BlockDice
    | ExtraToken
    | StandIn
    | ShedDamage
    | AddedDice
    | IgnoreHitch
    | SpecialtyDice
    | AddedDamage
    | TopUp
    | FreePush
    | Reminder,
    Field(discriminator="kind"),
]
"""The closed set of things that a perk can do (PRK-3, SET-1)."""

EFFECT_MOMENT: dict[str, Moment] = {
    "block-dice": "block",
    "extra-token": "recovery",
    "stand-in": "spend",
    "shed-damage": "damage",
    "added-dice": "after-roll",
    "ignore-hitch": "kismet-roll",
    "specialty-dice": "pool",
    "added-damage": "attack-success",
    "top-up": "scene-start",
    "free-push": "success",
}
"""The one moment of each effect; a reminder may have any."""


class PerkInfo(Data):
    """A perk: the book's or a setting's (PRK-1)."""

    key: str
    name: Line
    assets: Annotated[tuple[Asset, ...], Field(min_length=1, max_length=2)]
    """The asset it belongs to, or the two of which its owner chose one."""
    text: Text
    moment: Moment
    effect: Effect
    once: Literal["scene", "chapter"] | None = None
    """How often it may be used, where that is limited."""
    choose: Literal["skill"] | None = None
    """What is chosen on taking it; such a perk may be taken again for another choice (PRK-4)."""
    rules: tuple[str, ...] = ()

    @model_validator(mode="after")
    def _moment_fits_effect(self) -> Self:
        wanted = EFFECT_MOMENT.get(self.effect.kind, self.moment)
        if self.moment != wanted:
            raise ValueError(f"the effect {self.effect.kind} belongs to the moment {wanted}, not {self.moment}")
        return self


# --- traits, rules, the rest ------------------------------------------------------------------------------


class ExampleTrait(Data):
    """A trait and a hint at each of its edges (TRT-1)."""

    name: Line
    helps: Line
    hurts: Line


class Chapter(Data):
    """A chapter of the book and its sections, in order."""

    title: Line
    sections: tuple[Line, ...]


class Push(Data):
    """An example of what a push can mean (PSH-6)."""

    text: Line
    attack: Literal["physical", "social", "mental"] | None = None
    """The kind of attack; ``None`` for a story benefit."""
    asset: SpentAsset | None = None
    pushes: Several = 1
    """How many pushes bring it (story benefits build on each other)."""
    rules: tuple[str, ...] = ("PSH-6",)


class StakesInfo(Data):
    """One of the four stakes of a conflict (CNF-1) and what its consequences are (CSQ-4)."""

    key: StakesKey
    name: Line
    text: Text
    level: Level
    kismet_roll: bool = False
    """Taking consequences calls for a kismet roll (KIS-5)."""
    reward: Line
    """How long a fitting reward lasts (CNF-12)."""
    rules: tuple[str, ...]


class StepInfo(Data):
    """A step of character creation."""

    key: Literal["concept", "assets", "skills", "traits", "drives", "gear", "finishing"]
    title: Line
    asks: tuple[Annotated[str, Field(max_length=76)], Annotated[str, Field(max_length=76)]]
    """What the book asks, in two lines."""
    example: Annotated[str, Field(max_length=76)]
    rules: tuple[str, ...]


Tag = Literal[
    "frontier", "city", "magic", "crime", "war", "scholar", "road", "court", "sea", "faith", "tech", "uncanny"
]
"""What ideas have in common: two ideas that share one fit together."""


class ConceptIdea(Data):
    """A concept with the leanings that suit it."""

    text: Annotated[str, Field(max_length=76)]
    tags: Annotated[tuple[Tag, ...], Field(min_length=1)]
    assets: Annotated[tuple[SpentAsset, ...], Field(min_length=3, max_length=3)]
    """Primary, secondary, tertiary."""
    primary: Annotated[tuple[str, ...], Field(min_length=2, max_length=2)]
    secondary: Annotated[tuple[str, ...], Field(min_length=3, max_length=3)]


class TraitIdea(ExampleTrait):
    """A trait of ours, with tags."""

    tags: Annotated[tuple[Tag, ...], Field(min_length=1)]


class DriveIdea(Data):
    """Something to care about (DRV-1)."""

    text: Annotated[str, Field(max_length=60)]
    tags: Annotated[tuple[Tag, ...], Field(min_length=1)]


class GearIdea(Data):
    """A piece of special gear (GER-1)."""

    name: Annotated[str, Field(max_length=40)]
    kind: GearKind
    purpose: Line
    tags: Annotated[tuple[Tag, ...], Field(min_length=1)]
    rating: Annotated[int, Field(ge=1, le=3)]
    without: tuple[str, ...] = ()
    """For a charm: skill keys; for a font: kinds of damage that it cannot heal (GER-3, GER-4)."""


class SkillXIdea(Data):
    """A name for Skill X, what it goes with, and specialties for it (SKL-4)."""

    name: Line
    tags: Annotated[tuple[Tag, ...], Field(min_length=1)]
    specialties: tuple[Line, ...]


class Ideas(Data):
    """The lists for a random character and for suggestions."""

    names: tuple[str, ...]
    concepts: tuple[ConceptIdea, ...]
    traits: tuple[TraitIdea, ...]
    drives: tuple[DriveIdea, ...]
    gear: tuple[GearIdea, ...]
    skill_x: tuple[SkillXIdea, ...]
