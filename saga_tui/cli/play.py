"""`saga-tui`, `new` and `play`: the verbs that open the app."""

from __future__ import annotations

from pathlib import Path

import click

from saga_tui.cli.names import CharacterName
from saga_tui.cli.reading import readable


def open_app(folder: Path, start: Path | None = None) -> None:
    """Opens the app on the library, or on one character."""
    from saga_tui.app import SagaApp

    SagaApp(folder, start=start).run()


@click.command()
@click.argument("name", type=CharacterName())
@click.pass_context
def play(ctx: click.Context, name: str) -> None:
    """Open a character: its builder while it is being built, else the session.

    \b
    Examples:
      saga-tui play kestrel
      saga-tui play "Mother Ashgrove"
    """
    path = ctx.obj.path(name)
    readable(path)
    open_app(path.parent.absolute(), path.absolute())
