"""A document opened for writing by a command: what opening found is told, and what could not be saved."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from saga_tui.changes import Doc, describe, diff
from saga_tui.cli import at_terminal
from saga_tui.cli.options import writing
from saga_tui.cli.output import Trouble, tell
from saga_tui.cli.reading import layout_of, readable
from saga_tui.safe import safe
from saga_tui.words import plural

if TYPE_CHECKING:
    from saga_tui.store import Memory


def show_changes(old: Doc, new: Doc, words: Callable[[tuple[str | int, ...]], str]) -> None:
    """Writes what differs, a line for each value; `words` names a place as the game does."""
    changes = diff(old, new)
    for change in changes:
        tell(f"  {describe(change, words)}")
    if not changes:
        tell("  No differences.")


def _why_not(path: Path, memory: Memory) -> str:
    barred = memory.barred
    if barred is None or barred.code == "open":
        who = f" ({memory.holder})" if memory.holder else ""
        return f"{path.name} is open in another window{who}. Close it there first."
    return f"{barred} Give --anyway to write it." if barred.may_agree else str(barred)


def _opened(path: Path, rebuild: bool) -> Memory:
    """The character, open for writing where that may be; a person at a terminal is asked what is theirs to say."""
    from saga_tui.store import Memory

    wait, anyway = writing()
    agreed = frozenset({"locks", "protected"} if anyway else ())
    while True:
        memory = Memory.open(path, layout_of(path), rebuild=rebuild, wait=wait, agreed=agreed)
        barred = memory.barred
        if barred is None or not barred.may_agree or barred.code in agreed or not at_terminal():
            return memory
        memory.close()
        if not click.confirm(f"{safe(str(barred))} Write it anyway?", err=True):
            raise Trouble(f"{path.name} was not written.")
        agreed |= {barred.code}


@contextmanager
def writable(path: Path, *, damaged: bool = False) -> Iterator[Memory]:
    """The character open for writing, closed and on disk at the end; `Trouble` where it cannot be written.

    What was done is only to be told after that: on a full disk nothing happens. A file that is `damaged` or gone is
    opened from its memory if that is wanted, and one that is gone is written anew.
    """
    from saga_tui.store import FileBehind, NotSaved, StoreError

    if not damaged:
        readable(path)
    try:
        memory = _opened(path, damaged)
        try:
            _greet(path, memory)
            yield memory
        except BaseException:
            with suppress(NotSaved):
                memory.close()
            raise
        memory.close()
    except FileBehind as error:
        tell(f"Done and saved. {error.whose or path.name} follows the next time you open it: {error}.", err=True)
    except NotSaved as error:
        if error.rescue:
            tell(f"Done, but {error.whose or path.name} could not be saved: {error} Do not repeat it.", err=True)
            return
        raise Trouble(
            f"{error.whose or path.name}: nothing was done, because it could not be saved ({error})."
        ) from None
    except StoreError as error:
        raise Trouble(f"{path.name}: {error}") from None


def _greet(path: Path, memory: Memory) -> None:
    """Tells what opening found. `Trouble` for a character that may only be looked at."""
    if memory.read_only:
        raise Trouble(_why_not(path, memory))
    for note in (*memory.notes, *memory.news()):
        tell(note, err=True)
    if memory.conflicts:
        both = plural(len(memory.conflicts), "value")
        tell(f"{both} changed on both sides: run saga-tui play {path.stem} to choose.", err=True)
