"""The story of a table: what happened there, and the stories of all who sit at it between, in the order in which it
happened; with the luck of each."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from fractions import Fraction
from functools import cached_property
from typing import Any

from saga_tui.changes import Doc
from saga_tui.paper.recap import luck_words
from saga_tui.paper.steps import OWN_WORK, Step, spans, steps
from saga_tui.paper.story import (
    Chapter,
    Charted,
    Fact,
    Luck,
    Moment,
    Recap,
    Rolled,
    Story,
    Tracks,
    Words,
    chapter_of,
    luck,
    scenes_of,
)
from saga_tui.safe import clean
from saga_tui.store import Event
from saga_tui.words import listed


@dataclass(frozen=True, slots=True)
class Teller:
    """One who sits at a table, and what their journal has, newest entry first."""

    name: str
    recap: Recap
    events: Sequence[Event]
    doc: Doc
    device: str = ""


@dataclass(frozen=True, slots=True)
class Told:
    """A step of one who sits there, at the place where it belongs in the table's own story."""

    at: int
    """The place of the table's step that it belongs to or follows."""
    grouped: bool
    """Whether it is a part of that step."""
    when: float
    order: int
    """Which of those who sit there."""
    step: Step


def together(recap: Recap, events: Iterable[Event], doc: Doc, device: str, tellers: Sequence[Teller]) -> Story:
    """The story of a table from its journal and from those of all who sit there (see `story.story`)."""
    document = recap.rules.of(doc)
    own = steps(recap.rules, events, doc, device)
    found: list[Told] = []
    rolls: list[list[Rolled]] = []
    documents = [one.recap.rules.of(one.doc) for one in tellers]
    for order, (teller, its) in enumerate(zip(tellers, documents, strict=True)):
        mine = steps(teller.recap.rules, teller.events, teller.doc, teller.device)
        placed = list(_placed(mine, own, order))
        at = {one.step.event.id: one.step for one in placed}
        rolls.append([
            replace(roll, chapter=at[roll.number].chapter, scene=at[roll.number].scene)
            for roll in teller.recap.rolls(mine, its)
            if roll.number in at
        ])  # fmt: skip
        found += placed
    found.sort(key=lambda one: (one.at, not one.grouped, one.when, one.order, one.step.event.id))
    scribe = _Scribe(recap, document, tellers, documents, own, found, rolls)
    outer, inner = spans(recap.rules)
    chapters = tuple(scribe.chapters())
    return Story(
        clean(document.title),
        listed(clean(one.name) for one in tellers) if tellers else "",
        chapters,
        Words(outer or "part", inner, recap.within, recap.mark),
        tuple(scribe.charted()),
        scribe.lucky(chapters),
    )


def _placed(mine: Sequence[Step], own: Sequence[Step], order: int) -> Iterator[Told]:
    """Each step of one who sits there at its place among the table's: those of one act by the act, the others by the
    time, between the acts around them. What was before the table's first is left out."""
    acts = {step.event.group.id: place for place, step in enumerate(own) if step.event.group is not None}
    times = [_when(step) for step in own]
    anchors = [acts.get(step.event.group.id) if step.event.group is not None else None for step in mine]
    ahead, before = len(own), []
    for anchor in reversed(anchors):
        before.append(ahead)
        ahead = ahead if anchor is None else anchor
    floor = -1
    for step, anchor, limit in zip(mine, anchors, reversed(before), strict=True):
        if anchor is not None:
            floor = anchor
        elif step.do in OWN_WORK:
            continue
        elif times and times[0] <= _when(step):  # of what was within a second it comes first
            floor = max(floor, 0, min(bisect_left(times, _when(step)) - 1, limit - 1))
        if floor >= 0:
            here = replace(step, chapter=own[floor].chapter, scene=own[floor].scene)
            yield Told(floor, anchor is not None, _when(step), order, here)


def _when(step: Step) -> float:
    try:
        return datetime.fromisoformat(step.event.at).timestamp()
    except ValueError:
        return 0.0


