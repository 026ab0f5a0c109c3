"""Whether a wish to take a character over still waits for its answer, for the copy that asked."""

from __future__ import annotations

from saga_tui.store.locks import Lock
from saga_tui.store.memory import Memory


def still_asked(memory: Memory) -> bool:
    """False once the other copy has refused (or somebody has the character): asking again is a new wish."""
    return Lock(memory._state, memory._desk.places.file)._ask.exists()


def made_by_newer(memory: Memory) -> bool:
    """Whether the file's format is newer than this program: no other copy is to blame that it is read-only."""
    form = memory.doc.get("format", 0)
    return isinstance(form, int) and form > memory.layout.current_format
