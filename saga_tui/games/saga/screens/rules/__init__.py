"""The book in the app: its rules to browse, and what the program does of each."""

from __future__ import annotations

from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.commands import RULES
from saga_tui.games.saga.screens.rules.automation import AutomationScreen
from saga_tui.ui.rule_book import BookScreen

__all__ = ["AutomationScreen", "BookScreen", "book_screen"]


def book_screen(rule: str = "", character: Character | None = None) -> BookScreen:
    """The rules to browse, opened at one; with a character as its player has set what is automated."""
    return BookScreen(RULES, rule, character, AutomationScreen)
