"""From a place in a document to its line and column in the text."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Generator, Iterator, Sequence
from typing import Final

Place = tuple[int, int]
Path = tuple[str | int, ...]

_LONGEST: Final = 1 << 19
"""Characters of text beyond which a place is not worth the time that finding it takes."""

_GAP: Final = re.compile(r"(?:[ \t\r\n]++|#[^\n]*+)*+")
_KEY: Final = re.compile(r"[ \t]*+(\"(?:[^\"\\\n]|\\.)*+\"|'[^'\n]*+'|[\w-]++)[ \t]*+([.=\]])")
_SCALAR: Final = re.compile(
    r"\"\"\"(?:[^\"\\]|\\.|\"(?!\"\"))*+\"{3,5}|'''(?:[^']|'(?!''))*+'{3,5}|\"(?:[^\"\\\n]|\\.)*+\"|'[^'\n]*+'"
    r"|\d{4}-\d\d-\d\d \d\d:[^\s,\]}#]++|[^\s,\]}#]++",
    re.DOTALL,
)


class Locator:
    """The places of one text, read once: each lookup after that takes the same time, however long the text is."""

    def __init__(self, text: str) -> None:
        """Only for text that `load_text` has accepted (reading places has no limits of its own)."""
        self._places: dict[Path, Place] = {}
        self._first_inside: dict[Path, Place] = {}
        for path, place in _places(text.removeprefix("\ufeff")):
            self._places.setdefault(path, place)
            for length in range(1, len(path)):
                self._first_inside.setdefault(path[:length], place)

    def __call__(self, path: Sequence[str | int]) -> Place:
        """Return line and column (from 1) of the value at `path`, or of the nearest thing around it in the text."""
        wanted = tuple(path)
        while wanted:
            place = self._places.get(wanted) or self._first_inside.get(wanted)
            if place is not None:
                return place
            wanted = wanted[:-1]
        return (1, 1)


class _Lost(Exception):
    """A text that the parser takes and this does not: what was found so far has to do."""


def _places(text: str) -> Iterator[tuple[Path, Place]]:
    """Yield every section, value and item of a list in the order of the text, each with where it begins."""
    if len(text) > _LONGEST:
        return
    starts = [0, *(end.end() for end in re.finditer("\n", text))]
    try:
        for path, at in _statements(text):
            line = bisect_right(starts, at)
            yield path, (line, at - starts[line - 1] + 1)
    except _Lost:
        return


def _statements(text: str) -> Iterator[tuple[Path, int]]:
    table: Path = ()
    lists: Counter[Path] = Counter()
    at = _past_gap(text, 0)
    while at < len(text):
        if text[at] == "[":
            double = text.startswith("[[", at)
            keys, end = _keys(text, at + 1 + double)
            table = _table(keys, double, lists)
            yield table, at
            end += double
        else:
            keys, end = _keys(text, at)
            end = yield from _value(text, end, (*table, *keys))
        at = _past_gap(text, end)


def _table(keys: Sequence[str], double: bool, lists: Counter[Path]) -> Path:
    """Return where a section stands: inside the last item of each list of sections that it names."""
    path: Path = ()
    for number, key in enumerate(keys, 1):
        path = (*path, key)
        lists[path] += double and number == len(keys)
        if lists[path]:
            path = (*path, lists[path] - 1)
    return path


def _value(text: str, at: int, path: Path) -> Generator[tuple[Path, int], None, int]:
    """Yield the value that begins after a gap and all in it; return its end."""
    at = _past_gap(text, at)
    yield path, at
    sign = text[at : at + 1]
    if sign not in ("[", "{"):
        found = _SCALAR.match(text, at)
        if found is None:
            raise _Lost
        return found.end()
    at, index = _past_gap(text, at + 1), 0
    while text[at : at + 1] != ("]" if sign == "[" else "}"):
        keys, at = ((index,), at) if sign == "[" else _keys(text, at)
        at = _past_gap(text, (yield from _value(text, at, (*path, *keys))))
        at = _past_gap(text, at + 1) if text[at : at + 1] == "," else at
        index += 1
    return at + 1


def _keys(text: str, at: int) -> tuple[tuple[str, ...], int]:
    """Return a dotted key's parts, and the place after the sign that ends it."""
    keys: list[str] = []
    while found := _KEY.match(text, at):
        keys.append(_unquoted(found[1]))
        at = found.end()
        if found[2] != ".":
            return tuple(keys), at
    raise _Lost


def _unquoted(key: str) -> str:
    if key[0] not in "\"'":
        return key
    if "\\" not in key or key[0] == "'":
        return key[1:-1]
    import tomli

    return str(tomli.loads(f"key = {key}")["key"])


def _past_gap(text: str, at: int) -> int:
    gap = _GAP.match(text, at)
    return gap.end() if gap else at
