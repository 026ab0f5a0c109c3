"""The memory in the whole app: edits by hand, two copies, damage, going back, backups, bad files, the trash."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from saga_tui.app import SagaApp
from saga_tui.changes import Change, diff
from saga_tui.games import registry
from saga_tui.games.saga.game import GAME
from saga_tui.games.saga.rules.commands.harm import TakeDamage
from saga_tui.games.saga.rules.commands.time import EndScene, StartScene
from saga_tui.games.saga.screens.session.screen import SessionScreen
from saga_tui.games.saga.table import Table
from saga_tui.library.screen import LibraryScreen
from saga_tui.store import Memory
from saga_tui.ui.base import MemoryChanged
from saga_tui.ui.builder.screen import BuilderScreen
from saga_tui.ui.dialogs import Confirm
from saga_tui.ui.fields import PlainInput
from saga_tui.ui.journal.banner import ReadOnlyBanner
from saga_tui.ui.journal.entry import BackDialog
from saga_tui.ui.journal.opening import ConflictChooser
from saga_tui.ui.journal.screen import FilterLine, JournalScreen
from saga_tui.ui.journal.versions import VersionsScreen
from tests.games.saga.screens.session.heroes import CALM, CONFLICT, doc
from tests.ui.journal.story import seen, still

TURNS = 400
"""Looks at the app before a thing that the writer thread does counts as never done: eight seconds."""


def made(folder: Path, play: dict[str, Any] | None = CONFLICT) -> Path:
    """Kestrel as a file with a memory."""
    with Memory.create(folder / "characters", doc(play), registry.layout("saga"), stem="kestrel") as memory:
        return memory.path


def reopened(path: Path) -> Memory:
    return Memory.open(path, registry.layout("saga"))


def suffer(memory: Memory, amount: int = 1) -> None:
    assert not Table(memory).do(TakeDamage(kind="pain", amount=amount)).refused


def renamed(memory: Memory, name: str) -> tuple[Change, ...]:
    return diff(memory.doc, registry.layout("saga").with_name(memory.doc, name))


def pain(app: SagaApp) -> int:
    assert app.memory is not None
    return int(app.memory.doc["play"]["damage"]["pain"])


def notices(app: SagaApp) -> str:
    return "\n".join(str(notice.message) for notice in app._notifications)


async def until(pilot: Pilot[Any], true: Callable[[], object]) -> None:
    """Waits for what the writer thread does."""
    for _ in range(TURNS):
        if true():
            return
        await pilot.pause(0.02)
    raise AssertionError(f"never came true; on the screen:\n{seen(pilot.app)}")


async def press(pilot: Pilot[Any], *keys: str) -> None:
    for key in keys:
        await pilot.press(key)
        await still(pilot)


@pytest.fixture
def kestrel(tmp_path: Path) -> Path:
    return made(tmp_path)


async def test_an_edit_of_the_file_while_it_is_played_is_merged_listed_and_undone_with_one_key(kestrel: Path) -> None:
    app = SagaApp(start=kestrel, animations=False)
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await still(pilot)
        assert isinstance(app.screen, SessionScreen)
        assert app.memory is not None
        suffer(app.memory)
        app.memory.checkpoint()
        text = kestrel.read_text(encoding="utf-8")
        kestrel.write_text(text.replace("pain = 4", "pain = 2").replace('"Kestrel"', '"[/] Falcon"'), encoding="utf-8")
        await until(pilot, lambda: "Edited by hand" in notices(app))
        await still(pilot)
        assert "Edited by hand, 2 changes merged; press u to undo" in notices(app)
        assert "  pain 4 → 2" in notices(app)
        assert pain(app) == 2
        assert "[/] Falcon" in seen(app)
        await press(pilot, "u")
        assert pain(app) == 4
        assert app.memory.doc["concept"]["name"] == "Kestrel"
        app.memory.checkpoint()
        assert "pain = 4" in kestrel.read_text(encoding="utf-8")


async def test_a_save_from_before_the_last_acts_is_asked_about_in_two_lines(kestrel: Path) -> None:
    read = kestrel.read_text(encoding="utf-8")
    app = SagaApp(start=kestrel, animations=False)
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await still(pilot)
        assert app.memory is not None
        suffer(app.memory)
        app.memory.checkpoint()
        kestrel.write_text(read.replace('"Kestrel"', '"Falcon"'), encoding="utf-8")
        await until(pilot, lambda: isinstance(app.screen, ConflictChooser))
        await still(pilot)
        assert pain(app) == 4
        assert app.memory.doc["concept"]["name"] == "Falcon"
        assert "as played (current value)" in seen(app)
        await press(pilot, "down", "enter")
        assert pain(app) == 3
        await press(pilot, "u")
        assert pain(app) == 4


async def test_an_edit_made_while_it_was_closed_is_told_in_one_line_with_what_changed(kestrel: Path) -> None:
    text = kestrel.read_text(encoding="utf-8")
    kestrel.write_text(text.replace("pain = 3", "pain = 1"), encoding="utf-8")
    app = SagaApp(start=kestrel, animations=False)
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await still(pilot)
        assert isinstance(app.screen, SessionScreen), "one line does not stop anybody"
        (told,) = notices(app).split("\n  ")[:1]
        assert told == "kestrel.toml was edited by hand: 1 change merged; press u to undo:"
        assert "  pain 3 → 1" in notices(app)
        await until(pilot, lambda: app.memory is not None and app.memory.status == "saved")
        app.post_message(MemoryChanged())
        await still(pilot)
        assert notices(app).count("was edited by hand") == 1, "it is told once"
        await press(pilot, "u")
        assert pain(app) == 3


@pytest.mark.parametrize("play", [CONFLICT, None])
async def test_a_second_copy_looks_on_live_and_takes_over(tmp_path: Path, play: dict[str, Any] | None) -> None:
    path = made(tmp_path, play)
    first = reopened(path)
    app = SagaApp(start=path, animations=False)
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await still(pilot)
        screen = app.screen
        assert isinstance(screen, SessionScreen if play else BuilderScreen)
        assert app.memory is not None
        assert app.memory.read_only
        assert "Read-only: another window" in seen(app)
        first.commit("name", {}, renamed(first, "Falcon"))
        screen.query_one(ReadOnlyBanner).tick()
        await still(pilot)
        assert "Falcon" in seen(app)
        await press(pilot, "T")
        assert first.asked_for
        assert app.memory.read_only
        first.hand_over()
        screen.query_one(ReadOnlyBanner).tick()
        await still(pilot)
        assert not app.memory.read_only
        assert "Read-only" not in seen(app)
        assert first.read_only
        await press(pilot, "f2", "u") if play is None else await press(pilot, "u")
        assert app.memory.doc["concept"]["name"] == "Kestrel"
    first.close()


@pytest.mark.parametrize("play", [CONFLICT, None])
async def test_the_first_copy_is_asked_and_hands_over(tmp_path: Path, play: dict[str, Any] | None) -> None:
    path = made(tmp_path, play)
    app = SagaApp(start=path, animations=False)
    async with app.run_test(size=(120, 40)) as pilot:
        await still(pilot)
        with reopened(path) as second:
            assert second.read_only
            second.ask_to_take_over()
            await until(pilot, lambda: isinstance(app.screen, Confirm))
            await press(pilot, "y")
            assert app.memory is not None
            assert app.memory.read_only
            assert second.take_over()
            assert "Read-only" in seen(app)


async def test_a_damaged_end_of_the_journal_is_one_line(kestrel: Path) -> None:
    with reopened(kestrel) as memory:
        suffer(memory)
        suffer(memory)
    newest = max(kestrel.parent.glob(".saga-tui/*/journal/*/*.toml"))
    newest.write_bytes(newest.read_bytes()[:-9] + b"\0\0\0 half a reco")
    app = SagaApp(start=kestrel, animations=False)
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await still(pilot)
        assert isinstance(app.screen, SessionScreen)
        assert pain(app) == 5
        (note,) = app._notifications
        assert "\n" not in str(note.message)
        assert "damaged" in str(note.message)


async def test_undo_goes_on_after_the_app_was_closed_and_opened_again(kestrel: Path) -> None:
    for before, after in ((3, 4), (4, 5)):
        app = SagaApp(start=kestrel, animations=False)
        async with app.run_test(size=(120, 40)) as pilot:
            await still(pilot)
            assert pain(app) == before
            assert app.memory is not None
            suffer(app.memory, after - before)
            await press(pilot, "ctrl+q")
    app = SagaApp(start=kestrel, animations=False)
    async with app.run_test(size=(120, 40)) as pilot:
        await still(pilot)
        await press(pilot, "u", "u")
        assert pain(app) == 3
        await press(pilot, "q")
        assert isinstance(app.screen, LibraryScreen)
    app = SagaApp(start=kestrel, animations=False)
    async with app.run_test(size=(120, 40)) as pilot:
        await still(pilot)
        await press(pilot, "U", "U")
        assert pain(app) == 5


async def test_back_to_before_scene_3_through_the_log_with_the_difference_shown_first(tmp_path: Path) -> None:
    path = made(tmp_path, CALM)
    with reopened(path) as memory:
        table = Table(memory)
        table.do(EndScene())
        before = memory.doc
        table.do(StartScene())
        suffer(memory, 2)
    app = SagaApp(start=path, animations=False)
    async with app.run_test(size=(120, 40)) as pilot:
        await still(pilot)
        await press(pilot, "L")
        assert isinstance(app.screen, JournalScreen)
        assert app.screen.book.categories == GAME.categories()
        assert {"build", "tokens", "clock"} <= set(app.screen.query_one(FilterLine).names)
        await press(pilot, "down", "z")
        assert isinstance(app.screen, BackDialog)
        assert "  scene 3 → 2" in seen(app)
        assert "2 entries are undone" in seen(app)
        assert pain(app) == 2
        await press(pilot, "enter", "escape")
        assert isinstance(app.screen, SessionScreen)
        assert app.memory is not None
        assert app.memory.doc == before
        assert "scene 3" not in seen(app).splitlines()[0]


async def test_a_backup_is_looked_at_and_brought_back(kestrel: Path) -> None:
    app = SagaApp(start=kestrel, animations=False)
    async with app.run_test(size=(120, 40)) as pilot:
        await still(pilot)
        assert app.memory is not None
        suffer(app.memory, 2)
        app.memory.checkpoint()
        await press(pilot, "B")
        assert isinstance(app.screen, VersionsScreen)
        assert "Session start" in seen(app), "whole, where the row has no room for it"
        assert "  pain 5 → 3" in seen(app)
        await press(pilot, "enter", "y")
        assert pain(app) == 3
        await press(pilot, "escape")
        assert isinstance(app.screen, SessionScreen)
        await press(pilot, "u")
        assert pain(app) == 5


async def test_the_builder_has_the_log_and_the_backups_and_goes_on_as_the_character_is_then(tmp_path: Path) -> None:
    path = made(tmp_path, None)
    app = SagaApp(start=path, animations=False)
    async with app.run_test(size=(120, 40)) as pilot:
        await still(pilot)
        assert isinstance(app.screen, BuilderScreen)
        words = {command.words for command in app.commands(app.screen)}
        assert any("Full log" in text for text in words)
        assert any("Backups" in text for text in words)
        assert app.memory is not None
        app.memory.commit("name", {}, renamed(app.memory, "Falcon"), text="Renamed by the test")
        await press(pilot, "f2", "L", "u", "escape")
        assert isinstance(app.screen, BuilderScreen)
        assert "Kestrel" in seen(app)
        assert "Falcon" not in seen(app)
        await press(pilot, "B")
        assert isinstance(app.screen, VersionsScreen)
        await press(pilot, "escape")
        assert isinstance(app.screen, BuilderScreen)


async def at_card(pilot: Pilot[Any], screen: LibraryScreen, path: Path) -> None:
    """The cursor goes to one of two cards."""
    for _ in range(3):
        if screen.card is not None and screen.card.path == path:
            return
        await press(pilot, "down" if screen.card == screen.cards[0] else "up")
    raise AssertionError(f"{path.name} is not to be reached")


async def test_a_bad_file_is_shown_as_such_and_the_others_open(kestrel: Path) -> None:
    bad = kestrel.with_name("broken.toml")
    bad.write_text('format = 1\n[concept]\nname = "[/] Half\n', encoding="utf-8")
    app = SagaApp(kestrel.parent, animations=False)
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await still(pilot)
        screen = app.screen
        assert isinstance(screen, LibraryScreen)
        assert {card.name: bool(card.problem) for card in screen.cards} == {"Kestrel": False, "broken.toml": True}
        await at_card(pilot, screen, bad)
        assert "line 3" in seen(app)
        await press(pilot, "enter")
        assert app.memory is None
        assert "line 3" in notices(app)
        await at_card(pilot, screen, kestrel)
        await press(pilot, "enter")
        assert isinstance(app.screen, SessionScreen)


async def test_a_deleted_character_lies_in_the_trash_and_comes_back_with_its_past(kestrel: Path) -> None:
    with reopened(kestrel) as memory:
        suffer(memory)
    app = SagaApp(kestrel.parent, animations=False)
    async with app.run_test(size=(120, 40)) as pilot:
        await still(pilot)
        await press(pilot, "d", "y")
        assert not kestrel.exists()
        await press(pilot, "t", "1")
        assert kestrel.exists()
        await press(pilot, "enter")
        assert isinstance(app.screen, SessionScreen)
        await press(pilot, "u")
        assert pain(app) == 3


@pytest.mark.parametrize("key", ["full_stop", "c", "w", "A", "equals_sign"])
async def test_letters_typed_at_any_prompt_survive_a_kill(kestrel: Path, tmp_path: Path, key: str) -> None:
    typed = "Mira"
    app = SagaApp(start=kestrel, animations=False)
    async with app.run_test(size=(120, 40)) as pilot:
        await still(pilot)
        await press(pilot, key, *typed)
        shutil.copytree(kestrel.parent, tmp_path / "killed")
        await press(pilot, "escape")
        assert app.memory is not None
        assert app.memory.drafts() == {}, "who leaves the prompt gives it up"
    again = SagaApp(start=tmp_path / "killed" / "kestrel.toml", animations=False)
    async with again.run_test(size=(120, 40), notifications=True) as pilot:
        await still(pilot)
        assert "You were typing “Mira”" in notices(again)
        await press(pilot, key)
        field = again.focused
        assert isinstance(field, PlainInput)
        assert (field.value, field.cursor_position) == (typed, 4)
        assert again.memory is not None
        assert again.memory.drafts()
        await press(pilot, "enter")
        assert again.memory.drafts() == {}


async def test_a_history_that_others_remove_or_replace_is_told_and_nothing_is_lost(kestrel: Path) -> None:
    memories = kestrel.parent / ".saga-tui"
    app = SagaApp(start=kestrel, animations=False)
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await still(pilot)
        assert app.memory is not None
        suffer(app.memory)
        app.memory.flush()
        memories.rename(kestrel.parent / "away")
        await until(pilot, lambda: "Missing parts are saved again" in notices(app))
        assert list(memories.glob("*/journal/*/*.toml"))
        memories.rename(kestrel.parent / "away too")
        memories.write_text("in the way")
        suffer(app.memory)
        await until(pilot, lambda: "Everything is kept in" in notices(app))
        await until(pilot, lambda: "NOT SAVED: a file is where a folder should be" in seen(app))
        await press(pilot, "ctrl+q")
        assert "Nothing is lost" in seen(app)
        assert isinstance(app.screen, Confirm)
        await press(pilot, "y")
    assert app.return_code == 1
    memories.unlink()
    with reopened(kestrel) as memory:
        assert memory.doc["play"]["damage"]["pain"] == 5
        assert len(list(memory.history())) == 2
