"""The group's rulings in the builder (CRE-11)."""

from __future__ import annotations

from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.commands import Command
from saga_tui.games.saga.screens.builder.desk import Desk
from saga_tui.games.saga.screens.ruling import RulingScreen


class RuledScreen(RulingScreen):
    """A screen with the builder's desk."""

    desk: Desk

    def settle(self) -> None:
        """Keeps what is being typed."""
        raise NotImplementedError

    @property
    def ruled_on(self) -> Character:
        """The character as it is now, what is being typed included."""
        self.settle()
        return self.desk.character

    async def carry_ruling(self, command: Command) -> object:
        """Carries a ruling out."""
        return self.desk.do(command)
