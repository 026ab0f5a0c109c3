"""Computer players (H-AI): one function that decides for a seat, and games that go on by it.

sums     what a seat sees, and what it is worth to it
moves    where it goes and whom it attacks
answers  how it answers questions
contest  games that they play against each other
"""

from __future__ import annotations

from saga_tui.games.heroes import play
from saga_tui.games.heroes.commands import Command
from saga_tui.games.heroes.minds.answers import answer
from saga_tui.games.heroes.minds.moves import Plan
from saga_tui.games.heroes.run import Drawn, Draws, Event, Outcome, Refused, by_chance
from saga_tui.games.heroes.state import State


def choose(state: State, seat: str, level: str, chance: int) -> Command:
    """The next decision of a seat that must decide: easy, normal or hard (H-AI-1). `chance` gives the easy level its
    whims; the same four give the same decision."""
    plan = Plan(state, seat, level, chance)
    if state.questions:
        return answer(plan, state.questions[-1])
    return plan.move() if state.phase == "move" else plan.attack()


def play_on(state: State, draws: Draws = by_chance) -> Outcome:
    """The game after all decisions of computer players, until a person must decide or it is over (H-AI-1)."""
    events, drawn = list[Event](), list[Drawn]()
    while (seat := play.asked(state)) and state.seats[seat].control == "computer":
        outcome = play.perform(state, choose(state, seat, state.seats[seat].level, state.seed), draws)
        state, events, drawn = outcome.state, [*events, *outcome.events], [*drawn, *outcome.drawn]
    if not events:
        raise Refused("H-AI-1", "No computer player has to decide now.")
    return Outcome(state, tuple(events), tuple(drawn))
