"""One die rolled equal to or under a number, high is good: how its face is read, two sides against each other, rolling
again for a price; all exact. And modifiers of types, of which only the best bonus and the worst penalty count.

    Scale(sides, most, critical, bands)     .cut(n), .read(n, die), .reads(n), .law(n): degrees with their chances
    Scale.winner(a, die, d, die)            `attacker` or `defender`, as `opposed` has its chance
    Scale.settled(a, die, d, die)           the degree of a conflict, as `conflict` has its law
    Scale.facing(good, times) → Again       of faces that are good beside those of another die
    again(p, worst, times) → Again          .goal, .worst, .missed, .cost: rolled again whenever the goal is missed
    stacked(modifiers) → terms              beaten ones stay among the terms, struck out
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from saga_tui.tally import Term
from saga_tui.words import signed

MISS: Final = "failure"
WORST: Final = "critical-failure"
WON: Final = "success"


@dataclass(frozen=True, slots=True)
class Scale:
    """How a die is read: a number never counts above `most`, the face `critical` and above is the worst failure, and
    the bands are the degrees of success by their lowest faces, the highest first."""

    sides: int
    most: int
    critical: int
    bands: tuple[tuple[str, int], ...]
    least: int | None = None
    """A number below it counts as it; nothing: a number below 1 is never met."""

    def cut(self, number: int) -> int:
        """The number as it counts."""
        held = min(number, self.most)
        return held if self.least is None else max(held, self.least)

    def read(self, number: int, die: int) -> str:
        """The degree of a face."""
        if die >= self.critical:
            return WORST
        if die > self.cut(number):
            return MISS
        return next(degree for degree, least in self.bands if die >= least)

    def meets(self, number: int, die: int) -> bool:
        """Whether a face succeeds."""
        return self.read(number, die) not in (MISS, WORST)

    def winner(self, attacker: int, die: int, defender: int, other: int) -> str:
        """Who wins where both keep the face of a success and have 0 for a failure; a tie is the defender's."""
        own = die if self.meets(attacker, die) else 0
        return "attacker" if own > (other if self.meets(defender, other) else 0) else "defender"

    def settled(self, attacker: int, die: int, defender: int, other: int) -> str:
        """The attacker's degree, where the defender doesn't succeed with as high a face or a higher one; then it is a
        failure."""
        own = self.read(attacker, die)
        stopped = self.meets(attacker, die) and self.meets(defender, other) and other >= die
        return MISS if stopped else own

    # ---- chances

    @property
    def degrees(self) -> tuple[str, ...]:
        """Every degree, the best first."""
        return (*(degree for degree, _ in self.bands), MISS, WORST)

    def law(self, number: int) -> dict[str, Fraction]:
        """The chance of each degree."""
        found = dict.fromkeys(self.degrees, Fraction())
        for die in range(1, self.sides + 1):
            found[self.read(number, die)] += Fraction(1, self.sides)
        return found

    def success(self, number: int) -> Fraction:
        """The chance to succeed at all."""
        return Fraction(max(0, min(self.cut(number), self.critical - 1)), self.sides)

    def facing(self, good: Callable[[int, int], bool], times: int = 0) -> Again:
        """What comes of a roll for faces that are good beside those of another die, which stays; it is made again so
        many times."""
        faces, worst = range(1, self.sides + 1), Fraction(self.sides - self.critical + 1, self.sides)
        each = [again(Fraction(sum(good(die, other) for die in faces), self.sides), worst, times) for other in faces]
        return Again(*(sum((getattr(one, part) for one in each), Fraction()) / self.sides
                       for part in ("goal", "worst", "times")))  # fmt: skip

    def opposed(self, attacker: int, defender: int, times: int = 0) -> Fraction:
        """The attacker's chance to win, rolling again so many times while it is lost."""
        return self.facing(lambda die, other: self.winner(attacker, die, defender, other) == "attacker", times).goal

    def conflict(self, attacker: int, defender: int) -> dict[str, Fraction]:
        """The chance of each degree of the attacker against a defender."""
        found = dict.fromkeys(self.degrees, Fraction())
        for die in range(1, self.sides + 1):
            for other in range(1, self.sides + 1):
                found[self.settled(attacker, die, defender, other)] += Fraction(1, self.sides**2)
        return found


@dataclass(frozen=True, slots=True)
class Again:
    """What comes of a roll that is made again while its goal is missed, but for the worst failure."""

    goal: Fraction
    worst: Fraction
    times: Fraction
    """How often one rolls again, on average."""

    @property
    def missed(self) -> Fraction:
        """The chance that it is missed at last, but not in the worst way."""
        return 1 - self.goal - self.worst


def again(goal: Fraction, worst: Fraction, times: int) -> Again:
    """A goal met with that chance, with so many re-rolls at most."""
    left = [(1 - goal - worst) ** at for at in range(times + 1)]
    often = sum(left, Fraction())
    return Again(goal * often, worst * often, often - 1)


# ---- modifiers

UNTYPED: Final = "untyped"


@dataclass(frozen=True, slots=True)
class Modifier:
    """Something that is added to a number, of a type."""

    amount: int
    reason: str
    type: str = UNTYPED
    rule: str = ""


def stacked(modifiers: Iterable[Modifier]) -> list[Term]:
    """The terms of modifiers, in their order: of each type the best bonus and the worst penalty count, and all of no
    type. A beaten one stands there with nothing, and with what it would be."""
    given = [one for one in modifiers if one.amount]
    best: dict[tuple[str, bool], Modifier] = {}
    for one in given:
        key = (one.type, one.amount > 0)
        if key not in best or abs(one.amount) > abs(best[key].amount):
            best[key] = one
    counts = {id(one) for one in best.values()}
    return [
        Term(one.amount, one.reason, one.rule, one.type)
        if one.type == UNTYPED or id(one) in counts
        else Term(0, f"{signed(one.amount)} {one.reason}, beaten by {best[one.type, one.amount > 0].reason}", one.rule,
                  one.type, beaten=one.amount)
        for one in given
    ]  # fmt: skip


# ---- chains


def ends(moves: Mapping[int, Mapping[int, Fraction]]) -> dict[int, Fraction]:
    """The chance to reach state 0 from each state of a chain before it ends elsewhere: `moves` says of every state that
    is no end where it goes, with which chance. Every state must be able to reach an end."""
    states = list(moves)
    rows = [[(1 if one == other else 0) - moves[one].get(other, Fraction()) for other in states]
            + [moves[one].get(0, Fraction())] for one in states]  # fmt: skip
    for at in range(len(states)):
        pivot = next(row for row in range(at, len(states)) if rows[row][at])
        rows[at], rows[pivot] = rows[pivot], rows[at]
        rows[at] = [cell / rows[at][at] for cell in rows[at]]
        for row in range(len(states)):
            if row != at and rows[row][at]:
                rows[row] = [cell - rows[row][at] * held for cell, held in zip(rows[row], rows[at], strict=True)]
    return {state: Fraction(rows[at][-1]) for at, state in enumerate(states)}
