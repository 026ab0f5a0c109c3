"""The price list of advances: what each costs in Spark and why, and what it would change (SPK-4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Final

from textual.content import Content

from saga_tui.games.saga.rules import budget, derive, rolls, state
from saga_tui.games.saga.rules.character import Character, Purchase
from saga_tui.games.saga.rules.commands import RULES
from saga_tui.games.saga.rules.rolls import Plan
from saga_tui.games.saga.rules.words import ASSETS, SKILLS, WOUNDS
from saga_tui.games.saga.screens import marks
from saga_tui.games.saga.screens.session import now
from saga_tui.safe import safe
from saga_tui.tally import Tally
from saga_tui.ui.chance_table import bars, table
from saga_tui.ui.hero import Moved
from saga_tui.ui.prices import Priced
from saga_tui.ui.specs import Why
from saga_tui.words import percent, plural

GLINT = marks.SPARK.full


@dataclass(frozen=True, slots=True)
class Price:
    """One line of the price list: its key, its words, the purchase it stands for, and whether more is asked first."""

    key: str
    section: str
    words: str
    bought: Purchase
    asks: bool = False
    about: str = ""
    """What it is, in a few words."""


MORE: Final = (
    Price("s", "More", "Specialty", Purchase(buy="specialty"), True, "a field within a skill; you name it"),
    Price("t", "More", "Trait", Purchase(buy="trait"), True, "a phrase that helps and hurts"),
    Price("p", "More", "Perk", Purchase(buy="perk"), True, "one of an asset's, or a custom one"),
    Price("x", "More", "Gear, per rating", Purchase(buy="gear", rating=1), True, "a charm, a buff or a font"),
    Price("c", "More", "Reduce a consequence", Purchase(buy="consequence"), True, "by 1, of any level"),
    Price("d", "More", "Clear a doom step", Purchase(buy="doom"), False, "the highest marked one"),
)


def prices(character: Character) -> list[Price]:
    """The whole price list, in the book's order (SPK-4)."""
    assets = (
        Price(marks.ASSET_KEYS[asset], "Assets", f"{marks.ASSETS[asset].full} {asset.capitalize()}",
              Purchase(buy="asset", asset=asset))
        for asset in ASSETS
    )  # fmt: skip
    skills = (
        Price(str(place), "Skills", safe(derive.skill_name(character, skill), limit=40),
              Purchase(buy="rank", skill=skill))
        for place, skill in enumerate(SKILLS, 1)
    )  # fmt: skip
    return [*assets, *skills, *MORE]


def name_of(character: Character, offer: Price) -> str:
    """What is bought, for a sentence: `Force +1`, `a specialty`."""
    if offer.asks:
        return offer.words
    return offer.words if offer.bought.buy == "doom" else budget.describe(character, offer.bought)


def with_it(character: Character, offer: Price) -> Character:
    """The character with that rating or rank."""
    return character.model_copy(update={"advances": (*character.advances, offer.bought)})


def raised(character: Character, offer: Price) -> tuple[Tally, Tally] | None:
    """The rating or ranks that it raises, before and after."""
    bought, after = offer.bought, with_it(character, offer)
    if bought.buy == "asset" and bought.asset in ASSETS:
        return derive.rating(character, bought.asset), derive.rating(after, bought.asset)
    if bought.buy == "rank" and bought.skill in SKILLS:
        return derive.ranks(character, bought.skill), derive.ranks(after, bought.skill)
    return None


def gains(character: Character, offer: Price) -> Iterator[str]:
    """What it changes besides the number that it raises: thresholds and the Doom Track (DMG-1, DOM-1), the step that it
    clears (DOM-4)."""
    if offer.bought.buy == "asset":
        after = with_it(character, offer)
        each = ((kind, derive.threshold(character, kind).total, derive.threshold(after, kind).total) for kind in WOUNDS)
        borne = [(kind, old, new) for kind, old, new in each if old != new]
        if borne:
            (kind, old, new), *rest = borne
            yield ", ".join([f"{kind} threshold {old} → {new}", *(f"{kind} {old} → {new}" for kind, old, new in rest)])
        old, new = derive.doom_end(character).total, derive.doom_end(after).total
        if old != new:
            yield f"doom ends at {old} → {new}"
    elif offer.bought.buy == "doom":
        doom, end = state.play_of(character).doom, derive.doom_end(character).total
        yield f"doom {doom} → {doom - 1} of {end}" if doom else "no doom step is marked"
    else:
        yield offer.about


