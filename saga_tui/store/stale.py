"""An editor that read the file before the last acts and wrote it back after them: play stays, and it is asked about."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from saga_tui.changes import Change, ChangeError, Doc, apply, diff
from saga_tui.store.event import EXTERNAL, Event
from saga_tui.store.merging import Conflict, Merged, Path, equal, merge, value_at

LOOK_BACK: Final = 500
"""Events among which the state is looked for that an editor may have read."""


def merge_edit(base: Doc, view: Doc, theirs: Doc, back: Iterable[tuple[Event, Doc]]) -> Merged:
    """Return an edit by hand merged into the view; `base` is the version of the file that it should have come from.

    `back` gives this device's last events, newest first, each with the character before it. Where the edit is nearer to
    one of those states, what play did since is not undone by it: play's value stands, and a conflict tells of the
    file's. What differs from that state is the true edit, and is taken as any other.
    """
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
            touched |= dict.fromkeys(_place(change) for change in event.changes)
        if (count := len(diff(before, theirs))) < least:
            least, found = count, (before, _outermost(touched))
    return found


def _place(change: Change) -> Path:
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
