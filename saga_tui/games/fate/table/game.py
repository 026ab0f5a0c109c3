"""The narrator's table as the shell knows it: its clock, its panels, and the object `TABLE`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from saga_tui.engine import deciding, edges, exchanges, opponents
from saga_tui.engine.clock import Clock
from saga_tui.engine.entries import Entry, counted, number
from saga_tui.engine.findings import Findings
from saga_tui.engine.rules import Rules
from saga_tui.games.contract import Game
from saga_tui.games.fate import book
from saga_tui.games.fate.game import GAME
from saga_tui.games.fate.rules.ruleset import RULES as HEROES
from saga_tui.games.fate.table import acts
from saga_tui.games.fate.table.state import KEY, Table, TableEdit, TablePlay
from saga_tui.games.lent import lent
from saga_tui.games.party import PartyGame
from saga_tui.portrait import Badge

if TYPE_CHECKING:
    from saga_tui.changes import Doc
    from saga_tui.engine.command import Command
    from saga_tui.paper.items import Block
    from saga_tui.problem import Problem

DATA: Final = book.data("table")
FINDINGS: Final = Findings(DATA["problems"])
COUNTED: Final = {"evening": "Evening", "scene": "Scene", "exchange": "Exchange"}


CLOCK: Final[Clock[Table]] = Clock(
    spans=("play", "evening", "scene", "fight", "exchange"),
    counters={span: (span,) for span in ("evening", "scene", "fight", "exchange")},
    resets=edges.table(DATA["reset"], exchanges.acts(DATA["reset"])),
    short={"evening": "ev", "scene": "sc", "fight": "f", "exchange": "x"},
)


# ---- numbers, and what is odd


def entries(table: Table) -> Iterator[Entry]:
    """The name, where play stands, the bank's sum, and the health of each foe."""
    yield Entry("name", "Name", table.name, ("name",))
    for field, words in COUNTED.items():
        yield number(
            counted(field, words, getattr(table.play, field), "so far", "F-TIME-1"), ("play", field), counted=True
        )
    yield from opponents.entries(table.play.foes, "F-DMG-2")


def problems(table: Table) -> list[Problem]:
    """Seats without heroes, foes without health or twice."""
    seats = [] if table.seats else [FINDINGS("seats", ("seats",))]
    return [*seats, *opponents.problems(table.play.foes, FINDINGS)]


RULES: Final[Rules[Table]] = Rules(
    document=Table,
    play=TablePlay,
    commands=acts.MADE,
    entries=entries,
    problems=problems,
    clock=CLOCK,
    edit=TableEdit,
    when=lambda table: ", ".join(f"{name} {count}" for name, count in CLOCK.now(table).items()),
    lists={
        "seat": lambda table: [seat.name or seat.id for seat in table.seats],
        "seat id": lambda table: [seat.id for seat in table.seats],
        "foe": lambda table: [one.name for one in table.play.foes],
        "switch": lambda _: list(book.switches()),
        "calling": lambda _: list(book.keyed("callings")),
    },
    book=HEROES.book,
    former=deciding.FORMER,
    ids=HEROES.ids,
)


class FateTable(PartyGame):
    """The narrator's table, as the contract has it."""

    key: str = KEY
    title: str = "Fate Deck table"
    header: str = DATA["header"]
    long_text: str = "notes"

    rules: Rules[Table] = RULES
    members: Game = GAME
    panels = lent("saga_tui.games.fate.screens.table:PANELS")
    columns = lent("saga_tui.games.fate.screens.table:LAYOUT")
    actions = lent("saga_tui.games.fate.screens.table:ACTIONS")
    party_page = lent("saga_tui.games.fate.sheet:of_table")

    def page(self, document: Any) -> Sequence[Block]:
        """The sheet, without what heroes are like."""
        found: Sequence[Block] = self.party_page(document, {})
        return found

    def prepared(self, command: Command, document: Any, folder: Any) -> Command:
        """Who is to sit down is found."""
        return self.seated_by(command, folder) if command.verb == "seat" else command

    def badges(self, document: Any, member: Any) -> Sequence[Badge]:
        """Whom the last event moves, by calling (F-CALL-2); who is surprised, or has Doom for the bank."""
        card, play = document.deck.get(document.play.event), HEROES.play_of(member)
        moved = card is not None and card.calling == member.calling
        told = [Badge("moved by the event", "move")] * moved
        told += [Badge("surprised", "bad")] * (member.id in document.play.surprised)
        return told + [Badge("Doom to collect", "move")] * bool(play.bank)

    def standing(self, document: Any, who: str) -> tuple[str, str]:
        """Who has acted in this exchange."""
        if not CLOCK.is_open(document, "fight"):
            return "", ""
        return ("✓", "acted") if who in document.play.acted else ("·", "to act")

    def at_clock(self, doc: Doc, members: Sequence[Any]) -> Doc:
        """A new table plays as its heroes do."""
        switches = dict(members[0].campaign.switches) if members else {}
        return {**doc, "switches": switches} if switches else doc


TABLE: Final = FateTable()
