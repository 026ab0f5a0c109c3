"""What the library says to the app; loaded before the library itself."""

from __future__ import annotations

from pathlib import Path

from textual.message import Message


class Open(Message):
    """A character is to be opened, or only its sheet."""

    def __init__(self, path: Path, sheet: bool = False) -> None:
        super().__init__()
        self.path, self.sheet = path, sheet
