"""Documents found by their ids, wherever their files were renamed to, and opened beside another one; or why not."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

from saga_tui.changes import Doc
from saga_tui.store.errors import BadFile, Missing, StoreError, in_another
from saga_tui.store.event import Layout
from saga_tui.store.folders import MEMORY, memories_of
from saga_tui.store.fs import FS
from saga_tui.store.groups import OPEN
from saga_tui.store.journal import names_in
from saga_tui.store.memory import Memory
from saga_tui.store.opening import find
from saga_tui.store.toml import MAX_BYTES, decode, load_text

_FIRST: Final = 4_000
"""In so many bytes a file says its id."""
_LONGEST: Final = 200
_ID: Final = re.compile(rb"""^id\s*=\s*["']([^"'\\\n]+)["']""", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Seen:
    """A document that was looked for: open for writing, or what is wrong (`code`: `missing`, `trash`, `damaged`,
    `unsaved`, `game`, `open` and the others of `Barred`), what to do about it, and its last state where there is
    one."""

    memory: Memory | None = None
    """Open for writing; for looking only where `code` says why."""
    code: str = ""
    message: str = ""
    fix: str = ""
    doc: Doc | None = None
    shared: bool = False
    """Whether it was open in this program before: whoever opened it closes it."""


class Ids:
    """Which file of a folder has which id in its first lines, read once, when somebody has to be looked for."""

    def __init__(self, fs: FS, folder: str) -> None:
        """Nothing is read here."""
        self.fs, self.folder = fs, folder

    @cached_property
    def names(self) -> dict[str, list[str]]:
        """The names of the files by the ids that they begin with."""
        found: dict[str, list[str]] = {}
        for name in _files(self.fs, self.folder):
            with suppress(OSError):
                said = _ID.search(self.fs.read(f"{self.folder}/{name}", _FIRST))
                if said is not None:
                    found.setdefault(said[1].decode("utf-8", "replace"), []).append(name)
        return found


def file_of(
    fs: FS, folder: str, identity: str, hint: str = "", ids: Ids | None = None
) -> tuple[Path | None, Doc | None]:
    """The file of the document with that id, and what is in it: as its memory calls it, as the table does (`hint`,
    without the ending), else whichever begins with the id. One that is damaged or gone is found by its memory."""
    known = [Path(name).name for memory in memories_of(fs, folder, identity, hint) for name in names_in(fs, memory)]
    broken: Path | None = None
    for name in dict.fromkeys([*known, *_hinted(hint)]):
        doc, there = _read(fs, f"{folder}/{name}")
        if doc is not None and doc.get("id") == identity:
            return Path(folder, name), doc
        broken = broken or (Path(folder, name) if doc is None and there and (name in known or not known) else None)
    for name in (ids or Ids(fs, folder)).names.get(identity, ()):
        doc, _there = _read(fs, f"{folder}/{name}")
        if doc is not None and doc.get("id") == identity:
            return Path(folder, name), doc
    return broken or next((Path(folder, name) for name in known), None), None


def _hinted(hint: str) -> list[str]:
    """The name of the file that a table remembers; nothing where that is no name of a file in the folder."""
    plain = hint and not hint.startswith(".") and not {*hint} & {"/", "\\", "\0"} and len(hint.encode()) <= _LONGEST
    return [f"{hint}.toml"] if plain else []


def _files(fs: FS, folder: str) -> list[str]:
    with suppress(OSError):
        return sorted(name for name in fs.listdir(folder) if name.endswith(".toml") and not name.startswith("."))
    return []


def _read(fs: FS, path: str) -> tuple[Doc | None, bool]:
    """The document in a file, and whether there is a file at all."""
    try:
        data = fs.read(path, MAX_BYTES + 1)
    except FileNotFoundError:
        return None, False
    except OSError:
        return None, True
    with suppress(BadFile):
        if len(data) <= MAX_BYTES:
            return load_text(decode(data, Path(path)), Path(path)), True
    return None, True


def open_beside(
    memory: Memory,
    folder: str,
    identity: str,
    hint: str,
    layout: Layout,
    *,
    fits: Callable[[Doc], str] = lambda _doc: "",
    look: bool = False,
    held: bool = False,
    ids: Ids | None = None,
) -> Seen:
    """Open the document with that id as another one is open: on its disk, for writing, with a writer thread where that
    one has it. `fits` says why a document may not be opened so, or nothing; `look`: to look only; with
    `held` it is said of one that another window has open. Nothing is raised: what is wrong is in what is returned."""
    fs = memory.fs
    path, doc = file_of(fs, folder, identity, hint, ids)
    if path is None:
        return _nowhere(fs, folder, identity)
    for here in list(OPEN):
        if isinstance(here, Memory) and here.identity == identity and here.on_disk(fs) and here.path == path:
            return Seen(here, doc=here.doc, shared=True)
    if doc is not None and (why := fits(doc)):
        return Seen(None, "game", f"{path.name} {why}", "", doc)
    try:
        other = memory.beside(path, layout, read_only=look)
        if other.identity != identity:  # a copy of the file, or one that took the place of the one that is meant
            other.close()
            return _nowhere(fs, folder, identity)
        return _judged(other, look, held)
    except Missing:
        fix = f"Restore it with saga-tui restore {path.stem} last."
        return Seen(
            None, "missing", f"{path.name} is missing, but its saved history is there", fix, _last(memory, path)
        )
    except (BadFile, OSError, ValueError) as error:
        message, fix = (error.message, error.fix) if isinstance(error, BadFile) else (str(error), "")
        fix = fix or "Correct the file, or restore a backup of it."
        return Seen(None, "damaged", f"{path.name} cannot be read: {message}", fix, _last(memory, path))
    except StoreError as error:
        fix = "Make room on the disk, or wait until it can be written again."
        return Seen(None, "unsaved", f"{path.name} cannot be opened for writing: {error}", fix, doc)


def _judged(other: Memory, look: bool, held: bool) -> Seen:
    """What was opened; one with a problem that only a person can settle is closed again, and one that may not be
    written stays open to look at."""
    name, doc, problem, barred = other.path.name, other.doc, other.problem, other.barred
    if problem is not None:
        other.close()
        where = f", line {problem.line}" if problem.line else ""
        return Seen(None, "damaged", f"{name}{where}: {problem.message}", problem.fix or "Correct the file.", doc)
    if barred is None and look and held and other.is_held:
        barred = in_another(name)
    if barred is None:
        return Seen(other, "look" if look else "", doc=doc)
    holder = f" ({other.holder})" if barred.code == "open" and other.holder else ""
    return Seen(other, barred.code, f"{barred.message}{holder}", barred.fix, doc)


def _last(memory: Memory, path: Path) -> Doc | None:
    """The last state that the memory of a file has."""
    with suppress(BadFile, OSError):
        return find(memory.fs, path, Layout(), memory.device, memory.state).start.doc
    return None


def _nowhere(fs: FS, folder: str, identity: str) -> Seen:
    """There is no such file here; it may lie in the trash."""
    trash = f"{folder}/{MEMORY}/trash"
    for place in fs.listdir(trash):
        for name in _files(fs, f"{trash}/{place}"):
            doc, _there = _read(fs, f"{trash}/{place}/{name}")
            if doc is not None and doc.get("id") == identity:
                fix = f"Restore it in the library (t), or with saga-tui trash restore {Path(name).stem}."
                return Seen(None, "trash", f"{name} is in the trash", fix, doc)
    fix = "Put its file back into the folder of characters, or remove it from the table."
    return Seen(None, "missing", f"There is no character with the id {identity}", fix)
