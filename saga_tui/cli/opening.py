"""The app opened from the command line. Loads nothing of the command line itself: the first frame waits for it."""

from __future__ import annotations

import sys
from pathlib import Path


def at_terminal() -> bool:
    """Say whether a person sits at both ends: what is typed and what is drawn."""
    streams = (sys.__stdin__, sys.__stderr__)
    try:
        return all(stream is not None and stream.isatty() for stream in streams)
    except ValueError:  # one of them is closed
        return False


def need_terminal() -> None:
    """Raise `Trouble` without a terminal: the app would wait for keys for ever, and keep its character."""
    if not at_terminal():
        from saga_tui.cli.trouble import Trouble

        raise Trouble("This is not a terminal. saga-tui --help lists the commands that work without one.")


def open_app(folder: Path, start: Path | None = None) -> None:
    """Open the app on the library, or on one character. Ends with its exit code where that is not 0."""
    need_terminal()
    from saga_tui.app import SagaApp

    app = SagaApp(folder, start=start, offer=True)
    app.run()
    if app.return_code:
        raise SystemExit(app.return_code)
