"""`saga-tui sheet`: a character on paper."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from saga_tui.cli.names import CharacterName
from saga_tui.cli.reading import current
from saga_tui.cli.trouble import Trouble, tell

PAGE = "\f"
"""Stands between the sheets of several characters: a printer begins a new page there."""


@click.command()
@click.argument("names", nargs=-1, required=True, type=CharacterName(), metavar="NAME...")
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write to a file instead of the screen; one that is there is replaced.",
)
@click.option("--width", type=click.IntRange(40, 200), default=80, show_default=True, help="The columns of the page.")
@click.pass_context
def sheet(ctx: click.Context, names: Sequence[str], output: Path | None, width: int) -> None:
    """Print a character's sheet as plain text.

    An ordinary character takes one page of 60 lines. Several characters stand on a page each.

    \b
    Examples:
      saga-tui sheet kestrel
      saga-tui sheet kestrel -o kestrel.txt
      saga-tui sheet --width 100 kestrel | lpr
    """
    paths = [ctx.obj.path(name) for name in names]
    pages = []
    for path in paths:
        doc, game = current(path)
        pages.append(game.sheet(doc, width))
    text = PAGE.join(pages)
    if output is None:
        click.echo(text, nl=False)
        return
    _write(output, text, paths)


def _write(output: Path, text: str, paths: Sequence[Path]) -> None:
    if output.suffix == ".toml" or any(path.exists() and output.exists() and output.samefile(path) for path in paths):
        raise Trouble(f"{output} would be taken for a character. Give the sheet another name, such as sheet.txt.")
    try:
        output.write_text(text, encoding="utf-8")
    except OSError as error:
        from saga_tui.store.errors import os_error_in_words

        raise Trouble(f"{output} cannot be written: {os_error_in_words(error)}.") from None
    tell(f"The sheet is in {output}", err=True)
