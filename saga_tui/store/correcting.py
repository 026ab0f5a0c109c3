"""An earlier event corrected in its place: what came after it is done again on what is then there, as far as that goes.

Knows no game: what a recorded command does to a document is the game's to say (`Corrector`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from saga_tui.changes import Change, ChangeError, Doc, apply, apply_fitting, diff, invert
from saga_tui.store.event import CORRECT, MIGRATE, Event
from saga_tui.store.memory import Memory
from saga_tui.store.undoing import NoRestorePoint, standing
from saga_tui.words import plural


@dataclass(frozen=True, slots=True)
class Deed:
    """A command as the journal keeps it: its name, its parameters, the dice that were thrown for it."""

    do: str
    params: dict[str, Any] = field(default_factory=dict)
    dice: tuple[int, ...] = ()

    @classmethod
    def of(cls, event: Event) -> Deed:
        """What the event recorded; of a correction what it was corrected to."""
        if event.do != CORRECT:
            return cls(event.do, event.params, event.dice)
        said = event.params
        dice = said.get("dice", ())
        return cls(str(said.get("do", "")), dict(said.get("with", {})), tuple(int(die) for die in dice))


@dataclass(frozen=True, slots=True)
class Again:
    """What a deed does to a document now: the changes, and words for them; or why it cannot be done."""

    changes: tuple[Change, ...] = ()
    text: str = ""
    why_not: str = ""


class Corrector(Protocol):
    """What a game knows of its own commands."""

    def again(self, doc: Doc, deed: Deed, event: Event) -> Again | None:
        """What the deed, recorded as that event, does to the document; `None` for what is no command of the game."""

    def given(self, deed: Deed) -> Sequence[tuple[str, str]]:
        """The parameters of a deed by name, each as it would be typed; empty where it cannot be corrected."""

    def changed(self, deed: Deed, name: str, text: str) -> Deed:
        """The deed with one parameter as it was typed; `ValueError` says what is wrong with it."""


@dataclass(frozen=True, slots=True)
class Step:
    """An event after the corrected one, and what became of it."""

    event: Event
    again: Again

    @property
    def differs(self) -> bool:
        """Whether it was carried over and does something else than it did."""
        return not self.again.why_not and not self.event.text.startswith(self.again.text)


@dataclass(frozen=True, slots=True)
class Correction:
    """What a correction leads to: `doc` is the character then, `steps` what came after, oldest first."""

    event: Event
    deed: Deed
    doc: Doc
    first: Again
    steps: tuple[Step, ...]

    @property
    def left_out(self) -> tuple[Step, ...]:
        """What could not be carried over, each with the reason."""
        return tuple(step for step in self.steps if step.again.why_not)

    @property
    def differing(self) -> tuple[Step, ...]:
        """What was carried over and comes out otherwise."""
        return tuple(step for step in self.steps if step.differs)

    @property
    def text(self) -> str:
        """One line for the log."""
        was = self.event.text or self.event.do
        out = "; ".join(step.event.text or step.event.do for step in self.left_out)
        said = f"Corrected {self.event.id}: {self.first.text or self.deed.do}, not: {was}"
        return f"{said}; left out: {out}" if out else said

    def changes(self, doc: Doc) -> tuple[Change, ...]:
        """What would differ from the character as it is, each with the rule that brought it about."""
        done = (self.first, *(step.again for step in self.steps))
        rules = {change.path: change.rule for again in done for change in again.changes}
        return tuple(replace(change, rule=rules.get(change.path, "")) for change in diff(doc, self.doc))

    def go(self, memory: Memory) -> Event | None:
        """Makes it happen as one event; nothing where nothing differs. Raises what `commit` raises."""
        changes = self.changes(memory.doc)
        if not changes:
            return None
        params = {"event": self.event.id, "do": self.deed.do, "with": self.deed.params}
        if self.deed.dice:
            params["dice"] = list(self.deed.dice)
        last = self.steps[-1].event if self.steps else self.event
        return memory.commit(CORRECT, params, changes, clock=last.clock, text=self.text)


def target(events: Sequence[Event], number: int) -> Event:
    """The event that a correction of that number is about: a correction is corrected where it was made. `events` are
    this device's, newest first. Raises NoRestorePoint."""
    known = {event.id: event for event in events}
    event = known.get(number)
    while event is not None and event.do == CORRECT:
        event = known.get(int(event.params.get("event", 0)))
    if event is None:
        raise NoRestorePoint(f"This device has no event {number} to correct.")
    return event


