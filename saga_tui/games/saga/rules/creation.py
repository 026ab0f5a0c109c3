"""All that the rules find in a character: the seven steps, growth, and where play stands (CRE-11)."""

from __future__ import annotations

from dataclasses import replace

from saga_tui.games.saga.rules import checks_growth, checks_play, checks_setting, checks_steps
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.named import entries
from saga_tui.problem import Problem, Where

ORDER = {"error": 0, "unfinished": 1, "remark": 2}


def problems(character: Character) -> list[Problem]:
    """Every problem, errors first, then in the order of the steps; those that the group overruled say so (CRE-11)."""
    found = [
        *checks_steps.problems(character),
        *checks_growth.problems(character),
        *checks_play.problems(character),
        *checks_setting.problems(character),
    ]
    ruled = {ruling.finding: ruling.reason or "house ruling" for ruling in character.rulings if ruling.finding}
    places = _ruled_places(character)
    marked = [_overruled(item, ruled.get(item.key) or places.get(item.where, "")) for item in found]
    return sorted(marked, key=lambda item: ORDER[item.level])


def _overruled(problem: Problem, reason: str) -> Problem:
    return replace(problem, overruled=reason) if reason else problem


def _ruled_places(character: Character) -> dict[Where, str]:
    """Where a ruling has set what play counts, with its reason: what is found there is what the group wanted."""
    standing = {one.number: one.reason or "house ruling" for one in character.rulings if one.number and not one.past}
    if not standing:
        return {}
    ruled = (entry for entry in entries(character) if entry.counted and entry.name in standing)
    return {place: standing[entry.name] for entry in ruled for place in entry.places}


def open_problems(character: Character) -> list[Problem]:
    """The problems that stand in the way of play: errors and unfinished choices that nobody overruled (CRE-11)."""
    return [item for item in problems(character) if item.stops_play]


def as_error(problem: Problem) -> Problem:
    """An unfinished choice as what it is at the door to play: something that stops it until it is overruled."""
    return replace(problem, level="error")


STEP_OF = {
    "concept": "concept",
    "assets": "assets",
    "skills": "skills",
    "gear": "gear",
    "finishing": "finishing",
    "setting": "concept",
    "perks": "assets",
}


def step_of(problem: Problem) -> str:
    """The key of the builder's step on which a problem can be mended; empty for play and growth."""
    first = str(problem.where[0]) if problem.where else ""
    if first == "story":
        return str(problem.where[1]) if len(problem.where) > 1 else "traits"
    return STEP_OF.get(first, "")
