"""Options that many verbs share, and help that a game has a part in."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from inspect import cleandoc
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import click

F = TypeVar("F", bound=Callable[..., Any])
JSON: Final = click.option("--json", "as_json", is_flag=True, help="Write JSON instead of text.")
DRY_RUN: Final = click.option("--dry-run", is_flag=True, help="Only show what would change.")


def to_folder(help_: str) -> Callable[[F], F]:
    """Where a new file is written, if not where it usually is."""
    kind = click.Path(file_okay=False, path_type=Path)
    return click.option("--to", "folder", type=kind, metavar="FOLDER", help=help_)


GAME: Final = click.option("--game", default="", metavar="GAME", help="Which game, where you have more than one.")
GAME_FIRST: Final = click.option("--game", expose_value=False, metavar="GAME", help="The game whose dice these are.")
"""Of a command that is the game's own where it has one: read before the command is known."""


# ---- pages for paper


@dataclass(frozen=True, slots=True)
class Paper:
    """How a page was asked for, and where it is to go."""

    form: dict[str, bool]
    """`plain` and `markdown`, as a game's pages take them."""
    width: int
    output: Path | None
    force: bool

    def give(self, text: str, what: str) -> None:
        """Writes the page to the screen, or to its file, and says so."""
        from saga_tui.cli.output import give

        give(self.output, text, what, force=self.force)


def on_paper(verb: F) -> F:
    """Give a verb that prints a page `--format`, `--width`, `--ascii`, `-o` and `--force`: it takes them as `paper`."""

    @wraps(verb)
    def run(*args: Any, form: str, plain: bool, width: int, output: Path | None, force: bool, **given: Any) -> Any:
        kind = {"plain": plain, "markdown": form == "markdown"}
        return verb(*args, paper=Paper(kind, width, output, force), **given)

    found: Any = run
    for option in (
        click.option("--force", is_flag=True, help="Replace the file given with -o if it exists."),
        click.option(
            "-o",
            "--output",
            type=click.Path(dir_okay=False, path_type=Path),
            metavar="FILE",
            help="Write to a file instead of the screen; an existing one is kept unless --force is given.",
        ),
        click.option("--ascii", "plain", is_flag=True, help="Use ASCII only: no boxes, no symbols."),
        click.option(
            "--width", type=click.IntRange(40, 200), default=80, show_default=True, help="Columns of the page."
        ),
        click.option(
            "--format",
            "form",
            type=click.Choice(["text", "markdown"]),
            default="text",
            show_default=True,
            help="Text for paper, or Markdown for wikis and notebooks.",
        ),
    ):
        found = option(found)
    return cast(F, found)


# ---- the right to write


def writes(verb: F) -> F:
    """Give a verb that writes a character `--wait` and `--anyway`; `writing` tells what was asked."""
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


def _keep(ctx: click.Context, param: click.Parameter, value: Any) -> None:
    ctx.meta[f"saga_tui.{param.name}"] = value


def writing() -> tuple[float, bool]:
    """Return how long the verb that runs waits, in seconds, and whether it writes what is protected; nothing special
    outside of one."""
    ctx = click.get_current_context(silent=True)
    asked = {} if ctx is None else ctx.meta
    return asked.get("saga_tui.wait", 0.0), asked.get("saga_tui.anyway", False)


# ---- help


class OfGame(click.Command):
    """A command whose help has a game's own words and examples (`registry.words_of`): of the game given, or of the one
    that is meant. `{about}` in its text is where that paragraph stands; `about` is said where no game says another."""

    def __init__(self, *args: Any, game: str = "", about: str = "", **more: Any) -> None:
        super().__init__(*args, **more)
        self.game, self.about, self.general = game, about, cleandoc(self.help or "")
        self.help = self._with({})

    def get_help(self, ctx: click.Context) -> str:
        """The help, with the game's words."""
        from saga_tui.cli.names import usual
        from saga_tui.games.registry import words_of

        words = words_of(str(ctx.params.get("game") or self.game or usual()))
        general, self.help = self.help, self._with(words.get(str(self.name), {}))
        try:
            return super().get_help(ctx)
        finally:
            self.help = general  # the next one may be asked where other games are there

    def _with(self, words: dict[str, str]) -> str:
        text, mark, examples = self.general.partition(EXAMPLES)
        about = cleandoc(words.get("about", self.about))
        text = text.replace("{about}", about) if about else text.replace("{about}\n\n", "")
        own = [f"  {line}" for line in words.get("examples", "").splitlines()]
        return text + mark + ("\n".join(own) or examples)


EXAMPLES: Final = "\b\nExamples:\n"


@contextmanager
def usage_errors() -> Iterator[None]:
    """What is wrong with the words that were given is told as click tells it."""
    try:
        yield
    except ValueError as wrong:
        raise click.UsageError(str(wrong)) from None
