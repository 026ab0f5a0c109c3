"""The library by its keys, on real files: made, found, copied, renamed, thrown away, brought back."""

from __future__ import annotations

import shutil
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Static

from saga_tui.app import SagaApp
from saga_tui.games import registry
from saga_tui.games.saga.game import SagaGame
from saga_tui.library.cards import CardRow, ago
from saga_tui.library.screen import LibraryScreen
from saga_tui.library.shelf import Shelf
from saga_tui.store import Memory
from saga_tui.ui.panel import Panel
from tests.keys import press
from tests.ui.stage import shown

SIZES = [(60, 20), (80, 24), (120, 40), (200, 60)]


class Opened(Screen[None]):
    """Stands for a game's screen."""

    def __init__(self, memory: Memory) -> None:
        super().__init__()
        self.memory = memory


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder of characters; opening one shows a stand-in for the game's screens."""
    monkeypatch.setattr(SagaGame, "screen", lambda _game, memory: Opened(memory))
    monkeypatch.setattr(SagaGame, "preview", lambda _game, memory: Opened(memory))
    place = tmp_path / "characters"
    place.mkdir()
    return place


def put(folder: Path, name: str) -> Path:
    doc = registry.game("saga").new(name)
    with Memory.create(folder, doc, registry.layout("saga")) as memory:
        return memory.path


def app_of(folder: Path) -> SagaApp:
    return SagaApp(folder, animations=False)


async def settled(pilot: Pilot[Any]) -> None:
    await pilot.app.workers.wait_for_complete([worker for worker in pilot.app.workers if worker.group == "fill"])
    await pilot.pause()


def names(app: SagaApp) -> list[str]:
    return sorted(row.card.name for row in app.screen.query(CardRow))


async def typed(pilot: Pilot[Any], text: str) -> None:
    await pilot.press(*("space" if char == " " else char for char in text), "enter")
    await pilot.pause()
    await settled(pilot)


async def test_an_empty_library_says_what_to_do_and_offers_samples(folder: Path, tmp_path: Path) -> None:
    samples = tmp_path / "samples"
    samples.mkdir()
    for name in ("Kestrel", "Brünhild"):
        put(samples, name)
    shutil.rmtree(samples / ".saga-tui")
    app = app_of(folder)
    app.shelf = Shelf(folder, samples=lambda: samples)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        said = str(app.screen.query_one("#empty-text", Static).content)
        assert "No characters yet" in said
        assert "sample characters" in said
        for key in ("slash", "ctrl+f"):
            app.clear_notifications()
            await press(pilot, key)
            assert isinstance(app.screen, LibraryScreen), "there is nothing to find, and no book instead"
            assert len(app._notifications) == 1
        await pilot.press("a")
        await settled(pilot)
        assert names(app) == ["Brünhild", "Kestrel"]
    ids = {registry.game("saga").key: path.read_text() for path in folder.glob("*.toml")}
    assert ids
    assert sorted(path.name for path in samples.iterdir()) == ["brunhild.toml", "kestrel.toml"]


