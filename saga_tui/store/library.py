"""A folder of characters: listed, found by name, copied, renamed, moved to the trash and restored. Knows no game."""

from __future__ import annotations

import difflib
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from saga_tui.changes import Doc
from saga_tui.store.errors import Ambiguous, BadFile, Locked, NotFound, ReadOnly
from saga_tui.store.event import Layout
from saga_tui.store.folders import MEMORY, TABLES, file_stem, free_path, memories_of, new_id, slug, state_folder, token
from saga_tui.store.fs import FS, RealFS, put
from saga_tui.store.locks import in_use
from saga_tui.store.merging import conflict_copies
from saga_tui.store.toml import decode, load, read_bytes

NAMED = 5
"""So many of the characters that there are are named where none is like the one that was asked for."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One file of the library: its document, or what is wrong with it."""

    path: Path
    doc: Doc | None
    error: BadFile | None
    played: datetime | None


_TRASH = "trash"
_TIME = "%Y%m%dT%H%M%S%f"


@dataclass(frozen=True, slots=True)
class Trashed:
    """A character in the trash, with its memory."""

    folder: Path
    name: str
    at: datetime


class Library:
    """The characters of one folder. A bad file is an entry with its error, never an exception."""

    def __init__(
        self, folder: Path, *, state_dir: Path | None = None, layout: Layout | Callable[[Doc], Layout] | None = None
    ) -> None:
        """Nothing is made or read here; the folder need not exist. `layout` is that of all its documents, or says that
        of each."""
        self.folder = Path(folder).expanduser().absolute()
        self._tables: Library | None = None
        self._layout = layout or Layout()
        self._state_dir = state_dir

    def layout_of(self, doc: Doc | None) -> Layout:
        """How a document is written; one that cannot be read is like any."""
        if isinstance(self._layout, Layout):
            return self._layout
        return self._layout(doc) if doc else Layout()

    def name_of(self, doc: Doc | None) -> str:
        """A document's name, or nothing."""
        return self.layout_of(doc).name_of(doc or {})

    @property
    def tables(self) -> Library:
        """The tables in the folder, a library of their own."""
        if self._tables is None:
            self._tables = Library(self.folder / TABLES, state_dir=self._state_dir, layout=self._layout)
        return self._tables

    # -- looking

    def paths(self) -> list[Path]:
        """The character files, the one played last first; quick, only what is named like a conflict copy is read."""
        try:
            with os.scandir(self.folder) as items:
                found = {item.name: item for item in items if item.name.endswith(".toml")}
        except OSError:
            return []
        names = [name for name in found if not name.startswith(".")]
        copies = conflict_copies(RealFS(), str(self.folder), names)
        times = {name: _mtime(found[name]) for name in names if name not in copies}
        return [self.folder / name for name in sorted(times, key=lambda name: (-times[name], name))]

    def entry(self, path: Path) -> Entry:
        """One file as an entry."""
        try:
            played = datetime.fromtimestamp(path.stat().st_mtime, UTC).astimezone()
        except OSError:
            played = None
        try:
            return Entry(path, load(path), None, played)
        except BadFile as error:
            return Entry(path, None, error, played)

    def iter_entries(self) -> Iterator[Entry]:
        """The entries one by one, the one played last first: a long library can be shown while it is read."""
        yield from map(self.entry, self.paths())

    def entries(self) -> list[Entry]:
        """All entries, the one played last first."""
        return list(self.iter_entries())

    def names(self) -> list[str]:
        """What characters can be asked for by: their names and the stems of their files."""
        names = [self.name_of(entry.doc) for entry in self.iter_entries() if entry.doc is not None]
        return sorted({name for name in [*names, *(path.stem for path in self.paths())] if name})

    def find(self, name: str) -> Path:
        """The file of a character or a table, by its name, file stem or path (`tables/friday` too, where a character is
        called so); raises NotFound or Ambiguous with the near ones."""
        if os.sep in name or name.endswith(".toml"):
            for path in (Path(name).expanduser(), self.folder / name, self.folder / f"{name}.toml"):
                if path.exists() or path.is_symlink():  # a link to nowhere is told as what it is
                    return path
        paths = [*self.paths(), *(self.tables.paths() if (self.folder / TABLES).is_dir() else [])]
        for path in paths:
            if path.stem == name:
                return path
        known = [(path, self._name(path)) for path in paths]
        wanted = name.casefold()
        found = [path for path, called in known if wanted in (called.casefold(), path.stem.casefold())]
        found = found or [path for path, called in known if called and called.casefold().startswith(wanted)]
        found = found or [path for path, called in known if f" {wanted} " in f" {called.casefold()} "]
        if len(found) == 1:
            return found[0]
        if found:
            own = {path.stem for path in found if path.parent == self.folder}
            doubles = [path for path in found if path.parent != self.folder and path.stem in own]
            stems = [f"{TABLES}/{path.stem}" if path in doubles else path.stem for path in found]
            raise Ambiguous(name, stems)
        choices = {called.casefold(): called for _path, called in known if called}
        choices |= {path.stem: path.stem for path, called in known if file_stem(called) != path.stem}
        near = difflib.get_close_matches(wanted, choices, n=3, cutoff=0.5)
        raise NotFound(name, [choices[match] for match in near], list(dict.fromkeys(choices.values()))[:NAMED],
                       "table" if self.folder.name == TABLES else "character")  # fmt: skip

    def _name(self, path: Path) -> str:
        return self.name_of(self.entry(path).doc)

    # -- changing

    def copy(self, path: Path, name: str) -> Path:
        """A copy under another name, with an id and a memory of its own. Raises BadFile, OSError."""
        from saga_tui.store.commented import rewrite

        old = load(path)
        layout = self.layout_of(old)
        if layout.barred is not None:
            raise ReadOnly(str(layout.barred))
        new = layout.with_name({**old, "id": new_id()}, name)
        text = rewrite(decode(read_bytes(path), path), old, new) or layout.render(new)
        target = free_path(path.parent if path.parent == self.folder / TABLES else self.folder, file_stem(name))
        put(RealFS(), str(target), text.encode(), path.stat().st_mode & 0o777)
        return target

    def rename(self, path: Path, name: str) -> Path:
        """Another name, in the document as an event and for the file. Raises BadFile, Locked, NotSaved, OSError."""
        from saga_tui.store.memory import Memory

        self._may_touch(path)
        with Memory.open(path, self.layout_of(self.entry(path).doc), state_dir=self._state_dir) as memory:
            memory.rename(name)
            return self.folder / memory.path.name if path.parent == self.folder else memory.path

    def delete(self, path: Path) -> Trashed:
        """Move a character with its memory to the trash. Raises Locked, OSError, and then nothing was moved. The file
        goes first: from that moment on the character is in the trash, wherever its memory still lies."""
        self._may_touch(path)
        fs, at = RealFS(), datetime.now(UTC)
        memory = _memory(path, self.layout_of(self.entry(path).doc), self._state_dir)
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

    def trash(self) -> list[Trashed]:
        """What lies in the trash, thrown away last first; tables too."""
        return sorted([*self._trash(), *self.tables._trash()], key=lambda one: one.at, reverse=True)

    def _trash(self) -> list[Trashed]:
        found = []
        for place in sorted(_listed(self.folder / MEMORY / _TRASH), reverse=True):
            try:
                at = datetime.strptime(place.name[: len("20260101T000000000000")], _TIME).replace(tzinfo=UTC)
            except ValueError:
                continue
            names = [item.name for item in _listed(place) if item.suffix == ".toml"]
            found += [Trashed(place, name, at) for name in names[:1]]
        return found

    def restore(self, trashed: Trashed) -> Path:
        """Out of the trash, memory first, under another file name if the old one is taken; gives the file's path. Where
        its id is taken too (its file was put back by other means), it comes back as a character of its own: neither's
        memory is touched by the other's. Raises BadFile, NotSaved, OSError."""
        fs, folder, file = RealFS(), trashed.folder.parent.parent.parent, trashed.folder / trashed.name
        target = free_path(folder, Path(trashed.name).stem)
        memories = _memories_in(trashed.folder)
        known = _id_of(file)
        if memories and known and (_files_with(folder, known) or memories_of(fs, str(folder), known, target.stem)):
            known = _with_an_id_of_its_own(file, memories, self.layout_of(self.entry(file).doc), self._state_dir)
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

    def _may_touch(self, path: Path) -> None:
        doc = self.entry(path).doc
        id_ = doc.get("id") if doc else None
        memories = memories_of(RealFS(), str(path.parent), id_, path.stem) if id_ else []
        if in_use(state_folder(self._state_dir), path, *memories):
            raise Locked(f"{path.name} is open in another window. Close it there first")


def _mtime(item: os.DirEntry[str]) -> float:
    try:
        return item.stat().st_mtime
    except OSError:  # a link to nowhere is listed, and shown as a bad file
        return 0.0


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
    from saga_tui.store.read_only import past

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
