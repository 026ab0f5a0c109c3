"""Children one below the other in two columns where there is room for them, the first column first: a group is begun in
the second column rather than torn apart."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from textual.geometry import Offset, Region, Size
from textual.layout import ArrangeResult, Layout, WidgetPlacement

if TYPE_CHECKING:
    from textual.widget import Widget

GAP: Final = 2
WHOLE: Final = "-whole"
"""The class of children that stand above both columns."""
BEGINS: Final = "spaced"
"""The class of those that begin a group."""


class Newspaper(Layout):
    """Two columns, each of at least so many cells; one column where there is less room."""

    name = "newspaper"

    def __init__(self, least: int) -> None:
        self.least = least

    def count(self, width: int) -> int:
        """How many columns there are."""
        return 2 if width >= 2 * self.least + GAP else 1

    def arrange(self, parent: Widget, children: list[Widget], size: Size, greedy: bool = True) -> ArrangeResult:
        """Place them."""
        parent.pre_layout(self)
        count = self.count(size.width)
        room = (size.width - GAP * (count - 1)) // count
        above = [child for child in children if child.has_class(WHOLE)]
        rest = [child for child in children if not child.has_class(WHOLE)]
        found, top = self._stacked(parent, above, Region(0, 0, size.width, size.height))
        boxes = [self._stacked(parent, [child], Region(0, 0, room, size.height))[1] for child in rest]
        at = cut(boxes, [child.has_class(BEGINS) for child in rest]) if count > 1 else len(rest)
        for column, part in enumerate((rest[:at], rest[at:])):
            found += self._stacked(parent, part, Region(column * (room + GAP), top, room, size.height))[0]
        return found

    def _stacked(self, parent: Widget, children: Sequence[Widget], area: Region) -> tuple[list[WidgetPlacement], int]:
        """Placed from the top of an area down, and where they end; the margin above the first one is left out."""
        found, y, viewport = list[WidgetPlacement](), area.y, parent.app.viewport_size
        for place, child in enumerate(children):
            model = child._get_box_model(area.size, viewport, Fraction(area.width), Fraction(area.height))
            y += model.margin.top if place or (area.x == 0 and area.y == 0 and len(children) == 1) else 0
            region = Region(area.x + model.margin.left, y, int(model.width), int(model.height))
            found.append(WidgetPlacement(region, Offset(), model.margin, child))
            y += int(model.height) + model.margin.bottom
        return found, y


def cut(heights: Sequence[int], begins: Sequence[bool]) -> int:
    """Where the second column begins, so that both are as low as they can be: with a group, where there are several."""
    whole = len(heights)
    starts = [at for at, first in enumerate(begins) if first and at] or range(1, whole)
    lower: dict[int, int] = {at: max(sum(heights[:at]), sum(heights[at:])) for at in (*starts, whole)}
    return min(lower, key=lambda at: (lower[at], at))
