"""The journal's entries in order, each with the character before it and after it; what was taken back is left out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from saga_tui.changes import MISSING, ChangeError, Doc, apply, invert
from saga_tui.store import Event
from saga_tui.store.looking import undone

OWN_WORK = ("undo", "redo", "external", "restore", "rename", "identify", "migrate")
"""What the memory itself writes: it moves numbers, but nothing of it happened at the table."""


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that happened, in the chapter and scene that it happened in (TIME-1).

    `before` and `after` are the character's documents around it; nothing where they cannot be known, as for what
    another device wrote down. Between chapters the chapter is the one that ended.
    """

    event: Event
    before: Doc | None
    after: Doc | None
    chapter: int = 0
    scene: int = 0

    def play(self, which: Doc | None) -> Doc:
        """Where play stood in one of the two documents; empty where that is not known."""
        found = (which or {}).get("play")
        return found if isinstance(found, dict) else {}

    def moved(self, *path: str) -> tuple[int, int] | None:
        """A number under `play` before and after, where this changed it; read from the changes alone."""
        full = ("play", *path)
        for change in self.event.changes:
            if full[: len(change.path)] == change.path:
                rest = full[len(change.path) :]
                old, new = _number(_dig(change.old, rest)), _number(_dig(change.new, rest))
                if old != new:
                    return old, new
        return None

    def rule_of(self, *path: str) -> str:
        """The rule that moved a number under `play`."""
        full = ("play", *path)
        return next((c.rule for c in self.event.changes if full[: len(c.path)] == c.path and c.rule), "")

    def touches(self, *path: str) -> bool:
        """Whether anything at or under a path changed, or the whole that it lies in."""
        return any(
            change.path[: len(path)] == path or path[: len(change.path)] == change.path for change in self.event.changes
        )


def _dig(value: Any, path: Sequence[str]) -> Any:
    for name in path:
        value = value.get(name, MISSING) if isinstance(value, dict) else MISSING
    return value


def _number(value: Any) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) else 0


def steps(events: Iterable[Event], doc: Doc, device: str) -> list[Step]:
    """What happened and stands, oldest first. `events` come newest first; `doc` is the character after all of
    `device`'s own, and is walked back through them."""
    listed = list(events)
    gone, found = undone(listed), list[Step]()
    now: Doc | None = doc
    for event in listed:
        after = before = None
        if event.device == device and now is not None:
            after, now = now, _before(now, event)
            before = now
        if (event.device, event.id) not in gone and event.do not in ("undo", "redo"):
            found.append(Step(event, before, after))
    return _placed(reversed(found))


def _before(doc: Doc, event: Event) -> Doc | None:
    try:
        return apply(doc, invert(event.changes))
    except ChangeError:
        return None


def _placed(found: Iterable[Step]) -> list[Step]:
    """Each with its chapter and scene: those of the journal's clock; where a chapter or scene begins, the new one."""
    placed: list[Step] = []
    chapter = scene = 0
    for step in found:
        clock = step.event.clock
        if "chapter" in clock:
            chapter, scene = clock["chapter"], clock.get("scene", 0)
        for name in ("chapter", "scene"):
            moved = step.moved(name)
            if moved and step.event.do in (f"start-{name}", "set-clock"):
                chapter, scene = (moved[1], 0) if name == "chapter" else (chapter, moved[1])
        placed.append(Step(step.event, step.before, step.after, chapter, scene))
    return placed
