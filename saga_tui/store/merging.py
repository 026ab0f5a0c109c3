"""Two versions of a document merged by field against the one both came from; late saves; conflict copies."""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Hashable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date, time
from typing import Any, Final

from saga_tui.changes import MISSING, Change, ChangeError, Doc, apply, diff, dotted, same
from saga_tui.store.errors import BadFile
from saga_tui.store.event import EXTERNAL, Event, Settles
from saga_tui.store.fs import FS
from saga_tui.store.toml import MAX_BYTES, check_size, decode, load_text

Path = tuple[str | int, ...]

_MOST_COMPARED: Final = 10_000
"""Pairs of tables that are looked at for a value in common: no character has so many."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """A place that both sides changed, each in its own way; MISSING is "removed". `theirs` was taken, unless
    `ours_stands`: then the other side only has what was there before, or is another device, on which it stands too."""

    path: Path
    ours: Any
    theirs: Any
    ours_stands: bool = False
    on_device: bool = False
    """Whether the other side is another device."""

    @property
    def where(self) -> str:
        """The place in words: `play.wounds`."""
        return dotted(self.path)

    @property
    def stands(self) -> Any:
        """The value that counts until somebody chooses."""
        return self.ours if self.ours_stands else self.theirs

    @property
    def lost(self) -> Any:
        """The other one."""
        return self.theirs if self.ours_stands else self.ours


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


def merge_devices(base: Doc, ours: Doc, theirs: Doc, *, ours_stands: bool, settles: Settles) -> Merged:
    """As `merge`, for two devices that each merge what the other has: where both changed one field, the same side
    stands on both, and nobody is asked where the game says which value counts (`Layout.settles`)."""
    merged = merge(base, theirs, ours) if ours_stands else merge(base, ours, theirs)
    settled = [(one, settles(one.path, one.ours, one.theirs)) for one in merged.conflicts]
    agreed = [Change(one.path, one.theirs, value) for one, value in settled if value is not MISSING]
    merged = Merged(apply(merged.doc, agreed), tuple(one for one, value in settled if value is MISSING))
    both = (replace(one, ours_stands=ours_stands, on_device=True) for one in merged.conflicts)
    turned = (replace(one, ours=one.theirs, theirs=one.ours) if ours_stands else one for one in both)
    return Merged(merged.doc, tuple(turned))


def nearest(candidates: Iterable[Doc], theirs: Doc) -> Doc:
    """The candidate with the fewest changes to `theirs`: the version that it was most likely made from."""
    return min(candidates, key=lambda doc: len(diff(doc, theirs)))


def furthest_back(candidates: Iterable[Doc], theirs: Doc) -> Doc:
    """Of the candidates (newest first) that are all as near as `nearest`, the oldest one."""
    counted = [(len(diff(doc, theirs)), doc) for doc in candidates]
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


def much_is_gone(before: Doc, after: Doc) -> int:
    """Return how many values are gone where that is more than a third of them: then somebody is asked; else nothing."""
    gone = leaves(before) - leaves(after)
    return gone if gone * 3 > leaves(before) else 0


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
    """Merge two lists by item: theirs in its order, without what we removed, then what we alone added or edited."""
    from_ours, from_theirs = _origins(base, ours), _origins(base, theirs)
    mine = {at: ours[index] for index, at in enumerate(from_ours) if at is not None}
    merged: list[Any] = []
    added: Counter[Hashable] = Counter()
    for item, at in zip(theirs, from_theirs, strict=True):
        value = item
        if at is None:
            added[_token(item)] += 1
        else:
            value = _value(base[at], mine.get(at, MISSING), item, (*path, len(merged)), conflicts)
        if value is not MISSING:
            merged.append(value)
    kept = set(from_theirs)
    for item, at in zip(ours, from_ours, strict=True):
        if at is None and added[_token(item)]:  # both sides added it
            added[_token(item)] -= 1
        elif at is None or (at not in kept and not same(item, base[at])):
            merged.append(item)
    return merged


def _origins(base: list[Any], side: list[Any]) -> list[int | None]:
    """Say of each item of a list which item of the older one it was; None where it is new. First those that are equal,
    wherever they stand now, each once; then those that were edited where they stood."""
    places: dict[Hashable, deque[int]] = {}
    for at, item in enumerate(base):
        places.setdefault(_token(item), deque()).append(at)
    found: list[int | None] = []
    for item in side:
        equals = places.get(_token(item))
        found.append(equals.popleft() if equals else None)
    taken = set(found)
    gone = _gaps(at in taken for at in range(len(base)))
    for gap, new in _gaps([at is not None for at in found]).items():
        for index, at in _edited(base, side, gone.get(gap, []), new):
            found[index] = at
    return found


def _edited(base: list[Any], side: list[Any], gone: list[int], new: list[int]) -> Iterator[tuple[int, int]]:
    """Yield what became of what between two neighbours: all in their order, or of tables those that share a value."""
    if len(gone) == len(new):
        yield from zip(new, gone, strict=True)
        return
    left = list(gone) if len(gone) * len(new) <= _MOST_COMPARED else []
    for index in new:
        at = next((at for at in left if _akin(base[at], side[index])), None)
        if at is not None:
            left.remove(at)
            yield index, at


def _akin(one: Any, other: Any) -> bool:
    both = isinstance(one, dict) and isinstance(other, dict)
    return both and any(key in other and same(value, other[key]) for key, value in one.items())


def _gaps(matched: Iterable[bool]) -> dict[int, list[int]]:
    """The places that have no match, by how many that have one stand before them."""
    gaps: dict[int, list[int]] = {}
    before = 0
    for index, is_matched in enumerate(matched):
        before += is_matched
        if not is_matched:
            gaps.setdefault(before, []).append(index)
    return gaps


def _token(value: Any) -> Hashable:
    """Something to look a value up by: the same for what is written the same way."""
    if isinstance(value, dict):
        return frozenset((key, _token(item)) for key, item in value.items())
    if isinstance(value, list):
        return tuple(map(_token, value))
    return type(value), value.isoformat() if isinstance(value, date | time) else repr(value)


LOOK_BACK: Final = 500
"""Events among which the state is looked for that an editor may have read."""


def merge_edit(base: Doc, view: Doc, theirs: Doc, back: Iterable[tuple[Event, Doc]]) -> Merged:
    """Return an edit by hand merged into the view; `base` is the version of the file that it should have come from.
    `back` gives this device's last events, newest first, each with the character before it. Where the edit is nearer to
    one of those states, what play did since is not undone by it: play's value stands, and a conflict tells of the
    file's. What differs from that state is the true edit, and is taken as any other."""
    taken = merge(base, view, theirs)
    read = _state_read(base, theirs, back)
    if read is None:
        return taken
    older, touched = read
    apart, doc, asked = merge(older, view, theirs).doc, taken.doc, list[Conflict]()
    for path in touched:
        stays, lost = value_at(apart, path), value_at(taken.doc, path)
        if not equal(stays, lost):
            try:
                doc = apply(doc, [Change(path, lost, stays)])
            except ChangeError:  # its place is gone from the file
                continue
            asked.append(Conflict(path, stays, lost, ours_stands=True))
    others = (one for one in taken.conflicts if not any(_inside(one.path, conflict.path) for conflict in asked))
    return Merged(doc, (*others, *asked))


