"""`saga-tui setting`: listed, shown, checked, begun, and taken over by a character."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from saga_tui.games.saga.rules import derive
from saga_tui.games.saga.rules.character import Character, from_doc
from saga_tui.games.saga.settings import template
from saga_tui.store import load
from tests.cli.conftest import Run


@pytest.fixture(autouse=True)
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's settings in a folder of the test."""
    monkeypatch.setenv("SAGA_TUI_CONFIG", str(tmp_path / "config" / "config.toml"))
    return tmp_path / "config" / "settings"


def kestrel(folder: Path) -> Character:
    return from_doc(load(folder / "kestrel.toml"))


@pytest.mark.rule("SET-2")
def test_all_that_can_be_found_is_listed_with_where_it_comes_from(run: Run, folder: Path, config: Path) -> None:
    config.mkdir(parents=True)
    (config / "mine.toml").write_text(template("Mine [/]"), encoding="utf-8")
    (folder / "settings").mkdir()
    (folder / "settings" / "broken.toml").write_text("name = 3", encoding="utf-8")
    text = run("setting", "list").stdout
    assert "plain" in text.splitlines()[0]
    assert "Mine [/] (your own)" in text
    assert "broken: saga-tui setting check" in next(line for line in text.splitlines() if line.startswith("broken"))
    listed = {one["name"]: one for one in json.loads(run("setting", "list", "--json").stdout)}
    assert list(listed) == ["plain", "broken", "dust-and-wire", "low-light", "mine", "salt-crowns"]
    assert (listed["mine"]["valid"], listed["broken"]["sound"]) == (True, False)
    assert listed["broken"]["from"] == "next to the characters"


def test_one_is_shown_whole_by_its_key_or_its_name(run: Run) -> None:
    by_key, by_name = run("setting", "show", "low-light"), run("setting", "show", "LOW LIGHT")
    assert by_key.stdout == by_name.stdout
    for words in ("The Underneath", "Seen Worse", "better lucky any → one-skill", "Tooth on a Thread", "3:14"):
        assert words in by_key.stdout
    said = json.loads(run("setting", "show", "low-light", "--json").stdout)
    assert said["switches"] == {"better_lucky": "one-skill"}
    unknown = run("setting", "show", "low-lite")
    assert unknown.exit_code == 2
    assert "Did you mean 'low-light'" in unknown.stderr


@pytest.mark.rule("SET-2")
def test_what_is_new_passes_the_check_and_is_never_overwritten(run: Run, folder: Path, config: Path) -> None:
    made = run("setting", "new", "Drowned Coast")
    path = Path(made.stdout.strip())
    assert path == config / "drowned-coast.toml"
    assert run("setting", "check", str(path)).stdout.strip() == f"{path}: valid"
    assert run("setting", "check", "drowned-coast").exit_code == 0
    path.write_text("mine", encoding="utf-8")
    again = run("setting", "new", "Drowned Coast")
    assert (again.exit_code, path.read_text(encoding="utf-8")) == (2, "mine")
    assert "is not overwritten" in again.stderr
    hostile = run("setting", "new", "../../x\x1b[31m[/]", "--to", str(folder / "settings"))
    assert Path(hostile.stdout.strip()).parent == folder / "settings"
    assert run("setting", "check", hostile.stdout.strip()).exit_code == 0
    assert run("setting", "new", " ").exit_code == 2


@pytest.mark.rule("SET-2")
def test_the_check_says_file_line_column_and_what_was_meant(run: Run, tmp_path: Path) -> None:
    text = template("Coast").replace("better_lucky", "beter_lucky").replace("points = 12\n", 'points = "12"\n')
    bad = tmp_path / "bad.toml"
    bad.write_text(text, encoding="utf-8")
    lines = text.split("\n")
    done = run("setting", "check", str(bad))
    assert done.exit_code == 1
    assert f"{bad}: 2 errors" in done.stdout
    number = next(number for number, line in enumerate(lines, 1) if line.startswith("beter_lucky"))
    assert f"{bad}:{number}:15: beter_lucky is not a rule option." in done.stdout
    assert "Did you mean 'better_lucky'?" in done.stdout
    assert "Write 12 without quotes." in done.stdout
    records = json.loads(run("setting", "check", "--json", str(bad)).stdout)
    assert [(record["line"], record["where"]) for record in records][1] == (number, "switches.beter_lucky")
    bad.write_text('name = "\x1b[31m\n[x', encoding="utf-8")
    broken = run("setting", "check", str(bad), str(tmp_path / "none.toml"), "plain")
    assert broken.exit_code == 2
    assert "\x1b" not in broken.stdout
    assert "plain: valid" in broken.stdout


@pytest.mark.rule("SET-2", "SET-1")
def test_a_character_takes_a_setting_over_and_undo_brings_the_old_one_back(run: Run, folder: Path) -> None:
    before = kestrel(folder)
    dry = run("setting", "use", "low-light", "kestrel", "--dry-run")
    assert "Better lucky any → one-skill" in dry.stdout
    assert kestrel(folder) == before
    assert run("setting", "use", "low-light", "kestrel").exit_code == 0
    after = kestrel(folder)
    assert after.concept.setting == after.setting.name == "Low Light"
    assert derive.numbers(after).switches.better_lucky == "one-skill"
    assert "change-setting" in run("log", "kestrel", "--json").stdout
    assert "SET-2" not in run("check", "kestrel").stdout
    run("undo", "kestrel")
    assert kestrel(folder).setting == before.setting
    assert kestrel(folder).concept == before.concept
    assert run("setting", "use", "nowhere", "kestrel").exit_code == 2


@pytest.mark.rule("SET-1", "PRK-1")
def test_switches_and_perks_of_ones_own_are_done_by_command(run: Run, folder: Path) -> None:
    assert run("do", "kestrel", "set-switch", "severe_consequences", "fading").exit_code == 0
    assert derive.numbers(kestrel(folder)).switches.severe_consequences == "fading"
    made = run("do", "kestrel", "make-perk", "Cat's Feet", "Softly.", "grace", "--like", "Nimble")
    assert made.exit_code == 0, made.stdout
    assert kestrel(folder).perks[0].info is not None
    assert run("do", "kestrel", "drop-perk", "Cat's Feet").exit_code == 0
    assert kestrel(folder).perks == ()


@pytest.mark.rule("SET-2")
def test_the_check_of_a_character_says_what_is_wrong_with_its_settings_file(run: Run, folder: Path) -> None:
    own = folder / "settings" / "drowned.toml"
    own.parent.mkdir()
    text = template("Coast").replace("points = 12\n", "points = 11\n")
    own.write_text(text, encoding="utf-8")
    run("setting", "use", "coast", "kestrel")

    def said() -> list[str]:
        records = json.loads(run("check", "--json", "kestrel").stdout)
        return [record["message"] for record in records if record["rule"] == "SET-2"]

    assert said() == []
    own.write_text(text.replace("points = 11\n", "points = 10\n"), encoding="utf-8")
    assert said() == ["drowned.toml has changed since this character chose it. Choose it again to use the changes."]
    own.write_text(text.replace("points = 11\n", "points = ten\n"), encoding="utf-8")
    assert said()[0].startswith("drowned.toml is broken (line ")
    own.unlink()
    assert said() == ["The setting file of Coast is not here"]
    assert derive.numbers(kestrel(folder)).finishing.points == 11
