"""Rows as data in a step: numbers with their prices, things that were chosen; and a field that sifts many of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeAlias, TypeVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widget import Widget
from textual.widgets import Input

from saga_tui.problem import Where
from saga_tui.ui import marks, panels
from saga_tui.ui.builder.newspaper import WHOLE, Newspaper
from saga_tui.ui.builder.spec import Rows, Step
from saga_tui.ui.builder.widgets import STEPPED, Heading
from saga_tui.ui.deal import BRIEF, FULL
from saga_tui.ui.document_screen import DocumentScreen
from saga_tui.ui.panel import Laid
from saga_tui.ui.rows import Row
from saga_tui.ui.specs import AnyRow, Line, Number
from saga_tui.ui.specs import Row as RowSpec
from saga_tui.ui.terminal import at_rest
from saga_tui.words import plural

if TYPE_CHECKING:
    from saga_tui.ui.specs import Deed

V = TypeVar("V", bound=Widget)
Group: TypeAlias = tuple[str, Sequence[AnyRow]]
AFTER_CLICK: Final = 0.3
"""Seconds after which rows fold and unfold that a click gave the focus."""
MORE: Final = "rows-more"
"""The id of the row that shows what is shown on wish."""


class Sift(Input):
    """What is typed here sifts the rows below; down and Enter go to them, Esc shows all again."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,enter", "to_rows", "To the list", id="builder.sifted"),
        Binding("escape", "all", "Show all", id="builder.sift-all"),
    ]

    def action_to_rows(self) -> None:
        """To the first row that is left."""
        self.query_ancestor(RowsView).enter()

    def action_all(self) -> None:
        """All rows again."""
        self.value = ""
        self.query_ancestor(RowsView).enter()


