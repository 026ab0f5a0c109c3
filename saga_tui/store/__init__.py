"""Characters on disk: find, load, save, lock, journal, recover. Knows no game's rules."""

from __future__ import annotations

from saga_tui.store.errors import (
    Ambiguous,
    BadFile,
    Implausible,
    Locked,
    Missing,
    NotFound,
    NotSaved,
    ReadOnly,
    StoreError,
)
from saga_tui.store.event import Event, Layout
from saga_tui.store.folders import characters_folder, slug, state_folder
from saga_tui.store.fs import FS, RealFS
from saga_tui.store.kept import Kept
from saga_tui.store.library import Entry, Library, Trashed
from saga_tui.store.locate import locate
from saga_tui.store.memory import Memory
from saga_tui.store.merging import Conflict
from saga_tui.store.reading import load, load_text
from saga_tui.store.render import NotToml, dumps

__all__ = [
    "FS",
    "Ambiguous",
    "BadFile",
    "Conflict",
    "Entry",
    "Event",
    "Implausible",
    "Kept",
    "Layout",
    "Library",
    "Locked",
    "Memory",
    "Missing",
    "NotFound",
    "NotSaved",
    "NotToml",
    "ReadOnly",
    "RealFS",
    "StoreError",
    "Trashed",
    "characters_folder",
    "dumps",
    "load",
    "load_text",
    "locate",
    "slug",
    "state_folder",
]
