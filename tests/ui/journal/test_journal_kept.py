"""Backups and kept versions: shown with their difference, brought back as an event."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from textual.widgets import Static

from saga_tui.changes import same
from saga_tui.store import Memory
from saga_tui.ui.dialogs import Confirm
from saga_tui.ui.journal.versions import VersionRow, VersionsScreen, difference, size_words, versions_of
from tests.keys import press
from tests.store.sample import LAYOUT
from tests.ui.journal.story import EVIL, SIZES, begun, happen, seen, still
from tests.ui.stage import Stage


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    """A character with two backups: pain was 2, then 5; now it is 7."""
    with begun(tmp_path) as opened:
        opened.backup("by-hand")
        happen(opened, "play.damage.pain", 5)
        opened.backup("before-the-duel")
        happen(opened, "play.damage.pain", 7)
        happen(opened, "concept.line", EVIL)
        yield opened


def text(app: Stage) -> str:
    return str(app.screen.query_one("#difference-text", Static).content)


@pytest.mark.parametrize("size", SIZES)
async def test_versions_are_listed_with_date_reason_and_size_and_a_difference(
    memory: Memory, size: tuple[int, int]
) -> None:
    app = Stage()
    async with app.run_test(size=size) as pilot:
        await app.push_screen(VersionsScreen(memory))
        await still(pilot)
        rows = list(app.screen.query(VersionRow))
        assert [row.version.reason for row in rows] == ["before the duel", "made by you"]
        assert all("21 Nov 2026" in str(row.render()) and " B" in str(row.render()) for row in rows)
        assert all(row.region.right <= size[0] for row in rows)
        assert "play.damage.pain 7 → 5" in text(app)
        assert "2 values" in text(app)
        assert "\x1b" not in seen(app)
        await press(pilot, "down")
        await pilot.pause()
        assert "play.damage.pain 7 → 2" in text(app)
        await press(pilot, "escape")
        assert not isinstance(app.screen, VersionsScreen)


async def test_a_version_comes_back_as_an_event_after_a_backup_of_now(memory: Memory) -> None:
    before = memory.doc
    app = Stage()
    async with app.run_test(size=(80, 24)) as pilot:
        await app.push_screen(VersionsScreen(memory))
        await still(pilot)
        await press(pilot, "down", "enter")
        await pilot.pause()
        assert isinstance(app.screen, Confirm)
        await press(pilot, "n")
        await still(pilot)
        assert same(memory.doc, before)
        await press(pilot, "enter")
        await pilot.pause()
        await press(pilot, "y")
        await still(pilot)
        assert memory.doc["play"]["damage"]["pain"] == 2
        assert app.screen.query(VersionRow).first().version.reason == "before restoring a version"
        focused = app.screen.focused
        assert isinstance(focused, VersionRow)
        assert focused.version.reason == "made by you"
        assert "already looks like this" in text(app)
        await press(pilot, "enter")
        await pilot.pause()
        assert isinstance(app.screen, VersionsScreen), "there is nothing to bring back"
    memory.undo()
    assert same(memory.doc, before)


async def test_b_makes_a_backup_once(memory: Memory) -> None:
    app = Stage()
    async with app.run_test(size=(80, 24)) as pilot:
        await app.push_screen(VersionsScreen(memory))
        await still(pilot)
        await press(pilot, "b")
        await still(pilot)
        assert len(app.screen.query(VersionRow)) == 3
        await press(pilot, "b")
        await still(pilot)
        assert len(app.screen.query(VersionRow)) == 3


async def test_a_version_that_cannot_be_read_says_so_and_stays_where_it_is(memory: Memory) -> None:
    newest = memory.backups()[0]
    newest.path.write_text("concept = = 3 [/]\n")
    app = Stage()
    before = memory.doc
    async with app.run_test(size=(80, 24)) as pilot:
        await app.push_screen(VersionsScreen(memory))
        await still(pilot)
        assert "cannot be restored" in text(app)
        assert "line 1" in text(app)
        await press(pilot, "enter")
        await pilot.pause()
        assert isinstance(app.screen, VersionsScreen)
    assert same(memory.doc, before)


async def test_an_edit_by_hand_is_a_kept_version_and_a_vanished_one_is_left_out(tmp_path: Path) -> None:
    with begun(tmp_path) as memory:
        memory.path.write_text(memory.path.read_text().replace('player = "Ana"', 'player = "Bo"'))
        memory.poll()
        memory.poll()
        happen(memory, "concept.player", "Cy")
        (version,) = [one for one in versions_of(memory) if not one.backup]
        assert (version.sort, version.reason) == ("kept", "edited by hand")
        (change,) = difference(memory, version).changes
        assert (change.old, change.new) == ("Cy", "Bo")
        version.kept.path.unlink()
        assert [one for one in versions_of(memory) if not one.backup] == []
        assert difference(memory, version).problem


async def test_nothing_kept_says_so_and_a_copy_that_looks_restores_nothing(tmp_path: Path) -> None:
    with begun(tmp_path) as memory:
        app = Stage()
        async with app.run_test(size=(60, 20)) as pilot:
            await app.push_screen(VersionsScreen(memory))
            await still(pilot)
            assert "None yet" in seen(app)
        memory.backup("x")
        happen(memory, "play.damage.pain", 5)
        memory.checkpoint()
        with Memory.open(memory.path, LAYOUT) as second:
            app = Stage()
            async with app.run_test(size=(80, 24)) as pilot:
                await app.push_screen(VersionsScreen(second))
                await still(pilot)
                assert "5 → 2" in text(app)
                assert "Back up now" not in seen(app)
                await press(pilot, "enter")
                await pilot.pause()
                assert isinstance(app.screen, VersionsScreen)
            assert second.doc["play"]["damage"]["pain"] == 5


def test_sizes_and_times_as_people_read_them(memory: Memory) -> None:
    assert [size_words(size) for size in (812, 6140)] == ["812 B", "6.1 KB"]
    when = versions_of(memory)[0].when
    assert abs(when - datetime.fromisoformat("2026-11-21T20:17:00+01:00")) < timedelta(minutes=3)
