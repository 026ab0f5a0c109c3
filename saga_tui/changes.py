"""Field-level changes between two documents: found, applied, taken back, described.

A document is what TOML can hold. A change is one place where two documents differ; a list of changes is what a
journal keeps, what a screen shows, and what undo applies backwards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from datetime import date, time
from enum import Enum
from functools import partial
from typing import Any, Final

Doc = dict[str, Any]
"""A document as a TOML reader gives it: tables, lists, strings, numbers, booleans, dates."""

Path = tuple[str | int, ...]


class _Missing(Enum):
    """The one value that says "there is nothing here" (TOML has no null of its own)."""

    MISSING = "missing"

    def __repr__(self) -> str:
        return "MISSING"


MISSING: Final = _Missing.MISSING


class ChangeError(ValueError):
    """A change does not fit the document it was applied to."""


WRITTEN: Final = frozenset({"path", "old", "new", "rule", "why", "before"})
"""All that a change is written with."""
_ORDERED: Final = 200
"""Keys of a table of which it is known where each stood; larger ones are lists of somebody, in no order of ours."""


@dataclass(frozen=True, slots=True)
class Change:
    """One field that was set, added or removed.

    No `old` means that the key or list item was not there before (an item is inserted before its index), no `new`
    that it is removed. `rule` and `why` say which rule did it and in which words; they take no part in applying.
    `before` is the next key of the table where a key comes or goes: there it stands when it is back.
    """

    path: Path
    old: Any = MISSING
    new: Any = MISSING
    rule: str = ""
    why: str = ""
    before: str | None = field(default=None, compare=False)

    def to_record(self) -> Doc:
        """The change as a small table for the journal; what is not there is left out."""
        record: Doc = {"path": list(self.path)}
        if self.old is not MISSING:
            record["old"] = self.old
        if self.new is not MISSING:
            record["new"] = self.new
        if self.rule:
            record["rule"] = self.rule
        if self.why:
            record["why"] = self.why
        if self.before is not None:
            record["before"] = self.before
        return record

    @classmethod
    def from_record(cls, record: Doc) -> Change:
        """The change that `to_record` wrote; raises ChangeError for anything else."""
        path = record.get("path")
        if not isinstance(path, list):
            raise ChangeError(f"a change needs a path of names and numbers, not {path!r}")
        for step in path:
            if type(step) is not str and not _is_step(step):
                raise ChangeError(f"a change needs a path of names and numbers, not {path!r}")
        before = record.get("before")
        return cls(
            tuple(path),
            record.get("old", MISSING),
            record.get("new", MISSING),
            str(record.get("rule", "")),
            str(record.get("why", "")),
            None if before is None else str(before),
        )


def _is_step(step: object) -> bool:
    return isinstance(step, str) or (isinstance(step, int) and not isinstance(step, bool) and step >= 0)


def same(a: Any, b: Any, *, ordered: bool = False) -> bool:
    """Whether two values are written the same way: 1, 1.0 and true differ, and so do two zones of one instant. Where it
    is `ordered`, also with their keys in the same order."""
    if a is b:  # versions of a document share what did not change
        return True
    kind = type(a)
    if kind is not type(b):
        return False
    if kind is str or kind is int or kind is bool:
        return bool(a == b)
    if isinstance(a, dict):
        if a.keys() != b.keys() or (ordered and list(a) != list(b)):
            return False
        for key, value in a.items():
            other = b[key]
            if value is not other and not same(value, other, ordered=ordered):
                return False
        return True
    if isinstance(a, list):
        return len(a) == len(b) and all(map(partial(same, ordered=True) if ordered else same, a, b))
    if isinstance(a, str | int):
        return bool(a == b)
    return _written(a) == _written(b)


def _written(value: Any) -> str:
    return value.isoformat() if isinstance(value, date | time) else repr(value)


def diff(old: Doc, new: Doc) -> tuple[Change, ...]:
    """The changes that make `new` of `old`, field by field, in an order in which they can be applied."""
    return tuple(_diff(old, new, ()))


def _diff(old: Any, new: Any, path: Path) -> list[Change]:
    if old is new:
        return []
    if isinstance(old, dict) and isinstance(new, dict):
        changes: list[Change] = []
        later = None if old.keys() <= new.keys() else _later(old, old)
        for key, value in old.items():
            if later is None or key in new:
                changes += _diff(value, new[key], (*path, key))
            else:
                changes.append(Change((*path, key), old=value, before=later.get(key)))
        if len(new) > len(old) or not new.keys() <= old.keys():
            later = _later(new, old)
            changes += [
                Change((*path, key), new=value, before=later.get(key)) for key, value in new.items() if key not in old
            ]
        return changes
    if isinstance(old, list) and isinstance(new, list):
        return _diff_lists(old, new, path)
    return [] if same(old, new) else [Change(path, old, new)]


def _later(table: Doc, there: Doc) -> dict[str, str]:
    """For each key of a table the next one that is `there`; none for the last ones, nor in very large tables."""
    found: dict[str, str] = {}
    after: str | None = None
    for key in reversed(table) if len(table) <= _ORDERED else ():
        if after is not None:
            found[key] = after
        after = key if key in there else after
    return found


def _diff_lists(old: list[Any], new: list[Any], path: Path) -> list[Change]:
    short = min(len(old), len(new))
    start = 0
    while start < short and same(old[start], new[start]):
        start += 1
    end = 0
    while end < short - start and same(old[-1 - end], new[-1 - end]):
        end += 1
    gone, come = old[start : len(old) - end], new[start : len(new) - end]
    if len(gone) == len(come):
        pairs = enumerate(zip(gone, come, strict=True), start)
        return [change for index, (a, b) in pairs for change in _diff(a, b, (*path, index))]
    if not gone:
        return [Change((*path, index), new=value) for index, value in enumerate(come, start)]
    if not come:
        return [Change((*path, start), old=value) for value in gone]
    return [Change(path, old, new)]


def moved(old: Any, new: Any, path: Path = ()) -> Iterator[Change]:
    """The changes that give a value, the same as another but for the order of its keys, that order too."""
    if isinstance(old, dict) and isinstance(new, dict):
        keys, after = list(old), None
        for key in reversed(new) if keys != list(new) and len(keys) <= _ORDERED else ():
            at = keys.index(key)
            next_ = keys[at + 1] if at + 1 < len(keys) else None
            if next_ != after:
                yield Change((*path, key), old=old[key], before=next_)
                yield Change((*path, key), new=old[key], before=after)
                del keys[at]
                keys.insert(len(keys) if after is None else keys.index(after), key)
            after = key
        for key, value in old.items():
            yield from moved(value, new[key], (*path, key))
    elif isinstance(old, list) and isinstance(new, list):
        for index, (a, b) in enumerate(zip(old, new, strict=True)):
            yield from moved(a, b, (*path, index))


def apply(doc: Doc, changes: Iterable[Change]) -> Doc:
    """A new document with the changes made, one after the other; `doc` itself stays as it is.

    What did not change is shared between the two, so treat documents as values: never write into one.
    Raises ChangeError where a place does not exist or does not hold the change's old value.
    """
    result = dict(doc)
    own = {id(result)}
    for change in changes:
        _make(result, change, own)
    return result


def _make(doc: Doc, change: Change, own: set[int]) -> None:
    if not change.path:
        raise ChangeError("a change needs a path")
    place: Any = doc
    for step in change.path[:-1]:
        inner = _item(place, step, change)
        if id(inner) not in own and isinstance(inner, dict | list):
            inner = place[step] = inner.copy()
            own.add(id(inner))
        place = inner
    last = change.path[-1]
    if change.old is MISSING:
        _insert(place, last, change)
        return
    if not same(_item(place, last, change), change.old):
        raise ChangeError(f"{dotted(change.path)} is {place[last]!r}, not {change.old!r}")
    if change.new is MISSING:
        del place[last]
    else:
        place[last] = deepcopy(change.new)


def apply_fitting(doc: Doc, changes: Iterable[Change]) -> tuple[Doc, tuple[Change, ...]]:
    """The document with every change made that fits it, and the changes that did not."""
    left: list[Change] = []
    for change in changes:
        try:
            doc = apply(doc, [change])
        except ChangeError:
            left.append(change)
    return doc, tuple(left)


def _item(place: Any, step: str | int, change: Change) -> Any:
    fits = (isinstance(place, dict) and step in place) or (
        isinstance(place, list) and isinstance(step, int) and 0 <= step < len(place)
    )
    if not fits:
        raise ChangeError(f"there is no {dotted(change.path)} ({step!r} is missing)")
    return place[step]


def _insert(place: Any, step: str | int, change: Change) -> None:
    if change.new is MISSING:
        raise ChangeError(f"the change of {dotted(change.path)} says nothing")
    if isinstance(place, dict) and isinstance(step, str) and step not in place:
        rest = list(place)
        place[step] = deepcopy(change.new)
        if change.before in place:
            for key in rest[rest.index(change.before) :]:
                place[key] = place.pop(key)
    elif isinstance(place, list) and isinstance(step, int) and 0 <= step <= len(place):
        place.insert(step, deepcopy(change.new))
    else:
        raise ChangeError(f"{dotted(change.path)} cannot be added")


def invert(changes: Iterable[Change]) -> tuple[Change, ...]:
    """The changes that take these back: `apply(apply(d, c), invert(c)) == d`, in the order of its keys too."""
    return tuple(Change(c.path, c.new, c.old, c.rule, c.why, c.before) for c in reversed(tuple(changes)))


def dotted(path: Iterable[str | int]) -> str:
    """A path as people write it; list items count from 1: `gear[2].name`."""
    text = ""
    for step in path:
        text += f"[{step + 1}]" if isinstance(step, int) else f".{step}" if text else step
    return text


class Unseen(str):
    """Words for a place of a document whose values nobody who plays may see."""

    __slots__ = ()


def unhidden(changes: Iterable[Change], words: Callable[[Path], str]) -> tuple[Change, ...]:
    """The changes of places whose values those who play may see."""
    return tuple(change for change in changes if not isinstance(words(change.path), Unseen))


def describe(change: Change, words: Callable[[Path], str] = dotted) -> str:
    """The change in one line: `play.wounds 2 → 5`, `story.traits[2] + "Paranoid"`.

    `words` names a place as its game does. The values come from the file as they are: make the line safe before it
    goes to a screen.
    """
    name = words(change.path)
    if isinstance(name, Unseen):
        return name
    if change.old is MISSING:
        return f"{name} + {_short(change.new)}"
    if change.new is MISSING:
        return f"{name} − {_short(change.old)}"
    return f"{name} {_short(change.old)} → {_short(change.new)}"


def _inside(value: Any) -> str:
    """What is inside a table or a list, as a person would say it: `Injured leg, lasting 2` for a consequence."""
    if isinstance(value, list):
        return ", ".join(_inside(item) if isinstance(item, dict | list) else str(item) for item in value)
    if not isinstance(value, dict):
        return str(value)
    parts = []
    for key, item in value.items():
        name = str(key).replace("_", " ")
        if isinstance(item, bool):
            parts.append(name if item else f"not {name}")
        elif isinstance(item, dict | list):
            parts.append(_inside(item))
        else:
            parts.append(str(item) if isinstance(item, str) else f"{name} {item}")
    return ", ".join(part for part in parts if part)


def _short(value: Any, limit: int = 60) -> str:
    match value:
        case str():
            text = f'"{value}"'
        case bool():
            text = str(value).lower()
        case dict() | list():
            text = _inside(value) or "nothing"
        case _:
            text = str(value)
    text = " ".join(text.split())
    return text if len(text) <= limit else text[: limit - 1] + "…"
