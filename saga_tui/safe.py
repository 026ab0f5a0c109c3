"""Text from a file made safe for a screen, a pipe or a log.

What people write stays as it is (accents, CJK, Arabic, emoji); what could move a cursor, turn a line around or hide
something becomes a mark that can be seen. What is stored is never changed.
"""

from __future__ import annotations

import unicodedata
from typing import Final

_JOINERS: Final = frozenset("\u200c\u200d")
"""Zero-width characters that emoji, Persian and Indic scripts need; harmless between their letters."""

VARIANTS: Final = frozenset("\ufe0e\ufe0f")
"""They choose how the sign before them looks. Terminals do not agree on how wide it is then, and borders break: what is
shown goes without."""

_TURNERS: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c")
"""Direction marks: they can make a line read otherwise than it is."""

_HIDDEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_MOST_MARKS: Final = 4
"""Combining marks kept on one letter; more would flow over the lines around."""

LONGEST_TEXT: Final = 20_000
"""The longest text that a file may hold, which paper shows whole."""
SHOWN = "\N{REPLACEMENT CHARACTER}"


LEFT_TO_RIGHT: Final = "\N{LEFT-TO-RIGHT MARK}"
"""Takes no room; terminals and editors that turn Hebrew and Arabic around begin anew from it. What goes on paper has it
between columns; what comes from a file never keeps it."""


def on_screen(page: str) -> str:
    """A page as it is shown on a screen of our own: without marks of direction."""
    return page.replace(LEFT_TO_RIGHT, "")


def safe(text: str, *, one_line: bool = True, limit: int = 2000) -> str:
    """`text` without anything that a terminal would obey, at most `limit` characters and an ellipsis.

    A control character becomes its picture (`␛`), an invisible or turning one `�`, a tab four spaces. With `one_line`
    a newline becomes `␊`, else it stays. Markup is not escaped: show the result as plain text.
    """
    if text.isascii() and text.isprintable() and len(text) <= limit:
        return text
    shown: list[str] = []
    marks = 0
    for char in text[:limit]:
        if char in VARIANTS:
            continue
        if unicodedata.category(char) in ("Mn", "Me"):
            marks += 1
            if marks > _MOST_MARKS and char not in _JOINERS:
                continue
        else:
            marks = 0
        shown.append(char if char == "\n" and not one_line else _safe_char(char))
    return "".join(shown) + ("…" if len(text) > limit else "")


def clean(text: str) -> str:
    """Return the text in one line, its blanks single, with nothing in it that a terminal or printer would obey."""
    return safe(" ".join(text.split()), limit=LONGEST_TEXT)


def _safe_char(char: str) -> str:
    code = ord(char)
    if char == "\t":
        return "    "
    if code < 0x20:
        return chr(0x2400 + code)
    if code == 0x7F:
        return "\N{SYMBOL FOR DELETE}"
    if char in _JOINERS:
        return char
    if char in _TURNERS or unicodedata.category(char) in _HIDDEN:
        return SHOWN
    return char
