"""One character in the list: two lines, its name and state, and what it is and when it was played."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from textual.content import Content

from saga_tui.safe import safe
from saga_tui.ui.rows import Row


@dataclass(frozen=True, slots=True)
class Card:
    """A character as the library shows it; `problem` says why its file cannot be read, if so."""

    path: Path
    name: str
    line: str = ""
    state: str = ""
    ready: bool = False
    played: datetime | None = None
    problem: str = ""


class CardRow(Row):
    """Two lines for one card."""

    def __init__(self, card: Card, played: str) -> None:
        super().__init__(classes="-bad" if card.problem else "")
        self.card = card
        self.played = played

    def render(self) -> Content:
        """The name with the state at the right; beneath it the concept line and when it was played."""
        width = self.content_size.width
        card = self.card
        pointer = ("▸ ", "bold $key") if self.has_focus else "  "
        if card.problem:
            first = _spread(
                Content.assemble(("✗ ", "bold $bad"), (safe(card.name), "bold $bad")),
                Content.styled("cannot be read", "$bad"),
                width - 2,
            )
            second = _spread(Content.styled(f"  {safe(card.problem)}", "$dim"), Content(""), width - 2)
        else:
            mark = ("✦ ", "$spark") if card.ready else ("○ ", "$warn")
            first = _spread(
                Content.assemble(mark, (safe(card.name), "bold")),
                Content.styled(safe(card.state), "$title" if card.ready else "$warn"),
                width - 2,
            )
            second = _spread(
                Content.styled(f"  {safe(card.line) or '—'}", "$dim"), Content.styled(self.played, "$dim"), width - 2
            )
        return Content.assemble(pointer, first, "\n  ", second)


def _spread(left: Content, right: Content, width: int) -> Content:
    """Text at the left, cut where it must be, and at the right end."""
    end = right.truncate(max(8, width - min(left.cell_length, width // 3) - 1), ellipsis=True)
    start = left.truncate(max(0, width - end.cell_length - 1), ellipsis=True)
    return Content.assemble(start, " " * max(0, width - start.cell_length - end.cell_length), end)
