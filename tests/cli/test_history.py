"""`undo --to`, `history`, `restore` and `trash`: every way back, shown before it is gone."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from saga_tui.changes import Change
from saga_tui.games.registry import layout
from saga_tui.store import Library, Memory, load
from tests.cli.conftest import Run


def versions(run: Run) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(run("history", "kestrel", "--json").stdout)
    return found


def spark_of(path: Path) -> int:
    value: int = load(path)["play"]["spark"]
    return value


# ---- undo --to


def test_back_to_before_an_event_is_shown_and_done(run: Run, storied: Path) -> None:
    shown = run("undo", "kestrel", "--to", "3", "--dry-run")
    assert shown.exit_code == 0
    assert shown.stdout == "Back to before 3: Spark 7 → 8\n  Spark 20 → 7\n"
    assert spark_of(storied) == 20
    done = run("undo", "kestrel", "--to", "3")
    assert done.stdout.startswith(shown.stdout)
    assert done.stdout.endswith("3 actions undone. To redo: saga-tui redo kestrel\n")
    assert spark_of(storied) == 7
    assert load(storied)["play"]["damage"]["pain"] == 8, "what was before stays"
    lines = run("log", "kestrel").stdout.splitlines()
    assert lines[-1].endswith("Undone: Spark 7 → 8 and 2 more")
    assert [number for number, line in enumerate(lines, 1) if line.endswith("undone")] == [3, 4, 6, 7]
    assert run("redo", "kestrel").exit_code == 0
    assert spark_of(storied) == 20
    lines = run("log", "kestrel").stdout.splitlines()
    assert [number for number, line in enumerate(lines, 1) if line.endswith("undone")] == [4]


def test_back_to_before_a_place_of_the_games_time(run: Run, storied: Path) -> None:
    with Memory.open(storied, layout("saga")) as memory:
        memory.commit("start-scene", {}, [Change(("play", "scene"), 2, 3)], text="scene 3 begins")
        memory.commit("gain-spark", {}, [Change(("play", "spark"), 20, 21)], text="Spark 20 → 21")
    shown = run("undo", "kestrel", "--to", "Scene 3", "--dry-run").stdout
    assert shown == "Back to before 8: scene 3 begins\n  scene 3 → 2\n  Spark 21 → 20\n"
    assert run("undo", "kestrel", "--to", "scene 3").stdout.startswith(shown)
    assert (load(storied)["play"]["scene"], spark_of(storied)) == (2, 20)
    refused = run("undo", "kestrel", "--to", "scene 9")
    assert refused.exit_code == 2
    assert '"scene 9" is not an event or a place in the log.' in refused.stderr


def test_a_place_that_was_reached_more_than_once_is_the_last_visit(run: Run, storied: Path) -> None:
    def begun(memory: Memory, old: int, new: int) -> int:
        return memory.commit("start-scene", {}, [Change(("play", "scene"), old, new)], text=f"scene {new} begins").id

    with Memory.open(storied, layout("saga")) as memory:
        first = begun(memory, 2, 3)
        begun(memory, 3, 1)
        again = begun(memory, 1, 3)
        memory.commit("gain-spark", {}, [Change(("play", "spark"), 20, 3)], text="Spark 20 → 3")
    assert first < again
    shown = run("undo", "kestrel", "--to", "scene 3", "--dry-run").stdout
    assert shown == f"Back to before {again}: scene 3 begins\n  scene 3 → 1\n  Spark 3 → 20\n"


def test_a_dry_run_of_the_last_ones(run: Run, storied: Path) -> None:
    assert (
        run("undo", "kestrel", "--dry-run").stdout == "Back to before 7: Edited by hand: Spark 8 → 20\n  Spark 20 → 8\n"
    )
    assert "pain 8 → 6" in run("undo", "kestrel", "99", "--dry-run").stdout
    assert spark_of(storied) == 20


def test_before_an_event_that_was_undone_comes_back_as_one_event(run: Run, storied: Path) -> None:
    run("undo", "kestrel", "2")
    assert spark_of(storied) == 8
    result = run("undo", "kestrel", "--to", "3")
    assert "  Spark 8 → 7" in result.stdout
    run("redo", "kestrel")
    run("undo", "kestrel")
    again = run("undo", "kestrel", "--to", "8")
    assert again.exit_code == 0
    assert "  Spark" in again.stdout
    assert spark_of(storied) == 20
    assert json.loads(run("log", "kestrel", "--json", "-n", "1").stdout)[0]["do"] == "restore"
    run("undo", "kestrel")
    assert spark_of(storied) != 20


def test_an_event_that_there_is_not(run: Run, storied: Path) -> None:
    result = run("undo", "kestrel", "--to", "99")
    assert result.exit_code == 2
    assert "they go from 1 to 7" in result.stderr
    assert run("undo", "kestrel", "2", "--to", "3").exit_code == 2
    assert "Nothing has happened" in run("undo", "ashgrove", "--to", "1").stderr
    assert "Nothing to undo." in run("undo", "ashgrove", "--dry-run").stderr


# ---- history, restore


def test_versions_are_listed_the_newest_first(run: Run, storied: Path) -> None:
    found = versions(run)
    assert [one["version"] for one in found] == [1, 2]
    assert {(one["kind"], one["why"]) for one in found} == {("backup", "session"), ("kept", "edit")}
    assert [one["at"] for one in found] == sorted((one["at"] for one in found), reverse=True)
    for one in found:
        assert one["size"] == Path(one["file"]).stat().st_size
        assert one["differences"] is not None
    text = run("history", "kestrel").stdout
    assert re.search(r"^ +\d  \d{4}-\d\d-\d\d \d\d:\d\d  backup +\d\.\d KB  session start; ", text, re.M)
    assert "edited by hand; same as now" in text


def test_without_versions_that_is_said(run: Run) -> None:
    result = run("history", "ashgrove")
    assert (result.exit_code, result.stdout) == (0, "")
    assert "No versions" in result.stderr
    assert run("restore", "ashgrove", "1").exit_code == 2


def test_a_version_comes_back_as_an_event(run: Run, storied: Path) -> None:
    number = next(str(one["version"]) for one in versions(run) if one["kind"] == "backup")
    shown = run("restore", "kestrel", number, "--dry-run").stdout
    assert "  Spark 20 → 7" in shown
    assert spark_of(storied) == 20
    done = run("restore", "kestrel", number)
    assert done.exit_code == 0
    assert done.stdout.splitlines()[1:] == shown.splitlines()
    assert spark_of(storied) == 7
    assert any(one["why"] == "before-restore" for one in versions(run))
    run("undo", "kestrel")
    assert spark_of(storied) == 20


def test_a_version_is_named_by_its_file_too(run: Run, storied: Path) -> None:
    file = next(Path(one["file"]) for one in versions(run) if one["kind"] == "backup")
    assert run("restore", "kestrel", file.stem).exit_code == 0
    assert spark_of(storied) == 7


@pytest.mark.parametrize("version", ["0", "99", "-1", "x", "../../etc/passwd"])
def test_a_version_that_there_is_not(run: Run, storied: Path, version: str) -> None:
    result = run("restore", "kestrel", "--", version)
    assert result.exit_code == 2
    assert "they go from 1 to 2" in result.stderr


def test_a_damaged_file_is_mended_from_its_memory(run: Run, storied: Path) -> None:
    storied.write_text("name = ", encoding="utf-8")
    result = run("check", "kestrel")
    assert result.exit_code == 2
    assert "saga-tui restore kestrel last" in result.stdout
    assert run("restore", "kestrel", "last", "--dry-run").exit_code == 0
    assert storied.read_text(encoding="utf-8") == "name = "
    result = run("restore", "kestrel", "last")
    assert "was rebuilt" in result.stdout
    assert spark_of(storied) == 20
    (kept,) = (one for one in versions(run) if one["why"] == "unreadable")
    assert Path(kept["file"]).read_text(encoding="utf-8") == "name = "
    assert kept["differences"] is None
    assert "nothing to do" in run("restore", "kestrel", "last").stdout


def test_an_older_version_in_place_of_a_damaged_file(run: Run, storied: Path) -> None:
    storied.write_text("name = ", encoding="utf-8")
    number = next(str(one["version"]) for one in versions(run) if one["kind"] == "backup")
    assert run("restore", "kestrel", number).exit_code == 0
    assert spark_of(storied) == 7
    assert any(one["why"] == "unreadable" for one in versions(run))


def test_what_cannot_be_read_is_not_brought_back(run: Run, storied: Path) -> None:
    storied.write_text("name = ", encoding="utf-8")
    run("restore", "kestrel", "last")
    number = next(str(one["version"]) for one in versions(run) if one["why"] == "unreadable")
    for options in ([], ["--dry-run"]):
        result = run("restore", "kestrel", number, *options)
        assert result.exit_code == 2
        assert "cannot be restored" in result.stderr
    assert spark_of(storied) == 20


def test_a_file_that_is_gone_is_rebuilt_when_asked(run: Run, storied: Path) -> None:
    storied.unlink()
    result = run("check", "kestrel")
    assert result.exit_code == 2
    assert "kestrel.toml is missing" in result.stdout
    assert len(run("log", "kestrel").stdout.splitlines()) == 7
    assert not storied.exists()
    result = run("restore", "kestrel", "last")
    assert result.exit_code == 0
    assert "rebuilt" in result.stderr
    assert spark_of(storied) == 20


def test_another_copy_has_the_character(run: Run, storied: Path) -> None:
    with Memory.open(storied, layout("saga")):
        for arguments in (
            ["undo", "kestrel", "--to", "3"],
            ["restore", "kestrel", "1"],
            ["restore", "kestrel", "last"],
        ):
            result = run(*arguments, "--wait", "0")
            assert result.exit_code == 2
            assert "another window" in result.stderr
        assert run("log", "kestrel").exit_code == 0
        assert run("history", "kestrel").exit_code == 0
    assert spark_of(storied) == 20


# ---- trash


@pytest.fixture
def thrown(storied: Path, folder: Path) -> Path:
    """Kestrel in the trash."""
    Library(folder).delete(storied)
    return storied


def test_the_trash_is_listed(run: Run, thrown: Path) -> None:
    assert re.fullmatch(r"   1  \d{4}-\d\d-\d\d \d\d:\d\d  Kestrel  \(kestrel.toml\)\n", run("trash").stdout)
    (one,) = json.loads(run("trash", "--json").stdout)
    assert (one["number"], one["name"], one["file"]) == (1, "Kestrel", "kestrel.toml")
    assert list(one) == ["number", "name", "file", "at", "folder"]


@pytest.mark.parametrize("name", ["Kestrel", "kestrel", "kestrel.toml", "1"])
def test_a_character_is_brought_back_memory_and_all(run: Run, thrown: Path, name: str) -> None:
    result = run("trash", "restore", name)
    assert (result.exit_code, result.stdout) == (0, "Restored: Kestrel, in kestrel.toml\n")
    assert len(run("log", "kestrel").stdout.splitlines()) == 7
    assert run("trash").stdout == ""
    assert "The trash is empty." in run("trash").stderr


def test_a_taken_file_name_is_left_alone(run: Run, thrown: Path) -> None:
    thrown.write_text("mine", encoding="utf-8")
    assert "in kestrel-2.toml" in run("trash", "restore", "kestrel").stdout
    assert thrown.read_text(encoding="utf-8") == "mine"


def test_two_of_one_name_are_told_apart_by_number(run: Run, thrown: Path, folder: Path) -> None:
    run("new", "--no-open", "Kestrel")
    Library(folder).delete(folder / "kestrel.toml")
    result = run("trash", "bring-back", "Kestrel")  # its name in earlier versions
    assert result.exit_code == 2
    assert "Give a number: 1 or 2." in result.stderr
    assert run("trash", "restore", "2").exit_code == 0
    assert spark_of(folder / "kestrel.toml") == 20


def test_what_is_not_in_the_trash_offers_the_near_ones(run: Run, thrown: Path) -> None:
    result = run("trash", "restore", "Kestrl")
    assert result.exit_code == 2
    assert "Did you mean 'Kestrel'" in result.stderr


def test_an_empty_trash_has_nothing_to_bring_back(run: Run) -> None:
    assert "The trash is empty." in run("trash", "restore", "kestrel").stderr


def test_values_that_two_sides_changed_are_told_where_they_can_be_chosen(run: Run, storied: Path) -> None:
    """A conflict copy made here is merged by the next command, which cannot ask."""
    old = storied.read_text(encoding="utf-8")
    with Memory.open(storied, layout("saga")) as memory:
        memory.commit("gain-spark", {}, [Change(("play", "spark"), 20, 21)], text="Spark 20 → 21")
    copy = storied.with_name("kestrel (conflicted copy).toml")
    copy.write_text(old.replace("spark = 20", "spark = 3"), encoding="utf-8")
    result = run("undo", "kestrel")
    assert "kestrel (conflicted copy).toml: 1 change merged; it is now in kept/" in result.stderr
    assert "1 value changed on both sides: run saga-tui play kestrel to choose." in result.stderr
    assert run("redo", "kestrel").exit_code == 0
    checked = run("check", "kestrel")
    assert "Conflicting edits to decide: Spark" in " ".join(checked.stdout.split())
    assert checked.exit_code == 0
