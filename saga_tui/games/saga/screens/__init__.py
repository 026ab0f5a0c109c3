"""Saga on the screen: the builder, the session, and what they share."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from textual.screen import Screen

    from saga_tui.store import Memory


def open_screen(memory: Memory) -> Screen[None]:
    """The screen that a character opens on: the builder until play has begun, then the session."""
    from saga_tui.games.saga.rules.character import from_doc

    if from_doc(memory.doc).play is None:
        from saga_tui.games.saga.screens.builder.spec import SagaBuilder

        return SagaBuilder(memory)
    from saga_tui.games.saga.screens.session.screen import SessionScreen

    return SessionScreen(memory)
