"""Dice and cards: where faces come from, and how they are counted. Knows no document and no game's rules."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Protocol

SYSTEM: Final = random.SystemRandom()


class Roller(Protocol):
    """Gives that many faces, each from 1 to `sides`."""

    def __call__(self, count: int, sides: int = 6, /) -> tuple[int, ...]:
        """The faces in the order in which they fell."""


@dataclass(frozen=True, slots=True)
class Draw:
    """What a command needs from chance: `count` dice of `sides` sides, or, where there is a `pool`, so many of its
    cards without putting one back. What fell or was drawn is kept in the journal, so that it can be done again."""

    count: int = 0
    sides: int = 6
    pool: tuple[int, ...] | None = None

    @property
    def needed(self) -> int:
        """How many faces or cards there will be: no more cards than the pool has."""
        return self.count if self.pool is None else min(self.count, len(self.pool))

    def by(self, roller: Roller) -> tuple[int, ...]:
        """The faces, or the cards, that chance gives; fewer cards where the pool has no more."""
        if self.pool is None:
            return roller(self.count, self.sides) if self.count else ()
        left = list(self.pool)
        return tuple(left.pop(roller(1, len(left))[0] - 1) for _ in range(self.needed))

    def fits(self, faces: Iterable[int]) -> bool:
        """Whether these could have fallen or been drawn."""
        told = list(faces)
        if self.pool is not None:
            return len(set(told)) == len(told) and set(told) <= set(self.pool)
        return all(1 <= face <= self.sides for face in told)


def secure(count: int, sides: int = 6, /) -> tuple[int, ...]:
    """Faces from the system's secure source."""
    return tuple(SYSTEM.randrange(sides) + 1 for _ in range(count))


def seeded(seed: int) -> Roller:
    """A roller that gives the same faces on every Python and platform for the same seed.

    Only `Random.random()` is promised to stay the same for ever, so faces are made from it alone.
    """
    source = random.Random(seed)
    return lambda count, sides=6, /: tuple(int(source.random() * sides) + 1 for _ in range(count))


def count(faces: Iterable[int], wanted: Iterable[int]) -> int:
    """How many of the faces are among the wanted ones."""
    chosen = frozenset(wanted)
    return sum(face in chosen for face in faces)
