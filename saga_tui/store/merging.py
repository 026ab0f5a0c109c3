"""Two versions of a character merged by field against the version both came from."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from saga_tui.changes import MISSING, Doc, dotted, same
from saga_tui.changes import diff as changes_between

Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Conflict:
    """A place that both sides changed, each in its own way; MISSING is "removed".

    `theirs` was taken, unless `ours_stands`: then the other side only has what was there before.
    """

    path: Path
    ours: Any
    theirs: Any
    ours_stands: bool = False

    @property
    def where(self) -> str:
        """The place in words: `play.damage.pain`."""
        return dotted(self.path)

    @property
    def stands(self) -> Any:
        """The value that counts until somebody chooses."""
        return self.ours if self.ours_stands else self.theirs


@dataclass(frozen=True, slots=True)
class Merged:
    """What came out, and where somebody should choose."""

    doc: Doc
    conflicts: tuple[Conflict, ...]


def merge(base: Doc, ours: Doc, theirs: Doc) -> Merged:
    """Both sides' changes since `base`; where both changed one field, theirs stands and a conflict tells of ours."""
    conflicts: list[Conflict] = []
    doc = _tables(base, ours, theirs, (), conflicts)
    return Merged(doc, tuple(conflicts))


def nearest(candidates: Iterable[Doc], theirs: Doc) -> Doc:
    """The candidate with the fewest changes to `theirs`: the version that it was most likely made from."""
    return min(candidates, key=lambda doc: len(changes_between(doc, theirs)))


def furthest_back(candidates: Iterable[Doc], theirs: Doc) -> Doc:
    """Of the candidates (newest first) that are all as near as `nearest`, the oldest one."""
    counted = [(len(changes_between(doc, theirs)), doc) for doc in candidates]
    least = min(count for count, _doc in counted)
    return next(doc for count, doc in reversed(counted) if count == least)


def in_doubt(merged: Merged, before: Doc, ours: Doc, theirs: Doc) -> Merged:
    """The merge with what is also to be asked if both came from `before`: where theirs was taken, and ours differs."""
    asked = {conflict.path for conflict in merged.conflicts}
    more = [
        conflict
        for conflict in merge(before, ours, theirs).conflicts
        if conflict.path not in asked and equal(value_at(merged.doc, conflict.path), conflict.theirs)
    ]
    return Merged(merged.doc, (*merged.conflicts, *more))


def value_at(doc: Doc, path: Iterable[str | int]) -> Any:
    """What stands at a place; MISSING where there is nothing."""
    place: Any = doc
    for step in path:
        try:
            place = place[step]
        except (KeyError, IndexError, TypeError):
            return MISSING
    return place


def leaves(value: Any) -> int:
    """How many single values there are in a document."""
    if isinstance(value, dict):
        return sum(map(leaves, value.values()))
    if isinstance(value, list):
        return sum(map(leaves, value))
    return 1


def equal(a: Any, b: Any) -> bool:
    """Whether two values are the same, MISSING ones too."""
    return a is b or (a is not MISSING and b is not MISSING and same(a, b))


def _value(base: Any, ours: Any, theirs: Any, path: Path, conflicts: list[Conflict]) -> Any:
    if equal(ours, theirs) or equal(base, theirs):
        return ours
    if equal(base, ours):
        return theirs
    if isinstance(ours, dict) and isinstance(theirs, dict):
        return _tables(base if isinstance(base, dict) else {}, ours, theirs, path, conflicts)
    if isinstance(ours, list) and isinstance(theirs, list):
        return _lists(base if isinstance(base, list) else [], ours, theirs, path, conflicts)
    conflicts.append(Conflict(path, ours, theirs))
    return theirs


def _tables(base: Doc, ours: Doc, theirs: Doc, path: Path, conflicts: list[Conflict]) -> Doc:
    merged: Doc = {}
    for key in [*ours, *(key for key in theirs if key not in ours)]:
        b, o, t = (side.get(key, MISSING) for side in (base, ours, theirs))
        value = _value(b, o, t, (*path, key), conflicts)
        if value is not MISSING:
            merged[key] = value
    return merged


def _lists(base: list[Any], ours: list[Any], theirs: list[Any], path: Path, conflicts: list[Conflict]) -> list[Any]:
    if len(base) == len(ours) == len(theirs):
        sides = enumerate(zip(base, ours, theirs, strict=True))
        return [_value(b, o, t, (*path, index), conflicts) for index, (b, o, t) in sides]
    gone = _without(base, ours)  # what we removed
    come = _without(_without(ours, base), _without(theirs, base))  # what we alone added
    return [*_without(theirs, gone), *come]


def _without(items: list[Any], others: list[Any]) -> list[Any]:
    """The items of a list, less one for each equal item of another."""
    left = list(items)
    for other in others:
        index = next((i for i, item in enumerate(left) if same(item, other)), None)
        if index is not None:
            del left[index]
    return left
