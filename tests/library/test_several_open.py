"""Several characters open at once: opened beside each other, switched between, all saved and given back at the end."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.screen import Screen

from saga_tui.app import SagaApp
from saga_tui.changes import diff
from saga_tui.games import registry
from saga_tui.games.saga.game import SagaGame
from saga_tui.library.screen import LibraryScreen
from saga_tui.store import Memory, NotSaved
from saga_tui.ui.base import MemoryChanged
from saga_tui.ui.dialogs import Confirm

LAYOUT = registry.layout("saga")


class Opened(Screen[None]):
    """Stands for a game's screen."""

    def __init__(self, memory: Memory) -> None:
        super().__init__()
        self.memory = memory

    def on_memory_changed(self, _message: MemoryChanged) -> None:
        """What the app tells all screens."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(SagaGame, "screen", lambda _game, memory: Opened(memory))
    place = tmp_path / "characters"
    for name in ("Kestrel", "Bo"):
        Memory.create(place, registry.game("saga").new(name), LAYOUT).close()
    return place


def rename(memory: Memory, name: str) -> None:
    memory.commit("name", {}, diff(memory.doc, LAYOUT.with_name(memory.doc, name)))


def is_held(path: Path) -> bool:
    with Memory.open(path, LAYOUT) as memory:
        return memory.read_only


async def press(pilot: Pilot[None], *keys: str) -> None:
    for key in keys:
        await pilot.press(key)
    await pilot.app.workers.wait_for_complete()
    await pilot.pause()


async def open_beside(pilot: Pilot[None], stem: str) -> None:
    """Opens another character by the palette and the library."""
    app = pilot.app
    assert isinstance(app, SagaApp)
    await press(pilot, "ctrl+p", *"open another", "enter")
    assert isinstance(app.screen, LibraryScreen)
    library = app.screen
    for _ in range(8):
        if library.card is not None and library.card.path.stem == stem:
            break
        await press(pilot, "down")
    await press(pilot, "enter")


def seen(app: SagaApp) -> str:
    assert isinstance(app.screen, Opened)
    assert app.memory is app.screen.memory
    return app.screen.memory.path.stem


async def test_a_second_one_is_opened_beside_the_first_and_both_are_saved(folder: Path) -> None:
    kestrel, bo = folder / "kestrel.toml", folder / "bo.toml"
    app = SagaApp(start=kestrel, animations=False)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        first = app.screen
        await press(pilot, "f6")
        assert app.screen is first, "there is nothing to switch to"
        await open_beside(pilot, "bo")
        assert seen(app) == "bo"
        assert is_held(kestrel)
        assert is_held(bo)
        assert app.memory is not None
        rename(app.memory, "Bo the Second")
        await press(pilot, "f6")
        assert app.screen is first, "it is as it was left"
        rename(app.memory, "Kestrel the Second")
        await press(pilot, "ctrl+p", *"switch to bo", "enter")
        assert seen(app) == "bo"
        await press(pilot, "ctrl+q")
    assert not is_held(kestrel)
    assert not is_held(bo)
    for path, name in ((kestrel, "Kestrel the Second"), (bo, "Bo the Second")):
        assert f'"{name}"' in path.read_text(encoding="utf-8")


async def test_leaving_goes_from_one_to_the_other_and_out(folder: Path) -> None:
    app = SagaApp(start=folder / "kestrel.toml", animations=False)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await open_beside(pilot, "bo")
        await press(pilot, "q")
        assert isinstance(app.screen, LibraryScreen)
        assert not is_held(folder / "bo.toml")
        await press(pilot, "q")
        assert seen(app) == "kestrel"
        await press(pilot, "q")
        assert isinstance(app.screen, LibraryScreen)
        await press(pilot, "q")
    assert app.return_code == 0


async def test_one_that_is_open_is_gone_to_not_opened_again(folder: Path) -> None:
    app = SagaApp(start=folder / "kestrel.toml", animations=False)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        first = app.screen
        await open_beside(pilot, "kestrel")
        assert app.screen is first
        assert app.memory is not None
        assert not app.memory.read_only


async def test_what_happens_to_the_one_behind_is_told(folder: Path) -> None:
    app = SagaApp(start=folder / "kestrel.toml", animations=False)
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await pilot.pause()
        first = app.memory
        assert first is not None
        await open_beside(pilot, "bo")
        first.flush()
        text = first.path.read_text(encoding="utf-8")
        first.path.write_text(text.replace('"Kestrel"', '"Falcon"'), encoding="utf-8")
        for _ in range(200):
            if first.doc["concept"]["name"] == "Falcon":
                break
            await pilot.pause(0.02)
        await press(pilot)
        assert any("Falcon" in str(notice.message) for notice in app._notifications)
        assert seen(app) == "bo"


async def test_what_is_not_saved_behind_keeps_the_app_open(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app = SagaApp(start=folder / "kestrel.toml", animations=False)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        first = app.memory
        await open_beside(pilot, "bo")

        def full(memory: Memory) -> None:
            if memory is first:
                raise NotSaved("disk full (3 actions)", 3)

        monkeypatch.setattr(Memory, "flush", full)
        await pilot.press("ctrl+q")
        await pilot.pause()
        assert isinstance(app.screen, Confirm)
        assert app.screen.title_text == "Not saved: kestrel"
        await press(pilot, "n")
        assert seen(app) == "bo"
