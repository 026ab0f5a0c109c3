"""`saga-tui history`, `restore`, `trash`: kept versions of a file, deleted characters, and the way back."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from saga_tui.changes import Doc, describe, diff
from saga_tui.cli import options
from saga_tui.cli.names import CharacterName, Completions, Place, completing, place_of
from saga_tui.cli.options import writes
from saga_tui.cli.output import Trouble, size, tell, tell_json, when
from saga_tui.cli.reading import layout_of, past_of, path_of
from saga_tui.cli.writable import show_changes, writable
from saga_tui.words import listed, plural

if TYPE_CHECKING:
    from saga_tui.store import Kept, Trashed
    from saga_tui.store.read_only import Past


LAST = "last"
"""Names the state that the memory has, where the file is damaged or gone."""

WHY = {
    "session": "session start",
    "before-restore": "before restoring a version",
    "migrate": "before an update of the file format",
    "edit": "edited by hand",
    "unreadable": "could not be read",
    "raced": "saved by an editor at the same time",
    "late": "saved late by an editor",
    "displaced": "replaced by another program",
    "left-over": "left by an interrupted save",
    "conflict-copy": "conflict copy of a sync tool",
    "git-conflict": "with git conflict markers",
}


@click.command()
@click.argument("name", type=CharacterName())
@click.option("--json", "as_json", is_flag=True, help="Write one JSON list of all versions instead of text.")
@click.pass_context
def history(ctx: click.Context, name: str, as_json: bool) -> None:
    """List the backups and versions of a character.

    Backups, and versions of the file that were edited by hand, replaced or unreadable, newest first: each with its
    number, when and why it was kept, its size, and how many values differ from now. Nothing is written. saga-tui
    restore restores one.

    With --json: a list of objects with version, file, kind (backup or kept), at, why, size and differences (null
    where it cannot be read).

    \b
    Examples:
      saga-tui history kestrel
      saga-tui restore kestrel 2 --dry-run
    """
    then = past_of(path_of(ctx.obj, name))
    records = [_record(then, number, version) for number, version in enumerate(then.versions(), 1)]
    if as_json:
        tell_json(records)
        return
    for one in records:
        told = "cannot be read" if one["differences"] is None else _differs(one["differences"])
        why = WHY.get(one["why"], one["why"])
        kind = "edit" if one["why"] == "edit" else one["kind"]
        tell(f"{one['version']:>4}  {when(one['at'])}  {kind:<6}  {size(one['size']):>8}  {why}; {told}")
    if not records:
        tell("No versions yet.", err=True)


def _record(then: Past, number: int, version: Kept) -> dict[str, Any]:
    from saga_tui.store import BadFile

    try:
        differences: int | None = len(diff(then.doc, version.load()))
    except BadFile:
        differences = None
    stat = then.fs.stat(str(version.path))
    return {
        "version": number,
        "file": str(version.path),
        "kind": "backup" if version.path.parent.name == "backups" else "kept",
        "at": version.at.astimezone().isoformat(timespec="seconds"),
        "why": version.why,
        "size": stat.size if stat else 0,
        "differences": differences,
    }


def _differs(differences: int) -> str:
    return f"differs in {plural(differences, 'value')}" if differences else "same as now"


@completing
def complete_version(ctx: click.Context) -> Completions:
    """The numbers of the versions of the character that is named before, each with its time and reason."""
    then = past_of(path_of(place_of(ctx), str(ctx.params.get("name") or "")))
    for number, version in enumerate(then.versions(), 1):
        yield str(number), f"{when(version.at)} {WHY.get(version.why, version.why)}"
    yield LAST, "the saved history, for a damaged or missing file"


@click.command()
@click.argument("name", type=CharacterName())
@click.argument("version", shell_complete=complete_version, metavar="VERSION")
@options.DRY_RUN
@writes
@click.pass_context
def restore(ctx: click.Context, name: str, version: str, dry_run: bool) -> None:
    """Restore an earlier version of a character.

    VERSION is a number from saga-tui history, or the name of a file there. Restoring is one event, backed up first,
    which you can undo. A damaged or missing file is rebuilt; the old file is kept.

    The VERSION last is the saved history: use it for a damaged or missing file.

    \b
    Examples:
      saga-tui restore kestrel 2 --dry-run
      saga-tui restore kestrel 2
      saga-tui restore kestrel last
    """
    path = path_of(ctx.obj, name)
    then = past_of(path)
    chosen = None if version == LAST else _chosen(then, version, name)
    if dry_run:
        show_changes(
            _shown(path, then), then.doc if chosen is None else _document(path, then, chosen), layout_of(path).words
        )
    elif chosen is None:
        _rewrite(path)
    else:
        _bring_back(path, chosen)


def _chosen(then: Past, version: str, name: str) -> Kept:
    versions = then.versions()
    for number, kept in enumerate(versions, 1):
        if version in (str(number), kept.path.name, kept.path.stem):
            return kept
    if not versions:
        raise Trouble(f"There are no versions of {name} yet.")
    raise Trouble(f'There is no version "{version}": they go from 1 to {len(versions)}. saga-tui history {name}')


def _shown(path: Path, then: Past) -> Doc:
    """What the file says now, or nothing."""
    from saga_tui.store import BadFile, load

    try:
        return load(path)
    except BadFile:
        return {} if then.found.unreadable else then.doc


def _document(path: Path, then: Past, version: Kept) -> Doc:
    from saga_tui.store import BadFile
    from saga_tui.store.external_edits import upgraded

    layout = layout_of(path)
    try:
        doc = upgraded(version.load(), layout, version.path)
        layout.validate(doc)
    except BadFile as bad:
        raise Trouble(f"That version cannot be restored. {bad}") from None
    except ValueError as error:
        raise Trouble(f"That version cannot be restored. {error}") from None
    return {**doc, "id": then.doc["id"]} if "id" in then.doc else doc


def _rewrite(path: Path) -> None:
    said = ""
    with writable(path, damaged=True) as memory:
        if memory.problem is not None:
            memory.use_memory()
            said = f"{path.name} was rebuilt from its history. The old file is kept."
        elif memory.settle():
            said = "Part of the history is lost; the log says so. The character continues from what is left."
        elif not any("rebuilt" in note for note in memory.notes):
            said = f"{path.name} is valid and matches its history: nothing to do."
    if said:
        tell(said)


def _bring_back(path: Path, version: Kept) -> None:
    from saga_tui.store import BadFile

    with writable(path, damaged=True) as memory:
        damaged = memory.problem is not None
        if damaged:
            memory.use_memory()
        try:
            event = memory.restore(version)
        except BadFile as bad:
            raise Trouble(f"That version cannot be restored. {bad}") from None
        words = memory.layout.words
    if damaged:
        tell(f"{path.name} could not be used. The old file is kept.", err=True)
    tell(f"{event.text}: {plural(len(event.changes), 'change')}")
    for change in event.changes:
        tell(f"  {describe(change, words)}")


class Trash(click.Group):
    """The trash's commands, also by the names that they had in earlier versions."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of that name."""
        return super().get_command(ctx, {"bring-back": "restore"}.get(cmd_name, cmd_name))


