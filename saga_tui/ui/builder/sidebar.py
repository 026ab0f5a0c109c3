"""What stands around a step: the steps as tabs, the sheet so far, the book's own words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from textual import events
from textual.app import ComposeResult
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widgets import Static

from saga_tui.engine.book import Book
from saga_tui.engine.entries import tallies
from saga_tui.engine.rules import Rules
from saga_tui.problem import Problem
from saga_tui.ui.builder.rows import arranged, fit_bars, why_of
from saga_tui.ui.builder.spec import DONE, BuilderSpec, Step
from saga_tui.ui.defaults import every_number
from saga_tui.ui.gauge import Bar
from saga_tui.ui.marks import Marks, Track
from saga_tui.ui.panel import Laid, Panel, Text, fill
from saga_tui.ui.panels import Words, draw, fits, made
from saga_tui.ui.rows import Row
from saga_tui.ui.specs import AnyRow
from saga_tui.ui.terminal import at_rest
from saga_tui.ui.tiles import CLOSE, LARGE, MEDIUM, SIZES, SMALL, Size
from saga_tui.words import plural

OPEN: Final = frozenset({"empty"})
"""Codes of remarks on what may stay open, and is."""


@dataclass(frozen=True, slots=True)
class StepState:
    """A step for the tabs: its number, its name, whether it is done, and how much is left."""

    key: str
    title: str
    mark: str = "✓"
    style: str = "$good"
    note: str = ""


def states(spec: BuilderSpec, problems: Sequence[Problem]) -> list[StepState]:
    """Every step with what is left of it, from what is found."""
    told = [_state(step, [item for item in problems if spec.step_of(item.where) == step.key]) for step in spec.steps]
    ready = not any(problem.stops_play for problem in problems)
    return [*told, StepState(DONE, "Sheet", "▶" if ready else "·", "$good" if ready else "$dim")]


def _state(step: Step, found: Sequence[Problem]) -> StepState:
    errors = [item for item in found if item.stops_play and item.level == "error"]
    left = sum(item.count for item in found if item.stops_play and item.level == "unfinished")
    if errors:
        return StepState(step.key, step.name, "✗", "$bad", plural(len(errors), "error"))
    if left:
        return StepState(step.key, step.name, "○", "$warn", f"{left} to do")
    unspent = next((item for item in found if item.code == "unspent"), None)
    if unspent is not None:
        return StepState(step.key, step.name, "○", "$dim", f"{unspent.count} unspent")
    if any(item.level == "remark" and item.code in OPEN for item in found):
        return StepState(step.key, step.name, "○", "$dim", "open")
    return StepState(step.key, step.name)


class StepTabs(Laid):
    """All steps in one line, each with its number, its mark and its name; the one at hand also says what is left."""

    @dataclass
    class Wanted(Message):
        """A step was clicked."""

        key: str

    states: reactive[tuple[StepState, ...]] = reactive(())
    current = reactive("")

    def render(self) -> Content:
        """Number, mark and name of each."""
        return (
            Content("").join(tabs(self.states, self.current, self.content_size.width)).truncate(self.content_size.width)
        )

    def on_click(self, event: events.Click) -> None:
        """Go to the step."""
        offset = event.get_content_offset(self)
        at = 0
        for state, cell in zip(self.states, tabs(self.states, self.current, self.content_size.width), strict=True):
            if offset is not None and at <= offset.x < at + cell.cell_length:
                self.post_message(self.Wanted(state.key))
            at += cell.cell_length


def tabs(states: Sequence[StepState], current: str, width: int) -> list[Content]:
    """The steps as cells of one line: as much of each as fits, the one at hand whole for longest."""
    ways = ((True, True, 2), (True, True, 1), (True, False, 1), (False, True, 1), (False, False, 1), (False, False, 0))
    cells: list[Content] = []
    for named, noted, gap in ways:
        cells = []
        for number, state in enumerate(states, 1):
            here = state.key == current
            cells.append(_tab(number, state, here=here, named=named or here, noted=noted and here, gap=gap))
        if sum(cell.cell_length for cell in cells) <= width:
            break
    return cells


def _tab(number: int, state: StepState, *, here: bool, named: bool, noted: bool, gap: int) -> Content:
    """`2✓Assets` with `gap` blanks around it; the step at hand on a ground of its own."""
    title = state.title if named else ""
    if here:
        note = f", {state.note}" if noted and state.note else ""
        return Content.styled(f" {number}{state.mark}{title}{note} ", "bold $key reverse")
    blank = " " * gap
    return Content.assemble(blank[:1], (f"{number}", "$dim"), (state.mark, state.style), (title, "$dim"), blank[1:])


def largest_for(height: int) -> Size:
    """The largest tiles of the sheet so far on a terminal of that height."""
    return LARGE if height >= 56 else MEDIUM if height >= 28 else SMALL


def _said(rows: Sequence[Marks]) -> tuple[list[str], list[str]]:
    """The notes and the details of rows on one line."""
    flat = [row for row in rows if row.tile.height == 1]
    return [row.note for row in flat], [row.detail for row in flat]


class Sidebar(Panel):
    """The sheet so far: every number of the document with its reasons. A game may have one of its own."""

    def __init__(
        self,
        game: Rules[Any],
        rows: Callable[[Any], Iterable[AnyRow]] | None = None,
        title: str = "Sheet so far",
    ) -> None:
        """`rows` are what it shows; a row a number, where a game says nothing."""
        super().__init__(title=title, id="sheet-so-far")
        self.game, self.document = game, game.document()
        self.rows = rows or every_number(game).rows

    def compose(self) -> ComposeResult:
        """The rows as they are."""
        for spec in self.rows(self.document) if self.rows else ():
            widget = made(spec)
            draw(widget, spec, why_of(self))
            yield widget

    def on_resize(self) -> None:
        """The marks as large as there is room for."""
        super().on_resize()
        at_rest(self, self.enlarge)

    def enlarge(self) -> None:
        """Draw the meters with the largest tiles in which all of them fit; a track finds its own."""
        found = list(self.query(Marks))
        largest, width = largest_for(self.app.size.height), self.scrollable_content_region.width
        alike = [row for row in found if not isinstance(row, (Track, Bar))]
        sizes = SIZES[SIZES.index(largest) :]
        size = next((size for size in sizes if all(row.needs(size) <= width for row in alike)), SMALL)
        for row in found:
            row.enlarge(
                row.fitting(CLOSE, width) if isinstance(row, Track) else SMALL if isinstance(row, Bar) else size
            )
        fit_bars(self.query(Row), width)
        notes, details = (max((len(words) for words in each), default=0) for each in _said(found))
        needs = max((row.needs(row.tile) - len(row.note) for row in found if row.tile.height == 1), default=0)
        beside = (notes, details) if details and needs + notes + 3 + details <= width else None
        for row in found:
            row.align(beside if row.tile.height == 1 else None)

    def show(self, document: Any) -> None:
        """The rows as they are now; those that came or went are put in or taken out."""
        self.document = document
        said = list(self.rows(document)) if self.rows else []
        drawn = [child for child in self.children if isinstance(child, (Row, Words))]
        if len(drawn) == len(said) and all(map(fits, drawn, said)):
            for widget, spec in zip(drawn, said, strict=True):
                draw(widget, spec, why_of(self))
        else:
            self.call_later(self._arrange)

    async def _arrange(self) -> None:
        """Rows came, went or changed their places."""
        said = list(self.rows(self.document)) if self.rows else []
        known = {child.id: child for child in self.children if child.id}
        order = []
        for spec in said:
            widget = known.get(spec.id)
            order.append(widget if widget is not None and fits(widget, spec) else made(spec))
            draw(order[-1], spec, why_of(self))
        await arranged(self, order)
        self.enlarge()


class Strip(Text):
    """The sheet so far in one line, for where there is no room for it."""

    def __init__(self, game: Rules[Any], spec: BuilderSpec) -> None:
        super().__init__(id="strip")
        self.game, self.spec = game, spec

    def show(self, document: Any) -> None:
        """The line as it is now."""
        if self.spec.strip is not None:
            line = self.spec.strip(document)
        else:
            found = tallies(self.game, document).values()
            line = Content("  ").join(Content.assemble((f"{one.label} ", "$dim"), f"{one.total}") for one in found)
        self.update(line.truncate(max(1, self.content_size.width or self.app.size.width - 2), ellipsis=True))


class BookPanel(Panel):
    """What the book says about a step, in full, and below what the numbers mean: for wide screens."""

    def __init__(self, meanings: Sequence[str] = ()) -> None:
        """`meanings` are the rules that say what numbers mean."""
        super().__init__(id="book")
        self.meanings = tuple(meanings)
        self._shown: tuple[Step | None, Book] | None = None

    def compose(self) -> ComposeResult:
        """One text."""
        yield Text(id="book-words", markup=False)

    def on_resize(self) -> None:
        """Another room, more or fewer rules."""
        super().on_resize()
        at_rest(self, self._show_anew)

    def _show_anew(self) -> None:
        if self._shown is not None:
            self.call_after_refresh(self.show, *self._shown)

    def show(self, step: Step | None, book: Book) -> None:
        """The rules of the step, and as many of the others as there is room for."""
        self._shown = (step, book)
        self.head("The book", step.title if step else "")
        size, own = self.scrollable_content_region, step.rules if step else ()
        parts = [part for rule in own if (part := _ruled(book, rule))]
        left = size.height - sum(part.get_height({}, size.width) + 1 for part in parts) if size.width else 0
        for rule in self.meanings:
            part = _ruled(book, rule) if left > 0 and rule not in own else None
            if part is not None and (lines := part.get_height({}, size.width)) <= left:
                parts.append(part)
                left -= lines + 1
        fill(self.query_one("#book-words", Static), Content("\n\n").join(parts))


def _ruled(book: Book, name: str) -> Content | None:
    """A rule with its name and its title."""
    rule = book.rule(name)
    if rule is None:
        return None
    return Content.assemble((rule.id, "bold $key"), (f"  {rule.title}\n", "bold $title"), rule.text)
