"""Text in the signs of a typewriter: for printers and readers that know no others.

Only signs are exchanged. What people wrote in letters of any script stays as it is: nothing is lost.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import Any, Final, TypeVar, cast

T = TypeVar("T")

_SIGNS: Final = {
    "−": "-",
    "‐": "-",
    "‑": "-",
    "–": "-",
    "—": "-",
    "→": "->",
    "←": "<-",
    "↑": "^",
    "↓": "v",
    "›": ">",
    "‹": "<",
    "»": ">>",
    "«": "<<",
    "“": '"',
    "”": '"',
    "„": '"',
    "‘": "'",
    "’": "'",
    "‚": "'",
    "…": "...",
    "·": "-",
    "•": "*",
    "×": "x",
    "≥": ">=",
    "≤": "<=",
    "✦": "*",
    "★": "*",
    "▲": "*",
    "◆": "*",
    "●": "*",
    "□": "o",
    "■": "X",
    "\N{NO-BREAK SPACE}": " ",
    "\N{NARROW NO-BREAK SPACE}": " ",
    "\N{REPLACEMENT CHARACTER}": "?",
    "\N{SYMBOL FOR DELETE}": "^?",
}
_PICTURES: Final = {chr(0x2400 + code): f"^{chr(code + 64)}" for code in range(32)}
"""What `safe` shows for control characters, as it is typed: `^[`."""
_BOXES: Final = {
    chr(code): "-" if chr(code) in "─━═╌╍┄┅┈┉" else "|" if chr(code) in "│┃║" else "+" for code in range(0x2500, 0x2580)
}
_BLOCKS: Final = {chr(code): "#" for code in range(0x2580, 0x25A0)}
_TABLE: Final = str.maketrans({**_SIGNS, **_PICTURES, **_BOXES, **_BLOCKS})


def typed(text: str) -> str:
    """The text without any sign that a typewriter lacks."""
    return text if text.isascii() else text.translate(_TABLE)


def typed_all(value: T) -> T:
    """A value with all its texts typed, those of the dataclasses and tuples in it too."""
    return cast(T, _all(value))


def _all(value: Any) -> Any:
    if isinstance(value, str):
        return typed(value)
    if isinstance(value, tuple):
        return tuple(map(_all, value))
    if is_dataclass(value) and not isinstance(value, type):
        return replace(value, **{field.name: _all(getattr(value, field.name)) for field in fields(value)})
    return value
