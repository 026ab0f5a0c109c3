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
from saga_tui.portrait import Badge, Meter, Part, Portrait, Wait
from saga_tui.ui.base import KitApp
from saga_tui.ui.config import Config

NOW = datetime.fromisoformat("2026-01-10T20:00:00+00:00")


def when(text: str) -> datetime:
    return datetime.fromisoformat(f"{text}+00:00")


METERS = (
    Meter("pips", "Force", "▲", "△", "$good", 4, 5, "Tokens", "4 of 5"),
    Meter("pips", "Fortune", "★", "☆", "$warn", 6, 4, "Tokens", "6", loose=True),
    Meter("number", "Spark", "✦", "✧", "$star", 7, 0, "Tokens", listed=False),
    Meter("boxes", "Pain", "■", "□", "$bad", 5, 4, "Harm", "1 over"),
    Meter("track", "Doom", "✕", "·", "$bad", 2, 8, "Harm", "6 left"),
)
KESTREL = Portrait(
    METERS,
    (Badge("CONFLICT round 2", "move"), Badge("! 1 to name", "bad")),
    (Wait("c", "1 lasting consequence, from pain"),),
    (Part("Drives", (("Find my sister", "⬢⬢"), ("The Vargas brothers hang", ""))),),
)
HALF = Portrait(badges=(Badge("○ 3 choices left: traits and gear"),), parts=(Part("Left to choose", (("Gear", ""),)),))
DAMAGED = Portrait(
    badges=(Badge("✗ cannot be read, line 3", "bad"),), parts=(Part("How to fix it", (("Quote it.", ""),)),)
)
CARDS = (
    Card(
        Path("a"),
        "Kestrel",
        "A grizzled gunslinger with a conscience",
        "chapter 3 › scene 2 › round 2",
        True,
        when("2026-01-09T22:10"),
        game="saga",
        portrait=KESTREL,
    ),
    Card(
        Path("b"),
        "[/] Brünhild",
        "A knight without a horse",
        "between chapters",
        True,
        when("2026-01-10T17:05"),
        game="saga",
        portrait=Portrait((METERS[0], METERS[3]._replace(filled=0))),
    ),
    Card(
        Path("c"),
        "Mara Quill of the Long Name, Keeper of the Seven Lamps and of the Bridge between Them",
        "",
        "being built, 3 choices left",
        False,
        when("2025-12-24T09:00"),
        game="saga",
        portrait=HALF,
    ),
    Card(
        Path("d"),
        "old-friend.toml",
        problem="old-friend.toml, line 3, column 5: the text has no quotes. Quote it.",
        portrait=DAMAGED,
    ),
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

    def last(self, card: Card) -> tuple[tuple[str, str], ...]:
        return (("r2", "Pain 3 → 5"), ("s2", "Marksmanship: success")) if card.ready else ()


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
        ((200, 60), "evening", [], CARDS),
        ((60, 20), "contrast", ["down"], CARDS),
        ((80, 24), "morning", ["ctrl+p"], CARDS),
        ((80, 24), "evening", ["h"], CARDS),
        ((80, 24), "evening", [], ()),
    ],
    ids=["calm-80", "calm-120", "vast", "contrast-60", "palette-morning", "help", "empty"],
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
