"""A table of Saga as the shell knows it: the object `TABLE`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from saga_tui.changes import Doc
from saga_tui.games.contract import Game, Summary
from saga_tui.games.party import PartyGame
from saga_tui.games.saga.gm.state import FORMAT, KEY, Table
from saga_tui.words import listed, plural

if TYPE_CHECKING:
    from pathlib import Path

    from textual.screen import Screen

    from saga_tui.engine.command import Command
    from saga_tui.engine.rules import Rules
    from saga_tui.engine.settings import Situations
    from saga_tui.paper.items import Block
    from saga_tui.paper.story import Recap
    from saga_tui.store import Memory

HEADER: Final = """\
A table of Saga, for saga-tui: who sits at it, and what belongs to no character. You can edit it by hand: saga-tui
notices changes, and you can undo them.
Open it:  saga-tui table NAME     Check it:  saga-tui check FILE     All entries:  saga-tui schema --game saga-table"""


class TableGame(PartyGame):
    """The GM's table of Saga, as the contract has it."""

    key: str = KEY
    title: str = "Saga table"
    format: int = FORMAT
    header: str = HEADER
    long_text: str = "notes"
    hints: Mapping[str, tuple[str, str]] = {
        "seats": ("seats", 'Write [[seats]] and below it id = "…" of a character.'),
        "elements": ("elements", 'Write [[play.elements]] and below it name = "Thug".'),
    }

    @property
    def rules(self) -> Rules[Table]:
        """A table's rules."""
        from saga_tui.games.saga.gm.rules import RULES

        return RULES

    @property
    def members(self) -> Game:
        """Characters of Saga."""
        from saga_tui.games.saga.game import GAME

        return GAME

    def screen(self, memory: Memory) -> Screen[None]:
        """The GM's table."""
        from saga_tui.games.saga.gm.screens.screen import TableScreen

        return TableScreen(self.session(memory))

    def new(self, name: str) -> Doc:
        """A new table with that name at which no one sits; whoever keeps it gives it an id."""
        return Table(name=name).to_doc()

    def at_clock(self, doc: Doc, members: Sequence[Any]) -> Doc:
        """Where most of them stand (TIME-1)."""
        from saga_tui.games.saga.gm.clock import standing

        place = {name: value for name, value in standing(members).items() if value}
        return doc if place == {"span": "table"} else {**doc, "play": {**doc.get("play", {}), **place}}

    def summary(self, doc: Doc) -> Summary:
        """Its name, who sits there, and where it stands."""
        from saga_tui.safe import clean

        table = self.rules.of(doc)
        names = listed(seat.name or seat.id for seat in table.seats) if table.seats else "no one sits here yet"
        now = ", ".join(f"{span} {count}" for span, count in self.rules.clock.now(table).items())
        seats = plural(len(table.seats), "character")
        return Summary(clean(table.title), clean(names), now or f"{seats}, before chapter 1", True)

    def schema(self) -> dict[str, Any]:
        """The JSON Schema of a table's file, with the closed sets of words in it."""
        from saga_tui.games.saga.gm.schema import schema

        return schema()

    @property
    def telling(self) -> Recap:
        """The story of the table and of all who sit there."""
        from saga_tui.games.saga.gm.recap import TableRecap

        return TableRecap(self.rules)

    @property
    def situations(self) -> Situations[Any]:
        """What the GM has prepared."""
        from saga_tui.games.saga.gm.situations import SITUATIONS

        return SITUATIONS

    def prepared(self, command: Command, document: Table, folder: Path) -> Command:
        """Who is to sit down is found; a situation that is not among the table's own is read from its file."""
        if command.verb == "seat":
            return self.seated_by(command, folder)
        if command.verb not in ("open-situation", "keep-situation"):
            return command
        from saga_tui.games.saga.gm.situations import with_file

        return with_file(command, document, folder)

    def page(self, document: Table) -> Sequence[Block]:
        """The GM's sheet: who sits there, what stands there, what is prepared."""
        return self.party_page(document, {})

    def party_page(self, document: Table, members: Mapping[str, Any]) -> Sequence[Block]:
        """The same, with what those who sit there are like."""
        from saga_tui.games.saga.gm.sheet import sheet

        return sheet(document, members)

    def blank_pages(self, setting: str, folder: Path | None) -> Iterable[Sequence[Block]]:
        """An empty GM's sheet."""
        from saga_tui.games.saga.gm.sheet import blank

        return [blank()]

    def categories(self) -> Mapping[str, str]:
        """The log's kind of each command."""
        return {verb: kind.group for verb, kind in self.rules.commands.items()}


TABLE: Final = TableGame()
