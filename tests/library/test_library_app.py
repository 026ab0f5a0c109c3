"""The app around the screens: what is not saved keeps it open, and what only a person can say is asked."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from textual.screen import Screen

from saga_tui.app import SagaApp
from saga_tui.changes import diff
from saga_tui.games import registry
from saga_tui.games.saga.game import SagaGame
from saga_tui.library.screen import LibraryScreen
from saga_tui.store import FileBehind, Memory, NotSaved
from saga_tui.ui.base import MemoryChanged
from saga_tui.ui.dialogs import Choose, Confirm


class Opened(Screen[None]):
    """Stands for a game's screen."""

    def on_memory_changed(self, _message: MemoryChanged) -> None:
        """What the app tells all screens."""


@pytest.fixture
def kestrel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(SagaGame, "screen", lambda _game, _memory: Opened())
    folder = tmp_path / "characters"
    with Memory.create(folder, registry.game("saga").new("Kestrel"), registry.layout("saga")) as memory:
        return memory.path


@pytest.mark.parametrize(("key", "open_still"), [("n", True), ("escape", True), ("y", False)])
@pytest.mark.parametrize("leave", ["q", "ctrl+q"])
async def test_what_is_not_saved_is_asked_about(
    kestrel: Path, monkeypatch: pytest.MonkeyPatch, leave: str, key: str, open_still: bool
) -> None:
    app = SagaApp(start=kestrel, animations=False)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        memory = app.memory
        assert memory is not None

        def full(_memory: Memory) -> None:
            raise NotSaved("disk full (3 actions)", 3)

        monkeypatch.setattr(Memory, "flush", full)
        await pilot.press(leave)
        await pilot.pause()
        assert isinstance(app.screen, Confirm)
        assert "Disk full (3 actions)" in app.screen.question
        await pilot.press("enter")
        assert isinstance(app.screen, Confirm)
        await pilot.press(key)
        await app.workers.wait_for_complete()
        assert (app.memory is memory) is open_still


async def test_a_file_that_only_follows_later_is_not_called_lost(
    kestrel: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    close = Memory.close

    def behind(memory: Memory) -> None:
        close(memory)
        raise FileBehind("the file could not be written (disk full)")

    monkeypatch.setattr(Memory, "close", behind)
    app = SagaApp(start=kestrel, animations=False)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("q")
        await app.workers.wait_for_complete()
        (said,) = [note.message for note in app._notifications]
        assert said.startswith("Everything is saved. The file follows the next time you open it")


async def test_a_name_with_markup_opens_and_its_notes_are_only_text(kestrel: Path) -> None:
    text = kestrel.read_text(encoding="utf-8").replace('"Kestrel"', '"[/] [@click=app.quit]x"')
    kestrel.write_text(text, encoding="utf-8")
    app = SagaApp(start=kestrel, animations=False)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, Opened)
        await pilot.press("q")
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert isinstance(app.screen, LibraryScreen)
        assert [card.name for card in app.screen.cards] == ["[/] [@click=app.quit]x"]


@pytest.mark.parametrize(("key", "mended"), [("2", True), ("1", False), ("escape", False)])
async def test_a_file_cut_off_is_asked_about_and_written_anew_only_when_it_is_wanted(
    kestrel: Path, key: str, mended: bool
) -> None:
    kestrel.write_text("format = 1\nname == 3\n", encoding="utf-8")
    app = SagaApp(start=kestrel, animations=False)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.pause()
        assert isinstance(app.screen, Choose)
        await pilot.press(key)
        await app.workers.wait_for_complete()
        assert isinstance(app.screen, Opened)
        assert ("Kestrel" in kestrel.read_text(encoding="utf-8")) is mended


async def test_another_copy_may_ask_for_the_character(kestrel: Path) -> None:
    app = SagaApp(start=kestrel, animations=False)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert app.memory is not None
        with Memory.open(kestrel, registry.layout("saga")) as other:
            assert other.read_only
            other.ask_to_take_over()
            app.post_message(MemoryChanged())
            await pilot.pause()
            await pilot.pause()
            assert isinstance(app.screen, Confirm)
            await pilot.press("y")
            await app.workers.wait_for_complete()
            assert app.memory.read_only
            assert other.take_over()


async def test_screens_hear_when_an_action_is_saved(kestrel: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app = SagaApp(start=kestrel, animations=False)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        memory, screen = app.memory, app.screen
        assert memory is not None
        assert isinstance(screen, Opened)
        told = asyncio.Event()
        monkeypatch.setattr(Opened, "on_memory_changed", lambda _screen, _message: told.set())
        new = {**memory.doc, "concept": {**memory.doc["concept"], "name": "Falcon"}}
        memory.commit("name", {}, diff(memory.doc, new))
        await asyncio.wait_for(told.wait(), 5)
        assert memory.status in ("saved", "saving")


async def test_a_start_that_cannot_be_opened_ends_in_the_library_with_a_word(kestrel: Path) -> None:
    bad = kestrel.with_name("bad.toml")
    bad.write_text("format = 1\nname == 3\n", encoding="utf-8")
    app = SagaApp(start=bad, animations=False)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, LibraryScreen)
        assert any("line 2" in str(notice.message) for notice in app._notifications)
