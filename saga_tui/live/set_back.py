"""A disk that was set back (a backup put back, a folder half deleted), or that is a copy of another laptop's: what the
table has of a journal is taken over, and what only this disk has goes on under a name of its own. No number of a
journal stands for two events, and nothing that any device has is lost."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from saga_tui.live.engine import Message
from saga_tui.live.wire import span_of
from saga_tui.store.errors import BadFile
from saga_tui.store.folders import Places, new_id, sha, unspelled
from saga_tui.store.fs import FS, put
from saga_tui.store.journal import names_in, segment_numbers, segment_path
from saga_tui.store.kept import keep
from saga_tui.store.locks import alone
from saga_tui.store.records import (
    Header,
    Mark,
    Segment,
    Written,
    event_record,
    header_record,
    mark_record,
    read_segment,
)
from saga_tui.store.replay import NothingThere, Replayed, Sealed, replay
from saga_tui.store.toml import dumps, load

Segments = Mapping[int, bytes]
"""The bytes of a journal's segments, by their numbers."""
_END: Final = re.compile(rb"^# crc [0-9a-f]{8}\n\n", re.MULTILINE)
_NAMES: Final = "devices"
_NAME: Final = re.compile(r"[a-z0-9]{1,32}")


class Open(Exception):
    """Somebody has the document open for writing: it cannot be mended before that ends."""


@dataclass(slots=True)
class Mended:
    """What came of it: how many acts the table had that this disk lacked, how many only this disk had, and under which
    name those go on."""

    fetched: int
    kept: int
    name: str = ""


class Names:
    """The names that this device had in journals. One that is used no more is still shipped, but for the documents
    whose journal was taken over from the table."""

    def __init__(self, fs: FS, state: Path | None) -> None:
        """`state` is the state folder; without one nothing can be renamed."""
        self.fs, self.path = fs, f"{state}/{_NAMES}" if state is not None else ""
        self._state = state
        self._before: dict[str, set[str]] = {}
        with suppress(OSError):
            for line in fs.read(self.path, 100_000).decode(errors="replace").splitlines() if self.path else ():
                name, *docs = line.split()
                self._before[name] = {*docs}

    @property
    def can_change(self) -> bool:
        """Whether there is somewhere to write another name down."""
        return bool(self.path)

    def ours(self, doc: str, device: str) -> bool:
        """Whether this device wrote that journal under an earlier name, and nobody else goes on with it."""
        return device in self._before and doc not in self._before[device]

    def renamed(self, doc: str, device: str, now: str) -> str:
        """Give a document's journal of that name up; the name that this device has from now on, which was `now`."""
        self._before.setdefault(device, set()).add(doc)
        text = "".join(" ".join((name, *sorted(docs))) + "\n" for name, docs in self._before.items())
        put(self.fs, self.path, text.encode())
        if device != now:
            return now
        fresh = new_id()
        put(self.fs, f"{self._state}/device", fresh.encode())
        return fresh


@contextmanager
def closed(memory: str) -> Iterator[None]:
    """While nobody can open the document for writing. Raises Open where somebody has."""
    with alone(memory) as is_mine:
        if not is_mine:
            raise Open
        yield


def of_messages(messages: Iterable[Message]) -> dict[int, bytes]:
    """The segments that a journal's messages make; what does not follow is left out."""
    found: dict[int, bytearray] = {}
    for message in messages:
        span = span_of(message.headers)
        if span is not None:
            number, at = span.at
            there = found.setdefault(number, bytearray())
            if at <= len(there):
                there += message.data[len(there) - at :]
    return {number: bytes(data) for number, data in found.items() if data}


def of_disk(fs: FS, journal: str) -> dict[int, bytes]:
    """The segments of a journal that lie there."""
    return {number: fs.read(segment_path(journal, number)) for number in segment_numbers(fs, journal)}


def parted(here: Segments, table: Segments) -> tuple[int, int] | None:
    """Where two versions of one journal part: segment and bytes of it that both have, whole records. None where this
    disk has no more than the table, or only goes on from it."""
    for number in sorted(here):
        mine, theirs = here[number], table.get(number, b"")
        if theirs.startswith(mine):
            continue
        if mine.startswith(theirs) and not any(other > number for other in table):
            return None  # what is not sent yet
        same = next((at for at, (a, b) in enumerate(zip(mine, theirs, strict=False)) if a != b), len(theirs))
        return number, max((one.end() for one in _END.finditer(mine, 0, same)), default=0)
    return None


