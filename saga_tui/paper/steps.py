"""The journal's entries in order, each with the document before it and after it; what was taken back is left out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from saga_tui.changes import MISSING, ChangeError, Doc, apply, invert
from saga_tui.engine.rules import Rules
from saga_tui.store import Event
from saga_tui.store.event import REDO
from saga_tui.store.undoing import UNDOS, Fates, Key, key_of

OWN_WORK = (*UNDOS, REDO, "external", "restore", "rename", "identify", "migrate")
"""What the memory itself writes: it moves numbers, but nothing of it happened at the table."""


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that happened, in the chapter and scene that it happened in: the outermost span of the game's time, and
    the one inside it.

    `before` and `after` are the character's documents around it; nothing where they cannot be known, as for what
    another device wrote down. Between chapters the chapter is the one that ended.
    """

    event: Event
    do: str
    """The verb of what happened, as it is called today."""
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


def steps(game: Rules[Any], events: Iterable[Event], doc: Doc, device: str) -> list[Step]:
    """What happened and stands, oldest first. `events` come newest first; `doc` is the document after all of
    `device`'s own, and is walked back through them."""
    listed = list(events)
    around = _around(listed, doc, device)
    found = [Step(event, game.verb(event.do), *around.get(key_of(event), (None, None))) for event in listed]
    fates = Fates(listed)
    gone = {key_of(event) for event in listed if fates.undone(event)}
    gone |= _brought_back(found, gone)
    return _placed(game, (step for step in reversed(found) if _key(step) not in gone and step.do not in (*UNDOS, REDO)))


Around = dict[Key, tuple[Doc, Doc]]
"""The documents before and after each event that they are known of."""


def _around(events: Sequence[Event], doc: Doc, device: str) -> Around:
    """Own events are walked back from the character as it is. Those of another device are walked back from where they
    were taken over, or from the character as it is, whichever fits them longest."""
    streams: dict[str, list[Event]] = {device: []}
    for event in events:
        streams.setdefault(event.device, []).append(event)
    own = _walk(streams.pop(device), doc)
    taken_over = [own[key][1] for event in events if event.do == "external" and (key := (device, event.id)) in own]
    for stream in streams.values():
        walks = [_walk(stream, start) for start in (doc, *taken_over[:TRIED])]
        longest: Around = max(walks, key=len)
        own |= longest
    return own


TRIED = 8
"""So many of the newest takings-over are tried as the end of another device's events."""


def _walk(stream: Iterable[Event], doc: Doc) -> Around:
    """Back through a device's events, newest first, as far as they fit the document."""
    found: Around = {}
    for event in stream:
        try:
            before = apply(doc, invert(event.changes))
        except ChangeError:
            break
        found[key_of(event)] = (before, doc)
        doc = before
    return found


def _key(step: Step) -> Key:
    return key_of(step.event)


def _brought_back(found: Sequence[Step], gone: set[Key]) -> set[Key]:
    """What went when an older version was brought back: all since the character was last as it is in that version. The
    steps come newest first."""
    taken: set[Key] = set()
    for place, step in enumerate(found):
        if step.do != "restore" or step.after is None or _key(step) in gone | taken:
            continue
        older = range(place + 1, len(found))
        since = next((at for at in older if found[at].before == step.after), place)
        taken |= {_key(one) for one in found[place + 1 : since + 1] if one.event.device == step.event.device}
    return taken


def spans(game: Rules[Any]) -> tuple[str, str]:
    """The two outermost spans of a game's time that are counted; empty where there is none."""
    outer, inner, *_ = [*(span for span in game.clock.spans if span in game.clock.counters), "", ""]
    return outer, inner


def _placed(game: Rules[Any], found: Iterable[Step]) -> list[Step]:
    """Each with its chapter and scene: those of the journal's clock; where one begins, the new one."""
    outer, inner = spans(game)
    placed: list[Step] = []
    chapter = scene = 0
    for step in found:
        clock = step.event.clock
        if outer in clock:
            chapter, scene = clock[outer], clock.get(inner, 0)
        if step.do not in (*OWN_WORK, "correct"):
            if moved := step.moved(outer):
                chapter, scene = moved[1], 0
            if inner and (moved := step.moved(inner)):
                scene = moved[1]
        placed.append(replace(step, chapter=chapter, scene=scene))
    return placed
