"""Numbers that explain themselves: what a row answers to `?`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from saga_tui.tally import Tally


@dataclass(frozen=True, slots=True)
class Why:
    """A number's reasons: its tally, lines beneath it (what last changed it, what a ruling says), and the tallies of
    further numbers that are shown with it."""

    tally: Tally
    notes: tuple[str, ...] = ()
    more: tuple[Tally, ...] = ()

    @property
    def tallies(self) -> tuple[Tally, ...]:
        """The number's own, then the others."""
        return (self.tally, *self.more)


Explain = Callable[[], Why | Tally | None]
"""Gives the reasons when they are asked for, so that no screen computes them before."""
