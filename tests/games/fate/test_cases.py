"""Every worked case of `cases.toml` that is no matter of chances, as data: its kind says what is asked of the rules."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from saga_tui.dice import Draw
from saga_tui.games.fate import book
from saga_tui.games.fate.hero import Gear
from saga_tui.games.fate.play.actions import PlayCards
from saga_tui.games.fate.play.state import cards_of, hand_of, waiting
from saga_tui.games.fate.rules import law
from saga_tui.games.fate.rules.figures import figures
from saga_tui.games.fate.rules.ruleset import RULES
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
    made = RULES.command("play", said)
    tried = made.tried(table.hero) if isinstance(made, PlayCards) else None
    assert tried is not None
    outcome = table.tries("play", given.get("draws", []), **said)
    if outcome.refused:
        return {"legal": False}
    table.hero = outcome.after
    cards = cards_of(numbers(given["play"]))
    new = len(table.hand) - (len(given["hand"]) - len(cards) - len(push))
    drawn = [one.name for one in cards_of(outcome.dice[: len(outcome.dice) - new])]
    return {"legal": True, "trump": tried.trumps(cards), "drawn": drawn,
            "total": outcome.lines[-1].came, "to_bank": [one.value for one in cards_of(table.play.bank)],
            "replaced": new, "hand_after": len(table.hand), "result": outcome.text.rpartition(", ")[2]}  # fmt: skip


def wounds_taken(given: Given) -> Given:
    scores = (given["defence"], 0, 0, 0)
    armour = Gear(kind="armour", name="Plates", bonus=given.get("armour", 0))
    table = Table(hero(["A9", "S9", "W9"], scores=scores, gear=(armour,)))
    more = given.get("weapon", 0), given.get("modifier", 0)
    found = table.does("take-hit", attack=given["attack"] + more[0], heroes=-more[1], card=given["card"],
                       doom=given.get("doom", []))  # fmt: skip
    return {"wounds": waiting(found.after)}


def wounds_dealt(given: Given) -> Given:
    foe = given.get("foe", {})
    scores = foe.get("strength", given.get("defence", 0)), 0, 0, foe.get("willpower", 0)
    gear = (Gear(kind="armour", name="Plates", bonus=given.get("armour", 0)),)
    state = {"state": given["state"], "felled": given["felled_in"], "health": 0} if "felled_in" in given else {}
    now = given.get("exchange", 1)
    play = {"span": "exchange", "fight": 1, "exchange": now, **state}
    table = Table(hero(scores=scores, gear=gear, health=given.get("health", 99) or 99, play=play))
    if given.get("success", True):
        told = table.does("take-hit", attack=given["action_score"], strong=given.get("weapon", 0), card=0,
                          kind=given.get("kind", "physical"))  # fmt: skip
        due = int(told.lines[0].text.split()[0])
    else:
        due = 0
    left = table.play.health
    health = given["health"] if left is None and "health" in given else left
    return {"wounds": due, "health": health, "state": table.play.state or "awake"}


def pay(given: Given) -> Given:
    table = Table(hero(given["hand"], play={"span": "exchange", "fight": 1, "exchange": 1}))
    offered = [one.name for one in law.offered(hand_of(table.hero), given["wounds"])]
    if given["wounds"]:
        table.does("take-hit", attack=given["wounds"], kind="plain")
        paid = table.tries("give-up", cards=given.get("give", []))
        if paid.refused:
            return {"lawful": False}
        table.hero = paid.after
    gone = [int(name[1:]) for name in given["hand"]]
    over = max(0, sum(gone) - sum(int(name[1:]) for name in table.hand) - given["wounds"])
    return {"offered": sorted(offered), "lawful": True, "cards_left": len(table.hand), "over": over,
            "state": table.play.state}  # fmt: skip


def hand(given: Given) -> Given:
    names = ["A1", "S1", "I1", "W1", "D1"][: given["size"]]
    table = Table(hero(names, edge=2, play={"span": "exchange", "fight": 1, "exchange": 1}))
    for name in names[: given["given_up"]]:
        table.does("take-hit", attack=1, kind="plain")
        table.does("give-up", cards=[name])
    after = len(table.hand)
    told = table.does("play", cards=table.hand[: given["played"]], by="agility", take=0)
    return {"limit": figures(table.hero).limit.total, "after_wounds": after, "drawn_after_action": len(told.dice),
            "now": len(table.hand)}  # fmt: skip


def lost(given: Given) -> tuple[int, dict[str, int]]:
    """The size of a hand and what is lost of it, so that start and limit are as they are given."""
    size: int = given["size"] if "size" in given else given["start"]
    start: int = given.get("start", size)
    serious = given.get("serious", 0)
    return size, {"serious": serious, "hurt": start - given["limit"] - serious, "lasting": size - start}


def recovery(given: Given) -> Given:
    state = given.get("state", "")
    play = {"span": "exchange", "fight": 1, "exchange": 1, "state": state}
    if given["who"] != "hero":
        table = Table(hero(health=given["full"], play=play | {"health": given["health"], "start": given["full"]}))
        table.does("next-exchange", card=f"{given['card']} {given['aura']}")
        return {"health": table.play.health, "state": table.play.state or "awake"}
    size, gone = lost(given)
    table = Table(hero(["A4", "S5", "I6", "W7"][: given["limit"]], size=size, play=play | gone))
    told = table.does("next-exchange", card=f"{given['card']} {given['aura']}")
    return {"draws": len(told.dice), "limit": figures(table.hero).limit.total, "state": table.play.state or "awake"}


def fight_end(given: Given) -> Given:
    size, gone = lost(given)
    play = {"span": "exchange", "fight": 1, "exchange": 1, "state": given.get("state", ""), **gone}
    table = Table(hero(["A4", "S5", "I6", "W7"][: given["limit"]], size=size, play=play))
    told = table.does("end-fight")
    return {"draws": len(told.dice), "limit": figures(table.hero).limit.total, "state": table.play.state or "awake"}


def scene_end(given: Given) -> Given:
    table = Table(
        hero(["A4", "S5", "I6", "W7"][: given["limit"]], size=given["size"], play={"pushed": given["pushed"]})
    )
    told = table.does("end-scene")
    return {"draws": len(told.dice), "limit": figures(table.hero).limit.total}


def duration(given: Given) -> Given:
    table = Table(hero(["A4"]))
    for exchange, aura in enumerate(given["auras"], 1):
        verb = "next-exchange" if exchange > 1 else "start-fight"
        table.does(verb, card=f"5 {aura}")
        if exchange > given["begun"] and not table.play.durations:
            return {"happens_in" if given["kind"] == "delayed" else "ends_in": exchange}
        if exchange == given["begun"]:
            table.does("start-duration", what="Fog", kind=given["kind"])
    return {}


def dabbler(given: Given) -> Given:
    told = Table(hero(["A4"])).does("draw", [f"S{given['card']}"], what="magic", intensity=given["intensity"])
    return {"spell": told.text.split()[-1]}


def contest(given: Given) -> Given:
    active, other = given["active"], given["defender"]
    one = Table(hero(active["play"], scores=(active["score"],) * 4))
    two = Table(hero(other["play"], scores=(other["score"],) * 4))
    first = one.does("play", active["draws"], cards=active["play"], by=active["suit"]).lines[-1].came
    assert first is not None
    told = two.does("play", cards=other["play"], by=other["suit"], level=given["level"], opposition=first, card=0)
    holds = told.text.endswith("success")
    hit = law.wounds(first, defence=other.get("defence", 0), armour=other.get("armour", 0))
    return {"active_total": first, "to_reach": first + law.rating(given["level"]),
            "defender_total": told.lines[-1].came,
            "winner": "defender" if holds else "active", "to_bank": [card.value for card in cards_of(two.play.bank)],
            "wounds": hit}  # fmt: skip


def creation(given: Given) -> Given:
    table = Table(hero().model_copy(update={"entered": "", "play": None, "edge": given.get("edge", 1)}))
    table.does("choose-tier", tier=given["tier"])
    skills = {"a": 4, "b": 3, "c": 2, "d": 1, "x": 0}
    for key, score, code in zip(book.ABILITIES, given["scores"], given.get("codes", "xxxx"), strict=True):
        table.does("set-score", ability=key, score=score)
        table.does("set-code", ability=key, code=code)
        for number in range(skills[code]):
            table.does("add-skill", ability=key, name=f"{key} {number}")
    for place, one in enumerate(given.get("powers", [])):
        table.does("add-power", name=f"Power {place}", intensity=one["intensity"], suit="agility")
        for kind in ("stunt", "limit"):
            for number in range(one[f"{kind}s"]):
                table.does(f"add-{kind}", power=place, **{kind: f"{kind} {number}"})
    if given.get("armour"):
        table.does("add-gear", name="Plates", kind="armour", bonus=given["armour"])
    errors = [one for one in RULES.problems(table.hero) if one.level == "error"]
    of = figures(table.hero)
    return {"ability_points_left": of.ability_points().total, "skill_points_left": of.skill_points().total,
            "power_points_left": of.power_points().total, "errors": len(errors),
            "rule": errors[0].rule if errors else ""}  # fmt: skip


def surprise(given: Given) -> Given:
    by_foes = given["side"] == "foes"
    foes = given["foes_agility"] if by_foes else given["foes_intellect"]
    found = law.surprise(given.get("heroes_agility", {}), foes, given["card"], by_foes=by_foes)
    return dict(zip(("who", "ability", "difficulty"), found, strict=True))


def event(given: Given) -> Given:
    calling = book.cards()[given["number"]].calling
    return {"calling": calling, "moved": [name for name, own in given["heroes"].items() if own == calling]}


def pile_on(given: Given) -> Given:
    return dict(zip(("bonus", "penalty"), law.piled(given["heroes"]), strict=True))


def row(given: Given) -> Given:
    die, deck = given["d100"], book.cards(given["cards"])
    if not Draw(1, len(deck)).fits((die,)):
        return {"again": True}
    return {"number": deck[die].number, "card": deck[die].name}


def sheet(given: Given) -> Given:
    if "edge" in given:
        return {"hand_size": figures(hero(edge=given["edge"]).model_copy(update={"hand": None})).size.total}
    table = Table(hero())
    for key, code in given["codes"].items():
        table.does("set-code", ability=key, code=code)
    return {"skills": {key: book.CODES[table.hero.four[key].code]["skills"] for key in given["codes"]},
            "open": [key for key, one in table.hero.four.items() if book.CODES[one.code]["open"]]}  # fmt: skip


KINDS: dict[str, Callable[[Given], Given]] = {
    "difficulty": difficulty,
    "action": action,
    "wounds-taken": wounds_taken,
    "wounds-dealt": wounds_dealt,
    "pay-wounds": pay,
    "hand": hand,
    "recovery": recovery,
    "fight-end": fight_end,
    "scene-end": scene_end,
    "duration": duration,
    "dabbler": dabbler,
    "contest": contest,
    "creation": creation,
    "surprise": surprise,
    "event": event,
    "pile-on": pile_on,
    "row": row,
    "sheet": sheet,
}
MINE = [case for case in CASES if case["kind"] in KINDS and case["given"].get("who") != "foe"]


@pytest.mark.parametrize("case", MINE, ids=[case["id"] for case in MINE])
def test_a_worked_case(case: dict[str, Any]) -> None:
    found = KINDS[case["kind"]](case["given"])
    if "offered" in case["expect"]:
        case["expect"]["offered"].sort()
    assert {key: found[key] for key in case["expect"]} == case["expect"]
