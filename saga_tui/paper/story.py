"""A document's story as its journal tells it: chapters, their scenes and moments, and what changed in each.

A game says what counts as a moment and as a roll, and gives the words (`Recap`); one that says nothing gets what its
journal says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from typing import Any, ClassVar

from pydantic import ValidationError

from saga_tui.changes import Doc
from saga_tui.engine.command import perform
from saga_tui.engine.document import Ruling
from saga_tui.engine.entries import tallies
from saga_tui.engine.ruled import sentence
from saga_tui.engine.rules import Rules
from saga_tui.paper.steps import OWN_WORK, Step, spans, steps
from saga_tui.safe import clean
from saga_tui.store import Event
from saga_tui.words import percent

Fact = tuple[str, str]
"""What changed, with its label."""


@dataclass(frozen=True, slots=True)
class Moment:
    """One thing worth telling. A note's text is as it was written, all others are safe to print in one line."""

    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class Scene:
    """A scene, with what happened in it by name; number 0 stands for what lies between scenes."""

    number: int
    within: tuple[str, ...]
    moments: tuple[Moment, ...]
    title: str = ""
    """What stands over it, where a game says."""


@dataclass(frozen=True, slots=True)
class Track:
    """A number over a chapter: at its start, at its end, the most of it; what came and what went."""

    start: int = 0
    end: int = 0
    most: int = 0
    came: int = 0
    went: int = 0


@dataclass(frozen=True)
class Rolled:
    """A roll as it stands after all that was done about it."""

    chapter: int
    scene: int
    number: int
    """The journal's number of the event that threw it."""
    dice: int
    """Own dice thrown."""
    marks: int
    """What they brought."""
    expected: Fraction | None
    """What so many dice bring on average; nothing where that cannot be known."""
    had: Fraction | None = field(default=None, kw_only=True)
    """The chance that it had, where a roll is made or missed: then it brings 1 or 0."""


@dataclass(frozen=True, slots=True)
class Luck:
    """What was rolled against what was to be expected of so many dice."""

    rolls: int = 0
    dice: int = 0
    marks: int = 0
    expected: Fraction = Fraction()

    @property
    def more(self) -> Fraction:
        """Beyond what was to be expected; below zero for bad luck."""
        return self.marks - self.expected


def luck(found: Iterable[Rolled]) -> Luck:
    """Of all rolls whose own marks are known."""
    counted = [(one, one.expected) for one in found if one.expected is not None]
    sums = (sum(one.dice for one, _ in counted), sum(one.marks for one, _ in counted))
    return Luck(len(counted), *sums, sum((expected for _, expected in counted), Fraction()))


@dataclass(frozen=True, slots=True)
class Chapter:
    """What happened in a chapter and in the time after it, before the next one."""

    number: int
    began: str
    """When the first of it was written down, in ISO time; `ended` the last."""
    ended: str
    scenes: tuple[Scene, ...]
    rolls: tuple[Any, ...]
    luck: Luck
    rulings: tuple[str, ...]
    tracks: Mapping[str, Track]
    facts: tuple[Fact, ...] = ()
    """What changed in it, in words."""
    own: Any = None
    """What the game found in it beyond."""

    @property
    def within(self) -> tuple[str, ...]:
        """What happened in all its scenes by name, in order."""
        return tuple(name for scene in self.scenes for name in scene.within)


@dataclass(frozen=True, slots=True)
class Words:
    """What a game calls the parts of its story."""

    chapter: str
    scene: str
    """Empty where its time has no scenes."""
    within: str
    mark: str
    short: str = "ch"
    """A chapter's number in a chart stands behind this."""


@dataclass(frozen=True, slots=True)
class Charted:
    """A number that is drawn, chapter by chapter; `kind` is for its colour."""

    kind: str
    title: str
    value: Callable[[Chapter], int | Fraction]
    deep: bool = False
    """Whether it goes below zero too: then it is told with its sign."""


@dataclass(frozen=True, slots=True)
class Story:
    """The whole of it."""

    name: str
    line: str
    chapters: tuple[Chapter, ...]
    words: Words
    charted: tuple[Charted, ...] = ()
    each: tuple[tuple[str, Luck], ...] = ()
    """Of a table: the luck of each over all chapters, by name."""

    @property
    def luck(self) -> Luck:
        """Over all chapters."""
        return luck(one for chapter in self.chapters for one in chapter.rolls)

    def only(self, number: int) -> Story:
        """The story of one chapter; without chapters where there is none of that number."""
        chapters = tuple(one for one in self.chapters if one.number == number)
        return replace(self, chapters=chapters, each=self.each if len(chapters) == len(self.chapters) else ())


