"""Saga as the shell knows it: the object `GAME`. Its screens are loaded when one is asked for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from saga_tui.changes import Doc
from saga_tui.games.contract import Game, Summary
from saga_tui.games.saga.rules import creation, state
from saga_tui.games.saga.rules.character import FORMAT, Character, Concept, from_doc
from saga_tui.problem import Problem
from saga_tui.words import plural

if TYPE_CHECKING:
    from pathlib import Path

    from textual.screen import Screen

    from saga_tui.engine.command import Command
    from saga_tui.engine.rules import Rules
    from saga_tui.engine.settings import Settings, Situations
    from saga_tui.odds import Throws
    from saga_tui.paper.items import Block
    from saga_tui.paper.story import Recap
    from saga_tui.portrait import Portrait
    from saga_tui.store import Memory

HEADER: Final = """\
A character of Saga, for saga-tui. You can edit it by hand: saga-tui notices changes, and you can undo them.
It holds your choices and the state of play. Ratings with purchases, thresholds, the end of the Doom Track
and gear pools are computed from them, so they are not in here.
Check it:  saga-tui check FILE     All entries:  saga-tui schema     Print it:  saga-tui sheet FILE"""


class SagaGame(Game):
    """The game of Saga, as the contract has it."""

    key: str = "saga"
    title: str = "Saga"
    unnamed: bool = True
    format: int = FORMAT
    header: str = HEADER
    long_text: str = "concept.notes"
    hints: Mapping[str, tuple[str, str]] = {"perk": ("a perk", 'Write its name: "Lucky".')}

    @property
    def rules(self) -> Rules[Character]:
        """Saga's rules."""
        from saga_tui.games.saga.rules.commands import RULES

        return RULES

    @property
    def settings(self) -> Settings[Any]:
        """Saga's settings."""
        from saga_tui.games.saga.settings import SETTINGS

        return SETTINGS

    @property
    def situations(self) -> Situations[Any]:
        """What the GM has prepared."""
        from saga_tui.games.saga.gm.situations import SITUATIONS

        return SITUATIONS

    def prepared(self, command: Command, document: Character, folder: Path) -> Command:
        """A random choice takes the examples of the character's setting."""
        if command.verb != "surprise":
            return super().prepared(command, document, folder)
        from saga_tui.games.saga.settings import Shelf
        from saga_tui.games.saga.settings.telling import with_examples

        return with_examples(command, document, Shelf(folder))

    def new(self, name: str) -> Doc:
        """A new character with that name and nothing chosen; whoever keeps it gives it an id."""
        return Character(concept=Concept(name=name)).to_doc()

    def summary(self, doc: Doc) -> Summary:
        """Name, concept and where it stands, each in one line that is safe to show."""
        from saga_tui.safe import clean

        character = from_doc(doc)
        concept = character.concept
        return Summary(clean(character.title), clean(concept.line), self._stands(character), character.play is not None)

    def glance(self, doc: Doc) -> Portrait:
        """Tokens, harm and doom, and what is asked."""
        from saga_tui.games.saga.screens.portrait import portrait

        return portrait(from_doc(doc))

    def _stands(self, character: Character) -> str:
        if character.play is None:
            left = len(creation.open_problems(character))
            return f"being built, {plural(left, 'choice')} left" if left else "ready to play"
        if not state.doomed(character) and character.play.chapter and not state.clock(character):
            return "between chapters"
        return state.standing(character)

    def file_remarks(self, document: Character, folder: Path, found: Sequence[Problem]) -> Iterable[Problem]:
        """What is to be said of its setting's file (SET-2)."""
        from saga_tui.games.saga.settings.shelf import Shelf
        from saga_tui.games.saga.settings.telling import remarks

        return () if any(problem.rule == "SET-2" for problem in found) else remarks(document, Shelf(folder))

    def page(self, document: Character) -> Sequence[Block]:
        """The sheet (see `sheet`)."""
        from saga_tui.games.saga.sheet.page import sheet

        return sheet(document)

    def explained(self, document: Character) -> Sequence[Block]:
        """The page behind it, of perks, gear and consequences."""
        from saga_tui.games.saga.sheet.explained import explained

        return explained(document)

    def blank_pages(self, setting: str, folder: Path | None) -> Iterable[Sequence[Block]]:
        """The pages of an empty sheet (see `sheet.blank`)."""
        from saga_tui.games.saga.sheet.blank import blank, form_of

        return blank(form_of(setting, folder))

    def schema(self) -> dict[str, Any]:
        """The JSON Schema of the character file, with the closed sets of words in it."""
        from saga_tui.games.saga.schema import schema

        return schema()

    def screen(self, memory: Memory) -> Screen[None]:
        """The builder for a character that is being built, else the session view."""
        from saga_tui.games.saga.screens import open_screen

        return open_screen(memory)

    def place_words(self, path: tuple[str | int, ...]) -> str:
        """A place of a character file in words."""
        from saga_tui.games.saga.rules.words import place_words

        return place_words(path)

    def tour(self) -> Sequence[tuple[str, str]]:
        """Six pages."""
        from saga_tui.games.saga import book

        return [(page["title"], page["text"]) for page in book.read("tour")["pages"]]

    def categories(self) -> Mapping[str, str]:
        """The log's kind of each command."""
        from saga_tui.games.saga.rules.commands import kinds

        return kinds()

    @property
    def telling(self) -> Recap:
        """The story so far (see `recap`)."""
        from saga_tui.games.saga.recap import SagaRecap

        return SagaRecap(self.rules)

    @property
    def throws(self) -> Throws:
        """Pools against pools, and kismet rolls."""
        from saga_tui.games.saga.dice import SagaDice

        return SagaDice()


GAME: Final = SagaGame()
