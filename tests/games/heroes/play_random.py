"""Games of random legal decisions, for tests that want a game under way or a whole one."""

from __future__ import annotations

import random
from collections.abc import Iterator

from saga_tui.games.heroes.book import HEROES
from saga_tui.games.heroes.commands import Begin, Command, Death, Outcome, Set, TakeSeat
from saga_tui.games.heroes.play import legal, perform
from saga_tui.games.heroes.state import State


def begun(seed: int, seats: int, *, preset: str = "1.22", turns: int = 20) -> State:
    """A game after `begin`, its seats the first heroes of the table."""
    state = State(seed=seed)
    commands: list[Command] = [TakeSeat(hero=hero) for hero in list(HEROES)[:seats]]
    for command in (*commands, Set(name="preset", value=preset), Set(name="turns", value=str(turns)), Begin()):
        state = perform(state, command).state
    return state


def played(state: State, seed: int) -> Iterator[tuple[Command, Outcome]]:
    """Every command of a game decided at random, and what came of it, to the end. One command in twenty is the last
    that is listed, which is often to be done. Nobody withdraws, so that a game lasts, but for one seed in five."""
    chance = random.Random(seed)
    while state.phase != "over":
        choices = [each for each in legal(state) if not seed % 5 or each != Death(choice="withdraw")]
        command = chance.choice(choices) if chance.random() < 0.95 else choices[-1]
        outcome = perform(state, command)
        yield command, outcome
        state = outcome.state
