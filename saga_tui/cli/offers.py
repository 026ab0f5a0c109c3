"""`saga-tui offers`: what tables want of a character that is open elsewhere, and how to answer."""

from __future__ import annotations

import click

from saga_tui.cli import options
from saga_tui.cli.names import CharacterName
from saga_tui.cli.output import tell, tell_json
from saga_tui.cli.reading import current
from saga_tui.engine.inbox import Inbox


@click.command()
@click.argument("name", type=CharacterName())
@options.JSON
@click.pass_context
def offers(ctx: click.Context, name: str, as_json: bool) -> None:
    """List what the GM's tables want of a character.

    A table that cannot change a character itself, because it is open in another window, offers the change. The player
    answers in the app, or here: each offer once.

    With --json: a list of objects with table, id, command, with and text.

    \b
    Examples:
      saga-tui offers kestrel
      saga-tui do kestrel take-offer 7k2m9qxa
      saga-tui do kestrel refuse-offer 7k2m9qxa
    """
    path = ctx.obj.path(name)
    doc, game = current(path)
    document = game.rules.of(doc)
    found = Inbox(path.parent, document.id).poll(document.answered)
    if as_json:
        tell_json(
            [
                {
                    "table": one.table,
                    "id": one.offer.id,
                    "command": one.offer.verb,
                    "with": one.offer.params,
                    "text": one.offer.text,
                }
                for one in found
            ]
        )
        return
    if not found:
        tell(f"No table has an offer for {document.title}.")
    for one in found:
        tell(f"{one.table}: {one.offer.text}")
        tell(f"  Accept: saga-tui do {path.stem} take-offer {one.offer.id}")
        tell(f"  Refuse: saga-tui do {path.stem} refuse-offer {one.offer.id}")
