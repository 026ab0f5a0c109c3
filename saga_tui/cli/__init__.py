"""The command line: `saga-tui` opens the app, and its verbs do the same on the same files without one.

A verb's module is loaded when the verb is used, and the app when a verb opens it: `check` and `sheet` never load it.
"""

from __future__ import annotations

import gc
import sys
from contextlib import suppress
from typing import NoReturn

from saga_tui.cli.group import saga_tui

__all__ = ["main", "saga_tui"]


def main() -> None:
    """Run the command line, and end the program with its exit code."""
    gc.disable()  # a verb ends before it pays, and a third of reading a long history goes into it; the app enables it
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError, ValueError, OSError):  # a stream put in its place by somebody else
            stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    try:
        saga_tui(prog_name="saga-tui")
    except OSError as error:  # what is asked of a disk is caught where it is asked: this is the output
        _no_room(error)


def _no_room(error: OSError) -> NoReturn:
    """Say that the output cannot be written, and end the program."""
    from saga_tui.cli.trouble import Trouble
    from saga_tui.store.errors import os_error_in_words

    where = f"{error.filename} could not be used" if error.filename else "The output could not be written"
    with suppress(OSError):
        Trouble(f"{where}: {os_error_in_words(error)}.").show()
    with suppress(AttributeError, OSError):  # else the interpreter tries once more, and complains
        sys.stdout.close()
    raise SystemExit(Trouble.exit_code)
