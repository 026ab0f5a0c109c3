"""What comes in: other people's journals, laid out below a folder of characters as their memories lay them out.

The sizes of the files are the place: nothing else is remembered of what was received. A copy can always be fetched
again, so a damaged one is; a journal of one's own is never touched, only added to by one's other devices.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from saga_tui.live.beside import write_file
from saga_tui.live.engine import Cut, Message
from saga_tui.live.notes import NOTES, Notes
from saga_tui.live.roster import GM, Roster, whose
from saga_tui.live.runs import Run, Total, runs
from saga_tui.live.set_back import Names, Open, Segments, closed, mend
from saga_tui.live.wire import Log, Place, Span, log_of, span_of
from saga_tui.store.copied import Owner, mark, owner_of
from saga_tui.store.folders import MEMORY, TABLES, file_stem, memories_of, new_memory, unspelled
from saga_tui.store.fs import FS, write_all
from saga_tui.store.journal import segment_numbers, segment_path
from saga_tui.store.records import read_segment
from saga_tui.store.replay import NothingThere
from saga_tui.words import plural

Mine = Mapping[str, str]
"""The memories of the documents that are one's own, by their ids."""
_TOLD: Final = 20
"""So many troubles are told."""
_MEMORIES: Final = 500
"""So many documents of one table are taken in: nobody plays more, and nobody fills a disk with them."""
_SEGMENTS: Final = 200_000
_LONGEST: Final = 2_000_000
"""Bytes of one segment at most, and how many there may be."""


@dataclass(slots=True)
class _Home:
    """Where a journal goes, for as long as nobody says otherwise, and how far it is here."""

    roster: Roster
    memory: str
    own: bool
    end: Place = (-1, 0)
    segments: int = 0
    total: Total = field(default_factory=Total)


