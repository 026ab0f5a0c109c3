"""The characters of a folder as cards, and what can be done with them: the store and the games, brought together."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Final

from saga_tui.games import registry
from saga_tui.games.contract import Game
from saga_tui.library.cards import Card
from saga_tui.portrait import NONE, Badge, Part, Portrait
from saga_tui.safe import on_screen, safe
from saga_tui.store import BadFile, Entry, Library, Trashed, characters_folder, file_stem, load
from saga_tui.store.copied import shared_by
from saga_tui.store.folders import MEMORY
from saga_tui.store.fs import RealFS
from saga_tui.store.toml import read_bytes

if TYPE_CHECKING:
    from saga_tui.store import Memory

MOST_READ: Final = 30
"""So many of the newest entries are looked at for the last ones that stand."""

AROUND: Final = 4
"""Lines shown before and behind one that is damaged."""
MOST_BYTES: Final = 1 << 16


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
        self._cards: dict[Path, tuple[tuple[int, ...] | None, Card]] = {}
        """The cards that were made, and what their files were then."""

    def cards(self) -> tuple[Card, ...]:
        """All tables, then all characters, the one played last first; then, table by table, what others write. A file
        that cannot be read is a card with its problem."""
        cards = [self._known(path) for path in self._library.paths()]
        several = len({card.game for card in cards if card.game}) > 1
        shown = [_with_game(card) if several and card.game else card for card in cards]
        known = {card.id: card for card in cards if card.id}
        found = (*(_set(self._known(path), known) for path in self._library.tables.paths()), *shown)
        others = shared_by(RealFS(), str(self.folder))
        return tuple(sorted((replace(card, shared=others.get(card.id, "")) for card in found), key=_group))

    def _known(self, path: Path) -> Card:
        """A character's card; of a file that is as it was when its card was made, that one."""
        try:
            stat = path.stat()
            now = (stat.st_size, stat.st_mtime_ns, stat.st_ino)
        except OSError:
            now = None
        then, card = self._cards.get(path, (None, None))
        if card is None or now is None or now != then:
            card = _card(self._library.entry(path))
            if not card.problem:
                self._cards[path] = (now, card)
        return card

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

    def last(self, card: Card, most: int = 3) -> tuple[tuple[str, str], ...]:
        """What happened last, newest first: when (`r2`) and what; nothing of what was undone."""
        if not card.game or not (card.path.parent / MEMORY).is_dir():
            return ()
        from saga_tui.store.read_only import past
        from saga_tui.store.undoing import Fates, about
        from saga_tui.ui.journal.recent import when

        found: list[tuple[str, str]] = []
        try:
            fates = Fates()
            layout = registry.layout(card.game)
            for event in islice(past(card.path, layout).events(), MOST_READ):
                fates.older(event)
                if about(event) is None and not fates.undone(event):
                    found.append((when(event, layout.named), safe(event.text or event.do)))
                if len(found) == most:
                    break
        except (BadFile, OSError, ValueError):  # whoever opens the character is told
            return ()
        return tuple(found)

    def as_text(self, path: Path) -> str:
        """A file of which nobody knows the game: what to do, and what is in it."""
        try:
            registry.game_of(registry.doc_at(path))
            why = ""
        except registry.UnknownGame as unknown:
            why = str(unknown)
        text = read_bytes(path).decode("utf-8", errors="replace")
        return f"{why}\n\nUntil then the file can only be read; saga-tui changes nothing in it.\n\n{text}"

    def open(self, path: Path, here: Memory | None = None) -> tuple[Game, Memory]:
        """The game and the memory of a character; an unreadable file is opened from its memory, if it has one. `here`
        is the character as it is open in this window: at a table."""
        from saga_tui.store import Memory

        if here is not None:
            return registry.game_of(here.doc), here
        game = registry.game_of(registry.doc_at(path))
        return game, Memory.open(path, registry.layout(game.key), threaded=True)

    def games(self) -> tuple[dict[str, str], list[str]]:
        """The titles of the games by their keys, and what is wrong with those that cannot be played."""
        return registry.titles()

    def noun(self, game: str) -> str:
        """What that game calls its documents: a character, a hero, a game."""
        return registry.game(game).noun

    def new(self, name: str, game: str) -> Path:
        """A new character of that game with that name and nothing chosen."""
        from saga_tui.store import Memory

        doc = registry.game(game).new(name)
        with Memory.create(self.folder, doc, registry.layout(game), stem=file_stem(name)) as memory:
            return memory.path

    def new_table(self, name: str, paths: Sequence[Path]) -> Path:
        """A new table at which the characters of these files sit. Raises `ValueError` in clear words."""
        from saga_tui.games.tables import new_table

        return new_table(self.folder, name, paths)

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
        return _damaged(entry, str(entry.error) if entry.error else "it cannot be read")
    try:
        game = registry.game_of(entry.doc)
        summary = game.summary(entry.doc)
    except Exception as error:  # a plug-in may do anything; the library goes on
        return _damaged(entry, in_words(error).splitlines()[0])
    key = registry.key_of(entry.doc)
    portrait = _portrait(game, entry)
    card = Card(entry.path, summary.name, summary.line, summary.state, summary.ready, entry.played, "", key, portrait)
    table = registry.is_table(key)
    sitting = entry.doc.get("seats", ()) if table else ()
    its = tuple((str(seat.get("id", "")), str(seat.get("name", ""))) for seat in sitting)
    return replace(card, id=str(entry.doc.get("id", "")), table=table, seats=its)


