"""How wide the parts of the library are in a terminal, known before anything is laid out."""

from __future__ import annotations

from typing import Final

LOOKS: Final = ((180, 54), (120, 45), (100, 40), (0, 0))
"""The width of the look at one character by that of the terminal, as the styles have it."""
SIDES: Final = 2
"""Cells at both sides of a panel, and of all of them."""
BESIDE_LIST: Final = 4
"""Lines of the screen that are not the list's."""
ROOM_FOR_TIMES: Final = 90
"""The width of a list from which on times are written out."""


def look_width(columns: int) -> int:
    """The cells of the look at one character in a terminal of so many columns; 0 where there is none."""
    return next(width for least, width in LOOKS if columns >= least)


def list_width(columns: int) -> int:
    """The cells that a card has in a terminal of so many columns, where no scrollbar takes one."""
    look = look_width(columns)
    rest = columns - SIDES - (look + 1 if look else 0)
    if columns >= LOOKS[0][0]:
        rest -= 1
        rest -= min(84, rest - rest * 6 // 11)
    return rest - SIDES
