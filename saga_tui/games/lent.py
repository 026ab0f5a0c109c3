"""Members of a game that other modules of its own have: screens and sheets are loaded once one is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any


def lent(place: str) -> Callable[..., Any]:
    """A member of a game that stands in a module which is loaded once it is asked for: `package.sheet:page`. A function
    there is called without the game, and what it yields is kept; anything else is given as it is."""

    def member(game: Any, *args: Any, **more: Any) -> Any:
        del game
        module, _, name = place.partition(":")
        found = getattr(import_module(module), name)
        given = found(*args, **more) if callable(found) else found
        return tuple(given) if isinstance(given, Iterator) else given

    return member
