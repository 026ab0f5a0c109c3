"""The command line: `saga-tui` opens the app, and its verbs do the same on the same files without one.

A verb's module is loaded when the verb is used, and the app when a verb opens it: `check` and `sheet` never load it.
"""

from __future__ import annotations

import atexit
import gc
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from saga_tui.cli.group import saga_tui
    from saga_tui.library.together import Share

__all__ = ["main", "saga_tui"]


def main() -> None:
    """Run the command line, and end the program with its exit code."""
    gc.disable()  # a verb ends before it pays, and a third of reading a long history goes into it; the app enables it
    atexit.register(gc.freeze)  # nor is anything looked through at the end: a tenth of a short verb's time
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError, ValueError, OSError):  # a stream put in its place by somebody else
            stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    try:
        if only_opens(sys.argv[1:]):
            _open(sys.argv[1:])
        else:
            from saga_tui.cli.group import saga_tui

            saga_tui(prog_name="saga-tui")
    except OSError as error:  # what is asked of a disk is caught where it is asked: this is the output
        _no_room(error)


def only_opens(given: Sequence[str]) -> bool:
    """Say whether the app is all that is asked for: then no verb is, and the command line need not be loaded."""
    if "_SAGA_TUI_COMPLETE" in os.environ or not at_terminal():
        return False
    return not given or (len(given) == 2 and given[0] == "--dir" and Path(given[1]).is_dir())


def _open(given: Sequence[str]) -> None:
    from saga_tui.store.folders import characters_folder

    open_app(characters_folder(Path(given[1]) if given else None))


def at_terminal() -> bool:
    """Say whether a person sits at both ends: what is typed and what is drawn."""
    streams = (sys.__stdin__, sys.__stderr__)
    try:
        return all(stream is not None and stream.isatty() for stream in streams)
    except ValueError:  # one of them is closed
        return False


def need_terminal(fix: str = "saga-tui --help lists the commands that work without one.") -> None:
    """Raise `Trouble` without a terminal: the app would wait for keys for ever, and keep its character. `fix` says what
    to do instead."""
    if not at_terminal():
        from saga_tui.cli.output import Trouble

        raise Trouble(f"This is not a terminal. {fix}")


def open_app(folder: Path, start: Path | None = None, share: Share | None = None) -> None:
    """Open the app on the library, or on one character; with a table that is shared meanwhile. Ends with its exit code
    where that is not 0."""
    need_terminal()
    from saga_tui.app import SagaApp

    app = SagaApp(folder, start=start, offer=share is None)
    app.first_share = share
    try:
        app.run()
    finally:
        app.end_sharing()
    if app.return_code:
        raise SystemExit(app.return_code)


def _no_room(error: OSError) -> NoReturn:
    """Say that the output cannot be written, and end the program."""
    from saga_tui.cli.output import Trouble
    from saga_tui.store.errors import os_error_in_words

    where = f"{error.filename} could not be used" if error.filename else "The output could not be written"
    with suppress(OSError):
        Trouble(f"{where}: {os_error_in_words(error)}.").show()
    with suppress(AttributeError, OSError):  # else the interpreter tries once more, and complains
        sys.stdout.close()
    raise SystemExit(Trouble.exit_code)


def __getattr__(name: str) -> object:
    if name != "saga_tui":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from saga_tui.cli.group import saga_tui

    return saga_tui
