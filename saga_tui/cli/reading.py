"""A character's file and its past, read for looking at them: nothing is locked, written or made."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from saga_tui.changes import Doc
from saga_tui.cli.names import Place, place_of
from saga_tui.cli.output import Trouble, troubles
from saga_tui.games.contract import Game
from saga_tui.problem import FILE, Problem

if TYPE_CHECKING:
    import click

    from saga_tui.store import BadFile, Layout
    from saga_tui.store.read_only import Past


@dataclass(frozen=True, slots=True)
class Located:
    """A problem and its place in the file, counted from 1; line 0 is the file as a whole."""

    problem: Problem
    line: int
    column: int

    @property
    def unreadable(self) -> bool:
        """Whether the file is no character because of it."""
        return self.problem.rule == FILE and self.problem.level == "error"


@dataclass(frozen=True, slots=True)
class Read:
    """What was read: the document and its game where that went well, and all problems, errors first."""

    path: Path
    doc: Doc | None
    game: Game | None
    problems: tuple[Located, ...]

    @property
    def unreadable(self) -> bool:
        """Whether it is no character that can be read."""
        return any(item.unreadable for item in self.problems)


def read(path: Path) -> Read:
    """Reads a file and finds all that is wrong with it; what is unreadable is a problem too, never raised."""
    from saga_tui.store import BadFile, load_text
    from saga_tui.store.toml import decode, read_bytes
    from saga_tui.store.toml_errors import all_errors

    try:
        text = decode(read_bytes(path), path)
    except BadFile as bad:
        return Read(path, None, None, (_fault(bad),))
    try:
        doc = load_text(text, path)
    except BadFile:
        found, rest = all_errors(text, path)
        return Read(path, None, None, (*map(_fault, found), *_beside(rest)))
    game, problems = _problems(doc, path.parent)
    return Read(path, doc, game, tuple(_located(text, problems)))


def _problems(doc: Doc, folder: Path | None = None) -> tuple[Game | None, Sequence[Problem]]:
    from saga_tui.games.registry import UnknownGame, game_of

    try:
        game = game_of(doc)
    except UnknownGame as unknown:
        said = unknown.message.rstrip(".")
        return None, [Problem("error", FILE, ("game",), said, unknown.fix, "game", doc.get("game"))]
    return game, game.problems(doc, folder)


def _fault(bad: BadFile) -> Located:
    return Located(Problem("error", FILE, (), _sentence(bad.message), bad.fix, "unreadable"), bad.line, bad.column)


def _beside(rest: str) -> list[Located]:
    """What is wrong in the part of a faulty text that can be read, whatever the rest says: wrong types and words."""
    from saga_tui.store import BadFile, load_text

    try:
        doc = load_text(rest)
    except BadFile:
        return []
    _, problems = _problems(doc) if doc else (None, [])
    return _located(rest, [problem for problem in problems if problem.stands_alone])


def _located(text: str, problems: Sequence[Problem]) -> list[Located]:
    from saga_tui.store import Locator

    locate = Locator(text)
    return [Located(problem, *locate(problem.where)) for problem in problems]


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:]


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
        lines = [in_words(path, item) for item in found.problems if item.unreadable]
        if remembered(path):
            lines.append(f"Its history still has a valid state: open the app, or run saga-tui restore {path.stem} last")
        raise Trouble("\n".join(lines))
    return found.doc, found.game


def remembered(path: Path) -> bool:
    """Whether the character can be opened from its memory, whatever its file looks like."""
    from saga_tui.games.registry import layout_at
    from saga_tui.store import Memory, StoreError
    from saga_tui.store.read_only import ReadOnlyFS

    if not _has_memories(path):
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
    """The game of that key, or the only one there is; `Trouble` where nobody can say which."""
    from saga_tui.games import registry

    with troubles(registry.UnknownGame):
        return registry.chosen(key)


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


def in_words(path: Path, item: Located) -> str:
    """`kestrel.toml, line 3, column 5: The text is not closed. Put a " at its end.`"""
    place = f", line {item.line}, column {item.column}" if item.line else ""
    said = item.problem.message.rstrip(".")
    return f"{path.name}{place}: {said}{'' if said.endswith(('?', '!')) else '.'} {item.problem.fix}".rstrip()


def path_of(place: Place, name: str) -> Path:
    """The character's file; one that is gone is found by its memory. `Trouble` where there is neither."""
    from saga_tui.store import Ambiguous, NotFound
    from saga_tui.store.read_only import gone

    with troubles(Ambiguous, NotFound):
        try:
            return place.find(name)
        except NotFound:
            if path := gone(place.folder, name):
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
