"""From what a person types to a character's file, and back: completion."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import click

from saga_tui.cli.output import Trouble, troubles

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from saga_tui.store import Library

    TextType = click.ParamType[str]
else:
    TextType = click.ParamType

MANY = 300
"""In a folder of more files than this, completion does not look into them for names."""


@dataclass
class Place:
    """Where the characters are, found out when it is first asked."""

    chosen: Path | None = None

    @cached_property
    def folder(self) -> Path:
        """The folder of characters: `--dir`, else the environment, else here, else the user's own."""
        from saga_tui.store import characters_folder

        return characters_folder(self.chosen)

    @cached_property
    def game(self) -> str:
        """The key of the game that is meant where none is named: the one that is wanted, else that of all characters
        here; empty where nobody can say."""
        from saga_tui.games.registry import key_in, wanted

        if told := wanted():
            return told
        try:
            found = {key_in(path) for path in islice(self.folder.glob("*.toml"), MANY)}
        except OSError:
            return ""
        return found.pop() if len(found) == 1 else ""

    @cached_property
    def library(self) -> Library:
        """The characters in that folder."""
        from saga_tui.games.registry import layout
        from saga_tui.store import Library

        return Library(self.folder, layout=layout)

    def find(self, name: str) -> Path:
        """The file of a character: by path, by the file's name or by the character's.

        Raises the store's `NotFound` or `Ambiguous`, both with the near ones.
        """
        from saga_tui.store import NotFound

        if not name.strip():
            raise NotFound(name)
        try:
            return self.library.find(name)
        except (OSError, ValueError, RuntimeError):  # no such home, a NUL, too long a name
            raise NotFound(name) from None

    def path(self, name: str) -> Path:
        """As `find`; `Trouble` where there is no such character, or more than one."""
        from saga_tui.store import Ambiguous, NotFound

        with troubles(NotFound, Ambiguous):
            return self.find(name)

    def table(self, name: str) -> Path:
        """The file of a table: that of one which is called like a character before that one. `Trouble` where there is
        none, with the tables that there are."""
        from saga_tui.store import Ambiguous, NotFound

        with troubles(NotFound, Ambiguous):
            try:
                return self.library.tables.find(name)
            except NotFound as missing:
                try:
                    return self.find(name)
                except NotFound:
                    raise missing from None
            except (OSError, ValueError, RuntimeError):
                return self.find(name)

    def called(self, name: str) -> list[Path]:
        """The files of the characters of just that name; none where the name is empty."""
        return [path for path, told in self.names() if told == name.strip() != ""]

    def files(self) -> list[Path]:
        """The character files in the folder and those of tables, by name."""
        return [*sorted(self.library.paths()), *sorted(self.library.tables.paths())]

    def names(self) -> Iterator[tuple[Path, str]]:
        """Each file with its character's or table's name, as far as it can be read."""
        for library in (self.library, self.library.tables):
            for entry in library.iter_entries():
                yield entry.path, library.name_of(entry.doc).strip()


class CharacterName(TextType):
    """A character's name, the name of its file, or a path; the shell completes it."""

    name = "NAME"

    def known(self, place: Place) -> list[tuple[Path, str]]:
        """The files that there are, with the names in them where they are not too many to be read."""
        files = place.files()
        told = dict(place.names()) if len(files) <= MANY else {}
        return [(path, told.get(path, "")) for path in files]

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """The files' names that begin so, and the characters' own where they differ from them; else paths."""
        from click.shell_completion import CompletionItem

        if "/" in incomplete or incomplete.startswith(("~", ".")):
            return [CompletionItem(incomplete, type="file")]
        begins = incomplete.casefold()
        found = [
            CompletionItem(path.stem, help=_help(told))
            for path, told in self.known(place_of(ctx))
            if path.stem.casefold().startswith(begins) or told.casefold().startswith(begins)
        ]
        return found or [CompletionItem(incomplete, type="file")]


class TableName(CharacterName):
    """A table's name, the name of its file, or a path; the shell completes tables only."""

    name = "TABLE"

    def known(self, place: Place) -> list[tuple[Path, str]]:
        """The tables."""
        return [(path, told) for path, told in place.names() if path.parent == place.library.tables.folder]


def home_of(path: Path) -> Path:
    """The folder of characters that a file belongs to: a table lies in a folder among them."""
    from saga_tui.store.folders import TABLES

    folder = path.absolute().parent
    return folder.parent if folder.name == TABLES else folder


Completions = Iterable[tuple[str, str]]
"""What can be typed, each with what it is."""


def completing(
    found: Callable[[click.Context], Completions],
) -> Callable[[click.Context, click.Parameter, str], list[CompletionItem]]:
    """Make a completer for the shell of a function that gives all there is to type: what begins so, in any case.
    Nothing where the function cannot read what it needs."""

    def complete(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem

        try:
            words = list(found(ctx))
        except (Trouble, ValueError):
            return []
        begins = incomplete.casefold()
        return [CompletionItem(word, help=_help(of)) for word, of in words if word.casefold().startswith(begins)]

    return complete


def place_of(ctx: click.Context) -> Place:
    """Where the characters are, for a completer: no command has run."""
    return Place(ctx.find_root().params.get("folder"))


def _help(name: str) -> str | None:
    from saga_tui.safe import safe

    return safe(name, limit=80) or None


def usual() -> str:
    """The key of the game that is meant where the command line names none; empty where nobody can say."""
    ctx = click.get_current_context(silent=True)
    if ctx is None:
        return Place().game
    place = ctx.find_root().obj
    return (place if isinstance(place, Place) else place_of(ctx)).game
