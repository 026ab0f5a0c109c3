"""The way back to before an entry of the journal: what would be taken back and what would differ, before it is done."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import takewhile
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Static

from saga_tui.changes import Change
from saga_tui.safe import safe
from saga_tui.store import undoing
from saga_tui.store.event import Event, Layout
from saga_tui.store.undoing import NoRestorePoint, key_of
from saga_tui.ui.dialogs import Dialog
from saga_tui.ui.journal.entry import changes_shown
from saga_tui.ui.journal.words import day_of, place_of, text_of, time_of
from saga_tui.words import inflect, plural

__all__ = ["NoRestorePoint", "RestorePoint", "go_back", "restore_point"]

if TYPE_CHECKING:
    from saga_tui.store import Memory
    from saga_tui.ui.journal.listing import Book


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


MOST_ENTRIES = 100


class BackDialog(Dialog[bool]):
    """The difference between now and then, and the entries that are taken back. Enter does it, Escape leaves."""

    wide = scrolls = True
    title_text = "Back to before this?"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "answer(True)", "Go back", id="back.do", priority=True)]

    def __init__(self, way: RestorePoint, layout: Layout) -> None:
        super().__init__()
        self.way, self.told = way, layout

    def compose_body(self) -> ComposeResult:
        """Where to, what changes, what is taken back."""
        yield Static(back_shown(self.way, self.told), id="back-text")


def back_shown(way: RestorePoint, layout: Layout) -> Content:
    """The way back in words and lines."""
    event = way.event
    where = safe(", ".join(filter(None, (place_of(event, layout.short), f"{day_of(event)} {time_of(event)}"))))
    parts = [Content.assemble((safe(text_of(event)), "bold"), (f"\n{where}", "$dim")), Content("")]
    if way.changes:
        parts += [
            Content.styled(f"{plural(len(way.changes), 'value')}, now → then", "bold $title"),
            changes_shown(way.changes, words=layout.words),
        ]
    else:
        parts.append(Content("The character is the same now as then."))
    parts.append(Content(""))
    if way.undone:
        count = f"{plural(len(way.undone), 'entry')} {inflect(len(way.undone), 'is')}"
        parts.append(Content.styled(f"{count} undone, newest first; press U to redo", "bold $title"))
        parts += [Content(f"  {safe(text_of(one), limit=300)}") for one in way.undone[:MOST_ENTRIES]]
        if len(way.undone) > MOST_ENTRIES:
            parts.append(Content.styled(f"  … and {len(way.undone) - MOST_ENTRIES:,} more", "$dim"))
    else:
        parts.append(Content.styled("This is logged as one entry. Press u to undo.", "$dim"))
    return Content("\n").join(parts)
