"""`saga-tui trash`: characters that were thrown away, and the way back out."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from saga_tui.cli.names import Place
from saga_tui.cli.output import tell_json, when
from saga_tui.cli.trouble import Trouble, tell
from saga_tui.words import listed

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from saga_tui.store import Trashed


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


def complete_trashed(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The files in the trash by name, each with its character's."""
    from click.shell_completion import CompletionItem

    from saga_tui.safe import safe

    place = Place(ctx.find_root().params.get("folder"))
    names = {item.name.removesuffix(".toml"): item for item in place.library.trash()}
    return [
        CompletionItem(stem, help=safe(_name(place, item), limit=80) or None)
        for stem, item in names.items()
        if stem.startswith(incomplete)
    ]


@trash.command()
@click.argument("name", shell_complete=complete_trashed, metavar="NAME")
@click.pass_context
def restore(ctx: click.Context, name: str) -> None:
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

    item = _chosen(place, name)
    try:
        path = place.library.restore(item)
    except StoreError as error:
        raise Trouble(f"{item.name} cannot be restored: {error}") from None
    except OSError as error:
        raise Trouble(f"{item.name} cannot be restored: {os_error_in_words(error)}.") from None
    tell(f"Restored: {_name(place, path) or path.stem}, in {path.name}")


def _chosen(place: Place, name: str) -> Trashed:
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
