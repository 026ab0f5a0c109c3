"""The sheet and the story on the screen: as wide as there is room, with their second pages, and as they are saved."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, cast

import pytest
from textual.widgets import Static

from saga_tui.changes import Doc
from saga_tui.games.saga.game import GAME
from saga_tui.games.saga.recap import story
from saga_tui.paper.recap import text
from saga_tui.safe import on_screen
from saga_tui.store import Event
from saga_tui.ui.base import KitApp
from saga_tui.ui.paper import RecapScreen, SheetScreen
from tests.games.saga.recap.campaign import Journal, campaign
from tests.games.saga.screens.session.heroes import CALM, Table
from tests.games.saga.screens.session.heroes import doc as made
from tests.games.saga.sheet.documents import FULL, PLAYED
from tests.keys import burst, press

if TYPE_CHECKING:
    from saga_tui.store import Memory


class Remembered:
    """As much of a memory as these screens use."""

    device = "desk"

    def __init__(self, path: Path, doc: Doc, events: list[Event] | None = None) -> None:
        self.path, self.doc, self.events = path, doc, events or []

    def history(self) -> Iterator[Event]:
        return iter(self.events)


def preview(path: Path, doc: Doc) -> SheetScreen:
    return cast(SheetScreen, GAME.preview(cast("Memory", Remembered(path, doc))))


def shown(screen: SheetScreen | RecapScreen) -> str:
    return str(screen.query_one("#paper-text", Static).content)


@pytest.mark.parametrize(("columns", "width"), [(120, 80), (82, 80), (80, 78), (60, 58)])
@pytest.mark.parametrize("doc", [PLAYED, FULL])
async def test_it_shows_the_sheet_as_wide_as_there_is_room(tmp_path: Path, doc: Doc, columns: int, width: int) -> None:
    app = KitApp(animations=False)
    async with app.run_test(size=(columns, 24)) as pilot:
        screen = preview(tmp_path / "kestrel.toml", doc)
        await app.push_screen(screen)
        await pilot.pause()
        assert shown(screen) == on_screen(GAME.sheet(doc, width))
        assert screen.query_one("#paper-text").region.width <= columns - 1


async def test_its_forms_are_a_key_away_and_saved_as_they_are_seen(tmp_path: Path) -> None:
    app = KitApp(animations=False)
    async with app.run_test(size=(90, 24)) as pilot:
        screen = preview(tmp_path / "kestrel.toml", PLAYED)
        await app.push_screen(screen)
        await press(pilot, "r", "a")
        wanted = GAME.sheet(PLAYED, plain=True, rules=True)
        assert shown(screen) == wanted.replace("\f", "\n\n")
        await press(pilot, "s", "enter")
        assert (tmp_path / "kestrel-sheet.txt").read_text(encoding="utf-8") == wanted


async def test_the_story_is_read_and_saved(tmp_path: Path) -> None:
    journal: Journal = campaign()
    told = story(journal.events, journal.doc, "desk")
    app = KitApp(animations=False)
    async with app.run_test(size=(90, 24)) as pilot:
        memory = cast("Memory", Remembered(tmp_path / "k.toml", journal.doc, journal.events))
        screen = RecapScreen(memory, GAME.telling)
        await app.push_screen(screen)
        await pilot.pause()
        charts, _, body = shown(screen).partition("Recap")
        assert "Luck: marks above average" in charts
        assert f"Recap{body}" == text(told)
        await press(pilot, "n", "n")
        assert shown(screen) == text(told.only(2))
        await press(pilot, "s", "enter", "N", "N", "N", "c")
        assert (tmp_path / "k-recap.txt").read_text(encoding="utf-8") == text(told.only(2))
        assert shown(screen) == text(told)


async def test_a_note_taken_at_the_table_is_in_the_story_a_key_away(tmp_path: Path) -> None:
    app = Table(made(CALM), tmp_path)
    async with app.run_test(size=(90, 24)) as pilot:
        await press(pilot, "full_stop")
        await burst(pilot, *"a **storm** [/]", "enter")
        await press(pilot, "C")
        assert isinstance(app.screen, RecapScreen)
        assert "  ▏ a **storm** [/]\n" in shown(app.screen)
        await press(pilot, "escape", "S")
        assert isinstance(app.screen, SheetScreen)
