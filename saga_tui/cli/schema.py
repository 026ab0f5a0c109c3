"""`saga-tui schema`: what may stand in a character file, for editors."""

from __future__ import annotations

import json

import click

from saga_tui.cli import options
from saga_tui.cli.reading import chosen


@click.command()
@options.GAME
def schema(game: str) -> None:
    """Print the JSON Schema of a character file.

    With it, an editor completes and checks the file as you type.

    \b
    Examples:
      saga-tui schema > saga-character.schema.json
    With an editor that knows Taplo, this as the first line of a character file uses it:
      #:schema ./saga-character.schema.json
    """
    click.echo(json.dumps(chosen(game).schema(), indent=2, ensure_ascii=False))
