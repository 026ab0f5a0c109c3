"""What becomes of a hero who died, and how the game ends (H-DEATH, H-END)."""

from __future__ import annotations

import pytest

from saga_tui.games.heroes import dying
from saga_tui.games.heroes.board import totals
from saga_tui.games.heroes.commands import ByHand, Death, Done, Run, by_chance
from saga_tui.games.heroes.play import asked, legal, perform
from saga_tui.games.heroes.state import DEAD, PILE, State
from tests.games.heroes.stage import Stage
from tests.games.heroes.staged import HOME, staged
from tests.games.heroes.test_board import after, refusal


def fallen() -> State:
    """Egil has died at home, with all that he had; Kari stands beside him, Ivar in Wessex."""
    state = staged("egil", "ragnar", at={"ivar": "wessex"}, serving={"kari": "egil", "ivar": "egil"})
    seat = state.seats["egil"]
    seat.glory, seat.hoard, seat.luck, seat.rune, seat.wounded, seat.odin, seat.maidens = (
        6,
        21,
        4,
        "ogal",
        True,
        True,
        2,
    )
    state.counters["egil"].sword, state.counters["egil"].things = "gram", ("brosung-necklace",)
    state.counters["ivar"].marks, state.counters["ivar"].sword = 7, "lovi"
    state.kingdoms = {"wessex": "egil", "sussex": "ragnar"}
    run = Run(state, by_chance)
    dying.fall(run, "egil")
    dying.ask(run, "egil")
    return state


@pytest.mark.rule("H-DEATH-1", "H-STATE-4")
def test_what_he_bore_lies_where_he_fell_and_his_player_is_asked() -> None:
    state = fallen()
    assert state.ground == {HOME: ("gram", "brosung-necklace")} and state.counters["egil"].at == DEAD
    assert asked(state) == "egil"
    assert [(each.choice, each.jarl) for each in legal(state)] == [
        ("withdraw", ""), ("anew", ""), ("heir", "kari"), ("heir", "ivar")
    ]  # fmt: skip
    assert refusal(state, Done()) == "H-STATE-4"
    assert refusal(state, Death(choice="heir", jarl="hagen")) == "H-DEATH-5"


@pytest.mark.rule("H-DEATH-2", "H-DEATH-3", "H-END-1", "H-TURN-3")
def test_who_withdraws_keeps_his_total_and_nothing_else() -> None:
    state = after(fallen(), Death(choice="withdraw"))
    seat = state.seats["egil"]
    assert seat.final == 6 + (21 + 20) // 10 + 4 // 3 + 2 + 2 == totals(state)["egil"]
    assert not seat.in_play and asked(state) == "ragnar"
    assert state.counters["kari"].at == state.counters["ivar"].at == PILE and not state.counters["ivar"].marks
    assert state.ground == {HOME: ("gram", "brosung-necklace"), "wessex": ("lovi",)}
    assert state.kingdoms == {"sussex": "ragnar"}
    state.seats["egil"].hoard = 999
    assert totals(state)["egil"] == seat.final


@pytest.mark.rule("H-DEATH-6", "H-END-1", "H-END-3")
def test_with_no_hero_in_play_the_game_is_over() -> None:
    state = fallen()
    state.seats["ragnar"].in_play, state.seats["ragnar"].final = False, 15
    outcome = perform(state, Death(choice="withdraw"))
    over = outcome.events[-1]
    assert outcome.state.phase == "over" and (over.kind, over.counters, over.numbers) == (
        "over",
        ("egil", "ragnar"),
        (15, 15),
    )


@pytest.mark.rule("H-DEATH-4", "H-DEATH-3", "H-TURN-3", "H-SWITCH")
@pytest.mark.parametrize("kept", ["lies", "kept"])
def test_who_begins_anew_waits_for_the_next_turn(kept: str) -> None:
    state = fallen()
    state.switches["restart_sword"] = kept
    state = perform(state, Death(choice="anew"), ByHand(4, 4)).state
    seat, hero = state.seats["egil"], state.counters["egil"]
    assert (seat.home, hero.at, hero.sword) == ("wessex", "wessex", "gram" if kept == "kept" else "")
    assert (seat.glory, seat.luck, seat.hoard, seat.rune, seat.maidens) == (0, 3, 0, "", 0)
    assert not (seat.wounded or seat.odin or seat.fell or seat.bore or state.jarls("egil"))
    assert ("gram" in state.ground[HOME]) == (kept == "lies")
    assert state.seats["egil"].waits and asked(state) == "ragnar"
    while state.turn == 1:
        assert asked(state) == "ragnar"
        state = perform(state, Done()).state
    assert not state.seats["egil"].waits and "egil" in state.order


@pytest.mark.rule("H-DEATH-5", "H-WEALTH-1")
def test_an_heir_becomes_the_hero_with_what_is_his() -> None:
    state = after(fallen(), Death(choice="heir", jarl="ivar"))
    seat, hero = state.seats["egil"], state.hero("egil")
    assert hero.id == "ivar" and state.is_hero(hero) and (hero.at, hero.sword, hero.marks) == ("wessex", "lovi", 0)
    assert (seat.glory, seat.luck, seat.hoard, seat.home) == (0, 4, 7, HOME)
    assert not (seat.rune or seat.odin or seat.maidens or seat.wounded) and seat.in_play and not seat.waits
    assert [jarl.id for jarl in state.jarls("egil")] == ["kari"] and state.kingdoms["wessex"] == "egil"
    assert asked(state) == "egil" and state.phase == "move"
    again = Run(state, by_chance)
    dying.fall(again, "egil")
    dying.ask(again, "egil")
    anew = perform(state, Death(choice="anew"), ByHand(1, 1)).state
    assert anew.hero("egil").id == "egil" and anew.counters["egil"].at == "finmark" and anew.counters["ivar"].at == DEAD


@pytest.mark.rule("H-WEALTH-3", "H-DEATH-1", "H-GLORY-2")
def test_the_marks_of_a_slain_hero_go_to_nobody() -> None:
    stage = Stage("ragnar", "egil")
    stage.put("ragnar", "wessex")
    stage.put("egil", "wessex", things=("mail-coat",))
    stage.put("kari", "wessex", master="ragnar")
    stage.seat("egil").hoard, stage.seat("egil").luck, stage.seat("ragnar").luck = 30, 0, 0
    stage.attack("ragnar", "kari", on="egil", dice=(6,))
    assert (stage.question, stage.asked, stage.state.ground["wessex"]) == ("reward", "ragnar", ("mail-coat",))
    stage.does("reward", kind="glory")
    stage.does("pray", yes=False)
    assert (stage.question, stage.asked) == ("death", "egil")
    assert stage.seat("ragnar").hoard == stage.counter("kari").marks == 0 and not stage.told("marks")
    stage.does("death", 1, 1, choice="anew")
    assert stage.seat("egil").hoard == 0
