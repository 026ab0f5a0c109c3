"""The sheet's preview in a real app: it shows the sheet, saves it, and leaves."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, cast

import pytest
from textual.widgets import Static

from saga_tui.changes import Doc
from saga_tui.games.saga.game import GAME
from saga_tui.games.saga.screens.sheet import SheetScreen, sheet_path
from saga_tui.ui.base import KitApp
from tests.games.saga.sheet.documents import FULL, PLAYED

if TYPE_CHECKING:
    from saga_tui.store import Memory


class Remembered:
    """As much of a memory as the preview uses."""

    def __init__(self, path: Path, doc: Doc) -> None:
        self.path, self.doc = path, doc


def preview(path: Path, doc: Doc) -> SheetScreen:
    return cast(SheetScreen, GAME.preview(cast("Memory", Remembered(path, doc))))


@pytest.mark.parametrize(("columns", "width"), [(120, 80), (82, 80), (80, 78), (60, 58)])
@pytest.mark.parametrize("doc", [PLAYED, FULL])
async def test_it_shows_the_sheet_as_wide_as_there_is_room(tmp_path: Path, doc: Doc, columns: int, width: int) -> None:
    app = KitApp(animations=False)
    async with app.run_test(size=(columns, 24)) as pilot:
        screen = preview(tmp_path / "kestrel.toml", doc)
        await app.push_screen(screen)
        await pilot.pause()
        text = screen.query_one("#sheet-text", Static)
        assert str(text.content) == GAME.sheet(doc, width)
        assert text.region.width <= columns - 1


async def test_s_saves_it_beside_the_character_and_escape_leaves(tmp_path: Path) -> None:
    app = KitApp(animations=False)
    async with app.run_test(size=(80, 24)) as pilot:
        await app.push_screen(preview(tmp_path / "kestrel.toml", PLAYED))
        await pilot.press("s")
        await pilot.pause()
        saved = tmp_path / "kestrel-sheet.txt"
        assert saved.read_text(encoding="utf-8") == GAME.sheet(PLAYED)
        assert str(saved) in "".join(notice.message for notice in app._notifications)
        await pilot.press("escape")
        await pilot.pause()
        assert not isinstance(app.screen, SheetScreen)


async def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    app = KitApp(animations=False)
    async with app.run_test(size=(80, 24)) as pilot:
        await app.push_screen(preview(tmp_path / "gone" / "kestrel.toml", PLAYED))
        await pilot.press("s")
        await pilot.pause()
        assert [notice.title for notice in app._notifications] == ["not saved"]


def test_a_sheet_replaces_a_sheet_and_nothing_else(tmp_path: Path) -> None:
    character = tmp_path / "kestrel.toml"
    first = tmp_path / "kestrel-sheet.txt"
    first.write_text(GAME.sheet(PLAYED), encoding="utf-8")
    assert sheet_path(character) == first
    first.write_text("my own notes", encoding="utf-8")
    assert sheet_path(character) == tmp_path / "kestrel-sheet-2.txt"
    assert first.read_text(encoding="utf-8") == "my own notes"