def _state_read(base: Doc, theirs: Doc, back: Iterable[tuple[Event, Doc]]) -> tuple[Doc, list[Path]] | None:
    """The state that is nearer to the edit than the file's own version was, and the places that play touched since."""
    least, found = len(diff(base, theirs)), None
    touched: dict[Path, None] = {}
    for event, before in back:
        if not least:
            break
        if event.do != EXTERNAL:
            touched |= dict.fromkeys(place_of(change) for change in event.changes)
        if (count := len(diff(before, theirs))) < least:
            least, found = count, (before, _outermost(touched))
    return found


def place_of(change: Change) -> Path:
    """Where a change is, lists as a whole: their items move."""
    return next((change.path[:index] for index, step in enumerate(change.path) if isinstance(step, int)), change.path)


def _outermost(paths: Iterable[Path]) -> list[Path]:
    found: list[Path] = []
    for path in sorted(paths, key=len):
        if not any(_inside(path, other) for other in found):
            found.append(path)
    return found


def _inside(path: Path, other: Path) -> bool:
    return path[: len(other)] == other


_HINT: Final = re.compile("conflict|clash", re.IGNORECASE)
_COPY: Final = re.compile(
    r"(?P<stem>.+?)(?:"
    r" \((?:[^()]*['’]s )?conflicted copy(?: [^()]*)?\)"  # Dropbox, Nextcloud, ownCloud
    r"| \((?:[^()]*['’]s )?(?:case|unicode encoding|selective sync) conflict(?: \d+)?\)"  # Dropbox
    r"| \(SFConflict [^()]*\)"  # Seafile
    r"| \(case clash from [^()]*\)"  # Nextcloud
    r"|_conflict-\d{8}-\d{6}"  # ownCloud
    r"|\.sync-conflict-\d{8}-\d{6}(?:-[A-Z0-9]{7})?"  # Syncthing
    r")(?: \(\d+\))?\.toml",
    re.IGNORECASE,
)


def conflict_names(names: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Each name that a sync tool gives to a second version of a file, and the name of that file."""
    for name in names:
        if _HINT.search(name) and (match := _COPY.fullmatch(name)):
            yield name, f"{match['stem']}.toml"


def conflict_copies(fs: FS, folder: str, names: Iterable[str]) -> dict[str, str]:
    """The conflict copies among the names in a folder, each with the name of its original, which has the same id."""
    there = set(names)
    return {
        name: original
        for name, original in conflict_names(sorted(there))
        if original in there and (known := _id(fs, f"{folder}/{original}")) and known == _id(fs, f"{folder}/{name}")
    }


def _id(fs: FS, path: str) -> Any:
    with suppress(OSError, BadFile):
        data = fs.read(path, MAX_BYTES + 1)
        check_size(data, None)
        return load_text(decode(data)).get("id")
    return None
