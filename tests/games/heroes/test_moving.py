"""The movement phase, the turn and what it marks (H-TURN, H-MOVE, H-SWORD-5, H-TREAS, H-WEALTH, H-TAX, H-WOUND-3)."""

from __future__ import annotations

import pytest

from saga_tui.games.heroes.board import totals
from saga_tui.games.heroes.commands import Command, Done, Go, Lend, Ride, Take, Trade
from saga_tui.games.heroes.moving import left, reach_of
from saga_tui.games.heroes.play import asked, legal, perform
from saga_tui.games.heroes.state import MARKS, State
from tests.games.heroes.staged import HOME, staged
from tests.games.heroes.test_board import after, refusal


def go(counter: str, *areas: str) -> Command:
    return Go(counter=counter, areas=areas)


def turn_over(state: State) -> State:
    """All are done until the next turn begins."""
    turn = state.turn
    while state.turn == turn and state.phase != "over":
        state = perform(state, Done()).state
    return state


@pytest.mark.rule("H-MOVE-1", "H-MOVE-2", "H-STATE-3")
def test_each_counter_keeps_its_own_count_and_steps_may_be_interleaved() -> None:
    state = staged("egil", at={"hauk": "hordaland"}, serving={"ivar": "egil"})
    state = after(state, go("egil", "hordaland"), go("ivar", "upland", "agdar"), go("egil", "north-sea-9"))
    assert state.counters["egil"].at == "north-sea-9" and left(state, state.counters["egil"]) == 2
    assert refusal(state, go("ivar", "upland")) == "H-MOVE-1"
    assert refusal(state, go("egil", "wessex")) == "H-MAP-1" == refusal(state, go("egil", "nowhere"))
    assert refusal(state, go("hauk", "agdar")) == "H-MOVE-1" == refusal(state, go("nobody", "agdar"))
    assert refusal(state, go("egil")) == "H-MOVE-1"
    assert refusal(state, Command("attack", counters=("egil",), target="hauk")) == "H-STATE-3"


@pytest.mark.rule("H-MOVE-1", "H-MOVE-3")
def test_what_is_listed_as_reach_can_be_gone_and_no_more() -> None:
    state = staged("egil", "ragnar", at={"egil": "cornwall"})
    state.seats["egil"].rune = "eon"
    ways = reach_of(state, state.counters["egil"])
    for area, way in ways.items():
        if way.areas:
            there = after(state, go("egil", *way.areas)).counters["egil"]
            assert (there.at, there.steps) == (area, way.cost)
    assert max(way.cost for way in ways.values()) == 5
    assert sum(each.verb == "go" for each in legal(state)) == len(ways) - 1


@pytest.mark.rule("H-TURN-3", "H-TURN-4", "H-STATE-6")
def test_a_lost_turn_is_sat_out_and_a_seat_with_nothing_to_do_is_passed_over() -> None:
    state = staged("egil", "ragnar", at={"ragnar": "wessex", "egil": "north-sea-4"}, serving={"ivar": "ragnar"})
    state.turns = 5
    state.counters["ragnar"].lost, state.counters["egil"].lost = 1, 2
    state.counters["egil"].ban_next = True
    seen = []
    for _ in range(3):
        state = turn_over(state)
        seen.append((state.counters["egil"].out, state.counters["ragnar"].out, state.counters["egil"].banned))
    assert seen == [(True, True, True), (True, False, False), (False, False, False)]
    again = staged("egil", "ragnar", at={"egil": "north-sea-4"})
    again.counters["ragnar"].out = True
    outcome = perform(again, Done())
    passed = [(each.hero, each.what) for each in outcome.events if each.kind == "passed"]
    assert ("ragnar", "move") in passed and ("egil", "fight") in passed
    again.whose, again.counters["egil"].out = "ragnar", True
    assert refusal(again, go("ragnar", "hordaland")) == "H-TURN-4"


@pytest.mark.rule("H-TURN-1", "H-TURN-2", "H-TURN-3", "H-END-1")
def test_all_move_before_all_fight_and_the_last_turn_places_nothing() -> None:
    state = staged("egil", "ragnar", at={"egil": "north-sea-4", "ragnar": "wessex"})
    state.turns, state.seats["ragnar"].glory = 2, 1
    state = after(state, Done())
    assert (state.phase, asked(state)) == ("move", "ragnar")
    outcome = perform(state, Done())
    assert (outcome.state.phase, asked(outcome.state)) == ("fight", "ragnar")
    outcome = perform(outcome.state, Done())
    assert [each.kind for each in outcome.events].count("placed") == 4
    assert (outcome.state.turn, outcome.state.order) == (2, ("ragnar", "egil"))
    state = outcome.state
    while state.phase != "over":
        outcome = perform(state, Done())
        assert "placed" not in [each.kind for each in outcome.events]
        state = outcome.state
    assert outcome.events[-1].counters == ("ragnar",) and outcome.events[-1].numbers == tuple(totals(state).values())
    assert refusal(state, Done()) == "H-TURN-1" and not legal(state) and not asked(state)


