"""Chance from a seed alone: the same numbers on every Python and platform, for ever. Reads no clock and no system."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeVar

T = TypeVar("T")

_MASK: Final = (1 << 64) - 1


class Chance:
    """A small generator (splitmix64). One seed and one stream name always give the same choices in the same order."""

    def __init__(self, seed: int, stream: str = "") -> None:
        self._state = seed & _MASK
        for letter in stream.encode():
            self._state = (self._next() ^ letter) & _MASK

    def _next(self) -> int:
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        mixed = self._state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
        return mixed ^ (mixed >> 31)

    def below(self, limit: int) -> int:
        """A whole number from 0 to `limit` − 1, all equally likely; `ValueError` where there is none."""
        if limit < 1:
            raise ValueError(f"there is no number from 0 to {limit - 1}")
        fair = _MASK + 1 - (_MASK + 1) % limit
        while (number := self._next()) >= fair:
            pass
        return number % limit

    def pick(self, items: Sequence[T]) -> T:
        """One of the items; `ValueError` where there are none."""
        return items[self.below(len(items))]

    def weighed(self, items: Sequence[T], weights: Sequence[int]) -> T:
        """One of the items, each as likely as its weight is to the sum of all; `ValueError` where that is 0."""
        point = self.below(sum(weights))
        for item, weight in zip(items, weights, strict=True):
            if point < weight:
                return item
            point -= weight
        raise AssertionError("the point lies below the sum of the weights")

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """All the items in a random order."""
        left = list(items)
        return [left.pop(self.below(len(left))) for _ in items]


def numbered(seed: int, number: int, limit: int) -> int:
    """The n-th draw of a seed, 0 to `limit` − 1: from the seed and the number alone, whatever was drawn before."""
    return Chance(Chance(seed ^ (number * 0xD1342543DE82EF95))._next()).below(limit)
