"""Events of one device that carry one number: the same one written twice, or two that two programs wrote at once.

A second try, and a journal that had to be begun anew, write an event again, word for word. Another program that wrote
to the same journal used the same numbers for other things: those are strays. The log shows them as another device's
would be, undo leaves them alone, and what they did is merged.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from saga_tui.store.event import Event
from saga_tui.store.records import Segment, Written

STRAY: Final = "*"
"""Follows the device's name in the events that another program wrote to its journal."""


def kin(event: Event) -> int:
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
            first = self._first.setdefault(event.id, event)
            if first is event:
                own.append(event)
            elif (this := kin(event)) != kin(first) and (event.id, this) not in self._more:
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
