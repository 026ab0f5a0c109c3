"""From a place in a document to its line and column in the text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

Place = tuple[int, int]
Path = tuple[str | int, ...]


_LONGEST = 1 << 19
"""Characters of text beyond which a place is not worth the memory that finding it takes."""


def locate(text: str, path: Sequence[str | int]) -> Place:
    """Line and column (from 1) of the value at `path`, or of its nearest ancestor that stands in the text.

    Only for text that `load_text` has accepted (the position reader has no limits of its own).
    """
    text = text.removeprefix("\ufeff")
    places = _places(text)
    wanted = tuple(path)
    while wanted:
        if wanted in places:
            return places[wanted]
        inside = [place for key, place in places.items() if key[: len(wanted)] == wanted]
        if inside:  # a table has no place of its own: its header, or else the first thing in it
            return _header(text, wanted, min(inside))
        if header := _header(text, wanted, (0, 0))[0]:
            return (header, 1)
        wanted = wanted[:-1]
    return (1, 1)


def _header(text: str, path: Path, otherwise: Place) -> Place:
    name = ".".join(map(str, path))
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith("[") and line.split("#", 1)[0].strip(" \t[]\r") == name:
            return (number, 1)
    return otherwise


def _places(text: str) -> dict[Path, Place]:
    import toml_rs

    found: dict[Path, Place] = {}
    if len(text) > _LONGEST:
        return found
    try:
        nodes = toml_rs.load_with_metadata(text).meta["nodes"]
    except ValueError:  # the two readers may differ at the edges of the format; then the whole file is the place
        return found
    lines = text.split("\n")
    for key, node in nodes.items():
        _walk(node, (key,), found, lines)
    return found


def _walk(node: Any, path: Path, found: dict[Path, Place], lines: list[str]) -> None:
    if not isinstance(node, dict):
        return
    # A node of the reader itself; a key that people call "value_raw" or "key_raw" holds a table here, never a string.
    kind = next((kind for kind in ("value", "key") if isinstance(node.get(f"{kind}_raw"), str)), None)
    if kind:
        line, column = _first(node[f"{kind}_line"]), _first(node[f"{kind}_col"])
        found[path] = (line, _in_characters(lines[line - 1], column))
        node = node.get("value")
    if isinstance(node, list):
        for index, item in enumerate(node):
            _walk(item, (*path, index), found, lines)
    elif isinstance(node, dict):
        for key, item in node.items():
            _walk(item, (*path, key), found, lines)


def _first(number: int | tuple[int, int]) -> int:
    return number if isinstance(number, int) else number[0]


def _in_characters(line: str, column: int) -> int:
    """The position reader counts bytes; people and editors count characters."""
    return len(line.encode()[: column - 1].decode(errors="ignore")) + 1
