"""From a place in a document to its line and column in the text."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

Place = tuple[int, int]
Path = tuple[str | int, ...]


_LONGEST = 1 << 19
"""Characters of text beyond which a place is not worth the memory that finding it takes."""


class Locator:
    """The places of one text, read once: each lookup after that takes the same time, however long the text is."""

    def __init__(self, text: str) -> None:
        """Only for text that `load_text` has accepted (the position reader has no limits of its own)."""
        text = text.removeprefix("\ufeff")
        self._lines = text.split("\n")
        self._places: dict[Path, Place] = {}
        self._first_inside: dict[Path, Place] = {}
        self._in_characters = lru_cache(_in_characters)
        for path, place in _places(text):
            self._places[path] = place
            for length in range(1, len(path)):
                first = self._first_inside.setdefault(path[:length], place)
                if place < first:
                    self._first_inside[path[:length]] = place
        self._headers: dict[str, int] = {}
        for number, line in enumerate(self._lines, 1):
            if line.startswith("["):
                self._headers.setdefault(line.split("#", 1)[0].strip(" \t[]\r"), number)

    def __call__(self, path: Sequence[str | int]) -> Place:
        """Return line and column (from 1) of the value at `path`, or of the nearest thing around it in the text."""
        wanted = tuple(path)
        while wanted:
            if wanted in self._places:
                return self._characters(self._places[wanted])
            # a table has no place of its own: its header, or else the first thing in it
            if header := self._headers.get(".".join(map(str, wanted))):
                return (header, 1)
            if wanted in self._first_inside:
                return self._characters(self._first_inside[wanted])
            wanted = wanted[:-1]
        return (1, 1)

    def _characters(self, place: Place) -> Place:
        """The position reader counts bytes; people and editors count characters."""
        line, column = place
        inner = self._in_characters(self._lines[line - 1])
        return line, column - bisect_left(inner, column - 1)


def _in_characters(line: str) -> list[int]:
    """Return the places of the bytes of a line that no character begins with."""
    return [] if line.isascii() else [at for at, byte in enumerate(line.encode()) if byte & 0xC0 == 0x80]


def _places(text: str) -> Iterator[tuple[Path, Place]]:
    import toml_rs

    if len(text) > _LONGEST:
        return
    try:
        nodes = toml_rs.load_with_metadata(text).meta["nodes"]
    except ValueError:  # the two readers may differ at the edges of the format; then the whole file is the place
        return
    for key, node in nodes.items():
        yield from _walk(node, (key,))


def _walk(node: Any, path: Path) -> Iterator[tuple[Path, Place]]:
    if not isinstance(node, dict):
        return
    # A node of the reader itself; a key that people call "value_raw" or "key_raw" holds a table here, never a string.
    kind = next((kind for kind in ("value", "key") if isinstance(node.get(f"{kind}_raw"), str)), None)
    if kind:
        yield path, (_first(node[f"{kind}_line"]), _first(node[f"{kind}_col"]))
        node = node.get("value")
    if isinstance(node, list):
        for index, item in enumerate(node):
            yield from _walk(item, (*path, index))
    elif isinstance(node, dict):
        for key, item in node.items():
            yield from _walk(item, (*path, key))


def _first(number: int | tuple[int, int]) -> int:
    return number if isinstance(number, int) else number[0]
