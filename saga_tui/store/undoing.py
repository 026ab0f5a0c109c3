"""What is undone, at any depth of history; and the way back to before an event."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Final

from saga_tui.changes import Change, ChangeError, Doc, apply, apply_fitting, diff, invert
from saga_tui.store.event import BOTH, CORRECT, EXTERNAL, IDENTIFY, MIGRATE, REDO, RESTORE, UNDO, UNDO_TO, Event
from saga_tui.words import plural

if TYPE_CHECKING:
    from saga_tui.store.memory import Memory

Stretch = tuple[str, int, int]
"""A device, and the first and last number of some of its events."""

Key = tuple[str, int]
"""A device and the number of one of its events: numbers count on each device, so neither is enough alone."""

UNDOS: Final = (UNDO, UNDO_TO)
"""What undoes: one event, or all from one on."""

MOST_REDOS: Final = 10_000
"""So many undone events can be redone one by one; each segment of the journal lists them."""

_NEVER: Final = (*UNDOS, REDO, IDENTIFY, MIGRATE)


def key_of(event: Event) -> Key:
    """Return what tells an event from all others."""
    return event.device, event.id


def about(event: Event) -> Key | None:
    """Return the event that an undo or redo is about, of an undo of many the first; None for every other event."""
    if event.do not in (*UNDOS, REDO) or event.of is None:
        return None
    return event.of_device or event.device, event.of


def can_be_undone(event: Event) -> bool:
    """Say whether undo takes the event back. Undos and redos are undone by each other; a new id and a new format stay,
    and an edit that changed nothing needs no undo."""
    return event.do not in _NEVER and (event.do != EXTERNAL or bool(event.changes))


class Fates:
    """Which events are undone, of all devices: the one place where that is worked out."""

    def __init__(self, events: Iterable[Event] = ()) -> None:
        """`events` come newest first."""
        self._last: dict[Key, str] = {}
        self._at_once: dict[Key, tuple[Stretch, ...]] = {}
        """What each undo of many undid, as long as it is not redone."""
        self._corrections: dict[Key, list[Event]] = {}
        """The corrections of each event, the newest first."""
        for event in events:
            self.older(event)

    def older(self, event: Event) -> None:
        """Take note of an event that is older than all before it: what is known already counts."""
        key = about(event)
        if event.do == CORRECT:
            self._corrections.setdefault(_corrects(event), []).append(event)
        if event.do == UNDO_TO:
            if self._last.get(key_of(event)) != REDO:
                self._at_once[key_of(event)] = stretches_of(event)
        elif key is not None:
            self._last.setdefault(key, event.do)

    def newer(self, event: Event) -> None:
        """Take note of an event that just happened."""
        key = about(event)
        if event.do == CORRECT:
            self._corrections.setdefault(_corrects(event), []).insert(0, event)
        if event.do == UNDO_TO:
            self._at_once[key_of(event)] = stretches_of(event)
        elif key is not None:
            self._last[key] = event.do
            self._at_once.pop(key, None)

    def undone(self, event: Event) -> bool:
        """Say whether the event was undone and not redone since, by itself or with others."""
        if not can_be_undone(event):
            return False
        if self._last.get(key_of(event)) == UNDO:
            return True
        stretches = (stretch for undo in self._at_once.values() for stretch in undo)
        return any(device == event.device and low <= event.id <= high for device, low, high in stretches)

    def carried(self, event: Event) -> bool:
        """Say whether the event only took over what another device did, whose own entries say it: a log leaves it out.
        Where both changed the same, or it was undone, people are to see it."""
        return bool(event.merged_from) and BOTH not in event.params and not self.undone(event)

    def corrected(self, event: Event) -> Event | None:
        """Return the newest correction of the event that was not undone."""
        return next((one for one in self._corrections.get(key_of(event), ()) if not self.undone(one)), None)


def _corrects(event: Event) -> Key:
    number = event.params.get("event")
    return event.device, number if isinstance(number, int) else 0


def stretches(events: Iterable[Event]) -> list[Doc]:
    """Return the events as the record of an undo of many lists them: first and last number on each device."""
    found: dict[str, Doc] = {}
    for event in events:
        one = found.setdefault(event.device, {"device": event.device, "first": event.id, "last": event.id})
        one["first"], one["last"] = min(one["first"], event.id), max(one["last"], event.id)
    return list(found.values())


def stretches_of(event: Event) -> tuple[Stretch, ...]:
    """Return what an undo of many undid; nothing where its record is not as we write it."""
    try:
        return tuple((str(one["device"]), int(one["first"]), int(one["last"])) for one in event.params["undoes"])
    except (KeyError, TypeError, ValueError):
        return ()


def standing(events: Iterable[Event]) -> Iterator[Event]:
    """Yield what undo can take back and has not; the events come newest first, and so does what is yielded."""
    fates = Fates()
    for event in events:
        fates.older(event)
        if can_be_undone(event) and not fates.undone(event):
            yield event


def redo_after(redo: tuple[int, ...], event: Event) -> tuple[int, ...]:
    """What can be done again after an event: an undo adds its target, a redo takes one away, the rest clear it. What
    was undone with others is redone with them: then it is the undo that is added."""
    if event.do == UNDO and event.of is not None:
        return (*redo, event.of)[-MOST_REDOS:]
    if event.do == UNDO_TO:
        return (*redo, event.id)[-MOST_REDOS:]
    if event.do == REDO:
        return redo[:-1]
    return redo if event.do == EXTERNAL and not event.changes else ()


class UndoBook:
    """The events that are done and can be undone, oldest first, and the undone ones that can be done again."""

    def __init__(
        self, redo: tuple[int, ...], events: Iterable[Event], older: Callable[[], list[Event] | None], since: int = 0
    ) -> None:
        """`redo` holds after event `since`; `older` gives the next older segment's events, None at the beginning."""
        self.redo = redo
        self._older = older
        self._known: dict[int, Event] = {}
        self._fates = Fates()
        self._done: list[Event] = []
        self._walled = False  # an event of an older format cannot be undone in the newer one
        self._add_older(list(events))
        for event in sorted((e for e in self._known.values() if e.id > since), key=lambda event: event.id):
            self.redo = redo_after(self.redo, event)

    def _add_older(self, events: list[Event]) -> None:
        for event in reversed(events):
            self._known[event.id] = event
            self._fates.older(event)
        if self._walled:
            return
        wall = max((index for index, event in enumerate(events) if event.do == MIGRATE), default=-1)
        self._walled = wall >= 0
        self._done[:0] = filter(self._stands, events[wall + 1 :])

    def load_older(self) -> bool:
        """Take in the events of the next older segment; False at the beginning of history."""
        events = self._older()
        if events is None:
            return False
        self._add_older(events)
        return True

    def add(self, event: Event) -> None:
        """Take note of an event that just happened."""
        self._known[event.id] = event
        self.redo = redo_after(self.redo, event)
        if event.do == MIGRATE:
            self._done, self._walled = [], True
            return
        if event.of is None or event.do not in (*UNDOS, REDO):
            self._done += [event] if can_be_undone(event) else []
            return
        self._fates.newer(event)
        target = self._known.get(event.of)
        if event.do in UNDOS:
            while self._done and self._done[-1].id >= event.of:
                self._done.pop()
        elif target is not None and target.do == UNDO_TO:
            first = target.of or 0
            back = (self._known[number] for number in sorted(self._known) if first <= number < target.id)
            self._done += filter(self._stands, back)
        elif target is not None:
            self._done.append(target)

    def before(self, event: Event, redo: tuple[int, ...]) -> UndoBook:
        """The book without its newest event; `redo` is what could be done again then."""
        known = sorted((one for one in self._known.values() if one is not event), key=lambda one: one.id)
        return UndoBook(redo, known, self._older, event.id)

    def _stands(self, event: Event) -> bool:
        return can_be_undone(event) and not self._fates.undone(event)

    def undo_target(self) -> Event | None:
        """The newest event that is done."""
        while not self._done:
            if self._walled or not self.load_older():
                return None
        return self._done[-1]

    def redo_target(self) -> Event | None:
        """The event that was undone last, if nothing else happened since."""
        if not self.redo:
            return None
        wanted = self.redo[-1]
        while wanted not in self._known:
            if not self.load_older():
                return None
        return self._known[wanted]