def mend(fs: FS, memory: str, device: str, table: Segments) -> Mended:
    """Make a journal that of the table; to be called within `closed`. Raises OSError."""
    journal = f"{memory}/journal/{device}"
    here = of_disk(fs, journal)
    place = parted(here, table)
    before = {sha(data) for data in (_file(fs, memory) or (b"",))[-1:]} & _ours(here, device)
    name, kept = _aside(fs, memory, device, here, place) if place is not None else ("", 0)
    had = _events(here if place is None else _until(here, place), device)
    for number in sorted({*here, *table}):
        data = table.get(number, b"")
        if data and not here.get(number, b"").startswith(data):
            fs.mkdir(journal)
            put(fs, segment_path(journal, number), data)
        elif place is not None and not data:
            fs.unlink(segment_path(journal, number))
        elif place is not None and here[number] != data:
            put(fs, segment_path(journal, number), data)
    if before and not name:  # else the file is of what only this disk has, and both are merged when it is opened
        _renew(fs, memory, device, table)
    return Mended(max(0, _events(table, device) - had), kept, name)


def _events(segments: Segments, device: str) -> int:
    return sum(
        isinstance(entry, Written)
        for number, data in segments.items()
        for entry in read_segment(data, number, device).entries
    )


def _until(segments: Segments, place: tuple[int, int]) -> dict[int, bytes]:
    number, at = place
    return {one: data if one < number else data[:at] for one, data in segments.items() if one <= number}


def _read(segments: Segments, device: str) -> list[Segment]:
    """Newest first."""
    return [read_segment(segments[number], number, device) for number in sorted(segments, reverse=True)]


def _state(segments: Segments, device: str) -> Replayed | None:
    with suppress(NothingThere, Sealed):
        return replay(_read(segments, device))
    return None


def _ours(segments: Segments, device: str) -> set[str]:
    """The versions of the file that a journal has announced."""
    state = _state(segments, device)
    return state.ours if state is not None else set()


def _aside(fs: FS, memory: str, device: str, here: Segments, place: tuple[int, int]) -> tuple[str, int]:
    """What only this disk has, as a journal that goes on from where both were the same: its name, and its events."""
    number, at = place
    both = _until(here, place)
    rest = {one: data[at:] if one == number else data for one, data in here.items() if one >= number}
    entries = [entry for one in sorted(rest) for entry in read_segment(rest[one], one, device).entries]
    count = sum(isinstance(entry, Written) for entry in entries)
    if not count:
        return "", 0
    base, name = _state(both, device), new_id()
    if base is None:  # nothing in common: all of it, as it is
        for one, data in here.items():
            fs.mkdir(f"{memory}/journal/{name}")
            put(fs, segment_path(f"{memory}/journal/{name}", one), data)
        return name, count
    head = Header(
        1, name, base.last_id, base.file, base.doc, base.sha, base.versions, base.redo,
        {**base.heard, device: base.last_id}, begun=(device, base.last_id),
    )  # fmt: skip
    records = (mark_record(entry) if isinstance(entry, Mark) else event_record(entry) for entry in entries)
    fs.mkdir(f"{memory}/journal/{name}")
    put(fs, segment_path(f"{memory}/journal/{name}", 1), header_record(head) + b"".join(records))
    return name, count


def _file(fs: FS, memory: str) -> tuple[str, bytes] | None:
    """Path and bytes of the document's file."""
    folder = memory.rpartition("/")[0].rpartition("/")[0]
    for name in names_in(fs, memory):
        with suppress(OSError):
            path = f"{folder}/{Path(name).name}"
            return path, fs.read(path)
    return None


def _renew(fs: FS, memory: str, device: str, table: Segments) -> None:
    """The file is one that this program wrote for an older state: with the journal it goes forward. It is kept."""
    found, state = _file(fs, memory), _state(table, device)
    if found is None or state is None:
        return
    path, data = found
    with suppress(BadFile, OSError):
        if load(Path(path)).get("id") == state.doc.get("id") and unspelled(path):
            keep(fs, Places(path, memory, device), data, "set-back")
            put(fs, path, dumps(state.doc).encode())
