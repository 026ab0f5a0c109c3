"""The session view: the live sheet, from which a chapter is played."""

from __future__ import annotations

from saga_tui.games.saga.screens.session.screen import SessionScreen

__all__ = ["SessionScreen"]
