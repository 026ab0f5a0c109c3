"""The memory's screens as they look, kept as pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.screen import Screen

from saga_tui.store import Memory
from saga_tui.ui.base import KitApp
from saga_tui.ui.config import Config
from saga_tui.ui.journal.screen import JournalScreen
from saga_tui.ui.journal.versions import VersionsScreen
from tests.ui.journal.story import KINDS, happen, lived, still


class Still(KitApp):
    def __init__(self, theme: str, screen: Callable[[], Screen[Any]]) -> None:
        super().__init__(animations=False, settings=Config(theme))
        self.make = screen

    def first_screen(self) -> Screen[Any]:
        return self.make()


@pytest.fixture
def memory(tmp_path: Path, isolated: Path) -> Iterator[Memory]:
    """The evening's character, on a device whose name is always the same."""
    state = isolated / "state"
    state.mkdir(mode=0o700)
    (state / "device").write_text("ourtable")
    with lived(tmp_path) as opened:
        assert next(opened.history()).device == "ourtable"
        yield opened


@pytest.mark.parametrize(
    ("size", "theme", "keys"),
    [
        ((80, 24), "evening", []),
        ((120, 40), "evening", ["down"]),
        ((60, 20), "contrast", ["right", "right"]),
        ((80, 24), "morning", ["down", "down", "down", "down", "z"]),
    ],
    ids=["log-80", "log-120", "filtered-60", "back-80"],
)
def test_the_log_looks_like_this(
    snap: Callable[..., bool], memory: Memory, size: tuple[int, int], theme: str, keys: list[str]
) -> None:
    async def press(pilot: Pilot[Any]) -> None:
        await still(pilot)
        for key in keys:
            await pilot.press(key)
            await still(pilot)

    assert snap(Still(theme, lambda: JournalScreen(memory, KINDS)), terminal_size=size, run_before=press)


def test_the_kept_versions_look_like_this(snap: Callable[..., bool], memory: Memory) -> None:
    memory.backup("by-hand")
    happen(memory, "play.damage.pain", 7)
    happen(memory, "concept.line", "A [/] stranger")
    memory.backup("session")

    async def press(pilot: Pilot[Any]) -> None:
        await still(pilot)
        await pilot.press("down")
        await still(pilot)

    assert snap(Still("evening", lambda: VersionsScreen(memory)), terminal_size=(80, 24), run_before=press)
