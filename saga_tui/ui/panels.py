"""The parts of a play screen: panels that draw a game's rows and keep up with the document, in columns that follow the
size of the terminal, and the lines above and below them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields
from functools import partial
from itertools import accumulate
from typing import Any, ClassVar, Final

from textual import events, on
from textual.app import ComposeResult
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Static

from saga_tui.safe import safe
from saga_tui.store import Event
from saga_tui.ui import gauge, marks, rows, specs
from saga_tui.ui.deal import FULL, LAVISH, LEVELS, Offer
from saga_tui.ui.foreseen import compared
from saga_tui.ui.journal.recent import LogEntry, LogView
from saga_tui.ui.panel import Panel, Still, fill
from saga_tui.ui.specs import Why
from saga_tui.ui.tiles import MEDIUM, SIZES, SMALL, Size
from saga_tui.ui.touch import touched

Because = Callable[[tuple[str, ...]], Why | None]
"""Gives the reasons of numbers by their names."""
GAP: Final = 3
"""Cells between the note of a row of tiles and its detail."""
ROOMY: Final = 76
"""Columns of the terminal from which on rows show their whole notes."""
SLIM: Final = 31
"""Cells of a panel with less than which they are in few words too."""


# ---- a row of the game's as a widget


def _marked(kind: type[marks.Marks], spec: specs.Marked) -> marks.Marks:
    return kind(spec.token, spec.label, spec.filled, spec.total, label_width=spec.label_width, id=spec.id or None)


def _plain(kind: type[rows.Row], spec: specs.Row) -> rows.Row:
    return kind(id=spec.id or None)


DRAWN_BY: Final[dict[type[specs.Row], tuple[type[rows.Row], Callable[[Any, Any], rows.Row]]]] = {
    specs.Pips: (marks.Pips, _marked),
    specs.Boxes: (marks.Boxes, _marked),
    specs.Track: (marks.Track, _marked),
    specs.Bar: (gauge.Bar, _marked),
    specs.Gauge: (gauge.Gauge, _marked),
    specs.Number: (marks.Number, _plain),
    specs.Line: (rows.Line, _plain),
    specs.Held: (marks.Held, _plain),
    specs.Cards: (marks.Cards, _plain),
    specs.Figure: (rows.Figure, _plain),
}
"""The widget of each kind of row, and what makes it."""
COMMON: Final = {field.name for field in fields(specs.Row)}
OWN: Final = {kind: [field.name for field in fields(kind) if field.name not in COMMON] for kind in DRAWN_BY}
"""The fields that a kind of row and its widget have by the same names."""


class Words(Static, Still):
    """A text of several lines between rows."""


def fits(widget: Widget, spec: specs.AnyRow) -> bool:
    """Whether a widget can show that row."""
    if (widget.id or "") != spec.id:
        return False
    return type(widget) is (Words if isinstance(spec, specs.Text) else DRAWN_BY[type(spec)][0])


def made(spec: specs.AnyRow) -> Widget:
    """A widget for a row; `draw` fills it."""
    if isinstance(spec, specs.Text):
        return Words(spec.content, id=spec.id or None, classes="-roomy" if spec.roomy else "")
    kind, make = DRAWN_BY[type(spec)]
    return make(kind, spec)


def draw(widget: Widget, spec: specs.AnyRow, because: Because, *, narrow: bool = False) -> None:
    """Show a row as it is now; what has not changed is not drawn anew."""
    if isinstance(spec, specs.Text):
        if isinstance(widget, Words):
            fill(widget, spec.content)
        return
    assert isinstance(widget, rows.Row)
    note = spec.narrow if narrow and spec.narrow is not None else spec.note
    if widget.source == spec and widget.note == note:
        return
    other = widget.key != spec.key
    widget.source, widget.key, widget.rule = spec, spec.key, spec.rule
    widget.numbers, widget.text_name = spec.names, spec.text_name
    widget.steps, widget.at_once = spec.less is not None or spec.more is not None, spec.at_once
    told = (*spec.names, *spec.also)
    widget.explain = partial(because, told) if told else None
    widget.note, widget.note_style, widget.detail, widget.extra = note, spec.note_style, spec.detail, spec.extra
    for name in OWN[type(spec)]:
        setattr(widget, name, getattr(spec, name))
    if other:
        widget.refresh()
    else:
        widget.measure_anew()


def brief_words(spec: specs.Row) -> str:
    """A row in a few words, for where it has no line of its own."""
    if isinstance(spec, specs.Held):
        return f"{spec.text} {spec.token.full * spec.filled or spec.token.empty}"
    words = getattr(spec, "text", None) or getattr(spec, "label", "")
    return f"{words} {spec.note}".strip() if isinstance(spec, specs.Number) else str(words)


class DocumentPanel(Panel):
    """A panel that shows a part of a document by a game's rows. Rows are changed in place: the focus stays, and nothing
    flickers."""

    @dataclass
    class Opened(Message):
        """Its rows want the room of others."""

        panel: DocumentPanel

    def __init__(self, spec: specs.Panel, document: Any, because: Because) -> None:
        super().__init__(title=spec.title, compact=True, id=f"panel-{spec.place}")
        self.spec = spec
        self.document = document
        self.because = because
        self.drawn: list[Widget] = []
        self.said: Sequence[specs.AnyRow] = ()
        self.past: tuple[object, Sequence[specs.AnyRow]] = (None, ())
        """The rows that come from the journal, and up to which entry."""
        self._offered: tuple[object, int, Offer] | None = None
        """For which rows and width it last worked out what it would take."""
        self._foreseen = self._narrow = False
        self.more: rows.Line | None = None
        """Tells of rows that have no room."""
        self.opened = False
        """Whether someone wanted to see those: then others give up theirs."""
        self.empty = specs.Line(spec.empty, style="$dim")
        self.set_class(spec.grows, "-grows", update=False)
        self.set_class(spec.hero, "-hero", update=False)

    def compose(self) -> ComposeResult:
        """The rows as they are at first."""
        specs_ = self._rows()
        self.drawn = [made(spec) for spec in specs_]
        self._draw(specs_)
        yield from self.drawn
        self._say()

    def _rows(self) -> Sequence[specs.AnyRow]:
        found = tuple(self.spec.rows(self.document)) if self.spec.rows is not None else self.past[1]
        return found or ((self.empty,) if self.spec.empty else ())

    @property
    def narrow(self) -> bool:
        """Whether the screen or the panel is so narrow that notes are in few words."""
        return self.app.size.width < ROOMY or 0 < self.content_size.width < SLIM

    def on_resize(self) -> None:
        """Notes in more words, or in fewer."""
        super().on_resize()
        if self.narrow != self._narrow:
            self._draw(self.said)

    def _draw(self, specs_: Sequence[specs.AnyRow]) -> None:
        self.said = specs_
        narrow = self._narrow = self.narrow
        for widget, spec in zip(self.drawn, specs_, strict=False):
            draw(widget, spec, self.because, narrow=narrow)
            if isinstance(widget, rows.Row):
                widget.can_focus = spec is not self.empty

    def _say(self) -> None:
        more = self.spec.heading(self.document)
        self.head(f"{self.spec.title}: {more}" if more else self.spec.title, self.spec.subtitle(self.document))
        self.mark("-urgent", self.spec.urgent(self.document))

    # ---- as large as there is room

    def enlarge(self, largest: Size, air: bool = False, width: int = 0) -> None:
        """Draws the marks with the largest tiles in which the longest row fits; small ones and tracks by themselves.
        `air`: with a blank line below tall ones. `width`: cells that it is likely to get, as long as it has none."""
        found = [row for row in self.drawn if isinstance(row, marks.Marks)]
        width = self.content_size.width or width
        alike = [row for row in found if not (row.alone or isinstance(row, marks.Track))]
        size = next(
            (size for size in SIZES[SIZES.index(largest) :] if all(row.needs(size) <= width for row in alike)), SMALL
        )
        for row in found:
            flat = size if isinstance(row, marks.Track) or size.height == 1 else MEDIUM
            row.enlarge(size if row in alike else row.fitting(flat, width), air)
        notes = max((len(row.note) for row in alike), default=0)
        details = max((len(row.detail) for row in alike), default=0)
        widest = max((row.needs(row.tile) - len(row.note) for row in alike), default=0)
        beside = (notes, details) if MEDIUM.width <= size.width and widest + notes + GAP + details <= width else None
        for row in found:
            row.align(beside)

    def offer(self) -> Offer:
        """What its rows would take at each level, the rule above them included."""
        width = self.content_size.width
        if self._offered is not None and self._offered[:2] == (self.said, width):
            return self._offered[2]
        found = [row for row in self.drawn if isinstance(row, rows.Row)]
        other = 1 + sum(
            len(Content(str(row.content)).wrap(row.content_size.width or max(1, width)))
            for row in self.drawn
            if isinstance(row, Static) and row.display
        )
        sums = [other + sum(row.height_at(width, level) for row in found) for level in LEVELS]
        brief, plain, full, lavish = accumulate(sums, max)
        can = len(found) > 1 and brief == 1 + len(self.drawn) and not self.opened
        folds = (self.spec.folds or 1 + self.spec.worth) if can else 0
        self._offered = (self.said, width, Offer((brief, plain, full, lavish), self.spec.worth, folds))
        return self._offered[2]

    def fold(self, height: int) -> None:
        """Shows as many rows as there is room for; the last line tells of the others, and Enter on it opens them."""
        shown = len(self.drawn) if height > len(self.drawn) else max(0, height - 2)
        hidden = [spec for spec in self.said[shown:] if isinstance(spec, specs.Row)]
        for at, row in enumerate(self.drawn):
            if not row.has_class("-roomy"):
                row.display = at < shown
        if hidden and self.more is None:
            self.more = rows.Line(id=f"more-{self.spec.place}", style="$dim")
            self.mount(self.more)
        if self.more is not None:
            self.more.display = bool(hidden)
            self.more.text, self.more.mark = " · ".join(map(brief_words, hidden)), f"+{len(hidden)}"

    @on(rows.Row.Chosen)
    def _open(self, event: rows.Row.Chosen) -> None:
        """The rows that are folded away are opened at the cost of other panels."""
        if event.row is self.more:
            event.stop()
            self.opened, self._offered = True, None
            self.post_message(self.Opened(self))

    def unfold(self, level: int, spare: int) -> int:
        """Shows so much of each row as the deal gives; `spare` lines that are left over unfold rows one level further,
        from the first on (all that can be said only where the panel takes what is left). Returns what is left of
        them."""
        width, most = self.content_size.width, LAVISH if self.spec.grows else FULL
        for row in self.drawn:
            if isinstance(row, rows.Row):
                more = row.height_at(width, level + 1) - row.height_at(width, level) if level < most else 0
                fits = 0 < more <= spare
                row.unfold(level + fits, width)
                spare -= more * fits
        return spare

    def show(self, document: Any) -> None:
        """Shows the document as it is now."""
        self.document = document
        specs_ = self._rows()
        same = next((at for at, pair in enumerate(zip(self.drawn, specs_, strict=False)) if not fits(*pair)), None)
        same = min(len(self.drawn), len(specs_)) if same is None else same
        gone, new = self.drawn[same:], [made(spec) for spec in specs_[same:]]
        if gone or new:
            self.call_later(self._change, gone, new)
        self.drawn = [*self.drawn[:same], *new]
        self._draw(specs_)
        self._say()

    def foresee(self, document: Any | None) -> None:
        """Shows as ghosts and words what another document would have otherwise; with none what is shown is gone."""
        if document is None and not self._foreseen:
            return
        self._foreseen = document is not None
        then = tuple(self.spec.rows(document)) if document is not None and self.spec.rows is not None else ()
        for widget, (ghost, words) in zip(self.drawn, compared(self.said, then), strict=False):
            if isinstance(widget, rows.Row):
                widget.foresee(ghost, words)

    def remember(self, memory: Any, events_: Sequence[Event]) -> None:
        """Works out the rows that come from the journal, where there is something new in it."""
        newest = (events_[0].device, events_[0].id) if events_ else None
        if self.spec.past is not None and (newest != self.past[0] or not self.past[1]):
            self.past = (newest, tuple(self.spec.past(self.document, memory, events_)))
            self.show(self.document)

    async def _change(self, gone: list[Widget], new: list[Widget]) -> None:
        """Other widgets in the place of some; first those go, for an id is borne by one alone."""
        for widget in gone:
            if widget.parent is not None:
                await widget.remove()
        await self.mount_all((widget for widget in new if widget in self.drawn), before=self.more)

    def on_key(self, event: events.Key) -> None:
        """A key goes from here straight to the bindings: columns and screen listen to none but Escape, and each of them
        would hold it for a turn of the loop."""
        if event.key != "escape":
            event.stop()
            self.app.post_message(event)


class LogPanel(DocumentPanel):
    """The log, newest first."""

    LINES: ClassVar = (4, 6, 9, 9)
    """What it asks for, rule included, before all that is left is its."""

    def offer(self) -> Offer:
        """A few lines; more are its own where nobody else wants them."""
        return Offer(self.LINES, self.spec.worth)

    def __init__(self, spec: specs.Panel, document: Any, because: Because, first: Iterable[LogEntry]) -> None:
        super().__init__(spec, document, because)
        self.first = first

    def compose(self) -> ComposeResult:
        """The log's own widget."""
        yield LogView(self.first, id="log")
        self._say()

    def show(self, document: Any) -> None:
        """What stands in the border."""
        self.document = document
        self._say()

    def tell(self, found: list[LogEntry]) -> None:
        """Shows these entries."""
        self.query_one(LogView).show(found)


