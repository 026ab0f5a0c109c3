"""Rolls and counters that many games have: a question of the rules is answered or waived, a counter corrected, spent or
refilled, a condition set by hand. A game declares its own commands below these, with their verbs and rules."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Annotated, Any, ClassVar, Final

from pydantic import Field

from saga_tui.dice import Draw
from saga_tui.engine import told
from saga_tui.engine.command import Command, Words
from saga_tui.engine.document import Ask, Play
from saga_tui.engine.entries import Entry, meant, numbers, tally_of
from saga_tui.engine.fields import Of
from saga_tui.problem import near
from saga_tui.words import plural

ASKED: Final = "asked"
"""The list of open questions by their words (`Rules.lists`)."""
COUNTERS: Final = "counter"
"""The list of what play counts, by name."""
CONDITIONS: Final = "condition"
"""The list of conditions, by key."""


@dataclass(frozen=True, slots=True)
class Question:
    """A roll that the rules ask for, as data: its name, the score it is made under, the words for success and failure,
    and the fields of play that a failure sets."""

    what: str
    name: str
    score: str
    kind: str = ""
    good: str = ""
    bad: str = ""
    sets: Mapping[str, Any] = field(default_factory=dict)

    def settle(self, edit: Any, rule: str, success: bool) -> None:
        """What follows."""
        if not success and self.sets:
            edit.put(rule, **self.sets)
        if words := self.good if success else self.bad:
            edit.say(words, rule, way="comes" if success else "goes")


class Questions:
    """The table of such rolls, by their sort and kind."""

    def __init__(self, rows: Iterable[Mapping[str, Any]], called: Callable[[str], str]) -> None:
        """`called` names a score."""
        self.rows, self.called = {(row["what"], row.get("kind", "")): Question(**row) for row in rows}, called

    def of(self, ask: Ask) -> Question | None:
        """The row of a question; nothing where the dice alone say what happens."""
        return self.rows.get((ask.what, ask.kind))

    def words(self, ask: Ask) -> str:
        """An open roll in words: `Shock roll: Endurance`, `Initiative: Guard`."""
        known = self.of(ask)
        name, of = (known.name, self.called(known.score)) if known else (ask.what.capitalize(), ask.kind)
        return f"{name}: {of}" if of else name

    def tell(self, edit: Any, usual: str) -> None:
        """Tells of all that are open; by the `usual` rule where a question has none."""
        for ask in edit.game.play_of(edit.now).asks:
            edit.say(f"still to roll: {self.words(ask)}", ask.rule or usual)


def drop(edit: Any, rule: str, *whats: str) -> None:
    """Takes off the questions of these sorts, which are not needed any more."""
    asks = edit.game.play_of(edit.now).asks
    kept = tuple(one for one in asks if one.what not in whats)
    if len(kept) != len(asks):
        edit.put(rule, asks=kept)


class Thrown(Command):
    """A command with dice, which may have been thrown at the table: then their total is told."""

    again: ClassVar[int] = 0
    """The face of a die that is thrown again; 0: none is."""
    total: Annotated[int, Field(ge=1, le=9999)] | None = None
    """What your dice came to; nothing: they are thrown now."""

    def draws(self, document: Any) -> Draw:
        """Its dice, unless their total is told."""
        return self.dice(0 if self.total is not None else self.dice_needed(document))

    def dice(self, count: int) -> Draw:
        """So many of its dice."""
        return Draw(count, self.sides, again=self.again)

    def came(self, edit: Any, count: int, told: int | None) -> int:
        """What the next dice came to, as they fell or as it was told; objects to what no dice can show."""
        if told is None:
            return sum(edit.take(self.dice(count)))
        if count and not self.dice(count).shows(told):
            message = f"{plural(count, 'die')} cannot come to {told}"
            edit.object(edit.game.ids.dice, message, "Enter what the dice came to.", code="dice")
        return told if count else 0


class Asked(Command):
    """A command about an open question of the rules: the one that is named, or the oldest."""

    questions: ClassVar[Questions | None] = None
    """The game's table of them."""
    what: Annotated[Words, Of(ASKED)] = ""

    def words(self, ask: Ask) -> str:
        """A question in words."""
        return self.questions.words(ask) if self.questions else f"{ask.what} {ask.kind}".strip()

    def asked(self, document: Any) -> Ask | None:
        """The question that it is about."""
        told = self.what.strip().casefold()
        asks: tuple[Ask, ...] = document.play.asks if document.play is not None else ()
        mine = (one for one in asks if not self.answers or one.what in self.answers)
        return next((one for one in mine if not told or told in (one.what, self.words(one).casefold())), None)

    def answered(self, edit: Any) -> Ask | None:
        """Takes the question off; objects where there is none."""
        ask = self.asked(edit.now)
        if ask is None:
            asks = edit.game.play_of(edit.now).asks
            fix = near(self.what, map(self.words, asks), "Nothing is asked now.")
            edit.object(next(iter(self.rules), ""), "No such roll is asked for", fix, code="unasked")
            return None
        edit.answered(ask.what, max(1, ask.count), ask.kind)
        return ask


class Waive(Asked):
    """Waive a roll that the rules ask for: the group needs no answer."""

    def apply(self, edit: Any) -> None:
        """The question goes."""
        if ask := self.answered(edit):
            edit.say(f"waived: {self.words(ask)}", ask.rule)