def better(character: Character, offer: Price) -> str:
    """What a rank does to the chance of its skill against what was rolled against last; without that, to its dice."""
    skill = offer.bought.skill
    if offer.bought.buy != "rank" or skill not in SKILLS:
        return ""
    after = with_it(character, offer)
    old, new = now.chance_as_last(character, skill), now.chance_as_last(after, skill)
    if old is not None and new is not None:
        return f"{percent(old)} → {percent(new)}"
    before, then = rolls.pool(character, Plan(skill=skill)), rolls.pool(after, Plan(skill=skill))
    return f"{'chance' if before.chance else before.dice} → {plural(then.dice, 'die')}"


AGAINST: Final = (0, 1, 2, 4, 6, 8)
"""Dice against a skill, for which its chance is shown before and after a rank."""
COLUMN: Final = "dice against"
RULED: Final = {
    "force": "AST-3", "grace": "AST-4", "acuity": "AST-5", "fortune": "AST-6", "rank": "SKL-2", "specialty": "SKL-3",
    "trait": "TRT-1", "perk": "PRK-1", "gear": "GER-1", "consequence": "CSQ-1", "doom": "DOM-1",
}  # fmt: skip
"""The rule that says what something bought is good for."""


def ruled(offer: Price) -> str:
    """The id of that rule."""
    return RULED.get(offer.bought.asset or offer.bought.buy, "")


def chances(character: Character, offer: Price, width: int) -> Iterator[Content]:
    """What a rank does to the chance of success, against few dice and against many: `4 dice  22 → 31%  ███▓`."""
    skill = offer.bought.skill
    if offer.bought.buy != "rank" or skill not in SKILLS:
        return
    plan, after = Plan(skill=skill), with_it(character, offer)
    old, new = rolls.pool(character, plan).dice, rolls.pool(after, plan).dice
    yield Content.styled("Success against", "bold $title")
    against = (
        (plural(dice, "die") if dice else "nothing", now.success(old, dice), now.success(new, dice)) for dice in AGAINST
    )
    yield from bars(((name, one, two) for name, one, two in against if one is not None and two is not None), width)


def chance_table(character: Character, width: int) -> Iterator[Content]:
    """The chance of every skill as it is now, against nothing and against more and more dice, as many as fit."""
    rows = []
    for skill in SKILLS:
        dice, trained = rolls.pool(character, Plan(skill=skill)).dice, derive.ranks(character, skill).total
        found = [now.success(dice, against) for against in AGAINST]
        rows.append((derive.skill_name(character, skill), found, "" if trained else "$dim"))
    yield from table(COLUMN, [str(dice or "-") for dice in AGAINST], rows, width)


def weighed(character: Character, offer: Price) -> Moved:
    """Spark in hand and after the purchase, with what it costs and why; beyond the purse, how much is short."""
    spark, price = state.play_of(character).spark, budget.spark_price(character, offer.bought)
    left = spark - price.total
    why = " + ".join(f"{term.amount} {term.reason}" for term in price.terms)
    end = f"{left} {GLINT} left" if left >= 0 else f"{-left} {GLINT} short"
    words = (f"{name_of(character, offer)}: {price.total} {GLINT}", why if len(price.terms) > 1 else "", end)
    return Moved(spark, max(0, left) if left >= 0 else spark, [text for text in words if text], marks.SPARK)


class PriceRow(Priced):
    """A thing to buy with Spark: what a rating or a rank becomes, and what follows from it."""

    token = marks.SPARK

    def __init__(self, offer: Price) -> None:
        super().__init__(offer.key, offer.words)
        self.offer = offer

    def show(self, character: Character) -> None:
        """Shows what it costs and brings now."""
        offer = self.offer
        price, numbers = budget.spark_price(character, offer.bought), raised(character, offer)
        self.cost, self.short = price.total, max(0, price.total - state.play_of(character).spark)
        self.words = f"{offer.words} {numbers[0].total} → {numbers[1].total}" if numbers else offer.words
        self.chance = better(character, offer)
        self.detail = ", ".join(gains(character, offer)) or " · ".join(
            derive.specialties_of(character, offer.bought.skill) if offer.bought.skill in SKILLS else ()
        )
        if offer.bought.skill in SKILLS and offer.bought.skill != "skill_x":
            self.extra = derive.skill_info(character, offer.bought.skill).text.split(". ")[0].rstrip(".") + "."
        elif offer.bought.buy != "rank" and (rule := RULES.book.rule(ruled(offer))) is not None:
            self.extra = rule.text
        self.explain = partial(Why, price, (), numbers or ())
