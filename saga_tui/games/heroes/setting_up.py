"""Seats and switches, and what is drawn from the piles: at the beginning and in every turn (H-SET, H-MON, H-SWITCH)."""

from __future__ import annotations

from collections.abc import Container
from typing import Final

from saga_tui.engine.before_play import SetUp
from saga_tui.games.heroes.board import undealt
from saga_tui.games.heroes.book import HEROES, JARLS, MONSTERS, PIECES, SWITCHES, SWORDS
from saga_tui.games.heroes.commands import Command
from saga_tui.games.heroes.dying import START
from saga_tui.games.heroes.run import Run
from saga_tui.games.heroes.state import MARKS, PILE, Counter, Seat

PRESETS: Final = ("1.22", "board")
MOST_TURNS: Final = 99


def _begin(run: Run) -> None:
    """All that is drawn before the first turn, in the order of H-DRAW-1."""
    state = run.state
    state.counters = {key: Counter(key) for key in PIECES if key not in HEROES or key in state.seats}
    state.phase = "order"
    run.tell("begun", "H-SET-1", numbers=(len(state.seats), state.turns))
    swords = list(SWORDS)
    for seat in state.seats.values():
        sword = swords.pop(run.pick(len(swords), "a sword"))
        seat.luck, seat.glory, seat.hoard = START["luck"], START["glory"], START["hoard"]
        hero = state.counters[seat.hero]
        hero.sword, hero.master, hero.up = sword, seat.hero, True
        run.tell("armed", "H-SET-3", hero=seat.hero, what=sword)
    place(run, MONSTERS)
    place(run, JARLS)
    for seat in state.seats.values():
        seat.home, dice = run.address("a home")
        state.hero(seat.hero).at = seat.home
        run.tell("home", "H-SET-5", hero=seat.hero, area=seat.home, dice=dice)


def place(run: Run, group: Container[str]) -> None:
    """As many of the pile as there are heroes in play, each to a country by dice (H-MON-1, H-MON-2)."""
    state = run.state
    for _ in state.playing():
        pile = [each for key, each in state.counters.items() if key in group and each.at == PILE]
        if not pile:
            return
        counter = pile[run.pick(len(pile), "a counter")]
        counter.at, dice = run.address(f"where {PIECES[counter.id].group} lies")
        counter.up = counter.id in MONSTERS
        run.tell("placed", "H-MON-1", counters=(counter.id,), area=counter.at, dice=dice)
        guard(run, counter.id)


def guard(run: Run, key: str) -> None:
    """A dragon placed for the first time gets something to guard, unseen (H-MON-3)."""
    lairs = run.state.lairs
    if key in MONSTERS and MONSTERS[key].kind == "dragon" and key not in lairs:
        left = undealt(run.state)
        lairs[key] = left[run.pick(len(left), "what lies under a dragon")] if left else MARKS


SET_UP: Final = SetUp(
    names=tuple(HEROES),
    made=lambda said: Seat(said.hero, said.player, said.control, said.level, counter=said.hero),
    command=Command,
    switches={key: each.values for key, each in SWITCHES.items()},
    presets={PRESETS[0]: {}, PRESETS[1]: {key: each.board for key, each in SWITCHES.items() if each.board}},
    turns=MOST_TURNS,
    begin=_begin,
    rules=("H-SET-1", "H-SWITCH", "H-TURN-1", "H-STATE-3"),
)
