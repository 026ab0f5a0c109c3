"""A name, a file's name or a path; the near ones where there is none; completion by the shell."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.shell_completion import ShellComplete

from saga_tui.cli import saga_tui
from saga_tui.cli.group import VERBS
from saga_tui.cli.names import Place
from saga_tui.games.saga.game import GAME
from saga_tui.store import Ambiguous, Library, NotFound
from tests.cli.conftest import Run, everything, write


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


NAMED = ["sheet", "check", "play", "undo", "redo", "log", "history", "restore"]


@pytest.mark.parametrize("verb", NAMED)
def test_each_verb_with_a_name_completes_names(folder: Path, verb: str) -> None:
    assert complete(verb, last="kes") == ["kestrel"]


@pytest.mark.parametrize("verb", VERBS)
def test_options_are_completed(folder: Path, verb: str) -> None:
    command = saga_tui.get_command(saga_tui.make_context("saga-tui", ["schema"]), verb)
    assert command is not None
    options = {option for param in command.params for option in param.opts if option.startswith("--")}
    assert options <= set(complete(verb, last="--"))
    assert "--help" in complete(verb, last="--")


def test_kinds_of_events_are_completed(folder: Path) -> None:
    assert complete("log", "kestrel", "--kind", last="r") == ["rolls", "rulings", "redo", "restore"]
    assert complete("log", "kestrel", "--kind", last="by") == ["by-hand"]


def test_versions_are_completed_with_their_reasons(storied: Path) -> None:
    assert complete("restore", "kestrel") == ["1", "2", "last"]
    made = ShellComplete(saga_tui, {}, "saga-tui", "_SAGA_TUI_COMPLETE")
    helps = [item.help for item in made.get_completions(["restore", "kestrel"], "")]
    assert any("edited by hand" in str(words) for words in helps)
    assert complete("restore", "nobody") == []


def test_the_trash_is_completed(storied: Path, folder: Path) -> None:
    Library(folder).delete(storied)
    assert complete("trash") == ["restore"]
    assert complete("trash", "restore", last="k") == ["kestrel"]
    assert complete("trash", "restore", last="x") == []


def test_completing_leaves_no_trace(storied: Path, tmp_path: Path) -> None:
    before = everything(tmp_path)
    for words in (["log"], ["restore", "kestrel"], ["trash", "restore"], ["log", "kestrel", "--kind"]):
        complete(*words)
    assert everything(tmp_path) == before


def test_a_name_with_a_trap_in_it_is_safe_to_complete(folder: Path) -> None:
    write(folder / "trap.toml", GAME.new("\x1b[31mRed"))
    made = ShellComplete(saga_tui, {}, "saga-tui", "_SAGA_TUI_COMPLETE")
    (item,) = made.get_completions(["sheet"], "trap")
    assert "\x1b" not in str(item.help)


@pytest.mark.parametrize(
    ("shell", "expected"), [("bash", "plain,kestrel"), ("fish", "plain,kestrel\tKestrel"), ("zsh", "kestrel")]
)
def test_a_shell_gets_its_answer(
    run: Run, folder: Path, shell: str, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    env = {"_SAGA_TUI_COMPLETE": f"{shell}_complete", "COMP_WORDS": "saga-tui sheet kes", "COMP_CWORD": "2"}
    for key, value in env.items() if shell != "fish" else {**env, "COMP_CWORD": "kes"}.items():
        monkeypatch.setenv(key, value)
    assert expected in run().stdout
