"""Where a notice stands: at the bottom right, clear of every field, of the keys and of the row with the focus.

This leans on a part of Textual that is not promised to stay.
"""

from __future__ import annotations

from typing import Any, Final

from textual.content import Content
from textual.geometry import Region, Size, Spacing
from textual.notifications import Notification
from textual.screen import Screen
from textual.widgets import Input
from textual.widgets._toast import ToastRack

from saga_tui.ui.bars import Foot, KeyBar, StatusLine
from saga_tui.ui.prompt import Prompt

WIDEST: Final = 60
FRAME: Final = 3
"""Cells of a notice beside its text: a border and a blank at each side."""
ROW: Final = 6
"""The most lines of what is spared as a row; what is larger leaves no place beside it."""


def size_of(notice: Notification, width: int) -> Size:
    """Return how large a notice is on a screen that wide."""
    room = max(1, min(WIDEST, width) - FRAME)
    lines = [part for text in (notice.title, notice.message) if text for part in Content(text).wrap(room)]
    return Size(max((line.rstrip().cell_length for line in lines), default=0) + FRAME, len(lines))


def free_line(screen: Screen[Any], size: Size) -> int:
    """Return how many lines to leave free below a notice of that size, so that it covers no field and no keys, nor the
    row with the focus where there is another place."""
    whole = screen.region
    taken = [
        widget.region.intersection(whole)
        for kind in (Foot, KeyBar, Prompt, Input, StatusLine)
        for widget in screen.query(kind)
        if widget.is_on_screen or kind is Foot
    ]
    foot = max((region.height for region in taken if region and region.bottom == whole.bottom), default=0)
    focused = screen.focused
    row = focused.region.intersection(whole) if focused is not None and focused.region.height <= ROW else Region()
    for spared in ([*taken, row], taken):
        for below in range(whole.height - size.height):
            place = Region(whole.right - size.width, whole.bottom - below - size.height, *size)
            if not any(place.overlaps(region) for region in spared):
                return below
    return foot


def place(screen: Screen[Any], notices: list[Notification]) -> None:
    """Move the notices of a screen to where there is room."""
    rack = next(iter(screen.query(ToastRack)), None)
    if rack is None or not notices or not screen.size:
        return
    below = Spacing(0, 0, free_line(screen, size_of(notices[-1], screen.size.width)), 0)
    if rack.styles.margin != below:
        rack.styles.margin = below
