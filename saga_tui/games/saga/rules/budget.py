"""What things cost at creation and in growth, and what is left to pay them (CRE-3, CRE-5, CRE-8, CRE-9, SPK-4)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from saga_tui.engine.ruled import ruled
from saga_tui.games.saga import book
from saga_tui.games.saga.rules import derive
from saga_tui.games.saga.rules.character import Character, Purchase
from saga_tui.games.saga.rules.words import ASSETS, SKILLS, Asset, Skill
from saga_tui.tally import Tally, Term, tally
from saga_tui.words import listed, plural


@dataclass(frozen=True, slots=True)
class Budget:
    """A number of points to spend on one step: `total`, and a tally of what is spent."""

    step: str
    rule: str
    total: int
    cost: Tally

    @property
    def spent(self) -> int:
        """Points spent."""
        return self.cost.total

    @property
    def left(self) -> int:
        """Points left; negative where too many are spent."""
        return self.total - self.spent


def climb(start: int, goal: int, surcharge_at: Iterable[int]) -> int:
    """The cost of going from one rating to another: 1 a step, and 1 more for each step that bears a surcharge.

    CRE-3: from 1 to 8 costs 8. CRE-5: from 0 to 11 costs 13. Downwards it is what comes back, as a negative number.
    """
    low, high = min(start, goal), max(start, goal)
    cost = high - low + sum(low < step <= high for step in surcharge_at)
    return cost if goal >= start else -cost


def assets_budget(character: Character) -> Budget:
    """Asset points: each asset starts at 1, 9 points over the four, the step beyond 5 costs one more (CRE-3)."""
    table = derive.numbers(character).assets.points
    terms = []
    for asset in ASSETS:
        goal = derive.creation_rating(character, asset)
        cost = climb(table.start, goal, table.surcharge_at)
        if cost:
            terms.append(Term(cost, f"{asset} {table.start} → {goal}{_dear(goal, table.surcharge_at)}", "CRE-3"))
    spent = ruled(character, Tally("asset-points", "Asset points spent", tuple(terms)))
    return Budget("assets", "CRE-3", table.points, spent)


def next_asset_cost(character: Character, asset: Asset) -> int:
    """What the next point of an asset costs: 1, or 2 beyond 5 (CRE-3)."""
    now = derive.creation_rating(character, asset)
    return climb(now, now + 1, derive.numbers(character).assets.points.surcharge_at)


def skills_budget(character: Character) -> Budget:
    """Skill points: 14, with one more for the 6th and for the 11th rank of a skill (CRE-5)."""
    table = derive.numbers(character).skills.points
    terms = []
    for skill in SKILLS:
        goal = derive.creation_ranks(character, skill)
        cost = climb(0, goal, table.surcharge_at)
        if cost:
            name = derive.skill_name(character, skill)
            terms.append(Term(cost, f"{name} {goal}{_dear(goal, table.surcharge_at)}", "CRE-5"))
    spent = ruled(character, Tally("skill-points", "Skill points spent", tuple(terms)))
    return Budget("skills", "CRE-5", table.points, spent)


def next_rank_cost(character: Character, skill: Skill) -> int:
    """What the next rank of a skill costs: 1, or 2 for the 6th and the 11th (CRE-5)."""
    now = derive.creation_ranks(character, skill)
    return climb(now, now + 1, derive.numbers(character).skills.points.surcharge_at)


def _dear(goal: int, surcharge_at: Iterable[int]) -> str:
    extra = sum(step <= goal for step in surcharge_at)
    return f", {extra} of it extra cost" if extra else ""


def free_specialties_left(character: Character) -> int:
    """Free specialties still to choose (CRE-4, CRE-5); negative where too many are taken."""
    table = derive.numbers(character).skills
    by_points = character.skills.method == "points"
    wanted = table.points.free_specialties if by_points else table.priority.free_specialties
    return wanted - len(character.skills.specialties)


def gear_budget(character: Character) -> Budget:
    """Ratings of the starting gear: 5 in all (CRE-8)."""
    terms = [Term(piece.rating, piece.name or "unnamed gear", "CRE-8") for piece in character.gear]
    total = derive.numbers(character).gear.total
    return Budget("gear", "CRE-8", total, ruled(character, Tally("gear-ratings", "Gear ratings", tuple(terms))))


def finishing_price(character: Character, bought: Purchase) -> int:
    """What a purchase costs in finishing points (CRE-9); 0 for what they do not buy."""
    prices = derive.numbers(character).finishing.prices
    if bought.buy == "gear":
        return prices.gear_per_rating * max(0, bought.rating)
    known = {
        "asset": prices.asset,
        "rank": prices.rank,
        "specialty": prices.specialty,
        "trait": prices.trait,
        "perk": prices.perk,
    }
    return known.get(bought.buy, 0)


def finishing_budget(character: Character) -> Budget:
    """Twelve finishing points (CRE-9)."""
    terms = [
        Term(finishing_price(character, bought), describe(character, bought), "CRE-9") for bought in character.finishing
    ]
    total = derive.numbers(character).finishing.points
    cost = ruled(character, Tally("finishing-points", "Finishing points spent", tuple(terms)))
    return Budget("finishing", "CRE-9", total, cost)


def spark_price(character: Character, bought: Purchase) -> Tally:
    """What a purchase costs now in Spark (SPK-4), with its reasons."""
    prices = derive.numbers(character).spark.prices
    label = f"Price of {describe(character, bought)}"
    if bought.buy == "asset" and bought.asset in ASSETS:
        now = derive.rating(character, bought.asset).total
        terms: list[Term | None] = [
            Term(now, "current rating", "SPK-4"),
            Term(prices.asset_plus, "fixed", "SPK-4"),
        ]
    elif bought.buy == "rank" and bought.skill in SKILLS:
        now = derive.ranks(character, bought.skill).total
        more = now // prices.rank_step
        terms = [
            Term(prices.rank_base, "price of a rank", "SPK-4"),
            Term(more, f"{plural(now, 'rank')} now, 1 for each full {prices.rank_step}", "SPK-4") if more else None,
        ]
    elif bought.buy == "gear":
        each = prices.gear_per_rating
        terms = [Term(each * max(0, bought.rating), f"rating {bought.rating} × {each}", "SPK-4")]
    else:
        known = {
            "specialty": prices.specialty,
            "trait": prices.trait,
            "consequence": prices.consequence,
            "perk": prices.perk,
            "doom": prices.doom_step,
        }
        terms = [Term(known.get(bought.buy, 0), bought.buy or "nothing", "SPK-4")]
    return tally("spark-price", label, terms)


def _number(count: int) -> str:
    """Small numbers in words, as people say them."""
    return {1: "one", 2: "two", 3: "three"}.get(count, str(count))


def spark_spent(character: Character, chapter: int) -> int:
    """Spark spent on the advances of a chapter, each at its price when it was bought, less what the group let pass
    (SPK-4)."""
    total = 0
    for place, bought in enumerate(character.advances):
        if bought.chapter == chapter:
            before = character.model_copy(update={"advances": character.advances[:place]})
            total += max(0, spark_price(before, bought).total - max(0, bought.short))
    return total


def describe(character: Character, bought: Purchase) -> str:
    """A purchase in words: `Weaponry +1`, `specialty: long shots (Marksmanship)`, `Lucky coin, charm 3`."""
    skill = derive.skill_name(character, bought.skill) if bought.skill else ""
    name = bought.name or "unnamed"
    words = {
        "asset": f"{bought.asset.capitalize()} +1",
        "rank": f"{skill} +1",
        "specialty": f"specialty {name} ({skill})",
        "trait": f"trait {name}",
        "perk": f"perk {name}{f' ({skill})' if skill else ''}",
        "gear": f"{name}, {bought.kind} {bought.rating}",
        "consequence": f"{name} reduced by 1",
        "doom": f"clearing doom step{f' {bought.step}' if bought.step else ''}",
    }
    return words.get(bought.buy, bought.buy or "nothing")


# ---- switching method (CRE-2 ↔ CRE-3, CRE-4 ↔ CRE-5)


def nearest_order(character: Character) -> tuple[Asset, ...]:
    """The order by priority that is nearest to the ratings now: highest first, the book's order on a tie (CRE-2)."""
    pools = [asset for asset in ASSETS if asset != "fortune"]
    return tuple(sorted(pools, key=lambda asset: -derive.creation_rating(character, asset)))


