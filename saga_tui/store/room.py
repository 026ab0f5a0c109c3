"""How much a character may still grow before its file would be refused by whoever reads it."""

from __future__ import annotations

from typing import Final

from saga_tui.changes import Doc
from saga_tui.store.errors import TooMuch
from saga_tui.store.reading import MAX_BYTES, MAX_VALUES, values_in
from saga_tui.store.render import NotToml, dumps

_GROWTH: Final = 2
"""Bytes that a file grows by at most for a byte of a journal's record, its layout included."""


class Room:
    """Weighs a document when enough was written since the last time that it might have become too much."""

    def __init__(self) -> None:
        self._left = 0

    def take(self, before: Doc, after: Doc, written: int) -> None:
        """Make sure that a document can be read again, after a record of that many bytes. Raises TooMuch.

        One that was too much before may go on changing: it must be able to become less.
        """
        self._left -= _GROWTH * written
        if self._left >= 0:
            return
        try:
            self._left = _room(after)
        except NotToml as error:
            try:
                _room(before)
            except NotToml:
                return
            message = f"the character would become more than a file may hold: {error}. Shorten or remove something."
            raise TooMuch(message) from error


def _room(doc: Doc) -> int:
    """Bytes that may be added before it could be too much. Raises NotToml."""
    text = dumps(doc)
    return min(MAX_BYTES - len(text.encode()), 2 * (MAX_VALUES - values_in(text)))
