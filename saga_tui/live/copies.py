"""What comes in: other people's journals, laid out below a folder of characters as their memories lay them out.

The sizes of the files are the place: nothing else is remembered of what was received. A copy can always be fetched
again, so a damaged one is; a journal of one's own is never touched, only added to by one's other devices.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Final

from saga_tui.changes import Doc
from saga_tui.live.engine import Cut, Message
from saga_tui.live.notes import NOTES, Notes
from saga_tui.live.roster import GM, Roster, whose
from saga_tui.live.wire import Log, Place, Span, log_of, span_of
from saga_tui.store.copied import Owner, mark, owner_of
from saga_tui.store.errors import BadFile
from saga_tui.store.folders import MEMORY, TABLES, file_stem, free_path, memories_of, new_memory, unspelled
from saga_tui.store.fs import FS, put, write_all
from saga_tui.store.journal import names_in, read_back, segment_numbers, segment_path
from saga_tui.store.records import read_segment
from saga_tui.store.replay import NothingThere, replay
from saga_tui.store.toml import dumps, load

Mine = Mapping[str, str]
"""The memories of the documents that are one's own, by their ids."""
_TOLD: Final = 20
"""So many troubles are told."""


class Copies:
    """Other people's journals of one table. Not for several tasks at once."""

    def __init__(  # noqa: PLR0917 - where it lies, who it is, what there is
        self, fs: FS, folder: str, me: str, device: str, mine: Callable[[], Mine], notes: Notes | None = None
    ) -> None:
        """`folder` is laid out as one of characters; `me` is one's own seat, `device` this device's name; without
        `notes` those of others are let go by."""
        self._notes = notes
        self.fs, self.folder, self.me, self.device, self._mine = fs, folder, me, device, mine
        self.strangers: Counter[str] = Counter()
        """How many messages were refused, by their subjects."""
        self.troubles: dict[str, str] = {}
        """Journals that cannot be followed, and why."""
        self.arrived: set[str] = set()
        """Documents that have news since somebody last looked."""
        self.seen: set[tuple[str, str]] = set()
        """Documents and devices whose journals somebody has published."""
        self._fresh: set[str] = set()
        self._dropped: set[str] = set()

    def take(self, roster: Roster, message: Message) -> None:
        """Append what is new in a message. Raises Cut where it does not follow what is here (then the stream is to be
        read from its beginning), and OSError."""
        log, span = log_of(message.subject), span_of(message.headers)
        known = log is not None and log.doc == NOTES
        if log is None or span is None or whose(roster, message) != log.who or not (known or self._may(roster, log)):
            self.strangers[message.subject[:200]] += 1
            return
        if known:
            if self._notes is not None:
                self._append(self._notes.memory(log.who), log, span, message.data, own=log.who == self.me)
            return
        self.seen.add((log.doc, log.device))
        taken = log.who == roster.owner(log.doc) != self.me
        memory = "" if taken else self._mine().get(log.doc, "")
        memory = memory or self._memory(roster, log, message.data)
        if memory and message.subject not in self.troubles:
            self._append(memory, log, span, message.data, own=owner_of(self.fs, memory) is None)

    def news(self) -> tuple[str, ...]:
        """The documents that something came for, since this was last asked."""
        found, self.arrived = tuple(self.arrived), set()
        return found

    def tidy(self) -> bool:
        """Bring the files beside the copies up to date, for listings: now and then, not for every act; whether there
        was anything to do. May be called in another thread."""
        found, self._fresh = self._fresh, set()
        for memory in found:
            with suppress(OSError, NothingThere):
                self._write_file(memory)
        return bool(found)

    def journals(self) -> list[tuple[str, str]]:
        """Documents and devices of all journals that lie in the folder."""
        found = []
        for folder in (self.folder, f"{self.folder}/{TABLES}"):
            for name in self.fs.listdir(f"{folder}/{MEMORY}"):
                memory = f"{folder}/{MEMORY}/{name}"
                found += [(name.rpartition("-")[2], device) for device in self.fs.listdir(f"{memory}/journal")]
        if self._notes is not None:
            for who in self.fs.listdir(self._notes.root):
                found += [(NOTES, device) for device in self.fs.listdir(f"{self._notes.memory(who)}/journal")]
        return found

    # -- whose, and where

    def _may(self, roster: Roster, log: Log) -> bool:
        """A document belongs to the seat that the roster says, else to the first that published it."""
        if roster.owner(log.doc):
            return log.who in roster.wrote(log.doc)
        if log.doc in self._mine():
            return log.who == self.me
        known = self._known(log.doc)
        owner_here = owner_of(self.fs, known) if known else None
        return owner_here is None or owner_here.who == log.who

    def _known(self, doc: str) -> str:
        for folder in (self.folder, f"{self.folder}/{TABLES}"):
            for memory in memories_of(self.fs, folder, doc, ""):
                return memory
        return ""

    def _memory(self, roster: Roster, log: Log, data: bytes) -> str:
        """The memory of a document that is not open for writing here; made where it is new. One that the roster gives
        to this seat is its own from then on; one that it gives to somebody else is theirs."""
        told = roster.owner(log.doc)
        known = self._known(log.doc)
        owner = owner_of(self.fs, known) if known else None
        if known and owner is None and not told:
            self._trouble(log, "a character of that id is in this folder already, and is left alone")
            return ""
        seat = roster.seat(told or log.who)
        folder = f"{self.folder}/{TABLES}" if log.doc == roster.doc else self.folder
        memory = known or new_memory(folder, _stem(data, log), log.doc)
        if seat is not None and seat.who != self.me and (log.who != GM or seat.who == GM or not known):
            mark(self.fs, memory, Owner(seat.who, seat.name, roster.title or roster.table, owner.file if owner else ""))
        return memory

    # -- the bytes

    def _append(self, memory: str, log: Log, span: Span, data: bytes, *, own: bool) -> None:
        journal = f"{memory}/journal/{log.device}"
        if own and log.device == self.device:  # what went out from here comes round
            return
        if span.before > self._end(journal):
            raise Cut(f"something is missing before {span.at} of {log.subject}")
        number, at = span.at
        here = self._read(journal, number)[at : at + len(data)]
        if here != data[: len(here)]:
            self._mismatch(journal, number, log, own=own)
        if len(here) < len(data):
            self._write(journal, number, data[len(here) :])
            self.arrived.add(log.doc)
            if log.doc != NOTES:
                self._fresh.add(memory)

    def _mismatch(self, journal: str, number: int, log: Log, *, own: bool) -> None:
        """A copy is fetched again from where it differs, once; then what was here first stays."""
        if own or log.subject in self._dropped:
            self._trouble(log, "two different journals have one name: what came first is kept")
            raise Cut(self.troubles[log.subject])
        self._dropped.add(log.subject)
        for later in segment_numbers(self.fs, journal):
            if later >= number:
                self.fs.unlink(segment_path(journal, later))
        raise Cut(f"the copy of {log.subject} was damaged here; it is fetched again")

    def _trouble(self, log: Log, why: str) -> None:
        if len(self.troubles) < _TOLD:
            self.troubles[log.subject] = why

    def _end(self, journal: str) -> Place:
        """Number and size of the newest segment here."""
        numbers = segment_numbers(self.fs, journal)
        stat = self.fs.stat(segment_path(journal, numbers[-1])) if numbers else None
        return (numbers[-1], stat.size) if stat else (0, 0)

    def _read(self, journal: str, number: int) -> bytes:
        try:
            return self.fs.read(segment_path(journal, number))
        except FileNotFoundError:
            return b""

    def _write(self, journal: str, number: int, data: bytes) -> None:
        """No flush: what a power cut takes comes again."""
        path = segment_path(journal, number)
        if self.fs.stat(path) is None:
            self.fs.mkdir(journal)
            fd = self.fs.open_new(path)
        else:
            fd = self.fs.open_append(path)
        try:
            write_all(self.fs, fd, data)
        finally:
            self.fs.close(fd)

    def _write_file(self, memory: str) -> None:
        """The document as its newest journal has it; a file of one's own is never written over."""
        folder = memory.rpartition("/")[0].rpartition("/")[0]
        states = [
            replay(read_back(self.fs, f"{memory}/journal/{device}", device))
            for device in self.fs.listdir(f"{memory}/journal")
        ]
        newest = max(states, key=lambda state: (state.events[-1].at if state.events else "", state.last_id))
        owner = owner_of(self.fs, memory)
        stem = file_stem(unspelled(newest.file).removesuffix(".toml"))
        if owner is None:
            if any(self.fs.stat(f"{folder}/{name}") is not None for name in names_in(self.fs, memory)):
                return  # one's own by now
            path = free_path(Path(folder), stem)
        elif owner.file:
            path = Path(folder, f"{owner.file}.toml")
        else:
            known = [Path(folder, f"{stem}.toml")] if self._is_its_own(folder, stem, newest.doc) else []
            path = known[0] if known else free_path(Path(folder), stem)
            mark(self.fs, memory, replace(owner, file=path.stem))
        put(self.fs, str(path), dumps(newest.doc).encode())

    def _is_its_own(self, folder: str, stem: str, doc: Doc) -> bool:
        """Whether the file of that name is an older state of the same document."""
        with suppress(OSError, BadFile):
            return bool(load(Path(folder, f"{stem}.toml")).get("id") == doc.get("id"))
        return False


def _stem(data: bytes, log: Log) -> str:
    """The name of the file at its owner's, made safe; its id where the message does not say it."""
    header = read_segment(data, 1, log.device).header
    return file_stem(unspelled(header.file).removesuffix(".toml")) if header is not None else log.doc
