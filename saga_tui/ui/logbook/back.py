"""The way back to before an entry of the log: what would be taken back and what would differ, before it is done."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import takewhile
from typing import TYPE_CHECKING

from saga_tui.changes import Change
from saga_tui.store import wayback
from saga_tui.store.event import Event
from saga_tui.store.undoing import key_of
from saga_tui.store.wayback import NoWay

__all__ = ["NoWay", "WayBack", "go_back", "way_back"]

if TYPE_CHECKING:
    from saga_tui.store import Memory
    from saga_tui.ui.logbook.book import Book


@dataclass(frozen=True, slots=True)
class WayBack:
    """A way of the store's, with the `changes` that it makes to the character as it was when the way was asked for."""

    way: wayback.WayBack
    changes: tuple[Change, ...]

    @property
    def event(self) -> Event:
        """The entry before which it leads."""
        return self.way.event

    @property
    def undone(self) -> tuple[Event, ...]:
        """The entries that are taken back, newest first; none where the changes happen as one event."""
        return self.way.steps

    def same(self, other: WayBack) -> bool:
        """Whether the other way does the same."""
        return self.undone == other.undone and self.changes == other.changes


def way_back(memory: Memory, book: Book, event: Event) -> WayBack:
    """The way back to before an event that the book has read. Raises NoWay."""
    if memory.read_only:
        raise NoWay("This window is read-only.")
    way = wayback.way_back(memory.doc, _own_since(memory, book, event), event.id)
    return WayBack(way, way.changes(memory.doc))


def go_back(memory: Memory, way: WayBack) -> int:
    """Goes that way; gives how many events were taken back. Raises what `commit` and `undo_since` raise."""
    return way.way.go(memory)


def _own_since(memory: Memory, book: Book, event: Event) -> list[Event]:
    """The events that undo walks, from the newest down to that one."""
    own = {key_of(one) for one in takewhile(lambda one: one.id >= event.id, memory.own_history())}
    if key_of(event) not in own:
        raise NoWay("That happened on another device. Go back to before it was merged here.")
    return [one for one in book.events if key_of(one) in own]
