"""The model of a narrator's table: who is fought, the bank of Doom, the cards that nobody holds (F-NARR, F-DOOM)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from pydantic import Field

from saga_tui.engine import document, one_pile
from saga_tui.engine.document import PartyDocument
from saga_tui.engine.model import LONGEST, Model, Name, Text, Whole
from saga_tui.engine.opponents import Opponent, Opposed
from saga_tui.games.fate import book
from saga_tui.games.fate.book import Card
from saga_tui.games.fate.hero import Numbers
from saga_tui.games.fate.play.state import LEAST, cards_of, play_of
from saga_tui.games.fate.rules import law

KEY: Final = "fate-table"


class Foe(Opponent):
    """A character of the narrator's (F-NARR-3): an `ally` is a hero whom positive cards heal (F-HEAL-1). It attacks
    with `attack`, which is of some `kind`."""

    ally: bool = False
    strength: Whole = 0
    agility: Whole = 0
    intellect: Whole = 0
    willpower: Whole = 0
    attack: Whole = 0
    kind: Name = "physical"
    weapon: Whole = 0
    armour: Whole = 0
    calling: Name = ""
    note: Text = ""


class Deed(Model):
    """An action of a hero, or a `counter` action, whose result is not dealt out yet (F-FIGHT-12). `doom` was spent on
    it after the play (F-DOOM-3); `wounds` are what it deals without that, below 0 where a hero's defence is more."""

    who: Name = ""
    foe: Name = ""
    counter: bool = False
    total: Whole = 0
    difficulty: Whole = 0
    doom: Whole = 0
    wounds: Whole = 0

    @property
    def met(self) -> bool:
        """Whether it is a success (F-ACT-7)."""
        return self.total >= self.difficulty + self.doom

    @property
    def dealt(self) -> int:
        """The wounds that it brings: Doom on a counter action counts among them (F-DMG-2, F-DMG-4, F-DOOM-4)."""
        return self.wounds * self.met if not self.counter else 0 if self.met else max(0, self.wounds + self.doom)


class TablePlay(document.Play):
    """Where the table stands: `step` is that of the exchange, from 1 (F-FIGHT-1); `open` the narrator's card, `event`
    that of the last event, both by number; `acted` and `surprised` are heroes by their ids."""

    evening: Whole = 0
    scene: Whole = 0
    fight: Whole = 0
    exchange: Whole = 0
    step: Whole = 0
    open: Whole = 0
    event: Whole = 0
    bank: Numbers = Field(default=(), max_length=LONGEST)
    discard: Numbers = Field(default=(), max_length=LONGEST)
    foes: tuple[Foe, ...] = Field(default=(), max_length=LONGEST)
    deeds: tuple[Deed, ...] = Field(default=(), max_length=LONGEST)
    acted: tuple[Name, ...] = Field(default=(), max_length=LONGEST)
    surprised: tuple[Name, ...] = Field(default=(), max_length=LONGEST)


class Table(PartyDocument):
    """A whole table's file."""

    ruling = "F-SET-1"

    game: Name = KEY
    name: Name = ""
    notes: Text = ""
    seats: tuple[document.Seat, ...] = Field(default=(), max_length=LONGEST)
    switches: dict[str, Name] = Field(default_factory=dict, max_length=LONGEST)
    """What the group chose, where that is not the usual (F-SET-1)."""
    play: TablePlay = TablePlay()

    def switch(self, key: str) -> str:
        """What the group chose."""
        return self.switches.get(key) or book.switches()[key].default

    @property
    def deck(self) -> Mapping[int, Card]:
        """The cards that it plays with (F-DECK-5)."""
        return book.cards(100 if self.switch("cards") == "100" else 96)

    @property
    def from_deck(self) -> bool:
        """Whether all draw from one pile (F-DECK-6)."""
        return self.switch("draw") == "deck"

    @property
    def card(self) -> Card | None:
        """The narrator's card."""
        return self.deck.get(self.play.open)

    def pile(self, members: Mapping[str, Any]) -> Numbers:
        """The cards of the one pile (F-DECK-6, F-DECK-7)."""
        held = (card for one in members.values() for card in play_of(one).hand)
        return one_pile.pile_of(self, (*self.play.bank, *held), LEAST)

    def named(self, who: str) -> str:
        """What one who sits there is called, by the id."""
        return next((one.name for one in self.seats if one.id == who and one.name), who)


def bank_of(table: Table) -> list[Card]:
    """The bank, the highest card first."""
    return sorted(cards_of(table.play.bank), key=lambda one: (-one.value, one.number))


def words(some: Iterable[Card], none: str = "") -> str:
    """Cards by their names."""
    return ", ".join(one.name for one in some) or none


class TableEdit(Opposed):
    """One command's work on one table (F-DMG-2, F-DMG-3, F-DMG-8, F-HEAL-2, F-HEAL-3)."""

    foe_rules = ("F-NARR-3", "F-DMG-2", "F-DMG-3", "F-HEAL-2")
    before: Table
    now: Table

    @property
    def play(self) -> TablePlay:
        """Where the table stands now."""
        return self.now.play

    @property
    def fights(self) -> bool:
        """Whether a fight is on."""
        return self.game.clock.is_open(self.now, "fight")

    def lay(self, numbers: Iterable[int]) -> None:
        """Puts used cards into the discard, where there is one (F-DECK-6)."""
        one_pile.lay(self, numbers, "F-DECK-6")


def shield(foe: Foe, kind: str) -> tuple[int, int]:
    """Defence and armour against an attack of that kind (F-DMG-1)."""
    return int(getattr(foe, law.defence_of(kind))), foe.armour
