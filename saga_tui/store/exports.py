"""Pages for people (sheets, stories) saved as files: never in a character's place, never over a file unasked."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path

from saga_tui.store.folders import MEMORY


class Taken(ValueError):
    """A file of that name is there already."""


class NoPlace(ValueError):
    """Nothing can be saved there: it would be taken for a character, or is no file."""


def save_page(target: Path, text: str, *, replace: bool = False, through: bool = False) -> None:
    """Save a text as a file, all or nothing. A link is followed, but never to a character.

    `replace` allows a file that is there to be replaced; `through` allows pipes and devices, which are written to.
    Raises Taken, NoPlace, OSError.
    """
    place = Path(os.path.realpath(target))
    if ".toml" in (target.suffix.lower(), place.suffix.lower()) or MEMORY in place.parts:
        raise NoPlace(f"{target} looks like a character file")
    try:
        there = place.stat()
    except FileNotFoundError:
        _write_new(place, text)
        return
    if stat.S_ISREG(there.st_mode):
        if not replace:
            raise Taken(f"{target} already exists")
        _replace(place, text, stat.S_IMODE(there.st_mode))
    elif through and not stat.S_ISDIR(there.st_mode):
        place.write_text(text, encoding="utf-8")
    else:
        raise NoPlace(f"{target} is not a file that can be replaced")


def _write_new(place: Path, text: str) -> None:
    try:
        file = place.open("x", encoding="utf-8")
    except FileExistsError:
        raise Taken(f"{place} already exists") from None
    try:
        with file:
            file.write(text)
    except OSError:
        with suppress(OSError):
            place.unlink()
        raise


def _replace(place: Path, text: str, mode: int) -> None:
    """A new file takes the old one's name: another name of the old one (a hard link) keeps what it holds."""
    part = place.with_name(f".saga-tui-{os.getpid()}.new")
    _write_new(part, text)
    try:
        part.chmod(mode)
        part.replace(place)
    except OSError:
        with suppress(OSError):
            part.unlink()
        raise
