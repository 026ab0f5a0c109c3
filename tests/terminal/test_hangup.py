"""A terminal that goes away while a character is open: the file follows, the character is free, nothing runs on."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import pytest

from saga_tui.games import registry
from saga_tui.store import Memory, load
from saga_tui.ui.terminal import gone
from tests.games.saga.screens.session.heroes import CALM, doc
from tests.terminal.driver import Terminal
from tests.whole.kills import environment


def test_a_pipe_tells_when_nobody_is_at_its_other_end() -> None:
    reader, writer = os.pipe()
    assert not gone(reader)
    os.close(writer)
    assert gone(reader)
    os.close(reader)


@pytest.mark.parametrize("how", ["closed", "hang-up", "asked to end"])
def test_all_is_saved_and_the_program_ends(tmp_path: Path, how: str) -> None:
    folder, state = tmp_path / "characters", tmp_path / "state"
    with Memory.create(folder, doc(CALM), registry.layout("saga"), state_dir=state) as memory:
        path = memory.path
    command = [sys.executable, "-m", "saga_tui", "--dir", str(folder), "play", str(path)]
    terminal = Terminal(command, environment(tmp_path, state), (100, 30), cwd=str(tmp_path))
    try:
        terminal.wait_for("Kestrel")
        terminal.press("f")
        terminal.wait_for("4 of 5")
        if how == "closed":
            terminal.hang_up()
        else:
            terminal.process.send_signal(signal.SIGHUP if how == "hang-up" else signal.SIGTERM)
        assert terminal.process.wait(timeout=20) == (143 if how == "asked to end" else 129)
    finally:
        terminal.kill()
    assert load(path)["play"]["tokens"] == {"force": 4}
    with Memory.open(path, registry.layout("saga"), state_dir=state) as memory:
        assert not memory.read_only
