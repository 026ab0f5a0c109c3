"""An editor that saves the character's file again and again while the program writes it."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

from saga_tui.changes import same
from saga_tui.store import Memory, RealFS, load
from tests.store.sample import LAYOUT, act, character, now


class QuickFS(RealFS):
    """The real disk with less patience, so that a test gets through."""

    settle = 0.004


def save_by_rename(path: Path, text: str) -> None:
    """As most editors save: beside, then renamed."""
    beside = path.with_name(".editor.tmp")
    beside.write_text(text)
    beside.replace(path)


def save_in_place(path: Path, text: str) -> None:
    """As simple editors save: the file is emptied and written again."""
    with path.open("w") as file:
        half = len(text) // 2
        file.write(text[:half])
        file.flush()
        file.write(text[half:])


def race(folder: Path, saves: int, in_place: bool, fs: Any = None, pause: float = 0.004) -> list[str]:
    """Which of the editor's saves are lost: neither in the character nor in its history nor kept."""
    memory = Memory.create(folder, character(), LAYOUT, fs=fs or QuickFS(), now=now)
    memory.close()
    memory = Memory.open(memory.path, LAYOUT, fs=fs or QuickFS(), threaded=True, now=now)
    editor = os.fork()
    if editor == 0:
        try:
            _edit(memory.path, saves, in_place, pause)
        finally:
            os._exit(0)
    turn = 0
    while os.waitpid(editor, os.WNOHANG)[0] == 0:
        turn += 1
        act(memory, "play.damage.pain", turn)
        memory.checkpoint()
    memory.checkpoint()
    memory.close()
    return _lost(memory, saves)


def _edit(path: Path, saves: int, in_place: bool, pause: float) -> None:
    for number in range(saves):
        text = path.read_text()
        while "[concept]" not in text:  # the editor's own view of a file in the making; a person would see it too
            text = path.read_text()
        text = f"edit{number} = true\n{text}"
        (save_in_place if in_place else save_by_rename)(path, text)
        time.sleep(pause)


def _lost(memory: Memory, saves: int) -> list[str]:
    with Memory.open(memory.path, LAYOUT, now=now) as again:
        assert same(load(memory.path), again.doc)
        doc = again.doc
        kept = [version.path.read_text() for version in again.kept()]
        taken = {change.path[0] for event in again.history() for change in event.changes}
    return [
        name
        for name in (f"edit{number}" for number in range(saves))
        if name not in doc and name not in taken and not any(name in text for text in kept)
    ]
