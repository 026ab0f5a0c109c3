"""The parts of a play screen: panels that draw a game's rows and keep up with the document, in columns that follow the
size of the terminal, and the lines above and below them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields
from functools import partial
from typing import Any, Final

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Static

from saga_tui.safe import safe
from saga_tui.store import Event
from saga_tui.ui import marks, rows, specs
from saga_tui.ui.journal.recent import LogEntry, LogView, entries
from saga_tui.ui.panel import Panel, Still, fill
from saga_tui.ui.specs import Why

Because = Callable[[tuple[str, ...]], Why | None]
"""Gives the reasons of numbers by their names."""
ROOMY: Final = 76
"""Columns of the terminal from which on rows show their whole notes."""


# ---- a row of the game's as a widget


def _marked(kind: type[marks.Marks], spec: specs.Marked) -> marks.Marks:
    return kind(spec.token, spec.label, spec.filled, spec.total, label_width=spec.label_width, id=spec.id or None)


def _plain(kind: type[rows.Row], spec: specs.Row) -> rows.Row:
    return kind(id=spec.id or None)


DRAWN_BY: Final[dict[type[specs.Row], tuple[type[rows.Row], Callable[[Any, Any], rows.Row]]]] = {
    specs.Pips: (marks.Pips, _marked),
    specs.Boxes: (marks.Boxes, _marked),
    specs.Track: (marks.Track, _marked),
    specs.Bar: (marks.Bar, _marked),
    specs.Number: (rows.Number, _plain),
    specs.Line: (rows.Line, _plain),
    specs.Held: (marks.Held, _plain),
    specs.Cards: (marks.Cards, _plain),
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
    widget.note = note
    for name in OWN[type(spec)]:
        setattr(widget, name, getattr(spec, name))
    if other:
        widget.refresh()


class DocumentPanel(Panel):
    """A panel that shows a part of a document by a game's rows. Rows are changed in place: the focus stays, and nothing
    flickers."""

    def __init__(self, spec: specs.Panel, document: Any, because: Because) -> None:
        super().__init__(title=spec.title, compact=True, id=f"panel-{spec.place}")
        self.spec = spec
        self.document = document
        self.because = because
        self.drawn: list[Widget] = []
        self.empty = specs.Line(spec.empty, style="$dim")
        self.set_class(spec.grows, "-grows")

    def compose(self) -> ComposeResult:
        """The rows as they are at first."""
        specs_ = self._rows()
        self.drawn = [made(spec) for spec in specs_]
        self._draw(specs_)
        yield from self.drawn
        self._say()

    def _rows(self) -> Sequence[specs.AnyRow]:
        found = tuple(self.spec.rows(self.document)) if self.spec.rows is not None else ()
        return found or ((self.empty,) if self.spec.empty else ())

    def _draw(self, specs_: Sequence[specs.AnyRow]) -> None:
        narrow = self.app.size.width < ROOMY
        for widget, spec in zip(self.drawn, specs_, strict=False):
            draw(widget, spec, self.because, narrow=narrow)
            if isinstance(widget, rows.Row):
                widget.can_focus = spec is not self.empty

    def _say(self) -> None:
        self.head(subtitle=self.spec.subtitle(self.document))
        self.set_class(self.spec.urgent(self.document), "-urgent")

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

    async def _change(self, gone: list[Widget], new: list[Widget]) -> None:
        """Other widgets in the place of some; first those go, for an id is borne by one alone."""
        for widget in gone:
            if widget.parent is not None:
                await widget.remove()
        await self.mount_all(widget for widget in new if widget in self.drawn)

    def on_key(self, event: events.Key) -> None:
        """A key goes from here straight to the bindings: columns and screen listen to none but Escape, and each of them
        would hold it for a turn of the loop."""
        if event.key != "escape":
            event.stop()
            self.app.post_message(event)


class LogPanel(DocumentPanel):
    """The log, newest first."""

    def __init__(self, spec: specs.Panel, document: Any, because: Because, events_: Iterable[Event]) -> None:
        super().__init__(spec, document, because)
        self.first = entries(events_)

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


class LastLine(Still):
    """The newest entry of the log on one line, for where the log itself has no room."""

    entry: reactive[LogEntry | None] = reactive(None)

    def render(self) -> Content:
        """Return when and what."""
        entry = self.entry
        if entry is None:
            return Content.styled(" Nothing yet.", "$dim")
        width = self.content_size.width
        return Content.assemble((f" {entry.when} ", "$dim"), safe(entry.text)).truncate(width, ellipsis=True)


class NowLine(Still):
    """Where one stands and what to do next, on one line."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._said = Content("")

    def say(self, said: Content) -> None:
        """What matters now."""
        if said != self._said or said.spans != self._said.spans:
            self._said = said
            self.refresh()

    def render(self) -> Content:
        """The line, cut where there is no room."""
        return self._said.truncate(self.content_size.width, ellipsis=True)


