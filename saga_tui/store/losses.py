"""What a device's journal has lost: segments with damage in them, events that are missing between the others.

A loss that somebody has been told of, and that the character has gone on from, is settled: the header of the next
segment lists it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from saga_tui.store.fs import FS
from saga_tui.store.journal import read_back, segment_numbers
from saga_tui.store.kin import Line
from saga_tui.store.records import Losses, Written


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
