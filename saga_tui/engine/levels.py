"""Skills that are learned in steps: what somebody has of them, and the commands that raise, lower, add and make them.

A game says what its ladder of levels is (`Ladder`), keeps what was bought in a list `skills` of its document, and
declares its own commands below these, with their verbs and rules.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Protocol

from pydantic import Field

from saga_tui.engine.command import Command, Index, Words
from saga_tui.engine.edit import slug
from saga_tui.engine.fields import Of
from saga_tui.engine.model import Model, Name, Whole
from saga_tui.problem import near
from saga_tui.words import minus, plural

OWN = "own"
"""The key of skills that no list has."""
LOWEST = -99
"""No level is lower."""


class Bought(Model):
    """A skill that was bought: of the list by its `key`, with the `name` of a specialisation; or an own one (key
    `own`) with its `name`, what it is `on` and where it `starts`."""

    key: Name = ""
    name: Name = ""
    level: Whole = 0
    on: Name = ""
    start: Whole | None = None
    trade: bool = False
    """Belongs to the trade."""


@dataclass(frozen=True, slots=True)
class Held:
    """A skill that somebody has: of the list, a specialisation, or an own one."""

    ref: str
    """What commands call it: `pistol`, `driving_car`, `martial_arts:krav-maga`."""
    label: str
    key: str
    on: str
    """What it stands on: a characteristic."""
    start: int
    level: int
    """As bought at creation."""
    tl: int | None = None
    place: int | None = None
    """Where it stands among those bought; nothing: it was not bought."""
    specialise: bool = False

    @property
    def name(self) -> str:
        """What its entry and advances call it: `skill:driving-car`."""
        return f"skill:{self.ref.replace('_', '-')}"


class Ladder(Protocol):
    """What a game says of one character's skills."""

    steps: str
    """Which levels there are, in words."""

    @property
    def held(self) -> Mapping[str, Held]:
        """Every skill that one has by its ref, bought or not."""

    @property
    def skills(self) -> Mapping[str, Any]:
        """The rows of the list by key: `name`, `base`, `specialise`."""

    def bought_at(self, place: int) -> Held:
        """A skill that was bought, by its place."""

    def price(self, kind: str, start: int, to: int) -> int:
        """What the way from one level to another costs, of a `skill`."""

    def next_level(self, level: int) -> int:
        """The level one step higher."""

    def level_before(self, level: int, start: int) -> int | None:
        """The level one step lower; none below the skill's start."""

    def is_level(self, start: int, level: int) -> bool:
        """Whether there is such a level of a skill that starts there."""


def ref_of(key: str, name: str) -> str:
    """What a specialisation is called: `martial_arts:krav-maga`."""
    return f"{key}:{slug(name)}"


def paid(cost: int) -> str:
    """What a choice costs or gives back, behind its words."""
    return f" for {plural(cost, 'point')}" if cost > 0 else f", {plural(-cost, 'point')} back" if cost else ""


def lists(ladder: Callable[[Any], Ladder]) -> dict[str, Callable[[Any], Sequence[str]]]:
    """What the parameters of these commands choose from (`Rules.lists`)."""

    def kinds(document: Any) -> list[Any]:
        return [row for row in ladder(document).skills.values() if row.specialise]

    return {
        "skill": lambda one: [held.label for held in ladder(one).held.values()],
        "skill key": lambda one: list(ladder(one).held),
        "bought skill": lambda one: [ladder(one).bought_at(place).label for place in range(len(one.skills))],
        "skill with specialisations": lambda one: [row.name for row in kinds(one)],
        "skill with specialisations key": lambda one: [row.key for row in kinds(one)],
    }


class Learning(Command):
    """A choice among skills."""

    ladder: ClassVar[Callable[[Any], Ladder]]
    bought: ClassVar[Callable[..., Any]]
    """The model of one that was bought."""

    def of(self, edit: Any) -> Ladder:
        """What the game says of the character's skills as they are now."""
        return type(self).ladder(edit.now)

    def no_level(self, edit: Any, label: str, start: int, level: int) -> None:
        """Objects to a level that there is not."""
        if not self.of(edit).is_level(start, level):
            steps = self.of(edit).steps
            whole, low = f"{steps[:1].upper()}{steps[1:]}.", f"It starts at {minus(str(start))}; {steps}."
            fix, message = low if LOWEST < start != level else whole, f"{label} has no level {minus(str(level))}"
            edit.object(self.rules[-1], message, fix, code="level", where=("skills",))

    def add(self, edit: Any, made: Any, level: int | None, start: int) -> None:
        """A skill at the list's end, at a level if one is given, where it is not there yet."""
        if ref_of(made.key, made.name) in self.of(edit).held:
            fix = "Raise it, or give another name."
            edit.object(self.rules[0], f"You already have {made.name}", fix, code="twice", where=("skills",))
        level = start if level is None else level
        self.no_level(edit, made.name, start, level)
        edit.listing("skills", self.rules[0], (*edit.now.skills, made.model_copy(update={"level": level})))
        edit.say(f"{made.name} {minus(str(level))}{paid(self.of(edit).price('skill', start, level))}", self.rules[0])


