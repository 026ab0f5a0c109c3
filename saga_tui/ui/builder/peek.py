"""The sheet as it will be, below a step that leaves room for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from saga_tui.safe import on_screen, safe
from saga_tui.ui.builder.widgets import Heading
from saga_tui.ui.panel import Laid, Text, fill

if TYPE_CHECKING:
    from saga_tui.ui.builder.session import BuilderSession

LEAST: Final = 12
"""Lines that it needs to be worth a look."""
LEAST_WIDTH: Final = 56
"""Cells that a line of it needs."""
TRIES: Final = 3
"""So often its room is looked at again: what stands above it may still change."""


class PagePeek(Vertical, Laid):
    """The first lines of the sheet, as many as the step above leaves."""

    def __init__(self, builder: BuilderSession) -> None:
        super().__init__(id="peek")
        self.builder = builder
        self._room = -1

    def compose(self) -> ComposeResult:
        """A heading and the text."""
        heading = Heading("The sheet", classes="spaced")
        heading.note = "S: all of it"
        yield heading
        yield Text(id="peek-words", markup=False)

    def fit(self, again: int = TRIES) -> None:
        """Show what there is room for now; looked at `again` so often while that changes."""
        view, page = self.parent, self.builder.spec.page
        if not self.is_attached or not isinstance(view, Widget) or page is None:
            return
        others = [child for child in view.children if child.display and child is not self]
        last = max((child.virtual_region.bottom for child in others), default=0)
        size = view.scrollable_content_region
        room = size.height - last - 2
        if room != self._room and again:  # rows that were just mounted or changed have no size yet
            self._room = room
            self.call_after_refresh(self.fit, again - 1)
        self.display = room >= LEAST and size.width - 2 >= LEAST_WIDTH
        if self.display:
            text = safe(on_screen(page(self.builder.document, size.width - 2)), one_line=False,
                        limit=100_000)  # fmt: skip
            fill(self.query_one("#peek-words", Static), Content("\n".join(text.splitlines()[:room])))
