"""Short notes to one seat of a table or to all: each a record of its own in a journal of the sender's, which goes out
and comes in as every journal does. They lie in the state folder, beside the seats.

A note to one is shown to that one alone. It is not secret: its bytes lie where all else of the table lies.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from saga_tui.safe import safe
from saga_tui.store.event import Event
from saga_tui.store.fs import FS, put, write_new
from saga_tui.store.journal import newest_sizes, read_back, segment_numbers, segment_path
from saga_tui.store.records import Written, event_record

NOTES: Final = "notes"
"""Stands for a document's id in the subjects of notes."""
NOTE: Final = "note"
LONGEST: Final = 1_000
"""Characters of a note."""
_FILE: Final = "read.json"
_MOST: Final = 100_000


@dataclass(frozen=True, slots=True)
class Note:
    """One note: who wrote it, on which device, which one there; when (ISO time), to whom (nobody: to all)."""

    who: str
    device: str
    number: int
    at: str
    to: tuple[str, ...]
    text: str
    read: bool = False

    @property
    def when(self) -> str:
        """`11-23 00:42`, as a list of notes says it."""
        return safe(f"{self.at[5:10]} {self.at[11:16]}")


class Notes:
    """The notes of one table as one seat has them."""

    def __init__(self, fs: FS, state: Path, table: str, me: str, device: str, *, looks: bool = False) -> None:
        """`me` is one's own seat, which may only look on; nothing is read or made yet."""
        self.fs, self.me, self.device, self.looks = fs, me, device, looks
        self._unread: tuple[object, int] = (None, 0)
        self.root = f"{state}/together/{table}.{me}.{NOTES}"

    def memory(self, who: str) -> str:
        """The folder that a seat's journals of notes lie in."""
        return f"{self.root}/{who}"

    def write(self, text: str, to: tuple[str, ...], at: str) -> Note:
        """Keep a note for good; whatever shares the table sends it. Raises OSError, and ValueError where the seat only
        looks on."""
        if self.looks:
            raise ValueError("This seat only looks on: it reads notes, and writes none.")
        journal = f"{self.memory(self.me)}/journal/{self.device}"
        self.fs.mkdir(journal)
        while True:
            number = max(segment_numbers(self.fs, journal), default=0) + 1
            data = event_record(Written(Event(number, at, {}, NOTE, {"to": list(to), "text": text[:LONGEST]})))
            beside = f"{self.root}/{number}.{self.device}.tmp"
            self.fs.unlink(beside)
            write_new(self.fs, beside, data)
            try:
                self.fs.link(beside, segment_path(journal, number))
            except FileExistsError:  # another window was quicker
                continue
            finally:
                self.fs.unlink(beside)
            self.fs.fsync_dir(journal)
            return Note(self.me, self.device, number, at, to, text[:LONGEST], read=True)

    def all(self) -> list[Note]:
        """What was written by or to this seat, newest first."""
        known = self._known()
        found = (note for who in self.fs.listdir(self.root) for note in self._of(who, known))
        mine = [note for note in found if note.who == self.me or not note.to or self.me in note.to]
        return sorted(mine, key=lambda note: (note.at, note.number), reverse=True)

    def unread(self) -> int:
        """How many of them nobody has looked at here; nothing is read again that is as it was."""
        folders = [f"{self.memory(who)}/journal" for who in self.fs.listdir(self.root)]
        face = (self.fs.stat(f"{self.root}/{_FILE}"), [newest_sizes(self.fs, folder) for folder in folders])
        if face != self._unread[0]:
            self._unread = (face, sum(not note.read for note in self.all()))
        return self._unread[1]

    def seen(self) -> None:
        """All that are here were looked at. Raises OSError."""
        newest: dict[str, int] = {}
        for note in self.all():
            key = f"{note.who}.{note.device}"
            newest[key] = max(newest.get(key, 0), note.number)
        if newest and newest != self._known():
            put(self.fs, f"{self.root}/{_FILE}", json.dumps(newest).encode())

    def _of(self, who: str, known: dict[str, int]) -> Iterator[Note]:
        for device in self.fs.listdir(f"{self.memory(who)}/journal"):
            for segment in read_back(self.fs, f"{self.memory(who)}/journal/{device}", device):
                for entry in segment.entries:
                    if isinstance(entry, Written) and entry.event.do == NOTE:
                        event, to = entry.event, entry.event.params.get("to", ())
                        yield Note(
                            who, device, event.id, event.at[:40], tuple(map(str, to if isinstance(to, list) else ())),
                            str(event.params.get("text", ""))[:LONGEST],
                            who == self.me or event.id <= known.get(f"{who}.{device}", 0),
                        )  # fmt: skip

    def _known(self) -> dict[str, int]:
        """The newest note of each journal that was looked at."""
        with suppress(OSError, ValueError, AttributeError):
            said = json.loads(self.fs.read(f"{self.root}/{_FILE}", _MOST))
            return {str(name): int(number) for name, number in said.items()}
        return {}
