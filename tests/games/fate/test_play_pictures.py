"""How Fate Deck heroes look at three sizes: a hand in calm play, plays of it with their chances, a fight with wounds to
pay, and the narrator's table."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Final

import pytest

from tests.games.fate.play_stage import FIGHT, Stage, Step
from tests.games.fate.test_table import Sitting, ogre
from tests.games.fate.test_table_screen import HANDS, Watch

SIZES: Final = pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)], ids=["80x24", "120x40", "200x60"])
Snap = Callable[..., bool]
SEEN: Final[dict[str, tuple[tuple[Step, ...], str]]] = {
    "calm": ((), ""),
    "plays": ((), "p 5 l 6"),
    "fight": (FIGHT, ""),
    "wounds": (FIGHT, "w"),
}


@SIZES
@pytest.mark.parametrize("stage", SEEN)
def test_a_hand_looks_like_this(snap: Snap, tmp_path: Path, stage: str, size: tuple[int, int]) -> None:
    steps, keys = SEEN[stage]
    assert snap(Stage(tmp_path, steps), terminal_size=size, press=keys.split())


@SIZES
def test_the_table_looks_like_this(
    snap: Snap, tmp_path: Path, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    seconds = count()  # what happens within one second at several documents has no order of its own in the log
    monkeypatch.setattr("saga_tui.store.memory._now", lambda: f"2030-01-01T12:00:{next(seconds) % 60:02}+00:00")
    at = Sitting(tmp_path, HANDS)
    ogre(at)
    at.does("start-evening")
    at.does("start-scene")
    at.does("start-fight", ["A5"])
    at.does("act", ["W2", "D9"], hero=at.id("Ash"), cards=["D7"], by="strength", foe="Ogre")
    at.does("act", ["S5", "A6"], hero=at.id("Birch"), cards=["A6"], by="agility", foe="Ogre")
    at.session.close()
    assert snap(Watch(at), terminal_size=size)
