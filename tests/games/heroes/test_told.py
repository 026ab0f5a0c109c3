"""The log in words: everything that can happen is told, and nothing that is hidden."""

from __future__ import annotations

import pytest

from saga_tui.games.heroes.board import totals
from saga_tui.games.heroes.book import AREAS, JARLS
from saga_tui.games.heroes.paper import standing
from saga_tui.games.heroes.told import told
from tests.games.heroes.play_random import begun, played
from tests.games.heroes.stage import Stage

FIELD = "rhineland"
SILENT = {"strength"}
"""What `why` tells, and no line of the log."""


@pytest.mark.rule("H-INFO-1", "H-INFO-2", "H-STATE-1")
def test_whole_games_are_told_in_sentences_and_hide_who_lies_face_down() -> None:
    for seed in range(6):
        state = begun(seed, 2 + seed % 5, preset=("1.22", "board")[seed % 2], turns=12)
        for _, outcome in played(state, seed):
            state = outcome.state
            lying = {key for key in JARLS if state.counters[key].at in AREAS and not state.counters[key].up}
            unseen = {key for key in lying if not state.counters[key].master}
            for event in outcome.events:
                words = told(state, event)
                assert bool(words) == (event.kind not in SILENT), event
                assert "{" not in words and "_" not in words, words
                assert not any(JARLS[key].name in words for key in unseen & set(event.counters)), words


@pytest.mark.rule("H-INFO-1", "H-FIGHT-10")
def test_a_jarl_who_was_met_and_goes_back_to_the_pile_is_called_by_name() -> None:
    stage = Stage("egil")
    stage.put("egil", FIELD)
    stage.put("kari", FIELD, up=False, hail=3)
    stage.seat("egil").luck = 0
    events = stage.attack("egil", on="kari", dice=(3,))  # 5 + 3 against 1: 7
    lines = [told(stage.state, event) for event in events]
    assert lines[1] == "Kari is turned up" and lines[-1] == "Kari is wounded" and "5 − 1 = 7" in lines[-2]


@pytest.mark.rule("H-GOD-7", "H-DEATH-2")
def test_amounts_of_nothing_are_told_as_0() -> None:
    stage = Stage("egil")
    stage.put("egil", FIELD)
    stage.put("ivar", FIELD, hail=3)
    stage.seat("egil").luck, stage.seat("egil").thor = 0, True
    events = stage.attack("egil", on="ivar", dice=(1, 2))  # 5 + 1 against 1: 5, and Thor brings nothing
    assert told(stage.state, events[-1]) == "Thor gives Egil 0 glory (die 2)"


@pytest.mark.rule("H-GLORY-5", "H-SET-6")
@pytest.mark.parametrize(("glory", "words"), [(0, "no glory to lose"), (1, "loses 1 glory"), (5, "loses 2 glory")])
def test_flight_is_told_to_cost_what_it_cost(glory: int, words: str) -> None:
    stage = Stage("egil")
    stage.put("egil", "finmark")
    stage.seat("egil").luck, stage.seat("egil").glory = 0, glory
    events = stage.attack("egil", on="country", dice=(2,), picks=(1,) * 4)  # 2 + 5 against 3: 4
    lines = [told(stage.state, event) for event in events]
    assert any(words in line for line in lines), lines
    assert stage.seat("egil").glory == max(0, glory - 2)


@pytest.mark.rule("H-END-1")
def test_two_who_share_a_tie_win() -> None:
    stage = Stage("egil", "starkad")
    stage.state.phase = "over"
    found = totals(stage.state)
    stage.seat("starkad").glory += found["egil"] - found["starkad"]
    assert standing(stage.state) == "over: Egil and Starkad win"
    stage.seat("egil").glory += 1
    assert standing(stage.state) == "over: Egil wins"
