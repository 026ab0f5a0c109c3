"""The data of the board and what is set up on it (H-SET, H-MAP, H-MON, H-SWITCH, H-DRAW-1)."""

from __future__ import annotations

from collections import Counter as Counted
from pathlib import Path

import pytest

from saga_tui.games import heroes
from saga_tui.games.heroes.board import ROADS, by_sea, tax
from saga_tui.games.heroes.book import ADDRESS, AREAS, HEROES, JARLS, KINDS, MONSTERS, PIECES, SWITCHES, SWORDS, table
from saga_tui.games.heroes.commands import (
    TAKES,
    Begin,
    ByHand,
    Command,
    Refused,
    Run,
    Set,
    Steer,
    TakeSeat,
    Unseat,
    Wanted,
    by_chance,
)
from saga_tui.games.heroes.play import asked, legal, perform, place
from saga_tui.games.heroes.state import DEAD, MARKS, PILE, State
from tests.games.heroes.play_random import begun
from tests.games.heroes.staged import staged


def after(state: State, *commands: Command) -> State:
    for command in commands:
        state = perform(state, command).state
    return state


def refusal(state: State, command: Command) -> str:
    with pytest.raises(Refused) as refused:
        perform(state, command)
    assert str(refused.value).endswith(".")
    return refused.value.rule


@pytest.mark.rule("H-MAP-1", "H-MAP-2", "H-MAP-3", "H-MOVE-5", "H-MOVE-6")
def test_the_map_is_what_the_data_say() -> None:
    kinds = Counted(area.kind for area in AREAS.values())
    assert kinds == {"land": 36, "sea": 30}
    pairs = {frozenset((key, other)) for key, area in AREAS.items() for other in area.near}
    assert len(pairs) == table("map")["edges"] == 170
    assert all(key in AREAS[other].near for key, area in AREAS.items() for other in area.near)
    assert sorted(ADDRESS) == [(one, two) for one in range(1, 7) for two in range(1, 7)]
    assert all((area.kind == "land") == (area.tax > 0) for area in AREAS.values())
    inland = {key for key, area in AREAS.items() if area.kind == "land" and not any(by_sea(key, n) for n in area.near)}
    assert inland == {"finmark", "upland", "rhineland"}
    assert {key for key, area in AREAS.items() if area.over == "island"} == {"scandia", "hebrides"}
    waters = Counted(len(ROADS.reach(key, 0, False, True)) for key, area in AREAS.items() if area.kind == "sea")
    assert waters == {27: 27, 3: 3}


@pytest.mark.rule("H-SET-1", "H-SET-2")
def test_the_counters_are_what_the_data_say() -> None:
    assert {(hero.combat, hero.move) for hero in HEROES.values()} == {(5, 4)}
    assert (len(HEROES), len(JARLS), len(MONSTERS), len(SWORDS)) == (6, 18, 27, 6)
    kinds = {"dragon": 6, "drow": 3, "ghost": 6, "giant": 3, "troll": 6, "witch": 3}
    assert Counted(piece.kind for piece in MONSTERS.values()) == kinds and kinds.keys() == KINDS.keys()
    assert Counted(jarl.combat for jarl in JARLS.values()) == {4: 3, 3: 6, 2: 9}
    assert sum(piece.combat for piece in MONSTERS.values() if piece.kind == "dragon") == 61
    assert [piece.id for piece in PIECES.values() if piece.name == "Hallbjorn"] == [
        "hallbjorn-dragon",
        "hallbjorn-troll",
    ]


@pytest.mark.rule("H-SET-1", "H-STATE-3")
def test_seats_are_taken_and_left_before_play_begins() -> None:
    state = State()
    assert refusal(state, Begin()) == "H-SET-1" == refusal(state, Unseat(hero="egil"))
    assert refusal(state, TakeSeat(hero="kari")) == "H-SET-1"
    assert refusal(state, Command("done")) == "H-STATE-3"
    state = after(state, TakeSeat(hero="ragnar"), TakeSeat(hero="egil", control="computer", level="hard"))
    assert list(state.seats) == ["egil", "ragnar"]
    assert after(state, Unseat(hero="egil")).seats.keys() == {"ragnar"}
    assert {each.verb for each in legal(state)} == {"seat", "unseat", "begin"}
    state = after(state, Begin())
    assert refusal(state, TakeSeat(hero="starkad")).startswith("H-")
    other = asked(state)
    state = after(state, Steer(hero="egil", control="person"))
    assert state.seats["egil"].control == "person" and asked(state) == other
    assert refusal(state, Steer(hero="starkad", control="person")) == "H-SET-1"


