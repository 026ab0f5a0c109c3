"""Something put together row by row, with what follows from it beside the rows or below them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from pathlib import Path
from typing import Any, ClassVar, Final, Generic, TypeVar

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Container, Vertical
from textual.content import Content
from textual.message import Message
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import Static

from saga_tui.safe import safe
from saga_tui.tally import Tally
from saga_tui.ui.bars import KeyBar
from saga_tui.ui.base import KitApp
from saga_tui.ui.panel import Panel, fill
from saga_tui.ui.roll_odds import points, tone
from saga_tui.ui.rows import Row
from saga_tui.ui.specs import Explain, Why

C = TypeVar("C")
T = TypeVar("T")
BESIDE: Final = 72
"""Cells of a drawer from which on its side stands beside the rows."""


@dataclass(frozen=True)
class Item(Generic[C]):
    """A row: the section it stands in, its words, its value now, whether that is in use, how it steps, and how it is
    taken off."""

    key: str
    section: str
    label: str
    value: str
    used: bool
    step: Callable[[int], C]
    note: str = ""
    colour: str = ""
    off: Callable[[], C] | None = None
    """The command without it; nothing where it cannot be without it."""
    shown: bool = True
    """Whether it matters as the command stands."""
    rule: str = ""
    moves: bool = False
    """Whether its place in a list is what steps."""
    digit: Callable[[int], C | None] | None = None
    """What a digit makes of it, nothing where that digit says nothing here; on other rows a digit is the frame's."""


class ItemRow(Row):
    """One row: what it is, its value, and what one more of it would add to the chance of success."""

    def __init__(self, item: Item[Any], explain: Explain | None = None, room: int = 7) -> None:
        """`room` are the cells for what one more would add."""
        super().__init__(steps=True, explain=explain)
        self.item, self.room = item, room
        self.adds: Fraction | None = None
        self.display = item.shown

    def tell(self, item: Item[Any] | None, adds: Fraction | None) -> None:
        """Show the row as it is now; one that does not matter is out of sight."""
        old = self._looks()
        self.display = item is not None and item.shown
        self.item, self.adds = item or self.item, adds
        if self._looks() != old:
            self.refresh()

    def _looks(self) -> tuple[object, ...]:
        return self.item.label, self.item.value, self.item.used, self.adds

    def rule_here(self) -> str:
        """The rule that it carries out."""
        return self.item.rule

    def left(self, width: int) -> Content:
        """What it is; bright where it is in use."""
        return Content.styled(safe(self.item.label), self.item.colour if self.item.used else "$dim")

    def right(self) -> Content:
        """Its value in its colour, and what one more would add."""
        item, adds = self.item, self.adds
        style = f"bold {item.colour}".rstrip() if item.used and not item.moves else "$dim"
        said = "" if adds is None else points(adds)
        return Content.assemble((safe(item.value), style), (said.rjust(self.room), tone(adds or Fraction())))


class TermsView(Static):
    """Terms, one a line; a click on one takes it off."""

    @dataclass
    class Struck(Message):
        """A term was clicked; `key` names its row."""

        key: str

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._keys: tuple[str, ...] = ()

    def tell(self, lines: Sequence[Content], keys: Sequence[str]) -> None:
        """Show these lines; `keys` names for each the row that a click takes off."""
        self._keys = tuple(keys)
        self.update(Content("\n").join(lines))

    def on_click(self, event: events.Click) -> None:
        """A click on a term takes it off."""
        offset = event.get_content_offset(self)
        if offset is not None and offset.y < len(self._keys) and self._keys[offset.y]:
            event.stop()
            self.post_message(self.Struck(self._keys[offset.y]))


