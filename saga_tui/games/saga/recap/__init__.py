"""The story so far: what counts as a roll of Saga, what is worth telling, and what changed, in Saga's words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from saga_tui.changes import Doc
from saga_tui.games.saga.recap import telling
from saga_tui.games.saga.recap.telling import Roll, rolled
from saga_tui.games.saga.rules import derive
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.commands import RULES
from saga_tui.paper import story as paper
from saga_tui.paper.steps import Step
from saga_tui.paper.story import Chapter, Charted, Fact, Moment, Story, Track
from saga_tui.safe import clean
from saga_tui.store import Event
from saga_tui.words import sentence


@dataclass(frozen=True, slots=True)
class Deeds:
    """What came and went in a chapter."""

    taken: tuple[str, ...]
    """Consequences suffered, each with its level (CSQ-1)."""
    lost: tuple[str, ...]
    """Consequences that went, with what took them away."""
    earned: tuple[tuple[str, int], ...]
    """Spark by cause, the most first (SPK-1)."""
    spent: tuple[tuple[str, int], ...]
    """Spark by what it went for (SPK-3, SPK-4)."""
    drives: tuple[str, ...]
    """Drives fulfilled and changed (DRV-6, DRV-7)."""


class SagaRecap(paper.Recap):
    """How a story of Saga is told."""

    within = "conflict"
    mark = "mark"
    tracks = {"spark": ("spark",), "doom": ("doom",), "kismet": ("damage", "kismet")}
    colours = {"spark": "$spark", "kismet": "$kismet", "doom": "$doom", "luck": "$good"}

    def line(self, document: Character) -> str:
        """The concept."""
        return document.concept.line

    def rolls(self, found: Sequence[Step], document: Character) -> Sequence[Roll]:
        """Skill rolls with their odds."""
        return rolled(found, derive.numbers(document))

    def rolled_words(self, rolled: Roll, document: Character) -> str:
        """A skill roll with its chance."""
        return rolled.words(telling.skill_words(rolled.skill, document))

    def moments(self, step: Step, rolled: Roll | None, document: Character) -> Iterator[tuple[str, str]]:
        """Rolls that mattered, notes, strokes of luck, turns of conflicts, drives, consequences, doom."""
        return telling.moments(step, rolled, document)

    def happened(self, step: Step) -> str:
        """The stakes of a conflict that begins."""
        return clean(str(step.event.params.get("stakes", "minor"))) if step.do == "start-conflict" else ""

    def own(self, part: Sequence[Step], told: Sequence[Moment], document: Character) -> Deeds:
        """Consequences, Spark by cause, drives."""
        drives = tuple(moment.text for moment in told if moment.kind == "drive")
        return Deeds(*telling.wounds(part), *_spark(part, document), drives)

    def facts(self, chapter: Chapter, part: Sequence[Step], document: Character) -> Iterable[Fact]:
        """Consequences, Spark, doom, kismet, drives."""
        own, doom, most = chapter.own, chapter.tracks["doom"], chapter.tracks["kismet"].most
        return (
            ("Harm", "; ".join(own.taken)),
            ("Healed", "; ".join(own.lost)),
            ("Spark", spark_words(chapter)),
            ("Doom", _track(doom, "marked", "cleared", f" of {derive.doom_end(document).total}")),
            ("Kismet", f"highest {most}" if most else ""),
            ("Drives", "; ".join(map(sentence, own.drives))),
        )

    def charted(self, document: Character) -> Sequence[Charted]:
        """Spark held at each chapter's end, kismet and doom at their height."""
        doom = f"Most doom marked, of {derive.doom_end(document).total}"
        return (
            Charted("spark", "Spark at a chapter's end", lambda chapter: chapter.tracks["spark"].end),
            Charted("kismet", "Most kismet held", lambda chapter: chapter.tracks["kismet"].most),
            Charted("doom", doom, lambda chapter: chapter.tracks["doom"].most),
        )


def story(events: Iterable[Event], doc: Doc, device: str = "") -> Story:
    """The story of a character from its journal, newest entry first (see `paper.story`)."""
    return paper.story(SagaRecap(RULES), events, doc, device)


def _spark(
    part: Sequence[Step], character: Character
) -> tuple[tuple[tuple[str, int], ...], tuple[tuple[str, int], ...]]:
    """What was earned by cause and spent by what it went for. An advance that was taken back was not bought."""
    earned: Counter[str] = Counter()
    spent: Counter[str] = Counter()
    for step in part:
        moved = step.moved("spark")
        back = telling.spark_back(step)
        if back:
            earned[telling.FROM_GM] += back
            spent["offers"] += back - (moved[1] - moved[0] if moved else 0)
        if back or moved is None:
            continue
        cause, gain = telling.spark_cause(step, character), moved[1] - moved[0]
        if gain > 0 and step.do != "refund":
            earned[cause] += gain
        else:
            spent[cause] -= gain
    first, second = (tuple((cause, sum_) for cause, sum_ in by.most_common() if sum_) for by in (earned, spent))
    return first, second


def spark_words(chapter: Chapter) -> str:
    """`2 → 5: earned 4 (kismet rolls 3, driven rolls 1), spent 1 (offers 1)`; empty where nothing moved. What no event
    at the table explains was done by hand: an edit of the file, or an older version brought back."""
    parts = []
    if chapter.own.earned:
        parts.append(f"earned {sum(sum_ for _, sum_ in chapter.own.earned)} ({_causes(chapter.own.earned)})")
    if chapter.own.spent:
        parts.append(f"spent {sum(sum_ for _, sum_ in chapter.own.spent)} ({_causes(chapter.own.spent)})")
    start, end = chapter.tracks["spark"].start, chapter.tracks["spark"].end
    if by_hand := end - start - sum(n for _, n in chapter.own.earned) + sum(n for _, n in chapter.own.spent):
        parts.append(f"{'+' if by_hand > 0 else '−'}{abs(by_hand)} by hand")
    told = ", ".join(parts)
    if start == end and not told:
        return ""
    return f"{start} → {end}{f': {told}' if told else ''}"


def _causes(sums: Iterable[tuple[str, int]]) -> str:
    return ", ".join(f"{cause} {amount}" for cause, amount in sums)


def _track(track: Track, came: str, went: str, of: str) -> str:
    if not (track.came or track.went):
        return ""
    parts = [f"{track.came} {came}" if track.came else "", f"{track.went} {went}" if track.went else ""]
    return f"{track.start} → {track.end}{of}: {', '.join(part for part in parts if part)}"
