"""Commands of conditions and of clocks of any length (CNF-8)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final

from pydantic import Field

from saga_tui.engine.fields import Of
from saga_tui.games.saga.gm.commands.base import Dice, SeatId, TableCommand, Words
from saga_tui.games.saga.gm.edit import TableEdit
from saga_tui.games.saga.gm.state import ENDS, SIDES, Condition, Countdown, ended
from saga_tui.problem import near
from saga_tui.words import listed

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
    """Whether you are reminded of it every round."""
    goal: Dice | None = None
    """Where a running total ends it."""

    def apply(self, edit: TableEdit) -> None:
        """As it is said, the rest from its pattern."""
        made = PATTERNS.get(self.pattern or self.name.casefold(), Condition())
        said = {key: getattr(self, key) for key in ("text", "challenge", "every_round", "goal")}
        new = {key: value for key, value in said.items() if value not in (None, "")}
        name = (self.name or made.name)[:200]
        if not name:
            edit.object("CNF-8", "The condition has no name", "Name it, or choose fear or pursuit.", code="name")
            return
        if any(one.name.casefold() == name.casefold() for one in edit.play.conditions):
            fix = "Choose another name, or end that one first."
            edit.object("CNF-8", f"There is already a condition “{name}”", fix, code="twice")
            return
        edit.put("CNF-8", conditions=(*edit.play.conditions, made.model_copy(update=new | {"name": name})))
        edit.say(f"condition “{name}”", "CNF-8", way="comes")


class EndCondition(TableCommand, verb="end-condition", title="End a condition", rules="CNF-8", group="conditions"):
    """End a condition."""

    condition: Annotated[Words, Of("condition", part=True)]
    how: Words = ""

    def apply(self, edit: TableEdit) -> None:
        """It goes."""
        found = condition_of(edit, self.condition)
        if found is not None:
            edit.put("CNF-8", conditions=tuple(one for one in edit.play.conditions if one is not found))
            edit.say(f"condition “{found.name}” ended{f': {self.how}' if self.how else ''}", "CNF-8", way="goes")


class MetCondition(TableCommand, verb="met", title="Mark a condition as faced", rules="CNF-8", group="conditions"):
    """Mark that characters have faced a condition this round."""

    condition: Annotated[Words, Of("condition", part=True)]
    to: tuple[SeatId, ...] = ()
    """Who has faced it; default: all."""

    def apply(self, edit: TableEdit) -> None:
        """Until the next round."""
        found = condition_of(edit, self.condition)
        if found is None or not all(edit.seated(who) for who in self.to):
            return
        new = self.to or tuple(one.id for one in edit.now.seats)
        put_condition(edit, found, answered=tuple(dict.fromkeys([*found.answered, *new])))
        edit.say(f"“{found.name}” faced by {listed(map(edit.name, self.to)) or 'all'}", "CNF-8")


class CountCondition(TableCommand, verb="count", title="Count up a condition", rules="CNF-8", group="conditions"):
    """Move the running total of a condition by hand."""

    condition: Annotated[Words, Of("condition", part=True)]
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
    for name, before, after, was, now, end in zip(
        SIDES, (old.total, old.lost), (new.total, new.lost), ended(old), ended(new), ENDS, strict=True
    ):
        if before != after:
            edit.say_moved(f"{old.name}, {name}", before, after, "CNF-8", of)
            if now and not was:
                edit.say(f"{old.name}: {end}", "CNF-8")
    return new


# ---- clocks of any length


class AddClock(TableCommand, verb="clock", title="Add a clock", rules="CNF-8", group="conditions"):
    """Add a clock of any length, for a danger or a task."""

    name: Annotated[str, Field(min_length=1, max_length=200)]
    total: Annotated[int, Field(ge=1, le=999)] = 4

    def apply(self, edit: TableEdit) -> None:
        """Empty."""
        if any(one.name.casefold() == self.name.casefold() for one in edit.play.clocks):
            edit.object("CNF-8", f"There is already a clock “{self.name}”", "Choose another name.", code="twice")
            return
        edit.put("CNF-8", clocks=(*edit.play.clocks, Countdown(name=self.name, total=self.total)))
        edit.say(f"clock “{self.name}”: 0 of {self.total}", "CNF-8", way="comes")


class Tick(TableCommand, verb="tick", title="Tick a clock", rules="CNF-8", group="conditions"):
    """Fill parts of a clock, or clear some."""

    clock: Annotated[Words, Of("countdown", part=True)]
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
            message = f"The clock “{found.name}” is already {'full' if self.by > 0 else 'empty'}"
            edit.object("CNF-8", message, "Count the other way, or remove it.", code="still", where=("play", "clocks"))
            return
        new = found.model_copy(update={"filled": after})
        edit.put("CNF-8", clocks=tuple(new if one is found else one for one in edit.play.clocks))
        edit.say_moved(f"clock “{found.name}”", found.filled, after, "CNF-8", f" of {found.total}")
        if after == found.total:
            edit.say(f"“{found.name}” is full", "CNF-8")
