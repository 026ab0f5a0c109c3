"""What Spark can buy, and what a purchase would change. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from saga_tui.games.saga.rules import budget, derive, state
from saga_tui.games.saga.rules.character import Character, Purchase
from saga_tui.games.saga.rules.words import ASSETS, SKILLS, WOUNDS
from saga_tui.games.saga.screens import marks
from saga_tui.safe import safe
from saga_tui.tally import Tally


@dataclass(frozen=True, slots=True)
class Price:
    """One line of the price list: its key, its words, the purchase it stands for, and whether more is asked first."""

    key: str
    section: str
    words: str
    bought: Purchase
    asks: bool = False


def prices(character: Character) -> list[Price]:
    """The whole price list, in the book's order (SPK-4)."""
    found = [
        Price(marks.ASSET_KEYS[asset], "Assets", f"{marks.ASSETS[asset].full} {asset.capitalize()} +1",
              Purchase(buy="asset", asset=asset))
        for asset in ASSETS
    ]  # fmt: skip
    found += [
        Price(str(place), "Skills", f"{safe(derive.skill_name(character, skill), limit=40)} +1",
              Purchase(buy="rank", skill=skill))
        for place, skill in enumerate(SKILLS, 1)
    ]  # fmt: skip
    return [
        *found,
        Price("s", "More", "Specialty…", Purchase(buy="specialty"), asks=True),
        Price("t", "More", "Trait…", Purchase(buy="trait"), asks=True),
        Price("p", "More", "Perk…", Purchase(buy="perk"), asks=True),
        Price("x", "More", "Gear, per rating…", Purchase(buy="gear", rating=1), asks=True),
        Price("c", "More", "Reduce a consequence…", Purchase(buy="consequence"), asks=True),
        Price("d", "More", "Clear a doom step", Purchase(buy="doom")),
    ]


def tallies(character: Character) -> list[Tally]:
    """The numbers that a purchase may change."""
    return [
        *(derive.rating(character, asset) for asset in ASSETS),
        *(derive.threshold(character, kind) for kind in WOUNDS),
        derive.doom_end(character),
        *(derive.ranks(character, skill) for skill in SKILLS),
    ]


@dataclass(frozen=True, slots=True)
class Difference:
    """A number before and after a purchase."""

    label: str
    before: int
    after: int


def differences(before: Character, after: Character) -> list[Difference]:
    """The numbers that change, Spark and the Doom Track among them."""
    found = [
        Difference(old.label, old.total, new.total)
        for old, new in zip(tallies(before), tallies(after), strict=True)
        if old.total != new.total
    ]
    one, other = state.play_of(before), state.play_of(after)
    plain = [("Doom steps marked", one.doom, other.doom), ("Spark", one.spark, other.spark)]
    found += [Difference(label, old, new) for label, old, new in plain if old != new]
    return found


def price(character: Character, bought: Purchase) -> Tally:
    """Its price now, with the reasons (SPK-4)."""
    return budget.spark_price(character, bought)
