"""A character opened on a real disk."""

from __future__ import annotations

from pathlib import Path

from saga_tui.changes import Change, Doc
from saga_tui.store import Layout, Memory
from tests.store.sample import LAYOUT, character, now


def made(folder: Path, doc: Doc | None = None, layout: Layout = LAYOUT) -> Memory:
    return Memory.create(folder, doc or character(), layout, now=now)


def opened(path: Path, layout: Layout = LAYOUT) -> Memory:
    return Memory.open(path, layout, now=now)


def pain(memory: Memory) -> int:
    value = memory.doc["play"]["damage"]["pain"]
    assert isinstance(value, int)
    return value


def looked(memory: Memory) -> tuple[Change, ...]:
    """Two looks: an edit is taken over when it has come to rest."""
    return memory.poll() or memory.poll()


def killed(memory: Memory) -> Memory:
    """What a kill does: nothing is closed, only the lock is gone."""
    memory._give_lock()
    return memory
