"""How World Saga looks: the entry form, calm, in trouble, and a roll that is put together."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.games.world.stage import CALM, NEW, TROUBLE, Desk

SIZES = pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)], ids=["80x24", "120x40", "200x60"])
LOOKS = {"entry": (NEW, ["f3"]), "calm": (CALM, []), "trouble": (TROUBLE, []), "endure": (TROUBLE, ["y"])}


@SIZES
@pytest.mark.parametrize("look", LOOKS)
def test_it_looks_like_this_snapshot(
    snap: Callable[..., bool], tmp_path: Path, look: str, size: tuple[int, int]
) -> None:
    steps, keys = LOOKS[look]
    assert snap(Desk(tmp_path, steps), terminal_size=size, press=keys)
