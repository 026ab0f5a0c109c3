"""The one thread that does the file work of an open character, so that the screen never waits for a disk."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Final

_TRY_AGAIN: Final = 1.0
"""Seconds after which work that failed is tried again."""


class Writer:
    """Calls `tick` when it is woken and when the time has come that the last call asked for."""

    def __init__(self, tick: Callable[[], float], failed: Callable[[Exception], None]) -> None:
        """`tick` does what is due and says in how many seconds it wants to be called again.

        What it raises is given to `failed`, and it is tried again: nothing ends this thread but `stop`.
        """
        self._tick, self._failed = tick, failed
        self._change = threading.Condition()
        self._woken = False
        self._stopped = False
        self._thread = threading.Thread(target=self._run, name="saga-tui writer", daemon=True)
        self._thread.start()

    def wake(self) -> None:
        """There is something to do."""
        with self._change:
            self._woken = True
            self._change.notify()

    def stop(self) -> None:
        """End the thread after the work in hand; what is left is for the caller."""
        with self._change:
            self._stopped = True
            self._change.notify()
        self._thread.join()

    def _run(self) -> None:
        delay = 0.0
        while True:
            with self._change:
                if not self._woken and not self._stopped:
                    self._change.wait(delay)
                self._woken = False
                if self._stopped:
                    return
            try:
                delay = self._tick()
            except Exception as error:
                delay = _TRY_AGAIN
                with suppress(Exception):
                    self._failed(error)
