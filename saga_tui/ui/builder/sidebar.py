"""What stands around a step: the list of steps, the sheet so far, the book's own words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from textual import events
from textual.app import ComposeResult
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Static

from saga_tui.engine.book import Book
from saga_tui.engine.entries import tallies
from saga_tui.engine.rules import Rules
from saga_tui.problem import Problem
from saga_tui.tally import Tally
from saga_tui.ui.builder.spec import DONE, BuilderSpec, Step
from saga_tui.ui.marks import Number
from saga_tui.ui.panel import Panel
from saga_tui.words import plural

OPEN: Final = frozenset({"empty"})
"""Codes of remarks on what may stay open, and is."""


@dataclass(frozen=True, slots=True)
class StepState:
    """A step for the list: its number, its name, whether it is done, and how much is left."""

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


class StepBar(Widget):
    """The steps; a click goes to one."""

    @dataclass
    class Wanted(Message):
        """A step was clicked."""

        key: str

    states: reactive[tuple[StepState, ...]] = reactive(())
    current = reactive("")

    def want(self, index: int) -> None:
        """Ask for the step at that place."""
        if 0 <= index < len(self.states):
            self.post_message(self.Wanted(self.states[index].key))


class StepList(StepBar):
    """One step a line, in a border."""

    def on_mount(self) -> None:
        """The title in the border."""
        self.border_title = "Steps"

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """A line a step, and one before the last."""
        return len(self.states) + 1

    def render(self) -> Content:
        """`▸ ✓ 2 Assets`, with what is left at the right end."""
        lines = [self._line(number, state) for number, state in enumerate(self.states, 1)]
        return Content("\n").join([*lines[:-1], Content(""), *lines[-1:]])

    def _line(self, number: int, state: StepState) -> Content:
        here = state.key == self.current
        start = Content.assemble(
            ("▸" if here else " ", "bold $key"),
            (f"{state.mark} ", state.style),
            (f"{number} ", "bold $key" if here else "$dim"),
            (state.title, "bold $key" if here else ""),
        )
        gap = self.content_size.width - start.cell_length - len(state.note)
        return Content.assemble(start, " " * max(1, gap), (state.note, "$dim"))

    def on_click(self, event: events.Click) -> None:
        """Go to the step."""
        offset = event.get_content_offset(self)
        if offset is not None:
            last = len(self.states) - 1
            if offset.y != last:
                self.want(min(offset.y, last))


class StepTabs(StepBar):
    """All steps in one line; where it is too narrow, only the step at hand has its name."""

    def _cells(self) -> list[Content]:
        full = [self._cell(number, state, True) for number, state in enumerate(self.states, 1)]
        if sum(cell.cell_length for cell in full) <= self.content_size.width:
            return full
        return [self._cell(number, state, state.key == self.current) for number, state in enumerate(self.states, 1)]

    def _cell(self, number: int, state: StepState, named: bool) -> Content:
        here = state.key == self.current
        look = "bold $key reverse" if here else "$dim"
        return Content.assemble(
            (f" {number}", look),
            (state.mark, look if here else state.style),
            (f"{state.title}" if named else "", look),
            (" " if here else "", look),
        )

    def render(self) -> Content:
        """Number, mark and name of each."""
        return Content("").join(self._cells()).truncate(self.content_size.width)

    def on_click(self, event: events.Click) -> None:
        """Go to the step."""
        offset = event.get_content_offset(self)
        at = 0
        for index, cell in enumerate(self._cells()):
            if offset is not None and at <= offset.x < at + cell.cell_length:
                self.want(index)
            at += cell.cell_length


class Sidebar(Panel):
    """The sheet so far: every number of the document with its reasons. A game may have one of its own."""

    def __init__(self, game: Rules[Any], title: str = "Sheet so far") -> None:
        super().__init__(title=title, id="sheet-so-far")
        self.game, self.document = game, game.document()

    def compose(self) -> ComposeResult:
        """A row a number."""
        for name, tally in tallies(self.game, self.document).items():
            explain = partial(self._tally, name)
            yield Number(tally.label, tally.total, label_width=20, explain=explain, id=f"so-far-{name}")

    def _tally(self, name: str) -> Tally | None:
        return tallies(self.game, self.document).get(name)

    def show(self, document: Any) -> None:
        """The numbers as they are now."""
        self.document = document
        for name, tally in tallies(self.game, document).items():
            for row in self.query(f"#so-far-{name}").results(Number):
                row.show(tally.total)


class Strip(Static):
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
    """What the book says about a step, in full: for wide screens."""

    def compose(self) -> ComposeResult:
        """One text."""
        yield Static(id="book-words", markup=False)

    def show(self, step: Step | None, book: Book) -> None:
        """The rules of the step."""
        self.head("The book", step.title if step else "")
        found = (book.rule(rule) for rule in step.rules) if step else ()
        parts = [
            Content.assemble((rule.id, "bold $key"), (f"  {rule.title}\n", "bold $title"), rule.text)
            for rule in found
            if rule is not None
        ]
        self.query_one("#book-words", Static).update(Content("\n\n").join(parts))
