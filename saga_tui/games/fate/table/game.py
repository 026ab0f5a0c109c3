"""The narrator's table as the shell knows it: its clock, its panels, and the object `TABLE`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from saga_tui.engine import deciding, exchanges
from saga_tui.engine.clock import Clock
from saga_tui.engine.findings import Findings
from saga_tui.engine.rules import Rules
from saga_tui.games.contract import Game
from saga_tui.games.fate import book
from saga_tui.games.fate.game import GAME
from saga_tui.games.fate.rules.ruleset import RULES as HEROES
from saga_tui.games.fate.table import acts
from saga_tui.games.fate.table.state import KEY, Table, TableEdit, TablePlay
from saga_tui.games.lent import lent
from saga_tui.games.party import ExchangeParty
from saga_tui.portrait import Badge

if TYPE_CHECKING:
    from saga_tui.changes import Doc

DATA: Final = book.data("table")
CLOCK: Final[Clock[Table]] = exchanges.clock(DATA["reset"])
RULES: Final[Rules[Table]] = Rules(
    document=Table,
    play=TablePlay,
    commands=acts.MADE,
    entries=partial(exchanges.entries, time="F-TIME-1", wounds="F-DMG-2"),
    problems=partial(exchanges.problems, findings=Findings(DATA["problems"])),
    clock=CLOCK,
    edit=TableEdit,
    when=CLOCK.told,
    lists={**exchanges.LISTS, "calling": lambda _: list(book.keyed("callings"))},
    book=HEROES.book,
    former=deciding.FORMER,
    ids=HEROES.ids,
)


class FateTable(ExchangeParty):
    """The narrator's table, as the contract has it."""

    key: str = KEY
    title: str = "Fate Deck table"
    header: str = DATA["header"]
    long_text: str = "notes"
    to_collect: str = "Doom to collect"

    rules: Rules[Table] = RULES
    members: Game = GAME
    panels = lent("saga_tui.games.fate.screens.table:PANELS")
    columns = lent("saga_tui.games.fate.screens.table:LAYOUT")
    actions = lent("saga_tui.games.fate.screens.table:ACTIONS")
    party_page = lent("saga_tui.games.fate.sheet:of_table")

    def badges(self, document: Any, member: Any) -> Sequence[Badge]:
        """Whom the last event moves, by calling (F-CALL-2), and what every such table says."""
        card = document.deck.get(document.play.event)
        moved = card is not None and card.calling == member.calling
        return [*[Badge("moved by the event", "move")] * moved, *super().badges(document, member)]

    def at_clock(self, doc: Doc, members: Sequence[Any]) -> Doc:
        """A new table plays as its heroes do."""
        switches = dict(members[0].campaign.switches) if members else {}
        return {**doc, "switches": switches} if switches else doc


TABLE: Final = FateTable()
