"""Where one character's things lie, and which memory belongs to a file; git is told to leave memories alone."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from saga_tui.store.folders import MEMORY, sha, slug, token, unspelled
from saga_tui.store.fs import FS, put
from saga_tui.store.journal import read_back, segment_numbers, segment_path
from saga_tui.store.records import file_named

_LONGEST_NAME: Final = 200
"""Bytes of a file's name that leave room for more; 255 is the most that disks take."""


@dataclass(slots=True)
class Places:
    """The paths of one character: its file, and its memory in the folder beside it."""

    file: str
    memory: str
    device: str
    state: str = ""
    """The user's state folder; without it nothing is kept there."""

    @property
    def folder(self) -> str:
        """The folder that the file lies in."""
        return os.path.dirname(self.file)  # noqa: PTH120

    @property
    def name(self) -> str:
        """The file's name."""
        return os.path.basename(self.file)  # noqa: PTH119

    @property
    def stem(self) -> str:
        """The file's name without its ending."""
        return self.name.removesuffix(".toml")

    @property
    def beside(self) -> str:
        """Where the next version of the file is written before it takes its place; no name is too long for it."""
        name = self.name if len(os.fsencode(self.name)) <= _LONGEST_NAME else sha(os.fsencode(self.name))
        return f"{self.folder}/.~{name}.tmp"

    @property
    def displaced(self) -> str:
        """The version of the file that was displaced last: an editor that has it open may still write there."""
        return f"{self.memory}/displaced.toml"

    @property
    def journals(self) -> str:
        """The folder of all devices' journals."""
        return f"{self.memory}/journal"

    @property
    def journal(self) -> str:
        """This device's journal."""
        return f"{self.journals}/{self.device}"

    @property
    def kept(self) -> str:
        """Versions of the file that were displaced, raced or unreadable."""
        return f"{self.memory}/kept"

    @property
    def backups(self) -> str:
        """Versions of the file kept for their time."""
        return f"{self.memory}/backups"

    @property
    def questions(self) -> str:
        """Values of a merge made on this device that somebody has still to choose from."""
        return f"{self.memory}/conflicts-{self.device}.toml"

    @property
    def draft(self) -> str:
        """Text being typed."""
        return f"{self.memory}/draft.toml"


def new_memory(folder: str, stem: str, character_id: Any) -> str:
    """Where a new memory goes: `<folder>/.saga-tui/<stem>-<id>`."""
    return f"{folder}/{MEMORY}/{slug(stem)}-{token(character_id)}"


def memories_of(fs: FS, folder: str, character_id: Any, stem: str) -> list[str]:
    """The memories of an id, the one that is named after the file first."""
    wanted = token(character_id)
    names = [name for name in fs.listdir(f"{folder}/{MEMORY}") if name.rpartition("-")[2] == wanted]
    names.sort(key=lambda name: name != f"{slug(stem)}-{wanted}")
    return [f"{folder}/{MEMORY}/{name}" for name in names]


def memories_named(fs: FS, folder: str, stem: str) -> list[str]:
    """The memories that were begun for a file of this name."""
    names = fs.listdir(f"{folder}/{MEMORY}")
    return [f"{folder}/{MEMORY}/{name}" for name in names if name.rpartition("-")[0] == slug(stem)]


def names_in(fs: FS, memory: str) -> Iterator[str]:
    """Of each device's journal: the name of the file that it was for last."""
    for device in fs.listdir(f"{memory}/journal"):
        for number in reversed(segment_numbers(fs, f"{memory}/journal/{device}")):
            with suppress(OSError):
                name = file_named(fs.read(segment_path(f"{memory}/journal/{device}", number)))
                if name is not None:
                    yield unspelled(name)
                    break


def headers(fs: FS, memory: str) -> Iterator[tuple[str, set[str]]]:
    """Of each device's journal: the name of the file it was for, and the versions it knows the file to have held."""
    for device in fs.listdir(f"{memory}/journal"):
        with suppress(OSError):
            for segment in read_back(fs, f"{memory}/journal/{device}", device):
                if segment.header is not None:
                    marks = {getattr(entry, "sha", "") for entry in segment.entries}
                    yield unspelled(segment.header.file), marks | set(segment.header.versions)
                    break


_NAME: Final = ".gitattributes"
_TEXT: Final = b"# Written by saga-tui: these files keep the line ends that they were written with.\n* -text\n"


def tell_git(fs: FS, places: Places) -> None:
    """Keep git from putting other line ends into a memory that lies in a repository. A full disk is no trouble."""
    told = f"{places.folder}/{MEMORY}/{_NAME}"
    with suppress(OSError):
        if fs.stat(told) is None and fs.stat(places.memory) is not None:
            above = (places.folder, *map(str, Path(places.folder).parents))
            if any(fs.stat(f"{folder.rstrip('/')}/.git") is not None for folder in above):
                put(fs, told, _TEXT)
