"""The characters of a folder as cards, and what can be done with them: the store and the games, brought together."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from saga_tui.games import registry
from saga_tui.games.contract import Game
from saga_tui.library.cards import Card
from saga_tui.safe import on_screen, safe
from saga_tui.store import BadFile, Entry, Library, Trashed, characters_folder, load, slug
from saga_tui.store.toml import read_bytes

if TYPE_CHECKING:
    from saga_tui.store import Memory


def samples_folder() -> Path | None:
    """Where the sample characters lie: in the built package, else in `characters/` beside it; None without any."""
    package = Path(__file__).resolve().parent.parent
    for folder in (package / "samples", package.parent / "characters"):
        if any(folder.glob("*.toml")):
            return folder
    return None


class Shelf:
    """One folder of characters. Errors of files are raised as `StoreError`, `OSError` or `ValueError`."""

    def __init__(self, folder: Path | None = None, samples: Callable[[], Path | None] = samples_folder) -> None:
        """`folder` is where characters lie (without one: where the user keeps them); nothing is read here."""
        self.folder = characters_folder(folder)
        self._samples = samples
        self._library = Library(self.folder, layout=registry.layout)
        self._thrown: dict[Path, Trashed] = {}

    def cards(self) -> tuple[Card, ...]:
        """All characters, the one played last first; a file that cannot be read is a card with its problem."""
        return tuple(_card(entry) for entry in self._library.iter_entries())

    def trash(self) -> tuple[Card, ...]:
        """What can be brought back, thrown away last first; `played` is when it was thrown away."""
        self._thrown = {thrown.folder: thrown for thrown in self._library.trash()}
        return tuple(
            Card(thrown.folder, self._name(thrown), played=thrown.at.astimezone()) for thrown in self._thrown.values()
        )

    def _name(self, thrown: Trashed) -> str:
        return _card(self._library.entry(thrown.folder / thrown.name)).name

    def samples(self) -> Path | None:
        """The folder of samples, unless it is this one."""
        folder = self._samples()
        return None if folder is None or folder.resolve() == self.folder.resolve() else folder

    def add_samples(self) -> Path | None:
        """Copies the samples in, each with an id and a memory of its own; the path of the first."""
        from saga_tui.store import Memory

        source = self.samples()
        paths: list[Path] = []
        for path in sorted(source.glob("*.toml")) if source else []:
            doc = {key: value for key, value in load(path).items() if key != "id"}
            with Memory.create(self.folder, doc, registry.layout(doc), stem=path.stem) as memory:
                paths.append(memory.path)
        return paths[0] if paths else None

    def sheet(self, path: Path, width: int) -> str:
        """The printed sheet, or what is wrong; the file itself where nobody knows its game."""
        try:
            doc = load(path)
            return on_screen(registry.game_of(doc).sheet(doc, width))
        except registry.UnknownGame:
            return self.as_text(path)
        except Exception as error:  # a plug-in may do anything; the library goes on
            return in_words(error)

    def as_text(self, path: Path) -> str:
        """A file of which nobody knows the game: what to do, and what is in it."""
        try:
            registry.game_of(registry.doc_at(path))
            why = ""
        except registry.UnknownGame as unknown:
            why = str(unknown)
        text = read_bytes(path).decode("utf-8", errors="replace")
        return f"{why}\n\nUntil then the file can only be read; saga-tui changes nothing in it.\n\n{text}"

    def open(self, path: Path) -> tuple[Game, Memory]:
        """The game and the memory of a character; an unreadable file is opened from its memory, if it has one."""
        from saga_tui.store import Memory

        game = registry.game_of(registry.doc_at(path))
        return game, Memory.open(path, registry.layout(game.key), threaded=True)

    def games(self) -> tuple[dict[str, str], list[str]]:
        """The titles of the games by their keys, and what is wrong with those that cannot be played."""
        return registry.titles()

    def new(self, name: str, game: str) -> Path:
        """A new character of that game with that name and nothing chosen."""
        from saga_tui.store import Memory

        doc = registry.game(game).new(name)
        with Memory.create(self.folder, doc, registry.layout(game), stem=slug(name)) as memory:
            return memory.path

    def copy(self, path: Path, name: str) -> Path:
        """A copy under another name."""
        return self._library.copy(path, name)

    def rename(self, path: Path, name: str) -> Path:
        """Another name, and a file name to go with it."""
        return self._library.rename(path, name)

    def delete(self, path: Path) -> Path:
        """Into the trash; gives where it lies there."""
        return self._library.delete(path).folder

    def restore(self, path: Path) -> Path:
        """Out of the trash; `path` is what `trash` gave."""
        return self._library.restore(self._thrown[path])


def in_words(error: Exception) -> str:
    """What went wrong while a game was asked: its own words where it has some, else what a programmer is told."""
    told = str(error).strip()
    return told if told and isinstance(error, ValueError | BadFile) else f"{type(error).__name__}: {told}".rstrip(": ")


def _card(entry: Entry) -> Card:
    if entry.doc is None:
        problem = str(entry.error) if entry.error else "it cannot be read"
        return Card(entry.path, safe(entry.path.name), played=entry.played, problem=problem)
    try:
        summary = registry.game_of(entry.doc).summary(entry.doc)
    except Exception as error:  # a plug-in may do anything; the library goes on
        problem = in_words(error).splitlines()[0]
        return Card(entry.path, safe(entry.path.name), played=entry.played, problem=problem)
    key = registry.key_of(entry.doc)
    return Card(entry.path, summary.name, summary.line, summary.state, summary.ready, entry.played, game=key)
