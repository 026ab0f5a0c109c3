"""A terminal that goes away: its window is closed, its line breaks, the machine ends its programs.

Without this a program whose terminal went without a signal would run on unseen and keep its character from the next
one.
"""

from __future__ import annotations

import asyncio
import os
import select
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial

LOOK_EVERY = 1.0
"""Seconds between two looks whether the terminal is still there."""


def gone(fd: int) -> bool:
    """Whether nobody is at the other end of a terminal's descriptor any more. False where that cannot be told."""
    if not hasattr(select, "poll"):
        return False
    poll = select.poll()
    poll.register(fd, select.POLLHUP)
    return any(event & (select.POLLHUP | select.POLLNVAL | select.POLLERR) for _, event in poll.poll(0))


def terminal_gone() -> bool:
    """Whether the terminal that this program reads from has gone."""
    try:
        return gone(sys.__stdin__.fileno()) if sys.__stdin__ else False
    except (OSError, ValueError):
        return False


def on_signals(ended: Callable[[int], None]) -> None:
    """Calls `ended` with the exit code that is usual for a hang-up or a wish to end. Needs a running loop."""
    loop = asyncio.get_running_loop()
    for name in ("SIGHUP", "SIGTERM"):
        number = getattr(signal, name, None)
        if number is not None:
            with suppress(NotImplementedError, RuntimeError, ValueError):
                loop.add_signal_handler(number, partial(ended, 128 + number))


def end_at_once(code: int) -> None:
    """Ends the program without a word more to a terminal that is not there: writing to it could wait for ever."""
    os._exit(code)
