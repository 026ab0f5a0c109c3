"""Something to be done once, a little later: as a timer does it, at a tenth of a timer's cost.

A timer is a task of its own, started at once: two of them are a good part of the time from a key to its answer.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from textual.message_pump import MessagePump


class Later:
    """One thing that a widget or screen does some time after it was last asked to; not when it has gone by then."""

    def __init__(self, node: MessagePump, do: Callable[[], object]) -> None:
        self._node, self._do = node, do
        self._handle: asyncio.TimerHandle | None = None

    def start(self, seconds: float) -> None:
        """Does it after that time, and not when it was asked to before."""
        self.stop()
        self._handle = asyncio.get_running_loop().call_later(seconds, self._due)

    def stop(self) -> None:
        """Does it not."""
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None

    def _due(self) -> None:
        self._handle = None
        if self._node.is_running and self._node.is_attached:
            self._node.call_later(self._run)

    def _run(self) -> None:
        if self._handle is None:  # it may have been put off while it waited for its turn
            self._do()
