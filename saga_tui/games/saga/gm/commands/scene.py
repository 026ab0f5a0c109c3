"""Commands of what stands in a scene and belongs to nobody: elements, scene traits, ally dice, conditions, clocks
(CNF-2, CNF-3, CNF-8, CNF-9, TRT-4)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Final

from pydantic import Field, field_validator

from saga_tui.engine.fields import Of
from saga_tui.games.saga.gm import state
from saga_tui.games.saga.gm.commands.base import Dice, ElementName, Pool, TableCommand, Words
from saga_tui.games.saga.gm.edit import TableEdit
from saga_tui.games.saga.gm.state import POOLS, Allies, Condition, Countdown, Element, Trait
from saga_tui.problem import near
from saga_tui.words import plural

POOLED: Final = re.compile(r"\s*(\d{1,3})(?:\s*/\s*(\d{1,3})\s*/\s*(\d{1,3}))?\s*")
TIMES: Final = re.compile(r"\s*[x×]?\s*(\d{1,2})\s*", re.IGNORECASE)
QUICK: Final = re.compile(
    r"(?P<name>.*?\S)\s+(?P<dice>\d{1,3}(?:\s*/\s*\d{1,3}\s*/\s*\d{1,3})?)(?P<times>\s+[x×]\s*\d{1,2})?"
)
"""One line that makes an element: `Thug 6/2/3 x3`."""
MOST: Final = 30
"""So many of one element come at once."""


def pools(text: str) -> dict[str, int]:
    """The dice of `6/2/3`, physical, social and mental; one number stands for all three. `ValueError` in clear words
    for anything else."""
    found = POOLED.fullmatch(text)
    if found is None:
        raise ValueError("physical, social and mental dice, such as 6/2/3")
    first, *more = found.groups()
    return {pool: int(number or first) for pool, number in zip(POOLS, (first, *more), strict=True)}


def copies(text: str) -> int:
    """How many `x3` is; 1 where nothing is said. `ValueError` in clear words for anything else."""
    found = TIMES.fullmatch(text) if text.strip() else None
    if text.strip() and (found is None or not 1 <= int(found[1]) <= MOST):
        raise ValueError(f"how many of it, such as x3, up to x{MOST}")
    return int(found[1]) if found else 1


def add(edit: TableEdit, made: Element, times: int = 1) -> None:
    """Puts an element at the table with full dice, once or several times: the copies and one whose name is there are
    numbered."""
    taken = {one.name.casefold() for one in edit.play.elements}
    full = {pool: max(0, made.full.get(pool, made.dice.get(pool, 0))) for pool in POOLS}
    number, new = 0, list[Element]()
    while len(new) < times:
        number += 1
        name = made.name if times == 1 and number == 1 else f"{made.name} {number}"
        if name.casefold() not in taken:
            taken.add(name.casefold())
            new.append(made.model_copy(update={"name": name, "dice": full, "full": full, "out": False}))
    edit.put("CNF-2", elements=(*edit.play.elements, *new))
    shown = "/".join(str(full[pool]) for pool in POOLS)
    named = made.name if times == 1 else f"{made.name} ×{times}"
    edit.say(f"{named} {shown}{', an ally' if made.ally else ''}", "CNF-2", way="comes")


class AddElement(TableCommand, verb="element", title="Add an element", rules="CNF-2 CNF-9", group="elements"):
    """Add an opponent, a group of them, an obstacle or an important ally with physical, social and mental dice:
    `element Thug 6/2/3 x3`."""

    name: Annotated[str, Field(min_length=1, max_length=100)]
    dice: Words = "1"
    """Physical, social and mental dice, such as 6/2/3; one number stands for all three."""
    times: Words = ""
    """How many of it, such as x3."""
    traits: tuple[Words, ...] = ()
    ally: bool = False
    """Whether it stands on the players' side."""
    note: Words = ""

    @field_validator("dice")
    @classmethod
    def _dice(cls, said: str) -> str:
        pools(said)
        return said

    @field_validator("times")
    @classmethod
    def _times(cls, said: str) -> str:
        copies(said)
        return said

    @classmethod
    def quick(cls, line: str) -> AddElement:
        """The command of one line: `Thug 6/2/3 x3`. `ValueError` in clear words where it says no dice."""
        found = QUICK.fullmatch(line.strip())
        if found is None:
            raise ValueError("a name and dice, such as Thug 6/2/3 x3")
        return cls(name=found["name"], dice=found["dice"], times=(found["times"] or "").strip())

    def apply(self, edit: TableEdit) -> None:
        """At the table at once."""
        traits = tuple(Trait(text=text) for text in self.traits)
        made = Element(name=self.name, full=pools(self.dice), traits=traits, ally=self.ally, note=self.note)
        add(edit, made, copies(self.times))


