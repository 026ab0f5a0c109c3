"""Where things lie: the folder of characters, the user's state, names of files; ids and versions."""

from __future__ import annotations

import hashlib
import os
import re
import secrets
import unicodedata
from contextlib import suppress
from pathlib import Path
from typing import Any

MEMORY = ".saga-tui"
"""The folder beside the characters that holds their memories and the trash."""

_BYTES = "bytes:"
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)")


def slug(name: str) -> str:
    """A file name made of a name: small letters, digits and hyphens, at most 40, never empty, never a device of DOS."""
    plain = unicodedata.normalize("NFKD", name[:400]).encode("ascii", "ignore").decode().lower()
    stem = re.sub(r"[^a-z0-9]+", "-", plain.replace("'", ""))[:40].strip("-")
    if not stem:
        return "character"
    return f"{stem}-1" if _RESERVED.fullmatch(stem) else stem


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
    return "".join(secrets.choice(_LETTERS) for _ in range(8))


def token(character_id: Any) -> str:
    """The id as it stands in folder names. One that a person made up (`../..`, 600 letters) is hashed."""
    text = character_id if isinstance(character_id, str) else repr(character_id)
    return text if _TOKEN.fullmatch(text) else "x" + sha(text.encode("utf-8", "surrogatepass"))[:15]


def sha(data: bytes) -> str:
    """The name of a version of a file: 32 hexadecimal digits of SHA-256."""
    return hashlib.sha256(data).hexdigest()[:32]
