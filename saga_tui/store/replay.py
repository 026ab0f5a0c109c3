"""What a journal says about a character, read from the newest intact segment on; and what it has lost.

A loss that somebody has been told of, and that the character has gone on from, is settled: the header of the next
segment lists it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from saga_tui.changes import ChangeError, Doc, apply, same
from saga_tui.store.event import Event
from saga_tui.store.fs import FS
from saga_tui.store.journal import Line, content_of, read_back, segment_numbers, segment_path
from saga_tui.store.records import NOWHERE, Begun, Header, Losses, Mark, Segment, Written
from saga_tui.store.undoing import redo_after
from saga_tui.words import plural


@dataclass(slots=True)
class Replayed:
    """A character as its journal has it. `sha` is the version that the file should hold, `versions` all (at most two)
    that it may hold after a power cut; `ours` the versions that were ever announced here; `go_on` the segment that may
    be appended to."""

    doc: Doc
    last_id: int
    file: str = ""
    sha: str = ""
    versions: dict[str, Doc] = field(default_factory=dict)
    ours: set[str] = field(default_factory=set)
    events: list[Event] = field(default_factory=list)
    redo: tuple[int, ...] = ()
    redo_before: tuple[int, ...] = ()
    heard: dict[str, int] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    oldest: int = 0
    go_on: Segment | None = None
    trail: dict[int, Doc] = field(default_factory=dict)
    device: str = ""
    """Whose journal it is, of one that is gone on with here."""
    begun: Begun = NOWHERE
    since: int = 0
    """The last event that `redo_before` knows of already."""
    strays: list[Event] = field(default_factory=list)
    """Events that another program wrote under numbers that were taken; `doc` lacks what they did."""
    adrift: bool = False
    """Whether the journal on disk lacks some of this: a rescue file had it."""

    def segment_path(self, journal: str) -> str:
        """Return the path of the segment that is gone on with; empty where a new one begins."""
        return segment_path(journal, self.go_on.number) if self.go_on is not None else ""


class Sealed(Exception):
    """A journal that may not be gone on with: `path` cannot be read, or a newer version of the program wrote it."""

    def __init__(self, number: int, error: OSError | None, newer: str = "") -> None:
        self.number, self.error, self.newer = number, error, newer
        super().__init__(str(error or newer))


class NothingThere(Exception):
    """A journal without a single record that holds, or none at all; `notes` says what was damaged."""

    def __init__(self, notes: Iterable[str] = ()) -> None:
        self.notes = tuple(notes)
        super().__init__("nothing there")


def replay(
    segments: Iterable[Segment], file_sha: str = "", file_doc: Doc | None = None, *, trail: Iterable[int] = ()
) -> Replayed:
    """The newest state that a journal's segments (newest first) lead to; raises NothingThere, Sealed. `file_doc` helps
    over damage: where the journal says which event the file holds, the file is a place to start from. `trail` names
    events after which the state is wanted as well."""
    header, read, notes = _gather(segments)
    entries = [entry for segment in reversed(read) for entry in segment.entries]
    if header is None and not entries:
        raise NothingThere(notes)
    torn = any(segment.torn for segment in read)
    start = _start(header, entries, file_sha, file_doc, notes)
    start.notes = notes
    start.oldest = read[-1].number
    start.redo_before = start.redo
    player = _Player(start, frozenset(trail), file_doc if torn else None)
    for entry in entries:
        player.take(entry)
    if player.met and file_doc is not None and file_sha not in start.versions:
        start.sha, start.versions = file_sha, {file_sha: file_doc}
    start.last_id = max([start.last_id, *(e.at if isinstance(e, Mark) else e.event.id for e in entries)])
    if not torn and not player.gap and not start.strays and read[0].header is not None:
        start.go_on = read[0]
    return start


def _gather(segments: Iterable[Segment]) -> tuple[Header | None, list[Segment], list[str]]:
    read: list[Segment] = []
    notes: list[str] = []
    for segment in segments:
        if segment.unreadable is not None or segment.newer:
            raise Sealed(segment.number, segment.unreadable, segment.newer)
        read.append(segment)
        if segment.torn:
            size = sum(segment.torn)
            notes.append(f"history {segment.number:06d}: {plural(size, 'damaged or cut-off byte')} skipped")
        if segment.header is not None:
            return segment.header, read, notes
        notes.append(f"history {segment.number:06d}: its first record is damaged")
    return None, read, notes


def _start(
    header: Header | None, entries: list[Written | Mark], file_sha: str, file_doc: Doc | None, notes: list[str]
) -> Replayed:
    """The header, unless events after it are missing and the file is known to be of a later moment."""
    holds = [entry.at for entry in entries if isinstance(entry, Mark) and entry.sha == file_sha]
    broken = header is None or _has_gap(header.last_event, entries)
    if broken and file_doc is not None and holds:
        start = Replayed(file_doc, holds[-1], "", file_sha, {file_sha: file_doc})
        if header is not None:
            start.file, start.heard, start.begun = header.file, dict(header.heard), header.begun
        return start
    if header is None:
        raise NothingThere(notes)
    return Replayed(
        header.doc,
        header.last_event,
        header.file,
        header.sha,
        dict(header.versions),
        set(header.versions),
        redo=header.redo,
        heard=dict(header.heard),
        begun=header.begun,
        since=header.last_event,
    )


def _has_gap(last: int, entries: Iterable[Written | Mark]) -> bool:
    for entry in entries:
        if isinstance(entry, Mark):
            if entry.at > last:
                return True
        elif entry.event.id > last:
            if entry.event.id != last + 1:
                return True
            last = entry.event.id
    return False


class _Player:
    """Plays entries onto a state, as far as they follow or at least fit."""

    def __init__(self, state: Replayed, trail: frozenset[int], file_doc: Doc | None) -> None:
        """`file_doc`: what the file holds, where the record that says so may be among the damaged ones."""
        self.state, self.trail, self.file_doc = state, trail, file_doc
        self.met = file_doc is not None and same(state.doc, file_doc)
        self.begun_at = state.last_id
        self.gap = False
        self.stopped = False
        self.known: dict[int, int] = {}
        if state.last_id in trail:
            state.trail[state.last_id] = state.doc

    def take(self, entry: Written | Mark) -> None:
        if isinstance(entry, Mark):
            self._mark(entry)
            return
        event = entry.event
        known = self.known.get(event.id)
        if known is not None:  # written twice by a second try, or by two programs at once
            if known != content_of(event) and event.id > self.begun_at:
                self.state.strays.append(event)
        elif event.id <= self.begun_at:  # before the file that the play starts from: history only
            self.known[event.id] = content_of(event)
            self.state.events.append(event)
        elif not self.stopped and event.id > self.state.last_id:
            self._play(entry)

    def _mark(self, mark: Mark) -> None:
        state = self.state
        state.ours |= {mark.sha, mark.was}
        if self.stopped or mark.at != state.last_id:
            return
        before = state.versions.get(mark.was)
        state.versions = {mark.was: before} if before is not None else {}
        state.versions[mark.sha] = state.doc
        state.sha = mark.sha

    def _play(self, written: Written) -> None:
        state, event = self.state, written.event
        try:
            doc = apply(state.doc, event.changes)
        except ChangeError:
            doc = None
        if doc is None and state.strays:  # it follows one of those
            state.strays.append(event)
            return
        if event.id != state.last_id + 1:
            self.gap = True
            state.notes.append(f"events {state.last_id + 1} to {event.id - 1} are damaged")
        if doc is None:
            self.gap = self.stopped = True
            state.notes.append(f"events from {event.id} on no longer fit and were not replayed")
            return
        state.doc = doc
        self.known[event.id] = content_of(event)
        state.events.append(event)
        state.redo = redo_after(state.redo, event)
        state.last_id = event.id
        state.heard |= written.heard
        if written.file_sha:
            self._taken_over(written)
        self.met = self.met or (self.file_doc is not None and same(state.doc, self.file_doc))
        if event.id in self.trail:
            state.trail[event.id] = state.doc

    def _taken_over(self, written: Written) -> None:
        state = self.state
        base = state.versions.get(written.file_base)
        state.sha, state.versions = written.file_sha, {}
        if base is not None:
            try:
                state.versions[written.file_sha] = apply(base, written.file_seen)
            except ChangeError:
                state.notes.append("one version of the file is unknown")


@dataclass(frozen=True, slots=True)
class Extent:
    """One device's journal: its segments, the ids of the events that are intact, the first and last that it had."""

    name: str
    folder: str
    numbers: list[int]
    known: frozenset[int]
    before: int
    """The last event before the oldest intact header."""
    last: int
    begun: int = 0
    """The last event of the journal that this one goes on from: those up to it never were in it."""
    torn: tuple[int, ...] = ()
    settled: Losses = field(default_factory=Losses)
    collided: tuple[int, ...] = ()
    """Numbers under which two programs wrote different events."""

    def missing(self) -> list[tuple[int, int]]:
        """First and last of each stretch of events that is lost after the beginning."""
        known = set(self.known) | set(range(1, (self.before if self.beginning_lost else self.begun) + 1))
        return list(_missing(known, max([self.last, *known])))

    @property
    def beginning_lost(self) -> bool:
        """Whether the events up to `before` are in no segment any more."""
        return self.before > self.begun and not (self.known and min(self.known) <= self.before)

    def losses(self) -> Losses:
        """All of it, as a header lists it."""
        begin = [(1, self.before)] if self.beginning_lost else []
        return Losses(self.torn, (*begin, *self.missing(), *((number, number) for number in self.collided)))