@dataclass(frozen=True)
class _Scribe:
    """What goes into the story."""

    recap: Recap
    document: Any
    tellers: Sequence[Teller]
    documents: Sequence[Any]
    own: Sequence[Step]
    found: Sequence[Told]
    rolls: Sequence[Sequence[Rolled]]
    """Those of each who sits there."""

    @cached_property
    def _at(self) -> dict[int, list[Told]]:
        """What belongs to each of the table's steps, by its place."""
        found: dict[int, list[Told]] = {}
        for one in self.found:
            found.setdefault(one.at, []).append(one)
        return found

    @cached_property
    def _thrown(self) -> dict[tuple[int, int], Rolled]:
        """The rolls by whose they are and by the number of the event."""
        return {(order, roll.number): roll for order, mine in enumerate(self.rolls) for roll in mine}

    def chapters(self) -> Iterator[Chapter]:
        """Chapter by chapter."""
        tracks = [Tracks() for _ in self.tellers]
        table, mine = Tracks(), self.recap.rolls(self.own, self.document)
        for number in sorted({step.chapter for step in self.own}):
            part = [step for step in self.own if step.chapter == number]
            its = [one for one in mine if one.chapter == number]
            base = chapter_of(self.recap, part, its, self.document, table)
            members = [self._member(place, number, tracks[place]) for place in range(len(self.tellers))]
            moments = list(self._moments(number, {one.number: one for one in its}))
            scenes = tuple(scenes_of(self.recap, [step for step in part if step.do not in OWN_WORK], moments))
            every = (*its, *(roll for one in members if one is not None for roll in one.rolls))
            told = {place: one for place, one in enumerate(members) if one is not None}
            facts = tuple(self._facts(base, told))
            if number or any(scene.moments for scene in scenes):
                yield replace(base, scenes=scenes, rolls=every, luck=luck(every), facts=facts, own=told)

    def _member(self, place: int, number: int, tracks: Tracks) -> Chapter | None:
        """The chapter of one who sits there; nothing where nothing happened to them in it."""
        part = [one.step for one in self.found if one.order == place and one.step.chapter == number]
        rolls = [one for one in self.rolls[place] if one.chapter == number]
        return chapter_of(self.tellers[place].recap, part, rolls, self.documents[place], tracks) if part else None

    def _facts(self, base: Chapter, members: Mapping[int, Chapter]) -> Iterator[Fact]:
        """What changed at the table, then for each who sits there, with their luck."""
        yield from base.facts
        if told := luck_words(base.luck, self.recap.mark):
            yield self.recap.teller, f"luck: {told}"
        for place, one in members.items():
            lucky = luck_words(one.luck, self.tellers[place].recap.mark)
            words = [f"{label.lower()}: {said}" for label, said in one.facts] + ([f"luck: {lucky}"] if lucky else [])
            if words:
                yield clean(self.tellers[place].name), "; ".join(words)

    def _moments(self, number: int, rolls: Mapping[int, Rolled]) -> Iterator[tuple[int, Moment]]:
        """All that is worth telling, each with its scene: the table's step, then what the others did in it and after
        it. What several tell in the same words is told once."""
        for at, step in enumerate(self.own):
            if step.chapter != number or step.do in OWN_WORK:
                continue
            own = list(self.recap.moments(step, rolls.get(step.event.id), self.document))
            told: dict[tuple[str, str], list[str]] = {}
            rolled: list[tuple[str, str]] = []
            for one in self._at.get(at, ()):
                name = clean(self.tellers[one.order].name)
                for kind, text in self._said(one):
                    if one.grouped and kind == "roll" and own and own[-1][0] != "note":  # both tell the same
                        rolled.append((name, text))
                    else:
                        told.setdefault((kind, text), []).append(name)
            if rolled:
                each = [text if len(rolled) == 1 else f"{name} {text}" for name, text in rolled]
                own[-1] = own[-1][0], f"{own[-1][1]} ({'; '.join(each)})"
            for kind, text in own:
                yield step.scene, Moment(kind, text if kind == "note" else clean(text))
            for (kind, text), names in told.items():
                said = f"{listed(names)}: {text}"
                yield step.scene, Moment(kind, said if kind == "note" else clean(said))

    def _said(self, one: Told) -> Iterator[tuple[str, str]]:
        """What is worth telling of a step of one who sits there: rolls where there is a fight all of them, and of an
        act of the table what it does not tell itself."""
        recap, document = self.tellers[one.order].recap, self.documents[one.order]
        rolled = self._thrown.get((one.order, one.step.event.id))
        found = list(recap.moments(one.step, rolled, document))
        if rolled is not None and recap.within in one.step.event.clock and not any(kind == "roll" for kind, _ in found):
            found.insert(0, ("roll", recap.rolled_words(rolled, document)))
        yield from ((kind, text) for kind, text in found if text and not (one.grouped and self._told_here(one, kind)))

    def _told_here(self, one: Told, kind: str) -> bool:
        """Whether the table's own words say it already."""
        return kind in self.recap.told_once or one.step.do in self.recap.told_here

    def charted(self) -> Iterator[Charted]:
        """The luck of each, and what the table's own game draws."""
        yield from self.recap.charted(self.document)
        for place, one in enumerate(self.tellers):

            def lucky(chapter: Chapter, place: int = place) -> Fraction:
                mine: Chapter | None = chapter.own.get(place)
                return mine.luck.more if mine is not None else Fraction()

            yield Charted("luck", f"Luck: {clean(one.name)}", lucky, deep=True)

    def lucky(self, chapters: Sequence[Chapter]) -> tuple[tuple[str, Luck], ...]:
        """The luck of each over all chapters; that of the table's own dice last."""
        numbers = {chapter.number for chapter in chapters}
        every = [(clean(one.name), luck(mine)) for one, mine in zip(self.tellers, self.rolls, strict=True)]
        own = luck(one for one in self.recap.rolls(self.own, self.document) if one.chapter in numbers)
        return tuple((name, its) for name, its in [*every, (self.recap.teller, own)] if its.rolls)
