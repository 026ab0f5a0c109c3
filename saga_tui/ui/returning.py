"""Screens that were opened from another one, with keys that come back to it; and what takes their place."""

from __future__ import annotations

from typing import Any, Final
from weakref import WeakSet

from textual.binding import Binding
from textual.screen import Screen

_OPENED: Final[WeakSet[Screen[Any]]] = WeakSet()


def returning(screen: Screen[None]) -> Screen[None]:
    """The screen with keys that come back from it."""
    screen._bindings = screen._bindings.copy()
    known, first = screen._bindings.key_to_bindings, {}
    for key, shown in (("escape", True), ("q", False)):
        back = Binding(key, "dismiss", "Table", id=f"party.back-{key}", show=shown, tooltip="Back to the table")
        first[key] = [*known.get(key, []), back]  # a list of its own: the class has the other
    screen._bindings.key_to_bindings = {**first, **{key: ways for key, ways in known.items() if key not in first}}
    _OPENED.add(screen)
    return screen


def instead(old: Screen[Any], new: Screen[None]) -> None:
    """Puts another screen in the place of one; who could come back from that one can come back from it. Not awaited:
    the caller ends with the screen that it belongs to."""
    old.app.call_later(old.app.switch_screen, returning(new) if old in _OPENED else new)
