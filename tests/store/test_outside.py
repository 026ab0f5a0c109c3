"""Others at the journal of an open character: git, `rm -r`, a second program. What was called saved stays saved."""

from __future__ import annotations

import errno
import shutil
import subprocess
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from saga_tui.changes import same
from saga_tui.store import Memory, NotSaved, RealFS, load
from saga_tui.store.fs import Stat
from saga_tui.store.read_only import past
from tests.store.disk import killed, made, opened, pain
from tests.store.sample import LAYOUT, act, now


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "characters"


def git(folder: Path, *words: str) -> None:
    command = ["git", "-c", "user.name=a", "-c", "user.email=a@b", "-C", str(folder), *words]
    subprocess.run(command, check=True, capture_output=True)


def committed(folder: Path, memory: Memory) -> None:
    """All as it is now in a new git folder, the memory too."""
    memory.checkpoint()
    git(folder, "init", "-q")
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "all")


def checkout(folder: Path) -> None:
    git(folder, "checkout", "-q", "--", ".")


def stash(folder: Path) -> None:
    git(folder, "add", "-A")
    git(folder, "stash", "-q")


def clean(folder: Path) -> None:
    git(folder, "rm", "-rq", "--cached", ".saga-tui")
    git(folder, "clean", "-fdxq")


def removed(folder: Path) -> None:
    """All at once: a removal step by step could race with the program that begins it anew."""
    shutil.rmtree((folder / ".saga-tui").rename(folder.with_name("removed")))


def put_back_by_a_sync_tool(folder: Path) -> None:
    """The journal as it is, in new files."""
    for path in folder.glob(".saga-tui/*/journal/*/*.toml"):
        data = path.read_bytes()
        path.unlink()
        path.write_bytes(data)


def cut_in_place(folder: Path) -> None:
    for path in folder.glob(".saga-tui/*/journal/*/*.toml"):
        with path.open("r+b") as file:
            file.truncate(path.stat().st_size - 40)


@pytest.mark.parametrize("happens", [checkout, stash, clean, removed, put_back_by_a_sync_tool, cut_in_place])
def test_a_journal_changed_under_an_open_character_lacks_nothing(folder: Path, happens: Callable[[Path], None]) -> None:
    memory = made(folder)
    act(memory, "play.damage.pain", 3)
    committed(folder, memory)
    for value in (4, 5):
        act(memory, "play.damage.pain", value)
    happens(folder)
    act(memory, "play.damage.pain", 6)
    assert memory.status == "saved"
    assert memory.news() == (
        "The saved history was changed or removed outside the app. Missing parts are saved again.",
    )
    killed(memory)
    kestrel = folder / "kestrel.toml"
    shutil.rmtree(folder / ".git")
    with Memory.open(kestrel, LAYOUT, now=now, rebuild=True) as again:
        acts = [event.id for event in again.history() if event.do == "set"]
        assert acts == [4, 3, 2, 1]
        if any(event.do == "external" for event in again.history()):
            again.undo()  # git brought an older file back: that is an edit by hand
        assert pain(again) == 6
        assert [pain(again) for _ in range(4) if again.undo() is not None] == [5, 4, 3, 2]
    assert same(load(kestrel), again.doc)


def test_a_journal_removed_while_nothing_happens_is_written_anew(folder: Path) -> None:
    with made(folder) as memory:
        path = memory.path
    memory = Memory.open(path, LAYOUT, now=now, threaded=True)
    act(memory, "play.damage.pain", 5)
    memory.flush()
    told = threading.Event()
    memory.on_change = lambda: told.set() if memory._parts.ledger.news else None
    removed(folder)
    assert told.wait(10)
    memory.close()
    with opened(path) as again:
        assert [event.id for event in again.history()] == [1]


# -- the rescue file


def replaced_by_a_file(folder: Path) -> None:
    removed(folder)
    (folder / ".saga-tui").write_text("in the way")


def folder_gone(folder: Path) -> None:
    folder.rename(folder.with_name("elsewhere"))


def disk_unplugged(folder: Path) -> None:
    """The mount point is left, empty."""
    folder_gone(folder)
    folder.mkdir()


def back(folder: Path) -> None:
    """As it was before, or as far as it can be."""
    if (folder / ".saga-tui").is_file():
        (folder / ".saga-tui").unlink()
    if (elsewhere := folder.with_name("elsewhere")).exists():
        shutil.rmtree(folder, ignore_errors=True)
        elsewhere.rename(folder)