@pytest.mark.rule("H-MOVE-4", "H-SWORD-5", "H-TREAS-1", "H-TREAS-3")
def test_taking_something_up_ends_the_movement_and_a_sword_is_laid_down_for_another() -> None:
    state = staged("egil", serving={"kari": "egil"})
    state.counters["egil"].sword = "gram"
    state.ground["hordaland"] = ("tyrfing", "magic-shirt", "mail-coat")
    state = after(state, go("egil", "hordaland"), Take(counter="egil", thing="tyrfing"))
    assert state.counters["egil"].sword == "tyrfing"
    assert state.ground["hordaland"] == ("magic-shirt", "mail-coat", "gram")
    assert refusal(state, go("egil", "agdar")) == "H-MOVE-4"
    state = after(state, Take(counter="egil", thing="magic-shirt"), Take(counter="egil", thing="mail-coat"))
    assert state.counters["egil"].things == ("magic-shirt", "mail-coat") and state.ground["hordaland"] == ("gram",)
    assert refusal(state, Take(counter="kari", thing="gram")) == "H-SWORD-5"
    state = after(state, go("kari", "hordaland"), Take(counter="kari", thing="gram"))
    assert not state.ground and left(state, state.counters["kari"]) == 0


@pytest.mark.rule("H-SWORD-5", "H-SWITCH")
def test_things_are_lent_where_the_switch_allows_it() -> None:
    state = staged("egil", "ragnar", serving={"kari": "egil"})
    state.counters["egil"].sword, state.counters["kari"].sword = "gram", "lovi"
    lend = Lend(counter="egil", to="kari", thing="gram")
    assert refusal(state, lend) == "H-SWORD-5"
    state.switches["lending"] = "yes"
    assert lend in legal(state)
    state = after(state, lend)
    assert (state.counters["egil"].sword, state.counters["kari"].sword, state.ground[HOME]) == ("", "gram", ("lovi",))
    assert left(state, state.counters["egil"]) == 4
    assert refusal(state, Lend(counter="kari", to="ragnar", thing="gram")) == "H-SWORD-5"


@pytest.mark.rule("H-TREAS-4", "H-TREAS-2")
def test_the_necklace_is_given_for_what_a_dragon_guards() -> None:
    state = staged("egil", at={"fafnir": "hordaland", "istvan": "upland"}, serving={"kari": "egil"})
    state.counters["kari"].things, state.lairs = ("brosung-necklace",), {"fafnir": MARKS, "istvan": "mail-coat"}
    trades = [each for each in legal(state) if each.verb == "trade"]
    assert trades == [Trade(counter="kari", dragon="fafnir"), Trade(counter="kari", dragon="istvan")]
    paid = after(state, trades[0])
    assert paid.counters["kari"].marks == 20 and paid.lairs["fafnir"] == "brosung-necklace"
    assert after(state, trades[1]).counters["kari"].things == ("mail-coat",)
    assert refusal(paid, trades[1]) == "H-TREAS-4"


@pytest.mark.rule("H-TREAS-5", "H-MOVE-3", "H-SWITCH")
def test_frey_faxi_is_ridden_three_times_and_then_gone() -> None:
    state = staged("egil", serving={"horsa": "egil"})
    state.counters["egil"].things = ("frey-faxi", "magic-shirt")
    assert refusal(after(state, go("egil", "hordaland")), Ride(counter="egil")) == "H-TREAS-5"
    assert refusal(state, Ride(counter="horsa")) == "H-TREAS-5"
    state = after(state, Ride(counter="egil"))
    assert left(state, state.counters["egil"]) == 10 and left(state, state.counters["horsa"]) == 2
    assert refusal(state, Ride(counter="egil")) == "H-TREAS-5"
    state.rides = 3
    state.ground["wessex"] = ("gram",)
    state = after(state, Done())
    assert state.counters["egil"].things == ("magic-shirt",) and state.ground == {"wessex": ("gram",)}


@pytest.mark.rule("H-TREAS-5", "H-SWITCH")
def test_those_who_ride_along_follow_the_horse() -> None:
    state = staged("egil", serving={"horsa": "egil", "ivar": "egil"})
    state.switches["faxi_riders"] = "all"
    state.counters["egil"].things = ("frey-faxi",)
    state = after(state, Ride(counter="egil"), go("egil", "hordaland", "agdar", "skagerrak", "kategatt"))
    assert reach_of(state, state.counters["horsa"])["kategatt"].cost == 4
    state = after(state, go("horsa", "hordaland", "agdar", "skagerrak"))
    assert state.counters["horsa"].at == "skagerrak"
    assert refusal(state, go("horsa", "juteland")) == "H-MOVE-1"
    assert after(state, go("horsa", "kategatt")).counters["horsa"].at == "kategatt"
    own_way = after(state, go("ivar", "upland"))
    assert left(own_way, own_way.counters["ivar"]) == 1


