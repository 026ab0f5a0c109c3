"""Verbs that write a character which others write too, or which somebody does not want written."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from saga_tui.games.registry import layout
from saga_tui.store import Memory, RealFS, load
from tests.cli.conftest import Run
from tests.cli.test_check_memory import told


class Unlocked(RealFS):
    """What a program does that knows of no locks."""

    lockable = False


def spark_of(path: Path) -> int:
    value: int = load(path)["play"]["spark"]
    return value


def test_a_verb_waits_for_another_one(run: Run, spark: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = Memory.open(spark, layout("saga"))
    result = run("undo", "kestrel", "--wait", "0")
    assert result.exit_code == 2
    assert "open in another" in result.stderr
    monkeypatch.setattr("saga_tui.store.locks._wait", lambda _until: other.close() is None)  # type: ignore[func-returns-value]
    assert run("undo", "kestrel").exit_code == 0
    assert spark_of(spark) == 9


def test_a_write_protected_character_is_written_only_if_that_is_said(
    run: Run, spark: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spark.chmod(0o444)
    refused = "saga-tui: kestrel.toml is write-protected. Give --anyway to write it.\n"
    assert (result := run("undo", "kestrel")).exit_code == 2
    assert result.stderr == refused
    assert run("do", "kestrel", "gain-spark", "1", "why=x").stderr == refused
    assert run("undo", "kestrel", "--anyway").exit_code == 0
    assert (spark_of(spark), spark.stat().st_mode & 0o777) == (9, 0o444)
    monkeypatch.setattr("saga_tui.cli.writable.at_terminal", lambda: True)
    assert run("undo", "kestrel", input="n\n").exit_code == 2
    assert spark_of(spark) == 9
    assert "Write it anyway?" in run("undo", "kestrel", input="y\n").stderr
    assert spark_of(spark) == 8


def test_what_waits_in_a_rescue_file_is_done_and_said(run: Run, spark: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(path: Path) -> None:
        """The saved history is replaced by a file while the verb has it open."""
        shutil.move(spark.parent / ".saga-tui", spark.parent.parent / "aside")
        (spark.parent / ".saga-tui").write_text("in the way")

    with monkeypatch.context() as patch:
        patch.setattr("saga_tui.cli.writable._greet", lambda path, _memory: gone(path))
        result = run("do", "kestrel", "gain-spark", "1", "why=x")
    assert result.exit_code == 0
    assert "a file is where a folder should be" in result.stderr
    assert "Do not repeat it." in result.stderr
    (spark.parent / ".saga-tui").unlink()
    shutil.move(spark.parent.parent / "aside", spark.parent / ".saga-tui")
    assert [level for level, message in told(run) if "rescue file" in message] == ["remark"]
    assert "Spark 10 → 11" in run("log", "kestrel").stdout
    assert "Spark 10 → 11" in run("undo", "kestrel", "--dry-run").stdout
    assert "rescue file" in run("do", "kestrel", "gain-spark", "1", "why=x").stderr
    assert spark_of(spark) == 12
    assert told(run) == []


def test_two_programs_at_one_journal_are_an_error_until_it_is_settled(run: Run, spark: Path) -> None:
    one, other = (Memory.open(spark, layout("saga"), fs=Unlocked()) for _ in range(2))
    for memory, text in ((one, "mine"), (other, "theirs")):
        memory.commit("note", {"text": text}, [], text=text)
    levels = [(level, message) for level, message in told(run) if "Two programs" in message]
    assert [level for level, _message in levels] == ["error"]
    assert "at once: event " in levels[0][1]
    assert run("check", "kestrel").exit_code == 1
    log = run("log", "kestrel").stdout
    assert "mine" in log
    assert "theirs" in log
    run("restore", "kestrel", "last")
    assert [level for level, message in told(run) if "Two programs" in message] == ["remark"]


def test_a_log_that_cannot_be_read_is_told_by_every_verb(run: Run, spark: Path) -> None:
    (journal,) = spark.parent.glob(".saga-tui/*/journal")
    journal.rename(spark.parent / "aside")
    journal.symlink_to(journal)
    for verb in (["log"], ["history"], ["undo"], ["restore", "last"], ["do", "note", "x"]):
        result = run(verb[0], "kestrel", *verb[1:])
        assert result.exit_code == 2
        assert "is a link that leads back to itself. Remove that link" in result.stderr
    assert [level for level, _message in told(run)] == ["error"]
    assert run("sheet", "kestrel").exit_code == 0
    (spark.parent / "loop.toml").symlink_to("loop.toml")
    assert "a link leads back to itself" in run("sheet", str(spark.parent / "loop.toml")).stderr
