"""Whether the tour has been offered on this machine: once, at the first start, and never again unasked."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

NAME = "tour-offered"
"""The file in the state folder that says so; what is in it does not matter."""


def _file() -> Path:
    from saga_tui.store.folders import state_folder

    return state_folder() / NAME


def offered() -> bool:
    """Whether it was. Where that cannot be found out, it counts as offered."""
    try:
        return _file().exists()
    except OSError:
        return True


def remember() -> None:
    """Notes that it has been offered now; where nothing can be written it will be offered again."""
    with suppress(OSError):
        file = _file()
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
