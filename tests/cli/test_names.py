"""A name, a file's name or a path; the near ones where there is none; completion by the shell."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.shell_completion import ShellComplete

from saga_tui.cli import saga_tui
from saga_tui.cli.names import Place
from saga_tui.games.saga.game import GAME
from saga_tui.store import Ambiguous, NotFound
from tests.cli.conftest import Run, write


def complete(*words: str, last: str = "") -> list[str]:
    made = ShellComplete(saga_tui, {}, "saga-tui", "_SAGA_TUI_COMPLETE")
    return [item.value for item in made.get_completions(list(words), last)]


@pytest.mark.parametrize(
    "name",
    [
        "mother",
        "ashgrove.toml",
        "ashgrove",
        "Ashgrove",
        "Mother Ashgrove",
        "mother ashgrove",
        "characters/ashgrove.toml",
        "./characters/ashgrove.toml",
    ],
)
def test_a_character_is_found_by_name_file_or_path(folder: Path, name: str) -> None:
    assert Place().find(name).resolve() == folder / "ashgrove.toml"


def test_a_file_in_the_current_folder_needs_its_ending(folder: Path) -> None:
    copy = folder.parent / "loose.toml"
    write(copy, GAME.new("Loose"))
    assert Place().find("loose.toml").resolve() == copy
    with pytest.raises(NotFound):
        Place().find("loose")


def test_the_folder_is_told_by_option_or_environment(
    run: Run, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    write(other / "elsewhere.toml", GAME.new("Elsewhere"))
    assert run("check", "elsewhere").exit_code == 2
    assert run("--dir", str(other), "check", "elsewhere").exit_code == 1
    assert complete("--dir", str(other), "sheet", last="e") == ["elsewhere"]
    monkeypatch.setenv("SAGA_TUI_DIR", str(other))
    assert run("check", "elsewhere").exit_code == 1


def test_an_unknown_name_offers_the_near_ones(run: Run) -> None:
    result = run("sheet", "kestrl")
    assert result.exit_code == 2
    assert result.stdout == ""
    assert 'There is no character "kestrl". Did you mean Kestrel?' in result.stderr
    assert "Did you mean Mother Ashgrove" in run("play", "Mothr Ashgrov").stderr


def test_an_ambiguous_name_names_the_files(run: Run, folder: Path) -> None:
    write(folder / "twin.toml", GAME.new("Mother Ashgrove"))
    with pytest.raises(Ambiguous):
        Place().find("Mother Ashgrove")
    result = run("sheet", "Mother Ashgrove")
    assert result.exit_code == 2
    assert {"ashgrove", "twin"} <= set(re.findall(r"[a-z]+", result.stderr))
    assert Place().find("twin").name == "twin.toml"


@pytest.mark.parametrize("name", ["", "[/]", "..", "x" * 5000, "a\0b", "~nobody-here/x.toml", "\udc80"])
def test_no_name_breaks_the_search(folder: Path, name: str) -> None:
    with pytest.raises(NotFound):
        Place().find(name)


def test_the_shell_completes_names_and_verbs(folder: Path) -> None:
    (folder / "broken.toml").write_text("x", encoding="utf-8")
    assert complete("sheet") == ["ashgrove", "broken", "kestrel"]
    assert complete("sheet", last="k") == ["kestrel"]
    assert complete("play", last="moth") == ["ashgrove"]
    assert complete(last="che") == ["check"]
    assert "undo" in complete()


@pytest.mark.parametrize(("shell", "word"), [("bash", "complete -o"), ("zsh", "compdef"), ("fish", "complete --")])
def test_the_completion_script_of_each_shell(run: Run, shell: str, word: str) -> None:
    result = run("completion", shell)
    assert result.exit_code == 0
    assert word in result.stdout
    assert "_SAGA_TUI_COMPLETE" in result.stdout


def test_completion_without_a_shell_asks_for_one(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHELL", "/bin/tcsh")
    assert run("completion").exit_code == 2
    monkeypatch.setenv("SHELL", "/usr/bin/fish")
    assert run("completion").exit_code == 0