class NoRestorePoint(ValueError):
    """There is no way back to before that event; the message says why."""


@dataclass(frozen=True, slots=True)
class RestorePoint:
    """How the character gets to where it was before `event`. `steps` are the events that undo takes back, newest first;
    where undo does not lead there (the event is undone already, or is an undo itself) there are none. `doc` is the
    character there, `start` the one that the way begins at."""

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


def restore_point(doc: Doc, events: Iterable[Event], number: int) -> RestorePoint:
    """Return the way back to before the event of that number. `events` are this device's, newest first, read no further
    than to that one; `doc` is what is after them. Raises NoRestorePoint."""
    since: list[Event] = []
    for one in events:
        since.append(one)
        if one.id <= number:
            break
    if not since or since[-1].id != number:
        raise NoRestorePoint(_no_such([*since, *events], number))
    event = since[-1]
    if any(event.do == MIGRATE for event in since):
        raise NoRestorePoint("The file had an older format then. Its backup is under versions.")
    done = tuple(standing(since))
    together = next((one for one in since if one.group is not None), None)
    if together is not None and together.group is not None and (len(since) > 1 or event not in done):
        count = plural(len(together.group.members), "file")
        raise NoRestorePoint(f"Event {together.id} changed {count} at once. Undo step by step.")
    if event in done:
        return RestorePoint(event, done, taken_back(doc, done), doc)
    return RestorePoint(event, (), _as_it_was(doc, since), doc)


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
        raise NoRestorePoint("Part of the history is damaged, so that state is unknown.") from None
    return {**then, "id": doc["id"]} if "id" in doc else then
