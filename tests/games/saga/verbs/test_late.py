"""Saga's verbs in the help: loaded when used, every option explained, an example each, no terminal loaded."""

from __future__ import annotations

from pathlib import Path

import click
import pytest

from saga_tui.cli.group import LATE, Late, saga_tui
from tests.cli.conftest import Run
from tests.cli.test_verbs import fresh

VERBS = [Late(name, line) for name, line in LATE.items()]


def test_the_help_names_them(run: Run) -> None:
    text = run("--help").stdout
    for verb in VERBS:
        assert f"  {verb.name} " in text and str(verb.short_help) in text


@pytest.mark.parametrize("verb", VERBS, ids=list(LATE))
def test_each_has_its_help_an_example_and_each_option_explained(run: Run, verb: Late) -> None:
    result = run(str(verb.name), "--help")
    assert result.exit_code == 0
    assert "Examples:" in result.stdout and f"  saga-tui {verb.name}" in result.stdout
    command = verb.loaded()
    assert str(verb.short_help) in " ".join((command.help or "").split())
    assert all(param.help for param in command.params if isinstance(param, click.Option))
    assert isinstance(saga_tui.get_command(click.Context(saga_tui), str(verb.name)), click.Command)


@pytest.mark.parametrize(
    "arguments",
    [
        ["do", "kestrel", "suffer", "pain", "1"],
        ["do", "--list"],
        ["why", "kestrel", "force"],
        ["odds", "9", "vs", "6"],
        ["roll", "9", "vs", "6"],
        ["rules", "DMG-2"],
    ],
    ids=" ".join,
)
def test_the_terminal_is_not_loaded_for_it(folder: Path, arguments: list[str]) -> None:
    done = fresh(folder, *arguments)
    assert done.returncode == 0, done.stderr
    assert done.stderr.endswith("LOADED []\n")
    assert "\x1b" not in done.stdout


def test_names_and_commands_are_completed(folder: Path) -> None:
    from click.shell_completion import ShellComplete

    def completed(args: list[str], incomplete: str) -> list[str]:
        complete = ShellComplete(saga_tui, {}, "saga-tui", "_SAGA_TUI_COMPLETE")
        return [item.value for item in complete.get_completions(["--dir", str(folder), *args], incomplete)]

    assert completed([], "od") == ["odds"]
    assert completed(["do"], "kes") == ["kestrel"]
    assert completed(["do", "kestrel"], "end-s") == ["end-scene"]
    assert completed(["why", "kestrel"], "charm") == ["charm:lucky-coin", "charm:lucky-coin:left"]
    assert completed(["rules"], "dmg-2") == ["DMG-2"]
