"""What each step of creation asks: in the book's words, or, where a setting has other numbers, with those (SET-1)."""

from __future__ import annotations

from saga_tui.games.saga import book
from saga_tui.games.saga.book.numbers import AssetNumbers, FinishingNumbers, GearNumbers, SkillNumbers
from saga_tui.games.saga.rules import derive
from saga_tui.games.saga.rules.character import Character
from saga_tui.words import listed, plural

Asks = tuple[str, str, str]
"""Two lines, and an example; an empty one where the book's would not fit the setting."""
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def asked(character: Character, step: str) -> Asks:
    """What a step asks; `KeyError` for a step that does not exist (CRE-1 … CRE-9)."""
    info, table, plain = book.step(step), derive.numbers(character), book.numbers()
    first, second = info.asks
    match step:
        case "assets" if table.assets != plain.assets:
            return (*_assets(table.assets), "")
        case "skills" if table.skills != plain.skills:
            return (*_skills(table.skills), "")
        case "traits" if table.traits.count != plain.traits.count:
            many = plural(table.traits.count, "phrase")
            return f"{many} that fit no one but you.", second, info.example
        case "drives" if table.drives.count != plain.drives.count:
            many = plural(table.drives.count, "thing")
            return f"{many} that matter to you more than your own comfort.", second, info.example
        case "gear" if table.gear != plain.gear:
            return first, _gear(table.gear), info.example
        case "finishing" if table.finishing != plain.finishing:
            return (*_finishing(table.finishing), "")
    return first, second, info.example


def _assets(table: AssetNumbers) -> tuple[str, str]:
    order, points = table.priority, table.points
    by_order = f"By priority they are rated {listed(map(str, order.ratings))}, fortune {order.fortune}"
    dear = f", 1 extra for the step to {listed(map(str, points.surcharge_at))}" if points.surcharge_at else ""
    by_points = f"by points each starts at {points.start}, with {points.points} to spend{dear}."
    free = order.free_perks, points.free_perks
    perks = (
        plural(free[0], "free perk")
        if free[0] == free[1]
        else f"{plural(free[0], 'free perk')} by priority, {free[1]} by points"
    )
    return f"{by_order}; {by_points}", f"{perks}, of a strong asset or of fortune." if any(free) else "No free perks."


def _skills(table: SkillNumbers) -> tuple[str, str]:
    order, points = table.priority, table.points
    places = zip(order.counts, ("{} primary", "{} secondary", "the other {}"), order.ranks, strict=True)
    by_order = ", ".join(f"{words.format(count)} at {ranks}" for count, words, ranks in places if count)
    dear = f", 1 extra for rank {listed(map(str, points.surcharge_at))}" if points.surcharge_at else ""
    free = order.free_specialties, points.free_specialties
    many = f"{free[0]}" if free[0] == free[1] else f"{free[0]} (by points {free[1]})"
    first = f"By priority: {by_order}. By points: {points.points}{dear}."
    return first, f"Free specialties: {many}, in your best skills." if any(free) else "No free specialties."


def _gear(table: GearNumbers) -> str:
    return f"Each piece is rated {table.min_rating} to {table.max_rating}, at most {table.total} in all."


def _finishing(table: FinishingNumbers) -> tuple[str, str]:
    prices = table.prices
    said = f"assets {prices.asset}, ranks {prices.rank}, traits {prices.trait}, perks {prices.perk},"
    gear = {1: "its rating", 2: "twice its rating"}.get(prices.gear_per_rating, f"{prices.gear_per_rating} × rating")
    return (
        f"{plural(table.points, 'point')} to round off your character: {said}",
        f"specialties {prices.specialty}, and gear {gear}.",
    )
