"""The way back to before an entry of the log: what would be taken back and what would differ, before it is done."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from saga_tui.changes import Change, ChangeError, Doc, apply, apply_fitting, diff, invert
from saga_tui.store.event import EXTERNAL, IDENTIFY, MIGRATE, REDO, RESTORE, UNDO, Event
from saga_tui.ui.logbook.words import text_of

if TYPE_CHECKING:
    from saga_tui.store import Memory
    from saga_tui.ui.logbook.book import Book


@dataclass(frozen=True, slots=True)
class WayBack:
    """How the character gets to where it was before `event`.

    `undone` are the entries that are taken back, newest first. Where undo does not lead there (the entry is undone
    itself, or stands beside the line that play took), there are none, and the `changes` happen as one event.
    """

    event: Event
    undone: tuple[Event, ...]
    changes: tuple[Change, ...]

    def same(self, other: WayBack) -> bool:
        """Whether the other way does the same."""
        return self.undone == other.undone and self.changes == other.changes


class NoWay(Exception):
    """There is no way back to before that entry; the message says why."""


def way_back(memory: Memory, book: Book, event: Event) -> WayBack:
    """The way back to before an event that the book has read. Raises NoWay."""
    if memory.read_only:
        raise NoWay("This copy may only look.")
    own = _own_since(memory, book, event)
    if any(one.do == MIGRATE for one in own):
        raise NoWay("Before that the file had an older format: its backup is among the kept versions.")
    if _can_be_undone(event) and not book.undone(event):
        done = tuple(one for one in own if _can_be_undone(one) and not book.undone(one))
        return WayBack(event, done, diff(memory.doc, _undone(memory.doc, done)))
    return WayBack(event, (), diff(memory.doc, _as_it_was(memory.doc, own)))


def go_back(memory: Memory, way: WayBack) -> int:
    """Goes that way; gives how many events were taken back. Raises what `commit` and `undo_to` raise."""
    if way.undone:
        return len(memory.undo_to(way.event.id - 1))
    if way.changes:
        memory.commit(RESTORE, {"before": way.event.id}, way.changes, text=f"Back to before: {text_of(way.event)}")
    return 0


def _own_since(memory: Memory, book: Book, event: Event) -> list[Event]:
    """This device's events from the newest down to that one."""
    newest = memory.undo_target() or memory.redo_target()
    device = newest.device if newest else event.device
    if event.device != device:
        raise NoWay("That happened on another device. Go back to before it was merged here.")
    return [one for one in book.events if one.device == device and one.id >= event.id]


def _can_be_undone(event: Event) -> bool:
    return event.do not in (UNDO, REDO, IDENTIFY) and (event.do != EXTERNAL or bool(event.changes))


def _undone(doc: Doc, events: tuple[Event, ...]) -> Doc:
    for event in events:
        doc, _ = apply_fitting(doc, invert(event.changes))
    return doc


def _as_it_was(doc: Doc, events: list[Event]) -> Doc:
    """The document before the last of these events; who the character is stays."""
    then = doc
    try:
        for event in events:
            then = apply(then, invert(event.changes))
    except ChangeError:
        raise NoWay("A part of the journal is damaged: how it was then can no longer be told.") from None
    return {"id": doc["id"], **{key: value for key, value in then.items() if key != "id"}} if "id" in doc else then
