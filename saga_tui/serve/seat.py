"""The process of one window: `python -m saga_tui.serve.seat DOCUMENT [--look] [--touch] [--other FILE …]`.

Started by the server, with nothing of its environment but what a program needs; it draws into its pipe, and ends when
that is closed: by the window, the server, or the server's own end.
"""

from __future__ import annotations

import argparse
import os
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from textual.drivers.web_driver import WebDriver

if TYPE_CHECKING:
    from saga_tui.serve.wall import Wall

DRIVER: Final = "saga_tui.serve.seat:SeatDriver"
"""What `TEXTUAL_DRIVER` names."""
MOST_MEMORY: Final = 1 << 30
"""Bytes of data that a seat's process may have; it needs a tenth of that."""
MOST_FILE: Final = 1 << 28
"""Bytes of a file that it may write."""
MOST_FILES: Final = 256
"""Files that it may have open."""
LINGERS: Final = 8.0
"""Seconds that it has to save and end once its pipe is closed."""


class SeatDriver(WebDriver):
    """Draws into the pipe and reads from it. Hands out no file and opens no address; never outlives its pipe."""

    def open_url(self, url: str, new_tab: bool = True) -> None:
        """No seat opens an address."""

    def deliver_binary(self, *given: Any, **named: Any) -> None:
        """No seat hands out a file."""

    def run_input_thread(self) -> None:
        """Read until the pipe is closed; then there is nobody to stay for."""
        super().run_input_thread()
        last = threading.Timer(LINGERS, os._exit, (1,))
        last.daemon = True
        last.start()


def limit() -> None:
    """Let this process have no more of the machine than a seat needs. Nothing where the system has no such limits."""
    with suppress(ImportError):
        import resource

        limits = {"DATA": MOST_MEMORY, "FSIZE": MOST_FILE, "NOFILE": MOST_FILES, "CORE": 0}
        for name, most in limits.items():
            with suppress(AttributeError, OSError, ValueError):
                which = getattr(resource, f"RLIMIT_{name}")
                hard = resource.getrlimit(which)[1]
                least = most if hard == resource.RLIM_INFINITY else min(most, hard)
                resource.setrlimit(which, (least, least))


def wall(document: Path, *, looks: bool) -> Wall:
    """The wall around a window's process. What cannot be read gets one that lets nothing be written."""
    from saga_tui.games import registry
    from saga_tui.serve.wall import Wall
    from saga_tui.store import state_folder

    path, state = Path(os.path.realpath(document)), Path(os.path.realpath(state_folder()))
    with suppress(OSError, ValueError):
        doc = registry.doc_at(path)
        whole = registry.is_table(registry.key_of(doc))
        return Wall(path, state, str(doc.get("id", "")), looks, whole)
    return Wall(path, state, looks=True)


def main(given: Sequence[str] | None = None) -> None:
    """Run one window."""
    parser = argparse.ArgumentParser()
    parser.add_argument("document", type=Path)
    parser.add_argument("--look", action="store_true")
    parser.add_argument("--touch", action="store_true")
    parser.add_argument("--other", type=Path, action="append", default=[])
    said = parser.parse_args(given)
    limit()
    from saga_tui.serve.seated import SeatApp
    from saga_tui.ui.seat import Seat

    wall(said.document, looks=said.look).stand()
    app = SeatApp(Seat(said.document, said.look, tuple(said.other)))
    if said.touch:
        app.touch = True
    app.run()


if __name__ == "__main__":
    main(sys.argv[1:])
