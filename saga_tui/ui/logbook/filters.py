"""The kinds of entries on one line or two, the chosen one marked in brackets."""

from __future__ import annotations

from collections.abc import Sequence

from textual import events
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from saga_tui.safe import safe


class FilterLine(Widget):
    """`[all]  rolls   damage  …`; a click chooses."""

    ALLOW_SELECT = False
    chosen = reactive("")

    class Chosen(Message):
        """Another kind was clicked."""

        def __init__(self, name: str) -> None:
            super().__init__()
            self.name = name

    def __init__(self, names: Sequence[str], *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.names = tuple(names)
        self.set_reactive(FilterLine.chosen, self.names[0])

    def _rows(self, width: int) -> list[list[str]]:
        rows: list[list[str]] = [[]]
        used = 0
        for name in self.names:
            size = _chip(name, False).cell_length
            if rows[-1] and used + size > width:
                rows.append([])
                used = 0
            rows[-1].append(name)
            used += size
        return rows

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As many lines as the names need."""
        return len(self._rows(width))

    def render(self) -> Content:
        """The names."""
        rows = self._rows(self.content_size.width)
        return Content("\n").join([Content("").join([_chip(n, n == self.chosen) for n in row]) for row in rows])

    def on_click(self, event: events.Click) -> None:
        """Says which name was clicked."""
        offset = event.get_content_offset(self)
        rows = self._rows(self.content_size.width)
        if offset is None or offset.y >= len(rows):
            return
        start = 0
        for name in rows[offset.y]:
            end = start + _chip(name, False).cell_length
            if start <= offset.x < end:
                self.post_message(self.Chosen(name))
            start = end


def _chip(name: str, chosen: bool) -> Content:
    text = safe(name, limit=20)
    return Content.styled(f"[{text}]", "bold $key") if chosen else Content.styled(f" {text} ", "$dim")
