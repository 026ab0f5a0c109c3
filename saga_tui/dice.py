"""Dice and cards: where faces come from, and how they are counted. Knows no document and no game's rules."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

from saga_tui.words import plural

SYSTEM: Final = random.SystemRandom()


class Roller(Protocol):
    """Gives that many faces, each from 1 to `sides`."""

    def __call__(self, count: int, sides: int = 6, /) -> tuple[int, ...]:
        """The faces in the order in which they fell."""


@dataclass(frozen=True, slots=True)
class Draw:
    """What a command needs from chance: `count` dice of `sides` sides, or, where there is a `pool`, so many of its
    cards without putting one back. What fell or was drawn is kept in the journal, so that it can be done again.

    A die that shows the face `again` (0: none does) is thrown again until it shows another: its faces stand in a row,
    one die after the other. So do those of the first one while it shows a face of `on`, at most `most` of them (0: as
    long as it goes on).
    """

    count: int = 0
    sides: int = 6
    pool: tuple[int, ...] | None = None
    again: int = 0
    on: frozenset[int] = frozenset()
    most: int = 0
    named: Callable[[str, Sequence[int]], int | None] | None = field(default=None, compare=False)
    """Reads the name of a card, after these were drawn; nothing: only numbers are known."""

    @property
    def needed(self) -> int:
        """How many faces or cards there will be, at least: no more cards than the pool has."""
        return self.count if self.pool is None else min(self.count, len(self.pool))

    def split(self, faces: Iterable[int]) -> tuple[tuple[int, ...], ...]:
        """The faces of each die; the last may want to be thrown again."""
        found: list[tuple[int, ...]] = []
        row: tuple[int, ...] = ()
        for face in faces:
            row = (*row, face)
            if not self._goes_on(row, len(found)):
                found, row = [*found, row], ()
        return (*found, row) if row else tuple(found)

    def _goes_on(self, row: tuple[int, ...], place: int) -> bool:
        """Whether the die at that place, which showed these faces, is thrown again."""
        return row[-1] == self.again or (not place and row[-1] in self.on and len(row) != self.most)

    def lacks(self, faces: Iterable[int]) -> int:
        """How many dice or cards are still wanted after these faces, one that is to be thrown again among them: never
        more than the pool has left."""
        rows = self.split(faces)
        wanted = self.needed - sum(not self._goes_on(row, place) for place, row in enumerate(rows))
        return wanted if self.pool is None else min(wanted, len(self.pool) - sum(map(len, rows)))

    def cut(self, faces: Iterable[int]) -> tuple[int, ...]:
        """As many of the faces as it takes."""
        return tuple(face for one in self.split(faces)[: self.needed] for face in one)

    def shows(self, total: int) -> bool:
        """Whether its dice can come to that: one that is thrown again never ends on that face."""
        odd = self.again and self.count == 1 and total % self.again == 0
        most = total if self.again else self.count * self.sides
        return self.pool is None and self.count <= total <= most and not odd

    def by(self, roller: Roller) -> tuple[int, ...]:
        """The faces, or the cards, that chance gives; fewer cards where the pool has no more."""
        faces: tuple[int, ...] = ()
        left = list(self.pool or ())
        while (wanted := self.lacks(faces)) > 0:
            if self.pool is None:
                faces = (*faces, *roller(wanted, self.sides))
            else:
                faces = (*faces, left.pop(roller(1, len(left))[0] - 1))
        return faces

    def typed(self, pieces: Iterable[str]) -> tuple[int, ...] | None:
        """The faces or cards that a person typed, by number or by name; nothing where one is neither."""
        found: list[int] = []
        for piece in pieces:
            number = piece.isascii() and piece.isdecimal() and len(piece) <= 4
            face = int(piece) if number else self.named(piece, found) if self.named is not None else None
            if face is None:
                return None
            found.append(face)
        return tuple(found)

    def fits(self, faces: Iterable[int]) -> bool:
        """Whether these could have fallen or been drawn."""
        told = list(faces)
        if self.pool is not None:
            return len(set(told)) == len(told) and set(told) <= set(self.pool)
        return all(1 <= face <= self.sides for face in told)


def summing(total: int, count: int, sides: int = 6, *, both: bool = False) -> tuple[int, ...]:
    """Faces of dice that are thrown again while they show their highest face, and that come to a total; `both`: two
    dice that began with it. `ValueError` with the reason where there are none."""
    if both and (count != 2 or total < 2 * sides + 2):
        raise ValueError(f"Both are thrown again: the total is {2 * sides + 2} at least, not {total}.")
    if total < count:
        raise ValueError(f"{plural(count, 'die')} cannot come to {total}: the least is {count}.")
    if count == 1 and total % sides == 0:
        raise ValueError(f"One open die never ends on {total}: a {sides} is thrown again.")
    if count == 1:
        return (sides,) * (total // sides) + (total % sides,)
    first = next(face for face in range(1, sides) if count > 2 or (total - face) % sides)
    own = (sides, first) if both else (first,)
    return (*own, *summing(total - sum(own), count - 1, sides))


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