# ---- columns


class PaneBar(Widget):
    """The names of the panes with their digits; the one that is shown is bright."""

    at = reactive(0)

    def __init__(self, panes: Sequence[specs.Pane], turn: Callable[[int], None]) -> None:
        super().__init__()
        self.panes = panes
        self.turn = turn

    def _parts(self) -> list[str]:
        whole = [f"{place} {pane.name}" for place, pane in enumerate(self.panes, 1)]
        if sum(map(len, whole)) + 2 * len(whole) <= self.size.width:
            return whole
        return [part if place == self.at else part[0] for place, part in enumerate(whole)]

    def render(self) -> Content:
        """`1 Skills  2 Traits …`."""
        styles = ["bold $key" if place == self.at else "$dim" for place in range(len(self.panes))]
        parts = [Content.styled(part, style) for part, style in zip(self._parts(), styles, strict=True)]
        return Content.assemble(" ", Content("  ").join(parts))

    def on_click(self, event: events.Click) -> None:
        """A click turns to that pane."""
        start = 1
        for place, part in enumerate(self._parts()):
            if start <= event.x < start + len(part):
                self.turn(place)
            start += len(part) + 2


class Column(Vertical):
    """A column of panels, or a pane: nothing of its own is to be seen of it."""

    BLANK = True


class Body(Horizontal):
    """The columns; made anew when the size asks for another plan."""

    BLANK = True

    def __init__(self, plan: specs.Plan, panes: Sequence[specs.Pane], panels: Callable[[str], DocumentPanel]) -> None:
        super().__init__(id="body")
        self.plan = plan
        self.panes = panes
        self.panels = panels
        self.pane = 0
        self.set_class(self.folded, "-fold")
        self.made: list[DocumentPanel] = []
        """The panels of all columns, so that nobody has to search the screen for them at every key."""

    def compose(self) -> ComposeResult:
        """Columns of panels, and the panes with their bar where the screen is folded."""
        self.made = []
        for number, places in enumerate(self.plan):
            with Column(classes=f"column -c{number}"):
                if places == specs.PANES:
                    yield PaneBar(self.panes, self.turn)
                    for place, pane in enumerate(self.panes):
                        with Column(classes="pane", id=f"pane-{place}") as box:
                            box.display = place == self.pane
                            yield from map(self._make, pane.places)
                else:
                    yield from map(self._make, places)
                    if self.folded:
                        self.made[-1].add_class("-grows")

    def _make(self, place: str) -> DocumentPanel:
        self.made.append(self.panels(place))
        return self.made[-1]

    @property
    def folded(self) -> bool:
        """Whether the right half shows one pane of several."""
        return specs.PANES in self.plan

    @property
    def shows_log(self) -> bool:
        """Whether the log is in sight."""
        seen = {place for places in self.plan for place in places}
        if self.folded:
            seen |= {*self.panes[self.pane].places}
        return any(isinstance(panel, LogPanel) and panel.spec.place in seen for panel in self.made)

    def turn(self, place: int) -> None:
        """Shows that pane."""
        if not self.folded:
            return
        self.pane = place % len(self.panes)
        for number in range(len(self.panes)):
            self.query_one(f"#pane-{number}").display = number == self.pane
        self.query_one(PaneBar).at = self.pane

    async def arrange_as(self, plan: specs.Plan) -> None:
        """Other columns, if they are others."""
        if plan != self.plan:
            self.plan = plan
            self.set_class(self.folded, "-fold")
            await self.recompose()
            if self.folded:
                self.turn(self.pane)
