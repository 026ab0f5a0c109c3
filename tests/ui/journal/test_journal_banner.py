"""Two copies on one character: the second looks on live, asks, and takes over; the first answers."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from textual.app import App

from saga_tui.store import Memory
from saga_tui.ui.base import MemoryChanged
from saga_tui.ui.dialogs import Confirm
from saga_tui.ui.journal.banner import ReadOnlyBanner
from saga_tui.ui.journal.screen import JournalScreen
from tests.keys import press
from tests.store.sample import LAYOUT, put
from tests.ui.journal.story import SIZES, begun, happen, seen, still
from tests.ui.stage import Stage


@pytest.fixture
def first(tmp_path: Path) -> Iterator[Memory]:
    """The copy that has the character."""
    memory = begun(tmp_path)
    happen(memory, "play.damage.pain", 5, text="First")
    memory.checkpoint()
    yield memory
    memory.close()


@pytest.fixture
def second(first: Memory) -> Iterator[Memory]:
    """The copy that came later."""
    memory = Memory.open(first.path, LAYOUT)
    yield memory
    memory.close()


def stage(memory: Memory) -> Stage:
    return Stage(lambda: ReadOnlyBanner(memory, every=0))


def banner(app: App[None]) -> ReadOnlyBanner:
    return app.screen.query_one(ReadOnlyBanner)


async def test_nothing_is_said_while_there_is_one_copy(first: Memory) -> None:
    app = stage(first)
    async with app.run_test() as pilot:
        await pilot.pause()
        assert not banner(app).display
        assert not banner(app).offers


@pytest.mark.parametrize("size", SIZES)
async def test_the_second_copy_says_so_and_follows_live(first: Memory, second: Memory, size: tuple[int, int]) -> None:
    app = stage(second)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        assert "Read-only: another window" in seen(app)
        assert f"process {os.getpid()}, since" in banner(app).said
        assert first.holder == ""
        assert "Press T to take over" in " ".join(seen(app).split())
        banner(app).tick()
        await pilot.pause()
        assert not app.of(MemoryChanged)
        happen(first, "play.damage.pain", 7)
        banner(app).tick()
        await pilot.pause()
        assert app.of(MemoryChanged)
        assert second.doc["play"]["damage"]["pain"] == 7


async def test_a_copy_that_has_gone_leaves_the_character_at_once(first: Memory, second: Memory) -> None:
    app = stage(second)
    async with app.run_test() as pilot:
        await pilot.pause()
        first.close()
        banner(app).press()
        await pilot.pause()
        assert not second.read_only
        assert not banner(app).display
        assert app.of(MemoryChanged)


async def test_asked_the_first_hands_over_and_goes_on_looking(first: Memory, second: Memory) -> None:
    asking, asked = stage(second), stage(first)
    async with asking.run_test() as pilot:
        banner(asking).press()
        await pilot.pause()
        assert second.read_only
        assert "Waiting for the other window" in " ".join(seen(asking).split())
        banner(asking).tick()
        assert banner(asking).asking
    async with asked.run_test() as pilot:
        banner(asked).sync()
        await pilot.pause()
        assert "wants to edit this" in seen(asked)
        banner(asked).press()
        await pilot.pause()
        assert isinstance(asked.screen, Confirm)
        await press(pilot, "y")
        await asked.workers.wait_for_complete()
        assert first.read_only
    app = stage(second)
    async with app.run_test() as pilot:
        banner(app).asking = True
        banner(app).tick()
        await pilot.pause()
        assert not second.read_only
        assert not banner(app).display
    happen(second, "play.damage.pain", 8)
    second.checkpoint()
    first.poll()
    assert first.doc["play"]["damage"]["pain"] == 8


async def test_a_refusal_is_told_and_one_may_ask_again(first: Memory, second: Memory) -> None:
    app = stage(second)
    async with app.run_test() as pilot:
        banner(app).press()
        assert second.still_asked
        first.refuse()
        assert not second.still_asked
        banner(app).tick()
        await pilot.pause()
        assert "keeps editing" in " ".join(seen(app).split())
        assert second.read_only
        await pilot.click(ReadOnlyBanner)
        assert first.asked_for
    asked = stage(first)
    async with asked.run_test() as pilot:
        banner(asked).press()
        await pilot.pause()
        await press(pilot, "n")
        await asked.workers.wait_for_complete()
        assert not first.asked_for
        assert not first.read_only
        assert not banner(asked).display


async def test_a_file_of_a_newer_program_is_only_shown(first: Memory) -> None:
    from saga_tui.store import dumps

    first.close()
    first.path.write_text(dumps(put(first.doc, "format", 99)))
    with Memory.open(first.path, LAYOUT) as newer:
        app = stage(newer)
        async with app.run_test() as pilot:
            await pilot.pause()
            assert "kestrel.toml was made by a newer saga-tui" in seen(app)
            assert not banner(app).offers
            banner(app).press()
            assert not banner(app).asking


async def test_the_log_follows_the_other_copy_and_takes_over_by_its_key(first: Memory, second: Memory) -> None:
    app = Stage()
    async with app.run_test(size=(80, 24)) as pilot:
        await app.push_screen(JournalScreen(second))
        await still(pilot)
        happen(first, "play.damage.pain", 7, text="Live from the other copy")
        banner(app).tick()
        await still(pilot)
        assert "Live from the other copy" in seen(app)
        first.close()
        await press(pilot, "T")
        await still(pilot)
        assert not second.read_only
        assert "Back to before" in seen(app)
        await press(pilot, "u")
        await still(pilot)
        assert second.doc["play"]["damage"]["pain"] == 5


async def test_a_write_protected_file_is_edited_when_its_key_is_pressed(first: Memory) -> None:
    first.close()
    first.path.chmod(0o444)
    with Memory.open(first.path, LAYOUT) as memory:
        app = stage(memory)
        async with app.run_test() as pilot:
            await pilot.pause()
            assert "Read-only: kestrel.toml is write-protected. Press T to edit it anyway." in seen(app)
            banner(app).tick()
            assert memory.read_only
            banner(app).press()
            await pilot.pause()
            assert not memory.read_only
            assert not banner(app).display


async def test_a_history_that_cannot_be_read_is_tried_again_by_its_key(first: Memory) -> None:
    first.close()
    (journal,) = first.path.parent.glob(".saga-tui/*/journal")
    aside = journal.rename(journal.with_name("aside"))
    journal.symlink_to(journal)
    with Memory.open(first.path, LAYOUT) as memory:
        app = stage(memory)
        async with app.run_test() as pilot:
            await pilot.pause()
            said = " ".join(seen(app).split())
            assert "is a link that leads back to itself. Press T to try again." in said
            assert "Remove that link" in memory.notes[0]
            banner(app).press()
            assert memory.read_only
            assert not banner(app).asking
            journal.unlink()
            aside.rename(journal)
            banner(app).press()
            assert [event.text for event in memory.history()] == ["First"]