@click.group(cls=Trash, invoke_without_command=True)
@click.option("--json", "as_json", is_flag=True, help="Write one JSON list instead of text.")
@click.pass_context
def trash(ctx: click.Context, as_json: bool) -> None:
    """List deleted characters, or restore one.

    The last one deleted comes first. saga-tui never empties the trash by itself.

    With --json: a list of objects with number, name, file, at and folder.

    \b
    Examples:
      saga-tui trash
      saga-tui trash restore kestrel
    """
    if ctx.invoked_subcommand is not None:
        return
    place: Place = ctx.obj
    found = place.library.trash()
    if as_json:
        tell_json(
            [
                {
                    "number": number,
                    "name": _name(place, item),
                    "file": item.name,
                    "at": item.at.astimezone().isoformat(timespec="seconds"),
                    "folder": str(item.folder),
                }
                for number, item in enumerate(found, 1)
            ]
        )
        return
    for number, item in enumerate(found, 1):
        tell(f"{number:>4}  {when(item.at)}  {_name(place, item) or item.name}  ({item.name})")
    if not found:
        tell("The trash is empty.", err=True)


def _name(place: Place, item: Trashed | Path) -> str:
    """The character's name, as far as it can be read."""
    from saga_tui.store import BadFile, load

    try:
        path = item if isinstance(item, Path) else item.folder / item.name
        return place.library.name_of(load(path)).strip()
    except BadFile:
        return ""


def _names(place: Place, item: Trashed) -> set[str]:
    """All that it can be asked for by."""
    names = (_name(place, item), item.name, item.name.removesuffix(".toml"))
    return {name.casefold() for name in names if name}


@completing
def complete_trashed(ctx: click.Context) -> Completions:
    """The files in the trash by name, each with its character's."""
    place = place_of(ctx)
    names = {item.name.removesuffix(".toml"): item for item in place.library.trash()}
    return [(stem, _name(place, item)) for stem, item in names.items()]


@trash.command("restore")
@click.argument("name", shell_complete=complete_trashed, metavar="NAME")
@click.pass_context
def bring_back(ctx: click.Context, name: str) -> None:
    """Restore a deleted character with its whole history.

    NAME is the character's name, the name of its file, or its number in the list. If another character uses its
    file name now, it gets a new one.

    \b
    Examples:
      saga-tui trash restore kestrel
      saga-tui trash restore 2
    """
    place: Place = ctx.obj
    from saga_tui.store.errors import StoreError, os_error_in_words

    item = _trashed(place, name)
    try:
        path = place.library.restore(item)
    except StoreError as error:
        raise Trouble(f"{item.name} cannot be restored: {error}") from None
    except OSError as error:
        raise Trouble(f"{item.name} cannot be restored: {os_error_in_words(error)}.") from None
    tell(f"Restored: {_name(place, path) or path.stem}, in {path.name}")


def _trashed(place: Place, name: str) -> Trashed:
    from saga_tui.problem import near

    found = place.library.trash()
    if not found:
        raise Trouble("The trash is empty.")
    wanted = name.strip().casefold()
    if wanted.isdecimal() and 1 <= int(wanted[:9]) <= len(found):
        return found[int(wanted[:9]) - 1]
    fitting = [number for number, item in enumerate(found, 1) if wanted in _names(place, item)]
    if len(fitting) == 1:
        return found[fitting[0] - 1]
    if fitting:
        numbers = listed(map(str, fitting), "or")
        raise Trouble(f'There are {len(fitting)} named "{name}" in the trash. Give a number: {numbers}.')
    names = dict.fromkeys(_name(place, item) or item.name for item in found)
    raise Trouble(f'There is no "{name}" in the trash. {near(name, names)}')
