"""How SagaS's play screen looks: calm, in a fight, dying; and an attack that is put together, with its odds."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.games.sagas.play_stage import FIGHT, STAGES, Table

SIZES = [(80, 24), (120, 40), (200, 60)]
Snap = Callable[..., bool]


@pytest.mark.parametrize("size", SIZES, ids=["80x24", "120x40", "200x60"])
@pytest.mark.parametrize("stage", STAGES)
def test_play_looks_like_this(snap: Snap, tmp_path: Path, stage: str, size: tuple[int, int]) -> None:
    assert snap(Table(tmp_path, STAGES[stage]), terminal_size=size)


@pytest.mark.parametrize("size", SIZES, ids=["80x24", "120x40", "200x60"])
def test_an_attack_looks_like_this(snap: Snap, tmp_path: Path, size: tuple[int, int]) -> None:
    assert snap(Table(tmp_path, FIGHT), terminal_size=size, press=["a"])
