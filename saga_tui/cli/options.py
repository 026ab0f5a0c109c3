"""Options that many verbs share: those of verbs which write pages, and of those which write characters."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])

OUTPUT: Final = click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write to a file instead of the screen; an existing one is kept unless --force is given.",
)
FORCE: Final = click.option("--force", is_flag=True, help="Replace the file given with -o if it exists.")
WIDTH: Final = click.option(
    "--width", type=click.IntRange(40, 200), default=80, show_default=True, help="Columns of the page."
)
FORM: Final = click.option(
    "--format",
    "form",
    type=click.Choice(["text", "markdown"]),
    default="text",
    show_default=True,
    help="Text for paper, or Markdown for wikis and notebooks.",
)
PLAIN: Final = click.option("--ascii", "plain", is_flag=True, help="Use ASCII only: no boxes, no symbols.")
GAME: Final = click.option("--game", default="", metavar="GAME", help="Which game, where you have more than one.")
GAME_FIRST: Final = click.option("--game", expose_value=False, metavar="GAME", help="The game whose dice these are.")
"""Of a command that is the game's own where it has one: read before the command is known."""


@dataclass
class Writing:
    """How a verb gets the right to write a character."""

    wait: float = 0.0
    """Seconds that it waits for another command or window."""
    anyway: bool = False
    """Whether it writes what is write-protected, and where nothing can be locked."""


def _keep(ctx: click.Context, param: click.Parameter, value: Any) -> None:
    setattr(_writing(ctx), str(param.name), value)


def _writing(ctx: click.Context) -> Writing:
    found: Writing = ctx.meta.setdefault("saga_tui.writing", Writing())
    return found


def writing_options() -> Writing:
    """Return what was asked of the verb that runs; nothing special outside of one."""
    ctx = click.get_current_context(silent=True)
    return Writing() if ctx is None else _writing(ctx)


def writes(verb: F) -> F:
    """Give a verb that writes a character `--wait` and `--anyway`."""
    wait = click.option(
        "--wait",
        type=click.FloatRange(0, 3600),
        default=5.0,
        show_default=True,
        metavar="SECONDS",
        expose_value=False,
        callback=_keep,
        help="How long to wait while another command or window writes the character.",
    )
    anyway = click.option(
        "--anyway",
        is_flag=True,
        expose_value=False,
        callback=_keep,
        help="Write even if the file is write-protected, or if this disk cannot lock files.",
    )
    return wait(anyway(verb))
