"""Setting text in columns by the width it takes on paper: wide, combining and joined characters count right. And text
in the signs of a typewriter: only signs are exchanged, what people wrote in letters of any script stays as it is."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, Final, TypeVar, cast

import wcwidth

from saga_tui.safe import LEFT_TO_RIGHT

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Glyphs:
    """The signs that a sheet is drawn with."""

    free: str = "□"
    ticked: str = "■"
    threshold: str = "│"
    end: str = "┃"
    line: str = "─"
    double: str = "═"
    blank: str = "_"
    ellipsis: str = "·"
    minus: str = "−"
    drawn: bool = True
    """Whether the signs of a game's own are drawn; a typewriter has none."""


PLAIN = Glyphs()
TYPED = Glyphs("o", "X", "|", "|", "-", "=", "_", ".", "-", False)
"""Signs of a typewriter, for printers and readers that know no others."""

GROUP = 5
"""Boxes stand in fives, so that they can be counted at a glance."""


def width_of(text: str) -> int:
    """The columns that a line takes."""
    return wcwidth.width(text, control_codes="ignore")


def wrap(text: str, width: int, hang: int = 0) -> list[str]:
    """The text in lines of at most `width` columns, all but the first set in by `hang`; at least one line.

    Nothing is left out: a word that is too long goes on in the next line.
    """
    lines = wcwidth.wrap(text, width, subsequent_indent=" " * hang, break_on_hyphens=False, control_codes="ignore")
    return [line.rstrip() for line in lines] or [""]


def pad(text: str, width: int) -> str:
    """The text filled up with blanks to `width` columns. After a text that runs to the left a mark keeps what follows
    in its own column, where it would be drawn as the text's continuation."""
    return text + (LEFT_TO_RIGHT if runs_left(text) else "") + " " * max(0, width - width_of(text))


def runs_left(text: str) -> bool:
    """Whether any of it is written from right to left."""
    return not text.isascii() and any(unicodedata.bidirectional(char) in ("R", "AL") for char in text)


def page_of(lines: Iterable[str]) -> str:
    """The lines as a page, with a newline at its end. A line in which something runs to the left begins with a mark,
    so that the line as a whole does not."""
    rows = (line.rstrip() for line in lines)
    return "".join(f"{LEFT_TO_RIGHT if runs_left(row) else ''}{row}\n" for row in rows)


def beside(left: Sequence[str], right: Sequence[str], width: int, gap: int = 2) -> list[str]:
    """Two blocks side by side, the left one `width` columns wide."""
    rows = max(len(left), len(right))
    lefts = [*left, *[""] * (rows - len(left))]
    rights = [*right, *[""] * (rows - len(right))]
    return [f"{pad(one, width)}{' ' * gap}{other}".rstrip() for one, other in zip(lefts, rights, strict=True)]


def halves(width: int, gap: int = 4) -> tuple[int, int]:
    """The widths of two equal columns in a page."""
    left = (width - gap) // 2
    return left, width - gap - left


def heading(title: str, width: int, glyphs: Glyphs = PLAIN, note: str = "") -> list[str]:
    """A section's title with a line to the right edge; a note, where there is room for it, ends the line."""
    tail = f" {note}" if note and width_of(title) + width_of(note) + 6 <= width else ""
    line = glyphs.line * max(0, width - width_of(title) - width_of(tail) - 1)
    rows = [f"{title} {line}{tail}".rstrip()]
    return rows if tail or not note else [*rows, *wrap(note, width)]


def row(lead: str, text: str, width: int) -> list[str]:
    """A line that begins with `lead`, with further lines set in under the text."""
    hang = width_of(lead)
    if hang > width // 2:
        return [*wrap(lead.strip(), width), *(f"  {line}" for line in wrap(text, width - 2))]
    first, *rest = wrap(text, width - hang)
    return [f"{lead}{first}".rstrip(), *(" " * hang + line for line in rest)]


def table(cells: Sequence[str], widths: Sequence[int], gap: int = 2) -> list[str]:
    """One row of a table, each cell wrapped in its column."""
    blocks = [wrap(cell, width) for cell, width in zip(cells, widths, strict=True)]
    lines: list[str] = blocks[-1]
    for block, width in reversed(list(zip(blocks[:-1], widths[:-1], strict=True))):
        lines = beside(block, lines, width, gap)
    return lines


def boxes(count: int, ticked: int, width: int, glyphs: Glyphs = PLAIN, bar: int | None = None) -> str:
    """`count` boxes in fives, the first `ticked` of them ticked, with the threshold drawn after `bar` of them.

    Where they do not fit into `width` columns they are told in numbers: `12 ■ 988 □`.
    """
    count, ticked = max(0, count), max(0, min(count, ticked))
    if count > width:
        return _told(count, ticked, glyphs)
    signs: list[str] = []
    for place in range(count):
        if place == bar:
            signs.append(glyphs.threshold)
        elif place and (place - (bar if bar is not None and place > bar else 0)) % GROUP == 0:
            signs.append(" ")
        signs.append(glyphs.ticked if place < ticked else glyphs.free)
    if bar is not None and bar >= count:
        signs.append(glyphs.threshold)
    drawn = "".join(signs)
    return drawn if width_of(drawn) <= width else _told(count, ticked, glyphs)


def _told(count: int, ticked: int, glyphs: Glyphs) -> str:
    parts = [f"{ticked} {glyphs.ticked}" if ticked else "", f"{count - ticked} {glyphs.free}" if count > ticked else ""]
    return " ".join(part for part in parts if part)


# ---- signs of a typewriter


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
