"""The worked cases, as data: each kind says what is asked of the rules. Here are those of the board: map, movement,
order, taxes, things, deaths, totals; those of a fight stand in `test_fights.py`, its numbers in `test_laws.py`."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from saga_tui.engine.boards import first_to_last
from saga_tui.games.heroes import blows, board, dying, moving
from saga_tui.games.heroes.board import undealt
from saga_tui.games.heroes.book import ADDRESS, AREAS, MONSTERS, NECKLACE, PIECES, TABLES, TREASURES
from saga_tui.games.heroes.commands import ByHand, Death, Go, Refused, Run, Take, Trade, by_chance
from saga_tui.games.heroes.play import guard, perform, place, rests, taxes
from saga_tui.games.heroes.state import DEAD, MARKS
from tests.games.heroes import test_fights, test_laws
from tests.games.heroes.staged import staged

CASES: list[dict[str, Any]] = tomllib.loads((Path(__file__).parent / "cases.toml").read_text(encoding="utf-8"))["case"]
Given = Mapping[str, Any]
Found = dict[str, Any]


def address(given: Given) -> Found:
    return {"area": ADDRESS[tuple(given["dice"])]}


def placing(given: Given) -> Found:
    state = staged(*list(PIECES)[: given["in_play"]])
    for key in list(MONSTERS)[given["pile"] :]:
        state.counters[key].at = DEAD
    place(Run(state, by_chance), MONSTERS)
    return {"placed": sum(state.counters[key].at in AREAS for key in MONSTERS)}


def near(given: Given) -> Found:
    start, end = given["from"], given["to"]
    touches = end in AREAS[start].near and start in AREAS[end].near
    return {"near": touches, "by_sea": touches and board.by_sea(start, end)}


def path(given: Given) -> Found:
    state = staged("egil", at={"egil": given["from"]})
    egil = state.counters["egil"]
    egil.banned, state.seats["egil"].aid = given.get("no_sea", False), int(given.get("njord", False))
    egil.steps = PIECES["egil"].move - given["move"]
    how = egil.banned, bool(state.seats["egil"].aid)
    cost, against = board.ROADS.way(given["from"], given["areas"], given["move"], *how)
    try:
        after = perform(state, Go(counter="egil", areas=tuple(given["areas"]))).state
    except Refused as refused:
        assert refused.rule == moving.WALK.against[against][0]
    else:
        assert after.counters["egil"].at == given["areas"][-1]
    return {"legal": not against, "cost": cost}


def reach(given: Given) -> Found:
    found = board.reach(given["from"], given["move"], given.get("no_sea", False), given.get("njord", False))
    return {"count": len(found), "has": found.keys(), "lacks": found.keys()}


def movement(given: Given) -> Found:
    state = staged("egil", serving={"horsa": "egil"})
    counter = state.counters["egil" if given["hero"] else "horsa"]
    assert PIECES[counter.id].move == given["printed"]
    state.seats["egil"].rune = given.get("rune", "")
    counter.things = tuple(given.get("treasures", ()))
    return {"move": board.moves(state, counter, riding=given.get("riding", False))}


def ordered(given: Given) -> Found:
    dice = list(given["dice"])
    found = {"order": first_to_last(given["glory"], lambda: int(dice.pop(0)))}
    assert not dice
    return found


def rest(given: Given) -> Found:
    rune = given["rune"] if given["rune"] != "none" else ""
    return {"healed": rests(given["at_home"], rune, given["stepped"], given["attacked"], given["fled"])}


def tax(given: Given) -> Found:
    at = {"egil": given["hero_at"], **given["jarls"]}
    state = staged("egil", at=at, serving=dict.fromkeys(given["jarls"], "egil"))
    seat = state.seats["egil"]
    seat.hoard, seat.rune = given["hoard"], given.get("rune", "")
    state.kingdoms = dict.fromkeys(given["kingdom"], "egil")
    run = Run(state, by_chance)
    taxes(run)
    marks = {jarl: state.counters[jarl].marks for jarl in given["jarls"]}
    return {"hoard": seat.hoard, "marks": marks, "lost": [each.area for each in run.events if each.kind == "lost"]}


def carry(given: Given) -> Found:
    state = staged("egil", at={"egil": given["hero_from"], "kari": given["jarl_at"]}, serving={"kari": "egil"})
    state.seats["egil"].hoard, state.counters["kari"].marks = given["hoard"], given["jarl_marks"]
    run = Run(state, by_chance)
    if given["phase"] == "move":
        run = Run(perform(state, Go(counter="egil", areas=tuple(given["hero_path"]))).state, by_chance)
    else:
        blows.flight(run, state.hero("egil"), given["hero_path"])
    after = run.state
    return {"hoard": after.seats["egil"].hoard, "jarl_marks": after.counters["kari"].marks}


def lair(given: Given) -> Found:
    state = staged("egil")
    run = Run(state, by_chance)
    for dragon in given["dragons_placed"]:
        guard(run, dragon.removesuffix(" again"))
    assert not undealt(state)
    of_marks = [dragon for dragon, under in state.lairs.items() if under == MARKS]
    return {"treasure_under": [key for key in state.lairs if state.lairs[key] in TREASURES], "marks_under": of_marks}


def trade(given: Given) -> Found:
    state = staged("egil", at={"egil": given["bearer_at"], "fafnir": given["dragon_at"]})
    state.counters["egil"].things = (NECKLACE,)
    state.lairs["fafnir"] = given["under"]
    try:
        after = perform(state, Trade(counter="egil", dragon="fafnir")).state
    except Refused:
        return {"legal": False}
    return {"legal": True, "bearer_has": after.counters["egil"].things[0], "under": after.lairs["fafnir"]}


def pick_up(given: Given) -> Found:
    state = staged("egil", at={"kari": "saxony"}, serving={"kari": "egil"})
    state.ground[given["thing_at"]] = ("mail-coat",)
    state.counters["kari"].out = given["lost_turn"]
    if given["ends_at"] != "saxony":
        state = perform(state, Go(counter="kari", areas=(given["ends_at"],))).state
    try:
        after = perform(state, Take(counter="kari", thing="mail-coat")).state
    except Refused:
        return {"legal": False}
    assert after.counters["kari"].things == ("mail-coat",)
    return {"legal": True, "moves_on": bool(moving.left(after, after.counters["kari"]))}


def death(given: Given) -> Found:
    state = staged("egil", "ragnar", serving=dict.fromkeys(given["jarls"], "egil"))
    seat, hero = state.seats["egil"], state.counters["egil"]
    seat.glory, seat.hoard, seat.luck, seat.rune = given["glory"], given["hoard"], given["luck"], given.get("rune", "")
    hero.sword = given.get("sword", "")
    run = Run(state, by_chance)
    dying.fall(run, "egil")
    dying.ask(run, "egil")
    after = perform(state, Death(choice=given["option"]), ByHand(*given.get("dice", ()))).state
    seat = after.seats["egil"]
    names = {"rune": seat.rune or "none", "sword": after.hero("egil").sword or "none"}
    jarls = [each.id for each in after.jarls("egil")]
    facts = {name: getattr(seat, name) for name in ("final", "in_play", "glory", "hoard", "luck", "home")}
    return facts | names | {"jarls": jarls}


def score(given: Given) -> Found:
    factors = [PIECES[jarl].combat for jarl in given["jarls"]]
    more = 20 if given["necklace"] == "hero" else 0
    total = sum(board.score(given["glory"], given["hoard"] + more, given["luck"], factors))
    state = staged("egil", serving=dict.fromkeys(given["jarls"], "egil"))
    seat = state.seats["egil"]
    seat.glory, seat.hoard, seat.luck = given["glory"], given["hoard"], given["luck"]
    bearer = {"hero": "egil", "jarl": given["jarls"][0]}.get(given["necklace"])
    if bearer:
        state.counters[bearer].things = (NECKLACE,)
    assert board.total(state, seat) == total
    return {"total": total, "valhalla": total >= TABLES["valhalla"]}


def winners(given: Given) -> Found:
    totals = given["totals"]
    state = staged(*totals)
    for hero, total in totals.items():
        seat = state.seats[hero]
        seat.in_play, seat.final = hero not in given["withdrawn"], total
        seat.glory, seat.luck = total, 0
    assert board.totals(state) == totals
    received = [hero for hero, total in totals.items() if total >= TABLES["valhalla"]]
    return {"winners": board.winners(totals), "valhalla": received}


KINDS: dict[str, Callable[[Given], Found]] = {
    "address": address, "placing": placing, "near": near, "path": path, "reach": reach, "movement": movement,
    "order": ordered, "rest": rest, "tax": tax, "trade": trade, "pick_up": pick_up, "death": death, "score": score,
    "winners": winners, "carry-in-passing": carry, "carry-not-in-flight": carry, "lair-order": lair,
}  # fmt: skip
"""By the kind of the case, or by its own id where others of its kind are a fight's."""


def prove(case: dict[str, Any]) -> None:
    """A case of the board."""
    found = (KINDS.get(case["id"]) or KINDS[case["kind"]])(case["given"])
    for name, wanted in case["expect"].items():
        if name == "has":
            assert set(wanted) <= found[name]
        elif name == "lacks":
            assert not set(wanted) & found[name]
        else:
            assert found[name] == wanted, name


@pytest.mark.parametrize(
    "case", [pytest.param(case, id=case["id"], marks=pytest.mark.rule(case["rule"])) for case in CASES]
)
def test_a_worked_case(case: dict[str, Any]) -> None:
    room = test_laws if case["kind"] in test_laws.KINDS else test_fights
    fights = room is test_laws or case["kind"] in test_fights.KINDS or case["id"] in test_fights.BY_ID
    (room.prove if fights else prove)(case)