# ---- lines above and below


ITS_BEGINNING: Final = 16
"""Cells that the beginning of a long entry keeps before the last of all that happened in it."""


class LastLine(Still):
    """The newest entry of the log on one line, for where the log itself has no room: of many things that happened its
    beginning, and the last of them."""

    entry: reactive[LogEntry | None] = reactive(None)

    def render(self) -> Content:
        """Return when and what."""
        entry = self.entry
        if entry is None:
            return Content.styled(" Nothing yet.", "$dim")
        width = self.content_size.width
        when = Content.styled(f" {entry.when} ", "$dim")
        told, last = Content(safe(entry.text)), Content(safe(entry.text.rpartition("; ")[2]))
        room = width - when.cell_length
        if told.cell_length > room and 0 < last.cell_length < min(told.cell_length, room - ITS_BEGINNING):
            told = told.truncate(room - last.cell_length - 3)
            whole = told.plain.rfind("; ") + 1
            told = (told[:whole] if whole > ITS_BEGINNING else told.rstrip()) + " … " + last
        return (when + told).truncate(width, ellipsis=True)


class NowLine(Still):
    """Where one stands and what to do next, on one line."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self.said = Content("")

    def say(self, said: Content) -> None:
        """What matters now."""
        if said != self.said or said.spans != self.said.spans:
            self.said = said
            self.refresh()

    def render(self) -> Content:
        """The line, cut where there is no room, and whole where there are thumbs."""
        return self.said if touched(self) else self.said.truncate(self.content_size.width, ellipsis=True)
