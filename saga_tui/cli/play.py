"""`saga-tui`, `new` and `play`: the verbs that open the app."""

from __future__ import annotations

from pathlib import Path

import click

from saga_tui.cli import need_terminal, open_app, options
from saga_tui.cli.names import CharacterName, Place, home_of
from saga_tui.cli.output import Trouble, tell
from saga_tui.cli.reading import readable, remembered


@click.command()
@click.argument("name", required=False, default="")
@click.argument("characters", nargs=-1, type=CharacterName(), metavar="[CHARACTERS...]")
@click.option("--table", is_flag=True, help="Create a table at which these characters sit, and open it.")
@options.GAME
@click.option("--no-open", is_flag=True, help="Only write the file and print its path.")
@click.pass_context
def new(  # noqa: PLR0917 - click gives one for each option
    ctx: click.Context, name: str, characters: tuple[str, ...], table: bool, game: str, no_open: bool
) -> None:
    """Create a character and open the builder; or a table.

    The name can wait: it is asked for in the first step. A table is for the GM: a whole party on one screen. Others
    can be seated later.

    \b
    Examples:
      saga-tui new
      saga-tui new "Mother Ashgrove"
      saga-tui new --table Friday kestrel "Mother Ashgrove"
      $EDITOR "$(saga-tui new --no-open Kestrel)"
    """
    if characters and not table:
        raise click.UsageError("A character has one name: put it in quotation marks. For a table, add --table.")
    if table and not name.strip():
        raise click.UsageError("Give the table a name: saga-tui new --table NAME CHARACTERS.")
    if not no_open:
        need_terminal("Add --no-open: it only writes the file and prints its path.")
    if table:
        from saga_tui.cli.party import create as create_table

        path = create_table(ctx.obj, name, characters, game)
    else:
        path = create(ctx.obj, name, game)
    if no_open:
        click.echo(str(path))
    else:
        open_app(home_of(path), path)


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
    open_app(home_of(path), path.absolute())
