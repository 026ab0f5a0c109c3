"""Characters for the tests of the rules, and short ways to make something happen to them."""

from __future__ import annotations

from typing import Any

from saga_tui.games.saga.rules import creation
from saga_tui.games.saga.rules.character import Character, Play, from_doc
from saga_tui.games.saga.rules.commands import Outcome, command_of, perform
from saga_tui.problem import Problem

BASE: dict[str, Any] = {
    "format": 1,
    "game": "saga",
    "id": "hero",
    "concept": {"name": "Ada", "line": "Duellist of no house", "skill_x": "Magic"},
    "assets": {
        "method": "priority",
        "order": ["force", "grace", "acuity"],
        "perk": {"name": "Relentless", "asset": "force"},
    },
    "skills": {
        "method": "priority",
        "primary": ["weaponry", "athletics"],
        "secondary": ["awareness", "influence", "marksmanship"],
        "specialties": [{"skill": "weaponry", "name": "swords"}, {"skill": "athletics", "name": "running"}],
    },
    "story": {
        "traits": ["Swagger", "Lawman", "Paranoid", "Stubborn", "Connected"],
        "drives": ["my little sister", "fame and glory", "the truth"],
    },
    "gear": [
        {"name": "Lucky coin", "kind": "charm", "rating": 3, "without": ["academia"]},
        {"name": "Flask of whisky", "kind": "font", "rating": 2, "without": ["doubt", "kismet"]},
    ],
    "finishing": [
        {"buy": "asset", "asset": "acuity"},
        {"buy": "asset", "asset": "acuity"},
        {"buy": "perk", "name": "Destined", "asset": "fortune"},
        {"buy": "perk", "name": "Tough", "asset": "grace"},
    ],
}
"""Force 5, grace 3, acuity 3, fortune 4: pain 4, doubt 3, fear 4, doom at 8."""


def made(**sections: Any) -> Character:
    """The finished hero before play, with sections replaced or merged."""
    doc = {name: dict(value) if isinstance(value, dict) else value for name, value in BASE.items()}
    for name, value in sections.items():
        doc[name] = doc[name] | value if isinstance(value, dict) and isinstance(doc.get(name), dict) else value
    return from_doc(doc)


def hero(*perks: str, **play: Any) -> Character:
    """The hero in the first scene of chapter 1, with further perks, and with what is said about play."""
    bought = [*BASE["finishing"], *({"buy": "perk", "name": name} for name in perks)]
    stands = {"span": "scene", "chapter": 1, "scene": 1} | play
    return made(finishing=bought, play=stands)


def fighter(*perks: str, **play: Any) -> Character:
    """The hero in the first round of a serious conflict."""
    stands = {"span": "conflict", "conflict": 1, "round": 1, "stakes": "serious", "last_stakes": "serious"}
    return hero(*perks, **(stands | play))


def due(dice: int, **play: Any) -> Character:
    """The hero with so many kismet tokens, just come, and their roll due."""
    return hero(damage={"kismet": dice}, asks=[{"what": "kismet", "of": dice, "dice": dice, "rule": "KIS-2"}], **play)


def at(character: Character) -> Play:
    """Where its play stands; the character must be in play."""
    assert character.play is not None
    return character.play


def act(character: Character, verb: str, *dice: int, overrule: str | None = None, **params: Any) -> Outcome:
    """What a command does, refused or not."""
    return perform(character, command_of(verb, params), dice, overrule)


def do(character: Character, verb: str, *dice: int, overrule: str | None = None, **params: Any) -> Character:
    """The character after a command that the rules let happen."""
    outcome = act(character, verb, *dice, overrule=overrule, **params)
    assert not outcome.refused, [problem.message for problem in outcome.problems]
    return outcome.after


def no(character: Character, verb: str, *dice: int, **params: Any) -> Problem:
    """The first error for which a command is refused; nothing has changed."""
    outcome = act(character, verb, *dice, **params)
    assert outcome.refused and outcome.after == character and outcome.changes == ()
    return next(problem for problem in outcome.problems if problem.level == "error")


def found(character: Character, level: str = "", rule: str = "") -> list[Problem]:
    """The problems of a level and rule."""
    return [
        item
        for item in creation.problems(character)
        if (not level or item.level == level) and (not rule or item.rule == rule)
    ]
