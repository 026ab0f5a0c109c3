"""Three chapters of Kestrel's, event by event, as the journal of one device has them: pure, without a disk."""

from __future__ import annotations

from copy import deepcopy
from datetime import UTC, datetime, timedelta
from typing import Any

from saga_tui.changes import Doc, apply, diff, invert
from saga_tui.games.saga.rules.character import from_doc
from saga_tui.games.saga.rules.commands import command_of, perform
from saga_tui.store import Event
from tests.games.saga.sheet.documents import FRESH

BEGIN = datetime(2026, 1, 2, 20, 0, tzinfo=UTC)
NOTE = "## The Salt Road\n- the *mail* is late\n- two riders, **no** horses"
POOL: dict[str, Any] = {"skill": "marksmanship", "specialties": ["pistols"]}


class Journal:
    """A character to whom things happen, and the events of them, newest first."""

    def __init__(self, doc: Doc, device: str = "desk") -> None:
        self.doc, self.device, self.at = deepcopy(doc), device, BEGIN
        self.events: list[Event] = []

    def do(self, verb: str, dice: tuple[int, ...] = (), overrule: str | None = None, **params: Any) -> Event:
        """Carries a command out as the table does."""
        command, character = command_of(verb, params), from_doc(self.doc)
        outcome = perform(character, command, dice, overrule)
        assert not outcome.refused, [problem.sentence() for problem in outcome.problems]
        rules = {change.path: change.rule for change in outcome.changes}
        new = outcome.after.to_doc()
        changes = tuple(type(c)(c.path, c.old, c.new, rules.get(c.path, "")) for c in diff(self.doc, new))
        self.doc = new
        return self.add(verb, changes, command.params(), outcome.dice, outcome.clock, outcome.text)

    def add(
        self,
        verb: str,
        changes: tuple[Any, ...] = (),
        params: Doc | None = None,
        dice: tuple[int, ...] = (),
        clock: dict[str, int] | None = None,
        text: str = "",
        of: int | None = None,
    ) -> Event:
        """Writes an event down."""
        number = len(self.events) + 1
        event = Event(
            number, self.at.isoformat(), clock or {}, verb, params or {}, dice, changes, text, of, self.device
        )
        self.events.insert(0, event)
        self.at += timedelta(minutes=7)
        return event

    def undo(self, event: Event) -> None:
        """Takes an event back."""
        self.doc = apply(self.doc, invert(event.changes))
        self.add("undo", invert(event.changes), clock=event.clock, text=event.text, of=event.id)

    def next_evening(self) -> None:
        """A week later."""
        self.at = (self.at + timedelta(days=7)).replace(hour=20, minute=0)


def campaign() -> Journal:
    """All three chapters."""
    journal = Journal(FRESH)
    journal.do("start-play", overrule="a pregenerated hero")
    first_chapter(journal)
    journal.next_evening()
    second_chapter(journal)
    journal.next_evening()
    third_chapter(journal)
    return journal


def first_chapter(journal: Journal) -> None:
    """A note, a roll against all odds, one that should have been made, an injury that heals, an advance."""
    do = journal.do
    do("start-chapter", drive=0)
    do("start-scene")
    do("note", text=NOTE)
    do("roll", **POOL, opposing=14, faces=(6, 6, 5, 5, 5, 1, 2), opposing_marks=4)
    journal.undo(do("gain-spark", amount=9, who="Mira"))
    do("roll", **POOL, force=1, opposing=12, dice=(6, 6, 5, 5, 5, 6, 5, 1, 2, *(1, 2, 3, 4, 4, 4, 4, 4, 4, 4, 4, 5)))
    do("start-conflict", stakes="serious")
    do("roll", **POOL, force=1, kind="attack", opposing=1, dice=(1, 1, 2, 3, 4, 4, 4, 2, 2, 6))
    do("suffer", kind="pain", amount=5)
    do("consequence", name="Injured leg")
    do("end-round", recover="force")
    do("give-in", how="down the well")
    do("end-scene")
    do("start-scene")
    do("consequence", name="Shaken")
    do("clear-temporary")
    do("luck", fact="the sheriff is *asleep*")
    do("end-chapter")
    do("buy", buy="rank", skill="weaponry", overrule="on credit")
    do("take-back", advance=0)


def second_chapter(journal: Journal) -> None:
    """Kismet, doom, a driven roll, dice held on the table, a ruling."""
    do = journal.do
    do("start-chapter", drive=0)
    do("start-scene")
    do("choose-kismet", amount=3)
    do("roll-kismet", marks=2, hitches=0)
    do("settle-kismet")
    do("roll", skill="awareness", opposing=2, drive=0, drive_tokens=1, marks=4, opposing_marks=1)
    do("start-conflict", stakes="deadly")
    do("roll", **POOL, force=1, opposing=6, hold=True, dice=(1, 1, 2, 3, 6, 4, 4, 2, 2))
    do("reroll", dice=(), results=(6, 6))
    do("compare", (6, 1, 1, 1, 1, 1))
    do("suffer", kind="pain", amount=5)
    do("consequence", name="One eye")
    do("roll-kismet", marks=0, hitches=2)
    do("settle-kismet")
    do("end-scene")
    do("end-chapter")
    do("buy", buy="doom")
    do("note", text="Between the chapters: who sold us out?")


def third_chapter(journal: Journal) -> None:
    """A drive fulfilled, an offer, Spark from a friend, an edit by hand; still open."""
    do = journal.do
    do("start-chapter", drive=1)
    do("start-scene")
    do("gain-drive", drive=1, amount=2)
    do("fulfil-drive", drive=1, text="Bury the Vargas brothers")
    do("offer", fact="the bridge is rigged", answer="to-player")
    do("gain-spark", amount=1, who="Mira")
    do("roll", skill="subterfuge", opposing=9, net=1)
    do("roll", skill="academia", opposing=1, faces=(1,), opposing_marks=1)
    new = {**journal.doc, "play": {**journal.doc["play"], "spark": 40}}
    journal.add("external", diff(journal.doc, new), clock={"chapter": 3, "scene": 1}, text="edited by hand")
    journal.doc = new