class Recap:
    """How a game's story is told. What a game does not say itself follows from its rules."""

    within: ClassVar[str] = ""
    """What happens in scenes, and is counted: `conflict`."""
    mark: ClassVar[str] = "pip"
    """What dice bring."""
    tracks: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """Numbers that are followed from chapter to chapter, by name, with their places under `play`."""
    drawn: ClassVar[Mapping[str, str]] = {}
    """Tracks that are drawn as charts, each with its words."""
    tested: ClassVar[bool] = False
    """Whether luck is told in rolls that were made, each against the chance that it had, and not in what dice show."""
    colours: ClassVar[Mapping[str, str]] = {}
    """The colours of its charts by their kind."""
    teller: ClassVar[str] = "Table"
    """Of a table: whose dice its own are."""
    told_once: ClassVar[Sequence[str]] = ("note",)
    """Of a table: kinds of moments that those who take part in an act of it need not tell too."""
    told_here: ClassVar[Sequence[str]] = ()
    """Of a table: the verbs of theirs that need not tell it either."""

    def __init__(self, rules: Rules[Any]) -> None:
        self.rules = rules

    def line(self, document: Any) -> str:
        """A line about whose story it is."""
        return ""

    def chance(self, command: Any, document: Any) -> Fraction | None:
        """The chance that a roll had with a document as it was; nothing where there is none to tell."""
        return None

    def rolls(self, found: Sequence[Step], document: Any) -> Sequence[Rolled]:
        """The rolls among the steps; what so many faces bring on average is expected of them, or the chance they had.

        A roll is made where its outcome has a line that says that something comes of it.
        """
        rolls = []
        for step in found:
            command, faces = self.rules.commands.get(step.do), step.event.dice
            place = step.chapter, step.scene, step.event.id
            if command is None or command.group != "rolls":
                continue
            if self.tested:
                rolls += [Rolled(*place, len(faces), made, chance, had=chance) for made, chance in self._made(step)]
            elif faces:
                rolls.append(Rolled(*place, len(faces), sum(faces), Fraction(len(faces) * (command.sides + 1), 2)))
        return rolls

    def _made(self, step: Step) -> Iterator[tuple[int, Fraction]]:
        """Whether a roll was made, and the chance that it had, where both can be known."""
        if step.before is None:
            return
        try:
            document = self.rules.of(step.before)
            command = self.rules.command(step.do, step.event.params)
        except ValueError:
            return
        chance = self.chance(command, document)
        if chance is not None:
            outcome = perform(self.rules, document, command, tuple(step.event.dice), overrule="")
            yield int(any(line.way == "comes" for line in outcome.lines)), chance

    def moments(self, step: Step, rolled: Any, document: Any) -> Iterator[tuple[str, str]]:
        """What is worth telling of a step, with its kind; `rolled` is the roll that it threw."""
        command = self.rules.commands.get(step.do)
        if step.do == "note":
            yield "note", str(step.event.params.get("text", step.event.text))
        elif command is not None and command.group not in ("clock", "build") and step.event.text:
            chance: Fraction | None = getattr(rolled, "had", None)
            made = "" if chance is None else f"{'made' if rolled.marks else 'missed'} it at {percent(chance)}: "
            yield command.group, f"{made}{step.event.text}"

    def rolled_words(self, rolled: Any, document: Any) -> str:
        """A roll in words, for the story of a table; empty where it has none."""
        return ""

    def scene(self, step: Step) -> tuple[int, str]:
        """The scene of a step by its number, and what stands over it; empty where its number says it."""
        return step.scene, ""

    def happened(self, step: Step) -> str:
        """The name of what a step begins in its scene; empty where it begins nothing."""
        return ""

    def own(self, part: Sequence[Step], told: Sequence[Moment], document: Any) -> Any:
        """What the game finds in a chapter's steps beyond."""
        return None

    def facts(self, chapter: Chapter, part: Sequence[Step], document: Any) -> Iterable[Fact]:
        """What changed in a chapter, each with its label; those without words are left out."""
        before = next((step.before for step in part if step.before is not None), None)
        after = next((step.after for step in reversed(part) if step.after is not None), None)
        if before is None or after is None:
            return
        try:
            old, new = (tallies(self.rules, self.rules.of(doc)) for doc in (before, after))
        except ValidationError:
            return
        for name, tally in new.items():
            if name in old and old[name].total != tally.total and name not in self.rules.clock.counters:
                yield tally.label, f"{old[name].total} → {tally.total}"

    def charted(self, document: Any) -> Sequence[Charted]:
        """The numbers that are drawn, beside luck: those of `drawn`, as far as they rose."""
        return [Charted(name, words, partial(_came, name)) for name, words in self.drawn.items()]