def _portrait(game: Game, entry: Entry) -> Portrait:
    """What its game shows of it."""
    try:
        return game.glance(entry.doc or {})
    except Exception:  # a plug-in may do anything; a card goes without
        return NONE


def _group(card: Card) -> str:
    return card.shared.casefold()


def _set(card: Card, known: Mapping[str, Card]) -> Card:
    """A table's card with those who sit there: where each stands, and what is wrong with each."""
    if not card.seats:
        return card
    lines = []
    for who, name in card.seats:
        its = known.get(who)
        bad = [badge.text for badge in its.portrait.badges if badge.tone == "bad"] if its else ["not here"]
        lines.append((name or who, " · ".join([*([its.state] if its and its.state else []), *bad])))
    part = Part("At the table", tuple(lines))
    return replace(card, portrait=card.portrait._replace(parts=(part, *card.portrait.parts)))


def _with_game(card: Card) -> Card:
    """A card with a badge that names its game, in a folder of several games."""
    badges = (*card.portrait.badges, Badge(registry.game(card.game).title))
    return replace(card, portrait=card.portrait._replace(badges=badges))


def _damaged(entry: Entry, problem: str) -> Card:
    """A file that cannot be read: what is wrong with it, where, and what to do."""
    error = entry.error
    line = error.line if error else 0
    badge = Badge(f"✗ cannot be read, line {line}" if line else "✗ cannot be read", "bad")
    if error:
        parts = [Part("What is wrong", ((f"{error.where}: {error.message}.", ""),))]
        parts += [Part("How to fix it", ((error.fix, ""),))] if error.fix else []
        parts += [Part("In the file", found)] if (found := _around(entry.path, line)) else []
    else:
        parts = [Part("What is wrong", ((problem, ""),))]
    portrait = Portrait(badges=(badge,), parts=tuple(parts))
    return Card(entry.path, safe(entry.path.name), played=entry.played, problem=problem, portrait=portrait)


def _around(path: Path, line: int) -> tuple[tuple[str, str], ...]:
    """The lines of a file around one, with their numbers and a mark at it; none where it is no text or far in."""
    if not line:
        return ()
    try:
        with path.open("rb") as file:
            text = file.read(MOST_BYTES).decode("utf-8", errors="replace")
    except OSError:
        return ()
    numbered = list(enumerate(text.splitlines(), 1))[max(0, line - AROUND - 1) : line + AROUND]
    return tuple(
        (f"{'▸' if number == line else ' '}{number:>4}  {safe(told, limit=100)}", "") for number, told in numbered
    )
