"""One device's journal of one character: segments that only grow, a full copy of the character at the head of each.

Events of one device that carry one number are the same one written twice (a second try, a journal begun anew), or two
that two programs wrote at once. The latter are strays: the log shows them as another device's would be, undo leaves
them alone, and what they did is merged.
"""

from __future__ import annotations

import errno
import heapq
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from saga_tui.store.event import Event
from saga_tui.store.folders import MEMORY, Places, sha, spelled, unspelled
from saga_tui.store.fs import FS, put, write_all
from saga_tui.store.records import NOWHERE, Begun, Header, Segment, Written, file_named, header_record, read_segment

ROLL_AT: Final = 64 * 1024
"""Bytes after which a new segment begins, at the next moment of rest."""

ROLL_AT_ONCE: Final = 4 * ROLL_AT
"""Bytes after which it begins even in the middle of play."""

_SEGMENT = re.compile(r"(\d{6,12})\.toml")


def segment_numbers(fs: FS, folder: str) -> list[int]:
    """The numbers of a journal's segments, oldest first."""
    return sorted(int(m[1]) for name in fs.listdir(folder) if (m := _SEGMENT.fullmatch(name)))


def segment_path(folder: str, number: int) -> str:
    """Where a segment lies."""
    return f"{folder}/{number:06d}.toml"


def newest_sizes(fs: FS, journals: str) -> dict[str, tuple[int, int]]:
    """Of each device's journal below a folder, number and size of the newest segment: cheap to compare."""
    sizes = {}
    for device in fs.listdir(journals):
        folder = f"{journals}/{device}"
        for number in segment_numbers(fs, folder)[-1:]:
            stat = fs.stat(segment_path(folder, number))
            sizes[device] = (number, stat.size if stat else 0)
    return sizes


def read_back(fs: FS, folder: str, device: str, before: int | None = None) -> Iterator[Segment]:
    """The segments of a journal, newest first, each read when it is asked for."""
    for number in reversed(segment_numbers(fs, folder)):
        if before is None or number < before:
            path = segment_path(folder, number)
            try:
                data = fs.read(path)
            except FileNotFoundError:  # gone since the folder was listed
                continue
            except OSError as error:  # no damage: it may hold all that happened, so nobody may go on without it
                yield Segment(number, None, (), (), 0, unreadable=error)
                continue
            yield read_segment(data, number, device)


def line_back(
    fs: FS,
    journals: str,
    device: str,
    begun: Begun = NOWHERE,
    before: int | None = None,
    *,
    known: Iterable[Event] = (),
) -> Iterator[tuple[list[Event], list[Event]]]:
    """The events of a device's journal and of those that it goes on from, a segment at a time, the newest first. Each
    list goes from older to newer; beside it lies what another program wrote under numbers that were taken. A number is
    in it once, though a second try may have written it twice; `known` are events that need not be told again. `begun`
    is where a journal goes on from of which nothing is written yet."""
    there, walked, limit = set(fs.listdir(journals)), set[str](), sys.maxsize
    while device not in walked:
        walked.add(device)
        line = Line(known)
        for segment in read_back(fs, f"{journals}/{device}", device, before):
            begun = segment.header.begun if segment.header is not None else begun
            own, strays = line.take(segment)
            yield [event for event in own if event.id <= limit], strays
        if begun[0] not in there:
            return
        device, limit = begun[0], min(limit, begun[1])
        begun, before, known = NOWHERE, None, ()


class Journal:
    """The end of a journal that can be written to. After any error the descriptor is closed for good and a new segment
    begins: what a failed write or flush left in the old one is never relied on, nor written over."""

    def __init__(
        self, fs: FS, folder: str, header: Callable[[int], Header], may_begin: Callable[[], None] = lambda: None
    ) -> None:
        """`may_begin` is called before a segment begins, and raises OSError where none may be begun."""
        self.fs, self.folder = fs, folder
        self._header, self._may_begin = header, may_begin
        self._fd: int | None = None
        self._opened: tuple[str, tuple[int, int]] | None = None
        self.number = 0
        self.size = 0
        self.head_size = 0

    def go_on(self, segment: Segment) -> None:
        """Append to a segment that was read and is intact."""
        self._open(segment_path(self.folder, segment.number))
        self.number, self.size, self.head_size = segment.number, segment.size, segment.head_size

    def _open(self, path: str) -> None:
        self._fd = self.fs.open_append(path)
        self._opened = path, self.fs.fstat(self._fd).identity

    @property
    def in_place(self) -> bool:
        """Whether the segment written last is still the one at its path, and nobody else wrote to it or after it. Two
        looks at names, no flush. Raises OSError."""
        if self._opened is None:
            return True
        path, identity = self._opened
        there = self.fs.stat(path)
        if there is None or there.identity != identity or (self._fd is not None and there.size != self.size):
            return False
        return self.fs.stat(segment_path(self.folder, self.number + 1)) is None

    def append(self, data: bytes) -> None:
        """Make these bytes durable: one write, one flush. Raises OSError; the bytes may then be there or not."""
        if self._fd is None or self.size > ROLL_AT_ONCE:
            self.roll()
        if self._fd is None:  # pragma: no cover - roll raises or opens
            raise OSError("the log is closed")
        try:
            write_all(self.fs, self._fd, data)
            self.fs.fdatasync(self._fd)
        except OSError:
            self.close()
            raise
        self.size += len(data)

    def roll(self, records: bytes = b"") -> None:
        """Begin a new segment with a full copy of the character and these records; durable when this returns."""
        self.close()
        self._may_begin()
        self.fs.mkdir(self.folder)
        number = max([self.number, *segment_numbers(self.fs, self.folder)]) + 1
        head = header_record(self._header(number))
        put(self.fs, segment_path(self.folder, number), head + records)
        self._open(segment_path(self.folder, number))
        self.number, self.size, self.head_size = number, len(head) + len(records), len(head)

    def close(self) -> None:
        """Give the descriptor back; the next append begins a new segment."""
        if self._fd is not None:
            fd, self._fd = self._fd, None
            with suppress(OSError):
                self.fs.close(fd)


