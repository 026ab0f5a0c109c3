"""What things cost; a price is per step, by the value reached.

characteristic(start, to) → int        below 5 each step gives back 3
secondary(start, to) → int             a bonus on CCO, RCO, INI, SPD, by their resulting value
skill(start, to) → int                 a level, from where the skill starts
next_level(level), level_before(level, start) → int | None
is_level(start, level) → bool          whether such a level exists
budget(points, …) → Tally              what is left of the points of creation
lesson(start, to, student, trainer) → int      with a trainer, half where that one is good enough
experience(scenarios, exceptional, spent) → Tally
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from saga_tui.games.sagas import book
from saga_tui.tally import Tally, Term, tally

Costs = tuple[int, ...]


def _price(bands: list[dict[str, int]], start: int, to: int, own: Costs) -> int:
    """The price of the steps above a value up to another, band by band; of a setting's own prices those of the same
    bands."""
    whole, low = 0, start
    for place, band in enumerate(bands):
        high = max(low, min(to, band.get("up_to", to)))
        whole += (high - low) * (own[place] if place < len(own) else band["cost"])
        low = high
    return whole


def characteristic(start: int, to: int, own: Costs = ()) -> int:
    """A main characteristic from one value to another; less than nothing where it goes down (S-COST-1, S-EXP-3). `own`
    are a setting's prices, band by band."""
    if to < start:
        return -characteristic(to, start, own)
    return _price(book.data("costs")["characteristic"], start, to, own)


def secondary(start: int, to: int, own: Costs = ()) -> int:
    """A bonus bought on a secondary characteristic, whose value goes from `start` to `to` by it (S-COST-3)."""
    times: int = book.data("costs")["secondary"]["multiplier"]
    return times * characteristic(start, to, own)


def skill(start: int, to: int, own: Costs = ()) -> int:
    """A learning level from one to another: five levels below 0 are one step (S-COST-2). Of a setting's own prices the
    first is that of such a step."""
    if to < start:
        return -skill(to, start, own)
    costs = book.data("costs")["skill"]
    steps = -((min(start, 0) - min(to, 0)) // costs["step_below_zero"])
    above = _price(costs["level"], max(start, 0), max(start, to, 0), own[1:])
    return int(steps * (own[0] if own else costs["cost_below_zero"])) + above


def next_level(level: int) -> int:
    """The level that the next step reaches (S-SKILL-2)."""
    step: int = book.data("costs")["skill"]["step_below_zero"]
    return min(0, level + step) if level < 0 else level + 1


def level_before(level: int, start: int) -> int | None:
    """The level one step lower; none below the skill's start (S-SKILL-2)."""
    step: int = book.data("costs")["skill"]["step_below_zero"]
    lower = level - (1 if level > 0 else step)
    return lower if lower >= start else None


def is_level(start: int, level: int) -> bool:
    """Whether there is such a level of a skill that starts there (S-SKILL-2)."""
    step: int = book.data("costs")["skill"]["step_below_zero"]
    return level >= start and (level >= 0 or level % step == 0)


def campaigns() -> Mapping[str, dict[str, Any]]:
    """The campaigns by key, with their points (S-MAKE-1)."""
    return {one["key"]: one for one in book.data("costs")["campaign"]}


def classes() -> Mapping[str, dict[str, Any]]:
    """The social classes by key, with what they cost (S-COST-4)."""
    return {one["key"]: one for one in book.data("costs")["social_class"]}


def budget(points: int, characteristics: int = 0, bonuses: int = 0, skills: int = 0, social: str = "middle") -> Tally:
    """What is left of the points of creation, which pay for everything (S-MAKE-1)."""
    found = classes().get(social)
    terms = [Term(points, "the campaign's points", "S-MAKE-1", "rules")]
    spent = (characteristics, "characteristics", "S-COST-1"), (bonuses, "bonuses bought", "S-COST-3")
    for cost, words, rule in (*spent, (skills, "skills", "S-COST-2")):
        terms += [Term(-cost, words, rule)] if cost else []
    if found is not None and found["cost"]:
        terms.append(Term(-found["cost"], str(found["name"]).lower(), "S-COST-4"))
    return tally("points_left", "Points left", terms)


def lesson(start: int, to: int, student: int, trainer: int, by: Mapping[str, str] = {}, *, own: Costs = ()) -> int:
    """A skill's levels learned at one time from a trainer: half the price where the trainer's total is at least 5 above
    the student's before the lesson (S-EXP-4)."""
    numbers, full = book.data("costs")["experience"], skill(start, to, own)
    if trainer < student + numbers["trainer_lead"] or full <= 0:
        return full
    up = book.switch(by, "trainer_rounding") == "up"
    divisor: int = numbers["trainer_divisor"]
    return max(1, -(-full // divisor) if up else full // divisor)


def experience(scenarios: int, exceptional: int = 0, spent: int = 0) -> Tally:
    """Experience that is not spent yet (S-EXP-1, S-EXP-2)."""
    each: int = book.data("costs")["experience"]["per_scenario"]
    terms = (
        Term(each * scenarios, f"{each} for each of {scenarios} scenarios", "S-EXP-1", "play"),
        Term(exceptional, "for playing a part remarkably", "S-EXP-2", "play") if exceptional else None,
        Term(-spent, "spent", "S-EXP-3", "play") if spent else None,
    )
    return tally("experience", "Experience", terms)
