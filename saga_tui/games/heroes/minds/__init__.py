"""Computer players (H-AI): one function that decides for a seat, and games that go on by it.

Beyond H-AI (House): the hard level counts what others' counters bring for half, since in a duel the third gains most;
a wounded hero who could heal sets that against a fight; a jarl hands his hero what he wants, and trades the Necklace.

sums     what a seat sees, and what it is worth to it
moves    where it goes and whom it attacks
answers  how it answers questions
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from saga_tui.engine.computers import Computers
from saga_tui.engine.contests import Played
from saga_tui.games.heroes import board, play
from saga_tui.games.heroes.book import HEROES
from saga_tui.games.heroes.commands import Begin, Command, Set, TakeSeat
from saga_tui.games.heroes.minds.answers import answer
from saga_tui.games.heroes.minds.moves import Plan
from saga_tui.games.heroes.state import State


def choose(state: State, seat: str, level: str, chance: int) -> Command:
    """The next decision of a seat that must decide: easy, normal or hard (H-AI-1). `chance` gives the easy level its
    whims; the same four give the same decision."""
    plan = Plan(state, seat, level, chance)
    if state.questions:
        return answer(plan, state.questions[-1])
    return plan.move() if state.phase == "move" else plan.attack()


COUNTED: Final = {"attack": "fights", "died": "deaths of heroes", "joined": "jarls recruited"}
COMPUTERS: Final = Computers(play.COURSE, choose, board.totals, COUNTED)


def played(levels: Sequence[str], seed: int, options: Mapping[str, str]) -> Played:
    """A whole game, each seat at its level (H-AI-11). `ValueError` at a switch that there is not."""
    state = State(seed=seed)
    seats = (TakeSeat(hero=hero, control="computer") for hero in [*HEROES][: len(levels)])
    for command in (*(Set(name=name, value=value) for name, value in options.items()), *seats, Begin()):
        state = play.perform(state, command).state
    return COMPUTERS.played(state, levels, seed)