class Copies:
    """Other people's journals of one table. Not for several tasks at once."""

    def __init__(  # noqa: PLR0917 - where it lies, who it is, what there is
        self,
        fs: FS,
        folder: str,
        me: str,
        device: str,
        mine: Callable[[], Mine],
        notes: Notes | None = None,
        *,
        state: Path | None = None,
        brought: Collection[str] = (),
    ) -> None:
        """`folder` is laid out as one of characters; `me` is one's own seat, `device` this device's name, which may
        change where there is a state folder to write another one down; without `notes` those of others are let go
        by. What was `brought` along from here is nobody else's to write here, whatever becomes of it at the table."""
        self._notes, self._own = notes, frozenset(brought)
        self.fs, self.folder, self.me, self.device, self._mine = fs, folder, me, device, mine
        self.names = Names(fs, state)
        self.strangers: Counter[str] = Counter()
        """How many messages were refused, by their subjects."""
        self.troubles: dict[str, str] = {}
        """Journals that cannot be followed, and why."""
        self.told: dict[str, str] = {}
        """What became of journals that were set back, and of copies that were damaged."""
        self.arrived: set[str] = set()
        """Documents that have news since somebody last looked."""
        self.seen: set[tuple[str, str]] = set()
        """Documents and devices whose journals somebody has published."""
        self.set_back: dict[Log, str] = {}
        """Journals of one's own of which the table knows more, or something else, with their memories."""
        self.rested = 0
        """How often somebody has looked whether all copies are what they were."""
        self._brought: set[str] = set()
        self._fresh: set[str] = set()
        self._dropped: set[str] = set()
        self._homes: dict[str, _Home] = {}

    def take(self, roster: Roster, *messages: Message) -> None:
        """Append what is new in messages. Raises Cut where one does not follow what is here (then the stream is to be
        read from its beginning), and OSError."""
        waiting: dict[str, list[Message]] = {}
        for message in messages:  # where a journal goes is said in the order of all
            home = self._homes.get(message.subject)
            if home is None or home.roster is not roster:
                self._take(roster, message)
            else:
                waiting.setdefault(message.subject, []).append(message)
        for subject, its in waiting.items():
            for run in runs(its):
                self._follow(roster, self._homes[subject], subject, run)

    def _follow(self, roster: Roster, home: _Home, subject: str, run: Run) -> None:
        """Messages of a journal that is known: as one where all of them count and the newest vouches for them."""
        log, at, before = log_of(subject), run.span.at, run.span.before
        seat = roster.seat(log.who) if log is not None else None
        if log is not None and seat is not None and len(run.messages) > 1 and home.memory and not seat.gone:
            total = home.total.after(self.fs, f"{home.memory}/journal/{log.device}", at, run.data)
            if _sane(run.span) and _sane(Span(run.end, before)) and not seat.looks and run.genuine(seat.key, total):
                if subject not in self.troubles:
                    self._append(home, log, run.span, run.data, own=home.own)
                return
            home.total.forget()
        for message in run.messages:
            self._take(roster, message)

    def _take(self, roster: Roster, message: Message) -> None:
        log, span = log_of(message.subject), span_of(message.headers)
        if log is None or span is None or not _sane(span) or whose(roster, message) != log.who:
            self._stranger(message)
            return
        home = self._homes.get(message.subject)
        if home is None or home.roster is not roster:
            home = self._home(roster, log, span, message)
            if home is None:
                self._stranger(message)
                return
            self._homes[message.subject] = home
        if home.memory and message.subject not in self.troubles:
            self._append(home, log, span, message.data, own=home.own)

    def _home(self, roster: Roster, log: Log, span: Span, message: Message) -> _Home | None:
        """Where the messages of a journal go; None for one that its seat may not write."""
        if log.doc == NOTES:
            return _Home(roster, self._notes.memory(log.who) if self._notes else "", log.who == self.me)
        if not self._may(roster, log):
            return None
        self.seen.add((log.doc, log.device))
        if log.who == self.me:
            self._brought.add(log.doc)
        taken = log.who == roster.owner(log.doc) != self.me
        if taken and log.doc in self._own:
            return _Home(roster, "", False)
        memory = "" if taken else self.mine().get(log.doc, "")
        memory = memory or self._memory(roster, log, span, message.data)
        return _Home(roster, memory, bool(memory) and owner_of(self.fs, memory) is None)

    def mine(self) -> dict[str, str]:
        """The memories of one's own documents: those that were named, and those that one's other devices publish."""
        found = dict(self._mine())
        for doc in self._brought - found.keys():
            memory = self._known(doc)
            if memory and owner_of(self.fs, memory) is None:
                found[doc] = memory
        return found

    def is_here(self, doc: str, device: str) -> bool:
        """Whether a journal of one's own is written on this device, or was under an earlier name of it."""
        return device == self.device or self.names.ours(doc, device)

    def begin(self) -> None:
        """A connection begins: nothing is believed of what was where."""
        self._homes.clear()

    def at_rest(self) -> None:
        """All that the table has came in. Raises Cut where a copy is not what it was: it is fetched again."""
        self._dropped.clear()
        self.rested += 1
        for subject, home in self._homes.items():
            log = log_of(subject)
            if log is None or home.end == (-1, 0) or home.own:
                continue
            journal = f"{home.memory}/journal/{log.device}"
            owned = log.doc == NOTES or owner_of(self.fs, home.memory) is not None
            before = home.segments
            home.segments = len(segment_numbers(self.fs, journal))
            if not owned or self._end(journal) < home.end or home.segments < before:
                self.told[subject] = "a copy here was set back or damaged; it was fetched again"
                raise Cut(self.told[subject])

    def _stranger(self, message: Message) -> None:
        if len(self.strangers) < _MEMORIES or message.subject[:200] in self.strangers:
            self.strangers[message.subject[:200]] += 1

    # -- a disk that was set back

    def mend(self, log: Log, table: Segments) -> bool:
        """Take over what the table has of a journal of one's own, and keep what only this disk has. False where the
        document is open: it has to be closed first. Raises OSError."""
        memory = self.set_back[log]
        try:
            with closed(memory):
                if not self.names.can_change:
                    raise Open
                before = self.device
                if self.is_here(log.doc, log.device):
                    self.device = self.names.renamed(log.doc, log.device, self.device)
                done = mend(self.fs, memory, log.device, table)
        except Open:
            self.troubles[log.subject] = (
                "this disk was set back, or is a copy of another one: the table knows more of what was done here. "
                "Close the document for a moment; then it goes on, and nothing is lost"
            )
            return False
        del self.set_back[log]
        self.troubles.pop(log.subject, None)
        if self._notes is not None:
            self._notes.device = self.device
        if log.doc != NOTES:
            self._fresh.add(memory)
        self.arrived.add(log.doc)
        beside = f"; {plural(done.kept, 'act')} that only this disk had: merged when it is opened" if done.kept else ""
        named = ". This device has a new name from now on" if self.device != before else ""
        self.told[log.subject] = (
            f"this disk was set back, or is a copy of another one: {plural(done.fetched, 'act')} restored from the "
            f"table{beside}{named}"
        )
        return True

    def news(self) -> tuple[str, ...]:
        """The documents that something came for, since this was last asked."""
        found, self.arrived = tuple(self.arrived), set()
        return found

    def tidy(self) -> bool:
        """Bring the file beside one copy up to date, for listings: now and then, not for every act; whether there was
        anything to do. May be called in another thread."""
        if not self._fresh:
            return False
        with suppress(OSError, NothingThere):
            write_file(self.fs, self._fresh.pop())
        return True

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
        if log.doc in self.mine():
            return log.who == self.me
        known = self._known(log.doc)
        owner_here = owner_of(self.fs, known) if known else None
        return owner_here is None or owner_here.who == log.who

    def _known(self, doc: str) -> str:
        for folder in (self.folder, f"{self.folder}/{TABLES}"):
            for memory in memories_of(self.fs, folder, doc, ""):
                return memory
        return ""

    def _memory(self, roster: Roster, log: Log, span: Span, data: bytes) -> str:
        """The memory of a document that is not open for writing here; made where it is new. One that the roster gives
        to this seat, or that this seat publishes elsewhere, is its own; one that it gives to somebody else is theirs,
        as is one that only has lost the note of it."""
        told = roster.owner(log.doc)
        known = self._known(log.doc)
        owner = owner_of(self.fs, known) if known else None
        if known and owner is None and not told and log.who != self.me and not self._is_copy(known, log, span, data):
            self._trouble(log, "a character of that id is in this folder already, and is left alone")
            return ""
        if not known and self._full():
            self._trouble(log, "this table has more documents than anybody plays; no more are taken in")
            return ""
        seat = roster.seat(told or log.who)
        folder = f"{self.folder}/{TABLES}" if log.doc == roster.doc else self.folder
        memory = known or new_memory(folder, _stem(data, log), log.doc)
        if seat is not None and seat.who != self.me and (log.who != GM or seat.who == GM or not known):
            mark(self.fs, memory, Owner(seat.who, seat.name, roster.title or roster.table, owner.file if owner else ""))
        return memory

    def _is_copy(self, memory: str, log: Log, span: Span, data: bytes) -> bool:
        """Whether what lies there came by this journal, and nothing of it was written here."""
        devices = self.fs.listdir(f"{memory}/journal")
        if any(self.is_here(log.doc, device) for device in devices) or log.device not in devices:
            return False
        number, at = span.at
        here = self._read(f"{memory}/journal/{log.device}", number)[at : at + len(data)]
        return bool(here) and data.startswith(here)

    def _full(self) -> bool:
        folders = (f"{self.folder}/{MEMORY}", f"{self.folder}/{TABLES}/{MEMORY}")
        copied = sum(len(self.fs.listdir(folder)) for folder in folders)
        return copied >= _MEMORIES and sum(
            owner_of(self.fs, f"{folder}/{name}") is not None for folder in folders for name in self.fs.listdir(folder)
        ) >= _MEMORIES  # fmt: skip

    # -- the bytes

    def _append(self, home: _Home, log: Log, span: Span, data: bytes, *, own: bool) -> None:
        journal = f"{home.memory}/journal/{log.device}"
        number, at = span.at
        if own and self.is_here(log.doc, log.device):  # what went out from here comes round
            if home.end < (number, at + len(data)):
                home.end = self._end(journal)
                if home.end < (number, at + len(data)):
                    self.set_back[log] = home.memory
            return
        if home.end != span.before or self._size(journal, home.end[0]) != home.end[1]:
            home.end = self._end(journal)
        if span.before > home.end:
            raise Cut(f"something is missing before {span.at} of {log.subject}")
        new = home.end == span.at or (at == 0 and number > home.end[0])
        here = b"" if new else self._read(journal, number)[at : at + len(data)]
        if here != data[: len(here)]:
            self._mismatch(home, log, number, own=own)
            return
        if len(here) < len(data):
            self._write(journal, number, data[len(here) :])
            home.end = max(home.end, (number, at + len(data)))
            self.arrived.add(log.doc)
            if log.doc != NOTES:
                self._fresh.add(home.memory)

    def _mismatch(self, home: _Home, log: Log, number: int, *, own: bool) -> None:
        """A copy is fetched again from where it differs, once; then what was here first stays. Of a journal of one's
        own what only this disk has is kept. Raises Cut where it is to be fetched again."""
        if own:
            self.set_back[log] = home.memory
            self._trouble(log, "this disk has something else of it than the table; both are kept")
            return
        if log.subject in self._dropped:
            self._trouble(log, "two different journals have one name: what came first is kept")
            raise Cut(self.troubles[log.subject])
        self._dropped.add(log.subject)
        journal = f"{home.memory}/journal/{log.device}"
        for later in segment_numbers(self.fs, journal):
            if later >= number:
                self.fs.unlink(segment_path(journal, later))
        self.told[log.subject] = "a copy here was set back or damaged; it was fetched again"
        raise Cut(f"the copy of {log.subject} was damaged here; it is fetched again")

    def _trouble(self, log: Log, why: str) -> None:
        if len(self.troubles) < _TOLD:
            self.troubles[log.subject] = why

    def _end(self, journal: str) -> Place:
        """Number and size of the newest segment here."""
        numbers = segment_numbers(self.fs, journal)
        return (numbers[-1], self._size(journal, numbers[-1])) if numbers else (0, 0)

    def _size(self, journal: str, number: int) -> int:
        stat = self.fs.stat(segment_path(journal, number)) if number > 0 else None
        return stat.size if stat else 0

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


def _stem(data: bytes, log: Log) -> str:
    """The name of the file at its owner's, made safe; its id where the message does not say it."""
    header = read_segment(data, 1, log.device).header
    return file_stem(unspelled(header.file).removesuffix(".toml")) if header is not None else log.doc


def _sane(span: Span) -> bool:
    """Whether a place is one that a journal can have: none that would fill a folder or a disk."""
    return span.at[0] <= _SEGMENTS and span.at[1] <= _LONGEST and span.before[0] <= _SEGMENTS
