"""The games there are: those of the house, and other people's, found by the entry point group `saga_tui.games`.

A game is loaded when a document names it, or somebody asks for it. What is wrong with one is told in words, and harms
no other.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from importlib import import_module
from typing import TYPE_CHECKING, Final

from saga_tui.changes import MISSING, Doc, Unseen
from saga_tui.games.contract import Game
from saga_tui.games.party import PartyGame
from saga_tui.problem import near
from saga_tui.store import BadFile, Layout, dumps, load
from saga_tui.store.errors import Barred
from saga_tui.words import listed

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint
    from pathlib import Path

GROUP: Final = "saga_tui.games"
"""The entry point group of plug-ins: the name is the game's key, the value is where its object is found."""


@dataclass(frozen=True, slots=True)
class Home:
    """Where a game's object is found: `module:name`; the version of its documents; whose it is, of a plug-in."""

    value: str
    format: int = 0
    """0: only the game itself knows."""
    owner: str = ""
    name_path: tuple[str, ...] = ()
    """Where a document's name stands, where that is not the usual place."""


TABLE: Final = "-table"
"""Ends the key of a game's tables: what comes before it is the key of the game of those who sit there."""

OWN: Final = {
    "saga": Home("saga_tui.games.saga.game:GAME", format=1),
    "sagas": Home("saga_tui.games.sagas.game:GAME", format=1),
    "fate": Home("saga_tui.games.fate.game:GAME", format=1),
    "world": Home("saga_tui.games.world.game:GAME", format=1),
    "heroes": Home("saga_tui.games.heroes.game:GAME", format=1, name_path=("name",)),
    "fate-table": Home("saga_tui.games.fate.table.game:TABLE", format=1),
    "saga-table": Home("saga_tui.games.saga.gm.game:TABLE", format=1),
}
"""The games of the house by their keys; the first is that of documents which name none, as they did before there was
a second."""


NAMED: Final = re.compile(rb"""^game\s*=\s*["']([\w-]+)["']""", re.MULTILINE)
_ANSWER: Final = Unseen("the answer to an offer")
FIRST: Final = 2_000
"""In so many bytes a file says its game."""


class UnknownGame(ValueError):
    """A document names a game that this program does not have, or cannot load. Nothing of it may be changed then."""

    def __init__(self, key: str, message: str, fix: str = "") -> None:
        super().__init__(f"{message} {fix}".rstrip())
        self.key, self.message, self.fix = key, message, fix


def key_of(doc: Doc) -> str:
    """The key of the game that a document names."""
    return str(doc.get("game") or next(iter(OWN)))


def key_in(path: Path) -> str:
    """The key of the game that a file names in its first lines; that of files which name none, where it does not."""
    with path.open("rb") as file:
        found = NAMED.search(file.read(FIRST))
    return found.group(1).decode() if found else next(iter(OWN))


def keys() -> list[str]:
    """The keys of all games, those of the house first; plug-ins are found, not loaded. Tables are none."""
    return [key for key in (*OWN, *plugins()[0]) if not is_table(key)]


def is_table(key: str) -> bool:
    """Whether documents of that key are tables, at which others sit."""
    return key.endswith(TABLE)


def tables() -> list[str]:
    """The keys of the games that have tables."""
    return [key.removesuffix(TABLE) for key in (*OWN, *plugins()[0]) if is_table(key)]


def troubles() -> tuple[str, ...]:
    """What is wrong with plug-ins before one is loaded: two that want one key."""
    return tuple(plugins()[1].values())


def plugins() -> tuple[dict[str, Home], dict[str, str]]:
    """Plug-ins by their keys, and what is wrong, in words, with the keys that more than one of them wants."""
    from importlib.metadata import entry_points

    return _sorted_out(tuple(entry_points(group=GROUP)))


@lru_cache(maxsize=4)
def _sorted_out(points: tuple[EntryPoint, ...]) -> tuple[dict[str, Home], dict[str, str]]:
    wanting: dict[str, dict[str, Home]] = {}
    for point in points:
        owner = f"{point.dist.name} {point.dist.version}" if point.dist else point.value
        wanting.setdefault(point.name, {}).setdefault(owner, Home(point.value, owner=owner))
    homes, clashes = {}, {}
    for key, offers in wanting.items():
        if key in OWN:
            clashes[key] = f"The game {key!r} is built in: {listed(offers)} cannot take its place."
        elif len(offers) > 1:
            clashes[key] = f"{listed(offers)} both bring a game {key!r}, so neither is used. Uninstall one of them."
        else:
            [homes[key]] = offers.values()
    return homes, clashes


def game(key: str) -> Game:
    """Return the game of that key; `UnknownGame` where there is none, or it cannot be loaded."""
    home = _home(key)
    module, _, name = home.value.partition(":")
    if not home.owner:
        found: Game = getattr(import_module(module), name)
        return found
    try:
        loaded = getattr(import_module(module), name)
    except (Exception, SystemExit) as error:
        why = f"{type(error).__name__}: {error}".rstrip(": ")
        raise _broken(key, home, why) from error
    if not isinstance(loaded, Game) or getattr(loaded, "key", "") != key:
        raise _broken(key, home, f"{home.value} is not a game with the key {key!r}")
    return loaded


