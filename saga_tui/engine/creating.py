"""Choices of creation that games have alike: texts, rule options, from paper, chance, the start of play. A game
declares its own commands below these, with their verbs and rules."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from importlib import import_module
from typing import Any, ClassVar, Literal, Protocol, TypeVar

from pydantic import Field

from saga_tui.chance import Chance
from saga_tui.engine.command import Command, LongText, Words
from saga_tui.engine.levels import Ladder, paid
from saga_tui.engine.model import LONGEST, Model, Name, Text, Whole
from saga_tui.problem import near
from saga_tui.words import listed, plural

T = TypeVar("T")


class Concept(Model):
    """Who somebody is, in words."""

    name: Name = ""
    player: Name = ""
    line: Text = ""
    trade: Name = ""
    age: Name = ""
    looks: Text = ""
    background: Text = ""
    motives: Text = ""
    notes: Text = ""


class Campaign(Model):
    """What a group plays: the budget, where 0 was not chosen yet; the age by its technology level; the setting; rule
    options that stand otherwise than usual."""

    points: Whole = 0
    technology: Whole = 0
    setting: Name = ""
    switches: dict[str, Name] = Field(default_factory=dict, max_length=LONGEST)


class Describe(Command):
    """Set a text of the concept. A game narrows `field` to its fields."""

    labels: ClassVar[Mapping[str, str]]
    """What the fields are called, where a game says so."""

    field: Words
    text: LongText

    def apply(self, edit: Any) -> None:
        """The words."""
        edit.choose("concept", self.rules[0], **{self.field: self.text})
        label = getattr(self, "labels", {}).get(self.field, self.field)
        edit.say(f"{label[:1].lower()}{label[1:]}: {self.text or '(empty)'}", self.rules[0])


class Choose(Command):
    """Choose a row of a table: its key goes to a place of the document. A game gives it the parameter, which has the
    name of the place's end or `chosen`."""

    where: ClassVar[Sequence[str]] = ()
    words: ClassVar[str] = "{name}"
    """What is told, of the row's name, its `key` and its `cost`."""
    named: ClassVar[str] = ""
    """The parameter, where it has another name than the place's end."""

    def options(self) -> Mapping[Any, Mapping[str, Any]]:
        """The rows by their keys, each with a `name` and perhaps a `cost`."""
        raise NotImplementedError

    def apply(self, edit: Any) -> None:
        """At its place."""
        key = getattr(self, self.named or self.where[-1])
        row = self.options()[key]
        edit.put_at(tuple(self.where), key, self.rules[0])
        name = row["name"][:1].lower() + row["name"][1:]
        edit.say(self.words.format(name=name, key=key, cost=paid(row.get("cost", 0))), self.rules[0])


class ChooseBudget(Command):
    """Choose how many points one is made of (`campaign.points`): by the name of a usual number, or any other."""

    campaign: Words

    def budgets(self, document: Any) -> Mapping[str, int]:
        """The usual numbers of a document by name."""
        raise NotImplementedError

    def apply(self, edit: Any) -> None:
        """The points."""
        said, points = self.campaign.strip().casefold(), self.budgets(edit.now)
        found = int(said) if said.isdecimal() and len(said) < 5 else points.get(said, 0)
        if not found:
            fix = near(self.campaign, points, f"Choose {listed(points, 'or')}, or give a number of points.")
            message, where = f"There is no campaign {self.campaign!r}", ("campaign", "points")
            edit.object(self.rules[0], message, fix, code="campaign", where=where)
            return
        edit.choose("campaign", self.rules[0], points=found)
        edit.say(f"campaign of {plural(found, 'point')}", self.rules[0])


class Scores(Protocol):
    """What a game says of numbers that are bought by steps."""

    def formula(self, key: str) -> int:
        """What a number is before anything was bought on it."""

    def limit(self, key: str) -> int | None:
        """How high it may be; nothing where only the price limits it."""

    def price(self, kind: str, start: int, to: int) -> int:
        """What the way from one value to another costs."""

    def called(self, key: str) -> str:
        """Its name."""


