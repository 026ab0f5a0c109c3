"""The games there are. A new game is one folder and one line here."""

from __future__ import annotations

from importlib import import_module
from typing import cast

from saga_tui.changes import Doc
from saga_tui.games.contract import Game
from saga_tui.store import Layout, dumps

GAMES = {"saga": "saga_tui.games.saga.game"}
"""Where each game's object `GAME` is found; loaded when it is asked for."""
DEFAULT = "saga"


class UnknownGame(ValueError):
    """A file names a game that this program does not have."""


def game(key: str = DEFAULT) -> Game:
    """The game of that key; `UnknownGame` where there is none."""
    if key not in GAMES:
        raise UnknownGame(f"There is no game {key!r} here. Known: {', '.join(GAMES)}.")
    return cast(Game, import_module(GAMES[key]).GAME)


def game_of(doc: Doc) -> Game:
    """The game that a document names; one without a word on it is of the default game."""
    return game(str(doc.get("game", DEFAULT)))


def layout(doc_or_key: Doc | str) -> Layout:
    """How the store shall write a game's documents and tell a character from a cut-off file."""
    chosen = game(doc_or_key) if isinstance(doc_or_key, str) else game_of(doc_or_key)
    return Layout(
        render=lambda doc: dumps(doc, chosen.header),
        validate=chosen.validate,
        current_format=chosen.format,
        words=chosen.place_words,
    )
