"""The chance of a roll drawn large, with all that follows from it: the hero of the roll panel."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.message import Message
from textual.widgets import Digits, Static

from saga_tui.ui.panel import Panel, fill
from saga_tui.ui.roll_odds import Reading, Side, Spans, foot, side
from saga_tui.ui.roll_wide import WIDE, widely


class TermsView(Static):
    """Terms, one a line or several; a click on one takes it off."""

    @dataclass
    class Struck(Message):
        """A term was clicked; `key` names its row."""

        key: str

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._keys: tuple[Spans, ...] = ()

    def tell(self, lines: Sequence[Content], keys: Sequence[Spans]) -> None:
        """Show these lines; `keys` says for each what a click takes off."""
        self._keys = tuple(keys)
        fill(self, Content("\n").join(lines))
        self.display = bool(lines)

    def on_click(self, event: events.Click) -> None:
        """A click on a term takes it off."""
        offset = event.get_content_offset(self)
        if offset is None or offset.y >= len(self._keys):
            return
        for start, end, key in self._keys[offset.y]:
            if start <= offset.x < end:
                event.stop()
                self.post_message(self.Struck(key))


class Hero(Panel):
    """The number, three lines beside it, where its dice come from, its law, and what to add next."""

    def __init__(self) -> None:
        super().__init__(compact=True, id="drawer-side", classes="-hero")
        self.shown: Side | None = None
        self._told: tuple[Reading, bool, bool, int] | None = None
        self._room: tuple[int, ...] = (0, 0)

    def on_resize(self) -> None:
        """As much as there is room for now: the size of the screen is known before its own."""
        super().on_resize()
        if self._told is None:
            return
        reading, beside, roomy, spare = self._told
        known, now = self._room, tuple(self.content_size)
        if known != now if beside else known[0] != now[0]:  # above the rows it is as high as what it says
            self.tell(reading, beside=beside, roomy=roomy, spare=spare)

    def compose(self) -> ComposeResult:
        """The number with its lines, then blocks of lines."""
        with Horizontal(id="drawer-hero"):
            yield Digits("", id="drawer-number")
            yield Static(id="drawer-odds")
        yield TermsView(id="drawer-pool")
        yield Static(id="drawer-chart")
        yield Static(id="drawer-prices")

    def tell(self, reading: Reading, *, beside: bool, roomy: bool, spare: int) -> None:
        """Show as much as there is room for: a column of its own, or a few lines above the rows with those that the
        rows have to spare."""
        self._told, self._room = (reading, beside, roomy, spare), tuple(self.content_size)
        width, height = self.content_size.width or 38, self.content_size.height or 18
        new = side(reading, width, height) if beside else foot(reading, width, roomy, spare)
        if beside and width >= WIDE:
            new = widely(reading, new, width, height)
        self.head(new.title, reading.needs)
        large, chart, prices = self.query_one(Digits), *self.query("#drawer-chart, #drawer-prices").results(Static)
        if new.number != large.value:
            large.update(new.number)
        fill(self.query_one("#drawer-odds", Static), Content("\n").join(new.beside))
        self.query_one(TermsView).tell(new.pool, new.keys)
        fill(chart, Content("\n").join(new.odds))
        fill(prices, Content("\n").join(new.prices))
        chart.display, prices.display = bool(new.odds), bool(new.prices)
        self.shown = new
