"""Every worked case of `cases.toml` that is no matter of chances, as data: its kind says what is asked of the rules."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from saga_tui.games.fate import book
from saga_tui.games.fate.play.state import cards_of
from saga_tui.games.fate.rules import law
from saga_tui.games.fate.rules.figures import figures
from tests.games.fate.play_table import Table, hero, numbers

DATA = tomllib.loads((Path(__file__).parent / "cases.toml").read_text(encoding="utf-8"))
CASES: list[dict[str, Any]] = DATA["case"]
Given = dict[str, Any]


def difficulty(given: Given) -> Given:
    shifts = given.get("shifts", []) + ["skill"] * bool(given.get("fitting_skills"))
    found = law.difficulty(given["level"], shifts, opposition=given.get("opposition", 0), card=given.get("card", 0),
                           doom=given.get("doom", ()), penalty=given.get("pile_on_penalty", 0))  # fmt: skip
    return {"difficulty": found.total, "shifts": shifts}


def action(given: Given) -> Given:
    best, push = given.get("world_class", False), [given["push"]] if "push" in given else []
    table = Table(hero(given["hand"], edge=given["edge"], scores=(given["score"],) * 4))
    if best:
        table.does("add-skill", ability="agility", name="Best", world_class=True)
    said = {"cards": given["play"], "by": given["ability"], "push": "".join(push), "skill": "Best" if best else "",
            "take": given.get("take"), "bonus": given.get("bonus", 0), "level": "automatic",
            "opposition": given.get("difficulty", 0)}  # fmt: skip
    outcome = table.tries("play", given.get("draws", []), **said)
    if outcome.refused:
        return {"legal": False}
    table.hero = outcome.after
    cards = cards_of(numbers(given["play"]))
    new = len(table.hand) - (len(given["hand"]) - len(cards) - len(push))
    drawn = [one.name for one in cards_of(outcome.dice[: len(outcome.dice) - new])]
    return {"legal": True, "trump": law.trumps(cards, given["ability"], world_class=best), "drawn": drawn,
            "total": outcome.lines[-1].came, "to_bank": [one.value for one in cards_of(table.play.bank)],
            "replaced": new, "hand_after": len(table.hand), "result": outcome.text.rpartition(", ")[2]}  # fmt: skip


def wounds_taken(given: Given) -> Given:
    more = given.get("weapon", 0), given.get("modifier", 0), given.get("card", 0), *given.get("doom", ())
    return {"wounds": law.wounds(given["attack"], *more, defence=given["defence"], armour=given.get("armour", 0))}


def pile_on(given: Given) -> Given:
    return dict(zip(("bonus", "penalty"), law.piled(given["heroes"]), strict=True))


def row(given: Given) -> Given:
    card = book.row(given["d100"], given["cards"])
    return {"again": True} if card is None else {"number": card.number, "card": card.name}


def sheet(given: Given) -> Given:
    if "edge" in given:
        return {"hand_size": figures(hero(edge=given["edge"]).model_copy(update={"hand": None})).size.total}
    table = Table(hero())
    for key, code in given["codes"].items():
        table.does("set-code", ability=key, code=code)
    return {"skills": {key: figures(table.hero).skills_allowed(key) for key in given["codes"]},
            "open": [key for key, one in table.hero.four.items() if book.CODES[one.code]["open"]]}  # fmt: skip


KINDS: dict[str, Callable[[Given], Given]] = {
    "difficulty": difficulty,
    "action": action,
    "wounds-taken": wounds_taken,
    "pile-on": pile_on,
    "row": row,
    "sheet": sheet,
}
MINE = [case for case in CASES if case["kind"] in KINDS]


@pytest.mark.parametrize("case", MINE, ids=[case["id"] for case in MINE])
def test_a_worked_case(case: dict[str, Any]) -> None:
    found = KINDS[case["kind"]](case["given"])
    assert {key: found[key] for key in case["expect"]} == case["expect"]
