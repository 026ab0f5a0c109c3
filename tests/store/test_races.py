"""Others who save the file while the program does: whatever the order, no save is lost."""

from __future__ import annotations

import errno
import sys
from pathlib import Path
from typing import Any

import pytest

from saga_tui.changes import same
from saga_tui.store import dumps, load_text
from saga_tui.store.charfile import CharFile
from tests.store.races import QuickFS, race
from tests.store.sample import FILE, act, create, put, reopen
from tests.store.simfs import SimFS


@pytest.mark.skipif(sys.platform == "win32", reason="there is no fork on Windows")
@pytest.mark.parametrize("in_place", [False, True], ids=["by rename", "in place"])
def test_no_save_of_a_racing_editor_is_lost(tmp_path: Path, in_place: bool) -> None:
    assert race(tmp_path / "characters", 50, in_place) == []


class NoExchange(QuickFS):
    """A system that cannot exchange two names."""

    def exchange(self, one: str, other: str) -> None:
        raise OSError(errno.ENOSYS, "no such call")


def test_without_an_exchange_of_names_the_old_file_is_kept(tmp_path: Path) -> None:
    lost = race(tmp_path / "characters", 20, False, NoExchange())
    assert len(lost) <= 2  # a rename between two calls can still win there


class Racing(SimFS):
    """A disk on which an editor saves at the very moment before the names are exchanged."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text: str | None = None
        self.armed = text

    def exchange(self, one: str, other: str) -> None:
        if self.text is not None:
            text, self.text = self.text, None
            self.edit(FILE, text.encode())
        super().exchange(one, other)


def raced() -> tuple[Any, Any]:
    """A checkpoint during which the file is edited by hand; gives the disk and the character."""
    fs = Racing("")
    memory = create(fs)
    act(memory, "play.damage.pain", 7)
    fs.text = dumps(put(load_text(fs.read(FILE).decode()), "play.damage.fear", 9))
    memory.checkpoint()
    return fs, memory


def test_an_edit_at_the_moment_of_the_exchange_is_taken_over() -> None:
    fs, memory = raced()
    assert memory.doc["play"]["damage"] == {"pain": 7, "doubt": 0, "fear": 9}
    assert same(load_text(fs.read(FILE).decode()), memory.doc)
    assert next(kept.why for kept in memory.kept()) in ("raced", "edit")
    memory.close()
    assert reopen(SimFS(fs.surely())).doc == memory.doc


def test_a_plain_replace_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Mutant: the new version just takes the place of whatever is there."""

    def replaced(self: CharFile, places: Any) -> None:
        self.fs.exchange(places.beside, places.file)
        self.fs.unlink(places.beside)

    monkeypatch.setattr(CharFile, "_exchange", replaced)
    _fs, memory = raced()
    assert memory.doc["play"]["damage"]["fear"] == 1


def late() -> tuple[SimFS, Any]:
    """An editor that had the file open before the exchange writes into it afterwards."""
    fs = SimFS()
    memory = create(fs)
    inode = fs.names[FILE]
    act(memory, "play.damage.pain", 7)
    memory.checkpoint()
    inode.data = inode.durable = dumps(put(load_text(inode.data.decode()), "play.damage.fear", 9)).encode()
    return fs, memory


@pytest.mark.parametrize("notices", ["checkpoint", "close"])
def test_an_edit_written_into_the_displaced_file_is_taken_over(notices: str) -> None:
    fs, memory = late()
    getattr(memory, notices)()
    memory = memory if notices == "checkpoint" else reopen(fs)
    assert memory.doc["play"]["damage"] == {"pain": 7, "doubt": 0, "fear": 9}


def test_a_displaced_file_that_is_not_looked_at_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Mutant: what is written into the displaced file is thrown away."""
    monkeypatch.setattr(CharFile, "take_late_edits", lambda _self: None)
    _fs, memory = late()
    memory.checkpoint()
    assert memory.doc["play"]["damage"]["fear"] == 1


def test_a_file_that_is_being_written_is_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An editor in place: first nothing, then half, then all of it."""
    fs = SimFS()
    memory = create(fs)
    whole = dumps(put(memory.doc, "play.damage.fear", 9)).encode()
    stages = [b"", whole[: len(whole) // 2], whole, whole]
    file = memory._parts.file
    file.settle = 0.001
    reads = iter(stages)

    def read(path: str, limit: int = -1) -> bytes:
        return next(reads, whole) if path == FILE else SimFS.read(fs, path, limit)

    monkeypatch.setattr(fs, "read", read)
    file.notice()
    assert memory.problem is None
    assert memory.doc["play"]["damage"]["fear"] == 9


def test_a_file_that_is_not_waited_for_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Mutant: the empty file in the middle of a save is believed to be the whole."""
    fs = SimFS()
    memory = create(fs)
    fs.names[FILE].data = b""
    monkeypatch.setattr(CharFile, "settled", lambda self, path: self._bytes(path))
    memory._parts.file.notice()
    assert memory.problem is not None
