"""Where things lie: the folders of characters and of the user's state, one character's paths; names, ids, versions."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from saga_tui.store.fs import FS

MEMORY = ".saga-tui"
"""The folder beside the characters that holds their memories and the trash."""

TABLES: Final = "tables"
"""The folder among the characters in which the files of tables lie, with a folder of memories of its own."""

_BYTES = "bytes:"
_LONGEST: Final = 40
"""The longest name of a file: in no script more bytes than any disk takes."""
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)")


def slug(name: str) -> str:
    """A file name made of a name: small letters, digits and hyphens, at most 40, never empty, never a device of DOS."""
    plain = unicodedata.normalize("NFKD", name[:400]).encode("ascii", "ignore").decode().lower()
    stem = re.sub(r"[^a-z0-9]+", "-", plain.replace("'", ""))[:40].strip("-")
    if not stem:
        return "character"
    return f"{stem}-1" if _RESERVED.fullmatch(stem) else stem


def file_stem(name: str) -> str:
    """The same for a file that a person sees: a name without any Latin letter keeps its own letters (`木曜日`), where
    the system can write them."""
    plain = slug(name)
    if plain != "character":
        return plain
    letters = unicodedata.normalize("NFC", name[:400]).casefold()
    kept = (one if unicodedata.category(one)[0] in "LMN" else "-" for one in letters)
    own = re.sub("-+", "-", "".join(kept))[:_LONGEST].strip("-")
    try:
        os.fsencode(own)
        own.encode()
    except UnicodeEncodeError:
        return plain
    return own or plain


def spelled(name: str) -> str:
    """Return a file's name or path as a text that any file can hold: one that is not UTF-8 in its bytes."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return _BYTES + os.fsencode(name).hex()
    return name


def unspelled(text: str) -> str:
    """Return the name that `spelled` made a text of."""
    if text.startswith(_BYTES):
        with suppress(ValueError):
            return os.fsdecode(bytes.fromhex(text.removeprefix(_BYTES)))
    return text


def free_path(folder: Path, stem: str) -> Path:
    """A path in the folder that nothing has yet: `kestrel.toml`, else `kestrel-2.toml` and so on."""
    path, number = folder / f"{stem}.toml", 1
    while path.exists() or path.is_symlink():
        number += 1
        path = folder / f"{stem}-{number}.toml"
    return path


def characters_folder(explicit: Path | None) -> Path:
    """The folder of characters: as said, else $SAGA_TUI_DIR, else ./characters if there is one, else the user's own."""
    if explicit is not None:
        return explicit.expanduser().absolute()
    if told := os.environ.get("SAGA_TUI_DIR"):
        return Path(told).expanduser().absolute()
    if (here := Path.cwd() / "characters").is_dir():
        return here
    import platformdirs

    return Path(platformdirs.user_data_dir("saga-tui", appauthor=False)) / "characters"


def state_folder(explicit: Path | None = None) -> Path:
    """The user's state folder (locks, this device's name): as said, else $SAGA_TUI_STATE, else the system's place."""
    if explicit is not None:
        return explicit.absolute()
    if told := os.environ.get("SAGA_TUI_STATE"):
        return Path(told).expanduser().absolute()
    import platformdirs

    return Path(platformdirs.user_state_dir("saga-tui", appauthor=False))


_LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"
_TOKEN = re.compile(r"[a-z0-9]{4,32}")


def new_id() -> str:
    """Forty random bits in eight letters: enough that two characters of one table never share an id."""
    from secrets import choice  # the first frame needs none

    return "".join(choice(_LETTERS) for _ in range(8))


def token(character_id: Any) -> str:
    """The id as it stands in folder names. One that a person made up (`../..`, 600 letters) is hashed."""
    text = character_id if isinstance(character_id, str) else repr(character_id)
    return text if _TOKEN.fullmatch(text) else "x" + sha(text.encode("utf-8", "surrogatepass"))[:15]


def sha(data: bytes) -> str:
    """The name of a version of a file: 32 hexadecimal digits of SHA-256."""
    import hashlib  # the first frame needs none

    return hashlib.sha256(data).hexdigest()[:32]


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


def kin(folder: str) -> tuple[str, ...]:
    """The folders whose documents can take part in one act with those of a folder: itself, that of the tables in it,
    and, of a folder of tables, the one that it lies in."""
    above, name = os.path.split(folder)
    return (folder, os.path.join(folder, TABLES), *([above] if name == TABLES else []))  # noqa: PTH118


def common(folders: Iterable[str]) -> str | None:
    """The folder in which an act over documents of these folders is written down: it is read by whoever opens one of
    them. None where they are no kin."""
    found = {*folders}
    first = min(found, key=len)
    return first if found <= {first, os.path.join(first, TABLES)} else None  # noqa: PTH118


def memories_named(fs: FS, folder: str, stem: str) -> list[str]:
    """The memories that were begun for a file of this name."""
    names = fs.listdir(f"{folder}/{MEMORY}")
    return [f"{folder}/{MEMORY}/{name}" for name in names if name.rpartition("-")[0] == slug(stem)]


_ATTRIBUTES: Final = ".gitattributes"
_TEXT: Final = b"# Written by saga-tui: these files keep the line ends that they were written with.\n* -text\n"


def tell_git(fs: FS, places: Places) -> None:
    """Keep git from putting other line ends into a memory that lies in a repository. A full disk is no trouble."""
    from saga_tui.store.fs import put

    told = f"{places.folder}/{MEMORY}/{_ATTRIBUTES}"
    with suppress(OSError):
        if fs.stat(told) is None and fs.stat(places.memory) is not None:
            above = (places.folder, *map(str, Path(places.folder).parents))
            if any(fs.stat(f"{folder.rstrip('/')}/.git") is not None for folder in above):
                put(fs, told, _TEXT)
