"""`saga-tui sheet` and `recap`: a character on paper, an empty sheet for one, and its story so far."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from saga_tui.cli import options
from saga_tui.cli.names import CharacterName
from saga_tui.cli.output import Trouble, give
from saga_tui.cli.reading import current, game_in, past_of, path_of

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


@click.command()
@click.argument("name", type=CharacterName())
@click.option("--chapter", type=click.IntRange(0), metavar="N", help="Only this chapter.")
@options.FORM
@click.option("--charts", "with_charts", is_flag=True, help="With charts by chapter.")
@options.WIDTH
@options.PLAIN
@options.OUTPUT
@options.FORCE
@click.pass_context
def recap(  # noqa: PLR0917 - click gives one for each option
    ctx: click.Context,
    name: str,
    chapter: int | None,
    form: str,
    with_charts: bool,
    width: int,
    plain: bool,
    output: Path | None,
    force: bool,
) -> None:
    """Print the recap.

    By chapter: its scenes with the rolls that mattered and their odds ("made it at 12%"), consequences, drives,
    strokes of luck and notes; then what was gained, house rulings and the luck of the dice. Undone entries are
    left out. A roll matters when it went against the odds, used a drive, failed dramatically or went very well.

    Notes keep their Markdown. The character does not change.

    \b
    Examples:
      saga-tui recap kestrel
      saga-tui recap kestrel --chapter 2 --charts
      saga-tui recap kestrel --format markdown -o story.md
    """
    path = path_of(ctx.obj, name)
    past = past_of(path)
    game = game_in(past)
    try:
        game.validate(past.doc)
    except ValueError as wrong:
        raise Trouble(f"{path.name} cannot be read: {wrong}") from None
    try:
        told = game.recap(past, width, chapter=chapter, plain=plain, markdown=form == "markdown", charts=with_charts)
    except ValueError as lacking:
        raise Trouble(str(lacking)) from None
    give(output, told, "story", force=force)
