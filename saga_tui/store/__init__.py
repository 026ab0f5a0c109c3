"""Characters on disk: find, load, save, lock, journal, recover. Knows no game's rules.

A name is loaded with its module when it is first used, so that asking where the characters are costs nothing else.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from saga_tui.store.errors import (
        Ambiguous,
        BadFile,
        FileBehind,
        Implausible,
        Locked,
        Missing,
        NotFound,
        NotSaved,
        ReadOnly,
        StoreError,
        TooMuch,
    )
    from saga_tui.store.event import Event, Layout
    from saga_tui.store.folders import characters_folder, slug, state_folder
    from saga_tui.store.fs import FS, RealFS
    from saga_tui.store.kept import Kept
    from saga_tui.store.library import Entry, Library, Trashed
    from saga_tui.store.locate import Locator
    from saga_tui.store.memory import Memory
    from saga_tui.store.merging import Conflict
    from saga_tui.store.toml import NotToml, dumps, load, load_text

__all__ = [
    "FS",
    "Ambiguous",
    "BadFile",
    "Conflict",
    "Entry",
    "Event",
    "FileBehind",
    "Implausible",
    "Kept",
    "Layout",
    "Library",
    "Locator",
    "Locked",
    "Memory",
    "Missing",
    "NotFound",
    "NotSaved",
    "NotToml",
    "ReadOnly",
    "RealFS",
    "StoreError",
    "TooMuch",
    "Trashed",
    "characters_folder",
    "dumps",
    "load",
    "load_text",
    "slug",
    "state_folder",
]

_HOME = {
    "Ambiguous": "errors",
    "BadFile": "errors",
    "characters_folder": "folders",
    "Conflict": "merging",
    "dumps": "toml",
    "Entry": "library",
    "Event": "event",
    "FileBehind": "errors",
    "FS": "fs",
    "Implausible": "errors",
    "Kept": "kept",
    "Layout": "event",
    "Library": "library",
    "load": "toml",
    "load_text": "toml",
    "Locator": "locate",
    "Locked": "errors",
    "Memory": "memory",
    "Missing": "errors",
    "NotFound": "errors",
    "NotSaved": "errors",
    "NotToml": "toml",
    "ReadOnly": "errors",
    "RealFS": "fs",
    "slug": "folders",
    "state_folder": "folders",
    "StoreError": "errors",
    "TooMuch": "errors",
    "Trashed": "library",
}
"""The module of each name."""


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    globals()[name] = value
    return value
