"""Options that all verbs which write pages have."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click

OUTPUT: Final = click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write to a file instead of the screen; one that is there stays, unless --force is given.",
)
FORCE: Final = click.option("--force", is_flag=True, help="Replace the file of -o where there is one.")
WIDTH: Final = click.option(
    "--width", type=click.IntRange(40, 200), default=80, show_default=True, help="The columns of the page."
)
FORM: Final = click.option(
    "--format",
    "form",
    type=click.Choice(["text", "markdown"]),
    default="text",
    show_default=True,
    help="Text for paper, or Markdown for wikis and notebooks.",
)
PLAIN: Final = click.option(
    "--ascii", "plain", is_flag=True, help="Only signs that a typewriter has: no boxes, no symbols."
)
