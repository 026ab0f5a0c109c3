"""Why a character may only be looked at: what stands in the way, whose it is, and how to mend it."""

from __future__ import annotations

import errno
import os
import shlex
from contextlib import suppress
from pathlib import Path
from typing import Final

from saga_tui.changes import Doc
from saga_tui.store.errors import Barred, os_error_in_words
from saga_tui.store.folders import MEMORY
from saga_tui.store.fs import FS
from saga_tui.store.places import Places

AGREED_LOCKS: Final = "locks"
AGREED_PROTECTED: Final = "protected"


def unreadable(path: str, error: OSError) -> Barred:
    """Return why nothing may be written while a part of the saved history cannot be read."""
    name = _short(path)
    if error.errno in (errno.EACCES, errno.EPERM):
        path = _culprit(path)
        return Barred("unreadable", f"{_short(path)} {_whose(path)}, and you may not read it", _fix(path))
    if error.errno == errno.ELOOP:
        fix = "Remove that link, or point it to the folder itself."
        return Barred("unreadable", f"{name} is a link that leads back to itself", fix)
    fix = "Your history may be in there, so nothing is written until it can be read."
    return Barred("unreadable", f"{name} cannot be read ({os_error_in_words(error)})", fix)


def newer(what: str) -> Barred:
    """Return why nothing may be written that a newer version of the program has begun."""
    return Barred("newer", f"{what} was made by a newer saga-tui", "Open it with that version.")


def of_another_game(name: str, doc: Doc, before: Doc) -> Barred | None:
    """Return why a file may not be written that names another game than its saved history; None where it does not."""
    said, was = doc.get("game"), before.get("game")
    if not said or not was or said == was:
        return None
    fix = f'Write game = "{was}" again; one document cannot change its game.'
    return Barred("game", f"{name} names the game {said!r}, and its saved history is of {was!r}", fix)


def in_another(name: str) -> Barred:
    """Return why nothing may be written that another window has open."""
    return Barred("open", f"{name} is open in another window", "Close it there first.")


def no_locks(name: str, error: Exception) -> Barred:
    """Return why nothing may be written where no lock can be made, by which others would know of it."""
    words = os_error_in_words(error) if isinstance(error, OSError) else str(error)
    return Barred("locks", f"{name} cannot be locked against other windows: {words}")


def unwritable(fs: FS, places: Places, segment: str = "") -> Barred | None:
    """Return why the saved history cannot be written; None where it can. `segment`: the one that is gone on with."""
    folders = (places.journal, places.journals, places.memory, f"{places.folder}/{MEMORY}", places.folder)
    there = next((folder for folder in folders if fs.stat(folder) is not None), places.folder)
    for path in (there, segment):
        if path and not fs.writable(path):
            return Barred("read-only", f"{_short(path)} is read-only for you", _fix(path) or "The disk is read-only.")
    return None


def protected(fs: FS, places: Places) -> Barred | None:
    """Return the wish of somebody who has write-protected the character's file; None where nobody has."""
    there = fs.stat(places.file)
    if there is None or not there.regular or (there.mode & 0o222 and fs.writable(places.file)):
        return None
    message = f"{places.name} is write-protected"
    if there.mode & 0o222:
        message += f": it {_whose(places.file)}"
    return Barred("protected", message)


def _culprit(path: str) -> str:
    """Return the first thing on the way to a path that may not be entered or read."""
    for place in (*reversed(Path(path).parents), Path(path)):
        if not os.access(place, os.R_OK | (os.X_OK if place.is_dir() else 0)):
            return str(place)
    return path


def _whose(path: str) -> str:
    owner = _owner(path)
    return f"belongs to {owner}" if owner else "belongs to someone else"


def _owner(path: str) -> str:
    """Return the name of the user that a thing belongs to, `you` for the present one."""
    with suppress(OSError, ImportError, KeyError):
        import pwd

        user = os.lstat(path).st_uid
        return "you" if user == os.geteuid() else pwd.getpwuid(user).pw_name
    return ""


def _fix(path: str) -> str:
    """Return the command that gives this user the right to read and write below a path."""
    with suppress(OSError, ImportError, KeyError):
        import pwd

        if not os.statvfs(path).f_flag & getattr(os, "ST_RDONLY", 1):
            me = pwd.getpwuid(os.geteuid()).pw_name
            if os.lstat(path).st_uid == os.geteuid():
                return f"To fix it: chmod -R u+rwX {shlex.quote(path)}"
            return f"To fix it: sudo chown -R {me} {shlex.quote(path)}"
    return ""


def _short(path: str) -> str:
    """Return a path as seen from the folder of characters."""
    return path[path.index(MEMORY) :] if f"/{MEMORY}" in path else path.rpartition("/")[2]
