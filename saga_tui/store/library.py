"""A folder of characters: listed, found by name, copied, renamed, thrown away and brought back. Knows no game."""

from __future__ import annotations

import difflib
import os
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from saga_tui.changes import Doc
from saga_tui.store.conflict_copies import conflict_copies
from saga_tui.store.errors import Ambiguous, BadFile, Locked, NotFound
from saga_tui.store.event import Layout
from saga_tui.store.folders import free_path, slug, state_folder
from saga_tui.store.fs import RealFS, put
from saga_tui.store.ids import new_id
from saga_tui.store.locks import in_use
from saga_tui.store.places import memories_of
from saga_tui.store.reading import load
from saga_tui.store.trash import Trashed, restore, throw_away, thrown


@dataclass(frozen=True, slots=True)
class Entry:
    """One file of the library: its document, or what is wrong with it."""

    path: Path
    doc: Doc | None
    error: BadFile | None
    played: datetime | None


class Library:
    """The characters of one folder. A bad file is an entry with its error, never an exception."""

    def __init__(self, folder: Path, *, state_dir: Path | None = None, layout: Layout | None = None) -> None:
        """Nothing is made or read here; the folder need not exist."""
        self.folder = Path(folder).expanduser().absolute()
        self.layout = layout or Layout()
        self._state_dir = state_dir

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
        names = [self.layout.name_of(entry.doc) for entry in self.iter_entries() if entry.doc is not None]
        return sorted({name for name in [*names, *(path.stem for path in self.paths())] if name})

    def find(self, name: str) -> Path:
        """The file of a character, by its name, file stem or path; raises NotFound or Ambiguous with the near ones."""
        if os.sep in name or name.endswith(".toml"):
            for path in (Path(name).expanduser(), self.folder / name):
                if path.exists() or path.is_symlink():  # a link to nowhere is told as what it is
                    return path
        paths = self.paths()
        for path in paths:
            if path.stem == name:
                return path
        known = [(path, self._name(path)) for path in paths]
        wanted = name.casefold()
        found = [path for path, called in known if wanted in (called.casefold(), path.stem.casefold())]
        found = found or [path for path, called in known if called and called.casefold().startswith(wanted)]
        if len(found) == 1:
            return found[0]
        if found:
            raise Ambiguous(name, [path.stem for path in found])
        choices = {called.casefold(): called for _path, called in known if called}
        choices |= {path.stem: path.stem for path, called in known if slug(called) != path.stem}
        near = difflib.get_close_matches(wanted, choices, n=3, cutoff=0.5)
        raise NotFound(name, [choices[match] for match in near])

    def _name(self, path: Path) -> str:
        doc = self.entry(path).doc
        return self.layout.name_of(doc) if doc else ""

    # -- changing

    def copy(self, path: Path, name: str) -> Path:
        """A copy under another name, with an id and a memory of its own. Raises BadFile, OSError."""
        from saga_tui.store.comments import rewrite
        from saga_tui.store.reading import decode, read_bytes

        old = load(path)
        new = self.layout.with_name({**old, "id": new_id()}, name)
        text = rewrite(decode(read_bytes(path), path), old, new) or self.layout.render(new)
        target = free_path(self.folder, slug(name))
        put(RealFS(), str(target), text.encode(), path.stat().st_mode & 0o777)
        return target

    def rename(self, path: Path, name: str) -> Path:
        """Another name, in the document as an event and for the file. Raises BadFile, Locked, NotSaved, OSError."""
        from saga_tui.store.memory import Memory

        self._may_touch(path)
        with Memory.open(path, self.layout, state_dir=self._state_dir) as memory:
            memory.rename(name)
            return self.folder / memory.path.name if path.parent == self.folder else memory.path

    def delete(self, path: Path) -> Trashed:
        """Move a character with its memory to the trash. Raises Locked, OSError."""
        self._may_touch(path)
        return throw_away(path, self.layout, self._state_dir)

    def trash(self) -> list[Trashed]:
        """What lies in the trash, thrown away last first."""
        return thrown(self.folder)

    def restore(self, trashed: Trashed) -> Path:
        """Out of the trash, memory and all; under another file name if the old one is taken.

        Where its file was put back by other means it comes back with an id of its own. Raises BadFile, NotSaved,
        OSError.
        """
        return restore(trashed, self.folder, self.layout, self._state_dir)

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
