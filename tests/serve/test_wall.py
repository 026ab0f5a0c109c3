"""The second wall around a seat's process: what Python is about to do, refused where it is no seat's."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from saga_tui.serve.wall import NEVER, Wall

READ, WRITE = os.O_RDONLY, os.O_WRONLY | os.O_CREAT
OWN = (
    "kestrel.toml",
    ".~kestrel.toml.tmp",
    ".saga-tui",
    ".saga-tui/kestrel-abcd1234/journal/x/1",
    ".saga-tui/groups/g",
)
OTHERS = ("ben.toml", ".saga-tui/ben-efgh5678/journal/x/1", ".saga-tui/trash/x", "tables/friday.toml", "new.txt", "..")


def wall(home: Path, *, looks: bool = False, whole: bool = False) -> Wall:
    document = home / "c" / ("tables/friday.toml" if whole else "kestrel.toml")
    return Wall(document, home / "state", "abcd1234", looks, whole)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path))
    return Path(os.path.realpath(tmp_path))


def test_a_seat_writes_its_own_document_only(home: Path) -> None:
    its = wall(home)
    for one in OWN:
        assert not its.refuses("open", (f"{home}/c/{one}", None, WRITE)), one
        assert not its.refuses("os.remove", (f"{home}/c/{one}", -1)), one
    for one in OTHERS:
        assert its.refuses("open", (f"{home}/c/{one}", None, WRITE)), one
        assert its.refuses("os.rename", (f"{home}/c/kestrel.toml", f"{home}/c/{one}", -1, -1)), one
        assert its.refuses("os.link", (f"{home}/c/{one}", f"{home}/c/kestrel.toml", -1, -1)), one
    for path in ("/etc/passwd", f"{home}/.bashrc", f"{home}/state/serve/x.json", f"{home}/state/x"):
        assert its.refuses("open", (path, "w", WRITE)), path
    assert not its.refuses("open", (f"{home}/state/locks/x.lock", None, os.O_RDWR))


def test_a_link_on_the_disk_is_no_way_out(home: Path) -> None:
    (home / "c").mkdir()
    (home / "secret").write_text("x")
    (home / "c" / "kestrel.toml").symlink_to(home / "secret")
    its = wall(home)
    assert its.refuses("open", (str(home / "c" / "kestrel.toml"), None, WRITE))
    assert its.refuses("open", (str(home / "c" / "kestrel.toml"), "r", READ))
    assert its.refuses("open", (os.fsencode(home / "c" / ".." / "secret"), "r", READ))
    assert not its.refuses("os.remove", (home / "c" / "kestrel.toml", -1)), "the link itself is the seat's"


def test_who_only_looks_writes_nothing_and_a_table_writes_who_sits_there(home: Path) -> None:
    looks, table = wall(home, looks=True), wall(home, whole=True)
    for one in (*OWN, *OTHERS[:-1]):
        assert looks.refuses("open", (f"{home}/c/{one}", None, WRITE)), one
        assert not looks.refuses("open", (f"{home}/c/{one}", None, READ)), one
        assert not table.refuses("open", (f"{home}/c/{one}", None, WRITE)), one
    assert table.refuses("open", (f"{home}/x", None, WRITE)) and looks.refuses("os.mkdir", (f"{home}/c/x", 511, -1))


def test_links_secrets_and_what_else_is_the_users_own_are_not_read(home: Path) -> None:
    for its in (wall(home), wall(home, looks=True), wall(home, whole=True)):
        for path in ("state/serve/x.json", "state/together/t.hosting.json", ".ssh/id", ".config/saga-tui/config.toml"):
            assert its.refuses("open", (f"{home}/{path}", "r", READ)), path
        assert not its.refuses("open", (f"{home}/c/ben.toml", "r", READ))
        assert not its.refuses("open", (sys.modules["os"].__file__, "r", READ)) and not its.refuses("open", (3, "r", 0))


def test_in_a_process_it_stands_until_the_end(home: Path) -> None:
    (home / "c").mkdir()
    code = f"""
import os, socket, subprocess, sys
from pathlib import Path
from saga_tui.serve.wall import Wall
Wall(Path({str(home / "c" / "kestrel.toml")!r}), Path({str(home / "state")!r}), "abcd1234").stand()
def tried(do):
    try:
        do()
    except PermissionError as error:
        return "refused" if "seat" in str(error) else str(error)
    return "done"
home = {str(home)!r}
print(*[tried(do) for do in (
    lambda: open(home + "/c/kestrel.toml", "w").write("x"), lambda: os.rename(home + "/c/kestrel.toml", home + "/x"),
    lambda: open(home + "/c/ben.toml", "w"), lambda: Path(home + "/x").mkdir(), lambda: subprocess.run(["true"]),
    lambda: os.system("true"), lambda: socket.create_connection(("127.0.0.1", 1)), os.fork,
)])
"""
    env = {**os.environ, "HOME": str(home)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=env, check=True)
    assert done.stdout.split() == ["done"] + ["refused"] * 7 and "os.fork" in NEVER