class RemoveElement(TableCommand, verb="remove-element", title="Remove an element", rules="CNF-2", group="elements"):
    """Remove an element from the table."""

    element: ElementName

    def apply(self, edit: TableEdit) -> None:
        """It goes, with what it was about to deal."""
        found = edit.element(self.element)
        if found is not None:
            edit.put(
                "CNF-2",
                elements=tuple(one for one in edit.play.elements if one is not found),
                strikes=tuple(one for one in edit.play.strikes if one.by != found.name),
                asks=tuple(one for one in edit.play.asks if one.what != "zero" or one.kind != found.name),
            )
            edit.say(f"{found.name} removed", "CNF-2", way="goes")


class Out(TableCommand, verb="out", title="An element is out", rules="CNF-3", group="elements"):
    """Say what it means that an element has no dice left: usually it is out of the conflict; or it stays."""

    answers = ("zero",)

    element: ElementName
    stays: bool = False
    """It is still in the conflict."""
    meaning: Words = ""
    """What it means, in your words."""

    def apply(self, edit: TableEdit) -> None:
        """The mark, and the question is answered."""
        found = edit.element(self.element, "CNF-3")
        if found is None:
            return
        edit.answered("zero", kind=found.name)
        edit.put_element(found, "CNF-3", out=not self.stays)
        how = f": {self.meaning}" if self.meaning else ""
        edit.say(f"{found.name} {'stays in' if self.stays else 'is out'}{how}", "CNF-3")


class DamageElement(
    TableCommand, verb="damage-element", title="Damage an element", rules="CNF-3 CNF-10", group="elements"
):
    """Take dice from an element, one for each damage, or give some back. Its GM may declare a pool as reduced too."""

    element: ElementName
    pool: Pool = "physical"
    amount: Annotated[int, Field(ge=-999, le=999)] = 1
    """Dice that it loses; below 0 it gains them, never beyond the dice it began with."""

    def apply(self, edit: TableEdit) -> None:
        """Down to none."""
        found = edit.element(self.element, "CNF-3")
        if found is None:
            return
        if self.amount >= 0:
            if not edit.lose(found, self.pool, self.amount) and self.amount:
                message = f"{found.name} has no {self.pool} dice to lose"
                edit.object("CNF-3", message, "Choose another kind of dice.", code="none", where=("play", "elements"))
            return
        before = found.dice.get(self.pool, 0)
        after = max(before, min(found.full.get(self.pool, 0), before - self.amount))
        edit.put_element(found, "CNF-3", dice=found.dice | {self.pool: after})
        edit.say_moved(f"{found.name} {self.pool}", before, after, "CNF-3")


class GrowElement(
    TableCommand, verb="grow-element", title="Change the full dice of an element", rules="CNF-2 CNF-9", group="elements"
):
    """Change the dice that an element has when it is at its best, as an important ally gains some over time. What it
    has now changes by as much."""

    element: ElementName
    dice: Words
    """Physical, social and mental dice, such as 6/2/3."""

    @field_validator("dice")
    @classmethod
    def _dice(cls, said: str) -> str:
        pools(said)
        return said

    def apply(self, edit: TableEdit) -> None:
        """Full dice, and those it has now."""
        found = edit.element(self.element)
        if found is None:
            return
        full = pools(self.dice)
        now = {pool: max(0, found.dice.get(pool, 0) + full[pool] - found.full.get(pool, 0)) for pool in POOLS}
        edit.put_element(found, "CNF-2", full=full, dice=now)
        edit.say(f"{found.name} is {'/'.join(str(full[pool]) for pool in POOLS)} at its best", "CNF-2")


