"""The clock's commands (F-TIME), and the hand filled by hand."""

from __future__ import annotations

from saga_tui.engine import edges
from saga_tui.engine.declared import declare
from saga_tui.games.fate import book
from saga_tui.games.fate.play.state import Drawing, Hands


class Fill(Drawing, verb="fill", title="Fill the hand", rules="F-HAND-2 F-HAND-4", group="cards"):
    """Draw until your hand is at its limit."""

    def apply(self, edit: Hands) -> None:
        """As many as are missing."""
        edit.at_table = bool(self.table)
        edit.shuffle()
        edit.fill("F-HAND-4")


class Timed(edges.Crossing, Drawing):
    """A command of the clock."""

    group = "clock"


declare(Timed, book.data("commands")["time"], begin=edges.Begin, end=edges.End, again=edges.Again)
