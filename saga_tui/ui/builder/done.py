"""What comes after the last step: who is ready and what to press, or what is still open; below it the sheet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Final

from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.dom import NoScreen
from textual.widget import Widget
from textual.widgets import Static

from saga_tui.problem import Problem
from saga_tui.safe import on_screen, safe
from saga_tui.ui.band import Band, BandLine, BandView
from saga_tui.ui.builder.step import StepView
from saga_tui.ui.builder.widgets import Heading
from saga_tui.ui.panel import Text
from saga_tui.ui.rows import Line, Row
from saga_tui.ui.tiles import HUGE, Tile, drawn

WIDE_PAGE: Final = 104
"""The sheet's width on a terminal that is very wide."""
READY: Final = (Tile("full", "✓", "$good"),)
"""Drawn large beside the band when all is done."""
ALLOWED: Final = "Fix it, or start if your group allows it."
PAGE: Final = 80
"""The sheet's width where there is room for it."""
LEAST: Final = 56
VAST: Final = 180


class DoneStep(StepView):
    """After the last step: who is ready and what to press, or what is still open; below it the sheet."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "begin", "Start play", id="builder.begin-next", show=False, tooltip="Start play"),
    ]

    def compose_step(self) -> Iterable[Widget]:
        """Who is ready, the door, the sheet."""
        with Horizontal(id="done-band"):
            yield Text(Content("\n").join(drawn(READY, HUGE)), id="done-mark")
            yield BandView()
        yield Line("Start play", "g", mark="▶", style="bold $good", id="begin")
        yield Heading("The sheet", id="done-heading", classes="spaced")
        yield Text(id="done-sheet", markup=False)

    def show(self, problems: Sequence[Problem]) -> None:
        """The sheet as it is now."""
        document, count = self.document, sum(problem.stops_play for problem in problems)
        self.head(subtitle=f"{count} to do" if count else "ready")
        self.query_one("#done-mark").display = not count
        self.query_one(BandView).show(ready_band(document.title, self.builder.spec.line(document), problems))
        self.query_one("#done-heading", Heading).note = "S: save or print it"
        self.query_one("#done-sheet", Static).update(Content(self._page()))

    def _page(self) -> str:
        most = PAGE if self.app.size.width < VAST else WIDE_PAGE
        width = max(LEAST, min(most, self.content_size.width - 2 or PAGE))
        page = self.builder.spec.page or self._printed
        return safe(on_screen(page(self.document, width)), one_line=False, limit=100_000)

    def _printed(self, document: Any, width: int) -> str:
        """The sheet, where the spec does not say otherwise."""
        screen: Any = self.screen
        page: str = screen.game.sheet(document.to_doc(), width)
        return page

    def on_resize(self) -> None:
        """Another width, another page."""
        try:
            self.refresh_step()
        except NoScreen:
            return

    def chosen(self, row: Row) -> None:
        """The door."""
        if row.id == "begin":
            self.action_begin()

    def action_begin(self) -> None:
        """Start play."""
        self.screen.call_later(self.screen.run_action, "begin")


def ready_band(name: str, line: str, problems: Sequence[Problem]) -> Band:
    """What stands above the sheet: who is ready and what to press, or how much is left and what comes first."""
    left = [problem for problem in problems if problem.stops_play]
    if left:
        first = BandLine(f"First: {left[0].message}")
        return Band(f"{len(left)}", "still to do", (BandLine("Press f to see them all."), first, BandLine(ALLOWED)))
    lines = (BandLine(""), BandLine(line), BandLine("Press g to start play, S to read or print it."))
    return Band("", f"✓ {safe(name)} is ready to play!", lines, "-good")