class RowsView(Vertical, Laid):
    """The rows of a part under their headings. They are changed in place: the focus stays, and nothing flickers."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "sift", "Find", id="builder.sift", tooltip="Find a row by its words"),
        Binding("delete", "drop", "Remove", id="builder.drop-row", tooltip="Remove what is on this row"),
        Binding("left,minus", "step(-1)", "Lower", id="builder.row-lower", group=STEPPED, priority=True),
        Binding("right,plus", "step(1)", "Raise", id="builder.row-raise", group=STEPPED, priority=True),
        Binding("enter", "choose", "Choose", id="builder.row-choose", priority=True),
        Binding("escape", "all", "Show all", id="builder.rows-all"),
    ]

    def __init__(self, part: Rows, document: Any, carry_out: Callable[[Deed], None]) -> None:
        """`carry_out` does what a row says."""
        super().__init__(classes="step-rows")
        self.columns = Newspaper(part.least)
        self.part, self.document, self.carry_out = part, document, carry_out
        self.sifts = [Sift(placeholder=part.search, compact=True, id="sift", classes=WHOLE)] if part.search else []
        """The field that sifts, where there is one."""
        self._rows: dict[str, Row] = {}
        self._headings: dict[tuple[str, int], Heading] = {}
        """By what they say, and how many before them say the same."""
        self._wanted: Sequence[Group] = ()
        self._known: tuple[Sequence[Group], Sequence[Group]] | None = None
        """The groups as they were last worked out, and those that are shown on wish."""
        self._order: list[Widget] = []
        self._level = BRIEF
        """How much all rows show."""
        self._narrow = True
        """Whether rows say less than they could."""
        self._opened = False
        """Whether what is shown on wish was wished for."""

    # ---- what is shown

    @property
    def layout(self) -> Newspaper:
        """In two columns where there is room for them."""
        return self.columns

    def compose(self) -> ComposeResult:
        """The field that sifts, the rows under their headings."""
        if self.sifts:
            yield self.sifts[0]
        self._wanted = self._groups()
        yield from self._made()

    def _groups(self) -> Sequence[Group]:
        """The groups with their rows; of those that are shown on wish only a row that tells of them. They are
        worked out when something may have changed, not at each letter that is typed."""
        if self._known is None:
            both = self.part.groups(self.document), self.part.further(self.document)
            made, later = ([(heading, tuple(rows)) for heading, rows in groups] for groups in both)
            self._known = made, [(heading, rows) for heading, rows in later if rows]
        found, further = self._known
        count = sum(len(rows) for _, rows in further)
        if self._opened or self._typed().strip() or not count:
            return [*found, *further]
        return [*found, ("", (Line(text=f"{count} {self.part.further_words}", mark="+", id=MORE, note="show"),))]

    def _made(self) -> list[Widget]:
        """All widgets in their order, as they are now: those that fit what is wanted stay."""
        rows, headings = self._rows, self._headings
        self._rows, self._headings, self._order = {}, {}, []
        for place, (heading, specs) in enumerate(self._wanted):
            if heading or place:
                key = heading, sum(heading == other for other, _ in self._headings)
                self._headings[key] = headings.get(key) or Heading(heading, classes="spaced")
                self._order.append(self._headings[key])
            for spec in specs:
                known = rows.get(spec.id)
                widget = known if known is not None and panels.fits(known, spec) else panels.made(spec)
                if isinstance(widget, Row):
                    self._rows[spec.id] = widget
                self._draw(widget, spec)
                self._order.append(widget)
        return self._order

    def _draw(self, widget: Widget, spec: AnyRow) -> None:
        panels.draw(widget, spec, why_of(self), narrow=self._narrow)

    def _plan(self) -> list[tuple[str, list[str]]]:
        return [(heading, [spec.id for spec in specs]) for heading, specs in self._wanted]

    def show(self, document: Any) -> None:
        """The rows as they are now; those that came or went are put in or taken out."""
        self.document, self._known = document, None
        before, self._wanted = self._plan(), self._groups()
        if before == self._plan():
            self._draw_all()
            self.settle()
        else:
            self.call_later(self._arrange)

    def _draw_all(self) -> None:
        for _, specs in self._wanted:
            for spec in specs:
                if spec.id in self._rows:
                    self._draw(self._rows[spec.id], spec)

    async def _arrange(self) -> None:
        """Take out rows that went, put in those that came; the focus of one that went goes to its neighbour."""
        focused, names = self._focused(), list(self._rows)
        at = names.index(focused.id or "") if focused is not None and focused.id in self._rows else 0
        with self.app.batch_update():
            await arranged(self, [*self.sifts, *self._made()])
        self.sift(self._typed())
        if focused is not None and focused not in self._order and self._rows:
            left = list(self._rows.values())
            left[min(at, len(left) - 1)].focus()

    def settle(self) -> None:
        """What each row is good for stands below it where all have room, else below the one at hand; notes are whole
        and bars drawn where every row has room for its own."""
        found = [row for row in self._rows.values() if row.display and row.content_size.width]
        step = self.parent
        if not found or not isinstance(step, Widget):
            return
        width = found[0].content_size.width
        self._fit(found, width)
        others = (child for child in step.children if child is not self and child.id != "peek")  # which gives way
        beside = sum(child.outer_size.height for child in others)
        room = step.content_size.height - beside - 2 * len(self._wanted)
        room *= self.columns.count(self.content_size.width)
        for row in found:
            if room < 0:
                break
            room -= row.height_at(width, FULL)
        self._level = FULL if room >= 0 else BRIEF
        for row in found:
            row.unfold(FULL if row.has_focus else self._level, width)

    def _fit(self, found: Sequence[Row], width: int) -> None:
        """Notes and bars as long as there is room for in every row."""
        narrow = any(
            _needs(row.source) > width for row in found if row.source is not None and row.source.narrow is not None
        )
        if narrow != self._narrow:
            self._narrow = narrow
            self._draw_all()
        fit_bars(found, width)

    def on_resize(self) -> None:
        """Another size, other lines."""
        at_rest(self, self.settle)

    @on(events.DescendantFocus)
    @on(events.DescendantBlur)
    def _moved(self, event: events.DescendantFocus | events.DescendantBlur) -> None:
        row = event.widget
        if getattr(self.app, "held", False):  # what is clicked stays under the mouse
            self.set_timer(AFTER_CLICK, self.settle)
        elif self._level == BRIEF and isinstance(row, Row) and row.content_size.width:
            row.unfold(FULL if row.has_focus else BRIEF, row.content_size.width)

    # ---- finding

    def _typed(self) -> str:
        return next((field.value for field in self.sifts), "")

    @on(Input.Changed)
    def _sifted(self, event: Input.Changed) -> None:
        event.stop()
        self.sift(event.value)

    @on(Input.Submitted)
    def _entered(self, event: Input.Submitted) -> None:
        event.stop()

    def sift(self, typed: str) -> None:
        """Show only rows with these words in them; those that are shown on wish are looked through too."""
        if self._plan() != [(heading, [spec.id for spec in specs]) for heading, specs in self._groups()]:
            self.show(self.document)
            return
        words = typed.casefold().split()
        seen: Heading | None = None
        for child in self.children:
            if isinstance(child, Heading):
                seen = child
                child.display = not words
            elif isinstance(child, Row):
                said = _said(child.source, seen.text if seen else "")
                child.display = all(word in said for word in words)
                if seen is not None and child.display:
                    seen.display = True
        count = sum(row.display for row in self._rows.values())
        for field in self.sifts:
            field.border_subtitle = plural(count, "row") if words else ""
        self.settle()

    def action_all(self) -> None:
        """All rows again."""
        self.sifts[0].value = ""

    def action_sift(self) -> None:
        """To the field."""
        self.sifts[0].focus()

    def enter(self) -> None:
        """To the first row that is shown."""
        row = next((row for row in self._rows.values() if row.display), None)
        if row is not None:
            row.focus()

    # ---- what rows do

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Finding only where there is a field for it, removing and stepping only where the row at hand can."""
        source = self._focused_source()
        if action == "sift":
            return bool(self.part.search)
        if action == "drop":
            return source is not None and source.drop is not None
        if action == "step":
            return source is not None and (source.less is not None or source.more is not None)
        if action == "all":
            return bool(self._typed())
        if action == "choose":
            row = self._focused()
            return row is not None and (row.id == MORE or (source is not None and source.choose is not None))
        if action == "turn":
            return source is not None and source.turn is not None
        return True

    def _focused(self) -> Row | None:
        return next((row for row in self._rows.values() if row.has_focus), None)

    def _focused_source(self) -> RowSpec | None:
        row = self._focused()
        return row.source if row is not None else None

    def action_drop(self) -> None:
        """Remove what the row at hand stands for."""
        self._do(self._focused(), "drop")

    def action_turn(self) -> None:
        """Turn a mark on the row at hand on or off."""
        self._do(self._focused(), "turn")

    def action_step(self, by: int) -> None:
        """Lower or raise the row at hand."""
        self._do(self._focused(), "more" if by > 0 else "less")

    @on(Row.Stepped)
    def _stepped(self, event: Row.Stepped) -> None:
        event.stop()
        self._do(event.row, "more" if event.by > 0 else "less")

    @on(Row.Chosen)
    def _chosen(self, event: Row.Chosen) -> None:
        event.stop()
        self._choose(event.row)

    def action_choose(self) -> None:
        """Do what Enter does on the row at hand."""
        self._choose(self._focused())

    def _choose(self, row: Row | None) -> None:
        if row is not None and row.id == MORE:
            self._opened = True
            self.show(self.document)
        else:
            self._do(row, "choose")

    def _do(self, row: Row | None, what: str) -> None:
        deed: Deed | None = getattr(row.source, what) if row is not None and row.source is not None else None
        if deed is not None:
            self.carry_out(deed)

    def row_at(self, where: Where) -> Row | None:
        """The row on which a place of the document is fixed: the game names it; the first one otherwise."""
        found = self._rows.get(self.part.row_of(self.document, where))
        return found or next(iter(self._rows.values()), None)


