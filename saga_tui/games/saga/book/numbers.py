"""The numbers of creation, growth and play: one table, mirrored by ``creation.toml``.

The rules take their numbers only from here, so that a setting can put others in their place (SET-1). Each
field names the rule that sets it; :func:`number_rules` gives them all by dotted path.
"""

from dataclasses import dataclass
from typing import Annotated, Literal

from saga_tui.games.saga.book.models import Asset, Count, Data, Several


@dataclass(frozen=True)
class SetBy:
    """The id of the rule that sets a number."""

    rule: str


Cre2, Cre3, Cre4, Cre5 = SetBy("CRE-2"), SetBy("CRE-3"), SetBy("CRE-4"), SetBy("CRE-5")
Cre8, Cre9, Spk4 = SetBy("CRE-8"), SetBy("CRE-9"), SetBy("SPK-4")


class AssetPriority(Data):
    """Assets by priority."""

    ratings: Annotated[tuple[Count, Count, Count], Cre2]
    """Primary, secondary, tertiary."""
    fortune: Annotated[Several, Cre2]
    free_perks: Annotated[Count, Cre2]
    """Of the primary asset or of fortune."""


class AssetPoints(Data):
    """Assets by points."""

    start: Annotated[Count, Cre3]
    points: Annotated[Count, Cre3]
    surcharge_at: Annotated[tuple[Several, ...], Cre3]
    """Reaching each of these ratings costs one point more."""
    free_perks: Annotated[Count, Cre3]
    free_perk_min_rating: Annotated[Count, Cre3]


class AssetNumbers(Data):
    """Step 2."""

    priority: AssetPriority
    points: AssetPoints


class SkillPriority(Data):
    """Skills by priority."""

    ranks: Annotated[tuple[Count, Count, Count], Cre4]
    """Of a primary, secondary, tertiary skill."""
    counts: Annotated[tuple[Count, Count, Count], Cre4]
    """How many skills are primary, secondary, tertiary; nine in all."""
    free_specialties: Annotated[Count, Cre4]
    """One in each of this many primary skills."""


class SkillPoints(Data):
    """Skills by points."""

    points: Annotated[Count, Cre5]
    surcharge_at: Annotated[tuple[Several, ...], Cre5]
    """Reaching each of these ranks costs one point more."""
    free_specialties: Annotated[Count, Cre5]
    """One in each of this many skills."""
    free_specialty_min_ranks: Annotated[Count, Cre5]


class SkillNumbers(Data):
    """Step 3."""

    priority: SkillPriority
    points: SkillPoints


class GearNumbers(Data):
    """Step 6, and what gear is worth in play."""

    min_rating: Annotated[Several, SetBy("GER-1")]
    max_rating: Annotated[Several, Cre8]
    """Of one piece."""
    total: Annotated[Count, Cre8]
    """Of all starting gear together."""
    buff_dice_per_rating: Annotated[Several, SetBy("GER-2")]
    charm_dice_per_rating: Annotated[Several, SetBy("GER-3")]
    charm_dice_per_excluded_skill: Annotated[Count, SetBy("GER-3")]
    font_points_per_rating: Annotated[Several, SetBy("GER-4")]
    font_points_per_excluded_damage: Annotated[Count, SetBy("GER-4")]
    """For pain, doubt or fear each."""
    font_points_for_excluded_kismet: Annotated[Count, SetBy("GER-4")]
    font_cost_damage: Annotated[Several, SetBy("GER-4")]
    """Points for one pain, doubt or fear token."""
    font_cost_kismet: Annotated[Several, SetBy("GER-4")]
    font_cost_consequence: Annotated[Several, SetBy("GER-4")]
    """Points for one point of a temporary consequence."""


class FinishingPrices(Data):
    """What finishing points buy."""

    asset: Annotated[Several, Cre9]
    rank: Annotated[Several, Cre9]
    specialty: Annotated[Several, Cre9]
    specialty_min_ranks: Annotated[Count, Cre9]
    trait: Annotated[Several, Cre9]
    perk: Annotated[Several, Cre9]
    gear_per_rating: Annotated[Several, Cre9]


class FinishingNumbers(Data):
    """Step 7."""

    points: Annotated[Count, Cre9]
    prices: FinishingPrices


class SparkPrices(Data):
    """What Spark buys at a chapter's end."""

    asset_plus: Annotated[Count, Spk4]
    """Price of asset +1: its rating now, and this."""
    rank_base: Annotated[Several, Spk4]
    rank_step: Annotated[Several, Spk4]
    """Price of rank +1: the base, and 1 for each full this many ranks held."""
    specialty: Annotated[Several, Spk4]
    specialty_min_ranks: Annotated[Count, Spk4]
    trait: Annotated[Several, Spk4]
    consequence: Annotated[Several, Spk4]
    """For one point of severity."""
    perk: Annotated[Several, Spk4]
    gear_per_rating: Annotated[Several, Spk4]
    doom_step: Annotated[Several, Spk4]


