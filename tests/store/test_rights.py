"""A saved history that may not be read or written: told, with whose it is, and nothing begins again at 1."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from saga_tui.store import BadFile, Memory
from saga_tui.store.read_only import audit
from saga_tui.store.records import header_record, read_segment
from tests.store.disk import made, opened, pain
from tests.store.sample import LAYOUT, act, now

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="owners and modes of POSIX")
NOBODY = 65534


@pytest.fixture
def public() -> Iterator[Path]:
    """A folder that another user can get to; pytest's own are private."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o777)
        yield folder


@pytest.fixture
def path(public: Path) -> Path:
    """A character with three events, in a folder that anybody may write."""
    with made(public / "characters") as memory:
        for value in (3, 4, 5):
            act(memory, "play.damage.pain", value)
    memory.path.parent.chmod(0o777)
    memory.path.chmod(0o666)
    return memory.path


def as_nobody(path: Path, state: Path, does: Callable[[], str]) -> str:
    """What another user sees; skipped where this one is not root."""
    if os.geteuid() != 0:
        pytest.skip("NOT TRIED: only root can become another user")
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.setgroups([])
            os.setresgid(NOBODY, NOBODY, NOBODY)
            os.setresuid(NOBODY, NOBODY, NOBODY)
            os.environ["SAGA_TUI_STATE"] = str(state)
            os.write(write, does().encode())
        except BaseException as error:
            os.write(write, f"{type(error).__name__}: {error}".encode())
        finally:
            os._exit(0)
    os.close(write)
    with os.fdopen(read) as pipe:
        told = pipe.read()
    os.waitpid(child, 0)
    return told


@pytest.fixture
def state(public: Path) -> Path:
    """A state folder of the other user."""
    folder = public / "nobody"
    folder.mkdir()
    folder.chmod(0o777)
    return folder


def seen(path: Path) -> str:
    """What opening says, and what check does."""
    with Memory.open(path, LAYOUT, now=now) as memory:
        barred = memory.barred
        told = f"{barred.code}: {barred}" if barred else f"may write, {pain(memory)}"
    return f"{told}\n" + "\n".join(f"{one.level}: {one.message}. {one.fix}" for one in audit(path, LAYOUT))


def segment_only(path: Path) -> None:
    for folder in path.parent.glob(".saga-tui/**/"):
        folder.chmod(0o777)
    path.parent.joinpath(".saga-tui").chmod(0o777)


def whole_folder(_path: Path) -> None:
    """Everything private, as one run by root left it before."""


@pytest.mark.parametrize("opens", [segment_only, whole_folder])
def test_another_user_s_history_is_not_gone_over(path: Path, state: Path, opens: Callable[[Path], None]) -> None:
    opens(path)
    told = as_nobody(path, state, lambda: seen(path))
    first, *errors = told.splitlines()
    assert first.startswith("unreadable: .saga-tui")
    assert "belongs to root, and you may not read it. To fix it: sudo chown -R nobody " in first
    assert len(errors) == 1
    assert errors[0].startswith("error: .saga-tui")
    assert "belongs to root" in errors[0]
    with opened(path) as memory:
        assert [event.id for event in memory.history()] == [3, 2, 1]


def test_a_history_that_can_only_be_read_is_not_written(path: Path, state: Path) -> None:
    for place in path.parent.glob(".saga-tui/**/*"):
        place.chmod(0o755 if place.is_dir() else 0o644)
    path.parent.joinpath(".saga-tui").chmod(0o755)
    told = as_nobody(path, state, lambda: seen(path))
    first, *errors = told.splitlines()
    assert first.startswith("read-only: .saga-tui/kestrel-")
    assert "is read-only for you. To fix it: sudo chown -R nobody " in first
    assert errors[0].startswith("error: .saga-tui/kestrel-")


def test_what_root_writes_belongs_to_the_owner_of_the_folder(path: Path, state: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("NOT TRIED: only root can leave root's files")
    for place in (path.parent, *path.parent.rglob("*"), state):
        os.chown(place, NOBODY, NOBODY)
    with Memory.open(path, LAYOUT, now=now, state_dir=state) as memory:
        act(memory, "play.damage.pain", 6)
        memory.backup("by root")
    owners = {place.name: place.stat().st_uid for place in (*path.parent.rglob("*"), *state.rglob("*"))}
    assert set(owners.values()) == {NOBODY}, owners
    assert as_nobody(path, state, lambda: seen(path)) == "may write, 6\n"


def test_a_read_only_disk_is_told(path: Path, state: Path) -> None:
    look = (
        "import sys; from pathlib import Path; from tests.store.test_rights import seen; print(seen(Path(sys.argv[1])))"
    )
    mount = 'mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && exec "$@"'
    command = ["unshare", "-m", "sh", "-c", mount, str(path.parent), sys.executable, "-c", look, str(path)]
    environment = {**os.environ, "SAGA_TUI_STATE": str(state)}
    root = Path(__file__).parents[2]
    done = subprocess.run(command, capture_output=True, text=True, cwd=root, env=environment, check=False)
    if "unshare" in done.stderr or "mount" in done.stderr:
        pytest.skip("NOT TRIED: a read-only mount needs unshare and the right to mount")
    assert done.stderr == ""
    assert done.stdout.startswith("read-only: ")
    assert "The disk is read-only." in done.stdout


def test_a_link_that_leads_round_in_circles_is_told(path: Path) -> None:
    circle = path.with_name("circle.toml")
    circle.symlink_to(circle)
    with pytest.raises(BadFile, match="a link leads back to itself"):
        opened(circle)
    assert audit(circle, LAYOUT) != []
    memory = next(path.parent.glob(".saga-tui/*/journal"))
    memory.rename(path.parent / "aside")
    memory.symlink_to(memory)
    assert "is a link that leads back to itself" in seen(path)


def test_a_journal_of_a_later_version_is_told_and_left_alone(path: Path) -> None:
    (segment,) = path.parent.glob(".saga-tui/*/journal/*/*.toml")
    data = segment.read_bytes()
    for later in (_later_format(data), _later_change(data)):
        segment.write_bytes(later)
        assert seen(path).startswith("newer: The saved history (")
        assert segment.read_bytes() == later
        assert audit(path, LAYOUT)[0].level == "error"


def _later_format(data: bytes) -> bytes:
    from saga_tui.store import records

    header = read_segment(data, 1, "d").header
    assert header is not None
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(records, "FORMAT", 2)
        return header_record(header)


def _later_change(data: bytes) -> bytes:
    from saga_tui.store.records import sealed

    later = '[[event]]\nid = 4\nat = "2030-01-01"\ndo = "x"\nwith = {}\ndice = []\n'
    return data + sealed(later + 'changes = [\n  { path = ["a"], times = 2 },\n]\n')
