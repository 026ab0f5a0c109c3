"""The drawer's own widgets: a row for each part of a roll, and the pool whose terms a click takes off."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from textual import events
from textual.content import Content
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Static

from saga_tui.games.saga.screens.session.roll.item import Item
from saga_tui.games.saga.screens.session.roll.odds_view import points, tone
from saga_tui.safe import safe
from saga_tui.ui.rows import Row
from saga_tui.ui.why import Explain

ADDS = 7
"""Cells for what one more would add."""
BESIDE = 72
"""Cells of a drawer from which on its side stands beside the rows."""


def fit(drawer: Widget, width: int) -> None:
    """A drawer as wide as the terminal lets it be: all of a narrow one, else what leaves the first column in sight."""
    taken = width if width < 100 else 76 if width < 120 else min(120, width * 2 // 3)
    drawer.styles.width = taken
    drawer.set_class(taken >= BESIDE, "-beside")


class ItemRow(Row):
    """One part of the roll: what it is, its value, and what one more of it would add to the chance of success."""

    def __init__(self, item: Item, explain: Explain | None = None) -> None:
        super().__init__(steps=True, explain=explain)
        self.item = item
        self.adds: Fraction | None = None
        self.display = item.shown

    def tell(self, item: Item | None, adds: Fraction | None) -> None:
        """Shows the row as the roll is now; one that does not matter is out of sight."""
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
        style = "" if self.item.used else "$dim"
        if self.item.used and self.item.colour:
            style = self.item.colour
        return Content.styled(safe(self.item.label), style)

    def right(self) -> Content:
        """Its value in the colour of its token, and what one more would add."""
        item, adds = self.item, self.adds
        style = f"bold {item.colour}" if item.used and item.colour else "bold" if item.used else "$dim"
        said = "" if adds is None else points(adds)
        return Content.assemble((safe(item.value), style), (said.rjust(ADDS), tone(adds or Fraction())))


class PoolView(Static):
    """The pool with its terms, one a line; a click on a term takes it off."""

    @dataclass
    class Struck(Message):
        """A term was clicked; `key` names its row."""

        key: str

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._keys: tuple[str, ...] = ()

    def tell(self, lines: Sequence[Content], keys: Sequence[str]) -> None:
        """Shows these lines; `keys` names for each the row that a click takes off."""
        self._keys = tuple(keys)
        self.update(Content("\n").join(lines))

    def on_click(self, event: events.Click) -> None:
        """A click on a term takes it off."""
        offset = event.get_content_offset(self)
        if offset is not None and offset.y < len(self._keys) and self._keys[offset.y]:
            event.stop()
            self.post_message(self.Struck(self._keys[offset.y]))
