"""What a game shows of a character that is not open, as data: meters, badges, what waits, and lists of words.

It is small and plain, so that the library can keep it and show it again before any game is loaded.
"""

from __future__ import annotations

import re
from typing import Any, Final, NamedTuple

_COLOUR: Final = re.compile(r"\$[a-z][a-z-]{0,30}")
_MOST_MARKS: Final = 99
_MOST_TEXT: Final = 300


class Meter(NamedTuple):
    """Marks, `filled` of `total`. `kind` is `pips`, `boxes` (with a bar at the total), `track` (with an end),
    `gauge` (too many to draw one by one) or `number`; `full` and `empty` are glyphs one cell wide, `colour` a variable
    of the theme."""

    kind: str
    label: str
    full: str
    empty: str
    colour: str
    filled: int
    total: int
    side: str = ""
    """The group that it stands in: what one has, what harms one."""
    note: str = ""
    listed: bool = True
    """Whether it stands in the list too, not only in the larger look."""
    loose: bool = False
    """Whether the total is only where it began: there may be more."""


class Badge(NamedTuple):
    """A word or two that stand out. `tone` is `move` (yours to do), `bad`, `good` or `quiet`."""

    text: str
    tone: str = "quiet"


class Wait(NamedTuple):
    """Something that is asked or can be done once the character is open, with its key there."""

    key: str
    words: str


class Part(NamedTuple):
    """A list of words under a title; each line with what stands at its right end."""

    title: str
    lines: tuple[tuple[str, str], ...]


class Portrait(NamedTuple):
    """All of it."""

    meters: tuple[Meter, ...] = ()
    badges: tuple[Badge, ...] = ()
    waits: tuple[Wait, ...] = ()
    parts: tuple[Part, ...] = ()

    @property
    def words(self) -> str:
        """What the badges say, to be searched."""
        return " ".join(badge.text for badge in self.badges)


NONE: Final = Portrait()


def read(kept: Any) -> Portrait:
    """What was kept of a portrait (the tuples as lists); none where that is anything else."""
    try:
        meters, badges, waits, parts = kept
        return Portrait(
            tuple(map(_meter, meters)),
            tuple(Badge(_text(text), _text(tone)) for text, tone in badges),
            tuple(Wait(_text(key), _text(words)) for key, words in waits),
            tuple(
                Part(_text(title), tuple((_text(left), _text(right)) for left, right in lines))
                for title, lines in parts
            ),
        )
    except (TypeError, ValueError):
        return NONE


def _text(value: object) -> str:
    return str(value)[:_MOST_TEXT]


def _meter(kept: Any) -> Meter:
    kind, label, full, empty, colour, filled, total, side, note, listed, loose = kept
    if not _COLOUR.fullmatch(colour) or len(full) != 1 or len(empty) != 1:
        raise ValueError(colour)
    held, most = (max(0, min(_MOST_MARKS, int(count))) for count in (filled, total))
    return Meter(
        _text(kind), _text(label), full, empty, colour, held, most, _text(side), _text(note), bool(listed), bool(loose)
    )
