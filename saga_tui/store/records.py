"""The journal's text: TOML records, each followed by its checksum on a comment line.

A text in a record never holds a raw newline, so a line that starts with `# crc` is always ours. Damage is stepped
over: reading goes on at the next record whose checksum holds.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

import tomli

from saga_tui.changes import WRITTEN, Change, Doc, apply, diff
from saga_tui.store.event import Event
from saga_tui.store.toml import key, literal

CHECKPOINT: Final = "checkpoint"
FORMAT: Final = 1
"""Of the journal: a higher one is of a later version of the program, and is told, not half read."""
_END: Final = re.compile(rb"^# crc ([0-9a-f]{8})\n\n?", re.MULTILINE)
_START: Final = re.compile(rb"^\[\[event\]\]\n", re.MULTILINE)
_READABLE = (KeyError, TypeError, ValueError, AttributeError, RecursionError)
"""What a record raises whose checksum holds but which was never ours."""


class _Newer(Exception):
    """Something that a later version of the program wrote."""


@dataclass(frozen=True, slots=True)
class Written:
    """An event in the journal with what it says about the file. `file_sha`: the version of the file that was taken
    over, `file_seen`: what it holds, as changes from the version `file_base`; `heard`: the last event of each other
    device that this event takes over."""

    event: Event
    file_sha: str = ""
    file_base: str = ""
    file_seen: tuple[Change, ...] = ()
    heard: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Mark:
    """The intent of a checkpoint: at event `at` the file is about to become `sha`, and holds `was`."""

    at: int
    sha: str
    was: str


@dataclass(frozen=True, slots=True)
class Losses:
    """Segments with damage in them, and events that are lost, as first and last of each stretch."""

    segments: tuple[int, ...] = ()
    events: tuple[tuple[int, int], ...] = ()

    def __or__(self, other: Losses) -> Losses:
        segments = dict.fromkeys((*self.segments, *other.segments))
        return Losses(tuple(segments), tuple(dict.fromkeys((*self.events, *other.events))))

    def __bool__(self) -> bool:
        return bool(self.segments or self.events)


Begun = tuple[str, int]
"""The device and the event of another journal that one goes on from: its own events count on from that one."""

NOWHERE: Final[Begun] = ("", 0)
"""A journal that begins with the character."""


@dataclass(frozen=True, slots=True)
class Header:
    """The first record of a segment: the whole character, and what the file may hold at this time."""

    number: int
    device: str
    last_event: int
    file: str
    doc: Doc
    sha: str = ""
    versions: dict[str, Doc] = field(default_factory=dict)
    redo: tuple[int, ...] = ()
    heard: dict[str, int] = field(default_factory=dict)
    settled: Losses = field(default_factory=Losses)
    """What was lost before this segment and somebody was told of."""
    begun: Begun = NOWHERE


@dataclass(frozen=True, slots=True)
class Segment:
    """One file of the journal as it was read: `torn` holds the sizes of what is damaged. `unreadable` says why it could
    not be read at all; `newer` what a later version of the program wrote there."""

    number: int
    header: Header | None
    entries: tuple[Written | Mark, ...]
    torn: tuple[int, ...]
    size: int
    head_size: int = 0
    unreadable: OSError | None = None
    newer: str = ""


def sealed(body: str) -> bytes:
    """A record with its checksum."""
    data = body.encode()
    return data + b"# crc %08x\n\n" % zlib.crc32(data)


@dataclass(frozen=True, slots=True)
class Planned:
    """An event that can be taken as it is, and the document after it."""

    written: Written
    data: bytes
    """Its record, where that had to be weighed before the event could happen."""
    doc: Doc

    @property
    def record(self) -> bytes:
        """The bytes that are appended to the journal."""
        return self.data or event_record(self.written)


def event_record(written: Written) -> bytes:
    """The bytes of an event; raises ValueError or TypeError when TOML cannot hold it."""
    table = written.event.to_record()
    changes = table.pop("changes")
    lines = ["[[event]]", *(f"{name} = {literal(value)}" for name, value in table.items())]
    if written.file_sha:
        seen = [change.to_record() for change in written.file_seen]
        lines.append(f"file = {literal({'sha': written.file_sha, 'base': written.file_base, 'seen': seen})}")
    if written.heard:
        lines.append(f"heard = {literal(written.heard)}")
    if changes:
        lines += ["changes = [", *(f"  {literal(change)}," for change in changes), "]"]
    else:
        lines.append("changes = []")
    return sealed("\n".join(lines) + "\n")


def mark_record(mark: Mark) -> bytes:
    """The bytes of a checkpoint's intent."""
    return sealed(
        f'[[event]]\nid = {mark.at}\ndo = "{CHECKPOINT}"\nsha = {literal(mark.sha)}\nwas = {literal(mark.was)}\n'
    )


