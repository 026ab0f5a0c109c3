"""The journal as a list: read as far as it is looked at, filtered, with what was undone marked; only the rows in sight
are drawn."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, ClassVar, Final

from textual import events, work
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.visual import Visual

from saga_tui.store.event import Event
from saga_tui.store.undoing import Fates, key_of
from saga_tui.ui.journal.drawn import entry_lines, heading_lines
from saga_tui.ui.journal.words import ALL, category_of, day_of, haystack, outer_of
from saga_tui.ui.touch import touched

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
        """Begin anew with the newest event."""
        self.events: list[Event] = []
        self.rows: list[Row] = []
        self.shown = 0
        """How many of the events read so far the filter leaves."""
        self.finished = False
        self._fates = Fates()
        self._texts: dict[object, str] = {}
        self._older: Iterator[Event] = self.source()

    # ---- whose events they are: one memory's

    def source(self) -> Iterator[Event]:
        """The events, newest first."""
        return self.memory.history()

    def fates(self, event: Event) -> Fates:
        """What became of the events of the journal that it stands in."""
        del event
        return self._fates

    def key(self, event: Event) -> object:
        """What the event is known by here."""
        return key_of(event)

    def memory_of(self, event: Event) -> Memory:
        """The memory that it stands in."""
        del event
        return self.memory

    def head(self, event: Event) -> str:
        """What stands before it: who, where there are several."""
        del event
        return ""

    def words_of(self, event: Event) -> str:
        """All words that it can be found by."""
        return haystack(
            self.memory.layout.opened(event, self.memory.doc), self.memory.layout.short, self.memory.layout.named
        )

    # ---- reading

    def more(self, count: int = BATCH) -> bool:
        """Read up to `count` older events; False at the beginning of history."""
        batch = list(islice(self._older, count))
        for event in batch:
            self.fates(event).older(event)
        self.events += batch
        self._take(batch)
        self.finished = len(batch) < count
        return not self.finished

    def refresh(self) -> bool:
        """Take in what happened since; whether anything did."""
        known = key_of(self.events[0]) if self.events else None
        new: list[Event] = []
        for event in self.memory.history():
            if key_of(event) == known:
                break
            new.append(event)
            if event.merged_from or len(new) > _MOST_NEW:  # the other device's belong between those that are there
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
        """Leave only events of a kind that have all these words."""
        self.category, self.words = category, tuple(words.casefold().split())
        self._retake()

    def undone(self, event: Event) -> bool:
        """Whether the event was taken back and not done again."""
        return self.fates(event).undone(event)

    def corrected(self, event: Event) -> Event | None:
        """The newest correction of the event that stands."""
        return self.fates(event).corrected(event)

    def fits(self, event: Event) -> bool:
        """Whether the filter leaves it."""
        if self.fates(event).carried(event):
            return False
        kind = self.category == ALL or category_of(event, self.categories) == self.category
        return kind and (not self.words or self._found(event))

    def _found(self, event: Event) -> bool:
        key = self.key(event)
        if (text := self._texts.get(key)) is None:  # kept, since a search asks again with every letter
            text = self._texts[key] = self.words_of(event)
        return all(word in text for word in self.words)

    def row_of(self, event: Event) -> int | None:
        """Where an event stands among the rows."""
        key = self.key(event)
        rows = enumerate(self.rows)
        return next((index for index, row in rows if isinstance(row, Event) and self.key(row) == key), None)

    def _retake(self) -> None:
        self.rows, self.shown = [], 0
        self._take(self.events)

    def _heading(self, event: Event) -> Heading:
        return Heading(outer_of(event, self.memory_of(event).layout.named), day_of(event))

    def _take(self, events: list[Event]) -> None:
        last = self.rows[-1] if self.rows else None
        heading = self._heading(last) if isinstance(last, Event) else None
        for event in filter(self.fits, events):
            here = self._heading(event)
            if here != heading:
                self.rows.append(here)
                heading = here
            self.rows.append(event)
            self.shown += 1


AHEAD = 100
"""Rows that are ready below the last one in sight."""


class JournalList(ScrollView, can_focus=True, inherit_bindings=False):
    """A book's rows. The cursor stands on entries only, never on headings."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "choose", "Details", id="log.choose", tooltip="Details of this entry"),
        Binding("up,k", "move(-1)", "Newer", id="log.up", show=False),
        Binding("down,j", "move(1)", "Older", id="log.down", show=False),
        Binding("pageup", "page(-1)", "Page newer", id="log.pageup", show=False),
        Binding("pagedown", "page(1)", "Page older", id="log.pagedown", show=False),
        Binding("home,g", "first", "Newest", id="log.home", show=False),
        Binding("end,G", "last", "Oldest", id="log.end", show=False),
    ]

    at = reactive(0)
    """The row that the cursor is on."""

    class Moved(Message):
        """The cursor is on another entry, or more is known of what there is."""

    @dataclass
    class Chosen(Message):
        """An entry is to be looked at closely."""

        event: Event

    def __init__(self, book: Book) -> None:
        super().__init__()
        self.book = book
        self._to_the_end = False

    # ---- what there is

    @property
    def entry(self) -> Event | None:
        """The entry under the cursor."""
        rows = self.book.rows
        row = rows[self.at] if self.at < len(rows) else None
        return row if isinstance(row, Event) else None

    def on_mount(self) -> None:
        """Show the newest entries at once."""
        self.fill()

    def on_resize(self) -> None:
        """More may be in sight now."""
        self.fill()

    def fill(self, at: Event | None = None) -> None:
        """Show what the book holds; the cursor goes to that entry, or the nearest one that is left."""
        if not self.book.events:
            self.book.more()
        row = self.book.row_of(at) if at is not None else None
        self._measure()
        self.at = self._closest_entry(self.at if row is None else row, 1)
        self._into_sight()
        self.refresh()
        self.post_message(self.Moved())
        self._feed()

    def _closest_entry(self, row: int, way: int) -> int:
        rows = self.book.rows
        row = max(0, min(len(rows) - 1, row))
        while 0 <= row < len(rows) and isinstance(rows[row], Heading):
            row += way
        return row if 0 <= row < len(rows) else self.at if way < 0 else 0

    @property
    def high(self) -> int:
        """Lines of a row: two where it is to be hit with a thumb, and the text goes on on the second one."""
        return 2 if touched(self) else 1

    def _measure(self) -> None:
        rows = len(self.book.rows) + (not self.book.finished)
        self.virtual_size = Size(self.scrollable_content_region.width, max(1, rows) * self.high)

    @property
    def _wanted(self) -> bool:
        """Whether more should be read."""
        if self.book.finished:
            return False
        lowest = max(self.at, (self.scroll_offset.y + self.size.height) // self.high)
        return self._to_the_end or len(self.book.rows) < lowest + AHEAD

    @work(exclusive=True, group="feed")
    async def _feed(self) -> None:
        """Read on while more is wanted, and let the screen breathe in between."""
        while self._wanted:
            await asyncio.sleep(0)
            self.book.more(BATCH)
            self._measure()
            self.refresh()
            self.post_message(self.Moved())
        if self._to_the_end:
            self._to_the_end = False
            self.at = self._closest_entry(len(self.book.rows) - 1, -1)

    # ---- moving

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Read on before the end comes into sight."""
        super().watch_scroll_y(old_value, new_value)
        if self.is_mounted and self._wanted:
            self._feed()

    def watch_at(self) -> None:
        """Keep the cursor in sight."""
        self._into_sight()
        self.refresh()
        self.post_message(self.Moved())
        if self.is_mounted and self._wanted:
            self._feed()

    def _into_sight(self) -> None:
        height, high = self.size.height, self.high
        top = self.at - 1 if self.at and isinstance(self.book.rows[self.at - 1 : self.at][0], Heading) else self.at
        end = (self.at + 1) * high
        if top * high < self.scroll_offset.y:
            self.scroll_to(y=top * high, animate=False, immediate=True)
        elif height and end > self.scroll_offset.y + height:
            self.scroll_to(y=end - height, animate=False, immediate=True)

    def action_move(self, by: int) -> None:
        """To the newer or the older entry."""
        self._to_the_end = False
        self.at = self._closest_entry(self.at + by, by)

    def action_page(self, by: int) -> None:
        """A page on."""
        self._to_the_end = False
        self.at = self._closest_entry(self.at + by * max(1, self.size.height // self.high - 2), 1)

    def action_first(self) -> None:
        """To the newest entry."""
        self._to_the_end = False
        self.at = self._closest_entry(0, 1)
        self.scroll_to(y=0, animate=False, immediate=True)

    def action_last(self) -> None:
        """To the beginning of history; all of it is read for that."""
        self._to_the_end = True
        self._feed()

    def action_choose(self) -> None:
        """Ask for the entry under the cursor."""
        if self.entry is not None:
            self.post_message(self.Chosen(self.entry))

    def on_click(self, event: events.Click) -> None:
        """A click goes to an entry; a click on the entry at the cursor opens it."""
        row = (event.y + self.scroll_offset.y) // self.high
        if row >= len(self.book.rows) or isinstance(self.book.rows[row], Heading):
            return
        if row == self.at:
            self.action_choose()
        self.at = row

    # ---- drawing

    def render_line(self, y: int) -> Strip:
        """One row, or a line of it."""
        width = self.scrollable_content_region.width
        row, line = divmod(y + self.scroll_offset.y, self.high)
        content = self._lines(row, width)[line]
        strips = Visual.to_strips(self, content, width, 1, self.visual_style, apply_selection=False)
        return strips[0].adjust_cell_length(width, self.rich_style) if strips else Strip.blank(width, self.rich_style)

    def _lines(self, row: int, width: int) -> list[Content]:
        """The lines of a row, as many as are `high`."""
        rows, line = self.book.rows, Content("")
        if row < len(rows):
            here, one = self.has_focus and row == self.at, rows[row]
            if isinstance(one, Event):
                return entry_lines(one, width, self.book, here, self.high)
            return heading_lines(one, width, self.high)
        if row == len(rows) and not self.book.finished:
            line = Content.styled(" …", "$dim")
        elif row == len(rows) and not rows:
            none = "No matching entries." if self.book.events else "Nothing has happened yet."
            line = Content.styled(f" {none}", "$dim")
        return [*[Content("")] * (self.high - 1), line]