def own_events(memory: Memory, number: int) -> list[Event]:
    """This device's events, newest first, as far back as a correction of that one has to look."""
    found: list[Event] = []
    lowest = number
    for event in memory.own_history():
        if event.id < lowest:
            break
        found.append(event)
        if event.do == CORRECT:
            lowest = min(lowest, int(event.params.get("event", lowest)))
    return found


def deed_of(events: Sequence[Event], number: int) -> Deed:
    """What an event is now: as it was recorded, or as it was corrected last. Raises NoRestorePoint."""
    event = _of_one(target(events, number))
    return _corrections(list(standing(events))).get(event.id) or Deed.of(event)


def _of_one(event: Event, why: str = "cannot be corrected in one of them") -> Event:
    """The event, unless it is one document's part of an act over several: those stay equal. Raises NoRestorePoint."""
    if event.group is None:
        return event
    count = plural(len(event.group.members), "file")
    raise NoRestorePoint(f"Event {event.id} changed {count} at once and {why}. Undo back to it, then do it again.")


def before(doc: Doc, events: Sequence[Event], number: int) -> Doc:
    """The character before an event, earlier ones as they are corrected by now. Raises NoRestorePoint."""
    event = target(events, number)
    start = _start(events, event.id)
    return _before(doc, [one for one in events if one.id >= start])


def correction(doc: Doc, events: Sequence[Event], number: int, deed: Deed, corrector: Corrector) -> Correction:
    """What comes of an event's having been `deed`; `events` are this device's, newest first, `doc` what is after them.
    Raises NoRestorePoint where there is no such event, where it was undone, or where what it did is unknown."""
    event = _of_one(target(events, number))
    stands = list(standing(events))
    if event not in stands or event.do == MIGRATE:
        raise NoRestorePoint("This entry is undone or cannot be undone, so it cannot be corrected.")
    start = _start(events, event.id)
    deeds = _corrections(stands) | {event.id: deed}
    then = _before(doc, [one for one in events if one.id >= start])
    first, steps = Again(), []
    for one in reversed(stands):
        if one.id < start or one.do == CORRECT:
            continue
        again = _again(then, deeds.get(one.id) or Deed.of(one), one, corrector)
        if one.id == event.id and again.why_not:
            raise NoRestorePoint(again.why_not)
        then = apply(then, again.changes)
        if one.id == event.id:
            first = again
        elif one.id > event.id:
            steps.append(Step(one, again))
    if "id" in doc:
        then = {**then, "id": doc["id"]}
    return Correction(event, deed, then, first, tuple(steps))


def _corrections(stands: Sequence[Event]) -> dict[int, Deed]:
    """The deed of each event that was corrected; the last word counts."""
    corrected = (one for one in reversed(stands) if one.do == CORRECT)
    return {target([*stands, one], one.id).id: Deed.of(one) for one in corrected}


def _start(events: Sequence[Event], number: int) -> int:
    """Where to begin: a later correction of a still earlier event has to be made again with it."""
    about = [int(one.params.get("event", one.id)) for one in standing(events) if one.do == CORRECT and one.id > number]
    return min([number, *about])


def _before(doc: Doc, since: Sequence[Event]) -> Doc:
    if any(event.do == MIGRATE for event in since):
        raise NoRestorePoint("The file had an older format then. Correct it by hand.")
    then = doc
    try:
        for event in since:
            then = apply(then, invert(event.changes))
    except ChangeError:
        raise NoRestorePoint("Part of the history is damaged; the state at that point is unknown.") from None
    return {**then, "id": doc["id"]} if "id" in doc else then


def _again(doc: Doc, deed: Deed, event: Event, corrector: Corrector) -> Again:
    """A deed done again by the game; what is none of its commands by its changes, where they all still fit. A part of
    an act over several documents comes out as it did, or nothing is corrected before it."""
    again = corrector.again(doc, deed, event) if event.group is None else None
    if again is not None:
        return again
    then, left = apply_fitting(doc, event.changes)
    if left:
        _of_one(event, "would not fit here any more")
        return Again(text=event.text, why_not="what it changed is gone")
    return Again(diff(doc, then), event.text)