def fit(drawer: Widget, width: int) -> None:
    """A drawer as wide as the terminal lets it be: all of a narrow one, else what leaves the first column in sight."""
    taken = width if width < 100 else 76 if width < 120 else min(120, width * 2 // 3)
    drawer.styles.width = taken
    drawer.set_class(taken >= BESIDE, "-beside")


class RowsScreen(ModalScreen[T], Generic[C, T]):
    """Something put together row by row at the right of the screen, with what follows from it beside the rows or below.

    A screen says which `items` there are, what else it shows in `compose_side` and `tell`, and works out in `reckon`
    what follows whenever something changes.
    """

    CSS_PATH = Path(__file__).with_name("roll.tcss")
    FIRST: ClassVar[str] = ""
    """The section at the top, which goes without a heading."""
    ADDS: ClassVar[int] = 7
    """Cells behind a row's value."""
    EXPLAINED: ClassVar[bool] = True
    """Whether a row gives the reasons of the number that is put together."""
    NOTED: ClassVar[bool] = True
    """Whether the note of the row at the focus stands at the foot."""

    def __init__(self, command: C) -> None:
        super().__init__()
        self.command = self.trimmed(command)
        self.rows = list(self.items(self.command))
        self._digits = ""
        self.reckon()

    # ---- what a screen says

    def items(self, command: C) -> Iterable[Item[C]]:
        """All rows in their order: the same keys whatever the command is, so that rows stay in place."""
        raise NotImplementedError

    def trimmed(self, command: C) -> C:
        """The command without what does nothing any more."""
        return command

    def reckon(self) -> None:
        """Work out what follows from the command."""

    def heading(self) -> str:
        """The words in the border."""
        return ""

    def section(self, name: str) -> Content:
        """The heading of a section."""
        return Content.styled(name, "$title")

    def compose_side(self) -> ComposeResult:
        """What stands beside the rows."""
        yield from ()

    def tell(self) -> None:
        """Show what follows beside the rows."""

    def adds(self, key: str) -> Fraction | None:
        """What one step up of a row would add."""
        return None

    def explain(self) -> Why | Tally | None:
        """The reasons of the number that is put together."""
        return None

    # ---- what is there

    def compose(self) -> ComposeResult:
        """Sections of rows; what follows; the note of the row at the focus; the keys."""
        explain = self.explain if self.EXPLAINED else None
        with Vertical(id="drawer") as box:
            box.border_title = Content(self.heading())
            fit(box, self.app.size.width)
            with Container(id="drawer-main"):
                with Panel(compact=True, id="drawer-rows"):
                    for section, found in groupby(self.rows, key=lambda item: item.section):
                        if section != self.FIRST:
                            yield Static(self.section(section), classes="drawer--section", name=section)
                        yield from (ItemRow(item, explain, self.ADDS) for item in found)
                with Vertical(id="drawer-side"):
                    yield from self.compose_side()
            if self.NOTED:
                yield Static(id="drawer-note")
            yield KeyBar(lines=2)

    def on_mount(self) -> None:
        """Show it all."""
        self.show()
        self.begin()
        if self.NOTED:
            for moved in ("scroll_y", "virtual_size"):
                self.watch(self.query_one("#drawer-rows"), moved, self._rows_moved)

    def begin(self) -> None:
        """Begin at the first row."""
        self.query(ItemRow).first().focus()

    def on_resize(self, event: events.Resize) -> None:
        """What follows beside the rows, or below them; once the layout is done."""
        fit(self.query_one("#drawer"), event.size.width)
        self.call_after_refresh(self.show)

    def show(self) -> None:
        """Show everything as it is now."""
        found = {item.key: item for item in self.rows}
        sections = {item.section for item in self.rows if item.shown}
        for row in self.query(ItemRow):
            row.tell(found.get(row.item.key), self.adds(row.item.key))
        for head in self.query(".drawer--section").results(Static):
            head.display = head.name in sections
            if head.content != (words := self.section(head.name or "")):
                head.update(words)
        self.tell()
        self._show_note()

    def _rows_moved(self) -> None:
        self.call_later(self._show_note)

    def _show_note(self) -> None:
        """The note of the row at the focus, and how many rows are below those in sight; rows and headings take one line
        each."""
        if not self.NOTED or not self.is_attached:
            return
        panel, foot = self.query_one("#drawer-rows", Panel), self.query_one("#drawer-note", Static)
        lines, below = [child for child in panel.children if child.display], round(panel.max_scroll_y - panel.scroll_y)
        more = sum(isinstance(line, ItemRow) for line in lines[len(lines) - below :])
        sign = Content.styled(f" ↓ {more} more" if more else "", "bold $title")
        note = self.focused.item.note if isinstance(self.focused, ItemRow) else ""
        room = max(0, foot.content_size.width - sign.cell_length)
        said = Content.styled(safe(note), "italic $dim").truncate(room, ellipsis=True, pad=bool(more))
        fill(foot, Content.assemble(said, sign))

    def on_descendant_focus(self) -> None:
        """Another row, another note."""
        self._digits = ""
        self._show_note()

    # ---- changing

    def change(self, command: C) -> None:
        """Another command: everything that follows from it is worked out once, and shown."""
        self._digits = ""
        self.command = self.trimmed(command)
        self.rows = list(self.items(self.command))
        self.reckon()
        self.show()

    def item(self, key: str) -> Item[C] | None:
        """The row of that key."""
        return next((item for item in self.rows if item.key == key), None)

    def at(self) -> Item[C] | None:
        """The row at the focus."""
        return self.item(self.focused.item.key) if isinstance(self.focused, ItemRow) else None

    def step(self, item: Item[C], by: int) -> None:
        """A row's next value, or the one before."""
        self.change(item.step(by))

    @on(Row.Stepped)
    def _stepped(self, event: Row.Stepped) -> None:
        if isinstance(event.row, ItemRow):
            item = self.item(event.row.item.key)
            if item is not None:
                self.step(item, event.by)

    @on(Row.Chosen)
    def _chosen(self, event: Row.Chosen) -> None:
        event.row.focus()
        self._stepped(Row.Stepped(event.row, 1))

    @on(TermsView.Struck)
    def _struck(self, event: TermsView.Struck) -> None:
        self._take_off(event.key)

    def _take_off(self, key: str) -> None:
        item = self.item(key)
        if item is not None and item.off is not None and item.used:
            self.change(item.off())

    def action_use(self) -> None:
        """Step the row at the focus up."""
        if item := self.at():
            self.step(item, 1)

    def action_step(self, key: str, by: int) -> None:
        """A step of a row by its key."""
        if item := self.item(key):
            self.step(item, by)

    def action_off(self) -> None:
        """Take the row at the focus off."""
        before = self.command
        if item := self.at():
            self._take_off(item.key)
        if self.command == before:
            self.notify("Nothing to remove on this row.")

    @on(Row.RuleWanted)
    def _rule_wanted(self, event: Row.RuleWanted) -> None:
        if isinstance(self.app, KitApp):
            self.app.open_rule(event.rule)

    def action_leave(self) -> None:
        """Leave without an answer."""
        self.dismiss(None)
