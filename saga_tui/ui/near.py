"""Drawing only what is near a change.

Where one row changes, Textual draws anew every widget whose *clip* meets the change: all rows of the panel, all panels
of the column, the lines at the screen's edges, each from top to bottom. Here only those go in whose own region meets
it, and of them its lines; what is written to the terminal is the same. This leans on a part of Textual that is not
promised to stay.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from textual._compositor import Compositor
from textual.geometry import Region

if TYPE_CHECKING:
    from textual.screen import Screen
    from textual.widget import Widget


class NearCompositor(Compositor):
    """A compositor that looks only at widgets that a change can be seen on."""

    _near: tuple[Region, ...] = ()

    @property
    def visible_widgets(self) -> dict[Widget, tuple[Region, Region]]:
        """The widgets in sight; while a change is drawn, those that meet it, cut to its lines."""
        found = super().visible_widgets
        if not self._near:
            return found
        top, bottom = min(near.y for near in self._near), max(near.bottom for near in self._near)
        return {
            widget: (region, Region(clip.x, top, clip.width, bottom - top).intersection(clip))
            for widget, (region, clip) in found.items()
            if region.y < bottom and region.bottom > top and any(region.overlaps(near) for near in self._near)
        }

    def render_partial_update(self) -> Any:
        """What has changed since it was last drawn."""
        _ = self.cuts  # made of all that is in sight, and kept: before it is narrowed
        self._near = tuple(self._dirty_regions)
        try:
            return super().render_partial_update()
        finally:
            self._near = ()


def draw_near(screen: Screen[Any]) -> None:
    """Lets a screen that was just made draw only what is near a change."""
    if type(getattr(screen, "_compositor", None)) is Compositor:
        screen._compositor = NearCompositor()
