"""The way back to before an event: by undo where that leads there, else as one event that restores how it was."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain

from saga_tui.changes import Change, ChangeError, Doc, apply, apply_fitting, diff, invert
from saga_tui.store.event import MIGRATE, RESTORE, Event
from saga_tui.store.memory import Memory
from saga_tui.store.undoing import standing


class NoWay(ValueError):
    """There is no way back to before that event; the message says why."""


@dataclass(frozen=True, slots=True)
class WayBack:
    """How the character gets to where it was before `event`.

    `steps` are the events that undo takes back, newest first; where undo does not lead there (the event is undone
    already, or is an undo itself) there are none. `doc` is the character there, `start` the one that the way begins at.
    """

    event: Event
    steps: tuple[Event, ...]
    doc: Doc
    start: Doc

    def changes(self, doc: Doc) -> tuple[Change, ...]:
        """What would differ from the character as it is."""
        return diff(doc, self.doc)

    def go(self, memory: Memory) -> int:
        """Go it; return how many events were taken back. Raises ReadOnly, and ChangeError where it begins elsewhere."""
        if self.steps:
            memory.undo_since(self.steps, self.start, self.doc)
            return len(self.steps)
        if changes := self.changes(memory.doc):
            text = f"Back to before: {self.event.text or self.event.do}"
            memory.commit(RESTORE, {"before": self.event.id}, changes, text=text)
        return 0


def way_back(doc: Doc, events: Iterable[Event], number: int) -> WayBack:
    """Return the way back to before the event of that number.

    `events` are this device's, newest first, read no further than to that one; `doc` is what is after them. Raises
    NoWay.
    """
    since: list[Event] = []
    for one in events:
        since.append(one)
        if one.id <= number:
            break
    if not since or since[-1].id != number:
        raise NoWay(_no_such([*since, *events], number))
    event = since[-1]
    if any(event.do == MIGRATE for event in since):
        raise NoWay("The file had an older format then. Its backup is under versions.")
    done = tuple(standing(since))
    if event in done:
        return WayBack(event, done, taken_back(doc, done), doc)
    return WayBack(event, (), _as_it_was(doc, since), doc)


def _no_such(events: Sequence[Event], number: int) -> str:
    if not events:
        return "Nothing has happened on this device yet."
    return f"This device has no event {number}: they go from {events[-1].id} to {events[0].id}."


def taken_back(doc: Doc, events: Iterable[Event]) -> Doc:
    """Return the document without what these events did, newest first, as far as that fits."""
    steps = list(events)
    with suppress(ChangeError):
        return apply(doc, chain.from_iterable(invert(event.changes) for event in steps))
    for event in steps:  # only where a part of the journal was damaged
        doc, _ = apply_fitting(doc, invert(event.changes))
    return doc


def _as_it_was(doc: Doc, events: Iterable[Event]) -> Doc:
    """The document before the oldest of these events; who the character is stays."""
    try:
        then = apply(doc, chain.from_iterable(invert(event.changes) for event in events))
    except ChangeError:
        raise NoWay("Part of the history is damaged, so that state is unknown.") from None
    return {**then, "id": doc["id"]} if "id" in doc else then
