"""The way back to before an event: by undo where that leads there, else as one event that restores how it was."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

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
    already, or is an undo itself) there are none. `doc` is the character there.
    """

    event: Event
    steps: tuple[Event, ...]
    doc: Doc

    def changes(self, doc: Doc) -> tuple[Change, ...]:
        """What would differ from the character as it is."""
        return diff(doc, self.doc)

    def go(self, memory: Memory) -> int:
        """Goes it; gives how many events were taken back. Raises ReadOnly."""
        if self.steps:
            return len(memory.undo_to(self.event.id - 1))
        if changes := self.changes(memory.doc):
            text = f"Back to before: {self.event.text or self.event.do}"
            memory.commit(RESTORE, {"before": self.event.id}, changes, text=text)
        return 0


def way_back(doc: Doc, events: Sequence[Event], number: int) -> WayBack:
    """The way back to before the event of that number; `events` are this device's, newest first, `doc` what is after.

    Raises NoWay.
    """
    event = next((event for event in events if event.id == number), None)
    if event is None:
        raise NoWay(_no_such(events, number))
    since = [event for event in events if event.id >= number]
    if any(event.do == MIGRATE for event in since):
        raise NoWay("Before that the file had an older format: its backup is among the kept versions.")
    done = tuple(standing(since))
    if event in done:
        return WayBack(event, done, _taken_back(doc, done))
    return WayBack(event, (), _as_it_was(doc, since))


def _no_such(events: Sequence[Event], number: int) -> str:
    if not events:
        return "Nothing has happened on this device yet."
    return f"There is no event {number} of this device: they go from {events[-1].id} to {events[0].id}."


def _taken_back(doc: Doc, events: Iterable[Event]) -> Doc:
    for event in events:
        doc, _ = apply_fitting(doc, invert(event.changes))
    return doc


def _as_it_was(doc: Doc, events: Iterable[Event]) -> Doc:
    """The document before the oldest of these events; who the character is stays."""
    then = doc
    try:
        for event in events:
            then = apply(then, invert(event.changes))
    except ChangeError:
        raise NoWay("A part of the journal is damaged: how it was then cannot be told any more.") from None
    return {**then, "id": doc["id"]} if "id" in doc else then
