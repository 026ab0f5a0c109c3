"""What is left of a journal that somebody removed, replaced or wrote to while it was open, and the rescue file.

The rescue file is a segment like any other. It lies in the user's state folder as long as the journal cannot be
written, and is merged back when it can.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from saga_tui.store.event import Event
from saga_tui.store.folders import MEMORY, sha, spelled, unspelled
from saga_tui.store.fs import FS, put
from saga_tui.store.journal import content_of, segment_numbers, segment_path
from saga_tui.store.places import Places
from saga_tui.store.records import Header, Segment, Written, header_record, read_segment


def compare(fs: FS, places: Places, oldest: int, first: int, ours: Sequence[Event]) -> tuple[list[Event], list[Event]]:
    """Return which of our events the journal on disk lacks, and which it has from event `first` on that are not ours.

    Looks into the segments from number `oldest` on. Raises OSError where one cannot be read.
    """
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
    return f"{places.state}/rescue/{_memory_name(places)}-{sha(os.fsencode(places.file))[:8]}.toml"


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


def _memory_name(places: Places) -> str:
    return places.memory.rpartition("/")[2]


@dataclass(frozen=True, slots=True)
class Rescued:
    """A rescue file that was found: its path, its bytes' hash, and what it holds as a segment."""

    path: str
    version: str
    segment: Segment


def rescued(fs: FS, places: Places, number: int) -> list[Rescued]:
    """Return the rescue files of this character, as segments of that number.

    One of another folder is for this character only where the file that it was for is gone: the folder was moved.
    """
    found = []
    folder = f"{places.state}/rescue"
    names = fs.listdir(folder) if places.state else []
    for name in names:
        path = f"{folder}/{name}"
        if not name.endswith(".toml") or name.rpartition("-")[0] != _memory_name(places):
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
