"""Drives a program in a pseudo-terminal as a person would: keys in, a screen out.

No waiting by the clock: `wait_for` reads until the screen shows what it should, and fails with the screen if it never
does.
"""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from types import TracebackType

import pyte

KEYS = {
    "enter": "\r",
    "escape": "\x1b",
    "tab": "\t",
    "space": " ",
    "backspace": "\x7f",
    "up": "\x1b[A",
    "down": "\x1b[B",
    "right": "\x1b[C",
    "left": "\x1b[D",
    "shift+tab": "\x1b[Z",
    "f1": "\x1bOP",
    "f2": "\x1bOQ",
    "f3": "\x1bOR",
    "f4": "\x1bOS",
    "f5": "\x1b[15~",
    "f6": "\x1b[17~",
    "f7": "\x1b[18~",
    "f8": "\x1b[19~",
} | {f"ctrl+{letter}": chr(ord(letter) - 96) for letter in "abcdefghijklmnopqrstuvwxyz"}


COLOUR = re.compile(rb"\x1b\[[0-9;:]*m")
CUT = re.compile(rb"\x1b(\[[0-9;:?]*)?$")
"""A sequence that is not whole yet."""
AT_ONCE = 0.003
"""Seconds within which a terminal gives on what is written in one go."""
IN_ONE_GO = 5.0
"""Seconds after which what is written without end is looked at as it is."""


class NeverShown(AssertionError):
    """The screen never showed what was waited for."""


class Terminal:
    """A program running in a terminal of its own."""

    def __init__(
        self, command: Sequence[str], env: Mapping[str, str], size: tuple[int, int] = (80, 24), cwd: str | None = None
    ) -> None:
        columns, rows = size
        self.screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self.screen)
        self.raw = bytearray()
        self._drawn, self._text = 0, ""
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.started = time.perf_counter()
        self.process = subprocess.Popen(
            list(command),
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env={**env, "TERM": "xterm-256color", "COLUMNS": str(columns), "LINES": str(rows)},
            start_new_session=True,
            close_fds=True,
            cwd=cwd,
        )
        os.close(slave)

    def __enter__(self) -> Terminal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.kill()
        if self._master >= 0:
            os.close(self._master)

    @property
    def text(self) -> str:
        """The screen now, a line a row; drawn when it is looked at, without its colours: they are most of what a
        program writes."""
        new = bytes(self.raw[self._drawn :])
        if new:
            whole = len(new) - len(found[0]) if (found := CUT.search(new)) else len(new)
            self._stream.feed(COLOUR.sub(b"", new[:whole]))
            self._drawn += whole
            lines = (self.screen.buffer[row] for row in range(self.screen.lines))
            columns = range(self.screen.columns)
            self._text = "\n".join("".join([line[at].data for at in columns]).rstrip() for line in lines)
        return self._text

    def read(self, seconds: float) -> bool:
        """Takes in what the program has written, to the end of what it writes in one go; waits at most so long for the
        first of it. False at its end."""
        end = time.perf_counter() + IN_ONE_GO
        while time.perf_counter() < end and select.select([self._master], [], [], seconds)[0]:
            try:
                data = os.read(self._master, 65536)
            except OSError:
                return False
            self.raw += data
            if not data:
                return False
            seconds = AT_ONCE
        return True

    def wait_until(self, true: Callable[[], bool], what: str, seconds: float = 30) -> float:
        """Reads until it is true; gives the seconds since the start."""
        end = time.perf_counter() + seconds
        while not true():
            if time.perf_counter() > end or not self.read(0.05):
                raise NeverShown(f"never shown: {what}\n{self.text}")
        return time.perf_counter() - self.started

    def wait_for(self, text: str, seconds: float = 30) -> float:
        """Reads until the screen shows the text."""
        return self.wait_until(lambda: text in self.text, repr(text), seconds)

    def wait_gone(self, text: str, seconds: float = 30) -> float:
        """Reads until the screen no longer shows the text."""
        return self.wait_until(lambda: text not in self.text, f"without {text!r}", seconds)

    def press(self, *keys: str) -> None:
        """Presses keys by name, or types a text that is no key's name."""
        for key in keys:
            os.write(self._master, KEYS.get(key, key).encode())

    def resize(self, columns: int, rows: int) -> None:
        """Gives the window another size, and tells the program so."""
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.process.send_signal(signal.SIGWINCH)

    def wait_end(self, seconds: float = 30) -> int:
        """Reads until the program has ended; gives its exit code."""
        end = time.perf_counter() + seconds
        while self.process.poll() is None and time.perf_counter() < end:
            self.read(0.05)
        return self.process.wait(timeout=1)

    def hang_up(self) -> None:
        """Closes the terminal's window; without a signal, as some lines break."""
        os.close(self._master)
        self._master = -1

    def kill(self) -> None:
        """Ends it as a power cut would: SIGKILL."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(timeout=10)
