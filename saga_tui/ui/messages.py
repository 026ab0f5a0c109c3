"""What the app tells all screens."""

from __future__ import annotations

from textual.message import Message


class MemoryChanged(Message, bubble=False):
    """Something of the open character's memory changed by itself: saved, not saved, an edit from outside taken over."""
