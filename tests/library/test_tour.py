"""The tour: offered in the library at the first start, never again unasked, and a few letters away in the palette."""

from __future__ import annotations

from pathlib import Path

from textual.widgets import Static

from saga_tui.app import SagaApp
from saga_tui.games.registry import layout
from saga_tui.games.saga.game import GAME
from saga_tui.games.saga.screens.session.screen import SessionScreen
from saga_tui.library.glance import offered, remember
from saga_tui.library.screen import LibraryScreen
from saga_tui.store import Memory
from saga_tui.ui.bars import KeyBar
from saga_tui.ui.pages import Tour
from saga_tui.ui.palette import Palette
from saga_tui.ui.paper import RecapScreen
from tests.keys import burst, press


def app(folder: Path) -> SagaApp:
    return SagaApp(folder / "characters", animations=False, offer=True)


async def test_it_is_offered_once_and_shows_every_page(tmp_path: Path, isolated: Path) -> None:
    first = app(tmp_path)
    async with first.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert isinstance(first.screen, LibraryScreen)
        offer = first.screen.query_one("#offer", Static)
        assert offer.display
        assert "w  for a quick tour" in str(offer.content)
        await press(pilot, "w")
        seen = []
        for _ in GAME.tour():
            assert isinstance(first.screen, Tour)
            seen.append(str(first.screen.query_one("#tour-title", Static).content))
            text = first.screen.query_one("#tour-text", Static)
            body = first.screen.query_one("#dialog-body")
            assert text.region.bottom <= body.region.bottom, "it fits 80 columns and 24 lines"
            keyed = [line for line in str(text.content).split("\n") if "  " in line]
            assert all(len(line) <= text.region.width for line in keyed), keyed
            keys = first.screen.query_one(KeyBar).render().plain
            assert ("⏎ Done" if len(seen) == len(GAME.tour()) else "⏎ Next") in keys
            await press(pilot, "enter")
        assert seen == [title for title, _ in GAME.tour()]
        assert isinstance(first.screen, LibraryScreen)
        assert not offer.display
    assert (isolated / "state" / "tour-offered").exists()
    again = app(tmp_path)
    async with again.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert not again.screen.query("#offer")
        await press(pilot, "ctrl+p")
        await burst(pilot, *"tour")
        assert isinstance(again.screen, Palette)
        assert [command.words for command in again.screen.found][:1] == ["A short tour of the app"]
        await press(pilot, "enter", "right", "left", "left", "escape")
        assert isinstance(again.screen, LibraryScreen)


async def test_the_story_is_read_from_the_library_too(tmp_path: Path) -> None:
    with Memory.create(tmp_path / "characters", GAME.new("Kestrel"), layout("saga")) as memory:
        memory.commit("note", {"text": "*Rain*"}, (), text="*Rain*")
    told = app(tmp_path)
    async with told.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await press(pilot, "C")
        assert isinstance(told.screen, RecapScreen)
        assert "  ▏ *Rain*\n" in str(told.screen.query_one("#paper-text", Static).content)
        await press(pilot, "q")
        assert isinstance(told.screen, LibraryScreen)
        assert told.memory is None, "and it is shut again"


def test_where_nothing_can_be_written_nothing_fails(isolated: Path) -> None:
    (isolated / "state").write_text("a file where the folder should be")
    remember()
    assert offered() is False


def test_its_keys_are_those_of_the_program() -> None:
    """Each key that the tour names does in the session or the library what it says."""
    words = " ".join(text for _, text in GAME.tour())
    bound = {binding.key: binding.tooltip for binding in SessionScreen.BINDINGS}  # type: ignore[union-attr]
    for key, about in (("C", "Recap"), ("S", "Sheet"), ("L", "log"), ("B", "Backups"), ("full_stop", "note")):
        assert about in bound[key]
    for named in ("C  the recap", "S  the sheet", "L shows the full log", "B the backups", ".  add a session note"):
        assert named in words