class Counted(Command):
    """A command that moves a number which play counts."""

    first: ClassVar[str] = ""
    """Where no counter is named, it is the first whose name begins so."""

    def counter_of(self, edit: Any, said: str) -> Entry | None:
        """The counter of that name; objects where there is none."""
        known = {name: one for name, one in numbers(edit.game, edit.now).items() if one.counted}
        if self.first and not said:
            said = next((name for name in known if name.startswith(self.first)), "")
        found = known.get(meant(known, said))
        if found is None:
            fix = near(said, known, "Nothing is counted now.")
            edit.object(next(iter(self.rules), ""), f"Play does not count {said or 'that'}", fix, code="unknown")
        return found

    def bring(self, edit: Any, entry: Entry, after: int) -> None:
        """Brings it to another value, and tells."""
        before, rule = tally_of(edit.now, entry).total, next(iter(self.rules), "")
        if after != before and not self.moves(edit, entry.name, after):
            entry.set(edit, after, rule)
            edit.say_moved(entry.label[:1].lower() + entry.label[1:], before, after, rule)

    def moves(self, edit: Any, name: str, value: int) -> bool:
        """Whether the game sets and tells it itself, because it brings more."""
        del edit, name, value
        return False


class Adjust(Counted):
    """Correct a counter by hand: so much more or less, within the least and the most that it can be."""

    counter: Annotated[Words, Of(COUNTERS)]
    by: int = Field(default=1, ge=-9999, le=9999)

    def apply(self, edit: Any) -> None:
        """Moved, as far as it goes."""
        entry = self.counter_of(edit, self.counter)
        if entry is not None:
            after = tally_of(edit.now, entry).total + self.by
            after = after if entry.signed else max(entry.least, after)
            self.bring(edit, entry, after if entry.most is None else min(after, entry.most))


class Spend(Counted):
    """Spend of a counter, not more than there is."""

    counter: Annotated[Words, Of(COUNTERS)]
    amount: int = Field(default=1, ge=1, le=9999)

    def apply(self, edit: Any) -> None:
        """So much less; objects to more than there is."""
        entry = self.counter_of(edit, self.counter)
        if entry is None:
            return
        left = tally_of(edit.now, entry).total
        if self.amount > left:
            message = f"{entry.label}: you need {self.amount}, {left} left"
            edit.object(next(iter(self.rules), ""), message, "Spend less, or refill first.", code="short")
        self.bring(edit, entry, max(0, left - self.amount))


class Refill(Counted):
    """Refill a counter: where the rules bring it back to."""

    counter: Annotated[Words, Of(COUNTERS)]

    def apply(self, edit: Any) -> None:
        """Full again."""
        entry = self.counter_of(edit, self.counter)
        if entry is not None and entry.rest:
            self.bring(edit, entry, entry.rest[-1])


@dataclass(frozen=True, slots=True)
class Condition:
    """Something that holds in play or does not: the fields that say so, what they are otherwise, the words for both,
    and the sorts of questions that go with it."""

    key: str
    on: Mapping[str, Any]
    off: Mapping[str, Any]
    begins: str
    ends: str
    rule: str = ""
    drops: tuple[str, ...] = ()


def conditions(rows: Iterable[Mapping[str, Any]], play: type[Play]) -> dict[str, Condition]:
    """The rows of a table by their `key`; otherwise the fields are as they stand when play begins."""
    usual = {name: one.default for name, one in play.model_fields.items()}
    return {row["key"]: Condition(off={name: usual[name] for name in row["on"]}, **row) for row in rows}


class SetCondition(Command):
    """Begin or end a condition by hand."""

    known: ClassVar[Mapping[str, Condition]] = {}
    """Those of the game, by key."""
    what: Annotated[Words, Of(CONDITIONS)]
    on: bool = True

    def apply(self, edit: Any) -> None:
        """Set as it is said."""
        found = self.known.get(meant(self.known, self.what))
        if found is None:
            fix = near(self.what, self.known)
            edit.object(next(iter(self.rules), ""), f"There is no condition {self.what!r}", fix, code="unknown")
            return
        wanted, play = found.on if self.on else found.off, edit.game.play_of(edit.now)
        if any(getattr(play, field) != value for field, value in wanted.items()):
            edit.put(found.rule, **wanted)
            edit.say(found.begins if self.on else found.ends, found.rule)
        if not self.on:
            drop(edit, found.rule, *found.drops)


class Remark(Command):
    """Notes something in words, with what belongs to it; without words it is over."""

    keeps: ClassVar[Mapping[str, str]] = {}
    """The fields of play for the parameters, the words first."""
    begins: ClassVar[str] = ""
    """What is told, with parameters in braces."""
    more: ClassVar[Mapping[str, str]] = {}
    """What is told besides, by the parameter that must be there."""
    ends: ClassVar[str] = ""
    bars: ClassVar[Mapping[str, str]] = {}
    """What keeps it from ending: `at` which path of play nothing may be left, `rule`, `message`, `fix`, `code`."""

    def apply(self, edit: Any) -> None:
        """Noted, or over."""
        play, said = edit.game.play_of(edit.now), {name: getattr(self, name) for name in self.keeps}
        words, was = next(iter(said)), {name: getattr(play, field) for name, field in self.keeps.items()}
        if not said[words]:
            said = {name: type(value)() for name, value in said.items()}
            barred = self.bars and was[words] and attrgetter(self.bars["at"])(play)
            if barred:
                edit.object(self.bars["rule"], self.bars["message"], self.bars["fix"], code=self.bars["code"])
        if said == was:
            return
        edit.put(self.rules[0], **{field: said[name] for name, field in self.keeps.items()})
        more = [tail for name, tail in self.more.items() if said[name]]
        text = "".join((self.begins, *more) if said[words] else self.ends)
        edit.say(told.said(text, said if said[words] else was), self.rules[0])
