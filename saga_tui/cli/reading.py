"""A character's file and its past, read for looking at them: nothing is locked, written or made."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from saga_tui.changes import Doc
from saga_tui.cli.names import Place, place_of, usual
from saga_tui.cli.output import Trouble, troubles
from saga_tui.games.contract import Game
from saga_tui.problem import FILE, Placed, Problem

if TYPE_CHECKING:
    import click

    from saga_tui.store import Layout
    from saga_tui.store.read_only import Past


@dataclass(frozen=True, slots=True)
class Read:
    """What was read: the document and its game where that went well, and all problems, errors first."""

    path: Path
    doc: Doc | None
    game: Game | None
    problems: tuple[Placed, ...]

    @property
    def unreadable(self) -> bool:
        """Whether it is no character that can be read."""
        return any(item.unreadable for item in self.problems)


def read(path: Path) -> Read:
    """Reads a file and finds all that is wrong with it; what is unreadable is a problem too, never raised."""
    from saga_tui.engine.wrong import fault, faults, placed
    from saga_tui.store import BadFile, load_text
    from saga_tui.store.toml import decode, read_bytes

    try:
        text = decode(read_bytes(path), path)
    except BadFile as bad:
        return Read(path, None, None, (fault(bad),))
    try:
        doc = load_text(text, path)
    except BadFile:
        return Read(path, None, None, tuple(faults(text, partial(_alone, path), path)[0]))
    game, problems = _problems(doc, path)
    return Read(path, doc, game, tuple(placed(text, problems)))


def _problems(doc: Doc, path: Path) -> tuple[Game | None, Sequence[Problem]]:
    """The game that the document names, and what it finds. Where nobody knows that name, the game of the journal says
    the rest."""
    from saga_tui.games.registry import UnknownGame, game_of, remembered_game

    try:
        game = game_of(doc)
    except UnknownGame as unknown:
        said, fix, rest = unknown.message.rstrip("."), unknown.fix, []
        if (known := remembered_game(path)) is not None:
            fix = f'Its saved history is of {known.title}: write game = "{known.key}".'
            rest = [one for one in known.problems(doc | {"game": known.key}, path.parent) if one.where != ("game",)]
        return None, [Problem("error", FILE, ("game",), said, fix, "game", doc.get("game")), *rest]
    return game, game.problems(doc, path.parent)


def _alone(path: Path, doc: Doc) -> list[Problem]:
    """What is wrong in the part of a faulty text that can be read, whatever the rest says: wrong types and words. Where
    it names no game, it is of the journal's."""
    from saga_tui.games.registry import remembered_game

    known = None if "game" in doc else remembered_game(path)
    named = doc if known is None else doc | {"game": known.key}
    return [problem for problem in _problems(named, path)[1] if problem.stands_alone]


def readable(path: Path) -> tuple[Doc, Game]:
    """The document and its game; `Trouble` with everything that is wrong where it cannot be read. The game's rules are
    not asked what they think of it."""
    from saga_tui.games.registry import UnknownGame, game_of
    from saga_tui.store import BadFile, load

    with suppress(BadFile, UnknownGame):
        doc = load(path)
        game = game_of(doc)
        if not game.unreadable(doc):
            return doc, game
    found = read(path)
    if found.doc is None or found.game is None or found.unreadable:
        lines = [item.said(path.name) for item in found.problems if item.unreadable]
        if remembered(path):
            lines.append(f"Its history still has a valid state: open the app, or run saga-tui restore {path.stem} last")
        raise Trouble("\n".join(lines))
    return found.doc, found.game


def remembered(path: Path) -> bool:
    """Whether the character can be opened from its memory, whatever its file looks like. Where the file says nothing,
    its history is looked for once: nobody has to know the game for that."""
    from saga_tui.games.registry import layout_at
    from saga_tui.store import BadFile, Layout, Memory, Missing, StoreError, load
    from saga_tui.store.read_only import ReadOnlyFS, past

    if not _has_memories(path):
        return False
    try:
        load(path)
    except BadFile:
        with suppress(StoreError, OSError):
            return not isinstance(past(path, Layout()).found.unreadable, Missing)
        return False
    try:
        with Memory.open(path, layout_at(path), read_only=True, fs=ReadOnlyFS()):
            return True
    except (StoreError, OSError):
        return False


def _has_memories(path: Path) -> bool:
    from saga_tui.store.folders import MEMORY

    return (path.parent / MEMORY).is_dir()


def chosen(key: str = "") -> Game:
    """The game of that key, or the one that is meant here; `Trouble` where nobody can say which."""
    from saga_tui.games import registry

    with troubles(registry.UnknownGame):
        return registry.chosen(key or usual())


def named(ctx: click.Context) -> tuple[Doc, Game]:
    """For a completer: the document that was named before, and its game. `Trouble` where it cannot be read."""
    return current(place_of(ctx).path(str(ctx.params.get("name"))))


def current(path: Path) -> tuple[Doc, Game]:
    """As `readable`, with what its memory has that is not in the file yet (the program was killed, say)."""
    doc, game = readable(path)
    if not _has_memories(path):
        return doc, game
    from saga_tui.games.registry import layout
    from saga_tui.store import Memory, StoreError
    from saga_tui.store.read_only import ReadOnlyFS

    try:
        with Memory.open(path, layout(doc), read_only=True, fs=ReadOnlyFS()) as memory:
            return memory.doc, game
    except StoreError:
        return doc, game


def path_of(place: Place, name: str) -> Path:
    """The character's file; one that is gone is found by its memory. `Trouble` where there is neither."""
    from saga_tui.store import Ambiguous, NotFound
    from saga_tui.store.read_only import gone

    with troubles(Ambiguous, NotFound):
        try:
            return place.find(name)
        except NotFound:
            if path := gone(place.folder, name) or gone(place.library.tables.folder, name):
                return path
            raise


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

    with troubles(BadFile):
        then = past(path, layout_of(path))
    if then.found.barred is not None:
        raise Trouble(str(then.found.barred))
    return then


def game_in(then: Past) -> Game:
    """Return the game of a past; it takes a while to load. `Trouble` where nobody knows it."""
    from saga_tui.games.registry import UnknownGame, game_of

    with troubles(UnknownGame):
        return game_of(then.doc)
