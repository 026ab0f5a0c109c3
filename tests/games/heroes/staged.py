"""States of the game for one test: who is where, with what."""

from __future__ import annotations

from saga_tui.games.heroes.board import join
from saga_tui.games.heroes.book import HEROES, PIECES
from saga_tui.games.heroes.state import Counter, Phase, Seat, State

HOME = "trondheim"


def staged(
    *seats: str, phase: Phase = "move", at: dict[str, str] | None = None, serving: dict[str, str] | None = None
) -> State:
    """A game of these heroes in its first turn, all of them in `HOME` unless `at` says otherwise; every other counter
    is in the pile, but for those `at` names: they lie face up, or serve (`serving`: jarl to hero)."""
    state = State(turn=1, phase=phase, order=seats, whose=seats[0])
    state.counters = {key: Counter(key) for key in PIECES if key not in HEROES or key in seats}
    for hero in seats:
        state.seats[hero] = Seat(hero, counter=hero, home=HOME, luck=3)
        counter = state.counters[hero]
        counter.at, counter.master, counter.up = HOME, hero, True
    for jarl, hero in (serving or {}).items():
        state.counters[jarl].at = state.hero(hero).at
        join(state, state.counters[jarl], hero)
        state.counters[jarl].recruited = False
    for key, area in (at or {}).items():
        state.counters[key].at, state.counters[key].up = area, True
    return state