STRAY: Final = "*"
"""Follows the device's name in the events that another program wrote to its journal."""


def content_of(event: Event) -> int:
    """Return what tells an event from another one of its number, the same in every copy of it in this process."""
    where = tuple(change.path for change in event.changes)
    return hash((event.at, event.do, event.of, event.text, event.dice, repr(event.params), where))


class Line:
    """The events of one device's journal, its segments taken newest first: each once, strays told apart."""

    def __init__(self, known: Iterable[Event] = ()) -> None:
        """`known` are events that need not be told again."""
        self._first = {event.id: event for event in known}
        self._more: set[tuple[int, int]] = set()

    def take(self, segment: Segment) -> tuple[list[Event], list[Event]]:
        """Return the segment's own events that are news, and its strays, both oldest first."""
        own: list[Event] = []
        strays: list[Event] = []
        for event in (entry.event for entry in segment.entries if isinstance(entry, Written)):
            first = self._first.get(event.id)
            if first is None:
                self._first[event.id] = event
                own.append(event)
            elif (this := content_of(event)) != content_of(first) and (event.id, this) not in self._more:
                self._more.add((event.id, this))
                strays.append(replace(event, device=event.device + STRAY))
        return sorted(own, key=lambda event: event.id), strays


def newest_first(segments: Iterable[Segment], known: Iterable[Event] = ()) -> Iterator[Event]:
    """Return all events of a device's journal but known ones, strays among them, newest first, as they are reached."""
    line = Line(known)
    for segment in segments:
        yield from reversed(in_time(*line.take(segment)))


def in_time(own: list[Event], strays: list[Event]) -> list[Event]:
    """Return both in one line of time, oldest first."""
    return sorted([*own, *strays], key=lambda event: (event.at, event.id)) if strays else own


def with_others(fs: FS, places: Places, own: Iterator[Event]) -> Iterator[Event]:
    """This device's events and those of other devices' journals, newest first, each once."""
    others = [device for device in fs.listdir(places.journals) if device != places.device]
    streams = [own, *(newest_first(read_back(fs, f"{places.journals}/{name}", name)) for name in others)]
    return _once(heapq.merge(*streams, key=lambda event: event.at, reverse=True)) if others else own


def _once(events: Iterator[Event]) -> Iterator[Event]:
    """A journal that this device goes on from is among its own events too."""
    seen: set[tuple[str, int, int]] = set()
    for event in events:
        if (this := (event.device, event.id, content_of(event))) not in seen:
            seen.add(this)
            yield event


def compare(fs: FS, places: Places, oldest: int, first: int, ours: Sequence[Event]) -> tuple[list[Event], list[Event]]:
    """Return which of our events the journal on disk lacks, and which it has from event `first` on that are not ours.
    Looks into the segments from number `oldest` on. Raises OSError where one cannot be read."""
    there: set[tuple[int, int]] = set()
    known = {(event.id, content_of(event)) for event in ours}
    strangers: list[Event] = []
    for number in segment_numbers(fs, places.journal):
        if number < oldest:
            continue
        try:
            data = fs.read(segment_path(places.journal, number))
        except FileNotFoundError:
            continue
        for entry in read_segment(data, number, places.device).entries:
            if isinstance(entry, Written) and entry.event.id >= first:
                this = entry.event.id, content_of(entry.event)
                if this not in known and this not in there:
                    strangers.append(entry.event)
                there.add(this)
    return [event for event in ours if (event.id, content_of(event)) not in there], strangers


def chains(events: Iterable[Event]) -> Iterator[list[Event]]:
    """Return the events in runs whose numbers follow each other: each run is what one program did."""
    run: list[Event] = []
    for event in events:
        if run and event.id != run[-1].id + 1:
            yield run
            run = []
        run.append(event)
    if run:
        yield run


