"""One writer, whatever path leads to a character and whatever becomes of the locks; and where none can be made."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from saga_tui.store import Library, Locked, Memory
from saga_tui.store.read_only import past
from tests.store.disk import made, opened, pain
from tests.store.sample import LAYOUT, act, now

fcntl = pytest.importorskip("fcntl", reason="the locks of Windows are tried on Windows")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "characters"


@pytest.fixture
def state(isolated: Path) -> Path:
    return isolated / "state"


def kept(folder: Path) -> Path:
    """A character that was made and closed."""
    with made(folder) as memory:
        return memory.path


def test_deleted_locks_let_no_second_writer_in(folder: Path, state: Path) -> None:
    with made(folder) as first:
        act(first, "play.damage.pain", 5)
        shutil.rmtree(state / "locks")
        with opened(first.path) as second:
            assert second.barred is not None
            assert second.barred.code == "open"
            assert not second.take_over()
        with pytest.raises(Locked):
            Library(folder, layout=LAYOUT).delete(first.path)
    with opened(first.path) as second:
        assert second.barred is None


def test_another_state_folder_is_no_way_in(folder: Path, tmp_path: Path) -> None:
    with made(folder) as first:
        act(first, "play.damage.pain", 5)
        with Memory.open(first.path, LAYOUT, state_dir=tmp_path / "other", now=now) as second:
            assert second.read_only


def test_a_folder_made_anew_is_locked_again(folder: Path, state: Path) -> None:
    with made(folder) as first:
        shutil.rmtree(folder / ".saga-tui")
        act(first, "play.damage.pain", 5)
        shutil.rmtree(state / "locks")
        with opened(first.path) as second:
            assert second.read_only


def test_a_path_in_another_case_is_the_same_character(folder: Path) -> None:
    """On a disk that takes names in any case; a second name in the other case stands in for one."""
    with made(folder) as first:
        (folder / "KESTREL.TOML").hardlink_to(first.path)
        with opened(folder / "KESTREL.TOML") as second:
            assert second.barred is not None
            assert second.barred.code == "open"


def _in_a_mount_namespace(folder: Path, other: Path) -> list[str]:
    """The command that sees the folder at another path too; an empty one where this user may not mount."""
    command = ["unshare", "-m", "sh", "-c", 'mount --bind "$0" "$1" && shift && exec "$@"', str(folder), str(other)]
    if shutil.which("unshare") is None:
        return []
    tried = subprocess.run([*command, "true"], capture_output=True, check=False)
    return command if tried.returncode == 0 else []


def test_a_bind_mount_is_the_same_folder(folder: Path, tmp_path: Path) -> None:
    other = tmp_path / "elsewhere"
    other.mkdir()
    with made(folder) as first:
        act(first, "play.damage.pain", 5)
        command = _in_a_mount_namespace(folder, other)
        if not command:
            pytest.skip("NOT TRIED: a bind mount needs unshare and the right to mount")
        look = "import sys; from pathlib import Path; from tests.store.disk import opened;"
        look += "memory = opened(Path(sys.argv[1])); print(memory.barred.code if memory.barred else 'a second writer')"
        command += [sys.executable, "-c", look, str(other / "kestrel.toml")]
        done = subprocess.run(command, capture_output=True, text=True, cwd=Path(__file__).parents[2], check=True)
        assert done.stdout == "open\n"


# -- where no lock can be made


def without_locks(monkeypatch: pytest.MonkeyPatch, number: int = errno.ENOLCK) -> None:
    def refused(_fd: int, _how: int) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(fcntl, "flock", refused)


def test_a_state_folder_that_cannot_be_written_is_no_bar(folder: Path, tmp_path: Path) -> None:
    made(folder).close()
    state = tmp_path / "state-in-the-way"
    state.write_text("no folder")
    with Memory.open(folder / "kestrel.toml", LAYOUT, state_dir=state, now=now) as memory:
        act(memory, "play.damage.pain", 5)
        with Memory.open(folder / "kestrel.toml", LAYOUT, state_dir=state, now=now) as second:
            assert second.read_only, "the folder itself is locked"
    with opened(folder / "kestrel.toml") as memory:
        assert pain(memory) == 5


def test_a_disk_without_locks_says_so_and_offers_a_lock_in_the_folder(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = kept(folder)
    without_locks(monkeypatch)
    memory = opened(path)
    assert memory.barred is not None
    assert memory.barred.code == "locks"
    assert str(memory.barred) == "kestrel.toml cannot be locked against other windows: this disk cannot lock files."
    assert memory.agree()
    act(memory, "play.damage.pain", 5)
    (lock,) = folder.glob(".saga-tui/*/lock")
    second = opened(path)
    assert not second.agree()
    assert past(path, LAYOUT).doc["play"]["damage"]["pain"] == 5
    memory.close()
    assert not lock.exists()
    assert second.agree()
    second.close()


def test_a_lock_that_a_killed_program_left_in_the_folder_is_cleared_away(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = kept(folder)
    without_locks(monkeypatch)
    memory = Memory.open(path, LAYOUT, now=now, agreed=frozenset({"locks"}))
    (lock,) = folder.glob(".saga-tui/*/lock")
    dead = subprocess.run([sys.executable, "-c", "import os; print(os.getpid())"], capture_output=True, check=True)
    lock.write_text(lock.read_text().replace(str(os.getpid()), dead.stdout.decode().strip(), 1))
    with Memory.open(path, LAYOUT, now=now, agreed=frozenset({"locks"})) as again:
        assert not again.read_only
    memory._parts.ledger.journal.close()


# -- waiting


def test_several_programs_at_once_wait_for_each_other(folder: Path) -> None:
    path = kept(folder)
    children = []
    for worker in range(4):
        child = os.fork()
        if child == 0:
            os._exit(_adds(path, worker))
        children.append(child)
    assert [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children] == [0] * 4
    with opened(path) as memory:
        assert sorted(item["name"] for item in memory.doc["gear"] if "-" in item["name"]) == sorted(
            f"{worker}-{turn}" for worker in range(4) for turn in range(4)
        )


def _adds(path: Path, worker: int) -> int:
    try:
        for turn in range(4):
            with Memory.open(path, LAYOUT, now=now, wait=30) as memory:
                act(memory, "gear", [*memory.doc["gear"], {"name": f"{worker}-{turn}"}])
    except BaseException:
        return 1
    return 0


def test_waiting_ends(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]

    def slept(seconds: float) -> None:
        clock[0] += seconds

    with made(folder) as first:
        monkeypatch.setattr(time, "monotonic", lambda: clock[0])
        monkeypatch.setattr(time, "sleep", slept)
        with Memory.open(first.path, LAYOUT, now=now, wait=5) as second:
            assert second.read_only
        assert clock[0] == pytest.approx(5)


# -- a wish not to be written


def test_a_write_protected_file_is_asked_about(folder: Path) -> None:
    path = kept(folder)
    path.chmod(0o444)
    with opened(path) as memory:
        assert memory.barred is not None
        assert str(memory.barred) == "kestrel.toml is write-protected."
        assert memory.agree()
        act(memory, "play.damage.pain", 5)
    assert path.stat().st_mode & 0o777 == 0o444
    assert "pain = 5" in path.read_text()
