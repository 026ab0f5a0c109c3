"""Advancement: what Spark buys between chapters (SPK-4)."""

from __future__ import annotations

from saga_tui.games.saga.screens.advancement.screen import AdvancementScreen

__all__ = ["AdvancementScreen"]
