"""The library as it looks, kept as pictures: calm, empty, with the palette, in each theme."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any, cast

import pytest
from textual.pilot import Pilot
from textual.screen import Screen

from saga_tui.library.cards import Card
from saga_tui.library.screen import LibraryScreen
from saga_tui.library.shelf import Shelf
from saga_tui.ui.base import KitApp
from saga_tui.ui.config import Config

NOW = datetime.fromisoformat("2026-01-10T20:00:00+00:00")


def when(text: str) -> datetime:
    return datetime.fromisoformat(f"{text}+00:00")


CARDS = (
    Card(
        Path("a"),
        "Kestrel",
        "A grizzled gunslinger with a conscience",
        "chapter 3, scene 2",
        True,
        when("2026-01-09T22:10"),
    ),
    Card(Path("b"), "[/] Brünhild", "A knight without a horse", "between chapters", True, when("2026-01-10T17:05")),
    Card(Path("c"), "Mara Quill", "", "being built, 3 choices left", False, when("2025-12-24T09:00")),
    Card(Path("d"), "old-friend.toml", problem="old-friend.toml, line 3, column 5: the text has no quotes."),
)
SHEET = "Kestrel\n\nForce    ▲▲▲▲△\nGrace    ◆◆◇\nAcuity   ●\nFortune  ★★★★\n\nPain     ■■■□┃\nDoom     ✕✕······┃\n"


class StillShelf:
    """Characters that never change, without a file."""

    folder = Path("/home/ana/characters")

    def __init__(self, cards: tuple[Card, ...]) -> None:
        self._cards = cards

    def cards(self) -> tuple[Card, ...]:
        return self._cards

    def samples(self) -> Path:
        return Path("samples")

    def sheet(self, _path: Path, _width: int) -> str:
        return SHEET


class Still(KitApp):
    def __init__(self, theme: str, cards: tuple[Card, ...]) -> None:
        super().__init__(animations=False, settings=Config(theme))
        self.cards = cards

    def first_screen(self) -> Screen[Any]:
        return LibraryScreen(lambda: cast(Shelf, StillShelf(self.cards)), lambda: NOW)


async def settled(pilot: Pilot[Any]) -> None:
    await pilot.app.workers.wait_for_complete()
    await pilot.pause()


@pytest.mark.parametrize(
    ("size", "theme", "keys", "cards"),
    [
        ((80, 24), "evening", [], CARDS),
        ((120, 40), "evening", ["down"], CARDS),
        ((60, 20), "contrast", ["down"], CARDS),
        ((80, 24), "morning", ["ctrl+p"], CARDS),
        ((80, 24), "evening", ["h"], CARDS),
        ((80, 24), "evening", [], ()),
    ],
    ids=["calm-80", "calm-120", "contrast-60", "palette-morning", "help", "empty"],
)
def test_the_library_looks_like_this(
    snap: Callable[..., bool], size: tuple[int, int], theme: str, keys: list[str], cards: tuple[Card, ...]
) -> None:
    async def press(pilot: Pilot[Any]) -> None:
        await settled(pilot)
        for key in keys:
            await pilot.press(key)
            await pilot.pause()

    assert snap(Still(theme, cards), terminal_size=size, run_before=press)
