"""The games there are. A new game is one folder and one line here."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import cast

from saga_tui.changes import Doc
from saga_tui.games.contract import Game
from saga_tui.store import Layout, dumps


@dataclass(frozen=True, slots=True)
class Home:
    """Where a game's object `GAME` is found, loaded when it is asked for, and the format of its character files."""

    module: str
    format: int


GAMES = {"saga": Home("saga_tui.games.saga.game", format=1)}
"""The games by their keys."""
DEFAULT = "saga"


class UnknownGame(ValueError):
    """A file names a game that this program does not have."""


def game(key: str = DEFAULT) -> Game:
    """Return the game of that key; `UnknownGame` where there is none."""
    return cast(Game, import_module(_home(key).module).GAME)


def _home(key: str) -> Home:
    if key not in GAMES:
        raise UnknownGame(f"There is no game {key!r}. Choose one of: {', '.join(GAMES)}.")
    return GAMES[key]


def game_of(doc: Doc) -> Game:
    """The game that a document names; one without a word on it is of the default game."""
    return game(str(doc.get("game", DEFAULT)))


def layout(doc_or_key: Doc | str) -> Layout:
    """Return how the store writes a game's documents and tells a character from a cut-off file.

    The game itself is loaded when the first of that is needed: whoever only looks at the journal needs none of it.
    """
    key = doc_or_key if isinstance(doc_or_key, str) else str(doc_or_key.get("game", DEFAULT))
    return Layout(
        render=lambda doc: dumps(doc, game(key).header),
        validate=lambda doc: game(key).validate(doc),
        current_format=_home(key).format,
        words=lambda path: game(key).place_words(path),
    )
