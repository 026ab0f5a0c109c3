"""How often somebody may guess: a few times a minute, for one address and for all of them together."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

TRIES: Final = 5
"""Wrong links or codes of one address in a `WINDOW`."""
TRIES_OF_ALL: Final = 10
"""The same of everybody together."""
WINDOW: Final = 60.0
"""Seconds."""


class Gate:
    """Counts what was wrong. Whoever is in has nothing to guess, and is never asked."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._wrong: list[tuple[float, str]] = []

    def may_try(self, who: str) -> bool:
        """Whether an address may try once more now: a right answer is not taken either while it may not."""
        now = self._clock()
        self._wrong = [(at, other) for at, other in self._wrong if now - at < WINDOW]
        return len(self._wrong) < TRIES_OF_ALL and sum(other == who for _, other in self._wrong) < TRIES

    def was_wrong(self, who: str) -> None:
        """It guessed wrong."""
        self._wrong.append((self._clock(), who))