class ElementTrait(
    TableCommand, verb="element-trait", title="Give an element a trait", rules="CNF-2 TRT-4", group="traits"
):
    """Give an element a trait. It works as a scene trait does, for that element only."""

    element: ElementName
    trait: Words
    end: bool = False
    """Remove the trait instead."""

    def apply(self, edit: TableEdit) -> None:
        """Not invoked yet."""
        found = edit.element(self.element)
        if found is None:
            return
        others = tuple(one for one in found.traits if one.text.casefold() != self.trait.casefold())
        traits = others if self.end else (*others, Trait(text=self.trait))
        edit.put_element(found, "CNF-2", traits=traits)
        edit.say(f"{found.name} {'is no longer' if self.end else 'is'} “{self.trait}”", "CNF-2")


class SceneTrait(TableCommand, verb="scene-trait", title="Add a scene trait", rules="TRT-4", group="traits"):
    """Give the scene a trait that no one has invoked yet."""

    trait: Words

    def apply(self, edit: TableEdit) -> None:
        """It stands there until the scene ends."""
        if any(one.text.casefold() == self.trait.casefold() for one in edit.play.scene_traits):
            edit.object("TRT-4", f"The scene is “{self.trait}” already", "Invoke it, or choose another.", code="twice")
            return
        edit.put("TRT-4", scene_traits=(*edit.play.scene_traits, Trait(text=self.trait)))
        edit.say(f"scene trait “{self.trait}”", "TRT-4", way="comes")


class EndSceneTrait(TableCommand, verb="end-scene-trait", title="End a scene trait", rules="TRT-4", group="traits"):
    """End a scene trait before its scene does."""

    trait: Annotated[Words, Of("scene trait")]

    def apply(self, edit: TableEdit) -> None:
        """It goes."""
        left = tuple(one for one in edit.play.scene_traits if one.text.casefold() != self.trait.casefold())
        if len(left) == len(edit.play.scene_traits):
            fix = near(self.trait, [one.text for one in edit.play.scene_traits])
            edit.object("TRT-4", f"The scene has no trait {self.trait!r}", fix, code="none")
            return
        edit.put("TRT-4", scene_traits=left)
        edit.say(f"“{self.trait}” ended", "TRT-4", way="goes")


# ---- ally dice


class AddAllies(TableCommand, verb="allies", title="Add ally dice", rules="CNF-9 ROL-9 CNF-6", group="elements"):
    """Add ally dice, one pool for all players: 1–5 is an ally of few skills, 6–15 a skilled group. Where players are
    against each other, each side has its own."""

    dice: Annotated[int, Field(ge=0, le=999)]
    """How many; 0 removes them."""
    name: Words = ""
    side: Dice = 0
    """Which side of a conflict between players they stand on."""

    def apply(self, edit: TableEdit) -> None:
        """In place of those of that name and side."""
        others = tuple(
            one for one in edit.play.allies if (one.name.casefold(), one.side) != (self.name.casefold(), self.side)
        )
        if not self.dice:
            if len(others) == len(edit.play.allies):
                edit.object("CNF-9", "There are no such ally dice at the table", "Nothing to do.", code="none")
            edit.put("CNF-9", allies=others)
            edit.say("ally dice removed", "CNF-9", way="goes")
            return
        made = Allies(name=self.name[:200], side=self.side, full=self.dice, now=self.dice)
        edit.put("CNF-9", allies=(*others, made))
        edit.say(f"{self.name or 'allies'}: {plural(self.dice, 'ally die')}", "CNF-9", way="comes")


class TakeAllies(TableCommand, verb="take-allies", title="Take ally dice", rules="CNF-9 ROL-9", group="elements"):
    """Take ally dice for a roll that is made elsewhere: the others lack them for the round. Or give some back."""

    dice: Annotated[int, Field(ge=-999, le=999)] = 1
    name: Annotated[Words, Of("allies")] = ""
    refresh: bool = False
    """All that were taken are back."""

    def apply(self, edit: TableEdit) -> None:
        """Of those that are free."""
        allies = edit.allies("" if self.name == "allies" else self.name)
        if allies is None:
            return
        if self.refresh or self.dice < 0:
            back = allies.used if self.refresh else min(allies.used, -self.dice)
            edit.put_allies(allies, "CNF-9", used=allies.used - back)
            edit.say_moved("free ally dice", state.free(allies), state.free(allies) + back, "CNF-9")
        else:
            edit.use_allies(self.dice, allies.name)