def extent(fs: FS, folder: str, name: str) -> Extent:
    """What there is of a device's journal; damage is stepped over."""
    known: set[int] = set()
    lasts: list[int] = []
    torn: list[int] = []
    settled = Losses()
    begun = 0
    line, collided = Line(), set[int]()
    for segment in read_back(fs, folder, name):
        if segment.unreadable is not None:
            raise segment.unreadable
        known |= {entry.event.id for entry in segment.entries if isinstance(entry, Written)}
        collided |= {event.id for event in line.take(segment)[1]}
        if segment.torn or segment.header is None:
            torn.append(segment.number)
        if segment.header is not None:
            lasts.append(segment.header.last_event)
            settled |= segment.header.settled
            begun = max(begun, segment.header.begun[1])
    return Extent(
        name=name,
        folder=folder,
        numbers=segment_numbers(fs, folder),
        known=frozenset(known),
        before=lasts[-1] if lasts else 0,
        last=max(lasts, default=0),
        begun=begun,
        torn=tuple(torn),
        settled=settled,
        collided=tuple(sorted(collided)),
    )


def _missing(known: set[int], end: int) -> Iterator[tuple[int, int]]:
    last = 0
    for number in sorted({*known, end + 1}):
        if number > last + 1:
            yield last + 1, number - 1
        last = number
