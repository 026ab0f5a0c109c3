"""`saga-tui config`, `schema`, `completion`: what an editor and a shell want to know."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from saga_tui.cli import options
from saga_tui.cli.output import tell, tell_json
from saga_tui.cli.reading import chosen

if TYPE_CHECKING:
    from saga_tui.ui.config import Config


@click.command()
@click.option("--keys", "list_keys", is_flag=True, help="List every key that you can change, with its id.")
@options.JSON
def config(list_keys: bool, as_json: bool) -> None:
    """Show the config file's path and the values in effect.

    The file is TOML. It can set theme, animations, print-command, pictures (the folder that F9 saves pictures of the
    screen in) and keys; $SAGA_TUI_CONFIG names another file.
    Unknown entries are reported with the nearest known one. Nothing is written.

    With --json: path, exists, problems, values (theme, animations, print-command, pictures, keys that are changed, and
    games), themes, and with --keys also keys (a list of id, usual, now and words).

    \b
    Examples:
      saga-tui config
      saga-tui config --keys
      $EDITOR "$(saga-tui config --json | jq -r .path)"
    """
    from saga_tui.ui.config import load

    found = load()
    record = _record(found, list_keys=list_keys)
    if as_json:
        tell_json(record)
        return
    tell(f"{record['path']}{'' if record['exists'] else '  (no file; using defaults)'}", "cyan")
    for name, value in record["values"].items():
        tell(f"  {name} = {_toml(value)}")
    tell(f"  themes: {', '.join(record['themes'])}")
    if list_keys:
        tell()
        tell("Keys, for the section [keys]", "cyan")
        width = max(len(one["id"]) for one in record["keys"])
        for one in record["keys"]:
            changed = f"  (default {one['usual']})" if one["now"] != one["usual"] else ""
            tell(f"  {one['id']:<{width}}  {one['now']:<14} {one['words']}{changed}")
    for problem in record["problems"]:
        tell(problem, "yellow", err=True)


def _record(found: Config, *, list_keys: bool) -> dict[str, Any]:
    from saga_tui.ui import config as settings
    from saga_tui.ui.pages import known_keys, unknown_keys
    from saga_tui.ui.picture import folder
    from saga_tui.ui.theme import known_themes, theme_problem

    path = found.where or settings.path()
    known = known_keys() if list_keys else {}
    problems = [*found.problems, *theme_problem(found.theme), *unknown_keys(dict(found.keys))]
    record: dict[str, Any] = {
        "path": str(path),
        "exists": path.exists(),
        "problems": problems,
        "values": {
            "theme": found.theme,
            "animations": found.animations,
            "print-command": list(found.print_command),
            "pictures": str(folder(found.pictures)),
            "keys": dict(found.keys),
            "games": {game: dict(values) for game, values in found.games.items()},
        },
        "themes": list(known_themes()),
    }
    if list_keys:
        record["keys"] = [
            {"id": one.id, "usual": one.keys, "now": found.keys.get(one.id, one.keys), "words": one.words}
            for one in known.values()
        ]
    return record


def _toml(value: object) -> str:
    """The value as the file would have it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        inside = ", ".join(f"{_toml(key)} = {_toml(item)}" for key, item in value.items())
        return f"{{ {inside} }}" if value else "{}"
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    return f'"{value}"' if isinstance(value, str) else str(value)


@click.command()
@options.GAME
def schema(game: str) -> None:
    """Print the JSON Schema of a character file.

    With it, an editor completes and checks the file as you type.

    \b
    Examples:
      saga-tui schema > saga-character.schema.json
    With an editor that knows Taplo, this as the first line of a character file uses it:
      #:schema ./saga-character.schema.json
    """
    import json

    click.echo(json.dumps(chosen(game).schema(), indent=2, ensure_ascii=False))


SHELLS = ("bash", "zsh", "fish")
VARIABLE = "_SAGA_TUI_COMPLETE"


@click.command()
@click.argument("shell", type=click.Choice(SHELLS), required=False)
@click.pass_context
def completion(ctx: click.Context, shell: str | None) -> None:
    """Print a script that lets your shell complete names.

    It completes commands, options and the names of your characters.

    Without SHELL, it uses the one that $SHELL names.

    \b
    Examples:
      eval "$(saga-tui completion bash)"                                    (in ~/.bashrc)
      eval "$(saga-tui completion zsh)"                                     (in ~/.zshrc)
      saga-tui completion fish > ~/.config/fish/completions/saga-tui.fish
    """
    from click.shell_completion import get_completion_class

    wanted = shell or Path(os.environ.get("SHELL", "")).name
    maker = get_completion_class(wanted) if wanted in SHELLS else None
    if maker is None:
        raise click.UsageError(f"Choose a shell: {', '.join(SHELLS)}.")
    click.echo(maker(ctx.find_root().command, {}, "saga-tui", VARIABLE).source())