def nearest_priorities(character: Character) -> tuple[tuple[Skill, ...], tuple[Skill, ...]]:
    """The primary and secondary skills nearest to the ranks now: most ranks first (CRE-4). Skills without a rank are
    not chosen for the player."""
    counts = derive.numbers(character).skills.priority.counts
    held = sorted(SKILLS, key=lambda skill: -derive.creation_ranks(character, skill))
    ranked = tuple(skill for skill in held if derive.creation_ranks(character, skill) > 0)
    return ranked[: counts[0]], ranked[counts[0] : counts[0] + counts[1]]


# ---- the free perk


@dataclass(frozen=True, slots=True)
class PerkOffer:
    """A perk with the assets for which it may be taken now; `why_not` says why where there are none."""

    info: book.PerkInfo
    assets: tuple[Asset, ...]
    why_not: str = ""


def free_perk_count(character: Character) -> int:
    """How many free perks the way of choosing assets gives (CRE-2, CRE-3); none or several in some settings."""
    table = derive.numbers(character).assets
    return table.points.free_perks if character.assets.method == "points" else table.priority.free_perks


def free_perks_left(character: Character) -> int:
    """Free perks still to choose (CRE-2, CRE-3); negative where too many are taken."""
    taken = len(character.assets.perks) + (character.assets.perk is not None)
    return free_perk_count(character) - taken


def perk_assets(character: Character) -> tuple[Asset, ...]:
    """The assets whose perks the free perk may be: the primary asset and fortune (CRE-2), or those rated 4 and more
    (CRE-3), before finishing points (CRE-10). None where a setting gives no free perk (SET-1)."""
    if not free_perk_count(character):
        return ()
    if character.assets.method == "points":
        least = derive.numbers(character).assets.points.free_perk_min_rating
        return tuple(asset for asset in ASSETS if derive.creation_rating(character, asset) >= least)
    first = character.assets.order[:1]
    return tuple(asset for asset in ASSETS if asset in first or asset == "fortune")


def free_perks(character: Character) -> list[PerkOffer]:
    """Every perk, the eligible ones first, with the assets for which it may be the free one (CRE-2, CRE-3)."""
    open_to = perk_assets(character)
    offers = []
    for info in derive.known_perks(character):
        assets = tuple(asset for asset in info.assets if asset in open_to)
        why = "" if assets else f"needs {listed(info.assets, 'or')} {_wanted(character)}"
        offers.append(PerkOffer(info, assets, why))
    return sorted(offers, key=lambda offer: not offer.assets)


def _wanted(character: Character) -> str:
    if character.assets.method == "points":
        return f"rated {derive.numbers(character).assets.points.free_perk_min_rating} or more"
    return "as primary"
