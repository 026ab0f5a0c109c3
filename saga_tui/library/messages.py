"""What the library says to the app; loaded before the library itself."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from textual.message import Message

Page = Literal["", "sheet", "story"]
"""What of a character is only to be read; nothing: it is to be opened."""


class Open(Message):
    """A character is to be opened, or only a page of it."""

    def __init__(self, path: Path, page: Page = "") -> None:
        super().__init__()
        self.path, self.page = path, page
