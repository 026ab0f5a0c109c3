"""The way back to before an entry of the log: what would be taken back and what would differ, before it is done."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import takewhile
from typing import TYPE_CHECKING

from saga_tui.changes import Change
from saga_tui.store import undoing
from saga_tui.store.event import Event
from saga_tui.store.undoing import NoRestorePoint, key_of

__all__ = ["NoRestorePoint", "RestorePoint", "go_back", "restore_point"]

if TYPE_CHECKING:
    from saga_tui.store import Memory
    from saga_tui.ui.logbook.book import Book


@dataclass(frozen=True, slots=True)
class RestorePoint:
    """A way of the store's, with the `changes` that it makes to the character as it was when the way was asked for."""

    way: undoing.RestorePoint
    changes: tuple[Change, ...]

    @property
    def event(self) -> Event:
        """The entry before which it leads."""
        return self.way.event

    @property
    def undone(self) -> tuple[Event, ...]:
        """The entries that are taken back, newest first; none where the changes happen as one event."""
        return self.way.steps

    def same(self, other: RestorePoint) -> bool:
        """Whether the other way does the same."""
        return self.undone == other.undone and self.changes == other.changes


def restore_point(memory: Memory, book: Book, event: Event) -> RestorePoint:
    """The way back to before an event that the book has read. Raises NoRestorePoint."""
    if memory.read_only:
        raise NoRestorePoint("This window is read-only.")
    way = undoing.restore_point(memory.doc, _own_since(memory, book, event), event.id)
    return RestorePoint(way, way.changes(memory.doc))


def go_back(memory: Memory, way: RestorePoint) -> int:
    """Goes that way; gives how many events were taken back. Raises what `commit` and `undo_since` raise."""
    return way.way.go(memory)


def _own_since(memory: Memory, book: Book, event: Event) -> list[Event]:
    """The events that undo walks, from the newest down to that one."""
    own = {key_of(one) for one in takewhile(lambda one: one.id >= event.id, memory.own_history())}
    if key_of(event) not in own:
        raise NoRestorePoint("That happened on another device. Go back to before it was merged here.")
    return [one for one in book.events if key_of(one) in own]
