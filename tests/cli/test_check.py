"""`saga-tui check`: exit codes, places, words, and nothing of the terminal in a pipe."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run, write
from tests.games.saga.sheet.documents import PLAYED

FIELDS = ["file", "level", "rule", "where", "line", "column", "value", "message", "fix", "mend"]


def found(run: Run, *names: str) -> list[dict[str, Any]]:
    records: list[dict[str, Any]] = json.loads(run("check", "--json", *names).stdout)
    return records


def test_a_sound_character_is_0(run: Run) -> None:
    result = run("check", "kestrel")
    assert result.exit_code == 0
    assert result.stdout.startswith("characters/kestrel.toml: valid, 1 note\n")
    assert "note CRE-9  finishing" in result.stdout


@pytest.mark.rule("CRE-11")
def test_unfinished_choices_are_1_and_are_named(run: Run) -> None:
    result = run("check", "ashgrove")
    assert result.exit_code == 1
    assert "to do CRE-6  story.traits" in result.stdout
    assert "You wrote 0 of 5 traits." in result.stdout
    assert {record["level"] for record in found(run, "ashgrove")} == {"unfinished", "remark"}


@pytest.mark.rule("CRE-11")
def test_findings_that_the_group_overruled_do_not_count(run: Run, folder: Path) -> None:
    doc = deepcopy(PLAYED)
    doc["story"]["drives"] = ["One only"]
    doc["play"]["drive_tokens"] = [1]
    write(folder / "kestrel.toml", doc)
    assert run("check", "kestrel").exit_code == 1
    from saga_tui.games.saga.game import GAME

    (key,) = [problem.key for problem in GAME.problems(doc) if problem.stops_play]
    doc["rulings"] = [{"finding": key, "reason": "one drive is enough for him"}]
    write(folder / "kestrel.toml", doc)
    result = run("check", "kestrel")
    assert result.exit_code == 0
    assert "allowed: one drive is enough for him" in result.stdout
    assert "valid, 1 note, 1 allowed" in result.stdout


def test_json_has_just_these_fields_in_this_order(run: Run) -> None:
    records = found(run, "kestrel", "ashgrove")
    assert all(list(record) == FIELDS for record in records)
    assert {record["file"] for record in records} == {"characters/kestrel.toml", "characters/ashgrove.toml"}


def test_a_finding_has_its_place_in_the_file(run: Run, folder: Path) -> None:
    (folder / "odd.toml").write_text(
        'format = 1\n[assets]\nmethod = "points"\n[skills]\nranks = { weponry = 2 }\n[[gear]]\nname = "Ring"\n'
        'kind = "charm"\nrating = 9\n',
        encoding="utf-8",
    )
    places = {(record["where"], record["line"]): record for record in found(run, "odd") if record["level"] == "error"}
    unknown = places["skills.ranks.weponry", 5]
    assert (unknown["column"], unknown["value"]) == (21, "weponry")
    assert "weaponry" in unknown["mend"]
    assert places["gear[1].rating", 9]["value"] == 9


def test_everything_that_has_the_wrong_type_is_said_at_once(run: Run, folder: Path) -> None:
    (folder / "odd.toml").write_text(
        'format = 1\n[concept]\nname = 5\nplayr = "Ana"\n[assets]\nratings = { force = "5" }\nperk = 3\n'
        '[story]\ntraits = "Paranoid"\n[gear]\nname = "Ring"\n[play]\nspark = 2.0\ndoom = true\n',
        encoding="utf-8",
    )
    result = run("check", "odd")
    assert result.exit_code == 2
    records = found(run, "odd")
    said = {(record["where"], record["line"]): (record["message"], record["mend"]) for record in records}
    assert said["concept.name", 3] == ("concept.name is 5, not a text", 'Put it between quotes: "5".')
    assert said["assets.ratings.force", 6] == (
        'assets.ratings.force is "5", not a whole number',
        "Write 5 without quotes.",
    )
    assert said["assets.perk", 7] == ("assets.perk is 3, not a perk", 'Write its name: "Lucky".')
    assert said["story.traits", 9] == (
        'story.traits is "Paranoid", not a list',
        'Put it between brackets: ["Paranoid"].',
    )
    assert said["gear", 10][1] == "Write [[gear]] instead of [gear], once for each entry."
    assert said["play.spark", 13] == ("play.spark is 2.0, not a whole number", "Write 2 without a point.")
    assert said["play.doom", 14][0] == "play.doom is true, not a whole number"
    levels = {record["where"]: record["level"] for record in records}
    assert levels["concept.playr"] == "remark"
    assert said["concept.playr", 4][1] == "Did you mean 'player'?"


def test_text_that_is_not_toml_has_line_column_and_a_mend(run: Run, folder: Path) -> None:
    (folder / "odd.toml").write_text('format = 1\n\n[concept]\nname = "Kestrel\n', encoding="utf-8")
    result = run("check", "odd")
    assert result.exit_code == 2
    (record,) = found(run, "odd")
    assert (record["level"], record["rule"], record["line"]) == ("error", "FILE", 4)
    assert record["column"] > 0
    assert "not closed" in record["message"]
    assert record["mend"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "There is no character in it"),
        ('title = "a letter"\n', "There is no character in it"),
        ('format = 1\ngame = "chess"\n', "There is no game 'chess'"),
        ("format = 99\n", "It has format 99, but this saga-tui knows formats up to 1"),
        ("\0", "NUL"),
    ],
)
def test_what_is_no_character_is_2(run: Run, folder: Path, text: str, said: str) -> None:
    (folder / "odd.toml").write_text(text, encoding="utf-8")
    result = run("check", "odd")
    assert result.exit_code == 2
    assert said in result.stdout


def test_a_folder_is_no_character(run: Run) -> None:
    result = run("check", "./characters")
    assert result.exit_code == 2
    assert "It cannot be read" in result.stdout


def test_one_bad_file_does_not_stop_the_others_and_the_worst_code_counts(run: Run, folder: Path) -> None:
    bad = folder / "bad.toml"
    bad.write_text("name", encoding="utf-8")
    result = run("check", "nobody", str(bad), "ashgrove", "kestrel", "kestrle")
    assert result.exit_code == 2
    for verdict in (
        "nobody: cannot be read",
        "characters/bad.toml: cannot be read",
        "characters/ashgrove.toml: 8 to do",
        "characters/kestrel.toml: valid",
        "kestrle: cannot be read",
    ):
        assert verdict in result.stdout
    assert "Did you mean Kestrel?" in result.stdout
    assert run("check", "ashgrove", "kestrel").exit_code == 1


def test_nothing_that_a_terminal_would_obey_comes_out(run: Run, folder: Path) -> None:
    (folder / "odd.toml").write_text(
        'format = 1\n[concept]\nname = "\\u001b[31mred\\u202e"\n"\\u001b]0;title\\u0007" = 1\n'
        '[skills]\nranks = { "\\u001b[2J" = 3 }\n[story]\ntraits = ["[/]"]\n',
        encoding="utf-8",
    )
    for arguments in (["check", "odd"], ["check", "--json", "odd"], ["sheet", "odd"], ["check", "\x1b[31mx"]):
        result = run(*arguments)
        assert "\x1b" not in result.output
        assert "\x07" not in result.output
        assert "\u202e" not in result.output
    assert "␛[2J" in run("check", "odd").stdout


def test_colour_is_only_for_a_terminal_that_wants_it(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "\x1b[33m" in run("check", "ashgrove", color=True).output
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in run("check", "ashgrove", color=True).output


def test_a_name_with_a_full_stop_in_it_is_told_whole(run: Run) -> None:
    [found] = json.loads(run("check", "--json", "Dr. No One").stdout)
    assert found["message"] == 'There is no character "Dr. No One"'
    assert found["fix"].startswith("Choose one of: ") or found["fix"].startswith("Give a name")
