"""Where everything stands on a screen, kept from one layout to the next. What is drawn is what differs from before."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from textual._compositor import Compositor, ReflowResult
    from textual.geometry import Size
    from textual.widget import Widget

KNOWN: Final = ("reflow", "reflow_visible", "update_widgets", "_full_map", "_full_map_invalidated")
"""What is known of how Textual keeps places; no other program may rely on it."""


def places() -> Compositor | None:
    """The places of a screen; none where this Textual keeps them otherwise: then what it does by itself has to do."""
    kind = _kind()
    return kind() if kind is not None else None


@cache
def _kind() -> type[Compositor] | None:
    """Where something out of sight is drawn, Textual works all places out once more for whoever asks for one: right
    after a layout they are the same, and later they are none to compare with, for what had changed by then was never
    drawn."""
    try:
        base: type[Compositor] = import_module("textual._compositor").Compositor
        if not all(hasattr(base(), name) for name in KNOWN):
            return None
    except (ImportError, AttributeError, TypeError):
        return None

    class Places(base):  # type: ignore[valid-type,misc]
        """Where everything stood after the last layout of the whole screen counts until the next."""

        _stood: Any = None

        def reflow(self, parent: Widget, size: Size) -> ReflowResult:
            """Lay out the whole screen; all places are known then."""
            if self._stood is not None:
                self._full_map = self._stood
            found: ReflowResult = super().reflow(parent, size)
            self._stood, self._full_map_invalidated = self._full_map, False
            return found

        def reflow_visible(self, parent: Widget, size: Size) -> set[Widget]:
            """Lay out what is in sight."""
            self._stood = None
            found: set[Widget] = super().reflow_visible(parent, size)
            return found

        def update_widgets(self, widgets: set[Widget]) -> None:
            """Draw them anew. Where they stand is known also of those that are out of sight."""
            known = not self._full_map_invalidated and widgets <= self._full_map.keys()
            super().update_widgets(widgets)
            self._full_map_invalidated = self._full_map_invalidated and not known

    return Places