class SparkNumbers(Data):
    """Earning and spending Spark."""

    tokens_per_spark: Annotated[Several, SetBy("SPK-2")]
    """Fortune and drive tokens traded for one Spark at a chapter's end, rounded up."""
    per_kismet_mark: Annotated[Count, SetBy("KIS-4")]
    per_driven_success: Annotated[Count, SetBy("DRV-3")]
    per_fulfilled_token: Annotated[Count, SetBy("DRV-7")]
    offer: Annotated[Several, SetBy("SPK-3")]
    prices: SparkPrices


class DriveNumbers(Data):
    """Step 5, and drives in play."""

    count: Annotated[Several, SetBy("CRE-7")]
    chapter_tokens: Annotated[Count, SetBy("DRV-1")]
    dice_per_token: Annotated[Several, SetBy("DRV-3")]
    new_drive_tokens: Annotated[Count, SetBy("DRV-7")]


class TraitNumbers(Data):
    """Step 4, and traits in play."""

    count: Annotated[Several, SetBy("CRE-6")]
    dice: Annotated[tuple[Several, Several, Several], SetBy("TRT-2")]
    """Very, moderately, tangentially relevant."""
    most_times: Annotated[Several, SetBy("AST-4")]
    """No trait counts more than this many times on one roll."""


class DoomNumbers(Data):
    """The Doom Track."""

    steps: Annotated[Several, SetBy("DOM-1")]
    per_fortune: Annotated[Several, SetBy("DOM-1")]
    cleared_per_chapter: Annotated[Count, SetBy("DOM-4")]


class DamageNumbers(Data):
    """Thresholds and healing. A threshold is the sum of two ratings divided by ``divisor``, rounded down."""

    pain: Annotated[tuple[Asset, Asset], SetBy("DMG-1")]
    doubt: Annotated[tuple[Asset, Asset], SetBy("DMG-1")]
    fear: Annotated[tuple[Asset, Asset], SetBy("DMG-1")]
    divisor: Annotated[Several, SetBy("DMG-1")]
    kismet_healed_per_scene: Annotated[Count, SetBy("DMG-5")]
    redirect_fortune: Annotated[Several, SetBy("DMG-3")]
    """Fortune to choose the kind of damage."""
    name_fortune: Annotated[Several, SetBy("CSQ-3")]
    """Fortune to name a consequence."""
    deadly_min_dice: Annotated[Several, SetBy("KIS-5")]
    kismet_gift: Annotated[Count, SetBy("KIS-6")]
    """Fortune for kismet taken by choice."""


class RollNumbers(Data):
    """Dice and what adds to them."""

    mark_from: Annotated[Several, SetBy("ROL-1")]
    """The lowest face that is a mark."""
    hitch_to: Annotated[Several, SetBy("KIS-2")]
    """The highest face that is a hitch on a kismet die."""
    dramatic_to: Annotated[Several, SetBy("ROL-8")]
    """The highest face that is a dramatic failure on a chance die."""
    trade: Annotated[Several, SetBy("ROL-6")]
    """Dice traded for one automatic mark."""
    specialty: Annotated[Several, SetBy("SKL-3")]
    specialty_elsewhere: Annotated[Several, SetBy("SKL-3")]
    """On a roll of another skill."""
    force: Annotated[Several, SetBy("AST-3")]
    """Dice for each force token."""
    acuity: Annotated[Several, SetBy("AST-5")]
    """Dice for each acuity token and specialty that applies."""
    fortune_rerolls: Annotated[Several, SetBy("AST-6")]
    """Dice re-rolled for each fortune token before comparing."""
    fortune_late_rerolls: Annotated[Several, SetBy("AST-7")]
    """Dice re-rolled for one fortune token after comparing."""


class Switches(Data):
    """The readings that a group may change (SET-1)."""

    better_lucky: Annotated[Literal["any", "one-skill"], SetBy("PRK-6")]
    lucky_charm_refresh: Annotated[Literal["scene", "chapter"], SetBy("GER-3")]
    severe_consequences: Annotated[Literal["permanent", "fading"], SetBy("CSQ-4")]


class Numbers(Data):
    """All of them."""

    assets: AssetNumbers
    skills: SkillNumbers
    traits: TraitNumbers
    drives: DriveNumbers
    gear: GearNumbers
    finishing: FinishingNumbers
    spark: SparkNumbers
    doom: DoomNumbers
    damage: DamageNumbers
    roll: RollNumbers
    switches: Switches


def number_rules(model: type[Data] = Numbers, prefix: str = "") -> dict[str, str]:
    """The id of the rule behind each number, by dotted path (``spark.prices.trait`` → ``SPK-4``)."""
    found: dict[str, str] = {}
    for name, field in model.model_fields.items():
        path = f"{prefix}{name}"
        if isinstance(field.annotation, type) and issubclass(field.annotation, Data):
            found |= number_rules(field.annotation, f"{path}.")
        else:
            found[path] = next(mark.rule for mark in field.metadata if isinstance(mark, SetBy))
    return found
