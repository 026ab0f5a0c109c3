"""`saga-tui sheet`: a character on paper, or an empty sheet for one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from saga_tui.cli import options
from saga_tui.cli.names import CharacterName
from saga_tui.cli.output import give
from saga_tui.cli.reading import current
from saga_tui.cli.trouble import Trouble

PAGE = "\f"
"""Stands between the sheets of several characters: a printer begins a new page there."""
RULE = "\n---\n\n"
"""Stands between them in Markdown."""


@click.command()
@click.argument("names", nargs=-1, type=CharacterName(), metavar="[NAME...]")
@options.OUTPUT
@options.FORCE
@options.WIDTH
@options.FORM
@options.PLAIN
@click.option("--with-rules", "rules", is_flag=True, help="A second page explains perks, gear and consequences.")
@click.option("--blank", is_flag=True, help="An empty sheet to fill in by hand, instead of a character's.")
@click.option("--setting", default="", metavar="NAME", help="The setting of an empty sheet.")
@options.GAME
@click.pass_context
def sheet(  # noqa: PLR0917 - click gives one for each option
    ctx: click.Context,
    names: Sequence[str],
    output: Path | None,
    force: bool,
    width: int,
    form: str,
    plain: bool,
    rules: bool,
    blank: bool,
    setting: str,
    game: str,
) -> None:
    """Print a character's sheet.

    Most characters take one page of 60 lines. Several characters get a page each, with a form feed between them.
    With --ascii the sheet uses keyboard characters only; names and notes in other scripts stay as written.

    \b
    Examples:
      saga-tui sheet kestrel
      saga-tui sheet kestrel -o kestrel.txt
      saga-tui sheet kestrel ashgrove --with-rules --ascii | lpr
      saga-tui sheet kestrel --format markdown -o kestrel.md
      saga-tui sheet --blank --setting dust-and-wire
    """
    markdown = form == "markdown"
    if blank:
        if names or rules:
            raise Trouble("An empty sheet belongs to no character: leave out the names and --with-rules.")
        give(output, _blank(game, ctx.obj.folder, setting, width, plain=plain, markdown=markdown), "sheet", force=force)
        return
    if setting:
        raise Trouble("--setting is for an empty sheet: add --blank. A character's own file names its setting.")
    if not names:
        raise Trouble("Whose sheet? Give a name, or --blank for an empty one.")
    pages = []
    for name in names:
        doc, its = current(ctx.obj.path(name))
        pages.append(its.sheet(doc, width, plain=plain, markdown=markdown, rules=rules))
    give(output, (RULE if markdown else PAGE).join(pages), "sheet", force=force)


def _blank(game: str, folder: Path, setting: str, width: int, **form: bool) -> str:
    from saga_tui.games.registry import chosen

    try:
        return chosen(game).blank_sheet(setting, width, folder=folder, **form)
    except ValueError as unknown:
        raise Trouble(str(unknown)) from None