async def test_new_asks_for_a_name_opens_the_builder_and_is_the_one_selected_after_it(folder: Path) -> None:
    put(folder, "Kestrel")
    app = app_of(folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("n")
        await pilot.pause()
        await typed(pilot, "Mara")
        assert isinstance(app.screen, Opened)
        assert app.memory is not None
        assert app.memory.doc["concept"]["name"] == "Mara"
        await app.action_leave().wait()
        await settled(pilot)
        assert isinstance(app.screen, LibraryScreen)
        assert app.memory is None
        assert names(app) == ["Kestrel", "Mara"]
        assert app.screen.card is not None and app.screen.card.name == "Mara", "it is the one that keys act on now"


async def test_enter_opens_the_one_under_the_cursor_and_q_comes_back(folder: Path) -> None:
    put(folder, "Kestrel")
    put(folder, "Zed")
    app = app_of(folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        focused = app.screen.focused
        assert isinstance(focused, CardRow)
        await pilot.press("down")
        second = app.screen.focused
        assert isinstance(second, CardRow)
        assert second.card != focused.card
        await pilot.press("enter")
        await pilot.pause()
        assert app.memory is not None
        assert app.memory.path.name == second.card.path.name
        await pilot.press("q")
        await app.workers.wait_for_complete()
        await settled(pilot)
        assert isinstance(app.screen, LibraryScreen)
        assert isinstance(app.screen.focused, CardRow)
        assert app.screen.focused.card.path == second.card.path


async def test_copy_rename_delete_and_back(folder: Path) -> None:
    put(folder, "Kestrel")
    app = app_of(folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("c")
        await pilot.pause()
        await typed(pilot, "x")
        assert names(app) == ["Kestrel", "Kestrel 2x"]
        await pilot.press("R")
        await pilot.pause()
        await typed(pilot, "y")
        assert names(app) == ["Kestrel", "Kestrel 2xy"]
        await pilot.press("d", "n")
        await pilot.pause()
        assert len(names(app)) == 2
        await pilot.press("d", "y")
        await pilot.pause()
        await settled(pilot)
        assert names(app) == ["Kestrel"]
        await pilot.press("t", "1")
        await pilot.pause()
        await settled(pilot)
        assert names(app) == ["Kestrel", "Kestrel 2xy"]
    assert sorted(path.name for path in folder.glob("*.toml")) == ["kestrel-2xy.toml", "kestrel.toml"]


async def test_a_bad_file_is_shown_with_its_message_and_never_stops_the_rest(folder: Path) -> None:
    put(folder, "Kestrel")
    (folder / "broken.toml").write_text("format = 1\nname == 'x'\n")
    (folder / "strange.toml").write_text("format = 1\ngame = 'chess'\nname = 'x'\n")
    (folder / "wrong.toml").write_text("format = 1\n[concept]\nname = 7\n")
    app = app_of(folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        bad = {row.card.name: shown(row) for row in app.screen.query(CardRow) if row.card.problem}
        assert sorted(bad) == ["broken.toml", "strange.toml", "wrong.toml"]
        assert "line 2" in bad["broken.toml"]
        assert all("✗ cannot be read" in lines for lines in bad.values())
        next(row for row in app.screen.query(CardRow) if row.card.name == "broken.toml").focus()
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, LibraryScreen)
        assert app.memory is None


async def test_find_shows_only_those_with_the_words(folder: Path) -> None:
    for name in ("Kestrel", "Zed", "[/] Kes"):
        put(folder, name)
    app = app_of(folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("slash", "k", "e", "s")
        await settled(pilot)
        assert names(app) == ["Kestrel", "[/] Kes"]
        await pilot.press("enter", "escape")
        await settled(pilot)
        assert len(names(app)) == 3


async def test_find_looks_at_what_it_finds_and_at_nothing_where_that_is_nothing(folder: Path) -> None:
    for name in ("Kestrel", "Zed"):
        put(folder, name)
    app = app_of(folder)
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        look = app.screen.query_one("#preview", Panel)
        for typed_, found in (("z", "Zed"), ("q", ""), ("backspace", "Zed")):
            await press(pilot, *(["slash"] if typed_ == "z" else []), typed_)
            await settled(pilot)
            await pilot.resize_terminal(121, 40)
            await pilot.pause()
            assert isinstance(app.screen, LibraryScreen)
            assert look.title == found
            assert (app.screen.card.name if app.screen.card else "") == found
            await pilot.resize_terminal(120, 40)


@pytest.mark.parametrize("size", SIZES)
async def test_the_library_fits_every_size_and_looks_at_one_where_there_is_room(
    folder: Path, size: tuple[int, int]
) -> None:
    for name in ("Kestrel", "[/]", "A name that is far too long for any list " * 3):
        put(folder, name)
    app = app_of(folder)
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        assert len(names(app)) == 3
        for row in app.screen.query(CardRow):
            assert row.region.right <= size[0]
            assert "choices left" in shown(row)
            assert "…" not in shown(row), "there are rows for all of it"
        look = app.screen.query_one("#preview")
        assert look.display is (size[0] >= 100)
        if look.display:
            assert str(app.screen.query_one("#preview-text", Static).content).strip()


async def test_starting_with_a_character_opens_it_and_leaving_ends_in_the_library(folder: Path) -> None:
    path = put(folder, "Kestrel")
    app = SagaApp(start=path, animations=False)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, Opened)
        await pilot.press("q")
        await app.workers.wait_for_complete()
        await settled(pilot)
        assert isinstance(app.screen, LibraryScreen)
        assert names(app) == ["Kestrel"]


async def test_ctrl_q_leaves_with_all_saved(folder: Path) -> None:
    path = put(folder, "Kestrel")
    app = SagaApp(folder, start=path, animations=False)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert app.memory is not None
        from saga_tui.changes import diff

        new = {**app.memory.doc, "concept": {**app.memory.doc["concept"], "name": "Falcon"}}
        app.memory.commit("name", {}, diff(app.memory.doc, new))
        await pilot.press("ctrl+q")
        await app.workers.wait_for_complete()
    assert app.memory is None
    assert "Falcon" in path.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("then", "said"),
    [
        ("2026-01-10T19:59:00", "just now"),
        ("2026-01-10T08:05:00", "today 08:05"),
        ("2026-01-09T23:59:00", "yesterday"),
        ("2026-01-10T19:58:01", "just now"),
        ("2026-01-10T19:58:00", "today 19:58"),
        ("2026-01-09T00:00:00", "yesterday"),
        ("2026-01-08T23:59:00", "2 days ago"),
        ("2026-01-05T10:00:00", "5 days ago"),
        ("2025-12-28T10:00:00", "13 days ago"),
        ("2025-12-27T23:59:00", "27 December 2025"),
        ("2026-01-01T00:00:00", "9 days ago"),
        ("2025-12-24T10:00:00", "24 December 2025"),
        ("2026-01-11T10:00:00", "just now"),
    ],
)
def test_when_it_was_is_said_as_people_say_it(then: str, said: str) -> None:
    assert ago(datetime.fromisoformat(then), datetime.fromisoformat("2026-01-10T20:00:00")) == said
