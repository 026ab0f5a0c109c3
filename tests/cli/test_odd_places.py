"""No terminal, closed streams, a full output, names as long as disks take, the kernel's files: words, never a hang."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from saga_tui.store import load
from tests.cli.conftest import Run

NO_TERMINAL = "saga-tui: This is not a terminal. saga-tui --help lists the commands that work without one.\n"
TO_WRITE = "saga-tui: This is not a terminal. Add --no-open: it only writes the file and prints its path.\n"
FULL = "saga-tui: The output could not be written: disk full.\n"
PLACES = {
    "play kestrel </dev/null": (2, NO_TERMINAL),
    "new Wren <&-": (2, TO_WRITE),
    "undo kestrel <&-": (0, ""),
    "check kestrel >/dev/full": (2, FULL),
    "--help >/dev/full 2>&1": (2, ""),
}


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
def test_without_a_terminal_or_with_a_full_output_there_are_words(folder: Path, spark: Path) -> None:
    shell = f'exec "{sys.executable}" -m saga_tui '
    begun = {
        words: subprocess.Popen(
            ["/bin/sh", "-c", shell + words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        for words in PLACES
    }
    found = {}
    for words, process in begun.items():
        _out, err = process.communicate(timeout=60)
        found[words] = (process.returncode, err)
    assert found == PLACES
    assert sorted(path.name for path in folder.glob("*.toml")) == ["ashgrove.toml", "kestrel.toml"]


def test_a_name_as_long_as_a_disk_takes_is_a_name(run: Run, folder: Path) -> None:
    for name in ("n" * 250, "ä" * 125):
        path = folder / f"{name}.toml"
        (folder / "kestrel.toml").rename(path)
        assert run("do", name, "gain-spark", "1", "why=x").exit_code == 0
        assert load(path)["play"]["spark"] == 8
        assert run("undo", name).exit_code == 0
        assert load(path)["play"]["spark"] == 7
        assert [item.name for item in folder.iterdir() if item.name.startswith(".~")] == []
        path.rename(folder / "kestrel.toml")
    result = run("new", "--no-open", "n" * 250)
    assert result.exit_code == 2
    assert "pydantic" not in result.stderr
    assert "at most 200" in result.stderr


@pytest.mark.parametrize("target", ["/proc/kmsg", "/proc/self/mem", "/dev/zero", "/proc"])
@pytest.mark.parametrize("verb", ["check NAME", "undo NAME", "do NAME note x", "restore NAME last", "sheet NAME"])
def test_a_link_to_what_is_no_file_is_refused_in_words(run: Run, folder: Path, verb: str, target: str) -> None:
    if not Path(target).exists():
        pytest.skip(f"there is no {target} here")
    (folder / "odd.toml").symlink_to(target)
    result = run(*verb.replace("NAME", "odd").split())
    assert (result.exit_code, result.exception.__class__) == (2, SystemExit)
    assert "odd" in result.output
