"""What the odds are checked against: icepool's laws, and the enumeration of every face."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product

import icepool

from saga_tui.games.saga.rules import rolls
from saga_tui.games.saga.rules.odds import Dist

FACES = range(1, 7)
MARK = icepool.Die({0: 2, 1: 1})
"""A die as 0 or 1 mark."""
Law = dict[int, Fraction]


@cache
def pool(dice: int, fortune: int = 0) -> icepool.Die[int]:
    """The marks of a pool as icepool has them, fortune token by token (AST-6)."""
    if fortune == 0:
        die: icepool.Die[int] = dice @ MARK if dice else icepool.Die([0])
        return die
    again: icepool.Die[int] = pool(dice, fortune - 1).map(
        lambda marks: marks + (min(2, dice - marks) @ MARK if marks < dice else icepool.Die([0]))
    )
    return again


def same(law: Dist, die: icepool.Die[int], shift: int = 0) -> bool:
    """Whether the two laws agree exactly, in their values and in each value's chance."""
    theirs = {value + shift: quantity for value, quantity in die.items() if quantity}
    ours = {value: weight for value, weight in enumerate(law.weights, law.low) if weight}
    out_of = die.denominator()
    return ours.keys() == theirs.keys() and all(ours[value] * out_of == theirs[value] * law.total for value in ours)


def law_of(dist: Dist) -> Law:
    """A law as a plain table, impossible values left out."""
    return {value: chance for value, chance in dist if chance}


def fractions(counts: Counter[int]) -> Law:
    """Counted cases as chances."""
    total = counts.total()
    return {value: Fraction(count, total) for value, count in sorted(counts.items())}


def every(dice: int) -> list[tuple[int, ...]]:
    """Every face of every die."""
    return list(product(FACES, repeat=dice))


def marks_in(faces: tuple[int, ...]) -> int:
    """Marks: fives and sixes."""
    return sum(face >= 5 for face in faces)


@cache
def enumerated(dice: int, fortune: int) -> Counter[int]:
    """Marks over every face, each token's re-roll done by the rules themselves with every face of the new dice.

    Between tokens all that matters of a die is whether it is a mark, so it is kept as a 6 or a 1.
    """
    states = Counter(tuple(6 if face >= 5 else 1 for face in faces) for faces in every(dice))
    for _ in range(fortune):
        after: Counter[tuple[int, ...]] = Counter()
        for state, count in states.items():
            for fresh in every(2):
                new = rolls.reroll(state, fresh, tokens=1, each=2, mark_from=5)
                after[tuple(6 if face >= 5 else 1 for face in new)] += count
        states = after
    found: Counter[int] = Counter()
    for state, count in states.items():
        found[marks_in(state)] += count
    return found
