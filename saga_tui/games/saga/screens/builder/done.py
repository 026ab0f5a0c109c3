"""After step 7: the finished sheet, what is still open, and the door to play (CRE-11)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from textual.content import Content
from textual.dom import NoScreen
from textual.widget import Widget
from textual.widgets import Static

from saga_tui import safe
from saga_tui.games.saga import sheet
from saga_tui.games.saga.screens.builder.view import StepView
from saga_tui.problem import Problem
from saga_tui.ui.rows import Line, Row

PAGE = 80
"""The sheet's width where there is room for it."""
LEAST = 56


class DoneStep(StepView):
    """The sheet as it will be printed."""

    def compose_step(self) -> Iterable[Widget]:
        """What is open, the door, the sheet."""
        yield Static(id="done-word")
        yield Line("Start play", "g", mark="▶", style="bold $good", id="begin")
        yield Static(id="done-sheet", markup=False)

    def show(self, problems: Sequence[Problem]) -> None:
        """The sheet as it is now."""
        open_now = [problem for problem in problems if problem.stops_play]
        name = safe.safe(self.character.title)
        if open_now:
            count = len(open_now)
            word = Content.assemble(
                (f"{count} still to do. ", "bold $warn"),
                ("Fix them, or allow them when you start.", "$dim"),
            )
        else:
            word = Content.assemble((f"{name} is ready. ", "bold $good"), ("You can start playing.", "$dim"))
        self.query_one("#done-word", Static).update(word)
        self.query_one("#done-sheet", Static).update(Content(self._page()))

    def _page(self) -> str:
        width = max(LEAST, min(PAGE, self.content_size.width - 2 or PAGE))
        return safe.safe(safe.on_screen(sheet.sheet_pages(self.character, width)), one_line=False, limit=100_000)

    def on_resize(self) -> None:
        """Another width, another page."""
        try:
            self.refresh_step()
        except NoScreen:
            return

    def chosen(self, row: Row) -> None:
        """The door."""
        if row.id == "begin":
            self.screen.call_later(self.screen.run_action, "begin")
