"""New tables: a file of their own, at which characters sit that are there already."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from saga_tui.engine.model import LONGEST_NAME
from saga_tui.games import registry
from saga_tui.games.party import PartyGame
from saga_tui.store import Memory, file_stem
from saga_tui.store.folders import TABLES
from saga_tui.words import listed, plural


class TableTrouble(ValueError):
    """A table that cannot be made of these characters; the message says why, in words."""


def new_table(folder: Path, name: str, characters: Iterable[Path], key: str = "") -> Path:
    """The file of a new table in a folder of characters, at which these of them sit: of the game with that key, else of
    theirs. Raises TableTrouble, StoreError or OSError, and no table is made then."""
    paths = list(dict.fromkeys(one.resolve() for one in characters))
    games = {path: registry.game_of(registry.doc_at(path)).key for path in paths}
    away = next((path for path in paths if path.parent != folder.resolve()), None)
    if away is not None:
        raise TableTrouble(f"{away.name} does not lie in {folder}. Move it there first.")
    game = registry.game(_key({*games.values(), key} - {""}, registry.tables()) + registry.TABLE)
    if not isinstance(game, PartyGame):
        raise TableTrouble(f"{game.title} is not a kind of table.")
    if len(name) > LONGEST_NAME:
        raise TableTrouble(f"A name has at most {plural(LONGEST_NAME, 'letter')}, and this one has {len(name):,}.")
    doc = game.with_seats(game.new(name), [_seat(path, its) for path, its in games.items()])
    doc = game.at_clock(doc, [game.members.rules.of(registry.doc_at(path)) for path in paths])
    with Memory.create(folder / TABLES, doc, registry.layout(game.key), stem=file_stem(name)) as memory:
        return memory.path


def _key(wanted: set[str], known: Sequence[str]) -> str:
    """The game of those who sit at the table."""
    if len(wanted) > 1:
        titles = listed(registry.game(key).title for key in sorted(wanted))
        raise TableTrouble(f"A table is for one game: these are of {titles}.")
    key = next(iter(wanted), "") or registry.wanted() or (known[0] if len(known) == 1 else "")
    if not key:
        raise TableTrouble(f"Which game? Add {listed((f'--game {one}' for one in known), 'or')}.")
    if key not in known:
        raise TableTrouble(f"{registry.game(key).title} has no tables yet.")
    return key


def _seat(path: Path, key: str) -> tuple[str, str, str]:
    """A character's id, name, and the name of its file; one that was made by hand gets its id now."""
    with Memory.open(path, registry.layout(key)) as memory:
        if not memory.read_only:
            memory.member()
        elif not memory.doc.get("id"):
            raise TableTrouble(f"{path.name} has no id yet, and cannot get one: {memory.barred}")
        return memory.identity, memory.layout.name_of(memory.doc), path.stem
