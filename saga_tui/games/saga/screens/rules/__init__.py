"""The book in the app: its rules to browse, and what the program does of each."""

from __future__ import annotations

from saga_tui.games.saga.screens.rules.automation import AutomationScreen
from saga_tui.games.saga.screens.rules.book import BookScreen

__all__ = ["AutomationScreen", "BookScreen"]
