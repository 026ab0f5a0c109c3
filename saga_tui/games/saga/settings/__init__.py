"""Settings as files (SET-2): found in the package, the user's config folder and beside a character, and checked like a
compiler does: line, column, what was expected. What a setting may define is in `book.setting`."""

from __future__ import annotations

from saga_tui.games.saga.settings.checking import Checked, Placed, check, check_file, in_words
from saga_tui.games.saga.settings.shelf import (
    PLAIN,
    Found,
    Shelf,
    folder_of_the_user,
    new_file,
    template,
)

__all__ = [
    "PLAIN",
    "Checked",
    "Found",
    "Placed",
    "Shelf",
    "check",
    "check_file",
    "folder_of_the_user",
    "in_words",
    "new_file",
    "template",
]
