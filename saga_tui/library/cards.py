"""One character in the list: its name and when it was played, and beneath where it stands and what it is."""

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
    game: str = ""
    """The key of its game; empty where nothing could be read."""


class CardRow(Row):
    """Two lines for one card."""

    def __init__(self, card: Card, played: str) -> None:
        super().__init__(classes="-bad" if card.problem else "")
        self.card = card
        self.played = played

    def render(self) -> Content:
        """The name, and when it was played at the right; beneath it where it stands and what it is."""
        width = self.content_size.width
        card = self.card
        pointer = ("▸ ", "bold $key") if self.has_focus else "  "
        played = Content.styled(self.played, "$dim")
        if card.problem:
            mark, state, words = ("✗ ", "bold $bad"), ("cannot be read · ", "$bad"), card.problem
        else:
            mark = ("✦ ", "$star") if card.ready else ("○ ", "$warn")
            state = (safe(card.state), "$title" if card.ready else "$warn")
            words = f" · {safe(card.line)}" if card.line else ""
        first = _spread(Content.assemble(mark, (safe(card.name), "bold")), played, width - 2)
        second = Content.assemble("    ", state, (safe(words), "$dim")).truncate(width, ellipsis=True)
        return Content.assemble(pointer, first, "\n", second)


def _spread(left: Content, right: Content, width: int) -> Content:
    """Text at the left, cut where it must be, and at the right end."""
    end = right.truncate(max(8, width - min(left.cell_length, width // 3) - 1), ellipsis=True)
    start = left.truncate(max(0, width - end.cell_length - 1), ellipsis=True)
    return Content.assemble(start, " " * max(0, width - start.cell_length - end.cell_length), end)
