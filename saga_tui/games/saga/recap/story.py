"""A character's story as its journal tells it: chapters, their scenes and moments, and what changed in each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from saga_tui.changes import Doc
from saga_tui.games.saga.recap.rolls import Luck, Rolled, luck, rolled
from saga_tui.games.saga.recap.steps import OWN_WORK, Step, steps
from saga_tui.games.saga.recap.telling import Kind, moments, rulings, spark_cause, wounds
from saga_tui.games.saga.rules import derive
from saga_tui.games.saga.rules.character import Character, from_doc
from saga_tui.safe import clean
from saga_tui.store import Event


@dataclass(frozen=True, slots=True)
class Moment:
    """One thing worth telling. A note's text is as it was written, all others are safe to print in one line."""

    kind: Kind
    text: str


@dataclass(frozen=True, slots=True)
class Scene:
    """A scene, with the stakes of its conflicts; number 0 stands for what lies between scenes."""

    number: int
    conflicts: tuple[str, ...]
    moments: tuple[Moment, ...]


@dataclass(frozen=True, slots=True)
class Track:
    """A number over a chapter: at its start, at its end, the most of it; what came and what went."""

    start: int = 0
    end: int = 0
    most: int = 0
    came: int = 0
    went: int = 0


@dataclass(frozen=True, slots=True)
class Chapter:
    """What happened in a chapter and in the time after it, before the next one (TIME-1)."""

    number: int
    began: str
    """When the first of it was written down, in ISO time; `ended` the last."""
    ended: str
    scenes: tuple[Scene, ...]
    taken: tuple[str, ...]
    """Consequences suffered, each with its level (CSQ-1)."""
    lost: tuple[str, ...]
    """Consequences that went, with what took them away."""
    earned: tuple[tuple[str, int], ...]
    """Spark by cause, the most first (SPK-1)."""
    spent: tuple[tuple[str, int], ...]
    """Spark by what it went for (SPK-3, SPK-4)."""
    spark: Track
    doom: Track
    kismet: Track
    drives: tuple[str, ...]
    """Drives fulfilled and changed (DRV-6, DRV-7)."""
    rulings: tuple[str, ...]
    rolls: tuple[Rolled, ...]
    luck: Luck

    @property
    def title(self) -> str:
        """`Chapter 3`."""
        return f"Chapter {self.number}" if self.number else "Before the first chapter"

    @property
    def conflicts(self) -> tuple[str, ...]:
        """The stakes of all its conflicts, in order."""
        return tuple(stakes for scene in self.scenes for stakes in scene.conflicts)


@dataclass(frozen=True, slots=True)
class Story:
    """The whole of it."""

    name: str
    line: str
    chapters: tuple[Chapter, ...]
    doom_end: int

    @property
    def luck(self) -> Luck:
        """Over all chapters."""
        return luck(one for chapter in self.chapters for one in chapter.rolls)

    def only(self, number: int) -> Story:
        """The story of one chapter; without chapters where there is none of that number."""
        return Story(self.name, self.line, tuple(c for c in self.chapters if c.number == number), self.doom_end)


def story(events: Iterable[Event], doc: Doc, device: str = "") -> Story:
    """The story of a character from its journal, newest entry first; `doc` is the character as it is now, and `device`
    the one whose entries led to it. Raises `pydantic.ValidationError` where the document is no character."""
    character = from_doc(doc)
    found = steps(events, doc, device)
    rolls = rolled(found, derive.numbers(character))
    chapters: dict[int, list[Step]] = {}
    for step in found:
        chapters.setdefault(step.chapter, []).append(step)
    tracks = _Tracks()
    told = [
        _chapter(number, part, [one for one in rolls if one.chapter == number], character, tracks)
        for number, part in sorted(chapters.items())
    ]
    return Story(
        clean(character.title),
        clean(character.concept.line),
        tuple(chapter for chapter in told if chapter.number or any(scene.moments for scene in chapter.scenes)),
        derive.doom_end(character).total,
    )


def _chapter(
    number: int, part: Sequence[Step], rolls: Sequence[Rolled], character: Character, tracks: _Tracks
) -> Chapter:
    at_table = [step for step in part if step.do not in OWN_WORK]
    taken, lost = wounds(at_table)
    earned, spent = _spark(at_table, character)
    told = moments(at_table, rolls, character)
    return Chapter(
        number,
        part[0].event.at,
        part[-1].event.at,
        tuple(_scenes(at_table, [(scene, Moment(kind, text)) for scene, kind, text in told])),
        taken,
        lost,
        earned,
        spent,
        tracks.over(part, "spark"),
        tracks.over(part, "doom"),
        tracks.over(part, "damage", "kismet"),
        tuple(text for _, kind, text in told if kind == "drive"),
        rulings(at_table),
        tuple(rolls),
        luck(rolls),
    )


def _scenes(part: Sequence[Step], told: Sequence[tuple[int, Moment]]) -> Iterable[Scene]:
    numbers = dict.fromkeys([*(step.scene for step in part), *(scene for scene, _ in told)])
    for number in sorted(numbers, key=lambda scene: (scene == 0, scene)):
        conflicts = [
            clean(str(step.event.params.get("stakes", "minor")))
            for step in part
            if step.scene == number and step.do == "start-conflict"
        ]
        inside = tuple(moment for scene, moment in told if scene == number)
        if number or inside:
            yield Scene(number, tuple(conflicts), inside)


def _spark(
    part: Sequence[Step], character: Character
) -> tuple[tuple[tuple[str, int], ...], tuple[tuple[str, int], ...]]:
    """What was earned by cause and spent by what it went for. An advance that was taken back was not bought."""
    earned, spent = _Sums(), _Sums()
    for step in part:
        moved = step.moved("spark")
        if moved is None:
            continue
        cause, gain = spark_cause(step, character), moved[1] - moved[0]
        if step.do == "refund":
            spent.add(cause, -gain)
        elif gain > 0:
            earned.add(cause, gain)
        else:
            spent.add(cause, -gain)
    return earned.sorted(), spent.sorted()


@dataclass
class _Sums:
    """Amounts by cause; what comes to nothing is left out."""

    by: dict[str, int] = field(default_factory=dict)

    def add(self, cause: str, amount: int) -> None:
        self.by[cause] = self.by.get(cause, 0) + amount

    def sorted(self) -> tuple[tuple[str, int], ...]:
        return tuple(sorted(((cause, sum_) for cause, sum_ in self.by.items() if sum_), key=lambda item: -item[1]))


@dataclass
class _Tracks:
    """Numbers under `play` followed from chapter to chapter."""

    last: dict[tuple[str, ...], int] = field(default_factory=dict)

    def over(self, part: Sequence[Step], *path: str) -> Track:
        """The number at a path under `play` over the steps of a chapter."""
        start = self.last.get(path)
        now, most, came, went = start, start or 0, 0, 0
        for step in part:
            moved = step.moved(*path)
            if moved is None:
                continue
            if start is None:
                start, most = moved[0], max(most, moved[0])
            now = moved[1]
            most = max(most, now)
            came, went = came + max(0, now - moved[0]), went + max(0, moved[0] - now)
        if now is not None:
            self.last[path] = now
        return Track(start or 0, now or 0, most, came, went)