def header_record(header: Header) -> bytes:
    """The bytes of a segment's first record."""
    versions = [
        {"sha": sha, "behind": [change.to_record() for change in diff(header.doc, doc)]}
        for sha, doc in header.versions.items()
    ]
    table: Mapping[str, Any] = {
        "format": FORMAT,
        "number": header.number,
        "device": header.device,
        "last_event": header.last_event,
        "file": header.file,
        "sha": header.sha,
        "versions": versions,
        "redo": list(header.redo),
        "heard": header.heard,
    }
    if header.settled:
        events = [list(stretch) for stretch in header.settled.events]
        table = {**table, "settled": {"segments": list(header.settled.segments), "events": events}}
    if header.begun != NOWHERE:
        table = {**table, "begun": {"device": header.begun[0], "event": header.begun[1]}}
    lines = ["# What happened to this character, line by line. Written by saga-tui, not meant to be edited."]
    lines += ["[segment]", *(f"{key(name)} = {literal(value)}" for name, value in table.items())]
    lines += ["", "[character]", *(f"{key(name)} = {literal(value)}" for name, value in header.doc.items())]
    return sealed("\n".join(lines) + "\n")


@lru_cache(maxsize=2)
def read_segment(data: bytes, number: int, device: str) -> Segment:
    """All that is intact in a segment's bytes; the last ones are remembered: who opens a file asks several times."""
    header: Header | None = None
    good: list[bytes] = []
    torn: list[int] = []
    first = True
    try:
        for intact, raw in split_records(data):
            if not intact:
                torn.append(len(raw))
            elif raw.startswith(b"[[event]]"):
                good.append(raw)
            elif first:
                header = _header(raw, device)
                if header is None:
                    torn.append(len(raw))
            first = False
        entries = tuple(_entries(good, device, torn))
    except _Newer as newer:
        return Segment(number, None, (), (), len(data), newer=str(newer))
    end = as_written(data).find(b"\n[[event]]\n")
    return Segment(number, header, entries, tuple(torn), len(data), len(data) if end < 0 else end)


def file_named(data: bytes) -> str | None:
    """The name of the file that a segment was begun for; None where its first record is damaged. Reads no more."""
    intact, raw = next(split_records(data), (False, b""))
    if not intact or raw.startswith(b"[[event]]"):
        return None
    try:
        return str(tomli.loads(raw.partition(b"\n[character]\n")[0].decode())["segment"]["file"])
    except _READABLE:
        return None


def as_written(data: bytes) -> bytes:
    """The bytes with the line ends that they were written with: git and others may have put their own in."""
    return data.replace(b"\r\n", b"\n")


def split_records(data: bytes) -> Iterator[tuple[bool, bytes]]:
    """Each intact record, and what is damaged between them; other line ends are no damage."""
    data = as_written(data)
    position = 0
    while position < len(data):
        end = _END.search(data, position)
        if end and zlib.crc32(data[position : end.start()]) == int(end[1], 16):
            yield True, data[position : end.start()]
            position = end.end()
            continue
        following = _START.search(data, position + 1)
        stop = following.start() if following else len(data)
        if data[position:stop].strip(b"\n \0") or b"\0" in data[position:stop]:
            yield False, data[position:stop]
        position = stop


def _header(raw: bytes, device: str) -> Header | None:
    try:
        doc = tomli.loads(raw.decode())
        table = doc["segment"]
        if int(table.get("format", FORMAT)) > FORMAT:
            raise _Newer(f"format {table['format']}")
        character, settled, begun = doc["character"], table.get("settled", {}), table.get("begun", {})
        versions = {str(v["sha"]): apply(character, map(Change.from_record, v["behind"])) for v in table["versions"]}
        return Header(
            number=int(table["number"]),
            device=device,
            last_event=int(table["last_event"]),
            file=str(table["file"]),
            doc=dict(character),
            sha=str(table["sha"]),
            versions=versions,
            redo=tuple(map(int, table["redo"])),
            heard={str(name): int(last) for name, last in table["heard"].items()},
            settled=Losses(
                tuple(map(int, settled.get("segments", []))),
                tuple((int(low), int(high)) for low, high in settled.get("events", [])),
            ),
            begun=(str(begun.get("device", "")), int(begun.get("event", 0))),
        )
    except _READABLE:
        return None


def _entries(good: list[bytes], device: str, torn: list[int]) -> Iterator[Written | Mark]:
    try:
        tables: list[Doc] = tomli.loads(b"".join(good).decode()).get("event", [])
    except _READABLE:  # one of them was never ours: each by itself
        tables = []
        for raw in good:
            try:
                tables += tomli.loads(raw.decode())["event"]
            except _READABLE:
                torn.append(len(raw))
    for table in tables:
        try:
            yield _entry(table, device)
        except _READABLE:
            torn.append(1)


def _entry(table: Doc, device: str) -> Written | Mark:
    if table["do"] == CHECKPOINT:
        return Mark(int(table["id"]), str(table["sha"]), str(table["was"]))
    for change in table["changes"]:
        if not change.keys() <= WRITTEN:
            raise _Newer(f"a change with {sorted(change.keys() - WRITTEN)[0]!r}")
    event = Event.from_record(table, device)
    if "file" not in table and "heard" not in table:
        return Written(event)
    file = table.get("file", {})
    return Written(
        event,
        str(file.get("sha", "")),
        str(file.get("base", "")),
        tuple(Change.from_record(change) for change in file.get("seen", [])),
        {str(name): int(last) for name, last in table.get("heard", {}).items()},
    )
