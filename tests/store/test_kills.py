"""A real kill -9 of a real process on a real disk: at its file calls, at random moments, and at its system calls."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from saga_tui.changes import same
from saga_tui.store import Memory
from tests.store.kills import Place, at_random, calls_of_a_session, killed_at, prepared, wrong
from tests.store.sample import LAYOUT, now, undo_to

pytestmark = [pytest.mark.long, pytest.mark.skipif(sys.platform == "win32", reason="there is no fork on Windows")]


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path / "characters", tmp_path / "state")


def test_a_kill_at_a_file_call_loses_nothing(place: Place) -> None:
    prepared(place)
    calls = calls_of_a_session(place)
    assert calls > 60
    step = max(1, calls // 60)
    for call in range(1, calls + 1, step):
        problem, _ended = killed_at(place, call, half=call % 2 == 0)
        assert not problem, f"killed at call {call}: {problem}"


def test_a_kill_at_a_random_moment_loses_nothing(place: Place) -> None:
    prepared(place)
    for seed in range(50):
        problem = at_random(place, seed)
        assert not problem, f"kill {seed}: {problem}"


SYSTEM_CALLS = "write,fdatasync,fsync,renameat2,rename,linkat,link,unlink,openat"


def strace_works() -> bool:
    """Whether strace is there and may trace here."""
    strace = shutil.which("strace")
    if strace is None:
        return False
    return subprocess.run([strace, "-o", "/dev/null", "true"], capture_output=True, check=False).returncode == 0


def killed_by_strace(place: Place, call: str, number: int) -> str:
    """The session in a process of its own, killed at its n-th system call of a kind; gives what is wrong."""
    command = ["strace", "-f", "-o", "/dev/null", "-e", f"trace={call}"]
    command += ["-e", f"inject={call}:signal=SIGKILL:when={number}"]
    command += [sys.executable, "-m", "tests.store.kills", str(place.folder), str(place.state)]
    root = Path(__file__).parents[2]
    told = subprocess.run(command, capture_output=True, text=True, cwd=root, check=False).stdout.splitlines()
    assert "end" not in told, "the session lived to its end"
    acked = [line for line in told if line.count(" ") == 1 and len(line.split()[1]) == 32]
    return wrong(place, acked[-1] if acked else None)


@pytest.mark.skipif(not strace_works(), reason="strace is not installed or may not trace")
@pytest.mark.parametrize(("call", "number"), [("fdatasync", 3), ("renameat2", 1), ("fsync", 2), ("write", 6)])
def test_a_kill_at_a_system_call_loses_nothing(place: Place, call: str, number: int) -> None:
    prepared(place)
    problem = killed_by_strace(place, call, number)
    assert not problem


def test_undoing_all_after_many_kills_gives_the_first_character(place: Place) -> None:
    prepared(place)
    with Memory.open(place.file, LAYOUT, state_dir=place.state, now=now) as memory:
        while memory.undo() is not None:
            pass
        first = memory.doc
    for seed in range(5):
        assert not at_random(place, 1000 + seed)
    with Memory.open(place.file, LAYOUT, state_dir=place.state, now=now) as memory:
        undo_to(memory, 0)
        assert same(memory.doc, first)
