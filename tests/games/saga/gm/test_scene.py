"""What stands in a scene and belongs to nobody: elements, ally dice, scene traits, conditions, clocks; and seats."""

from __future__ import annotations

from typing import Any

import pytest

from saga_tui.engine.document import Offer
from saga_tui.engine.typed import parse
from saga_tui.engine.values import NotUnderstood
from saga_tui.games.saga.gm.commands.scene import AddElement
from saga_tui.games.saga.gm.game import TABLE
from saga_tui.games.saga.gm.rules import RULES
from saga_tui.games.saga.gm.state import element_of, free
from saga_tui.games.saga.rules.commands import RULES as SAGA
from tests.games.saga.gm.party import Party, party


def names(here: Party) -> list[str]:
    return [one.name for one in here.play.elements]


@pytest.mark.rule("CNF-2")
def test_one_line_makes_elements() -> None:
    here = party()
    made = AddElement.quick("Thug 6/2/3 x3")
    here.do("element", **made.params())
    assert names(here) == ["Thug 1", "Thug 2", "Thug 3"]
    here.do("element", name="Thug", dice="4")
    here.do("element", name="thug", dice="1/0/0")
    assert names(here)[3:] == ["Thug", "thug 4"]
    assert here.play.elements[3].dice == {"physical": 4, "social": 4, "mental": 4}
    assert here.play.elements[0].dice == here.play.elements[0].full == {"physical": 6, "social": 2, "mental": 3}
    for wrong in ("Thug", "6/2/3", "Thug 6/2"):
        with pytest.raises(ValueError, match="such as"):
            AddElement.quick(wrong)
    with pytest.raises(NotUnderstood, match="x30"):
        parse(RULES, here.table, "element", ["Thug", "6/2/3", "x31"])


@pytest.mark.rule("CNF-3")
def test_each_damage_takes_a_die_and_zero_asks_the_gm() -> None:
    here = party()
    here.do("element", name="Thug", dice="2/2/2")
    here.do("damage-element", element="thug", amount=3)
    assert here.play.elements[0].dice == {"physical": 0, "social": 2, "mental": 2}
    assert [ask.kind for ask in here.play.asks] == ["Thug"]
    assert here.refused("damage-element", element="Thug") == ["none"]
    here.do("out", element="Thug", meaning="runs")
    assert here.play.elements[0].out and not here.play.asks
    here.do("damage-element", element="Thug", amount=-9)
    assert here.play.elements[0].dice["physical"] == 2, "never beyond what it began with"
    assert here.refused("damage-element", element="Thugg") == ["no-element"]


@pytest.mark.rule("CNF-9")
def test_ally_dice_are_taken_for_the_round_and_lost_for_the_conflict() -> None:
    here = party()
    here.do("allies", dice=6)
    here.do("take-allies", dice=4)
    assert free(here.play.allies[0]) == 2
    assert here.refused("take-allies", dice=3) == ["short-allies"]
    here.do("damage-allies", dice=3)
    assert (here.play.allies[0].now, free(here.play.allies[0])) == (3, 0)
    here.do("take-allies", refresh=True)
    assert free(here.play.allies[0]) == 3
    here.do("allies", dice=0)
    assert here.refused("take-allies") == ["no-allies"]


@pytest.mark.rule("CNF-8")
def test_conditions_and_clocks() -> None:
    here = party()
    here.do("condition", pattern="fear")
    here.do("condition", pattern="pursuit", name="Down the alleys", goal=6)
    here.do("condition", name="Flood", text="The water rises.", every_round=True)
    fear, chase, flood = here.play.conditions
    assert (fear.challenge, chase.goal, flood.every_round) == (3, 6, True)
    here.do("count", condition="down the alleys", by=6)
    assert here.lines[-1].endswith("the players win")
    here.do("end-condition", condition="flood")
    assert here.refused("end-condition", condition="flood") == ["no-condition"]
    here.do("clock", name="Bell", total=3)
    here.do("tick", clock="bell", by=9)
    assert here.play.clocks[0].filled == 3
    assert here.refused("tick", clock="bell") == ["still"]
    here.do("tick", clock="bell", remove=True)
    assert not here.play.clocks


