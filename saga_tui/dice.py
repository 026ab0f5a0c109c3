"""Six-sided dice: where faces come from, and how they are counted. Knows no character and no game's rules."""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable, Iterable

Roller = Callable[[int], tuple[int, ...]]
"""Gives that many faces, each 1 to 6."""


def secure(count: int) -> tuple[int, ...]:
    """Faces from the system's secure source."""
    return tuple(secrets.randbelow(6) + 1 for _ in range(count))


def seeded(seed: int) -> Roller:
    """A roller that gives the same faces on every Python and platform for the same seed.

    Only `Random.random()` is promised to stay the same for ever, so faces are made from it alone.
    """
    source = random.Random(seed)
    return lambda count: tuple(int(source.random() * 6) + 1 for _ in range(count))


def count(faces: Iterable[int], wanted: Iterable[int]) -> int:
    """How many of the faces are among the wanted ones."""
    chosen = frozenset(wanted)
    return sum(face in chosen for face in faces)
