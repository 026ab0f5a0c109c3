"""The documents that the app has open: each in a mode of its own, a table together with those who sit at it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from saga_tui.store import Memory


class Opened(dict[str, "Memory"]):
    """The memory of each mode that a document is open in. Whoever sits at an open table can have a mode too: it is one
    memory then, and stays open until nobody needs it."""

    def all(self) -> list[Memory]:
        """Every document that is open, each once."""
        return list({id(one): one for memory in self.values() for one in together(memory)}.values())

    def at(self, path: Path) -> Memory | None:
        """A file as it is open here for writing, at a table too; nothing where it is not."""
        real = path.resolve()
        return next((one for one in self.all() if one.path == real and not one.read_only), None)

    def left_by(self, mode: str) -> list[Memory]:
        """The documents that nobody needs once that mode is left, its own first."""
        memory = self.get(mode)
        if memory is None:
            return []
        kept = {id(one) for other, its in self.items() if other != mode for one in together(its)}
        return [one for one in together(memory) if id(one) not in kept]

    def shut(self, mode: str) -> tuple[str, list[tuple[str, str]]]:
        """Save and close what nobody needs once that mode is left. Returns what could not be saved, in words, and of
        files that are behind what is said of each, by name."""
        from saga_tui.store import FileBehind, NotSaved

        lost, behind = [], []
        going = self.left_by(mode)
        self.pop(mode, None)
        for memory in going:
            memory.on_change = _nothing
            try:
                memory.close()
            except FileBehind as error:
                said = f"Everything is saved. The file follows the next time you open it: {error}."
                behind.append((memory.path.name, said))
            except NotSaved as error:
                lost.append(str(error))
        return " ".join(lost), behind


def together(memory: Memory) -> list[Memory]:
    """A document, and those that were opened for it."""
    return [memory, *memory.company]


def _nothing() -> None:
    """Nobody is there any more who wants to know."""
