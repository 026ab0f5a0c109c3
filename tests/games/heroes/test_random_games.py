"""Whole games of random legal decisions (H-STATE-1): nothing breaks, nothing is lost, and the same draws come again."""

from __future__ import annotations

import pytest

from saga_tui.games.heroes.book import PIECES
from saga_tui.games.heroes.checks import faults, things
from saga_tui.games.heroes.commands import ByHand
from saga_tui.games.heroes.play import perform
from saga_tui.games.heroes.state import DEAD, State
from tests.examples import tries
from tests.games.heroes.play_random import begun, played

GAMES = range(tries(1_000, daily=50))


def dead(state: State) -> set[str]:
    """The jarls and monsters that have left the game."""
    return {key for key, each in state.counters.items() if each.at == DEAD and PIECES[key].group != "hero"}


def sound(before: State, after: State) -> None:
    """No illegal state, no counter or thing more or less than there was, and nobody comes back from the dead."""
    assert not faults(after)
    assert after.counters.keys() == before.counters.keys()
    assert dead(before) <= dead(after)
    assert min((each.glory, each.luck, each.hoard) >= (0, 0, 0) for each in after.seats.values())
    lost = things(before) - things(after)
    assert not lost or (set(lost) == {"frey-faxi"} and before.rides == 3)


@pytest.mark.rule("H-STATE-1", "H-TURN-1", "H-SET-2", "H-SET-6", "H-DRAW-2", "H-INFO-3")
@pytest.mark.parametrize("seed", GAMES)
def test_a_game_of_random_decisions(seed: int) -> None:
    first = before = begun(seed, 1 + seed % 6, preset=("1.22", "board")[seed // 6 % 2])
    kept = first.copy()
    steps = []
    for command, outcome in played(first, seed):
        sound(before, outcome.state)
        steps.append((command, outcome.drawn))
        before = outcome.state
    assert before.turn == 20 or (not seed % 5 and not before.playing())
    assert [draw.number for _, drawn in steps for draw in drawn] == list(range(kept.drawn + 1, before.drawn + 1))
    assert first == kept
    again = kept
    for number, (command, drawn) in enumerate(steps[: 40 if seed % 10 else None]):
        dice = ByHand(*(draw.shown for draw in drawn if not draw.what.startswith("pick")))
        one = perform(again, command) if number % 2 else perform(again, command, dice)
        assert [draw.shown for draw in one.drawn] == [draw.shown for draw in drawn]
        again = one.state
    assert seed % 10 or again == before
