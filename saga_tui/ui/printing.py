"""A text handed to a command that prints it: no shell, nothing that hangs, and every failure in words."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from typing import IO, Final

USUAL: Final = ("lpr", "lp")
"""Commands that print what they read, where a system has them; the first that is there is taken."""
PATIENCE: Final = 20.0
"""Seconds that a command gets. One that spools is done in less than one."""


def command(configured: Sequence[str]) -> tuple[str, ...]:
    """What prints: as the config file says, else what the system has; empty where there is neither."""
    if configured:
        return tuple(configured)
    return next(((name,) for name in USUAL if shutil.which(name)), ())


async def hand_over(parts: Sequence[str], text: str, patience: float = PATIENCE) -> str:
    """Runs the command with the text on its standard input; what went wrong in words, or nothing.

    It reads from a file and writes into one, so that neither side ever waits for the other; what does not end in time
    is ended, with all that it has started.
    """
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as said:
        given.write(text.encode("utf-8", "replace"))
        given.seek(0)
        try:
            process = await asyncio.create_subprocess_exec(
                *parts, stdin=given, stdout=asyncio.subprocess.DEVNULL, stderr=said, start_new_session=True
            )
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or str(error)
            return f"{parts[0]} could not start: {why}."
        try:
            code = await asyncio.wait_for(process.wait(), patience)
        except TimeoutError:
            return f"{parts[0]} was stopped after {patience:.0f} seconds."
        finally:
            await _end(process)
        return "" if code == 0 else f"{parts[0]} failed ({code}){_words(said)}"


async def _end(process: asyncio.subprocess.Process) -> None:
    """Ends it, with its own children, if it still runs."""
    if process.returncode is None:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        await process.wait()


def _words(said: IO[bytes]) -> str:
    """The last line of what a command complained about."""
    size = said.seek(0, os.SEEK_END)
    said.seek(max(0, size - 2000))
    lines = said.read().decode("utf-8", "replace").strip().splitlines()
    return f": {lines[-1].strip()}" if lines else "."
