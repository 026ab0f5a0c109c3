"""With a writer thread: nothing waits, everything is told, everything is saved at the end."""

from __future__ import annotations

import os
import sys
import threading
from pathlib import Path

import pytest

from saga_tui.changes import same
from saga_tui.store import Memory, NotSaved, RealFS, load
from saga_tui.store.journal import Journal
from saga_tui.store.read_only import audit
from tests.store.sample import LAYOUT, act, character, now


class Gate(RealFS):
    """A disk whose flushes wait until they are let through."""

    def __init__(self) -> None:
        self.open = threading.Event()
        self.open.set()
        self.waiting = threading.Event()
        self.flushes = 0
        self.broken = False

    def fdatasync(self, fd: int) -> None:
        self.waiting.set()
        assert self.open.wait(10)
        self.flushes += 1
        if self.broken:
            raise OSError(5, "broken")
        super().fdatasync(fd)


def until(condition: threading.Event) -> None:
    """Wait for what a listener says, not for time."""
    assert condition.wait(10)


@pytest.fixture
def gate() -> Gate:
    return Gate()


def threaded(folder: Path, fs: RealFS) -> Memory:
    with Memory.create(folder, character(), LAYOUT, fs=fs, now=now) as memory:
        path = memory.path
    return Memory.open(path, LAYOUT, fs=fs, threaded=True, now=now)


def test_an_action_does_not_wait_for_the_disk(tmp_path: Path, gate: Gate) -> None:
    memory = threaded(tmp_path / "c", gate)
    saved = threading.Event()
    memory.on_change = lambda: saved.set() if memory.status == "saved" else None
    gate.open.clear()
    for value in range(10, 15):
        act(memory, "play.damage.pain", value)
    assert memory.status == "saving"
    assert memory.doc["play"]["damage"]["pain"] == 14
    until(gate.waiting)
    memory.undo()
    gate.open.set()
    until(saved)
    assert memory.doc["play"]["damage"]["pain"] == 13
    memory.close()
    assert load(memory.path)["play"]["damage"]["pain"] == 13


def test_a_broken_disk_is_told_and_tried_again(tmp_path: Path, gate: Gate) -> None:
    memory = threaded(tmp_path / "c", gate)
    told, saved = threading.Event(), threading.Event()

    def listener() -> None:
        if memory.status == "not saved":
            told.set()
        elif memory.status == "saved" and told.is_set():
            saved.set()

    memory.on_change = listener
    gate.broken = True
    act(memory, "play.damage.pain", 9)
    until(told)
    assert memory.status_text == "NOT SAVED: the disk reports an error (1 action, kept aside)"
    with pytest.raises(NotSaved):
        memory.flush()
    gate.broken = False
    until(saved)
    memory.close()


def test_an_edit_by_hand_is_noticed_by_itself(tmp_path: Path) -> None:
    memory = threaded(tmp_path / "c", RealFS())
    noticed = threading.Event()

    def listener() -> None:
        if memory.doc["play"]["damage"]["fear"] == 9:
            noticed.set()

    memory.on_change = listener
    memory.path.write_text(memory.path.read_text().replace("fear = 1", "fear = 9"))
    until(noticed)
    assert [change.new for change in memory.poll()] == [9]
    memory.close()


def test_the_file_follows_by_itself(tmp_path: Path) -> None:
    written = threading.Event()

    class Told(RealFS):
        def exchange(self, one: str, other: str) -> None:
            super().exchange(one, other)
            written.set()

    memory = threaded(tmp_path / "c", Told())
    written.clear()
    act(memory, "play.damage.pain", 9)
    until(written)
    memory.flush()
    assert same(load(memory.path), memory.doc)
    memory.close()


def test_leaving_with_a_broken_disk_says_so_and_frees_the_character(tmp_path: Path, gate: Gate) -> None:
    memory = threaded(tmp_path / "c", gate)
    gate.broken = True
    act(memory, "play.damage.pain", 9)
    with pytest.raises(NotSaved):
        memory.close()
    gate.broken = False
    with Memory.open(memory.path, LAYOUT, now=now) as again:
        assert not again.read_only


def test_many_threads_act_at_once(tmp_path: Path) -> None:
    memory = threaded(tmp_path / "c", RealFS())

    def add(worker: int) -> None:
        for number in range(20):
            with memory._parts.ledger.lock:
                act(memory, "gear", [*memory.doc["gear"], {"name": f"{worker}-{number}"}])

    workers = [threading.Thread(target=add, args=(number,)) for number in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(60)
        assert not worker.is_alive()
    memory.close()
    with Memory.open(memory.path, LAYOUT, now=now) as again:
        assert len(again.doc["gear"]) == 82
        assert [event.id for event in again.history()] == list(range(80, 0, -1))


def test_nothing_ends_the_thread_that_saves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever goes wrong in it is told as not saved, leaves by the rescue file, and is tried again."""
    memory = threaded(tmp_path / "c", RealFS())
    told = threading.Event()
    memory.on_change = lambda: told.set() if memory.status == "not saved" else None

    def broken(_self: Journal, _data: bytes) -> None:
        raise UnicodeEncodeError("utf-8", "\udcff", 0, 1, "surrogates not allowed")

    with monkeypatch.context() as patch:
        patch.setattr(Journal, "append", broken)
        act(memory, "play.damage.pain", 9)
        until(told)
        assert memory.status_text.startswith("NOT SAVED: UnicodeEncodeError")
        assert memory.status_text.endswith("(1 action, kept aside)")
        assert Path(memory.rescue).is_file()
        with pytest.raises(NotSaved, match="Nothing is lost"):
            memory.close()
    with Memory.open(memory.path, LAYOUT, now=now) as again:
        assert again.doc["play"]["damage"]["pain"] == 9


def test_a_listener_that_fails_stops_no_saving(tmp_path: Path) -> None:
    memory = threaded(tmp_path / "c", RealFS())
    called = threading.Event()

    def listener() -> None:
        called.set()
        raise RuntimeError("the screen is gone")

    memory.on_change = listener
    act(memory, "play.damage.pain", 9)
    until(called)
    act(memory, "play.damage.pain", 10)
    memory.close()
    assert load(memory.path)["play"]["damage"]["pain"] == 10


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a file's name is always text")
def test_a_file_s_name_that_is_not_utf8_is_saved_like_any_other(tmp_path: Path) -> None:
    with Memory.create(tmp_path / "c", character(), LAYOUT, now=now) as memory:
        odd = os.fsencode(memory.path.parent) + b"/r\xe9my.toml"
        path = memory.path.rename(os.fsdecode(odd))
    memory = Memory.open(path, LAYOUT, threaded=True, now=now)
    act(memory, "play.damage.pain", 9)
    memory.flush()
    memory.close()
    for value in (9, 2):
        with Memory.open(path, LAYOUT, now=now) as again:
            assert again.doc["play"]["damage"]["pain"] == value
            again.undo()
    assert audit(path, LAYOUT) == []