class DamageAllies(TableCommand, verb="damage-allies", title="Damage ally dice", rules="CNF-9", group="elements"):
    """Take ally dice for the rest of the conflict, one for each damage."""

    dice: Annotated[int, Field(ge=1, le=999)] = 1
    name: Annotated[Words, Of("allies")] = ""

    def apply(self, edit: TableEdit) -> None:
        """They go."""
        allies = edit.allies("" if self.name == "allies" else self.name)
        if allies is not None and not edit.lose_allies(allies, self.dice):
            edit.object("CNF-9", "There are no ally dice left to lose", "Nothing to do.", code="none")


# ---- conditions


PATTERNS: Final[Mapping[str, Condition]] = {
    "fear": Condition(
        name="Fear",
        pattern="fear",
        challenge=3,
        every_round=True,
        text="Each round each player resists with a reflexive roll at challenge 3 or with 1 force; whoever fails takes "
        "1 fear at once. Ally dice roll too, or lose a die.",
    ),
    "pursuit": Condition(
        name="Pursuit",
        pattern="pursuit",
        every_round=True,
        goal=10,
        text="Each player makes one Athletics roll a round against the physical dice of the pursuers. The players win "
        "at 10 net marks between them; at 10 below zero they are caught.",
    ),
}
"""The two conditions of the book, ready (CNF-8)."""


class AddCondition(TableCommand, verb="condition", title="Add a condition", rules="CNF-8", group="conditions"):
    """Add a condition to the conflict: a constant, intermittent or one-time effect, or another way to end it. The two
    of the book are ready: `pattern=fear` and `pattern=pursuit`."""

    name: Words = ""
    text: Words = ""
    pattern: Annotated[str, Field(pattern="^(fear|pursuit)?$")] = ""
    """`fear` or `pursuit`: one of the book's."""
    challenge: Dice | None = None
    """Dice of its challenge."""
    every_round: bool | None = None
    """Whether it is asked about each round."""
    goal: Dice | None = None
    """Where a running total ends it."""

    def apply(self, edit: TableEdit) -> None:
        """As it is said, the rest from its pattern."""
        made = PATTERNS.get(self.pattern, Condition())
        said = {key: getattr(self, key) for key in ("text", "challenge", "every_round", "goal")}
        new = {key: value for key, value in said.items() if value not in (None, "")}
        name = (self.name or made.name)[:200]
        if not name:
            edit.object("CNF-8", "The condition has no name", "Name it, or choose fear or pursuit.", code="name")
            return
        if any(one.name.casefold() == name.casefold() for one in edit.play.conditions):
            fix = "Choose another name, or end that one first."
            edit.object("CNF-8", f"There is a condition “{name}” already", fix, code="twice")
            return
        edit.put("CNF-8", conditions=(*edit.play.conditions, made.model_copy(update=new | {"name": name})))
        edit.say(f"condition “{name}”", "CNF-8", way="comes")


class EndCondition(TableCommand, verb="end-condition", title="End a condition", rules="CNF-8", group="conditions"):
    """End a condition."""

    condition: Annotated[Words, Of("condition")]
    how: Words = ""

    def apply(self, edit: TableEdit) -> None:
        """It goes."""
        found = condition_of(edit, self.condition)
        if found is not None:
            edit.put("CNF-8", conditions=tuple(one for one in edit.play.conditions if one is not found))
            edit.say(f"condition “{found.name}” ended{f': {self.how}' if self.how else ''}", "CNF-8", way="goes")


class CountCondition(TableCommand, verb="count", title="Count up a condition", rules="CNF-8", group="conditions"):
    """Move the running total of a condition by hand."""

    condition: Annotated[Words, Of("condition")]
    by: Annotated[int, Field(ge=-999, le=999)] = 1
    lost: bool = False
    """The total of the other side."""

    def apply(self, edit: TableEdit) -> None:
        """Never below zero."""
        found = condition_of(edit, self.condition)
        if found is not None:
            side = {"lost": self.by} if self.lost else {"total": self.by}
            counted(edit, found, **side)


