"""What can go wrong with files, each in words that let a person mend it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from saga_tui.words import listed


class StoreError(Exception):
    """Anything that the store room has to tell a person."""


class BadFile(StoreError):
    """A file that is not a readable, plausible character.

    `line` and `column` count from 1 (0: the whole file); `mend` is one sentence on what to do.
    """

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
    """Why a character can only be looked at, in words, and what to do about it.

    `code` is `newer`, `open` (in another window), `locks` (none can be made), `protected` (the file is, against
    writing), `read-only` (its saved history is), `unreadable` (a part of that) or `game` (nobody knows the game that
    the file names, or it is not that of its saved history).
    """

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
    """Actions that are not on disk yet. They are kept and tried again.

    `rescue` is the file in the state folder that has them until then; empty where there is none.
    """

    def __init__(self, message: str, actions: int = 0, rescue: str = "") -> None:
        self.actions, self.rescue = actions, rescue
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
    """No character of that name; `near` holds the ones that look like it, `known` some that there are."""

    def __init__(self, name: str, near: Sequence[str] = (), known: Sequence[str] = ()) -> None:
        self.name, self.near = name, tuple(near)
        self.message = f'There is no character "{name}"'
        self.fix = f"Choose one of: {', '.join(known)}." if known else ""
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
    import errno

    words = {
        errno.ENOSPC: "disk full",
        errno.EDQUOT: "your disk quota is used up",
        errno.EROFS: "the disk is read-only",
        errno.EACCES: "no permission",
        errno.EPERM: "no permission",
        errno.EIO: "the disk reports an error",
        errno.ENOENT: "a folder is missing",
        errno.ENOTDIR: "a file is in the place of a folder",
        errno.ELOOP: "a link leads back to itself",
        errno.ENOLCK: "this disk cannot lock files",
    }
    return words.get(error.errno or 0, error.strerror or str(error) or type(error).__name__)


def error_in_words(error: Exception) -> str:
    """Return any error as a person would say it; one that nobody has thought of by its name."""
    return os_error_in_words(error) if isinstance(error, OSError) else f"{type(error).__name__}: {error}"