@pytest.mark.rule("H-MOVE-5", "H-GOD-5", "H-SWITCH")
@pytest.mark.parametrize("wrath", ["no-sea", "serpents"])
def test_the_wrath_of_njord(wrath: str) -> None:
    state = staged("egil", "ragnar", serving={"ivar": "egil"})
    state.switches["njord_wrath"], state.seats["egil"].wrath = wrath, True
    state = after(state, go("ivar", "north-sea-14"))
    if wrath == "no-sea":
        assert refusal(state, go("egil", "north-sea-14")) == "H-MOVE-5"
        assert "north-sea-14" not in reach_of(state, state.counters["egil"])
        return
    state = after(state, go("egil", "hordaland", "north-sea-9", "agdar"))
    assert state.questions[-1].kind == "death" and state.seats["egil"].fell == "north-sea-9"
    assert refusal(state, Done()) == "H-STATE-4"


@pytest.mark.rule("H-MOVE-6", "H-GOD-5", "H-SWITCH")
def test_the_aid_of_njord_lasts_until_it_is_used() -> None:
    state = staged("egil", "ragnar")
    state.seats["egil"].aid = 1
    waited = turn_over(state)
    assert waited.seats["egil"].aid == 1 and turn_over(waited).seats["egil"].aid == 1
    used = after(state, go("egil", "north-sea-14", "north-sea-12", "north-sea-9"))
    assert left(used, used.counters["egil"]) == 3
    used = after(used, go("egil", "north-sea-7", "north-sea-9"), Done())
    assert used.seats["egil"].aid == 0
    state.switches["njord_aid"] = "next-turn"
    waited = turn_over(state)
    assert waited.seats["egil"].aid == 1 and turn_over(waited).seats["egil"].aid == 0


@pytest.mark.rule("H-WEALTH-1")
def test_marks_pass_to_the_hero_beside_whom_a_jarl_stands_or_steps() -> None:
    state = staged("ragnar", "egil", at={"kari": "upland"}, serving={"kari": "egil", "ivar": "egil"})
    state.counters["kari"].marks, state.counters["ivar"].marks = 4, 5
    state = after(state, Done())
    assert state.seats["egil"].hoard == 5 and state.counters["kari"].marks == 4
    state.counters["ivar"].out = True
    state = after(state, go("kari", HOME, "hordaland"))
    assert state.seats["egil"].hoard == 9 and state.counters["kari"].marks == 0


@pytest.mark.rule("H-TAX-3", "H-TAX-4", "H-TAX-2")
def test_taxes_are_collected_before_the_next_turn_and_empty_countries_lost() -> None:
    state = staged("egil", "ragnar", at={"egil": "north-sea-4", "ragnar": "wessex"})
    state.kingdoms = {"wessex": "ragnar", "mercia": "ragnar", "sussex": "egil"}
    state = turn_over(state)
    assert state.kingdoms == {"wessex": "ragnar"}
    assert (state.seats["ragnar"].hoard, state.seats["egil"].hoard) == (10, 0)


@pytest.mark.rule("H-WOUND-3", "H-GOD-3", "H-STATE-6")
def test_the_mark_of_the_turn_heals_who_rested_and_clears_what_holds_for_a_turn() -> None:
    state = staged("egil", "ragnar", at={"ragnar": "wessex", "hauk": "sussex"})
    for seat in state.seats.values():
        seat.wounded, seat.worship = True, 3
    state.seats["ragnar"].home = "mercia"
    troll = state.counters["hauk"]
    troll.hail, troll.fled = 2, True
    state.counters["egil"].out, state.counters["egil"].hail = True, 1
    state.whose = "ragnar"
    state.order = ("ragnar", "egil")
    state = turn_over(after(state, go("ragnar", "mercia")))
    egil, ragnar = state.seats["egil"], state.seats["ragnar"]
    assert (egil.wounded, egil.worship, egil.maidens) == (False, 2, 1)
    assert (ragnar.wounded, ragnar.worship, ragnar.maidens) == (True, 3, 0)
    cleared = [(each.hail, each.fled, each.moved, each.steps) for each in state.counters.values()]
    assert set(cleared) == {(0, False, False, 0)}
    egil.rune, egil.wounded, state.counters["egil"].at = "ing", True, "north-sea-4"
    state = turn_over(state)
    assert not state.seats["egil"].wounded and not state.seats["ragnar"].wounded
    assert (state.seats["egil"].maidens, state.seats["egil"].worship) == (1, 1)
