"""What Saga's screens on a character in play know beside commands and questions: doom."""

from __future__ import annotations

from saga_tui.games.saga.rules import state
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.commands import Outcome
from saga_tui.games.saga.screens.turned import turned
from saga_tui.games.saga.table import Table
from saga_tui.ui.band import Moment
from saga_tui.ui.document_screen import DocumentScreen


class SagaScreen(DocumentScreen[Character]):
    """A screen at which commands are carried out on one character."""

    session: Table

    def __init__(self, session: Table) -> None:
        super().__init__(session)

    @property
    def character(self) -> Character:
        """The character as it is now."""
        return self.session.document

    def moment(self, outcome: Outcome) -> Moment | None:
        """What is worth seeing for a moment; one's doom has a screen of its own."""
        return None if self.newly_doomed(outcome) else turned(outcome)

    def newly_doomed(self, outcome: Outcome) -> bool:
        """Whether this command brought the character's doom (DOM-3)."""
        return state.doomed(outcome.after) and not state.doomed(outcome.before)
