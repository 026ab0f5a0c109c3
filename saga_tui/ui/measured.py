"""What takes more or fewer lines by how much of it is shown, and is measured only where something of it has changed."""

from __future__ import annotations

from typing import Any, Final, Self

from textual.content import Content
from textual.geometry import Region
from textual.reactive import reactive

from saga_tui.ui.deal import FULL, LAVISH, PLAIN
from saga_tui.ui.panel import Still

KEPT: Final = 12
"""Heights that one of them keeps at most."""


class Measured(Still):
    """A widget that says how many lines it would take."""

    detail = reactive("")
    """What it does or what comes next, where there is room: beside marks, else on lines of its own."""
    extra = reactive("")
    """What else can be said of it, where there are lines in plenty."""
    _takes: dict[tuple[int, int], int] | None = None
    """Lines by width and level; a change of it takes them away."""

    def drawn(self, width: int, level: int) -> list[Content]:
        """Its lines at a width, as it would be at a level of the deal."""
        raise NotImplementedError

    def height_at(self, width: int, level: int) -> int:
        """Lines that it would take; measured once as long as nothing of it changes."""
        if level == LAVISH and not self.extra:
            level = FULL
        if level == FULL and not self.detail:
            level = PLAIN
        if self._takes is None or len(self._takes) >= KEPT:
            self._takes = {}
        if (width, level) not in self._takes:
            self._takes[width, level] = self.measured(width, level)
        return self._takes[width, level]

    def measured(self, width: int, level: int) -> int:
        """Lines that it takes when it is drawn so."""
        return len(self.drawn(width, level)) if level else 1

    def measure_anew(self) -> None:
        """Something of it changed that may change its height."""
        self._takes = None

    def refresh(self, *regions: Region, **how: Any) -> Self:
        """Draw it anew, and measure it anew."""
        self._takes = None
        return super().refresh(*regions, **how)
