"""Values of a merge that somebody has still to choose from: kept on disk, so that `later` means later, not never."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

import tomli

from saga_tui.changes import Change, ChangeError, Doc
from saga_tui.store.fs import FS, put
from saga_tui.store.merging import Conflict, equal, value_at
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
        """Those that are still open: where the value that stood has changed since, somebody has decided."""
        try:
            tables = tomli.loads(self.fs.read(self.places.questions).decode())["conflict"]
            found = [_conflict(table) for table in tables]
        except (OSError, ValueError, KeyError, TypeError, AttributeError, ChangeError, RecursionError):
            return
        self._open = found
        self._open = self.left(doc)

    def left(self, doc: Doc) -> list[Conflict]:
        """Those where what stood still stands."""
        return [one for one in self._open if equal(value_at(doc, one.path), one.stands)]

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
            tables = [_record(one) for one in self._open]
            self.fs.mkdir(self.places.memory)
            put(self.fs, self.places.questions, dumps({"conflict": tables}).encode())


def _record(conflict: Conflict) -> Doc:
    record = Change(conflict.path, conflict.ours, conflict.theirs).to_record()
    return {**record, "stands": "ours"} if conflict.ours_stands else record


def _conflict(record: Doc) -> Conflict:
    change = Change.from_record(record)
    return Conflict(change.path, change.old, change.new, record.get("stands") == "ours")