def fit_bars(rows: Iterable[Widget], width: int) -> None:
    """Bars of rows below each other as long as all of them have room for."""
    barred = [row for row in rows if isinstance(row, marks.Number) and row.bar]
    room = min((row.beside(width) for row in barred), default=0)
    for row in barred:
        if row.beside_bar != room:
            row.beside_bar = room
            row.refresh()


async def arranged(parent: Widget, order: Sequence[Widget]) -> None:
    """Leave these children alone in their order: the others go, new ones come, and those that stay keep the focus."""
    wanted = {widget: place for place, widget in enumerate(order)}
    await parent.remove_children([child for child in parent.children if child not in wanted])
    new = [widget for widget in order if widget.parent is None]
    if new:
        await parent.mount_all(new)
    if [*parent.children] != [*order]:
        parent.sort_children(key=lambda child: wanted.get(child, -1))


def with_keys(view: type[V], step: Step) -> type[V]:
    """The kind of step with a key for each of its actions."""
    keys = [
        Binding(one.key, f"act('{one.id}')", one.words, id=f"builder.{one.id}", show=one.shown, tooltip=one.help)
        for one in step.actions
    ]
    if not keys:
        return view
    return type(view.__name__, (view,), {"BINDINGS": keys})


def rows_view(part: Rows) -> type[RowsView]:
    """The kind of list with a key for what its rows turn."""
    if not part.turns:
        return RowsView
    key = Binding("space", "turn", part.turns, id="builder.turn", tooltip=f"{part.turns}: on or off")
    return type("RowsView", (RowsView,), {"BINDINGS": [key]})


def why_of(widget: Widget) -> panels.Because:
    """What gives the reasons of numbers, on the screen that the widget stands on."""
    screen = widget.screen
    assert isinstance(screen, DocumentScreen)
    return screen.why


def _said(source: RowSpec | None, heading: str) -> str:
    """All words of a row, to find it by."""
    told = (getattr(source, name, "") for name in ("label", "text", "tail", "note", "detail"))
    return " ".join((heading, *map(str, told))).casefold()


def _needs(source: RowSpec) -> int:
    """The cells of a row's line with its whole note."""
    if isinstance(source, Number):
        words = source.label_width + max(source.room, len(str(source.value))) + 1 + len(source.tail)
    else:
        words = len(getattr(source, "text", "") or getattr(source, "label", "")) + len(getattr(source, "mark", "")) + 1
    return words + len(source.note) + 2
