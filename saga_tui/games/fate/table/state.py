"""The model of a narrator's table: who is fought, the bank of Doom, the cards that nobody holds (F-NARR, F-DOOM)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from pydantic import Field

from saga_tui.engine import document, exchanges
from saga_tui.engine.model import LONGEST, Name, Text, Whole
from saga_tui.engine.opponents import Opponent
from saga_tui.games.fate import book
from saga_tui.games.fate.book import Card
from saga_tui.games.fate.play.state import LEAST

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


class Deed(exchanges.Deed):
    """An action whose result is not dealt out yet (F-FIGHT-12): `doom` was spent on it after the play (F-DOOM-3)."""

    spends = "doom"
    doom: Whole = 0


class TablePlay(exchanges.ExchangePlay):
    """Where the table stands."""

    foes: tuple[Foe, ...] = Field(default=(), max_length=LONGEST)
    deeds: tuple[Deed, ...] = Field(default=(), max_length=LONGEST)


class Table(exchanges.ExchangeTable):
    """A whole table's file."""

    ruling = "F-SET-1"
    options, least = book.switches, LEAST
    ways = {"from_deck": ("draw", "deck"), "early": ("doom_spend", "before"), "at_once": ("wounds", "at-once")}
    """F-DECK-6, F-DOOM-3, F-FIGHT-12."""
    healing = {"positive": "allies", "negative": "opponents"}
    """F-HEAL-1, F-HEAL-2."""

    game: Name = KEY
    name: Name = ""
    notes: Text = ""
    seats: tuple[document.Seat, ...] = Field(default=(), max_length=LONGEST)
    play: TablePlay = TablePlay()

    @property
    def deck(self) -> Mapping[int, Card]:
        """The cards that it plays with (F-DECK-5)."""
        return book.cards(100 if self.switch("cards") == "100" else 96)

    def called(self, words: str, but: Iterable[int] = ()) -> int:
        """By what it shows, or its row (F-CHAT-2)."""
        found = book.named(words, len(self.deck), but)
        return found.number if found else 0


class TableEdit(exchanges.Exchanging):
    """One command's work on one table (F-DMG-2, F-DMG-3, F-DMG-8, F-HEAL-2, F-HEAL-3, F-DECK-6)."""

    foe_rules = ("F-NARR-3", "F-DMG-2", "F-DMG-3", "F-HEAL-2")
    used_by = "F-DECK-6"
