"""What happened, newest first, each with its rule at the right."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.visual import Visual

from saga_tui.safe import safe
from saga_tui.store.undoing import Fates, about
from saga_tui.ui.journal.words import ELSEWHERE, Named, text_of, unnamed

if TYPE_CHECKING:
    from saga_tui.store import Event, Memory

MOST = 300
"""Entries that are held; older ones are in the history."""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One line of the log: when in the clock (`r2`), what, by which rule; `data` is for the screen."""

    text: str
    rule: str = ""
    when: str = ""
    undone: bool = False
    data: Any = None
    corrected: bool = False


def entries(events: Iterable[Event]) -> list[LogEntry]:
    """Log entries of events, newest first as they come; what was undone is marked."""
    return [entry for _, entry in told(events)]


def log_of(memory: Memory, events: Iterable[Event]) -> list[LogEntry]:
    """The same of events of that memory, in its words; what was done on another device says so."""
    return [entry for _, entry in told(events, memory.layout.named, memory.elsewhere)]


def told(
    events: Iterable[Event], named: Named = unnamed, elsewhere: Callable[[Event], bool] = lambda _event: False
) -> Iterator[tuple[Event, LogEntry]]:
    """Each event that a log shows, with its entry. `named`: see `when`."""
    fates = Fates()
    for event in events:
        fates.older(event)
        text = f"{text_of(event)}{ELSEWHERE if elsewhere(event) else ''}"
        if about(event) is not None:
            yield event, LogEntry(text, "", when(event, named), data=event.id)
        elif not fates.carried(event):
            undone = fates.undone(event)
            fixed = not undone and fates.corrected(event) is not None
            rule = next((change.rule for change in event.changes if change.rule), "")
            yield event, LogEntry(text, rule, when(event, named), undone, event.id, fixed)


def when(event: Event, named: Named = unnamed) -> str:
    """The innermost span that was open, with its number: `r2` in a round, else `s2`, `c3` or a dash. What has a name
    for its number is too long for it."""
    spans = ((span, number) for span, number in reversed(event.clock.items()) if not named(span, number))
    return next((f"{span[0]}{number}" for span, number in spans), "–")


@dataclass(slots=True, eq=False)
class Line:
    """A line of an entry as it is wrapped, and as it was drawn last: the log only moves when something happens."""

    content: Content
    strip: Strip | None = None
    looks: object = None


class LogView(ScrollView, can_focus=True):
    """The log, newest first. Up and down move, Enter or a click chooses an entry."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", "Newer", id="log.up", show=False),
        Binding("down", "move(1)", "Older", id="log.down", show=False),
        Binding("enter", "choose", "Open its rule", id="log.choose", show=False),
    ]

    at = reactive(0)
    _looks = 0
    """How often the looks of the widget have changed."""

    @dataclass
    class Chosen(Message):
        """An entry was chosen; its rule is what most screens open."""

        entry: LogEntry

    def __init__(self, entries: Iterable[LogEntry] = (), *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.entries: tuple[LogEntry, ...] = tuple(entries)[:MOST]
        self._lines: list[tuple[int, Line]] = []
        self._blank = Line(Content(""))
        self._wrapped: dict[LogEntry, list[Line]] = {}
        self._width = 0

    def show(self, entries: Iterable[LogEntry]) -> None:
        """Show these entries, the newest first."""
        self.entries = tuple(entries)[:MOST]
        self.at = min(self.at, max(0, len(self.entries) - 1))
        self._lay_out()

    def on_resize(self) -> None:
        """Wrap anew when the width changes."""
        self._lay_out()

    def _lay_out(self) -> None:
        width = self.scrollable_content_region.width
        if not width:
            return
        known = self._wrapped if width == self._width else {}
        new = {entry: [Line(line) for line in wrapped(entry, width)] for entry in self.entries if entry not in known}
        self._width, self._wrapped = width, {entry: known.get(entry) or new[entry] for entry in self.entries}
        self._lines = [(index, line) for index, entry in enumerate(self.entries) for line in self._wrapped[entry]]
        self._measure(Size(width, max(1, len(self._lines))))
        self.refresh()

    def _measure(self, size: Size) -> None:
        """Take the size of all lines. The screen is laid out anew only where a scrollbar comes or goes by it."""
        room, old = self.size.height, self.virtual_size
        if old.width == size.width and (old.height > room) == (size.height > room) and self.styles.height is not None:
            self.set_reactive(LogView.virtual_size, size)
            self._scroll_update(size)
        else:
            self.virtual_size = size

    def render_line(self, y: int) -> Strip:
        """One line of the log."""
        at = y + self.scroll_offset.y
        if not self.entries and not at:
            return self._strip(Content.styled("Nothing has happened yet.", "$dim"))
        index, line = self._lines[at] if at < len(self._lines) else (-1, self._blank)
        if self.has_focus and index == self.at:
            pointer = ("▸", "bold $key") if not at or self._lines[at - 1][0] != index else " "
            return self._strip(Content.assemble(pointer, line.content[1:].stylize("bold")))
        looks = (self.size.width, self._looks, self.visual_style)
        if line.strip is None or line.looks != looks:
            line.strip, line.looks = self._strip(line.content), looks
        return line.strip

    def _strip(self, content: Content) -> Strip:
        width = self.size.width
        strips = Visual.to_strips(self, content, width, 1, self.visual_style, apply_selection=False)
        return strips[0].adjust_cell_length(width, self.rich_style) if strips else Strip.blank(width, self.rich_style)

    def notify_style_update(self) -> None:
        """What was drawn may look otherwise."""
        self._looks += 1
        super().notify_style_update()

    def watch_at(self) -> None:
        """Keep the entry under the cursor in sight."""
        self.refresh()
        rows = [row for row, (index, _) in enumerate(self._lines) if index == self.at]
        if rows:
            self.scroll_to_region(Region(0, rows[0], 1, len(rows)), animate=False)

    def action_move(self, by: int) -> None:
        """To the newer or the older entry."""
        self.at = max(0, min(len(self.entries) - 1, self.at + by))

    def rule_here(self) -> str:
        """The rule of the entry at the cursor."""
        return self.entries[self.at].rule if self.entries else ""

    def action_choose(self) -> None:
        """Choose the entry under the cursor."""
        if self.entries:
            self.post_message(self.Chosen(self.entries[self.at]))

    def on_click(self, event: events.Click) -> None:
        """A click chooses an entry."""
        row = event.y + self.scroll_offset.y
        if row < len(self._lines):
            self.at = self._lines[row][0]
            self.action_choose()


def wrapped(entry: LogEntry, width: int) -> list[Content]:
    """Return an entry as lines `width` cells wide: a gutter, when, the text wrapped under itself."""
    when = f"{entry.when} " if entry.when else ""
    start = 1 + len(when)
    room = max(8, width - start)
    style = "$dim strike" if entry.undone else ""
    told = Content.assemble(safe(entry.text), ("  corrected", "bold $warn") if entry.corrected else "")
    parts = told.wrap(room) or [Content("")]
    lines: list[Content] = []
    for number, part in enumerate(parts):
        text = part.rstrip()
        head = Content.styled(f" {when}", "$dim") if not number else Content(" " * start)
        body = text.stylize(style) if style else text
        lines.append(Content.assemble(head, body, " " * max(0, width - start - text.cell_length)))
    return lines
