"""`saga-tui sheet` and `recap`: a character on paper, an empty sheet for one, and its story so far."""

from __future__ import annotations

from collections.abc import Sequence

import click

from saga_tui.cli import options
from saga_tui.cli.names import CharacterName
from saga_tui.cli.output import Trouble, troubles
from saga_tui.cli.reading import chosen, current, game_in, past_of, path_of

PAGE = "\f"
"""Stands between the sheets of several characters: a printer begins a new page there."""
RULE = "\n---\n\n"
"""Stands between them in Markdown."""


@click.command()
@click.argument("names", nargs=-1, type=CharacterName(), metavar="[NAME...]")
@options.on_paper
@click.option("--with-rules", "rules", is_flag=True, help="A second page explains what is on the sheet.")
@click.option("--blank", is_flag=True, help="An empty sheet to fill in by hand, instead of a character's.")
@click.option("--setting", default="", metavar="NAME", help="The setting of an empty sheet.")
@options.GAME
@click.pass_context
def sheet(  # noqa: PLR0917 - click gives one for each option
    ctx: click.Context,
    names: Sequence[str],
    paper: options.Paper,
    rules: bool,
    blank: bool,
    setting: str,
    game: str,
) -> None:
    """Print a character's sheet.

    Most characters take one page. Several characters get a page each, with a form feed between them.
    With --ascii the sheet uses keyboard characters only; names and notes in other scripts stay as written.

    \b
    Examples:
      saga-tui sheet kestrel
      saga-tui sheet kestrel -o kestrel.txt
      saga-tui sheet kestrel ashgrove --with-rules --ascii | lpr
      saga-tui sheet kestrel --format markdown -o kestrel.md
      saga-tui sheet --blank --setting drowned-coast
    """
    if blank:
        if names or rules:
            raise Trouble("An empty sheet belongs to no character: leave out the names and --with-rules.")
        with troubles(ValueError):
            empty = chosen(game).blank_sheet(setting, paper.width, folder=ctx.obj.folder, **paper.form)
        paper.give(empty, "sheet")
        return
    if setting:
        raise Trouble("--setting is for an empty sheet: add --blank. A character's own file names its setting.")
    if not names:
        raise Trouble("Whose sheet? Give a name, or --blank for an empty one.")
    pages = []
    for name in names:
        path = ctx.obj.path(name)
        doc, its = current(path)
        pages.append(its.sheet(doc, paper.width, **paper.form, folder=path.parent, rules=rules))
    paper.give((RULE if paper.form["markdown"] else PAGE).join(pages), "sheet")


@click.command(
    cls=options.OfGame,
    about="""
    By chapter: its scenes with rolls and notes, and what changed; then house rulings and the luck of the dice. Undone
    entries are left out.
    """,
)
@click.argument("name", type=CharacterName())
@click.option("--chapter", type=click.IntRange(0), metavar="N", help="Only this chapter.")
@click.option("--charts", is_flag=True, help="With charts by chapter.")
@options.on_paper
@click.pass_context
def recap(ctx: click.Context, name: str, chapter: int | None, charts: bool, paper: options.Paper) -> None:
    """Print the recap.

    {about}

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
    with troubles(ValueError):
        told = game.recap(past, paper.width, chapter=chapter, charts=charts, **paper.form)
    paper.give(told, "story")
