"""How the story and the tour look."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import cast

from saga_tui.games.saga.game import GAME
from saga_tui.store import Memory
from saga_tui.ui.base import KitApp
from saga_tui.ui.pages import Tour
from tests.games.saga.recap.campaign import campaign
from tests.games.saga.sheet.test_sheet_screen import Remembered


class Reader(KitApp):
    """An app with the story of the campaign, or the tour."""

    def __init__(self, tour: bool = False) -> None:
        super().__init__(animations=False)
        self.tour = tour

    async def on_mount(self) -> None:
        journal = campaign()
        memory = Remembered(Path("kestrel.toml"), journal.doc, journal.events)
        await self.push_screen(Tour(GAME.tour()) if self.tour else GAME.story(cast(Memory, memory)))


def test_the_story(snap: Callable[..., bool]) -> None:
    assert snap(Reader(), terminal_size=(100, 40))


def test_the_tour(snap: Callable[..., bool]) -> None:
    assert snap(Reader(tour=True), terminal_size=(80, 24), press=["enter", "enter", "enter"])
