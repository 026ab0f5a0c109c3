"""The journal as rows for a list: read as far as it is looked at, filtered, with what was undone marked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Final

from saga_tui.store.event import EXTERNAL, Event
from saga_tui.store.undoing import Fates, Key, key_of
from saga_tui.ui.logbook.words import ALL, category_of, day_of, haystack, outer_of

if TYPE_CHECKING:
    from saga_tui.store import Memory

BATCH: Final = 200
"""Events that are read at once: a few milliseconds' worth."""
_MOST_NEW: Final = 1000


@dataclass(frozen=True, slots=True)
class Heading:
    """Stands over the entries of one stretch of play on one day."""

    place: str
    day: str


Row = Heading | Event


class Book:
    """The events of a memory, newest first, and the rows that a filter leaves of them."""

    def __init__(self, memory: Memory, categories: Mapping[str, str] | None = None) -> None:
        """Nothing is read yet; `categories` gives the kind of each verb, see `category_of`."""
        self.memory = memory
        self.categories: Mapping[str, str] = categories or {}
        self.category = ALL
        self.words: tuple[str, ...] = ()
        self.restart()

    def restart(self) -> None:
        """Begins anew with the newest event."""
        self.events: list[Event] = []
        self.rows: list[Row] = []
        self.shown = 0
        """How many of the events read so far the filter leaves."""
        self.finished = False
        self._fates = Fates()
        self._texts: dict[Key, str] = {}
        self._older: Iterator[Event] = self.memory.history()

    def more(self, count: int = BATCH) -> bool:
        """Reads up to `count` older events; False at the beginning of history."""
        batch = list(islice(self._older, count))
        for event in batch:
            self._fates.older(event)
        self.events += batch
        self._take(batch)
        self.finished = len(batch) < count
        return not self.finished

    def refresh(self) -> bool:
        """Takes in what happened since; whether anything did."""
        known = key_of(self.events[0]) if self.events else None
        new: list[Event] = []
        for event in self.memory.history():
            if key_of(event) == known:
                break
            new.append(event)
            merged = event.do == EXTERNAL and event.params.get("source") == "device"
            if merged or len(new) > _MOST_NEW:  # the other device's events belong between those that are there
                self.restart()
                self.more()
                return True
        for event in reversed(new):
            self._fates.newer(event)
        self.events[:0] = new
        if new:
            self._retake()
        return bool(new)

    def show(self, category: str, words: str) -> None:
        """Leaves only events of a kind that have all these words."""
        self.category, self.words = category, tuple(words.casefold().split())
        self._retake()

    def undone(self, event: Event) -> bool:
        """Whether the event was taken back and not done again."""
        return self._fates.undone(event)

    def corrected(self, event: Event) -> Event | None:
        """The newest correction of the event that stands."""
        return self._fates.corrected(event)

    def fits(self, event: Event) -> bool:
        """Whether the filter leaves it."""
        kind = self.category == ALL or category_of(event, self.categories) == self.category
        return kind and (not self.words or self._found(event))

    def _found(self, event: Event) -> bool:
        key = key_of(event)
        if (text := self._texts.get(key)) is None:  # kept, since a search asks again with every letter
            text = self._texts[key] = haystack(event)
        return all(word in text for word in self.words)

    def row_of(self, event: Event) -> int | None:
        """Where an event stands among the rows."""
        key = key_of(event)
        rows = enumerate(self.rows)
        return next((index for index, row in rows if isinstance(row, Event) and key_of(row) == key), None)

    def _retake(self) -> None:
        self.rows, self.shown = [], 0
        self._take(self.events)

    def _take(self, events: list[Event]) -> None:
        last = self.rows[-1] if self.rows else None
        heading = Heading(outer_of(last), day_of(last)) if isinstance(last, Event) else None
        for event in filter(self.fits, events):
            here = Heading(outer_of(event), day_of(event))
            if here != heading:
                self.rows.append(here)
                heading = here
            self.rows.append(event)
            self.shown += 1
