"""One character in the list, and the library's own texts: its title line, a folder's path, when something was."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from textual.content import Content

from saga_tui.safe import safe
from saga_tui.ui.rows import Row
from saga_tui.words import plural

if TYPE_CHECKING:
    from saga_tui.library.shelf import Shelf


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


# ---- texts


def title(count: str) -> Content:
    """Return the program's name, and how many characters there are."""
    return Content.assemble(("✦ ", "$star"), ("saga-tui", "bold $title"), (count, "$dim"))


def short_path(path: Path) -> str:
    """The path with `~` for the home folder, for reading only."""
    home = Path.home()
    return f"~/{path.relative_to(home)}" if path.is_relative_to(home) and path != home else str(path)


def ago(then: datetime, now: datetime) -> str:
    """`just now`, `today 20:15`, `yesterday`, `5 days ago`, `3 March`, `3 March 2024`; both of one zone."""
    days = (now.date() - then.date()).days
    if days < 0 or (days == 0 and (now - then).total_seconds() < 120):
        return "just now"
    if days == 0:
        return f"today {then:%H:%M}"
    if days == 1:
        return "yesterday"
    if days < 14:
        return f"{plural(days, 'day')} ago"
    month = f"{then.day} {then:%B}"
    return month if then.year == now.year else f"{month} {then.year}"


def empty(shelf: Shelf) -> Content:
    """Return what a folder without characters says, with the keys that fill it."""
    keys = [("n", "create a character"), ("^p", "search all commands")]
    if shelf.samples() is not None:
        keys.insert(1, ("a", "add sample characters, to look around"))
    width = max(len(words) for _, words in keys)
    return Content.assemble(
        ("✦\n\n", "$star"),
        ("No characters yet\n\n", "bold $title"),
        (f"This folder is empty: {safe(short_path(shelf.folder))}\n\n", "$dim"),
        *(part for key, words in keys for part in ((key.rjust(2), "bold $key"), f"  {words.ljust(width)}\n")),
    )