@pytest.mark.rule("CNF-4")
def test_seats() -> None:
    here = party("ada", "moss")
    assert here.table.seats[1].name == "Moss"
    here.do("seat", id="moss", name="Mossy", file="mossy")
    assert [seat.name for seat in here.table.seats] == ["Ada", "Mossy"]
    here.do("away", seat="moss")
    assert here.table.seats[1].away
    here.do("away", seat="ada", returns=("moss",))
    assert [seat.away for seat in here.table.seats] == [True, False] and len(here.lines) == 2, "one act for several"
    here.do("away", seat="ada", back=True, also=("moss",))
    assert [seat.away for seat in here.table.seats] == [False, True]
    here.do("start-conflict")
    here.do("element", name="Thug", dice="3")
    here.do("assign", element="Thug", to=("ada", "moss"))
    here.do("acted", seat="moss")
    here.do("act", (6, 6, 6), element="Thug")
    offers = tuple(Offer(id=who, to=who, verb="note", text="x") for who in ("ada", "moss"))
    here.table = here.table.model_copy(update={"offers": offers})
    here.do("unseat", seat="moss")
    assert [one.to for one in here.table.offers] == ["ada"], "a table that one has left asks nothing of them"
    assert here.play.elements[0].against == ("ada",) and not here.play.acted
    assert [one.target for one in here.play.strikes] == ["ada"], "what was meant for them goes with them"
    assert here.refused("away", seat="moss") == ["no-seat"]


def test_what_is_kept_comes_back_with_full_dice() -> None:
    here = party()
    here.do("element", name="Thug", dice="6/2/3", times="x2", traits=("Mean",))
    here.do("damage-element", element="Thug 2", amount=4)
    here.do("keep-element", element="Thug 2")
    assert [one.name for one in here.table.kept] == ["Thug"]
    here.do("bring", element="thug", times="x2")
    assert names(here)[2:] == ["Thug 3", "Thug 4"]
    assert here.play.elements[3].dice["physical"] == 6 and here.play.elements[3].traits[0].text == "Mean"
    here.do("forget-element", element="thug")
    assert here.refused("bring", element="thug") == ["none"]


@pytest.mark.rule("CNF-2", "TRT-4")
def test_what_stands_at_the_table_is_kept_as_a_situation_and_comes_back_fresh() -> None:
    here = party("ada")
    assert here.refused("keep-situation", name="Nothing") == ["empty"]
    here.do("element", name="Thug", dice="6/2/3", times="x2", traits=("Mean",))
    here.do("scene-trait", trait="Dark")
    here.do("allies", dice=4)
    here.do("start-conflict", stakes="serious")
    here.do("condition", name="Fire", pattern="pursuit")
    here.do("damage-element", element="Thug 2", amount=4)
    here.do("scene-invoke", trait="Thug 1: Mean")
    here.do("assign", element="Thug 1", to=("ada",))
    here.do("count", condition="Fire", by=2)
    here.do("keep-situation", name="The alley", notes="At night")
    [kept] = here.table.situations
    assert (kept.name, kept.stakes, kept.traits, kept.allies, kept.notes) == (
        "The alley", "serious", ("Dark",), 4, "At night"
    )  # fmt: skip
    for one in kept.elements:
        assert one.dice == one.full == {"physical": 6, "social": 2, "mental": 3}
        assert ([its.weight for its in one.traits], one.against, one.acted) == ([0], (), 0)
    assert [(one.name, one.total) for one in kept.conditions] == [("Fire", 0)]
    here.do("open-situation", situation="the alley")
    assert [one.name for one in here.play.conditions] == ["Fire"], "one of that name is there"
    here.do("keep-situation", name="the alley")
    assert len(here.table.situations) == 1, "in place of the one of that name"
    here.do("end-scene")
    here.do("start-scene")
    here.do("open-situation", situation="The Alley")
    assert names(here)[:2] == ["Thug 1", "Thug 2"] and here.play.scene_traits[0].text == "Dark"
    assert here.refused("keep-situation", name="X", file="the-bridge") == ["none"]
    here.do("forget-situation", situation="The alley")
    assert here.refused("forget-situation", situation="The alley") == ["none"]


