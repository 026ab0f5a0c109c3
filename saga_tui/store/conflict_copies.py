"""The second versions of a file that sync tools leave beside it: known by the tools' own names and by the same id."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any, Final

from saga_tui.store.errors import BadFile
from saga_tui.store.fs import FS
from saga_tui.store.reading import MAX_BYTES, check_size, decode, load_text

_HINT: Final = re.compile("conflict|clash", re.IGNORECASE)
_COPY: Final = re.compile(
    r"(?P<stem>.+?)(?:"
    r" \((?:[^()]*['’]s )?conflicted copy(?: [^()]*)?\)"  # Dropbox, Nextcloud, ownCloud
    r"| \((?:[^()]*['’]s )?(?:case|unicode encoding|selective sync) conflict(?: \d+)?\)"  # Dropbox
    r"| \(SFConflict [^()]*\)"  # Seafile
    r"| \(case clash from [^()]*\)"  # Nextcloud
    r"|_conflict-\d{8}-\d{6}"  # ownCloud
    r"|\.sync-conflict-\d{8}-\d{6}(?:-[A-Z0-9]{7})?"  # Syncthing
    r")(?: \(\d+\))?\.toml",
    re.IGNORECASE,
)


def conflict_names(names: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Each name that a sync tool gives to a second version of a file, and the name of that file."""
    for name in names:
        if _HINT.search(name) and (match := _COPY.fullmatch(name)):
            yield name, f"{match['stem']}.toml"


def conflict_copies(fs: FS, folder: str, names: Iterable[str]) -> dict[str, str]:
    """The conflict copies among the names in a folder, each with the name of its original, which has the same id."""
    there = set(names)
    return {
        name: original
        for name, original in conflict_names(sorted(there))
        if original in there and (known := _id(fs, f"{folder}/{original}")) and known == _id(fs, f"{folder}/{name}")
    }


def _id(fs: FS, path: str) -> Any:
    with suppress(OSError, BadFile):
        data = fs.read(path, MAX_BYTES + 1)
        check_size(data, None)
        return load_text(decode(data)).get("id")
    return None
