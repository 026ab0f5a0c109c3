"""Faces of open dice, read; a total that somebody typed, turned into faces.

    read(faces, count) → Thrown            .values, .total, .natural: `2`, `12` or nothing
    draw(count) → Draw                     what a command asks of the program's dice
    faces_of(total, count, double_six) → tuple[int, ...]     `ValueError` with the reason where it cannot be
    asks_for_sixes(total, count) → bool    whether it must be asked if both dice showed a six first

Faces lie die by die, each die to its end: 6 5 6 6 6 3 are two dice, 11 and 21.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from saga_tui.dice import Draw, summing
from saga_tui.words import plural

SIDES: Final = 6


@dataclass(frozen=True, slots=True)
class Thrown:
    """Open dice as they fell: each die's faces to its end (S-DIE-1)."""

    dice: tuple[tuple[int, ...], ...]

    @property
    def values(self) -> tuple[int, ...]:
        """What each die came to."""
        return tuple(map(sum, self.dice))

    @property
    def total(self) -> int:
        """Their sum (S-DIE-2, S-DIE-5)."""
        return sum(self.values)

    @property
    def natural(self) -> str:
        """`2` where two dice show 1 and 1, `12` where both began with a six (S-DIE-4)."""
        first = [die[0] for die in self.dice]
        return "2" if first == [1, 1] else "12" if first == [SIDES, SIDES] else ""


def draw(count: int = 2) -> Draw:
    """So many open dice of six sides (S-DIE-1)."""
    return Draw(count, SIDES, again=SIDES)


def read(faces: Sequence[int], count: int = 2) -> Thrown:
    """The faces of so many open dice; `ValueError` with the reason where they could not have fallen (S-DIE-7)."""
    if bad := [face for face in faces if not 1 <= face <= SIDES]:
        raise ValueError(f"A die shows 1 to {SIDES}, not {bad[0]}.")
    dice = draw(count).split(faces)
    if len(dice) > count:
        raise ValueError(f"That is more than {plural(count, 'die')}: only a {SIDES} is thrown again.")
    if len(dice) < count or (dice and dice[-1][-1] == SIDES):
        raise ValueError(f"A {SIDES} is thrown again: more faces are needed.")
    return Thrown(dice)


def asks_for_sixes(total: int, count: int = 2) -> bool:
    """Whether a total of two dice leaves open if both showed a six first, which makes 14 at least (S-DIE-7)."""
    return count == 2 and total >= 2 * SIDES + 2


def faces_of(total: int, count: int = 2, double_six: bool = False) -> tuple[int, ...]:
    """Faces that come to a total, for the journal; `ValueError` with the reason where there are none (S-DIE-7)."""
    return summing(total, count, SIDES, both=double_six)
