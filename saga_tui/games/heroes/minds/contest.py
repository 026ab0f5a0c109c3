"""Whole games of computer players (H-AI-11), for `simulate`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from saga_tui.chance import Chance
from saga_tui.engine.contests import Played
from saga_tui.games.heroes import board, play
from saga_tui.games.heroes.book import HEROES
from saga_tui.games.heroes.commands import Begin, Command, Set, TakeSeat
from saga_tui.games.heroes.minds import choose
from saga_tui.games.heroes.run import Event
from saga_tui.games.heroes.state import LEVELS, State

COUNTED: Final = {"attack": "fights", "died": "deaths of heroes", "joined": "jarls recruited"}
"""Events that are counted, and what is counted by them."""


def begun(levels: Sequence[str], seed: int, options: Mapping[str, str]) -> State:
    """A game of these levels in its first turn. `ValueError` at an option that there is not."""
    state = State(seed=seed)
    for name, value in options.items():
        state = play.perform(state, Set(name=name, value=value)).state
    for hero in [*HEROES][: len(levels)]:
        state = play.perform(state, TakeSeat(hero=hero, control="computer")).state
    return play.perform(state, Begin()).state


def decided(state: State, level: str, chance: Chance) -> Command:
    """What the seat that must decide does; at random, any legal command is as likely as any other."""
    if level not in LEVELS:
        return chance.pick(play.legal(state))
    return choose(state, play.asked(state), level, state.seed)


def played(levels: Sequence[str], seed: int, options: Mapping[str, str]) -> Played:
    """A whole game, each seat at its level."""
    state = begun(levels, seed, options)
    of = dict(zip(state.seats, levels, strict=True))
    chance, counts = Chance(seed, "decisions"), dict.fromkeys(COUNTED.values(), 0)
    while seat := play.asked(state):
        outcome = play.perform(state, decided(state, of[seat], chance))
        state = outcome.state
        _count(counts, outcome.events)
    totals = board.totals(state)
    won = board.winners(totals)
    return Played(tuple(totals.values()), tuple(place for place, hero in enumerate(totals) if hero in won), counts)


def _count(counts: dict[str, int], events: Sequence[Event]) -> None:
    for event in events:
        if event.kind in COUNTED:
            counts[COUNTED[event.kind]] += 1
