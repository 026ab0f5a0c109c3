"""The model of a narrator's table: who is fought, the bank of Doom, the cards that nobody holds (F-NARR, F-DOOM)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from pydantic import Field

from saga_tui.engine import document
from saga_tui.engine.document import PartyDocument
from saga_tui.engine.edit import Edit
from saga_tui.engine.model import LONGEST, Model, Name, Text, Whole
from saga_tui.games.fate import book
from saga_tui.games.fate.book import Card
from saga_tui.games.fate.hero import Numbers
from saga_tui.games.fate.play.state import LEAST, cards_of, play_of
from saga_tui.games.fate.rules import law
from saga_tui.problem import near

KEY: Final = "fate-table"


class Foe(Model):
    """A character of the narrator's (F-NARR-3): an `ally` is a hero whom positive cards heal (F-HEAL-1). It attacks
    with `attack`, which is of some `kind`; `lost` is health lost, `hurt` what of it in this fight (F-HEAL-3)."""

    name: Name = ""
    ally: bool = False
    strength: Whole = 0
    agility: Whole = 0
    intellect: Whole = 0
    willpower: Whole = 0
    attack: Whole = 0
    kind: Name = "physical"
    weapon: Whole = 0
    armour: Whole = 0
    health: Whole = 0
    lost: Whole = 0
    hurt: Whole = 0
    state: Name = ""
    """`unconscious` or `comatose`; nothing: awake."""
    felled: Whole = 0
    """The exchange in which it fell (F-DMG-8)."""
    calling: Name = ""
    acted: bool = False
    surprised: bool = False
    note: Text = ""

    @property
    def left(self) -> int:
        """The health that is left."""
        return max(0, self.health - self.lost)


class Deed(Model):
    """An action of a hero, or a `counter` action, whose result is not dealt out yet (F-FIGHT-12). `doom` was spent on
    it after the play (F-DOOM-3); `wounds` are what it deals without that."""

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
        return self.wounds * self.met if not self.counter else 0 if self.met else self.wounds + self.doom


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

    def named(self, who: str) -> str:
        """What one who sits there is called, by the id."""
        return next((one.name for one in self.seats if one.id == who and one.name), who)


def pile_of(table: Table, members: Mapping[str, Any]) -> Numbers:
    """The cards of the one pile, those that nobody holds: with the discard, where they are few (F-DECK-6, F-DECK-7)."""
    out = {table.play.open, *table.play.bank, *(card for one in members.values() for card in play_of(one).hand)}
    left = tuple(one for one in table.deck if one not in out)
    pile = tuple(one for one in left if one not in {*table.play.discard})
    return pile if len(pile) >= LEAST else left


def foe_of(table: Table, name: str) -> Foe | None:
    """The one of the narrator's characters with that name, in any case."""
    return next((one for one in table.play.foes if one.name.casefold() == name.casefold()), None)


def bank_of(table: Table) -> list[Card]:
    """The bank, the highest card first."""
    return sorted(cards_of(table.play.bank), key=lambda one: (-one.value, one.number))


def words(some: Iterable[Card], none: str = "") -> str:
    """Cards by their names."""
    return ", ".join(one.name for one in some) or none


class TableEdit(Edit[Table]):
    """One command's work on one table."""

    @property
    def play(self) -> TablePlay:
        """Where the table stands now."""
        return self.now.play

    @property
    def fights(self) -> bool:
        """Whether a fight is on."""
        return self.game.clock.is_open(self.now, "fight")

    def foe(self, name: str) -> Foe | None:
        """The one of the narrator's characters with that name; objects where there is none."""
        found = foe_of(self.now, name)
        if found is None:
            fix = near(name, [one.name for one in self.play.foes], "Add the foe first.")
            self.object("F-NARR-3", f"There is no {name!r} at the table", fix, code="foe", where=("play", "foes"))
        return found

    def put_foe(self, foe: Foe, rule: str, **fields: Any) -> None:
        """Sets fields of one of the narrator's characters."""
        same = (one.model_copy(update=fields) if one.name == foe.name else one for one in self.play.foes)
        self.put(rule, foes=tuple(same))

    def lay(self, numbers: Iterable[int]) -> None:
        """Puts used cards into the discard, where there is one (F-DECK-6)."""
        if self.now.from_deck and (used := tuple(one for one in numbers if one)):
            self.put("F-DECK-6", discard=(*self.play.discard, *used))

    def hit(self, foe: Foe, wounds: int) -> None:
        """Wounds of a foe: health falls, at 0 it is unconscious; hit in a later exchange, comatose (F-DMG-2, F-DMG-3,
        F-DMG-8)."""
        more, state, felled = min(wounds, foe.left), foe.state, foe.felled
        if wounds and state == "unconscious" and felled < self.play.exchange:
            state = "comatose"
        elif not state and wounds >= foe.left:
            state, felled = "unconscious", self.play.exchange
        self.put_foe(foe, "F-DMG-2", lost=foe.lost + more, hurt=foe.hurt + more, state=state, felled=felled)
        self.say_moved(f"{foe.name}: health", foe.left, foe.left - more, "F-DMG-2")
        if state != foe.state:
            self.say(f"{foe.name} is {state}", "F-DMG-3", way="goes")

    def heal(self, foe: Foe, value: int, rule: str) -> None:
        """Health comes back, as much as was lost in this fight; above 0 one wakes (F-HEAL-2, F-HEAL-3, F-DMG-3)."""
        more = min(value, foe.hurt)
        if more > 0 and foe.state != "comatose":
            self.put_foe(foe, rule, lost=foe.lost - more, hurt=foe.hurt - more, state="", felled=0)
            self.say_moved(f"{foe.name}: health", foe.left, foe.left + more, rule)


def shield(foe: Foe, kind: str) -> tuple[int, int]:
    """Defence and armour against an attack of that kind (F-DMG-1)."""
    return int(getattr(foe, law.defence_of(kind))), foe.armour
