"""The help of every command, those of games and those within others too: complete, with examples that can be typed."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator

import click
import pytest
from click.testing import CliRunner

from saga_tui.cli.group import saga_tui


def walked(command: click.Command, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """The command and all within it, each with the words that are typed for it."""
    loaded = getattr(command, "loaded", None)
    command = loaded("saga") if callable(loaded) else command
    yield path, command
    if isinstance(command, click.Group):
        context = click.Context(command, info_name=path[-1])
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            assert inner is not None, name
            yield from walked(inner, (*path, name))


COMMANDS = dict(walked(saga_tui, ("saga-tui",)))


def examples(command: click.Command) -> list[str]:
    """The lines under `Examples:`."""
    text = (command.help or "").partition("Examples:")[2]
    return [line.strip() for line in text.splitlines() if line.strip() and line.strip() != "\b"]


@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
def test_each_command_is_explained_with_an_example(path: tuple[str, ...]) -> None:
    command = COMMANDS[path]
    assert (command.help or "").split("\n")[0].rstrip().endswith("."), "a whole sentence first"
    assert any(" ".join(path) in line for line in examples(command)), "an example of its own"
    for param in command.params:
        if isinstance(param, click.Option):
            assert param.help, param.name


@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
def test_each_example_can_be_typed(path: tuple[str, ...]) -> None:
    """Its commands and options are there."""
    for line in examples(COMMANDS[path]):
        for typed in re.findall(r"saga-tui(?: [^|;)<>#]*)?", line):
            words = shlex.split(typed) if typed.count('"') % 2 == 0 else typed.replace('"', "").split()
            check(words[1:], line)


def check(words: list[str], line: str) -> None:
    """Follows the words as the command line does."""
    found: tuple[str, ...] = ("saga-tui",)
    while words:
        command = COMMANDS[found]
        parser = command.make_parser(click.Context(command, info_name=found[-1], **command.context_settings))
        if not isinstance(command, click.Group):
            parser.parse_args(list(words))
            return
        parser.allow_interspersed_args = False
        _, rest, _ = parser.parse_args(list(words))
        if not rest:
            return
        found, words = (*found, rest[0]), rest[1:]
        assert found in COMMANDS, line


@pytest.mark.parametrize("path", [path for path, one in COMMANDS.items() if isinstance(one, click.Group)], ids=" ".join)
def test_the_help_names_each_command_in_a_whole_line(path: tuple[str, ...]) -> None:
    text = CliRunner().invoke(saga_tui, [*path[1:], "--help"]).stdout
    for name in [inner[-1] for inner in COMMANDS if len(inner) == len(path) + 1 and inner[: len(path)] == path]:
        (line,) = [line for line in text.splitlines() if line.startswith(f"  {name} ")]
        assert line.rstrip().endswith("."), line
        assert "..." not in line