@pytest.mark.parametrize("happens", [replaced_by_a_file, folder_gone, disk_unplugged])
@pytest.mark.parametrize("meanwhile", ["open", "closed", "killed"])
def test_what_cannot_be_written_waits_in_a_rescue_file(
    folder: Path, happens: Callable[[Path], None], meanwhile: str
) -> None:
    memory = made(folder)
    act(memory, "play.damage.pain", 3)
    memory.checkpoint()
    happens(folder)
    act(memory, "play.damage.pain", 4)
    memory.undo()
    act(memory, "play.damage.pain", 5)
    assert memory.status_text.startswith("NOT SAVED: ")
    assert memory.status_text.endswith("(3 actions, kept aside)")
    rescue = Path(memory.rescue)
    assert rescue.is_file()
    assert not list(folder.glob(".saga-tui/*/journal"))
    if meanwhile == "closed":
        with pytest.raises(NotSaved, match="Nothing is lost") as caught:
            memory.close()
        assert str(rescue) in str(caught.value)
    back(folder)
    if meanwhile == "open":
        memory.flush()
        assert memory.status == "saved"
        memory.close()
    killed(memory)
    with Memory.open(folder / "kestrel.toml", LAYOUT, now=now, rebuild=True) as again:
        assert (pain(again), again.status) == (5, "saved")
        assert any(str(rescue) in note for note in again.notes) == (meanwhile != "open")
        assert [event.do for event in again.history()] == ["set", "undo", "set", "set"]
        assert not rescue.exists()
    with opened(folder / "kestrel.toml") as again:
        assert [pain(again) for _ in range(2) if again.undo() is not None] == [3, 2]


def test_a_rescue_file_of_a_journal_that_went_on_is_merged_once(folder: Path) -> None:
    memory = made(folder)
    act(memory, "play.damage.pain", 3)
    memory.checkpoint()
    folder_gone(folder)
    act(memory, "play.damage.fear", 7)
    rescue = Path(memory.rescue)
    aside = rescue.read_bytes()
    rescue.unlink()
    killed(memory)
    back(folder)
    with opened(folder / "kestrel.toml") as other:
        act(other, "play.damage.pain", 8)
    for _ in range(2):  # the second time as if the program had been killed before it removed the file
        rescue.write_bytes(aside)
        with opened(folder / "kestrel.toml") as again:
            assert again.doc["play"]["damage"] == {"pain": 8, "doubt": 0, "fear": 7}
            assert len(list(again.history())) == 3
        assert not rescue.exists()


def test_another_character_s_rescue_file_is_left_alone(folder: Path, tmp_path: Path) -> None:
    memory = made(folder)
    memory.checkpoint()
    backup = tmp_path / "backup"
    shutil.copytree(folder, backup)
    replaced_by_a_file(folder)
    act(memory, "play.damage.pain", 9)
    rescue = Path(memory.rescue)
    with opened(backup / "kestrel.toml") as copy:
        assert pain(copy) == 2
    assert rescue.exists()
    killed(memory)


# -- a second program at the same journal


def unguarded(path: Path) -> Memory:
    """A second program that knows nothing of the first: no lock keeps it out."""
    memory = Memory.open(path, LAYOUT, now=now, fs=_Unlocked())
    assert not memory.read_only
    return memory


class _Unlocked(RealFS):
    lockable = False


def note(memory: Memory, text: str) -> None:
    memory.commit("note", {"text": text}, [], text=text)


def test_two_programs_at_one_journal_lose_nothing_and_check_says_so(folder: Path) -> None:
    with made(folder) as first:
        act(first, "play.damage.pain", 3)
    a, b = unguarded(first.path), unguarded(first.path)
    note(a, "a's note")
    note(b, "b's note")
    act(a, "play.damage.pain", 7)
    act(b, "play.damage.fear", 9)
    note(a, "a's last")
    assert (a.status, b.status) == ("saved", "saved")
    with opened(first.path) as again:
        texts = {event.text for event in again.history() if event.do == "note"}
        assert texts == {"a's note", "b's note", "a's last"}
        assert again.doc["play"]["damage"] == {"pain": 7, "doubt": 0, "fear": 9}
    logged = [event.text for event in past(first.path, LAYOUT).events() if event.do == "note"]
    assert sorted(logged) == ["a's last", "a's note", "b's note"]
    with opened(first.path) as again:
        while again.undo() is not None:
            pass
        assert again.doc["play"]["damage"] == {"pain": 2, "doubt": 0, "fear": 1}


def test_a_way_to_the_journal_that_is_barred_meanwhile_is_not_saved(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is waiting, and still what was saved cannot be reached: that is said."""
    memory = made(folder)
    act(memory, "play.damage.pain", 5)
    stat = RealFS.stat

    def barred(self: RealFS, path: str) -> Stat | None:
        if "/journal/" in path:
            raise PermissionError(errno.EACCES, "barred", path)
        return stat(self, path)

    with monkeypatch.context() as patch:
        patch.setattr(RealFS, "stat", barred)
        patch.setattr(RealFS, "listdir", lambda _self, path: barred(RealFS(), f"{path}/journal/") or [])
        memory._background._rest()
        memory._background._looked = -1.0
        memory._background._rest()
        assert memory.status_text == "NOT SAVED: no permission (what happened, kept aside)"
    memory.flush()
    assert memory.status_text == "saved"
    memory.close()