def wanted() -> str:
    """The key of the game that is meant wherever none is named, for people who play only one: `$SAGA_TUI_GAME`."""
    return os.environ.get("SAGA_TUI_GAME", "").strip()


def chosen(key: str = "") -> Game:
    """The game of that key; without one the one that is wanted, or the only game that there is. `UnknownGame` asks
    where there are several."""
    there, key = keys(), key or wanted()
    if not key and len(there) > 1:
        raise UnknownGame("", "Which game?", f"Add {listed((f'--game {one}' for one in there), 'or')}.")
    return game(key or there[0])


def titles() -> tuple[dict[str, str], list[str]]:
    """The titles of all games by their keys, and what is wrong with those that are there and cannot be played."""
    found, wrong = {}, list(troubles())
    for key in keys():
        try:
            found[key] = game(key).title
        except UnknownGame as unknown:
            wrong.append(str(unknown))
    return found, wrong


def words_of(key: str = "") -> dict[str, dict[str, str]]:
    """What a game says in the help of the command line, by verb: `help.toml` beside its module, read without loading
    the game. Of the game with that key, or of the only one; nothing where it says nothing, or nobody can say which."""
    import tomllib
    from importlib.resources import files

    there = [key] if key else keys()
    try:
        [one] = there
        package = _home(one).value.partition(":")[0].rpartition(".")[0]
        return tomllib.loads(files(package).joinpath("help.toml").read_text("utf-8"))
    except (UnknownGame, ImportError, OSError, ValueError):
        return {}


def _broken(key: str, home: Home, why: str) -> UnknownGame:
    return UnknownGame(
        key, f"The game {key!r} of {home.owner} cannot be loaded: {why}.", f"Update {home.owner.split()[0]}."
    )


def _home(key: str) -> Home:
    if key in OWN:
        return OWN[key]
    homes, clashes = plugins()
    if key in homes:
        return homes[key]
    message = clashes.get(key, f"There is no game {key!r}.")
    raise UnknownGame(
        key,
        message,
        ""
        if key in clashes
        else f"{near(key, [one for one in (*OWN, *homes) if is_table(one) == is_table(key)])} Or install its plug-in.",
    )


def game_of(doc: Doc) -> Game:
    """The game that a document names."""
    return game(key_of(doc))


def layout(doc_or_key: Doc | str) -> Layout:
    """Return how the store writes a game's documents and tells one from a cut-off file.

    A game of the house is loaded when the first of that is needed: whoever only looks at the journal needs none of it.
    Documents of a game that nobody knows can be looked at; their layout bars all writing.
    """
    key = doc_or_key if isinstance(doc_or_key, str) else key_of(doc_or_key)
    try:
        home = _home(key)
        known = (PartyGame if is_table(key) else Game) if home.format else game(key)
    except UnknownGame as unknown:
        return Layout(barred=Barred("game", unknown.message.rstrip("."), unknown.fix))
    found = cache(partial(game, key))  # once: plug-ins are looked for on the disk, and a log asks for each entry
    return Layout(
        render=lambda doc: dumps(doc, found().header),
        validate=lambda doc: found().validate(doc),
        current_format=home.format or known.format,
        name_path=home.name_path or known.name_path,
        words=lambda path: _ANSWER if _is_answer(path) else found().place_words(path),
        reveals=lambda verb, changes: found().reveals(verb, changes),
        hides=lambda verb, name, doc: found().hides_given(verb, name, doc),
        settles=_settled,
        short=lambda span: found().rules.clock.short.get(span, span),
        named=lambda span, number: found().rules.clock.named(span, number),  # noqa: PLW0108 - loaded late
    )


def _is_answer(path: tuple[str | int, ...]) -> bool:
    """Whether that place of a document says what became of a table's offer."""
    return path[:1] == ("answered",)


def _settled(path: tuple[str | int, ...], one: object, other: object) -> object:
    """Of two answers that two devices gave to one offer: what was accepted there has happened."""
    from saga_tui.engine.document import ANSWERS

    given = [answer for answer in ANSWERS if answer in (one, other)] if _is_answer(path) else []
    return given[0] if given else MISSING


def doc_at(path: Path) -> Doc:
    """The document in a file; where the file cannot be read, as its journal has it. `BadFile` where neither can. A file
    that has lost the word for its game is of the one that its journal knows."""
    try:
        doc = load(path)
        known = "" if doc.get("game") else _remembered(path)
        return {**doc, "game": known} if known else doc
    except BadFile:
        from saga_tui.store.read_only import past

        return past(path, Layout()).doc


def remembered_game(path: Path) -> Game | None:
    """The game that the journal of a file is of; nothing where there is none, or nobody knows it."""
    try:
        return game(known) if (known := _remembered(path)) else None
    except UnknownGame:
        return None


def _remembered(path: Path) -> str:
    """The key of the game that the journal of a file is of; empty where there is no journal."""
    from saga_tui.store.folders import MEMORY
    from saga_tui.store.read_only import past

    try:
        return key_of(past(path, Layout()).doc) if (path.parent / MEMORY).is_dir() else ""
    except BadFile:
        return ""


def layout_at(path: Path) -> Layout:
    """The layout of the document in a file, or, where the file cannot be read, of the one in its journal."""
    return layout(doc_at(path))
