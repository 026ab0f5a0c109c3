"""A document that this window only looks at, whatever its owner does: nothing of it is written, locked or asked for."""

from __future__ import annotations

from pathlib import Path

from saga_tui.store.errors import Barred
from saga_tui.store.event import Layout
from saga_tui.store.memory import Memory
from saga_tui.store.read_only import ReadOnlyFS


class Looking(Memory):
    """Read-only for good; it follows what is done elsewhere."""

    @classmethod
    def at(cls, path: Path, layout: Layout, state_dir: Path | None = None) -> Looking:
        """Look at a document's file. Raises BadFile when there is nothing that can be opened."""
        found = cls.open(path, layout, state_dir=state_dir, fs=ReadOnlyFS(), read_only=True, threaded=True)
        found._parts.barred = found._parts.barred or Barred("looking", "you can look at this one, and not change it")
        assert isinstance(found, Looking)
        return found

    def beside(self, path: Path, layout: Layout, *, read_only: bool = True) -> Memory:
        """Another document, to be looked at as this one is."""
        return type(self).at(path, layout, self._state)

    def agree(self) -> bool:
        """Nothing is agreed to."""
        return False

    def ask_to_take_over(self) -> None:
        """Nobody is asked."""

    def take_over(self) -> bool:
        """Nor is it ever taken over."""
        return False
