"""The library's own texts: its title line, a folder's path, when something was, what an empty folder says."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from textual.content import Content

from saga_tui.safe import safe
from saga_tui.words import plural

if TYPE_CHECKING:
    from saga_tui.library.shelf import Shelf


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