@pytest.mark.rule("H-SWITCH", "H-TURN-1")
def test_switches_are_set_before_play_and_fixed_by_it() -> None:
    state = after(State(), TakeSeat(hero="egil"), Set(name="preset", value="board"), Set(name="turns", value="99"))
    assert state.switches == {key: each.board or each.values[0] for key, each in SWITCHES.items()}
    assert (state.switches["table"], state.switches["njord_aid"], state.turns) == ("clamped", "next-sea", 99)
    assert after(state, Set(name="preset", value="1.22")).switches == State().switches
    assert after(state, Set(name="table", value="sum")).switches["table"] == "sum"
    for name, value in (("table", "x"), ("x", "1"), ("preset", "mine")):
        assert refusal(state, Set(name=name, value=value)) == "H-SWITCH"
    assert {refusal(state, Set(name="turns", value=value)) for value in ("0", "100", "many", "")} == {"H-TURN-1"}
    begun_now = after(state, Begin())
    assert refusal(begun_now, Set(name="table", value="sum"))
    assert tax(state, "frankland") == 8 and tax(state, "wessex") == 10
    assert tax(after(state, Set(name="frankland_tax", value="3")), "frankland") == 3


@pytest.mark.rule("H-DRAW-1", "H-SET-3", "H-SET-4", "H-SET-5", "H-SET-6", "H-MON-1")
def test_what_is_drawn_at_the_beginning_in_order() -> None:
    state = after(State(), TakeSeat(hero="egil"), TakeSeat(hero="ragnar"))
    # Swords 2 and 5 of those left; Fafnir at 1:1 with the first treasure, Gizur at 2:2; Kari and Horsa; two homes;
    # the order by 3 and 6.
    draws = ByHand(1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 3, 6, picks=(2, 5, 1, 1, 6, 1, 17))
    outcome = perform(state, Begin(), draws)
    state = outcome.state
    assert draws.over and [each.sides for each in outcome.drawn if each.what.startswith("pick")] == [
        6,
        5,
        27,
        4,
        26,
        18,
        17,
    ]
    assert [state.counters[hero].sword for hero in ("egil", "ragnar")] == ["dragvendill", "tyrfing"]
    monsters = {key: each.at for key, each in state.counters.items() if key in MONSTERS and each.at != PILE}
    assert monsters == {"fafnir": "finmark", "gizur": "vester-gotland"} and state.counters["fafnir"].up
    assert state.lairs == {"fafnir": "brosung-necklace"}
    jarls = {key: each.at for key, each in state.counters.items() if key in JARLS and each.at != PILE}
    assert jarls == {"kari": "anglia", "horsa": "wessex"} and not state.counters["kari"].up
    homes = [(seat.home, state.hero(seat.hero).at) for seat in state.seats.values()]
    assert homes == [("dalriada", "dalriada"), ("leinster", "leinster")]
    assert {(seat.luck, seat.glory, seat.hoard) for seat in state.seats.values()} == {(3, 0, 0)}
    assert (state.turn, state.phase, state.order, asked(state)) == (1, "move", ("ragnar", "egil"), "ragnar")


@pytest.mark.rule("H-DRAW-2")
def test_draws_follow_from_the_seed_and_their_number_alone() -> None:
    one, other, again = (begun(seed, 3) for seed in (5, 6, 5))
    assert one == again != other
    command = Command("done")
    state = after(one, command, command)
    drawn = perform(state, command).drawn
    later = perform(after(one, command, command), command).drawn
    assert drawn == later
    with pytest.raises(Wanted) as wanted:
        perform(after(State(seed=1), TakeSeat(hero="egil")), Begin(), ByHand(1))
    assert wanted.value.number == 4 and "lies" in wanted.value.what


@pytest.mark.rule("H-MON-1", "H-MON-2", "H-MON-3")
def test_as_many_are_placed_as_heroes_are_in_play_and_the_dead_stay_away() -> None:
    state = staged("egil", "ragnar", "starkad")
    state.seats["starkad"].in_play = False
    living = ["fafnir", "istvan", "hauk"]
    for key in MONSTERS:
        state.counters[key].at = PILE if key in living else DEAD
    place(Run(state, by_chance), MONSTERS)
    placed = [key for key in living if state.counters[key].at in AREAS]
    assert len(placed) == 2 and sum(each.at == DEAD for each in state.counters.values()) == 24
    place(Run(state, by_chance), MONSTERS)
    assert all(state.counters[key].at in AREAS and state.counters[key].up for key in living)
    assert state.lairs.keys() == {"fafnir", "istvan"} and MARKS not in state.lairs.values()
    place(Run(state, by_chance), JARLS)
    assert sum(each.at in AREAS and not each.up for key, each in state.counters.items() if key in JARLS) == 2


@pytest.mark.rule("H-STATE-3", "H-STATE-4")
def test_every_verb_is_known_by_what_it_takes() -> None:
    names = {name.rstrip("?") for takes in TAKES.values() for name in takes}
    assert names == set(Command.__dataclass_fields__) - {"verb"}
    assert TAKES.keys() == set(table("commands")) - {"parameters"}


def test_the_folder_has_at_most_3_000_lines_of_python() -> None:
    folder = Path(heroes.__file__).parent
    assert sum(len(path.read_text(encoding="utf-8").splitlines()) for path in folder.rglob("*.py")) <= 3_000
