"""Verbs on a disk that is full: what they say is what happened."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from saga_tui.store import RealFS, load
from tests.cli.conftest import Run


class Disk(RealFS):
    """A disk on which nothing can be written, or not the next version of the character's file."""

    full, only_the_file = True, False

    @classmethod
    def room(cls, path: str) -> None:
        if cls.full and (not cls.only_the_file or path.endswith("/.~kestrel.toml.tmp")):
            raise OSError(errno.ENOSPC, "full", path)

    def write(self, fd: int, data: bytes) -> int:
        self.room("" if self.only_the_file else "any")
        return super().write(fd, data)

    def open_new(self, path: str, mode: int = 0o600) -> int:
        self.room(path)
        return super().open_new(path, mode)


@pytest.fixture
def disk(spark: Path, monkeypatch: pytest.MonkeyPatch) -> type[Disk]:
    class Fresh(Disk):
        """One of this test alone."""

    monkeypatch.setattr("saga_tui.store.memory.RealFS", Fresh)
    return Fresh


@pytest.mark.parametrize(
    "verb", [("undo", "kestrel"), ("undo", "kestrel", "--to", "2"), ("do", "kestrel", "note", "x")]
)
def test_what_cannot_be_saved_is_not_said_to_be_done(run: Run, disk: type[Disk], verb: tuple[str, ...]) -> None:
    result = run(*verb)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "saga-tui: kestrel.toml: nothing was done, because it could not be saved (disk full).\n"
    disk.full = False
    assert "Spark 9 → 10" in run("undo", "kestrel", "--dry-run").stdout


@pytest.mark.parametrize("verb", [("undo", "kestrel"), ("do", "kestrel", "gain-spark", "1", "why=x")])
def test_what_is_in_the_journal_is_done_though_the_file_cannot_follow(
    run: Run, spark: Path, disk: type[Disk], verb: tuple[str, ...]
) -> None:
    disk.only_the_file = True
    result = run(*verb)
    assert result.exit_code == 0, result.output
    assert result.stdout
    behind = (
        "Done and saved. kestrel.toml follows the next time you open it: the file could not be written (disk full)."
    )
    assert result.stderr.splitlines() == [behind]
    assert load(spark)["play"]["spark"] == 10
    disk.full = False
    assert run("undo", "kestrel").exit_code == 0
    assert load(spark)["play"]["spark"] == (8 if verb[0] == "undo" else 10)