class OnSkill(Learning):
    """A choice on one skill."""

    skill: Annotated[Words, Of("skill", keys="skill key")]

    def held(self, edit: Any) -> Held | None:
        """The skill; finds the command wrong where there is none."""
        known = self.of(edit).held
        if (found := known.get(self.skill)) is None:
            message, fix = f"There is no skill {self.skill!r}", near(self.skill, known, "Add it first, with add-skill.")
            edit.object(self.rules[0], message, fix, code="unknown", where=("skills",))
        return found

    def put(self, edit: Any, one: Held, level: int) -> None:
        """Its level: bought where it was not, no longer bought at its start unless something of its own is kept."""
        listed, cost = list(edit.now.skills), self.of(edit).price("skill", one.level, level)
        if one.place is None:
            listed.append(type(self).bought(key=one.key, level=level))
        elif level <= one.start and not one.specialise and one.key != OWN and not listed[one.place].trade:
            listed.pop(one.place)
        else:
            listed[one.place] = listed[one.place].model_copy(update={"level": level})
        edit.listing("skills", self.rules[0], tuple(listed))
        if level != one.level:
            edit.say_moved(one.label, one.level, level, self.rules[0], paid(cost))


class Raise(OnSkill):
    """Raise a skill by steps."""

    steps: int = Field(default=1, ge=1, le=40)

    def apply(self, edit: Any) -> None:
        """Step by step."""
        if (one := self.held(edit)) is not None:
            level = one.level
            for _ in range(self.steps):
                level = self.of(edit).next_level(level)
            self.put(edit, one, level)


class Lower(OnSkill):
    """Lower a skill by steps."""

    steps: int = Field(default=1, ge=1, le=40)

    def apply(self, edit: Any) -> None:
        """Step by step, no further than its start."""
        if (one := self.held(edit)) is None:
            return
        level = one.level
        for _ in range(self.steps):
            lower = self.of(edit).level_before(level, one.start)
            level = level if lower is None else lower
        if level == one.level:
            fix = "Remove it, or keep it: it costs nothing."
            edit.object(self.rules[-1], f"{one.label} is already at its start", fix, code="start", where=("skills",))
            return
        self.put(edit, one, level)


class SetLevel(OnSkill):
    """Set a skill's level."""

    level: int = Field(ge=LOWEST, le=99)

    def apply(self, edit: Any) -> None:
        """The level, if there is such a one."""
        if (one := self.held(edit)) is not None:
            self.no_level(edit, one.label, one.start, self.level)
            self.put(edit, one, self.level)


class AddSpecialisation(Learning):
    """Add a specialisation of a skill that is learned once for each."""

    skill: Annotated[Words, Of("skill with specialisations", keys="skill with specialisations key")]
    name: Words
    level: int | None = Field(default=None, ge=LOWEST, le=99)
    """Its learning level; its start where none is given."""
    start: int | None = Field(default=None, ge=LOWEST, le=0)
    """Where it starts, for a skill whose start your GM sets."""

    def apply(self, edit: Any) -> None:
        """At the list's end."""
        known = self.of(edit).skills
        row = known.get(self.skill)
        if row is None or not row.specialise:
            fix = near(self.skill, [key for key, one in known.items() if one.specialise])
            message = f"{self.skill} has no specialisations" if row else f"There is no skill {self.skill!r}"
            edit.object(self.rules[0], message, fix, code="unknown", where=("skills",))
            return
        made = type(self).bought(key=row.key, name=self.name, start=self.start)
        self.add(edit, made, self.level, (self.start or 0) if row.base is None else row.base)


class MakeOwn(Learning):
    """Make a skill that the list does not have."""

    name: Words
    on: Words
    start: int = 0
    level: int | None = Field(default=None, ge=LOWEST, le=99)
    """Its learning level; its start where none is given."""

    def apply(self, edit: Any) -> None:
        """At the list's end."""
        if not self.name.strip():
            edit.object(self.rules[0], "It needs a name", "Name it.", code="own", where=("skills",))
        if self.level is not None:  # its start is looked at below where it has no other level
            self.no_level(edit, self.name, LOWEST, self.start)
        self.add(edit, type(self).bought(key=OWN, name=self.name, on=self.on, start=self.start), self.level, self.start)


class MarkTrade(OnSkill):
    """Say that a skill belongs to the trade, or that it does not."""

    on: bool = True

    def apply(self, edit: Any) -> None:
        """On the skill, which is then written down."""
        if (one := self.held(edit)) is None:
            return
        if one.place is None:
            bought = type(self).bought(key=one.key, level=one.level, trade=self.on)
            edit.listing("skills", self.rules[0], (*edit.now.skills, bought))
        else:
            edit.put_at(("skills", one.place, "trade"), self.on, self.rules[0])
        edit.say(f"{one.label} {'belongs' if self.on else 'does not belong'} to the trade", self.rules[0])


class Remove(Learning):
    """Remove a skill that was bought."""

    place: Annotated[Index, Of("bought skill")]

    def apply(self, edit: Any) -> None:
        """Off the list."""
        if self.place >= len(edit.now.skills):
            message = f"There is no skill {self.place + 1}"
            edit.object(self.rules[0], message, "Choose one from the list.", code="none", where=("skills",))
            return
        one = self.of(edit).bought_at(self.place)
        listed = edit.now.skills
        edit.listing("skills", self.rules[0], (*listed[: self.place], *listed[self.place + 1 :]))
        edit.say(f"{one.label} removed", self.rules[0])
