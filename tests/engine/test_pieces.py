"""Pieces on a board: who stands on which side, who may attack what, and what an open fight cannot come to."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, cast

import pytest

from saga_tui.engine.agenda import Agenda, Deed
from saga_tui.engine.marches import threats
from saga_tui.engine.phases import Course
from saga_tui.engine.pieces import PILE, Aim, Asked, Clash, Piece, Place, Position, aiming, among, groups
from saga_tui.engine.soundness import Soundness, below_nothing, borne, misplaced, seatless


@dataclass(slots=True)
class Town(Position[Piece, Place, Asked]):
    """A game with an open fight."""

    fight: Clash | None = None


class Phases:
    """As much of a course as is asked for."""

    parts = {"fight": None}
    alone = {"rain": None}

    class rules:
        phase, question, standing = "P", "Q", "A"

    @staticmethod
    def stands(kind: str, answer: str) -> str | None:
        """One standing answer to one kind of question."""
        return answer if (kind, answer) == ("luck", "all") else None


SOUND = Soundness(
    cast("Course[Any, Any]", Phases),
    Agenda({"hit": Deed(1, print, ("counter",)), "end": Deed(2, print)}, "fight"), "fight",
    {"hill", "dale"}, {"won"}, "hill", steps={"end": 2}, attack={"fox", "hen", "cock", "cat", "dog"},
    about={"run": lambda _state, fight, asks: asks.counter in fight.attackers}, free={"rest"},
    others=lambda _fight: (), order="O", fight="F",
)  # fmt: skip


def town() -> Town:
    """Ann's fox with two hens at the hill, against Bo's dog."""
    pieces = [
        Piece("fox", "hill", master="ann"), Piece("hen", "hill", master="ann", rank=2),
        Piece("cock", "hill", master="ann", rank=1), Piece("dog", "hill", master="bo"),
    ]  # fmt: skip
    return Town(
        seats={"bo": Place("bo", counter="dog"), "ann": Place("ann", counter="fox")},
        phase="fight", order=("ann", "bo"), whose="ann", counters={one.id: one for one in pieces},
        fight=Clash("hill", ("fox", "hen"), "dog", "ann", "bo", ("dog",), fallen_out=("hen",), todo=("hit:dog",)),
    )  # fmt: skip


def test_sides_are_told_and_ordered() -> None:
    state = town()
    attack, defence = state.sides(state.fight)
    assert ([one.id for one in attack], [one.id for one in defence]) == (["fox"], ["dog"]), "the hen is out of it"
    assert state.sides(None) == ([], [])
    assert state.led_by(attack) == "ann" and state.led_by([state.counters["hen"]]) == ""
    everyone = state.counters.values()
    assert [one.id for one in state.ranked(everyone)] == ["fox", "dog", "cock", "hen"]
    assert [one.id for one in state.in_order(everyone)] == ["dog", "fox", "cock", "hen"], "as their seats stand"


def test_what_is_dropped_is_carried_no_more() -> None:
    piece = Piece("fox", things=("egg", "corn"))
    piece.drop("egg")
    assert piece.things == ("corn",)


def test_who_leaves_leaves_what_it_carried() -> None:
    state = town()
    state.counters["hen"].things = ("egg",)
    assert state.leave(state.counters["hen"], up=True) == ("egg",)
    assert state.counters["hen"] == Piece("hen", PILE, up=True) and state.ground == {"hill": ("egg",)}
    assert {area: [one.id for one in found] for area, found in state.by_area().items()} == {
        "hill": ["fox", "cock", "dog"]
    }


def test_a_group_attacks_what_some_of_it_may() -> None:
    aims = [Aim("hill", "dog", ("fox", "hen")), Aim("hill", "cat", ("hen",))]
    assert among(aims, ["fox"]) == [Aim("hill", "dog", ("fox",))] and aiming(aims) == ["fox", "hen"]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"order": ("ann", "ann")}, "one seat twice"),
        ({"phase": "rain"}, "stops at no such phase"),
        ({"whose": "bo"}, "no such fight now"),
        ({"questions": [Asked("rest", "cy")]}, "No one plays who is asked"),
        ({"questions": [Asked("run", "ann", "dog")]}, "no fight that it could be about"),
        ({"questions": [Asked("luck", "bo", "dog", ("owl",))]}, "no fight that it could be about"),
        ({"attackers": ("dog",), "fallen_out": ()}, "on the wrong side"),
        ({"target": "hen"}, "does not defend"),
        ({"target": "hill"}, "does not defend"),
        ({"winner": "cy"}, "who does not fight"),
        ({"fallen_out": ("cock",)}, "who does not fight"),
        ({"todo": ("hit:owl",)}, "called hit:owl"),
        ({"result": "drawn"}, "ends with drawn"),
        ({"die": 77}, "A die shows 1 to 6"),
        ({"step": 12}, "no step of a fight"),
        ({"step": 3, "todo": ()}, "no step of a fight"),
        ({"step": 2}, "no step of a fight"),
        ({"attackers": ("cat", "hen")}, "attacks who cannot"),
        ({"attackers": ("cow", "hen")}, "attacks who cannot"),
        ({"area": "dale"}, "fights who is not there"),
        ({"questions": [Asked("luck", "ann", "dog", ("fox",)), Asked("end", "ann", "dog")]}, "it could be about"),
    ],
)
def test_what_cannot_be_open_is_found(change: dict[str, Any], words: str) -> None:
    state = town()
    state.counters |= {"cat": Piece("cat", "hill"), "cow": Piece("cow")}
    assert not [*SOUND.faults(state)]
    for name, value in change.items():
        setattr(state if hasattr(state, name) else state.fight, name, value)
    assert any(words in said for _, _, said in SOUND.faults(state))


def test_a_standing_answer_is_one_that_there_is() -> None:
    state = town()
    state.seats["bo"].standing = {"luck": "all"}
    assert not [*SOUND.faults(state)]
    state.seats["bo"].standing = {"luck": "much"}
    assert [one[:2] for one in SOUND.faults(state)] == [(("seats", "bo", "standing"), "A")]


def test_a_question_fits_the_fight_that_it_is_about() -> None:
    state = town()
    state.questions = [Asked("rest", "bo"), Asked("run", "bo", "fox"), Asked("luck", "ann", "dog", ("fox",))]
    assert not [*SOUND.faults(state)]
    state.fight = None
    assert [where for where, _, _ in SOUND.faults(state)] == [("questions", 1), ("questions", 2)]


def test_what_is_counted_below_0_is_found_wherever_it_stands() -> None:
    state = town()
    assert not [*below_nothing(state)]
    state.counters["hen"].lost, state.turn = -1, -2
    assert state.fight is not None
    state.fight.step = -3
    state.seats["ann"].final = -4
    state.questions = [Asked("luck", "ann", most=-5)]  # what it takes stands in a row
    expected = {("counters", "hen", "lost"), ("turn",), ("fight", "step"), ("seats", "ann", "final")}
    assert {*below_nothing(state)} == expected
    state.fight.step = 1
    assert not [*SOUND.faults(state)], "a game without such a rule has nothing against it"
    assert len([*replace(SOUND, least="L").faults(state)]) == 3


def test_a_switch_stands_at_one_of_its_values() -> None:
    class Row:
        values = ("on", "off")

    sound = replace(SOUND, options=("S", {"lamp": Row}))
    state = town()
    assert not [*sound.faults(state)], "what is not set is as usual"
    state.switches = {"lamp": "dim"}
    assert [*sound.faults(state)] == [(("switches", "lamp"), "S", "lamp is one of on, off")]


def test_every_group_may_attack_the_largest_first() -> None:
    found = [one.counters for one in groups([Aim("hill", "dog", ("fox", "hen"))])]
    assert found == [("fox", "hen"), ("fox",), ("hen",)]


def test_who_comes_later_in_the_order_threatens_what_he_reaches() -> None:
    state = town()
    assert threats(state, "ann", lambda _: ["hill", "dale"]) == {
        area: [[state.counters["dog"]]] for area in ("hill", "dale")
    }
    state.order = ("bo", "ann")
    assert [*threats(state, "ann", lambda _: ["hill", "dale"])] == ["hill"], "he has moved already"


def test_things_are_counted_and_seats_known() -> None:
    state = town()
    state.counters["hen"].things, state.ground = ("egg",), {"hill": ("egg",), "dale": ()}
    assert borne(state, ["corn"]) == {"egg": 2, "corn": 1}
    assert [one[:2] for one in misplaced(state, borne(state), "T", "N")] == [((), "T"), (("ground", "dale"), "N")]
    assert not seatless(state, {})
    state.seats["bo"].counter = "ox"
    assert seatless(state, {"bo": "Bo"}) == ["No counter plays Bo"]
    assert seatless(state, {"cy": "Cy"}, ["cy"]) == ["Cy has no seat"]
