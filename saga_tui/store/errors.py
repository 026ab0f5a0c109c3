"""What can go wrong with files, in words that let a person mend it; why a character may only be looked at."""

from __future__ import annotations

import errno
import os
import shlex
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from saga_tui.changes import Doc
from saga_tui.store.folders import MEMORY, Places
from saga_tui.store.fs import FS
from saga_tui.words import listed


class StoreError(Exception):
    """Anything that the store room has to tell a person."""


class BadFile(StoreError):
    """A file that is not a readable, plausible character. `line` and `column` count from 1 (0: the whole file); `mend`
    is one sentence on what to do."""

    def __init__(self, path: Path | None, line: int = 0, column: int = 0, message: str = "", fix: str = "") -> None:
        self.path, self.line, self.column, self.message, self.fix = path, line, column, message, fix
        super().__init__(message)

    @property
    def where(self) -> str:
        """`kestrel.toml, line 3, column 5`, as far as it is known."""
        name = self.path.name if self.path else "the text"
        return f"{name}, line {self.line}, column {self.column}" if self.line else name

    def __str__(self) -> str:
        return f"{self.where}: {self.message}." + (f" {self.fix}" if self.fix else "")


class Missing(BadFile):
    """The character's file is gone while its memory is still there: it can be rebuilt, if that is wanted."""


class Implausible(BadFile):
    """A file that can be read but has lost much of what was there: a person has to say whether it is meant."""


@dataclass(frozen=True, slots=True)
class Barred:
    """Why a character can only be looked at, in words, and what to do about it. `code` is `newer`, `looking` (it is
    somebody else's), `open` (in another window), `locks` (none can be made), `protected` (the file is, against
    writing), `read-only` (its saved history is), `unreadable` (a part of that) or `game` (nobody knows the game that
    the file names, or it is not that of its saved history)."""

    code: str
    message: str
    fix: str = ""

    @property
    def may_agree(self) -> bool:
        """Whether a person may say that it shall be written nonetheless."""
        return self.code in ("locks", "protected")

    def __str__(self) -> str:
        return f"{self.message}." + (f" {self.fix}" if self.fix else "")


class NotSaved(StoreError):
    """Actions that are not on disk yet. They are kept and tried again. `rescue` is the file in the state folder that
    has them until then; empty where there is none. `whose` names the file where it is not the one that is asked for."""

    def __init__(self, message: str, actions: int = 0, rescue: str = "") -> None:
        self.actions, self.rescue, self.whose = actions, rescue, ""
        super().__init__(message)

    def __str__(self) -> str:
        kept = f" Nothing is lost: it is kept in {self.rescue} and merged when you next open the character."
        return f"{self.args[0]}.{kept}" if self.rescue else str(self.args[0])


class FileBehind(NotSaved):
    """All that happened is durable, and only the character's file could not be written: it follows later."""


class ReadOnly(StoreError):
    """This copy may look but not write: another one has the character open, or the file is from a newer version."""


class TooMuch(StoreError):
    """An act that would make more of a character than a file may hold; it did not happen."""


class Locked(StoreError):
    """Another copy of the program has this character open."""


class NotFound(StoreError):
    """No character of that name, or no table; `near` holds those that look like it, `known` some that there are."""

    def __init__(self, name: str, near: Sequence[str] = (), known: Sequence[str] = (), what: str = "character") -> None:
        self.name, self.near = name, tuple(near)
        self.message = f'There is no {what} "{name}"'
        self.fix = f"Choose one of: {', '.join(known)}." if known else ""
        if what == "table" and not known:
            self.fix = "Create one: saga-tui new --table NAME."
        self.fix = f"Did you mean {listed(self.near, 'or')}?" if self.near else self.fix
        super().__init__(f"{self.message}. {self.fix}".rstrip())


class Ambiguous(StoreError):
    """More than one character of that name; `near` holds file stems that tell them apart."""

    def __init__(self, name: str, near: Sequence[str]) -> None:
        self.name, self.near = name, tuple(near)
        self.message, self.fix = f'"{name}" could be {listed(self.near, "or")}', "Choose one."
        super().__init__(f"{self.message}. {self.fix}")


def os_error_in_words(error: OSError) -> str:
    """An operating system error as a person would say it: `disk full`, `the disk reports an error (…)`."""
    words = {
        errno.ENOSPC: "disk full",
        errno.EDQUOT: "your disk quota is used up",
        errno.EROFS: "the disk is read-only",
        errno.EACCES: "no permission",
        errno.EPERM: "no permission",
        errno.EIO: "the disk reports an error",
        errno.ENOENT: "a folder is missing",
        errno.ENOTDIR: "a file is where a folder should be",
        errno.ELOOP: "a link leads back to itself",
        errno.ENOLCK: "this disk cannot lock files",
    }
    return words.get(error.errno or 0, error.strerror or str(error) or type(error).__name__)


def error_in_words(error: Exception) -> str:
    """Return any error as a person would say it; one that nobody has thought of by its name."""
    return os_error_in_words(error) if isinstance(error, OSError) else f"{type(error).__name__}: {error}"


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
    """Say which user a thing belongs to, `you` for the present one."""
    owner = ""
    with suppress(OSError, ImportError, KeyError):
        import pwd

        user = os.lstat(path).st_uid
        owner = "you" if user == os.geteuid() else pwd.getpwuid(user).pw_name
    return f"belongs to {owner or 'someone else'}"


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
