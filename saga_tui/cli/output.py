"""What verbs write: lines and errors for people, JSON for programs, pages for paper; and the exit codes."""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import IO, Any

import click

from saga_tui.changes import MISSING, Change, dotted, unhidden
from saga_tui.problem import Problem
from saga_tui.safe import safe

SOUND, UNSOUND, UNREADABLE = 0, 1, 2
"""Exit codes of `check`; every other verb ends with 2 where it cannot do what was asked."""


class Trouble(click.ClickException):
    """Something that was asked cannot be done: one or more lines that say why and what to do, and exit code 2."""

    exit_code = UNREADABLE

    def show(self, file: IO[Any] | None = None) -> None:
        """Writes it to the error stream, with nothing in it that a terminal would obey."""
        click.echo(f"saga-tui: {safe(self.message, one_line=False, limit=100_000)}", file=file or sys.stderr)


@contextmanager
def troubles(*kinds: type[Exception]) -> Iterator[None]:
    """Errors of these kinds say in their own words what cannot be done."""
    try:
        yield
    except kinds as error:
        raise Trouble(str(error)) from None


def tell(text: str = "", style: str | None = None, *, err: bool = False) -> None:
    """Writes a line that is safe to show; in colour on a terminal only, and not where `NO_COLOR` is set."""
    line = safe(text, limit=100_000)
    if style and not os.environ.get("NO_COLOR"):
        line = click.style(line, fg=style)
    click.echo(line, err=err)


def tell_json(value: Any) -> None:
    """Writes a value as JSON that every reader takes: pure ASCII, no NaN, dates as text."""
    import json

    click.echo(json.dumps(_plain(value), indent=2, default=str))


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value


def change_record(change: Change) -> dict[str, Any]:
    """A change for programs."""
    old, new = (None if value is MISSING else value for value in (change.old, change.new))
    return {"path": list(change.path), "old": old, "new": new, "rule": change.rule}


def change_records(changes: Iterable[Change], words: Callable[[tuple[str | int, ...]], str]) -> list[dict[str, Any]]:
    """Changes for programs, but for those of places that those who play may not see."""
    return [change_record(change) for change in unhidden(changes, words)]


def problem_record(problem: Problem, **what: Any) -> dict[str, Any]:
    """A problem for programs: what it is about, `what` is to be said of it, how to fix it."""
    about = {"level": problem.level, "rule": problem.rule, "where": dotted(problem.where)}
    return {**about, **what, "fix": problem.fix, "mend": problem.fix}  # `mend` as it was called before


def give(output: Path | None, text: str, what: str, *, force: bool = False) -> None:
    """Writes a text to the screen, or to the file that was named for it, and says so.

    `Trouble` where that cannot be, where it would stand in a character's place, or where a file is there already that
    `force` does not allow to be replaced.
    """
    from saga_tui.store.errors import os_error_in_words
    from saga_tui.store.kept import NoPlace, Taken, save_page

    if output is None:
        click.echo(text, nl=False)
        return
    try:
        save_page(output, text, replace=force, through=True)
    except Taken as taken:
        raise Trouble(f"{taken}. Give --force to replace it, or another name.") from None
    except NoPlace as no:
        raise Trouble(f"{no}. Give the {what} another name, such as {what}.txt.") from None
    except OSError as error:
        raise Trouble(f"{output} cannot be written: {os_error_in_words(error)}.") from None
    tell(f"The {what} is in {output}", err=True)


def when(at: str | datetime) -> str:
    """`2026-11-21 20:15`, on the clock of where it happened; as it stands where it is no time."""
    try:
        moment = datetime.fromisoformat(at) if isinstance(at, str) else at.astimezone()
    except ValueError:
        return str(at)
    return f"{moment:%Y-%m-%d %H:%M}"


def size(number: int) -> str:
    """`6.1 KB`."""
    return f"{number} B" if number < 1000 else f"{number / 1000:.1f} KB"
