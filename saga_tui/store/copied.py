"""Documents that are other people's: their journals come from elsewhere, and nothing is written here but by them.

The memory's folder says so in `owner.toml`. The file beside it is for listings and for other programs; the journals
alone say how the document stands.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import Final

from saga_tui.safe import safe
from saga_tui.store.errors import BadFile, Barred
from saga_tui.store.folders import MEMORY, TABLES, slug
from saga_tui.store.fs import FS, put
from saga_tui.store.toml import dumps, load_text

OWNER: Final = "owner.toml"
"""In a memory's folder: whose it is."""
ELSEWHERE: Final = "elsewhere"
"""The code of why a copy cannot be written."""
_MOST: Final = 4_000


@dataclass(frozen=True, slots=True)
class Owner:
    """Who writes a document: the seat, what that is called, and the table that it came by."""

    who: str
    name: str = ""
    table: str = ""
    file: str = ""
    """The name of the file beside it, without its ending."""

    def barred(self, file: str) -> Barred:
        """Why the document in that file cannot be written here. A seat may be called as the character that plays it."""
        name = safe(self.name or self.who)
        who = "Its player" if slug(name) == slug(file.removesuffix(".toml")) else f"{name[:1].upper()}{name[1:]}"
        message = f"{who} plays this on another laptop"
        return Barred(ELSEWHERE, message, "You see it live. What you want of it at the table is offered to its player.")


def mark(fs: FS, memory: str, owner: Owner | None) -> None:
    """Write down whose a memory is; None: it is written here again. Raises OSError."""
    path = f"{memory}/{OWNER}"
    if owner is None:
        fs.unlink(path)
        fs.fsync_dir(memory)
    elif owner_of(fs, memory) != owner:
        fs.mkdir(memory)
        put(fs, path, dumps(asdict(owner)).encode())


def shared_by(fs: FS, folder: str) -> dict[str, str]:
    """Of each document in a folder that is somebody else's: the table that it came by, by its id."""
    return {doc: owner.table or owner.name or owner.who for doc, owner in copies_in(fs, folder)}


def copies_in(fs: FS, folder: str) -> Iterator[tuple[str, Owner]]:
    """The ids of all documents in a folder that are somebody else's, and whose."""
    for place in (folder, f"{folder}/{TABLES}"):
        for name in fs.listdir(f"{place}/{MEMORY}"):
            if (owner := owner_of(fs, f"{place}/{MEMORY}/{name}")) is not None:
                yield name.rpartition("-")[2], owner


def owner_of(fs: FS, memory: str) -> Owner | None:
    """Whose a memory is; None for one's own. One that cannot be read is somebody else's: nothing may be written."""
    try:
        data = fs.read(f"{memory}/{OWNER}", _MOST)
    except FileNotFoundError:
        return None
    except (OSError, NotADirectoryError):
        return Owner("?") if fs.stat(f"{memory}/{OWNER}") is not None else None
    with suppress(BadFile, UnicodeDecodeError):
        said = load_text(data.decode())
        return Owner(*(str(said.get(word, "")) for word in ("who", "name", "table", "file")))
    return Owner("?")