class Home:
    """The folder of characters that the journal lies below: gone, or another one in its place (a disk unplugged)."""

    def __init__(self, fs: FS, places: Places) -> None:
        self.fs, self.places = fs, places
        self._identity = self._now()

    def _now(self) -> tuple[int, int] | None:
        with suppress(OSError):
            there = self.fs.stat(self.places.folder)
            return there.identity if there is not None else None
        return None

    def check(self) -> None:
        """Raise OSError where nothing may be written there."""
        now = self._now()
        if now is None or (now != self._identity and self.fs.stat(self.places.file) is None):
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), self.places.folder)
        self._identity = now


class Rescue:
    """Everything that is known of a character, kept in the state folder while its journal cannot be written."""

    def __init__(self, fs: FS, places: Places) -> None:
        self.fs, self.places = fs, places
        self.path = ""
        """Where it lies; empty where there is none, or it could not be written either."""
        self._state: object = None

    def keep(self, state: object, header: Callable[[int], Header], events: Iterable[bytes]) -> None:
        """Write it, unless it holds this `state` already. A state folder that cannot be written is no error."""
        if not self.places.state or (self.path and state == self._state):
            return
        path = rescue_path(self.places)
        try:
            head = replace(header(1), file=spelled(self.places.file))
            data = header_record(head) + b"".join(events)
            self.fs.mkdir(path.rpartition("/")[0])
            put(self.fs, path, data)
        except (OSError, ValueError, TypeError):
            self.path = ""
        else:
            self.path, self._state = path, state

    def clear(self, also: Iterable[str] = ()) -> None:
        """Remove it, durably, and others that were merged: the journal has everything now."""
        paths = [*also, *([self.path] if self.path else [])]
        for path in paths:
            with suppress(OSError):
                self.fs.unlink(path)
        if paths:
            with suppress(OSError):
                self.fs.fsync_dir(paths[0].rpartition("/")[0])
            self.path = ""


def rescue_path(places: Places) -> str:
    """Return where the rescue file of a character goes: its id, and which file it is for."""
    return f"{places.state}/rescue/{Path(places.memory).name}-{sha(os.fsencode(places.file))[:8]}.toml"


def memory_rescued(fs: FS, places: Places) -> tuple[str, str] | None:
    """Return the memory and the id of a character of which a rescue file for this path is all that is left."""
    end = f"-{sha(os.fsencode(places.file))[:8]}.toml"
    folder = f"{places.state}/rescue"
    for name in fs.listdir(folder) if places.state else []:
        if name.endswith(end):
            with suppress(OSError):
                header = read_segment(fs.read(f"{folder}/{name}"), 1, places.device).header
                if header is not None and isinstance(identity := header.doc.get("id"), str):
                    return f"{places.folder}/{MEMORY}/{name.removesuffix(end)}", identity
    return None


@dataclass(frozen=True, slots=True)
class Rescued:
    """A rescue file that was found: its path, its bytes' hash, and what it holds as a segment."""

    path: str
    version: str
    segment: Segment


def rescued(fs: FS, places: Places, number: int) -> list[Rescued]:
    """Return the rescue files of this character, as segments of that number. One of another folder is for this
    character only where the file that it was for is gone: the folder was moved."""
    found = []
    folder = f"{places.state}/rescue"
    names = fs.listdir(folder) if places.state else []
    for name in names:
        path = f"{folder}/{name}"
        if not name.endswith(".toml") or name.rpartition("-")[0] != Path(places.memory).name:
            continue
        try:
            data = fs.read(path)
        except OSError:
            continue
        segment = read_segment(data, number, places.device)
        if segment.header is None:
            continue
        if path == rescue_path(places) or fs.stat(unspelled(segment.header.file)) is None:
            found.append(Rescued(path, sha(data), segment))
    return found


def first_at(fs: FS, places: Places) -> str:
    """When the first event of this device's journal happened; empty where there is none, or it cannot be read."""
    for number in segment_numbers(fs, places.journal):
        with suppress(OSError):
            segment = read_segment(fs.read(segment_path(places.journal, number)), number, places.device)
            for entry in segment.entries:
                if isinstance(entry, Written):
                    return entry.event.at
    return ""


def names_in(fs: FS, memory: str) -> Iterator[str]:
    """Of each device's journal: the name of the file that it was for last."""
    for device in fs.listdir(f"{memory}/journal"):
        for number in reversed(segment_numbers(fs, f"{memory}/journal/{device}")):
            with suppress(OSError):
                name = file_named(fs.read(segment_path(f"{memory}/journal/{device}", number)))
                if name is not None:
                    yield unspelled(name)
                    break


def headers(fs: FS, memory: str) -> Iterator[tuple[str, set[str]]]:
    """Of each device's journal: the name of the file it was for, and the versions it knows the file to have held."""
    for device in fs.listdir(f"{memory}/journal"):
        with suppress(OSError):
            for segment in read_back(fs, f"{memory}/journal/{device}", device):
                if segment.header is not None:
                    marks = {getattr(entry, "sha", "") for entry in segment.entries}
                    yield unspelled(segment.header.file), marks | set(segment.header.versions)
                    break
