"""From what a person types to a character's file, and back: completion."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import click

from saga_tui.cli.trouble import Trouble

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

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

    def find(self, name: str) -> Path:
        """The file of a character: by path, else by the file's name, else by the character's name.

        Raises the store's `NotFound` or `Ambiguous`, both with the near ones.
        """
        from saga_tui.store import Ambiguous, NotFound

        if (path := _as_path(name)) is not None:
            return path
        files = {path.stem: path for path in self.files()}
        if name in files:
            return files[name]
        names = list(self.names())
        for fold in (str, str.casefold):
            same = [path for path in files.values() if fold(path.stem) == fold(name)]
            same += [path for path, known in names if fold(known) == fold(name) and path not in same]
            if len(same) > 1:
                raise Ambiguous(name, [path.stem for path in same])
            if same:
                return same[0]
        known = {word.casefold(): word for word in (*files, *(told for _, told in names if told))}
        close = difflib.get_close_matches(name.casefold(), list(known), n=4, cutoff=0.5)
        starts = [word for fold, word in known.items() if name and fold.startswith(name.casefold())]
        raise NotFound(name, list(dict.fromkeys([*starts[:4], *(known[fold] for fold in close)])))

    def path(self, name: str) -> Path:
        """As `find`; `Trouble` where there is no such character, or more than one."""
        from saga_tui.store import Ambiguous, NotFound

        try:
            return self.find(name)
        except (NotFound, Ambiguous) as unknown:
            raise Trouble(str(unknown)) from None

    def called(self, name: str) -> list[Path]:
        """The files of the characters of just that name; none where the name is empty."""
        return [path for path, told in self.names() if told == name.strip() != ""]

    def files(self) -> list[Path]:
        """The character files in the folder, by name."""
        try:
            return sorted(path for path in self.folder.glob("*.toml") if not path.name.startswith("."))
        except OSError:
            return []

    def names(self) -> Iterator[tuple[Path, str]]:
        """Each file with its character's name, as far as it can be read."""
        from saga_tui.store import BadFile, load

        for path in self.files():
            try:
                concept = load(path).get("concept")
            except BadFile:
                continue
            name = concept.get("name") if isinstance(concept, dict) else None
            yield path, name.strip() if isinstance(name, str) else ""


def _as_path(name: str) -> Path | None:
    """The path that is meant, where it looks like one or names a file that is there."""
    try:
        path = Path(name).expanduser()
        if path.name and (path.suffix == ".toml" or len(path.parts) > 1) and path.exists():
            return path
    except (OSError, ValueError, RuntimeError):  # no such home, a NUL, too long
        pass
    return None


class CharacterName(TextType):
    """A character's name, the name of its file, or a path; the shell completes it."""

    name = "NAME"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """The files' names that begin so, and the characters' own where they differ from them; else paths."""
        from click.shell_completion import CompletionItem

        if "/" in incomplete or incomplete.startswith(("~", ".")):
            return [CompletionItem(incomplete, type="file")]
        place = Place(ctx.find_root().params.get("folder"))
        files = place.files()
        told = dict(place.names()) if len(files) <= MANY else {}
        begins = incomplete.casefold()
        found = [
            CompletionItem(path.stem, help=_help(told.get(path, "")))
            for path in files
            if path.stem.casefold().startswith(begins) or told.get(path, "").casefold().startswith(begins)
        ]
        return found or [CompletionItem(incomplete, type="file")]


def _help(name: str) -> str | None:
    from saga_tui.safe import safe

    return safe(name, limit=80) or None
