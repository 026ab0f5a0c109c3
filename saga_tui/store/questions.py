"""Values of a merge that somebody has still to choose from: kept on disk, so that `later` means later, not never."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import Any

import tomli

from saga_tui.changes import MISSING, Change, ChangeError, Doc, same
from saga_tui.store.fs import FS, put
from saga_tui.store.merging import Conflict, value_at
from saga_tui.store.places import Places
from saga_tui.store.render import dumps


class Questions:
    """The open conflicts of one character, in the order in which they came up.

    A question that cannot be written is still asked in this session; what it is about is in the log in any case.
    """

    def __init__(self, fs: FS, places: Places) -> None:
        self.fs, self.places = fs, places
        self._open: list[Conflict] = []

    def read(self, doc: Doc) -> None:
        """Those that are still open: where the other side's value has changed since, somebody has decided."""
        try:
            tables = tomli.loads(self.fs.read(self.places.questions).decode())["conflict"]
            found = [_conflict(Change.from_record(table)) for table in tables]
        except (OSError, ValueError, KeyError, TypeError, AttributeError, ChangeError, RecursionError):
            return
        self._open = found
        self._open = self.left(doc)

    def left(self, doc: Doc) -> list[Conflict]:
        """Those where the other side's value still stands."""
        return [one for one in self._open if _equal(value_at(doc, one.path), one.theirs)]

    def add(self, conflicts: Iterable[Conflict]) -> None:
        """Asks these too; a new question on the same place takes the old one's turn."""
        new = {one.path: one for one in conflicts}
        if new:
            self._open = list(({one.path: one for one in self._open} | new).values())
            self._write()

    def settle(self, conflict: Conflict) -> None:
        """It is answered."""
        self._open.remove(conflict)
        self._write()

    def _write(self) -> None:
        with suppress(OSError):
            if not self._open:
                self.fs.unlink(self.places.questions)
                return
            tables = [Change(one.path, one.ours, one.theirs).to_record() for one in self._open]
            self.fs.mkdir(self.places.memory)
            put(self.fs, self.places.questions, dumps({"conflict": tables}).encode())


def _conflict(change: Change) -> Conflict:
    return Conflict(tuple(change.path), change.old, change.new)


def _equal(one: Any, other: Any) -> bool:
    return one is other or (one is not MISSING and other is not MISSING and same(one, other))
