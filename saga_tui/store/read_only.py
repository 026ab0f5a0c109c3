"""A character's memory looked at from outside: nothing is written, locked or made, whatever state it is in."""

from __future__ import annotations

import errno
import heapq
import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import NoReturn

from saga_tui.changes import Doc
from saga_tui.store.event import Event, Layout
from saga_tui.store.folders import MEMORY, slug, state_folder
from saga_tui.store.fs import FS, PRIVATE_FILE, RealFS
from saga_tui.store.journal import line_back, newest_first, read_back
from saga_tui.store.kept import Kept, backups, kept_versions
from saga_tui.store.opening import Found, find, this_device
from saga_tui.store.places import Places, headers, memories_named
from saga_tui.store.records import Segment


class ReadOnlyFS(RealFS):
    """The real disk for looking only: a call that would change anything on it fails as on a read-only disk."""

    def open_append(self, path: str) -> int:
        """A descriptor that can read only: whoever opens a journal's end without writing there is none the wiser."""
        return os.open(path, os.O_RDONLY | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOFOLLOW", 0))

    def mkdir(self, path: str) -> None:
        """Never."""
        _refuse(path)

    def open_new(self, path: str, mode: int = PRIVATE_FILE) -> int:
        """Never."""
        _refuse(path)

    def replace(self, old: str, new: str) -> None:
        """Never."""
        _refuse(new)

    def exchange(self, one: str, other: str) -> None:
        """Never."""
        _refuse(other)

    def link(self, old: str, new: str) -> None:
        """Never."""
        _refuse(new)

    def unlink(self, path: str) -> None:
        """Never."""
        _refuse(path)


def _refuse(path: str) -> NoReturn:
    raise OSError(errno.EROFS, os.strerror(errno.EROFS), path)


@dataclass(frozen=True, slots=True)
class Past:
    """What there is of a character on disk: its file, its events, its kept versions."""

    found: Found
    fs: FS

    @property
    def places(self) -> Places:
        """Where everything lies."""
        return self.found.places

    @property
    def doc(self) -> Doc:
        """The character as this device's journal has it; without a journal, as the file has it."""
        return self.found.start.doc

    def events(self) -> Iterator[Event]:
        """Every event of every device, newest first, each once; older ones are read when they are reached."""
        places, aside = self.places, self._aside
        others = [device for device in self.fs.listdir(places.journals) if device != places.device]
        streams = [newest_first(self._back(device)) for device in others]
        streams.append(chain(reversed(aside), newest_first(self._back(places.device), aside)))
        return heapq.merge(*streams, key=lambda event: event.at, reverse=True)

    def own_events(self) -> Iterator[Event]:
        """The events of this device and of the journals that it goes on from, newest first."""
        places, aside = self.places, self._aside
        yield from reversed(aside)
        begun = self.found.start.begun
        for events, _strays in line_back(self.fs, places.journals, places.device, begun, known=aside):
            yield from reversed(events)

    @property
    def _aside(self) -> list[Event]:
        """What a rescue file has, and the journal perhaps not."""
        return self.found.start.events if self.found.start.adrift else []

    def _back(self, device: str) -> Iterator[Segment]:
        return read_back(self.fs, f"{self.places.journals}/{device}", device)

    def versions(self) -> list[Kept]:
        """Backups and kept versions of the file together, newest first."""
        found = [*backups(self.fs, self.places), *kept_versions(self.fs, self.places)]
        return sorted(found, key=lambda kept: kept.at, reverse=True)


def past(path: Path, layout: Layout, *, state_dir: Path | None = None) -> Past:
    """The past of a character's file, which may be damaged or gone as long as its memory is there. Raises BadFile."""
    fs = ReadOnlyFS()
    state = state_folder(state_dir)
    return Past(find(fs, Path(path), layout, this_device(fs, state), state), fs)


def gone(folder: Path, name: str) -> Path | None:
    """The path of a character whose file is gone while a memory begun for a file of that name is still there."""
    fs = ReadOnlyFS()
    stem = name.replace("\\", "/").rpartition("/")[2].removesuffix(".toml")[:200]
    if not (folder / MEMORY).is_dir() or not any(letter.isascii() and letter.isalnum() for letter in stem):
        return None
    with suppress(OSError):  # one that may not be read is another matter
        for memory in memories_named(fs, str(folder), slug(stem)):
            for file, _versions in headers(fs, memory):
                path = folder / Path(file).name
                if file.endswith(".toml") and not path.exists():
                    return path
    return None
