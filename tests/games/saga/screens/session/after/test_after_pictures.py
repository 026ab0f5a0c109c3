"""How what follows a roll looks: rolled, re-rolled, compared, pushes, a perk's question, dice by hand."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.games.saga.screens.session.after.stage import perked
from tests.games.saga.screens.session.heroes import CONFLICT, Table

Snap = Callable[..., bool]
FACES = [6, 5, 2, 1, 6, 3, 5, 1, 5, 1, 2, 3]
ATTACK = ["r", "f", "b", "4", "enter"]
SCENES = {
    "rolled": ATTACK,
    "re-rolled": [*ATTACK, "o"],
    "compared": [*ATTACK, "o", "enter"],
    "pushes": [*ATTACK, "o", "enter", "p"],
    "asked": ["p", "1", "enter"],
    "by hand": ["r", "f", "d", "6", "1", "5"],
}


ONCE = ("compared", "by hand")
"""Looked at in the smaller size only."""
SHOTS = [(scene, size) for scene in SCENES for size in ((80, 24), (120, 40)) if scene not in ONCE or size[0] == 80]


@pytest.mark.parametrize(("scene", "size"), SHOTS)
def test_what_follows_a_roll(snap: Snap, tmp_path: Path, scene: str, size: tuple[int, int]) -> None:
    made = perked(CONFLICT, "Deliberate", "Heavy-Handed", "Tough", ask=["Relentless"])
    assert snap(Table(made, tmp_path, FACES), terminal_size=size, press=SCENES[scene])
