"""The file beside a copy: the document as its journals have it, for listings and for whoever looks at it."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from saga_tui.changes import Doc
from saga_tui.store.copied import mark, owner_of
from saga_tui.store.errors import BadFile
from saga_tui.store.folders import file_stem, free_path, unspelled
from saga_tui.store.fs import FS, put
from saga_tui.store.journal import names_in, read_back
from saga_tui.store.replay import replay
from saga_tui.store.toml import dumps, load


def write_file(fs: FS, memory: str) -> None:
    """The document as its newest journal has it; a file of one's own is never written over. Raises OSError,
    NothingThere."""
    folder = memory.rpartition("/")[0].rpartition("/")[0]
    states = [replay(read_back(fs, f"{memory}/journal/{device}", device)) for device in fs.listdir(f"{memory}/journal")]
    if not states:  # deleted meanwhile
        return
    newest = max(states, key=lambda state: (state.events[-1].at if state.events else "", state.last_id))
    owner = owner_of(fs, memory)
    stem = file_stem(unspelled(newest.file).removesuffix(".toml"))
    if owner is None:
        if any(fs.stat(f"{folder}/{name}") is not None for name in names_in(fs, memory)):
            return  # one's own by now
        path = free_path(Path(folder), stem)
    elif owner.file:
        path = Path(folder, f"{owner.file}.toml")
    else:
        known = [Path(folder, f"{stem}.toml")] if _is_its_own(folder, stem, newest.doc) else []
        path = known[0] if known else free_path(Path(folder), stem)
        mark(fs, memory, replace(owner, file=path.stem))
    put(fs, str(path), dumps(newest.doc).encode())


def _is_its_own(folder: str, stem: str, doc: Doc) -> bool:
    """Whether the file of that name is an older state of the same document."""
    with suppress(OSError, BadFile):
        return bool(load(Path(folder, f"{stem}.toml")).get("id") == doc.get("id"))
    return False