def _came(name: str, one: Any) -> int:
    found: int = one.tracks[name].came
    return found


def story(recap: Recap, events: Iterable[Event], doc: Doc, device: str = "") -> Story:
    """The story of a document from its journal, newest entry first; `doc` is the document as it is now, and `device`
    the one whose entries led to it. Raises `pydantic.ValidationError` where the document is none of the game."""
    document = recap.rules.of(doc)
    found = steps(recap.rules, events, doc, device)
    rolls = recap.rolls(found, document)
    chapters: dict[int, list[Step]] = {}
    for step in found:
        chapters.setdefault(step.chapter, []).append(step)
    tracks = Tracks()
    told = [
        chapter_of(recap, part, [one for one in rolls if one.chapter == number], document, tracks)
        for number, part in sorted(chapters.items())
    ]
    outer, inner = spans(recap.rules)
    return Story(
        clean(document.title),
        clean(recap.line(document)),
        tuple(chapter for chapter in told if chapter.number or any(scene.moments for scene in chapter.scenes)),
        Words(outer or "part", inner, recap.within, recap.mark, recap.rules.clock.short.get(outer, "ch")),
        tuple(recap.charted(document)),
    )


def chapter_of(recap: Recap, part: Sequence[Step], rolls: Sequence[Rolled], document: Any, tracks: Tracks) -> Chapter:
    """A chapter of its steps and rolls."""
    titles = dict[int, str]()
    at_table = [_in_scene(recap, step, titles) for step in part if step.do not in OWN_WORK]
    by_event = {one.number: one for one in rolls}
    told = [
        (step.scene, Moment(kind, text if kind == "note" else clean(text)))
        for step in at_table
        for kind, text in recap.moments(step, by_event.get(step.event.id), document)
    ]
    chapter = Chapter(
        part[0].chapter,
        part[0].event.at,
        part[-1].event.at,
        tuple(scenes_of(recap, at_table, told, titles)),
        tuple(rolls),
        luck(rolls),
        _rulings(at_table),
        {name: tracks.over(part, *path) for name, path in recap.tracks.items()},
        own=recap.own(at_table, [moment for _, moment in told], document),
    )
    facts = [*recap.facts(chapter, at_table, document), ("Rulings", "; ".join(chapter.rulings))]
    return replace(chapter, facts=tuple((label, words) for label, words in facts if words))


def _in_scene(recap: Recap, step: Step, titles: dict[int, str]) -> Step:
    number, title = recap.scene(step)
    titles.setdefault(number, title)
    return step if number == step.scene else replace(step, scene=number)


def scenes_of(
    recap: Recap, part: Sequence[Step], told: Sequence[tuple[int, Moment]], titles: Mapping[int, str] | None = None
) -> Iterator[Scene]:
    """The scenes of a chapter's steps, with what is told of them, and what stands over each by its number."""
    numbers = dict.fromkeys([*(step.scene for step in part), *(scene for scene, _ in told)])
    for number in sorted(numbers, key=lambda scene: (scene == 0, scene)):
        names = [recap.happened(step) for step in part if step.scene == number]
        inside = tuple(moment for scene, moment in told if scene == number)
        title = (titles or {}).get(number, "")
        if inside or (number and not title):
            yield Scene(number, tuple(filter(None, names)), inside, title)


@dataclass
class Tracks:
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


def _rulings(part: Iterable[Step]) -> tuple[str, ...]:
    """What the group ruled, and what it took back."""
    found: list[str] = []
    for step in part:
        if step.before is None or step.after is None or not step.touches("rulings"):
            continue
        old, new = _ruled(step.before), _ruled(step.after)
        found += [item for item in new if item not in old]
        found += [f"removed: {item}" for item in old if item not in new]
    return tuple(found)


def _ruled(doc: Doc) -> list[str]:
    listed = doc.get("rulings")
    said: list[str] = []
    for item in listed if isinstance(listed, list) else []:
        try:
            said.append(clean(sentence(Ruling.model_validate(item))))
        except ValidationError:
            continue
    return said
