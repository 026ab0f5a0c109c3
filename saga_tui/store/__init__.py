"""Characters on disk: find, load, save, lock, journal, recover. Knows no game's rules.

A name is loaded with its module when it is first used, so that asking where the characters are costs nothing else.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from saga_tui.store.errors import Ambiguous as Ambiguous
    from saga_tui.store.errors import BadFile as BadFile
    from saga_tui.store.errors import FileBehind as FileBehind
    from saga_tui.store.errors import Implausible as Implausible
    from saga_tui.store.errors import Locked as Locked
    from saga_tui.store.errors import Missing as Missing
    from saga_tui.store.errors import NotFound as NotFound
    from saga_tui.store.errors import NotSaved as NotSaved
    from saga_tui.store.errors import ReadOnly as ReadOnly
    from saga_tui.store.errors import StoreError as StoreError
    from saga_tui.store.errors import TooMuch as TooMuch
    from saga_tui.store.event import Event as Event
    from saga_tui.store.event import Layout as Layout
    from saga_tui.store.folders import characters_folder as characters_folder
    from saga_tui.store.folders import file_stem as file_stem
    from saga_tui.store.folders import slug as slug
    from saga_tui.store.folders import state_folder as state_folder
    from saga_tui.store.fs import FS as FS
    from saga_tui.store.fs import RealFS as RealFS
    from saga_tui.store.kept import Kept as Kept
    from saga_tui.store.library import Entry as Entry
    from saga_tui.store.library import Library as Library
    from saga_tui.store.library import Trashed as Trashed
    from saga_tui.store.locate import Locator as Locator
    from saga_tui.store.memory import Memory as Memory
    from saga_tui.store.merging import Conflict as Conflict
    from saga_tui.store.toml import NotToml as NotToml
    from saga_tui.store.toml import dumps as dumps
    from saga_tui.store.toml import load as load
    from saga_tui.store.toml import load_text as load_text

_NAMES: Final = {
    "errors": "Ambiguous BadFile FileBehind Implausible Locked Missing NotFound NotSaved ReadOnly StoreError TooMuch",
    "event": "Event Layout",
    "folders": "characters_folder file_stem slug state_folder",
    "fs": "FS RealFS",
    "kept": "Kept",
    "library": "Entry Library Trashed",
    "locate": "Locator",
    "memory": "Memory",
    "merging": "Conflict",
    "toml": "NotToml dumps load load_text",
}
_HOME: Final = {name: module for module, names in _NAMES.items() for name in names.split()}


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    globals()[name] = value
    return value
