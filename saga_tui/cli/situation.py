"""`saga-tui situation`: situations prepared as files: listed, shown, checked, begun, and what may come of them."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from saga_tui.cli import options
from saga_tui.cli.names import CharacterName, Completions, completing, place_of
from saga_tui.cli.output import Trouble, tell, tell_json, troubles
from saga_tui.cli.reading import chosen, current
from saga_tui.cli.setting import begin, named, tell_all, tell_checks, tell_one, valid
from saga_tui.engine.settings import Shelf
from saga_tui.games import registry
from saga_tui.games.party import PartyGame

if TYPE_CHECKING:
    from saga_tui.engine.settings import Found, Situations
    from saga_tui.games.contract import Game

NOUN = "situation"


def game_of(key: str) -> tuple[Game, Situations[Any]]:
    """The game that was named, or the only one that has situations."""
    able = [] if key else [game for game in map(registry.game, registry.titles()[0]) if game.situations is not None]
    game = able[0] if len(able) == 1 else chosen(key)
    if game.situations is None:
        raise Trouble(f"{game.title} has no situations.")
    return game, game.situations


def _shelf(ctx: click.Context) -> Shelf[Any]:
    assert ctx.parent is not None, "a command of the group"
    kind = game_of(str(ctx.parent.params.get("game") or ""))[1]
    return Shelf(kind, ctx.find_root().obj.folder)


def _found(ctx: click.Context, name: str) -> Found[Any]:
    """The situation of that name, or in the file of that path."""
    from saga_tui.engine.settings import Found

    shelf, path = _shelf(ctx), Path(name)
    if path.suffix and path.is_file():
        return valid(Found(path.stem, path, "your own", shelf.kind), NOUN)
    if name.strip() and shelf.find(name) is None and (kept := _kept(ctx, name)) is not None:
        return kept
    return valid(named(shelf, name, NOUN), NOUN)


def _kept(ctx: click.Context, name: str) -> Found[Any] | None:
    """The situation of that name in a table's file, of the first table that has one."""
    from saga_tui.engine.settings import held_in

    assert ctx.parent is not None, "a command of the group"
    kind = game_of(str(ctx.parent.params.get("game") or ""))[1]
    for entry in ctx.find_root().obj.library.tables.iter_entries():
        with suppress(Trouble):
            doc, its = current(entry.path)
            if its.situations is kind and (found := held_in(kind, its.rules.of(doc), entry.path, name)) is not None:
                return found
    return None


@completing
def complete_name(ctx: click.Context) -> Completions:
    """The situations that can be found."""
    kind = game_of(str((ctx.parent and ctx.parent.params.get("game")) or ""))[1]
    return [(one.key, one.name) for one in Shelf(kind, place_of(ctx).folder).all]


@click.group()
@options.GAME
def situation(game: str) -> None:
    """Prepare situations, and see what may come of them.

    A situation is one TOML file: opponents, obstacles, what the place is like, what else goes on. Some ship with the
    game; others are found in the folder "situations" next to your characters and in that of your configuration, or in
    a table's file, where keep-situation puts what stands there.

    \b
    Examples:
      saga-tui situation list
      saga-tui situation new "The bridge"
      saga-tui situation check the-bridge
      saga-tui situation forecast the-bridge kestrel theo-marsh
    """


@situation.command("list")
@options.JSON
@click.pass_context
def list_(ctx: click.Context, as_json: bool) -> None:
    """List all situations, with where each comes from.

    With --json: a list of objects with name, title, path, from, valid and description.

    \b
    Examples:
      saga-tui situation list
      saga-tui situation list --json | jq -r '.[].name'
    """
    tell_all(_shelf(ctx), as_json, NOUN)


@situation.command()
@click.argument("name", shell_complete=complete_name)
@options.JSON
@click.pass_context
def show(ctx: click.Context, name: str, as_json: bool) -> None:
    """Show a situation.

    \b
    Examples:
      saga-tui situation show the-bridge
      saga-tui situation show "The bridge" --json
    """
    tell_one(_found(ctx, name), as_json)


@situation.command(short_help="Check a situation's file.")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE...")
@click.option("--json", "as_json", is_flag=True, help="Write one JSON list of all problems instead of text.")
@click.pass_context
def check(ctx: click.Context, files: tuple[Path, ...], as_json: bool) -> None:
    """Check a situation's file: line, column, what was expected, and a suggestion.

    FILE is a path or the name of a situation. Exit code 0: all are valid. 1: one has errors. 2: one cannot be read.

    With --json: a list of objects with file, level, rule, where, line, column, message and mend.

    \b
    Examples:
      saga-tui situation check the-bridge
      saga-tui situation check characters/situations/*.toml
    """
    ctx.exit(tell_checks(_shelf(ctx), files, as_json))


@situation.command(short_help="Create a situation of your own.")
@click.argument("name")
@options.to_folder("Write it there. Default: the folder situations next to your characters.")
@click.pass_context
def new(ctx: click.Context, name: str, folder: Path | None) -> None:
    """Create a situation of your own: a file with every part in it and a comment on each, ready to edit.

    It passes the check unchanged. An existing file is never overwritten.

    \b
    Examples:
      saga-tui situation new "The bridge"
      $EDITOR "$(saga-tui situation new 'The bridge')"
    """
    shelf = _shelf(ctx)
    assert shelf.beside is not None, "the folder of the characters"
    begin(shelf.kind, name, folder or shelf.beside / shelf.kind.folder, NOUN)


@situation.command(short_help="See what may come of a situation.")
@click.argument("name", shell_complete=complete_name)
@click.argument("characters", nargs=-1, required=True, type=CharacterName(), metavar="CHARACTER...")
@click.option("--only", multiple=True, metavar="NAME", help="Only elements whose name begins so; may be repeated.")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Seed of the random dice.")
@click.option("--ascii", "plain", is_flag=True, help="Use ASCII only: no boxes, no symbols.")
@options.JSON
@click.pass_context
def forecast(  # noqa: PLR0917 - click gives one for each option
    ctx: click.Context,
    name: str,
    characters: Sequence[str],
    only: tuple[str, ...],
    seed: int,
    plain: bool,
    as_json: bool,
) -> None:
    """Play a situation 1,000 times with these characters, and show what came of it.

    CHARACTER may be a table: that is all who sit at it. The players are simple, and it says how they play. The same
    seed throws the same dice. Nothing is written.

    \b
    Examples:
      saga-tui situation forecast the-bridge kestrel theo-marsh
      saga-tui situation forecast the-bridge kestrel --seed 7 --json
      saga-tui situation forecast low-light kestrel theo-marsh --only dogs --only "the last train"
    """
    assert ctx.parent is not None, "a command of the group"
    game, kind = game_of(str(ctx.parent.params.get("game") or ""))
    if kind.forecast is None:
        raise Trouble(f"{game.title} makes no forecasts.")
    found = _found(ctx, name)
    documents: list[Any] = []
    for one in characters:
        path = ctx.find_root().obj.path(one)
        doc, its = current(path)
        if isinstance(its, PartyGame) and its.members.key == game.key:
            documents += its.seated(its.rules.of(doc), path.parent).values()
        elif its.key != game.key:
            raise Trouble(f"{one} is a {its.noun} of {its.title}, not of {game.title}.")
        else:
            documents.append(its.rules.of(doc))
    given = {"seed": seed, "plain": plain, "only": only, "width": min(100, shutil.get_terminal_size().columns)}
    with troubles(ValueError):
        told = kind.forecast(found.setting, documents, given)
    if as_json:
        tell_json(told.record)
        return
    for line in told.lines:
        tell(line)
