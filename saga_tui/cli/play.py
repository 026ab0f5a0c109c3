"""`saga-tui`, `new` and `play`: the verbs that open the app."""

from __future__ import annotations

from pathlib import Path

import click

from saga_tui.cli import need_terminal, open_app, options
from saga_tui.cli.names import CharacterName, Place
from saga_tui.cli.output import Trouble, tell
from saga_tui.cli.reading import readable, remembered


@click.command()
@click.argument("name", required=False, default="")
@options.GAME
@click.option("--no-open", is_flag=True, help="Only write the file and print its path.")
@click.pass_context
def new(ctx: click.Context, name: str, game: str, no_open: bool) -> None:
    """Create a character and open the builder.

    The name can wait: it is asked for in the first step.

    \b
    Examples:
      saga-tui new
      saga-tui new "Mother Ashgrove"
      $EDITOR "$(saga-tui new --no-open Kestrel)"
    """
    if not no_open:
        need_terminal()
    path = create(ctx.obj, name, game)
    if no_open:
        click.echo(str(path))
    else:
        open_app(path.parent, path)


def create(place: Place, name: str, key: str = "") -> Path:
    """The file of a new character with that name, on disk; of the game with that key, or the only one."""
    from saga_tui.games import registry
    from saga_tui.store import Memory, StoreError
    from saga_tui.store.errors import os_error_in_words

    if namesakes := place.called(name):
        tell(f"You already have a {name}, in {namesakes[0].name}: this is a second one.", err=True)
    try:
        game = registry.chosen(key)
        with Memory.create(place.folder, game.new(name), registry.layout(game.key)) as memory:
            return memory.path
    except OSError as error:
        raise Trouble(f"Cannot write in {place.folder}: {os_error_in_words(error)}.") from None
    except registry.UnknownGame as unknown:
        raise Trouble(str(unknown)) from None
    except (StoreError, ValueError) as error:
        raise Trouble(f"The character could not be created: {_said(error)}") from None


def _said(error: Exception) -> str:
    """What is wrong in one line; of a value that the game refuses, which one and why."""
    errors = getattr(error, "errors", None)
    if errors is None:
        return str(error)
    return "; ".join(f"{one['loc'][-1]}: {one['msg'].removeprefix('String ')}." for one in errors())


@click.command()
@click.argument("name", type=CharacterName())
@click.pass_context
def play(ctx: click.Context, name: str) -> None:
    """Open a character, in the builder or in play.

    A character still being built opens at the step where you left it.

    \b
    Examples:
      saga-tui play kestrel
      saga-tui play "Mother Ashgrove"
    """
    path = ctx.obj.path(name)
    try:
        readable(path)
    except Trouble:
        if not remembered(path):  # what has a memory opens from it, and the app asks what to do about the file
            raise
    open_app(path.parent.absolute(), path.absolute())
