"""`saga-tui undo` and `redo`: what happened to a character taken back and done again, after any restart."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from saga_tui.cli.names import CharacterName
from saga_tui.cli.reading import readable
from saga_tui.cli.trouble import Trouble, tell

if TYPE_CHECKING:
    from saga_tui.store import Event, Memory

TIMES = click.IntRange(1, 10_000)


@click.command()
@click.argument("name", type=CharacterName())
@click.argument("times", type=TIMES, default=1, metavar="[N]")
@click.pass_context
def undo(ctx: click.Context, name: str, times: int) -> None:
    """Take back what happened last.

    With N, the last N things that happened to the character, newest first. What is taken back stays in the journal:
    redo does it again.

    \b
    Examples:
      saga-tui undo kestrel
      saga-tui undo kestrel 3
    """
    _step(
        ctx.obj.path(name),
        times,
        "Taken back",
        "There is nothing to take back.",
        lambda memory: (memory.undo_target(), memory.undo()),
    )


@click.command()
@click.argument("name", type=CharacterName())
@click.argument("times", type=TIMES, default=1, metavar="[N]")
@click.pass_context
def redo(ctx: click.Context, name: str, times: int) -> None:
    """Do again what was taken back last.

    With N, the last N things.

    \b
    Examples:
      saga-tui redo kestrel
      saga-tui redo kestrel 3
    """
    _step(
        ctx.obj.path(name),
        times,
        "Done again",
        "There is nothing to do again.",
        lambda memory: (memory.redo_target(), memory.redo()),
    )


Step = tuple["Event | None", "Event | None"]


def _step(path: Path, times: int, did: str, nothing: str, step: Callable[[Memory], Step]) -> None:
    with writable(path) as memory:
        for done in range(times):
            target, event = step(memory)
            if event is None or target is None:
                if not done:
                    raise Trouble(nothing)
                tell(nothing)
                break
            tell(f"{did}: {target.text or target.do}")


@contextmanager
def writable(path: Path) -> Iterator[Memory]:
    """The character open for writing, closed and on disk at the end; `Trouble` where it cannot be written."""
    from saga_tui.games.registry import layout
    from saga_tui.store import Memory, StoreError

    doc, _ = readable(path)
    try:
        with Memory.open(path, layout(doc)) as memory:
            if memory.read_only:
                raise Trouble(
                    f"{path.name} is open in another copy of the program, or of a newer one: close that first."
                )
            for note in memory.notes:
                tell(note, err=True)
            yield memory
    except StoreError as error:
        raise Trouble(f"{path.name}: {error}") from None
