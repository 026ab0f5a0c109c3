"""`saga-tui setting`: a game's settings listed, shown, checked, begun, and taken over by a document."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from saga_tui.cli import options
from saga_tui.cli.check import COLOURS, record
from saga_tui.cli.names import CharacterName, Completions, completing, place_of
from saga_tui.cli.options import writes
from saga_tui.cli.output import SOUND, UNREADABLE, UNSOUND, Trouble, tell, tell_json
from saga_tui.cli.reading import chosen, current
from saga_tui.cli.writable import writable
from saga_tui.engine.command import perform
from saga_tui.engine.session import Session
from saga_tui.engine.settings import SHIPPED, Part, Settings, Shelf, folder_of_the_user
from saga_tui.games import registry
from saga_tui.problem import FILE, near
from saga_tui.safe import safe
from saga_tui.words import plural

if TYPE_CHECKING:
    from saga_tui.engine.settings import Checked, Found
    from saga_tui.games.contract import Game

WIDEST = 100


@completing
def complete_name(ctx: click.Context) -> Completions:
    """The settings of the game that was named, or of the only one; of all games that have any, where there are more."""
    folder = place_of(ctx).folder
    key = (ctx.parent and ctx.parent.params.get("game")) or ""
    games = [chosen(key)] if key else map(registry.game, registry.titles()[0])
    shelves = [Shelf(game.settings, folder) for game in games if game.settings is not None]
    return [(one.key, one.name) for shelf in shelves for one in shelf.all]


@click.group()
@options.GAME
def setting(game: str) -> None:
    """List, show, check, create or use settings.

    A setting is one TOML file that changes the game: its lists, examples, numbers and rule options. Some ship with
    the game; others are found in the folder "settings" of your configuration and next to your characters.

    \b
    Examples:
      saga-tui setting list
      saga-tui setting new "Drowned Coast"
      saga-tui setting check drowned-coast.toml
      saga-tui setting use drowned-coast kestrel
    """


def _settings(game: Game) -> Settings[Any]:
    if game.settings is None:
        raise Trouble(f"{game.title} has no settings.")
    return game.settings


def _chosen(ctx: click.Context) -> Settings[Any]:
    """The settings of the game that was named, or of the only one."""
    assert ctx.parent is not None, "a command of the group"
    return _settings(chosen(ctx.parent.params.get("game") or ""))


def _shelf(ctx: click.Context) -> Shelf[Any]:
    return Shelf(_chosen(ctx), ctx.find_root().obj.folder)


def named(shelf: Shelf[Any], name: str, noun: str = "setting") -> Found[Any]:
    """The one of that name, whatever is wrong with it."""
    found = shelf.find(name) if name.strip() else None
    if found is None:
        tail = near(name, shelf.names())
        raise Trouble(f"There is no {noun} {safe(name, limit=80)!r}. {tail}")
    return found


def valid(found: Found[Any], noun: str = "setting") -> Found[Any]:
    """The same, if it can be played by."""
    if found.setting is None:
        first = found.checked.problems[0]
        raise Trouble(f"{first.said(found.path.name)}\nsaga-tui {noun} check {found.path} shows what to fix.")
    return found


# ---- list, show


@setting.command("list")
@click.option("--json", "as_json", is_flag=True, help="Write a JSON list instead of text.")
@click.pass_context
def list_(ctx: click.Context, as_json: bool) -> None:
    """List all settings, with where each comes from.

    With --json: a list of objects with name, title, path, from, valid and description.

    \b
    Examples:
      saga-tui setting list
      saga-tui setting list --json | jq -r '.[].name'
    """
    tell_all(_shelf(ctx), as_json)


def tell_all(shelf: Shelf[Any], as_json: bool, noun: str = "setting") -> None:
    """All that can be found, and where was looked."""
    if as_json:
        tell_json([_listed(one) for one in shelf.all])
        return
    width = max((len(one.key) for one in shelf.all), default=0)
    for one in shelf.all:
        state = "" if one.checked.is_valid else f"  broken: saga-tui {noun} check shows where"
        tell(f"{one.key:<{width}}  {one.name} ({one.origin}){state}")
    tell()
    tell("Searched in:", err=True)
    for origin, folder in shelf.folders():
        if origin != SHIPPED:
            tell(f"  {folder} ({origin})", err=True)


def _listed(one: Found[Any]) -> dict[str, Any]:
    return {
        "name": one.key,
        "title": one.name,
        "path": str(one.path),
        "from": one.origin,
        "valid": one.setting is not None,
        "sound": one.setting is not None,
        "description": one.kind.name(one.setting)[1] if one.setting is not None else "",
    }


@setting.command()
@click.argument("name", shell_complete=complete_name)
@click.option("--json", "as_json", is_flag=True, help="Write the setting as JSON instead of text.")
@click.pass_context
def show(ctx: click.Context, name: str, as_json: bool) -> None:
    """Show a setting and all that it changes.

    \b
    Examples:
      saga-tui setting show drowned-coast
      saga-tui setting show "Drowned Coast" --json
    """
    found = valid(named(_shelf(ctx), name))
    tell_one(found, as_json)


def tell_one(found: Found[Any], as_json: bool) -> None:
    """All of one that can be played by."""
    assert found.setting is not None, "a valid one has been read"
    if as_json:
        tell_json(found.kind.record(found.setting))
        return
    tell(found.kind.name(found.setting)[0], "cyan")
    tell(f"{found.path} ({found.origin})")
    for part in found.kind.parts(found.setting):
        _tell_part(part)


def _tell_part(part: Part) -> None:
    from saga_tui.paper.layout import wrap

    width = min(WIDEST, shutil.get_terminal_size().columns)
    tell()
    if part.title:
        tell(part.title, "cyan")
    for line in part.lines:
        for piece in wrap(safe(line, limit=5000), width - 2, hang=2 if part.title else 0):
            tell(f"  {piece}" if part.title else piece)


# ---- check, new


@setting.command(short_help="Check a setting file.")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE...")
@click.option("--json", "as_json", is_flag=True, help="Write one JSON list of all problems instead of text.")
@click.pass_context
def check(ctx: click.Context, files: tuple[Path, ...], as_json: bool) -> None:
    """Check a setting file: line, column, what was expected, and a suggestion.

    FILE is a path or the name of a setting. Exit code 0: all are valid. 1: one has errors. 2: one cannot be read.

    With --json: a list of objects with file, level, rule, where, line, column, message and mend.

    \b
    Examples:
      saga-tui setting check drowned-coast.toml
      saga-tui setting check settings/*.toml
    """
    ctx.exit(tell_checks(_shelf(ctx), files, as_json))


def tell_checks(shelf: Shelf[Any], files: Sequence[Path], as_json: bool) -> int:
    """What is wrong with each; gives the exit code."""
    reports = [(path, _checked(shelf, path)) for path in files]
    if as_json:
        tell_json([record(str(path), item) for path, checked in reports for item in checked.problems])
    else:
        for path, checked in reports:
            _tell_checked(str(path), checked, shelf.kind.general)
    return max(_code(checked) for _, checked in reports)


def _checked(shelf: Shelf[Any], path: Path) -> Checked[Any]:
    if not path.exists() and path.name == str(path) and (found := shelf.find(str(path))) is not None:
        return found.checked
    return shelf.kind.check_file(path)


def _code(checked: Checked[Any]) -> int:
    if checked.is_valid:
        return SOUND
    return UNREADABLE if any(item.unreadable for item in checked.problems) else UNSOUND


def _tell_checked(file: str, checked: Checked[Any], general: str) -> None:
    count = len(checked.problems)
    verdict = "valid" if checked.is_valid else plural(count, "error")
    tell(f"{file}: {verdict}")
    for item in checked.problems:
        problem = item.problem
        place = f"{file}:{item.line}:{item.column}: " if item.line else f"{file}: "
        rule = "" if problem.rule in (general, FILE) else f"  [{problem.rule}]"
        tell()
        tell(f"  {place}{problem.message}.{rule}", COLOURS[problem.level])
        tell(f"    {problem.fix}")


@setting.command(short_help="Create a setting of your own.")
@click.argument("name")
@options.to_folder("Write it there. Default: the folder settings of your configuration.")
@click.pass_context
def new(ctx: click.Context, name: str, folder: Path | None) -> None:
    """Create a setting of your own: a file with every part in it and a comment on each, ready to edit.

    It passes the check unchanged. An existing file is never overwritten.

    \b
    Examples:
      saga-tui setting new "Drowned Coast"
      saga-tui setting new "Drowned Coast" --to characters/settings
      $EDITOR "$(saga-tui setting new 'Drowned Coast')"
    """
    begin(_chosen(ctx), name, folder or folder_of_the_user())


def begin(kind: Settings[Any], name: str, into: Path, noun: str = "setting") -> None:
    """Writes a new file of that name, and tells its path."""
    from saga_tui.store.errors import os_error_in_words

    told = " ".join(safe(name, limit=60).split())
    if not told:
        raise click.UsageError(f"A {noun} needs a name.")
    try:
        path = kind.new_file(told, into)
    except FileExistsError as there:
        raise Trouble(f"{there.filename} already exists and is not overwritten. Choose another name.") from None
    except OSError as error:
        raise Trouble(f"Cannot write in {into}: {os_error_in_words(error)}.") from None
    click.echo(str(path))


# ---- use


@setting.command(short_help="Use a setting for a character.")
@click.argument("name", shell_complete=complete_name)
@click.argument("character", type=CharacterName(), metavar="CHARACTER")
@options.DRY_RUN
@writes
@click.pass_context
def use(ctx: click.Context, name: str, character: str, dry_run: bool) -> None:
    """Use a setting for a character, and show everything this changes.

    What the rules need is copied into the character's file, so that it opens even without the setting's file. It is
    one log entry, which you can undo. Run use again after you change the setting's file.

    \b
    Examples:
      saga-tui setting use drowned-coast kestrel --dry-run
      saga-tui setting use drowned-coast kestrel
      saga-tui setting use plain kestrel
    """
    from saga_tui.cli.outcome import show as show_outcome

    path = ctx.find_root().obj.path(character)
    doc, game = current(path)
    found = valid(named(Shelf(_settings(game), path.parent), name))
    command = found.kind.take(found.setting)
    outcome = perform(game.rules, game.rules.of(doc), command)
    if not dry_run and (outcome.changes or outcome.lines):
        with writable(path) as memory:
            outcome = Session(game.rules, memory).do(command)
    show_outcome(game.rules, outcome, path.stem, dry=dry_run)
