"""One character at the table: its memory on disk, the rules, and dice. All that happens to it happens through here."""

from __future__ import annotations

from typing import Final

from saga_tui.dice import Roller, secure
from saga_tui.engine.correcting import CommandCorrector
from saga_tui.engine.session import Session
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.commands import RULES
from saga_tui.store import Memory
from saga_tui.store.correcting import Corrector

CORRECTOR: Final[Corrector] = CommandCorrector(RULES)


class Table(Session[Character]):
    """Carries out commands on an open character and has them remembered, one journal event each."""

    def __init__(self, memory: Memory, roller: Roller = secure) -> None:
        super().__init__(RULES, memory, roller)

    @property
    def character(self) -> Character:
        """The character as it is now, what is still being saved included."""
        return self.document
