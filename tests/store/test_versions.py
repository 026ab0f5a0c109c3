"""Formats that came before and come after, backups, versions brought back."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from saga_tui.changes import Doc, same
from saga_tui.store import BadFile, Layout, Memory, dumps, load
from saga_tui.store.kept import thinned
from tests.store.sample import LAYOUT, act, character, name_needed, now


def upgrade(doc: Doc) -> Doc:
    """Format 1 called fear "terror"."""
    play = dict(doc["play"])
    damage = {"terror" if key == "fear" else key: value for key, value in play["damage"].items()}
    return {**doc, "format": 2, "play": {**play, "damage": damage}}


NEWER = Layout(validate=name_needed, upgrade=upgrade, current_format=2)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    with Memory.create(tmp_path / "characters", character(), LAYOUT, now=now) as memory:
        act(memory, "play.damage.pain", 5)
        return memory.path


def test_an_older_format_is_brought_up_to_date_after_a_backup(path: Path) -> None:
    old = load(path)
    with Memory.open(path, NEWER, now=now) as memory:
        assert same(memory.doc, upgrade(old))
        assert "format 2" in memory.notes[-1]
        assert memory.undo() is None  # the way back is the backup
        act(memory, "play.damage.terror", 8)
        (backup,) = [kept for kept in memory.backups() if kept.why == "migrate"]
        assert same(backup.load(), old)
    assert load(path)["format"] == 2
    with Memory.open(path, NEWER, now=now) as memory:
        assert not memory.notes
        assert memory.undo() is not None
        assert memory.undo() is None


def test_an_older_file_put_back_is_upgraded_as_it_is_taken_over(path: Path) -> None:
    old = path.read_text()
    with Memory.open(path, NEWER, now=now):
        pass
    path.write_text(old.replace("pain = 5", "pain = 9"))
    with Memory.open(path, NEWER, now=now) as memory:
        assert memory.doc["format"] == 2
        assert memory.doc["play"]["damage"] == {"pain": 9, "doubt": 0, "terror": 1}


def test_a_newer_format_is_shown_and_never_touched(path: Path) -> None:
    with Memory.open(path, NEWER, now=now) as memory:
        act(memory, "play.damage.terror", 8)
    before = {item: item.read_bytes() for item in path.parent.rglob("*") if item.is_file()}
    with Memory.open(path, LAYOUT, now=now) as memory:
        assert memory.read_only
        assert "newer saga-tui" in memory.notes[-1]
        assert memory.doc["play"]["damage"]["terror"] == 8
    assert {item: item.read_bytes() for item in path.parent.rglob("*") if item.is_file()} == before


def test_unknown_keys_are_kept(path: Path) -> None:
    path.write_text(path.read_text() + "\n[homebrew]\nluck = 13\n")
    with Memory.open(path, LAYOUT, now=now) as memory:
        act(memory, "play.damage.pain", 6)
    assert load(path)["homebrew"] == {"luck": 13}


def test_a_version_is_brought_back_as_an_event(path: Path) -> None:
    with Memory.open(path, LAYOUT, now=now) as memory:
        before = memory.doc
        assert memory.backup("evening") is not None
        assert memory.backup("again") is None  # the same bytes
        act(memory, "play.damage.pain", 9)
        (version,) = [kept for kept in memory.backups() if kept.why == "evening"]
        event = memory.restore(version)
        assert event.do == "restore"
        assert same(memory.doc, before)
        assert any(kept.why == "before-restore" for kept in memory.backups())
        memory.undo()
        assert memory.doc["play"]["damage"]["pain"] == 9
        version.path.write_text("x = [")
        with pytest.raises(BadFile):
            memory.restore(version)


def test_a_session_begins_with_a_backup_of_the_file(path: Path) -> None:
    before = path.read_bytes()
    with Memory.open(path, LAYOUT, now=now) as memory:
        act(memory, "play.damage.pain", 9)
    with Memory.open(path, LAYOUT, now=now) as memory:
        assert before in [kept.path.read_bytes() for kept in memory.backups()]


def test_backups_are_thinned_with_age() -> None:
    end = datetime(2026, 11, 21, 20, tzinfo=UTC)
    times = [end - timedelta(hours=6 * step) for step in range(4 * 500)]
    gone = set(thinned(times, end))
    left = [time for time in times if time not in gone]
    assert all(time in left for time in times if end - time <= timedelta(days=2))
    days = {time.date() for time in left}
    assert all((end - timedelta(days=day)).date() in days for day in range(12))
    assert len({time.strftime("%G-%V") for time in left}) >= 10
    assert len({time.strftime("%Y-%m") for time in left}) == 9
    assert len(left) < 45


def test_the_last_ten_backups_stay_for_ever() -> None:
    end = datetime(2026, 11, 21, tzinfo=UTC)
    times = [end - timedelta(days=3000 + step / 24) for step in range(15)]
    assert len(times) - len(thinned(times, end)) >= 10


def test_backups_of_one_minute_are_all_kept_apart(path: Path) -> None:
    with Memory.open(path, LAYOUT, now=now) as memory:
        for value in range(4):
            act(memory, "play.damage.pain", 20 + value)
            memory.backup("x")
        pains = [kept.load()["play"]["damage"]["pain"] for kept in memory.backups()]
    assert pains[:4] == [23, 22, 21, 20]


def test_dumps_of_a_document_is_what_is_read(path: Path) -> None:
    assert same(load(path), load(path))
    assert dumps(load(path)) == path.read_text()
