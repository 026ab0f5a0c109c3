"""Something put together row by row in groups, with what follows from it beside the groups or above them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from pathlib import Path
from typing import ClassVar, Final, Generic, TypeVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import Static

from saga_tui.safe import safe
from saga_tui.tally import Tally
from saga_tui.ui.bars import KeyBar
from saga_tui.ui.base import KitApp
from saga_tui.ui.deal import FULL
from saga_tui.ui.panel import Pointing, fill
from saga_tui.ui.roll_hero import TermsView
from saga_tui.ui.roll_items import Fold, Group, Item, ItemRow, Pane, letters, offset_in, unfold
from saga_tui.ui.roll_past import Past
from saga_tui.ui.rows import Row
from saga_tui.ui.specs import Explain, Why
from saga_tui.ui.terminal import Sized, dragged
from saga_tui.ui.touch import touched

C = TypeVar("C")
T = TypeVar("T")
BESIDE: Final = 100
"""Columns of the terminal from which on what follows stands beside the rows."""
LEAST: Final = 14
"""Lines that the panel takes whatever lies below it."""
AIRY: Final = 180
"""Columns of the terminal from which on the panel's columns stand further apart."""


class RowsScreen(Sized, ModalScreen[T], Pointing, Generic[C, T]):
    """Something put together row by row at the foot of the screen, below the heroes of the screen behind it: groups of
    rows under rules, and what follows from it beside them.

    A screen says which `items` there are, what else it shows in `compose_side` and `tell`, and works out in `reckon`
    what follows whenever something changes.
    """

    CSS_PATH = Path(__file__).with_name("roll.tcss")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "group(1)", "Group", id="rows.group", tooltip="Go to the next group"),
        Binding("shift+tab", "group(-1)", "Previous group", id="rows.group-back", show=False,
                tooltip="Go to the group before"),
    ]  # fmt: skip
    COLUMNS: ClassVar[Sequence[Sequence[str]]] = ()
    """The sections of each column; those that are not named stand in the last one."""
    ADDS: ClassVar[int] = 7
    """Cells behind a row's value."""
    EXPLAINED: ClassVar[bool] = True
    """Whether a row gives the reasons of the number that is put together."""
    NOTED: ClassVar[bool] = True
    """Whether the note of the row at the focus stands at the foot."""

    def __init__(self, command: C, columns: Sequence[Sequence[str]] = ()) -> None:
        super().__init__()
        self.columns, self.command = columns or self.COLUMNS, self.trimmed(command)
        self.rows = list(self.items(self.command))
        self._digits, self._dealing = "", False
        self._letters: dict[str, str] = {}
        self._opened: set[str] = set()
        """Families whose rows are shown one by one though they cannot be had."""
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

    def section(self, name: str) -> tuple[str, str]:
        """What stands at the left and at the right end of a section's rule."""
        return name, ""

    def compose_side(self) -> ComposeResult:
        """What stands beside the rows."""
        yield from ()

    def compose_below(self) -> ComposeResult:
        """What stands below the rows of the first column."""
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
        """Columns of groups; what follows; the note of the row at the focus; the keys."""
        with Vertical(id="drawer") as box:
            self._fit(box)
            with Container(id="drawer-main"):
                yield from self.compose_side()
                with Pane(self._deal_soon, id="drawer-rows"):
                    for at, groups in enumerate(self._columns()):
                        with Pane(self._deal_soon, classes="drawer--column"):
                            yield from groups
                            yield from () if at else self.compose_below()
            if self.NOTED:
                yield Static(id="drawer-note")
            yield KeyBar(lines=1)

    def _columns(self) -> list[list[Group]]:
        explain = self.explain if self.EXPLAINED else None
        columns: list[list[Group]] = [[] for _ in self.columns or ((),)]
        for section, found in groupby(self.rows, key=lambda item: item.section):
            at = next((at for at, names in enumerate(self.columns) if section in names), -1)
            columns[at].append(Group(section, self._rows(list(found), explain)))
        return columns

    def _rows(self, items: Sequence[Item[C]], explain: Explain | None) -> Iterable[Row]:
        """A section's rows, each family's quiet row behind its last one."""
        last = {item.family: item.key for item in items if item.family}
        for item in items:
            yield ItemRow(item, explain, self.ADDS)
            if last.get(item.family) == item.key:
                yield Fold(item.family)

    def on_mount(self) -> None:
        """Show it all."""
        self.show()
        self.begin()
        self.screen_layout_refresh_signal.subscribe(self, lambda _: self._show_note())  # rows have their places then
        for pane in self.query(Pane):
            for moved in ("scroll_y", "virtual_size"):
                self.watch(pane, moved, self._moved, init=False)

    def _deal_soon(self) -> None:
        """Once, however many ask for it; where sizes follow one another, when they rest."""
        if not (self._dealing or dragged(self)):
            self._dealing = self.call_after_refresh(self._deal)

    def _moved(self) -> None:
        self.call_later(self._show_rule)
        self.call_later(self._show_note)

    def begin(self) -> None:
        """Begin at the first row."""
        self.query(ItemRow).first().focus(scroll_visible=False)

    # ---- its place

    def _below(self) -> int:
        """Where the heroes of the screen behind it end; without any, half way down; for thumbs, a third at most."""
        height, behind = self.app.size.height, reversed(self.app.screen_stack)
        ends = (int(heroes.region.bottom) for screen in behind for heroes in screen.query("#vitals"))
        return min(next(ends, height // 2), height // (3 if touched(self) else 1))

    def _fit(self, box: Widget) -> None:
        """As high as there is room below the heroes."""
        width, height = self.app.size
        box.styles.height = min(height, max(LEAST, height - self._below()))
        box.set_class(width >= BESIDE, "-beside")
        box.set_class(width >= AIRY, "-airy")

    def on_resize(self, event: events.Resize) -> None:
        """What follows beside the rows, or above them; once the layout is done, also that of the screen behind."""
        self._fit(self.query_one("#drawer"))
        if not dragged(self):
            self.call_after_refresh(self.rested)

    async def rested(self) -> None:
        """All of it for the size as it is now."""
        self._fit(self.query_one("#drawer"))
        self.call_after_refresh(self.show)
        self.call_after_refresh(self._show_rule)

    @property
    def beside(self) -> bool:
        """Whether what follows stands beside the rows."""
        return self.query_one("#drawer").has_class("-beside")

    def spare(self) -> int:
        """Lines of the panel that its rows don't take where they are one column."""
        rows = sum(1 + len(group.shown()) for group in self.query(Group) if group.display)
        return 0 if self.beside else self.query_one("#drawer-main").size.height - rows

    # ---- showing

    def show(self) -> None:
        """Show everything as it is now."""
        if not self.is_attached:
            return
        found = {item.key: item for item in self.rows}
        folded = self._folded()
        away = {item.key for items in folded.values() for item in items}
        self._give_keys(away)
        inline = not self.beside
        for row in self.query(ItemRow):
            key, letter = row.item.key, self._letters.get(row.item.key) or " "
            row.tell(found.get(key), self.adds(key), folded=key in away, key=letter, inline=inline)
        for fold in self.query(Fold):
            fold.tell(folded.get(fold.family, ()))
        for group in self.query(Group):
            group.display = bool(group.shown())
            group.head(*self.section(group.section))
        self.tell()
        self._deal_soon()
        self._show_note()

    def _folded(self) -> Mapping[str, list[Item[C]]]:
        """The rows of each family that cannot be had; one alone stays where it is."""
        found: dict[str, list[Item[C]]] = {}
        for item in self.rows:
            if item.folds and item.family not in self._opened:
                found.setdefault(item.family, []).append(item)
        return {family: items for family, items in found.items() if len(items) > 1}

    def open_family(self, family: str) -> None:
        """Show the rows of a family one by one, and go to the first."""
        self._opened.add(family)
        self.show()
        first = next((row for row in self.query(ItemRow) if row.item.family == family and row.display), None)
        if first is not None:
            first.focus()

    def _give_keys(self, away: set[str]) -> None:
        """Gives each row in sight its key."""
        active = self.active_bindings
        bound = {pressed.binding.id: key for key, pressed in reversed(active.items()) if pressed.binding.id}
        shown = {name: key if len(key) == 1 else "" for name, key in bound.items()}
        self._letters = letters([item for item in self.rows if item.key not in away], shown, active, self._letters)

    def _deal(self) -> None:
        """Deals the lines to the groups: of each column, or of all where they are one."""
        self._dealing = False
        if not self.is_attached:
            return
        panes = self.query(".drawer--column") if self.beside else self.query("#drawer-rows")
        for pane in panes.results(Pane):
            spare = unfold(list(pane.query(Group)), pane.size.height, pane.size.width)
            for past in pane.query(Past):
                past.give(spare if self.beside else 0, pane.size.width)
        self.call_after_refresh(self._show_note)

    def _show_note(self) -> None:
        """The note of the row at the focus where it does not stand below it, and how many rows are out of sight."""
        foot = self.query_one_optional("#drawer-note", Static) if self.NOTED and self.is_attached else None
        if foot is None:  # it is being made yet, or gone
            return
        more = self._out_of_sight()
        sign = Content.styled(f" ↓ {more} more" if more else "", "bold $title")
        whole = isinstance(at := self.focused, ItemRow) and not (at.detail and at.level >= FULL)
        said = Content.styled(safe(at.item.note) if whole and isinstance(at, ItemRow) else "", "italic $dim")
        if not touched(self):  # there it goes on on another line
            said = said.truncate(max(0, foot.content_size.width - sign.cell_length), ellipsis=True, pad=bool(more))
        fill(foot, Content.assemble(said, sign))

    def _out_of_sight(self) -> int:
        """Rows below those in sight."""
        panes = self.query(".drawer--column") if self.beside else self.query("#drawer-rows")
        return sum(
            row.region.bottom > pane.region.bottom
            for pane in panes
            for group in pane.query(Group)
            if group.display
            for row in group.shown()
        )

    def on_descendant_focus(self) -> None:
        """Another row, another note."""
        self._digits = ""
        self.call_after_refresh(self._show_rule)
        self.call_after_refresh(self._show_note)

    def _show_rule(self) -> None:
        """Above a group's first row its rule stays in sight."""
        row = self.focused
        if row is None or not isinstance(row.parent, Group) or row.parent.shown()[0] is not row:
            return
        for pane in self.query("#drawer-rows, .drawer--column").results(Pane):
            if pane in row.ancestors and pane.scroll_y == (top := offset_in(row, pane)) + 1:
                pane.scroll_to(y=top, animate=False, immediate=True)

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
        if isinstance(event.row, Fold):
            self.open_family(event.row.family)
        elif isinstance(event.row, ItemRow):
            item = self.item(event.row.item.key)
            if item is not None:
                self.step(item, event.by)

    @on(Row.Chosen)
    def _chosen(self, event: Row.Chosen) -> None:
        event.row.focus()
        self._stepped(Row.Stepped(event.row, 1))

    def on_key(self, event: events.Key) -> None:
        """The letter before a row is a step up of it."""
        pressed = event.character
        key = next((key for key, letter in self._letters.items() if pressed and letter == pressed), None)
        item = self.item(key) if key else None
        if item is None or item.bound or not item.shown:
            return
        event.stop()
        self.step(item, 1)
        row = next((row for row in self.query(ItemRow) if row.item.key == key and row.display), None)
        if row is not None:
            self.call_after_refresh(row.scroll_visible, animate=False)

    def action_group(self, by: int) -> None:
        """To the first row of the next group, or of the one before."""
        groups = [group for group in self.query(Group) if group.display]
        at = next((at for at, group in enumerate(groups) if group.has_pseudo_class("focus-within")), 0)
        group = groups[(at + by) % len(groups)]
        group.shown()[0].focus(scroll_visible=False)
        group.scroll_visible(animate=False, top=True)

    @on(TermsView.Struck)
    def _struck(self, event: TermsView.Struck) -> None:
        self._take_off(event.key)

    def _take_off(self, key: str) -> None:
        item = self.item(key)
        if item is not None and item.off is not None and item.used:
            self.change(item.off())

    def action_use(self) -> None:
        """Step the row at the focus up."""
        if isinstance(self.focused, Fold):
            self.open_family(self.focused.family)
        elif item := self.at():
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
