"""The trash: a character goes there with its memory, and comes back with it. The file's own move is what counts."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from saga_tui.store.errors import BadFile
from saga_tui.store.event import Layout
from saga_tui.store.folders import MEMORY, free_path, slug
from saga_tui.store.fs import FS, RealFS
from saga_tui.store.ids import token
from saga_tui.store.looking import past
from saga_tui.store.places import memories_of
from saga_tui.store.reading import load

_TRASH = "trash"
_TIME = "%Y%m%dT%H%M%S%f"


@dataclass(frozen=True, slots=True)
class Trashed:
    """A character in the trash, with its memory."""

    folder: Path
    name: str
    at: datetime


def thrown(folder: Path) -> list[Trashed]:
    """What lies in a folder's trash, thrown away last first."""
    found = []
    for place in sorted(_listed(folder / MEMORY / _TRASH), reverse=True):
        try:
            at = datetime.strptime(place.name[: len("20260101T000000000000")], _TIME).replace(tzinfo=UTC)
        except ValueError:
            continue
        names = [item.name for item in _listed(place) if item.suffix == ".toml"]
        found += [Trashed(place, name, at) for name in names[:1]]
    return found


def throw_away(path: Path, layout: Layout, state_dir: Path | None) -> Trashed:
    """Move a file, and then its memory, to the trash. Raises OSError, and then nothing was moved.

    The file goes first: from that moment on the character is in the trash, wherever its memory still lies.
    """
    fs, at = RealFS(), datetime.now(UTC)
    memory = _memory(path, layout, state_dir)
    place = path.parent / MEMORY / _TRASH / f"{at:{_TIME}}-{slug(path.stem)}"
    fs.mkdir(str(place))
    _move(fs, path, place / path.name)
    if memory is not None:
        try:
            _move(fs, memory, place / memory.name)
        except OSError:
            _move(fs, place / path.name, path)
            raise
    return Trashed(place, path.name, at)


def restore(trashed: Trashed, folder: Path, layout: Layout, state_dir: Path | None) -> Path:
    """Move a character out of the trash, memory first; gives the path of its file. Raises BadFile, NotSaved, OSError.

    Under another file name where the old one is taken by now. Where its id is taken too (its file was put back by
    other means), it comes back as a character of its own: neither's memory is touched by the other's.
    """
    fs = RealFS()
    file, target = trashed.folder / trashed.name, free_path(folder, Path(trashed.name).stem)
    memories = _memories_in(trashed.folder)
    known = _id_of(file)
    if memories and known and (_files_with(folder, known) or memories_of(fs, str(folder), known, target.stem)):
        known = _with_an_id_of_its_own(file, memories, layout, state_dir)
        memories = _memories_in(trashed.folder)
    for memory in memories:
        name = f"{slug(target.stem)}-{token(known)}" if known else memory.name
        home = folder / MEMORY / name
        if not home.exists():
            _move(fs, memory, home)
    _move(fs, file, target)
    for place in (trashed.folder / MEMORY, trashed.folder):
        if place.is_dir() and not any(place.iterdir()):
            place.rmdir()
    return target


def _with_an_id_of_its_own(file: Path, memories: list[Path], layout: Layout, state_dir: Path | None) -> str:
    """Open the character where it lies in the trash, and give it another id, as an event."""
    from saga_tui.store.memory import Memory

    fs, inner = RealFS(), file.parent / MEMORY
    fs.mkdir(str(inner))
    for memory in memories:
        if memory.parent != inner:
            _move(fs, memory, inner / memory.name)
    with Memory.open(file, layout, state_dir=state_dir) as character:
        return character.become_another()


def _memory(path: Path, layout: Layout, state_dir: Path | None) -> Path | None:
    """The memory that goes with a file; it stays where another file of the same id (a copy by hand) needs it."""
    if path.is_symlink():
        return None
    try:
        memory = Path(past(path, layout, state_dir=state_dir).places.memory)
    except BadFile:
        return None
    known = _id_of(path)
    shared = known and any(other.name != path.name for other in _files_with(path.parent, known))
    return memory if memory.is_dir() and not shared else None


def _id_of(path: Path) -> Any:
    try:
        return load(path).get("id")
    except BadFile:
        return None


def _files_with(folder: Path, known: Any) -> list[Path]:
    return [path for path in _listed(folder) if path.suffix == ".toml" and _id_of(path) == known]


def _memories_in(place: Path) -> list[Path]:
    """The memories in a place of the trash; a bringing back that was killed may have put them one deeper."""
    found = [*_listed(place), *_listed(place / MEMORY)]
    return [item for item in found if item.is_dir() and item.name != MEMORY]


def _listed(folder: Path) -> list[Path]:
    return sorted(folder.iterdir()) if folder.is_dir() else []


def _move(fs: FS, old: Path, new: Path) -> None:
    """A rename that has reached the disk when this returns."""
    fs.replace(str(old), str(new))
    for folder in dict.fromkeys((new.parent, old.parent)):
        fs.fsync_dir(str(folder))
