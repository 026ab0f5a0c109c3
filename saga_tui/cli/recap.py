"""`saga-tui recap`: the story so far, from a character's journal."""

from __future__ import annotations

from pathlib import Path

import click

from saga_tui.cli import options
from saga_tui.cli.names import CharacterName
from saga_tui.cli.output import give
from saga_tui.cli.past import game_in, past_of, path_of
from saga_tui.cli.trouble import Trouble


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
