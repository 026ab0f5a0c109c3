"""The machine (H-STATE): whole games of random legal decisions."""

from __future__ import annotations

import pytest

from saga_tui.games.heroes.checks import faults
from tests.games.heroes.play_random import begun, played


@pytest.mark.rule("H-TURN-1", "H-STATE-1")
@pytest.mark.parametrize("seed", range(6))
def test_a_game_of_random_decisions_ends(seed: int) -> None:
    state = begun(seed, 1 + seed % 6, preset=("1.22", "board")[seed % 2])
    for _, outcome in played(state, seed):
        state = outcome.state
        assert not faults(state)
    assert state.turn == 20 or not state.playing()
