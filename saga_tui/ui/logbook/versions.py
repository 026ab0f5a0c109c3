"""The backups and kept versions of a character's file, each in words and with its difference to now."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Final

from saga_tui.changes import Change, diff
from saga_tui.store import BadFile, Kept
from saga_tui.store.external_edits import upgraded

if TYPE_CHECKING:
    from saga_tui.store import Memory

_WHY: Final = {
    "session": "session start",
    "before-restore": "before restoring a version",
    "migrate": "before an update of the file format",
    "by-hand": "made by you",
    "edit": "edited by hand",
    "unreadable": "could not be read",
    "raced": "saved by an editor at the same time",
    "displaced": "replaced by another program",
    "late": "saved late by an editor",
    "left-over": "left by an interrupted save",
    "conflict-copy": "conflict copy of a sync tool",
    "git-conflict": "with git conflict markers",
}


@dataclass(frozen=True, slots=True)
class Version:
    """One version that can be brought back; `size` in bytes."""

    kept: Kept
    backup: bool
    size: int

    @property
    def sort(self) -> str:
        """Which of the two sorts it is, in a word."""
        return "backup" if self.backup else "kept"

    @property
    def reason(self) -> str:
        """Why it is there. A backup is taken before a thing happens, another version is what was displaced."""
        return _WHY.get(self.kept.why, self.kept.why.replace("-", " "))

    @property
    def when(self) -> datetime:
        """When it was kept, on this machine's clock."""
        return self.kept.at.astimezone()


@dataclass(frozen=True, slots=True)
class Difference:
    """What bringing a version back would change, now → then; or what is wrong with it."""

    changes: tuple[Change, ...] = ()
    problem: str = ""


def versions_of(memory: Memory) -> list[Version]:
    """All versions, newest first. Those that vanish while they are looked for are left out."""
    found = [*_of(memory.backups, True), *_of(memory.kept, False)]
    return sorted(found, key=lambda version: version.kept.at, reverse=True)


def _of(give: Callable[[], list[Kept]], backup: bool) -> list[Version]:
    found = []
    for kept in give():
        try:
            found.append(Version(kept, backup, kept.path.stat().st_size))
        except OSError:
            continue
    return found


def difference(memory: Memory, version: Version) -> Difference:
    """What would change if it were brought back; its id and its format stay those of now."""
    try:
        then = upgraded(version.kept.load(), memory.layout, version.kept.path)
        then = {**then, "id": memory.doc["id"]} if "id" in memory.doc else then
        memory.layout.validate(then)
    except BadFile as error:
        return Difference(problem=str(error))
    except (ValueError, OSError) as error:
        return Difference(problem=str(error) or type(error).__name__)
    return Difference(diff(memory.doc, then))


def size_words(size: int) -> str:
    """`812 B`, `6.1 KB`."""
    return f"{size} B" if size < 1000 else f"{size / 1000:.1f} KB"
