"""A character's past found by name, for verbs that only look: nothing is written, locked or made."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from saga_tui.cli.names import Place
from saga_tui.cli.trouble import Trouble
from saga_tui.games.contract import Game

if TYPE_CHECKING:
    from saga_tui.store import Layout
    from saga_tui.store.read_only import Past


def path_of(place: Place, name: str) -> Path:
    """The character's file; one that is gone is found by its memory. `Trouble` where there is neither."""
    from saga_tui.store import Ambiguous, NotFound
    from saga_tui.store.read_only import gone

    try:
        return place.find(name)
    except Ambiguous as unclear:
        raise Trouble(str(unclear)) from None
    except NotFound as unknown:
        if path := gone(place.folder, name):
            return path
        raise Trouble(str(unknown)) from None


def layout_of(path: Path) -> Layout:
    """How the store shall read the file's game, or that of its journal."""
    from saga_tui.games.registry import layout_at
    from saga_tui.store import BadFile, Layout

    try:
        return layout_at(path)
    except BadFile:
        return Layout()


def past_of(path: Path) -> Past:
    """Return what the memory has of the character; `Trouble` where there is nothing, or nothing that may be read."""
    from saga_tui.store import BadFile
    from saga_tui.store.read_only import past

    try:
        then = past(path, layout_of(path))
    except BadFile as bad:
        raise Trouble(str(bad)) from None
    if then.found.barred is not None:
        raise Trouble(str(then.found.barred))
    return then


def game_in(then: Past) -> Game:
    """Return the game of a past; it takes a while to load. `Trouble` where nobody knows it."""
    from saga_tui.games.registry import UnknownGame, game_of

    try:
        return game_of(then.doc)
    except UnknownGame as unknown:
        raise Trouble(str(unknown)) from None
