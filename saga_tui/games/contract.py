"""What the shell asks of a game. A game is one object with these members, and nothing else of it is known outside."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from saga_tui.changes import Doc
from saga_tui.problem import Problem

if TYPE_CHECKING:
    from pathlib import Path

    import click
    from textual.screen import Screen

    from saga_tui.store import Memory


@dataclass(frozen=True, slots=True)
class Summary:
    """One character in the library: its name, a line about it, and where it stands (`being built, 3 left`)."""

    name: str
    line: str
    state: str
    ready: bool
    """Whether creation is over and it is in play."""


class Game(Protocol):
    """A game, as the registry knows it. Importing it loads neither its screens nor the terminal."""

    key: str
    """What `game` says in a character file."""
    title: str
    format: int
    """The version of its character file."""
    header: str
    """Comment lines for the top of a new file, without the `#`."""

    def new(self, name: str) -> Doc:
        """The document of a new character with that name and nothing chosen."""

    def validate(self, doc: Doc) -> None:
        """Raises `ValueError` (`pydantic.ValidationError` is one) where the document is not a character of the game."""

    def summary(self, doc: Doc) -> Summary:
        """What the library shows of it."""

    def problems(self, doc: Doc, folder: Path | None = None) -> Sequence[Problem]:
        """All that the game's rules find in it, errors first.

        With the `folder` that its file lies in, also what is to be said of the files that it refers to.
        """

    def sheet(
        self, doc: Doc, width: int = 80, *, plain: bool = False, markdown: bool = False, rules: bool = False
    ) -> str:
        """The printed sheet as text, no line wider than `width` columns, or as Markdown; with a newline at its end.

        `plain` takes only signs that a typewriter has, `rules` adds a page that explains what is on the sheet.
        """

    def blank_sheet(
        self,
        setting: str = "",
        width: int = 80,
        *,
        folder: Path | None = None,
        plain: bool = False,
        markdown: bool = False,
    ) -> str:
        """An empty sheet to fill in, for a setting, which may lie beside the characters in `folder`; `ValueError` in
        clear words where there is none of that name."""

    def schema(self) -> dict[str, Any]:
        """The JSON Schema of its character file."""

    def screen(self, memory: Memory) -> Screen[None]:
        """The screen that a character opens on: the builder or play. Loads the terminal."""

    def preview(self, memory: Memory) -> Screen[None]:
        """The sheet's preview, with keys that save it. Loads the terminal."""

    def rule_book(self, rule: str = "") -> Screen[None]:
        """The game's rules to browse, opened at one of them or at their list. Loads the terminal."""

    def place_words(self, path: tuple[str | int, ...]) -> str:
        """A place of its documents in words, for differences: `pain`, `trait 3`."""

    def story(self, memory: Memory) -> Screen[None]:
        """What the journal tells of the character, with keys that save it. Loads the terminal."""

    def tour(self) -> Sequence[tuple[str, str]]:
        """The pages of a short tour for somebody new: titles and texts; a line's key stands before two blanks."""

    def categories(self) -> Mapping[str, str]:
        """The kind of each of its commands by verb, for the log's filters: `rolls`, `damage`, `clock` …"""

    def verbs(self) -> Sequence[click.Command]:
        """The game's own commands for the command line; empty where it has none."""