class SetScore(Command):
    """Set a number that is bought by steps, or what is added to one. Its first rule has the price, its second one the
    limit. A document has those that are not as usual in a section of their own."""

    scores: ClassVar[Callable[[Any], Scores]]
    section: ClassVar[str] = "characteristics"
    price: ClassVar[str] = "characteristic"
    """The kind of its price."""
    said: ClassVar[str] = "{}"
    """What it is called, of the number's name."""
    number: ClassVar[str] = "value"
    """The parameter."""
    usual: ClassVar[int] = 0
    added: ClassVar[bool] = False
    """Whether it is added to what the number is by itself."""

    characteristic: Words

    def apply(self, edit: Any) -> None:
        """The value; the usual one is not written down."""
        key, value, of = self.characteristic, getattr(self, self.number), type(self).scores(edit.now)
        held, most, name = getattr(edit.now, self.section), of.limit(key), of.called(key)
        before, base = held.get(key, self.usual), of.formula(key) if self.added else 0
        if most is not None and base + value > most and (value > before or not self.added):
            message, fix = f"{name} {base + value} is above the limit of {most}", f"Choose {most - base} or less."
            edit.object(self.rules[1], message, fix, code="limit", where=(self.section, key))
        chosen = {one: kept for one, kept in {**held, key: value}.items() if kept != self.usual}
        edit.put_at((self.section,), chosen, self.rules[0])
        if before != value:
            cost = paid(of.price(self.price, base + before, base + value))
            edit.say_moved(self.said.format(name), before, value, self.rules[0], cost)


class SetSwitch(Command):
    """Change a rule option of one document, which keeps those that differ as `campaign.switches`."""

    switch: Words
    value: Words

    known: ClassVar[Callable[[], Mapping[str, Any]]]
    """The rule options by key, each with its `options`, its `default` and its `rule`."""
    free: ClassVar[Sequence[str]] = ()
    """Options that may be any number."""

    def table(self, document: Any) -> Mapping[str, Any]:
        """The rule options of a document."""
        del document
        return type(self).known()

    def standing(self, document: Any, key: str, *, usual: bool = False) -> str:
        """How an option stands; or how it would without a choice of the document's own: as its setting has it."""
        own = {} if usual else document.campaign.switches
        return str(own.get(key) or document.world.switches.get(key) or self.table(document)[key].default)

    def fits(self, row: Any) -> bool:
        """Whether the value may be set."""
        return self.value in row.options or (row.key in self.free and self.value.isdecimal())

    def apply(self, edit: Any) -> None:
        """What is usual is not written down."""
        table, where = self.table(edit.now), ("campaign", "switches")
        row = table.get(self.switch)
        if row is None:
            message, fix = f"There is no rule option {self.switch!r}", near(self.switch, table)
            edit.object(self.rules[0], message, fix, code="unknown", where=where)
            return
        if not self.fits(row):
            message, fix = f"{row.key} cannot be {self.value!r}", near(self.value, row.options)
            edit.object(self.rules[0], message, fix, code="value", where=where)
            return
        before = self.standing(edit.now, row.key)
        chosen = {key: value for key, value in edit.now.campaign.switches.items() if key != row.key}
        if self.value != self.standing(edit.now, row.key, usual=True):
            chosen[row.key] = self.value
        edit.choose("campaign", row.rule, switches=chosen)
        edit.say(f"{row.key.replace('_', ' ')}: {before} → {self.value}", row.rule)


class FromPaper(Command):
    """Enter a character from paper as it stands (`entered`), without limits; or count again."""

    on: bool = True

    def apply(self, edit: Any) -> None:
        """The choices stay what they are."""
        edit.put_at(("entered",), "as is" if self.on else "", self.rules[0])
        edit.say("entered from paper" if self.on else "points count from now on", self.rules[0])


class Surprise(Command):
    """Make random legal choices for one step or the whole. The same seed gives the same choices."""

    sections: ClassVar[tuple[str, ...]] = ("concept",)
    """What they may change."""
    maker: ClassVar[str] = ""
    """Where the object stands that makes them (`package.module:NAME`), where a game has one: it is loaded when it is
    needed."""

    seed: int = Field(ge=0, le=2**53)
    step: Literal[""] | Words | None = None

    def made(self, document: Any) -> Any:
        """The document with what chance chose; the chance is in the seed alone."""
        place, _, name = self.maker.partition(":")
        return getattr(import_module(place), name).made(document, self.seed, self.step)

    def apply(self, edit: Any) -> None:
        """In the place of what was chosen; never in play."""
        if edit.now.play is not None:
            message = "This character is in play, and random choices would change what you played with"
            edit.object(self.rules[-1], message, "Choose by hand, or start another character.", code="in-play")
        edit.now = self.made(edit.now)
        for section in self.sections:
            edit.rules[(section,)] = self.rules[-1]
        edit.say(f"random {self.step or 'character'}, seed {self.seed}", self.rules[-1])


