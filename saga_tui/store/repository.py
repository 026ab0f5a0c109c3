"""Characters in a git repository: git is told to leave the memories as they are written."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Final

from saga_tui.store.folders import MEMORY
from saga_tui.store.fs import FS, put
from saga_tui.store.places import Places

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
