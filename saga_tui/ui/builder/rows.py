"""Rows as data in a step: numbers with their prices, things that were chosen; and a field that sifts many of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widget import Widget
from textual.widgets import Input

from saga_tui.problem import Where
from saga_tui.ui import panels
from saga_tui.ui.builder.spec import Rows
from saga_tui.ui.builder.widgets import STEPPED, Heading
from saga_tui.ui.deal import BRIEF, FULL
from saga_tui.ui.document_screen import DocumentScreen
from saga_tui.ui.rows import Row
from saga_tui.ui.specs import Action, AnyRow
from saga_tui.ui.specs import Row as RowSpec
from saga_tui.words import plural

if TYPE_CHECKING:
    from saga_tui.ui.specs import Deed

V = TypeVar("V", bound=Widget)
NARROW: Final = 76
"""Cells below which rows say less."""


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


class RowsView(Vertical):
    """The rows of a part under their headings. They are changed in place: the focus stays, and nothing flickers."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "sift", "Find", id="builder.sift", tooltip="Find a row by its words"),
        Binding("delete", "drop", "Remove", id="builder.drop-row", tooltip="Remove what this row stands for"),
        Binding("left,minus", "step(-1)", "Lower", id="builder.row-lower", group=STEPPED),
        Binding("right,plus", "step(1)", "Raise", id="builder.row-raise", group=STEPPED),
    ]

    def __init__(self, part: Rows, document: Any, carry_out: Callable[[Deed], None]) -> None:
        """`carry_out` does what a row says."""
        super().__init__(classes="step-rows")
        self.part, self.document, self.carry_out = part, document, carry_out
        self._rows: dict[str, Row] = {}
        self._plan: list[tuple[str, list[str]]] = []
        self._level = BRIEF
        """How much all rows show."""

    # ---- what is shown

    def compose(self) -> ComposeResult:
        """The field that sifts, the rows under their headings."""
        if self.part.search:
            yield Sift(placeholder=self.part.search, compact=True, id="sift")
        yield from self._made(self._groups())

    def _groups(self) -> list[tuple[str, Sequence[AnyRow]]]:
        return [(heading, tuple(rows)) for heading, rows in self.part.groups(self.document)]

    def _made(self, groups: Sequence[tuple[str, Sequence[AnyRow]]]) -> Iterable[Widget]:
        self._plan = [(heading, [spec.id for spec in rows]) for heading, rows in groups]
        known, self._rows = self._rows, {}
        for heading, rows in groups:
            if heading:
                yield Heading(heading, classes="spaced")
            for spec in rows:
                widget = known.get(spec.id) or panels.made(spec)
                if isinstance(widget, Row):
                    self._rows[spec.id] = widget
                self._draw(widget, spec)
                yield widget

    def _draw(self, widget: Widget, spec: AnyRow) -> None:
        panels.draw(widget, spec, why_of(self), narrow=self.app.size.width < NARROW)

    def show(self, document: Any) -> None:
        """The rows as they are now; those that came or went are put in or taken out."""
        self.document = document
        groups = self._groups()
        if [(heading, [spec.id for spec in rows]) for heading, rows in groups] == self._plan:
            for _, rows in groups:
                for spec in rows:
                    if spec.id in self._rows:
                        self._draw(self._rows[spec.id], spec)
        else:
            self.run_worker(self._arrange(groups), group="arrange", exclusive=True)
        self.settle()

    async def _arrange(self, groups: Sequence[tuple[str, Sequence[AnyRow]]]) -> None:
        """Make the rows anew; the focus goes to the row that stood there, or to its neighbour."""
        focused = self._focused()
        names = list(self._rows)
        at = names.index(focused.id or "") if focused is not None and focused.id in self._rows else 0
        with self.app.batch_update():
            await self.query("RowsView > Row, RowsView > Heading, RowsView > Words").remove()
            self._rows = {}
            await self.mount_all(self._made(groups))
        self.sift(self._typed())
        if focused is not None and self._rows:
            left = list(self._rows.values())
            (self._rows.get(focused.id or "") or left[min(at, len(left) - 1)]).focus()

    def settle(self) -> None:
        """What each row is good for stands below it where all have room, else below the one at hand."""
        found = [row for row in self._rows.values() if row.display and row.content_size.width]
        step = self.parent
        if not found or not isinstance(step, Widget):
            return
        width, room = found[0].content_size.width, step.content_size.height - 2 * len(self._plan)
        for row in found:
            if room < 0:
                break
            room -= row.height_at(width, FULL)
        self._level = FULL if room >= 0 else BRIEF
        for row in found:
            row.unfold(FULL if row.has_focus else self._level, width)

    def on_resize(self) -> None:
        """Another size, other lines."""
        self.settle()

    @on(events.DescendantFocus)
    @on(events.DescendantBlur)
    def _moved(self, event: events.DescendantFocus | events.DescendantBlur) -> None:
        row = event.widget
        if self._level == BRIEF and isinstance(row, Row) and row.content_size.width:
            row.unfold(FULL if row.has_focus else BRIEF, row.content_size.width)

    # ---- finding

    def _typed(self) -> str:
        return next((field.value for field in self.query(Sift)), "")

    @on(Input.Changed)
    def _sifted(self, event: Input.Changed) -> None:
        event.stop()
        self.sift(event.value)

    @on(Input.Submitted)
    def _entered(self, event: Input.Submitted) -> None:
        event.stop()

    def sift(self, typed: str) -> None:
        """Show only rows with these words in them."""
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
        for field in self.query(Sift):
            field.border_subtitle = plural(count, "row") if words else ""
        self.settle()

    def action_sift(self) -> None:
        """To the field."""
        self.query_one(Sift).focus()

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
        return True

    def _focused(self) -> Row | None:
        return next((row for row in self._rows.values() if row.has_focus), None)

    def _focused_source(self) -> RowSpec | None:
        row = self._focused()
        return row.source if row is not None else None

    def action_drop(self) -> None:
        """Remove what the row at hand stands for."""
        self._do(self._focused(), "drop")

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
        self._do(event.row, "choose")

    def _do(self, row: Row | None, what: str) -> None:
        deed: Deed | None = getattr(row.source, what) if row is not None and row.source is not None else None
        if deed is not None:
            self.carry_out(deed)

    def row_at(self, where: Where) -> Row | None:
        """The row on which a place of the document is fixed: the game names it; the first one otherwise."""
        found = self._rows.get(self.part.row_of(self.document, where))
        return found or next(iter(self._rows.values()), None)


def with_actions(view: type[V], actions: Sequence[Action]) -> type[V]:
    """The kind of step with a key for each action."""
    if not actions:
        return view
    keys = [
        Binding(one.key, f"act('{one.id}')", one.words, id=f"builder.{one.id}", show=one.shown, tooltip=one.help)
        for one in actions
    ]
    return type(view.__name__, (view,), {"BINDINGS": keys})


def why_of(widget: Widget) -> panels.Because:
    """What gives the reasons of numbers, on the screen that the widget stands on."""
    screen = widget.screen
    assert isinstance(screen, DocumentScreen)
    return screen.why


def _said(source: RowSpec | None, heading: str) -> str:
    """All words of a row, to find it by."""
    told = (getattr(source, name, "") for name in ("label", "text", "tail", "note", "detail"))
    return " ".join((heading, *map(str, told))).casefold()