class ChangeSetting(Command):
    """Use a setting, instead of the one before. A game gives it the parameter `setting`: what a document keeps."""

    def counted(self, document: Any) -> Mapping[str, int]:
        """The numbers that a setting may change, by what they are called."""
        raise NotImplementedError

    def apply(self, edit: Any) -> None:
        """In the place of the one before; says what changes by it."""
        before, new, rule = self.counted(edit.now), self.setting, self.rules[0]  # type: ignore[attr-defined]
        edit.put_at(("world",), new, rule)
        edit.choose("campaign", rule, setting=new.name)
        edit.say(f"setting: {new.name or 'the book alone'}", rule)
        for name, now in self.counted(edit.now).items():
            if before.get(name, now) != now:
                edit.say_moved(name, before[name], now, rule)


class StartPlay(Command):
    """Start play. What is wrong or left to choose is listed first."""

    def begun(self, edit: Any) -> Any:
        """Where play stands when it starts; says what else that brings."""
        return edit.game.play()

    def apply(self, edit: Any) -> None:
        """The first moment of play."""
        rule = self.rules[0]
        if edit.now.play is not None:
            edit.object(rule, "Play has started already", "Play on.", code="begun")
            return
        edit.problems += [replace(one, level="error") for one in edit.game.problems(edit.now) if one.stops_play]
        edit.say("play begins", rule, way="comes")
        edit.now = edit.now.model_copy(update={"play": self.begun(edit)})
        edit.rules[("play",)] = rule


class StartByPoints(StartPlay):
    """Start play; points that are left are lost, or, where a rule option says `kept`, become experience (the second of
    its rules)."""

    numbers: ClassVar[Callable[[Any], Any]]
    """The numbers of a document (`by_points.ByPoints`)."""
    leftover: ClassVar[str] = "leftover_creation"

    def begun(self, edit: Any) -> Any:
        """The first moment of play."""
        of = type(self).numbers(edit.now)
        left, keeps = max(0, of.left().total), of.switch(self.leftover) == "kept"
        if left:
            one, many = ("becomes", "become") if keeps else ("is", "are")
            said = f"{one if left == 1 else many} {'experience' if keeps else 'lost'}"
            edit.say(f"{plural(left, 'point')} of creation {said}", self.rules[1])
        return edit.game.play(experience=left if keeps else 0)


def spent(
    chance: Chance,
    left: int,
    ways: Callable[[int], Mapping[T, int]],
    weight: Callable[[T], int],
    take: Callable[[T], None],
) -> int:
    """Spends points by chance, one step after the other: `ways(left)` gives what can be raised for so many points, each
    with what it costs; `weight` says how likely it is, `take` does it. Gives what is left when nothing can be raised
    any more."""
    while found := ways(left):
        one = chance.weighed(list(found), [weight(way) for way in found])
        left -= found[one]
        take(one)
    return left


FAVOURED, OTHER = 6, 2
"""How much likelier chance raises what is favoured than something else."""
FURTHER, GOOD, MOST = 8, 8, 12
"""Beside its own skills chance takes up so many; it raises levels to the second number before it goes on, and none
above the third: it learns another skill."""


def learning(
    chance: Chance, ladder: Ladder, skills: tuple[Sequence[Any], Sequence[Any]], points: int
) -> list[tuple[Any, int]]:
    """Skills, each with the level that chance raised it to, until every point is spent or there is nothing more to
    learn. Those of the first list are favoured; of the others as many are taken up as are needed."""
    own, further = skills
    learned = [*own, *further[:FURTHER]]
    levels = [one.level for one in learned]

    def ways(left: int) -> dict[int, int]:
        costs = [ladder.price("skill", level, ladder.next_level(level)) for level in levels]
        for most in range(GOOD, MOST + 1):
            found = {at: cost for at, cost in enumerate(costs) if levels[at] < most and cost <= left}
            if found:
                return found
        if not left or len(learned) == len(own) + len(further):
            return {}
        learned.append(further[len(learned) - len(own)])
        levels.append(learned[-1].level)
        return ways(left)

    def take(at: int) -> None:
        levels[at] = ladder.next_level(levels[at])

    spent(chance, points, ways, lambda at: FAVOURED if at < len(own) else OTHER, take)
    return list(zip(learned, levels, strict=True))
