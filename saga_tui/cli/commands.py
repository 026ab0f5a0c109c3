"""`saga-tui do --list`: the commands with their parameters, made from the models."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from saga_tui.cli.output import tell_json
from saga_tui.cli.trouble import Trouble, tell
from saga_tui.engine.command import Command
from saga_tui.engine.fields import ASIDE, Field, fields
from saga_tui.engine.rules import Rules
from saga_tui.engine.typed import usage
from saga_tui.problem import near


def show_list(game: Rules[Any], words: Sequence[str], *, as_json: bool) -> None:
    """Lists all commands, or those that have all the words in their verb or their title."""
    chosen = [command for command in game.commands.values() if _has(game, command, words)]
    if not chosen:
        said = " ".join(words)
        raise Trouble(f"No command has {said!r} in it. {near(said, game.commands)}")
    if as_json:
        tell_json([_record(game, command) for command in chosen])
    else:
        for command in chosen:
            _tell(game, command)


def _has(game: Rules[Any], command: type[Command], words: Sequence[str]) -> bool:
    if len(words) == 1 and (verb := game.verb(words[0].casefold())) in game.commands:
        return command.verb == verb
    return all(word.casefold() in f"{command.verb} {command.title}".casefold() for word in words)


def _record(game: Rules[Any], command: type[Command]) -> dict[str, Any]:
    return {
        "command": command.verb,
        "title": command.title,
        "help": _help(command),
        "rules": list(game.rules_of(command)),
        "usage": usage(command),
        "parameters": [_parameter(field) for field in fields(command)],
    }


def _help(command: type[Command]) -> str:
    return " ".join((command.__doc__ or "").split())


def _parameter(field: Field) -> dict[str, Any]:
    return {
        "name": field.option,
        "kind": field.told,
        "words": list(field.words),
        "list": field.many,
        "required": field.required,
        "default": list(field.default) if isinstance(field.default, tuple) else field.default,
        "by_place": field.name not in ASIDE,
        "help": field.help,
    }


def _tell(game: Rules[Any], command: type[Command]) -> None:
    tell(usage(command), "cyan")
    rules = ", ".join(game.rules_of(command))
    tell(f"    {_help(command)}{f'  [{rules}]' if rules else ''}")
    for field in fields(command):
        if field.name in ASIDE:
            continue
        default = "" if field.required else f", {_default(field)}" if _default(field) else ", optional"
        tell(f"      {field.option}: {field.told}{default}{f'. {field.help}' if field.help else ''}")


def _default(field: Field) -> str:
    if isinstance(field.default, bool):
        return "yes unless --no-" + field.option if field.default else "no"
    return "" if field.default in (None, "", ()) else f"{field.default} if left out"
