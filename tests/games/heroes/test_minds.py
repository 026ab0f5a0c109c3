"""Computer players (H-AI)."""

from __future__ import annotations

import pytest

from saga_tui.games.heroes.commands import Attack
from saga_tui.games.heroes.play import perform
from saga_tui.games.heroes.run import ByHand
from tests.games.heroes.staged import staged


@pytest.mark.rule("H-SPELL-9", "H-DRAW-1")
def test_a_spell_that_hits_a_fallen_one_again_leaves_the_others_in_the_fight() -> None:
    state = staged("egil", phase="fight", serving={"kari": "egil"}, at={"gerdrak": "trondheim"})
    state.seats["egil"].rune = "sygil"
    dice = ByHand(4, 4, 1, 1, 1, 1)  # Nied twice: both dice first; each takes hold, and Sygil saves the hero from each
    fight = perform(state, Attack(counters=("egil", "kari"), target="gerdrak"), dice).state
    assert dice.over
    assert fight.fight is not None
    assert fight.fight.fallen_out == ("kari",)
    assert fight.questions[-1].kind == "luck"  # Egil fights on
