"""`saga-tui recap` on a real journal: what `do` wrote down, it tells; nothing of the terminal is loaded for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.cli.test_verbs import fresh


@pytest.fixture
def played(run: Run) -> None:
    """Two things that happened to Kestrel in chapter 3, and one that was taken back."""
    for words in (
        ["note", "A **storm**"],
        ["gain-spark", "5", "--who", "Mira"],
        ["gain-spark", "1", "--who", "the GM"],
    ):
        result = run("do", "kestrel", *words)
        assert result.exit_code == 0, result.stderr
    assert run("undo", "kestrel").exit_code == 0


@pytest.mark.usefixtures("played")
def test_it_tells_what_the_journal_has(run: Run, tmp_path: Path) -> None:
    said = run("recap", "kestrel").stdout
    assert said.startswith("Recap: Kestrel\n")
    assert "  ▏ A **storm**\n" in said
    assert "Spark    7 → 12: earned 5 (from Mira 5)\n" in said
    assert run("recap", "kestrel", "--ascii", "--charts", "--chapter", "3").stdout.isascii()
    result = run("recap", "kestrel", "--format", "markdown", "-o", "story.md")
    assert (result.exit_code, result.stdout) == (0, "")
    assert "> A **storm**\n" in (tmp_path / "story.md").read_text(encoding="utf-8")


@pytest.mark.usefixtures("played")
def test_what_cannot_be_told_is_said(run: Run, folder: Path) -> None:
    before = (folder / "kestrel.toml").read_bytes()
    missing = run("recap", "kestrel", "--chapter", "9")
    assert (missing.exit_code, missing.stdout) == (2, "")
    assert "The log has no chapter 9. It has: 3." in missing.stderr
    assert run("recap", "kestrel", "-o", str(folder / "kestrel.toml")).exit_code == 2
    assert run("recap", "kestrel", "-o", "no/such/x.md").exit_code == 2
    assert run("recap", "nobody").exit_code == 2
    assert (folder / "kestrel.toml").read_bytes() == before


@pytest.mark.usefixtures("played")
def test_the_terminal_is_not_loaded_for_it(folder: Path) -> None:
    done = fresh(folder, "recap", "kestrel", "--charts")
    assert done.returncode == 0, done.stderr
    assert done.stderr.endswith("LOADED []\n")
