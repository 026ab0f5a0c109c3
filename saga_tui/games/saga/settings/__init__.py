"""Saga's settings as files (SET-2), found and checked as every game's are; what one may define is in `book.setting`."""

from __future__ import annotations

from saga_tui.games.saga.settings.shelf import PLAIN, SETTINGS, Checked, Found, Shelf, check, check_file, template

__all__ = ["PLAIN", "SETTINGS", "Checked", "Found", "Shelf", "check", "check_file", "template"]
