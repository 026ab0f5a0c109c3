"""The command line: `saga-tui` opens the app, and its verbs do the same on the same files without one.

A verb's module is loaded when the verb is used, and the app when a verb opens it: `check` and `sheet` never load it.
"""

from __future__ import annotations

import gc
import sys
from contextlib import suppress

from saga_tui.cli.group import saga_tui

__all__ = ["main", "saga_tui"]


def main() -> None:
    """Run the command line, and end the program with its exit code."""
    gc.disable()  # a verb ends before it pays, and a third of reading a long history goes into it; the app enables it
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError, ValueError, OSError):  # a stream put in its place by somebody else
            stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    saga_tui(prog_name="saga-tui")