def test_a_situation_is_opened_with_all_that_it_has() -> None:
    here = party()
    doc: dict[str, Any] = {
        "name": "Docks",
        "traits": ["Foggy"],
        "elements": [{"name": "Thug", "full": {"physical": 3}}],
        "conditions": [{"name": "Tide"}],
        "allies": 5,
    }
    here.table = RULES.of(here.table.to_doc() | {"situations": [doc]})
    here.do("open-situation", situation="docks")
    found = element_of(here.table, "thug")
    assert found is not None and found.dice == {"physical": 3, "social": 0, "mental": 0}
    assert (here.play.scene_traits[0].text, here.play.conditions[0].name, here.play.allies[0].now) == (
        "Foggy",
        "Tide",
        5,
    )


HOSTILE: dict[str, Any] = {
    "format": 1,
    "game": "saga-table",
    "name": "[/]",
    "seats": [{"id": "a"}, {"id": "a"}, {"name": "no id"}],
    "play": {
        "stakes": "grim",
        "span": "age",
        "round": -1,
        "elements": [
            {"name": "Thug", "dice": {"physical": 9, "spiritual": 1}, "full": {"physical": 2}, "against": ["x"]},
            {"name": "thug", "dice": {"social": -1}},
            {"name": ""},
        ],
        "scene_traits": [{"text": "Dark", "weight": 9}],
        "allies": [{"full": 2, "now": 1, "used": 2}],
        "clocks": [{"name": "Bell", "filled": 9, "total": 4}],
        "strikes": [{"target": "x", "kind": "hunger", "amount": 1}],
    },
}


def test_a_hostile_file_gets_findings_with_place_and_cure() -> None:
    found = {(problem.code, problem.where[-1]): problem for problem in TABLE.problems(HOSTILE)}
    assert {code for code, _ in found} >= {
        "two-seats", "no-id", "stakes", "span", "negative", "beyond", "pool", "stranger", "two-elements",
        "element-name", "weight", "used", "filled", "kind",
    }  # fmt: skip
    assert all(problem.fix for problem in found.values())
    table = RULES.of(HOSTILE)
    assert [entry.name for entry in RULES.entries(table)]
    again = RULES.of(table.to_doc())
    assert again == table
    assert TABLE.schema()["properties"]["game"]["enum"] == ["saga-table"]
    assert "[/]" in TABLE.sheet(HOSTILE)
    assert [one.where for one in TABLE.problems({"offers": [{"to": "z"}]}) if one.code == "stranger"] == [
        ("offers", 0, "to")
    ]
    [many] = TABLE.unreadable({**HOSTILE, "seats": [{"id": str(place)} for place in range(501)]})
    assert many.message == "seats is a list of 501 entries, not a list of at most 500 entries"
    for broken in ({**HOSTILE, "seats": 3}, {"play": {"elements": [{"dice": {"physical": "x"}}]}}):
        assert TABLE.unreadable(broken)


def test_each_command_names_its_rules() -> None:
    known = set(RULES.book.entries)
    for verb, kind in RULES.commands.items():
        assert set(RULES.rules_of(kind)) <= known and (RULES.rules_of(kind) or kind.group == "notes"), verb
        assert kind.group, verb


def test_what_is_automated_is_declared() -> None:
    found = {one.rule: one for one in RULES.automated()}
    assert set(RULES.parts) <= set(found)
    asked = {"CNF-3", "CNF-8", "ROL-3", "ROL-8", "REG-1", "DRV-1"}
    assert all(found[rule].kind == "asked" for rule in asked)
    by_hand = {rule for rule, one in found.items() if one.kind == "by hand"}
    assert by_hand == {one.rule for one in SAGA.automated() if one.kind == "by hand"} - {
        "CNF-2", "CNF-3", "CNF-4", "CNF-6", "CNF-8", "CNF-9", "RFX-1",
    }  # fmt: skip
    assert {"clock:traits-go", "clock:out-go"} <= {one.key for one in RULES.options(RULES.document())}
    here = party("ada")
    here.do("automate", what="clock:traits-go", mode="never")
    here.do("scene-trait", trait="Dark")
    here.do("end-scene")
    assert here.play.scene_traits, "it is left to the GM"
