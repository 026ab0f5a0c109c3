"""What the command line says when something cannot be done, and the exit codes."""

from __future__ import annotations

import os
import sys
from typing import IO, Any

import click

from saga_tui.safe import safe

SOUND, UNSOUND, UNREADABLE = 0, 1, 2
"""Exit codes of `check`; every other verb ends with 2 where it cannot do what was asked."""


class Trouble(click.ClickException):
    """Something that was asked cannot be done: one or more lines that say why and what to do, and exit code 2."""

    exit_code = UNREADABLE

    def show(self, file: IO[Any] | None = None) -> None:
        """Writes it to the error stream, with nothing in it that a terminal would obey."""
        click.echo(f"saga-tui: {safe(self.message, one_line=False, limit=100_000)}", file=file or sys.stderr)


def tell(text: str = "", style: str | None = None, *, err: bool = False) -> None:
    """Writes a line that is safe to show; in colour on a terminal only, and not where `NO_COLOR` is set."""
    line = safe(text, limit=100_000)
    if style and not os.environ.get("NO_COLOR"):
        line = click.style(line, fg=style)
    click.echo(line, err=err)