def condition_of(edit: TableEdit, name: str) -> Condition | None:
    """The condition of that name; finds it against CNF-8 where there is none."""
    found = next((one for one in edit.play.conditions if one.name.casefold() == name.casefold()), None)
    if found is None:
        fix = near(name, [one.name for one in edit.play.conditions], "Add it first.")
        edit.object("CNF-8", f"There is no condition {name!r}", fix, code="no-condition", where=("play", "conditions"))
    return found


def put_condition(edit: TableEdit, old: Condition, **fields: object) -> Condition:
    """Puts a condition with other fields in the place of one."""
    new = old.model_copy(update=fields)
    edit.put("CNF-8", conditions=tuple(new if one is old else one for one in edit.play.conditions))
    return new


def counted(edit: TableEdit, old: Condition, total: int = 0, lost: int = 0) -> Condition:
    """Adds to the running totals of a condition, and says when one has reached its goal (CNF-8)."""
    fields = {"total": max(0, old.total + total), "lost": max(0, old.lost + lost)}
    new = put_condition(edit, old, **fields)
    of = f" of {old.goal}" if old.goal else ""
    for name, before, after, end in (
        ("for the players", old.total, new.total, "the players win"),
        ("for the other side", old.lost, new.lost, "the other side wins"),
    ):
        if before != after:
            edit.say_moved(f"{old.name}, {name}", before, after, "CNF-8", of)
            if old.goal and before < old.goal <= after:
                edit.say(f"{old.name}: {end}", "CNF-8")
    return new


# ---- clocks of any length


class AddClock(TableCommand, verb="clock", title="Add a clock", rules="CNF-8", group="conditions"):
    """Add a clock of any length: what comes closer, what is worked at."""

    name: Annotated[str, Field(min_length=1, max_length=200)]
    total: Annotated[int, Field(ge=1, le=999)] = 4

    def apply(self, edit: TableEdit) -> None:
        """Empty."""
        if any(one.name.casefold() == self.name.casefold() for one in edit.play.clocks):
            edit.object("CNF-8", f"There is a clock “{self.name}” already", "Choose another name.", code="twice")
            return
        edit.put("CNF-8", clocks=(*edit.play.clocks, Countdown(name=self.name, total=self.total)))
        edit.say(f"clock “{self.name}”: 0 of {self.total}", "CNF-8", way="comes")


class Tick(TableCommand, verb="tick", title="Tick a clock", rules="CNF-8", group="conditions"):
    """Fill parts of a clock, or clear some."""

    clock: Annotated[Words, Of("countdown")]
    by: Annotated[int, Field(ge=-999, le=999)] = 1
    """Below 0: parts to clear."""
    remove: bool = False
    """Remove the clock instead."""

    def apply(self, edit: TableEdit) -> None:
        """Between empty and full."""
        found = next((one for one in edit.play.clocks if one.name.casefold() == self.clock.casefold()), None)
        if found is None:
            fix = near(self.clock, [one.name for one in edit.play.clocks], "Add it first.")
            edit.object("CNF-8", f"There is no clock {self.clock!r}", fix, code="no-clock", where=("play", "clocks"))
            return
        if self.remove:
            edit.put("CNF-8", clocks=tuple(one for one in edit.play.clocks if one is not found))
            edit.say(f"clock “{found.name}” removed", "CNF-8", way="goes")
            return
        after = max(0, min(found.total, found.filled + self.by))
        if after == found.filled:
            message = f"The clock “{found.name}” is {'full' if self.by > 0 else 'empty'}"
            edit.object("CNF-8", message, "Nothing to do.", code="still", where=("play", "clocks"))
            return
        new = found.model_copy(update={"filled": after})
        edit.put("CNF-8", clocks=tuple(new if one is found else one for one in edit.play.clocks))
        edit.say_moved(f"clock “{found.name}”", found.filled, after, "CNF-8", f" of {found.total}")
        if after == found.total:
            edit.say(f"“{found.name}” is full", "CNF-8")
