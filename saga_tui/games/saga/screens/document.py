"""What Saga's screens on a character in play know beside commands and questions: its book, its numbers, doom."""

from __future__ import annotations

from textual.screen import Screen

from saga_tui.games.saga.rules import state
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.commands import Outcome
from saga_tui.games.saga.screens import reasons
from saga_tui.games.saga.table import Table
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

    def rule_book(self, rule: str = "") -> Screen[None]:
        """The rules to browse, opened at one, with what is set for this character."""
        from saga_tui.games.saga.screens.rules import book_screen

        return book_screen(rule, self.character)

    def automation_screen(self) -> Screen[None]:
        """What is done, asked, reminded or by hand for this character."""
        from saga_tui.games.saga.screens.rules import AutomationScreen

        return AutomationScreen(self.session)

    def number_notes(self, name: str) -> tuple[str, ...]:
        """What last changed a number, and what the group ruled on it."""
        return reasons.notes_of(self.character, self.memory, name)

    def explain_any(self) -> None:
        """List all numbers, to pick the one to be explained."""
        reasons.pick_number(self.app, self.character, self.memory, self.show_rule)

    def newly_doomed(self, outcome: Outcome) -> bool:
        """Whether this command brought the character's doom (DOM-3)."""
        return state.doomed(outcome.after) and not state.doomed(outcome.before)
