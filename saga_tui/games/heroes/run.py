"""One command being carried out: the general run of a board's machine, with what this game adds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from saga_tui.engine import phases
from saga_tui.engine.draws import ByHand, Drawn, Draws, Refused, Wanted, by_chance
from saga_tui.engine.phases import Event
from saga_tui.games.heroes.book import ADDRESS
from saga_tui.games.heroes.state import Fight, State

__all__ = ["ByHand", "Drawn", "Draws", "Event", "Outcome", "Refused", "Run", "Wanted", "by_chance"]
Outcome = phases.Outcome[State]


@dataclass(slots=True)
class Run(phases.Run[State]):
    """A command under way on a copy of the state."""

    die_rule: ClassVar[str] = "H-DRAW-1"

    @property
    def fight(self) -> Fight:
        """The open fight, where there is one."""
        assert self.state.fight is not None
        return self.state.fight

    def address(self, what: str) -> tuple[str, tuple[int, int]]:
        """A country by two dice, and the dice (H-MAP-2)."""
        dice = self.die(what), self.die(what)
        return ADDRESS[dice], dice
