"""The cards of a table: one pile for all heroes or the chart, cards that the narrator turns over, and what heroes use.
What happens to a hero is an ordinary command of a hero, as a part of the same act (F-DECK-6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Final, Self

from pydantic import Field

from saga_tui.engine import command, edges, one_pile
from saga_tui.engine.command import Outcome, Words
from saga_tui.engine.deciding import SHARED
from saga_tui.engine.declared import declare
from saga_tui.engine.for_all import AllDo, OneDoes, SwitchAll
from saga_tui.engine.party import Part
from saga_tui.engine.sitting import Leaving, Naming, Taking
from saga_tui.engine.told import said
from saga_tui.games.fate import book
from saga_tui.games.fate.book import DOOM
from saga_tui.games.fate.hero import Hero
from saga_tui.games.fate.play.actions import Acting
from saga_tui.games.fate.play.state import Hands, cards_of, play_of, used
from saga_tui.games.fate.rules.figures import figures
from saga_tui.games.fate.rules.ruleset import RULES as HEROES
from saga_tui.games.fate.table.state import Table, TableEdit, bank_of, words

MADE: Final[dict[str, type[command.Command]]] = dict(SHARED)
"""The commands of a table by their verbs."""
Cards = Annotated[tuple[Words, ...], Field(max_length=99)]
Members = Mapping[str, Any]


class Act(one_pile.Dealing):
    """Something that happens at a table: `banked` is the Doom that heroes played, `total` what an action came to."""

    registry, members, cards_by = MADE, HEROES, "F-DECK-7"
    filled: ClassVar[tuple[str, ...]] = (*one_pile.Dealing.filled, "banked", "total")

    banked: tuple[int, ...] = ()
    total: int = 0

    @classmethod
    def held_by(cls, member: Hero) -> Iterable[int]:
        """The hand."""
        return play_of(member).hand

    @classmethod
    def used(cls, outcome: Outcome[Any]) -> Iterable[int]:
        """As a hero's cards were before and are now."""
        return used(outcome.before, outcome.after, outcome.dice)

    def told(self, document: Table, outcomes: Mapping[str, Outcome[Any]]) -> Self:
        """With Doom that was played, which goes to the bank (F-DOOM-1), and with what an action came to."""
        own, banked, total = super().told(document, outcomes), Counter(self.banked), self.total
        for one in outcomes.values():
            if one.refused or not isinstance(made := one.command, Acting):
                continue
            names = [*made.cards, *[made.push] * bool(made.push)]
            played = Counter(card.number for card in Hands(HEROES, one.before).find(names, "") or ())
            counted = Counter(self.used(one)) if document.switch("doom_trump") == "yes" else played
            banked += Counter(card.number for card in cards_of(counted.elements()) if card.suit == DOOM)
            total = next((line.came for line in one.lines if line.came is not None), total)
        gone = Counter(own.gone) - banked
        found = {"gone": tuple(gone.elements()), "banked": tuple(banked.elements()), "total": total}
        return own.model_copy(update=found)

    def finish(self, edit: TableEdit) -> None:
        """Doom that was played comes to the bank."""
        super().finish(edit)
        if self.banked:
            edit.put("F-DOOM-1", bank=(*edit.play.bank, *self.banked))
            edit.say(f"to the bank: {words(cards_of(self.banked))}", "F-DOOM-1", way="comes")


class Shows(one_pile.Turning, Act):
    """A card of the narrator's (F-CHAT-2)."""

    def named(self, document: Table, said: str) -> int:
        """By what it shows, or its row."""
        found = book.named(said, len(document.deck))
        return found.number if found else 0


class Edge(one_pile.CrossDealing, Shows):
    """An edge of the clock, for the table and all heroes in play; an exchange begins with the narrator's card."""

    group = "clock"

    def turns(self, document: Table) -> bool:
        """Whether an exchange begins."""
        again = self.span == "exchange" and document.play.span == "exchange"
        return again or "exchange" in getattr(self, "within", ())

    def room(self, member: Hero) -> int:
        """What is missing of a full hand."""
        return max(0, figures(member).size.total - len(play_of(member).hand))

    def cross(self, edit: TableEdit, edge: str) -> None:
        """As an exchange begins the card lies open (F-FIGHT-2)."""
        if edge == "exchange start" and (one := self.turned(edit, "F-CHAT-2")) is not None:
            edit.lay([edit.play.open])
            edit.put("F-FIGHT-2", open=one.number, step=1)
            edit.say(f"your card: {one.name}, {one.aura}", "F-FIGHT-2")
        super().cross(edit, edge)


class Turned(one_pile.Looking, Shows):
    """A card that is turned over, and done with."""

    group = "cards"
    filled: ClassVar[tuple[str, ...]] = (*Act.filled, "callings")
    says: ClassVar[str] = ""
    kept: ClassVar[bool] = False
    """Whether it is the last event."""
    callings: dict[str, Words] = Field(default_factory=dict)
    """The heroes' callings by their ids (F-CALL-1)."""

    def seen(self, document: Table, members: Members) -> Self:
        """With what moves whom."""
        found = {who: hero.calling for who, hero in members.items() if hero.calling}
        return super().seen(document, members).model_copy(update={"callings": found})

    def apply(self, edit: TableEdit) -> None:
        """What it says: the event and whom it moves, the aura's meaning, the ability (F-CALL-2, F-OPP-6, F-ACT-10)."""
        if (one := self.turned(edit, "F-CHAT-2")) is None:
            return
        edit.lay([one.number])
        moved = [edit.now.named(who) for who, calling in self.callings.items() if calling == one.calling]
        moved += [foe.name for foe in edit.play.foes if foe.calling == one.calling]
        calling, reading = book.keyed("callings")[one.calling]["name"], book.keyed("auras")[one.aura]["reading"]
        suit = "draw again" if one.suit == DOOM else one.suit
        values = {"name": one.name, "aura": one.aura, "event": one.event, "calling": calling, "suit": suit}
        told = said(self.says, {**values, "moved": ", ".join(moved) or "no one", "reading": reading})
        edit.say(told, self.rules[0])
        if self.kept:
            edit.put("F-CALL-2", event=one.number)


class Opens(one_pile.Looking, Shows):
    """The narrator's card of an opposed action outside a fight (F-OPP-2)."""

    def apply(self, edit: TableEdit) -> None:
        """It lies open until the action is over."""
        if (one := self.turned(edit, "F-CHAT-2")) is not None:
            edit.lay([edit.play.open])
            edit.put("F-OPP-2", open=one.number)
            edit.say(f"your card: {one.name}, {one.aura}", "F-OPP-2")


class Uses(OneDoes, Act):
    """Something that one hero does with cards."""

    typed, hands_on = ("seat", "cards"), ("cards",)
    cards: Cards = ()


class Collect(Act, verb="collect-doom", title="Collect Doom", rules="F-DOOM-1", group="cards"):
    """Take the Doom that heroes have played away from the table."""

    def seen(self, document: Table, members: Members) -> Self:
        """With what they have."""
        found = tuple(card for hero in members.values() for card in play_of(hero).bank)
        return super().seen(document, members).model_copy(update={"banked": found})

    def parts(self, document: Table, members: Members) -> Sequence[Part]:
        """It leaves their sheets."""
        return [Part(who, self.made("spend-doom", document)) for who, hero in members.items() if play_of(hero).bank]

    def apply(self, edit: TableEdit) -> None:
        """See `finish`."""
        if not self.banked:
            edit.object("F-DOOM-1", "No hero has Doom to give", "Go on.", code="none")


class Gather(AllDo, Act):
    """All hands come back (F-DECK-6)."""

    mends = True


class Deck(Act, verb="deck", title="Show the deck", rules="F-DECK-6 F-DECK-7 F-HAND-5", group="cards"):
    """Say where the cards are: how many lie in the pile, are held and used, and what is in the bank."""

    filled: ClassVar[tuple[str, ...]] = (*Act.filled, "held", "lie")
    held: int = 0
    lie: int = 0

    def seen(self, document: Table, members: Members) -> Self:
        """With how many cards are held."""
        held = sum(len(play_of(one).hand) for one in members.values())
        own = super().seen(document, members)
        return own.model_copy(update={"held": held, "lie": len(own.pile)})

    def apply(self, edit: TableEdit) -> None:
        """In one line."""
        pile = f"pile {self.lie}, used {len(edit.play.discard)}" if edit.now.from_deck else "the chart"
        edit.say(f"{pile}, held {self.held}, bank {words(bank_of(edit.now), 'empty')}", "F-DECK-6")


class Switched(SwitchAll, Act):
    """A rule option (F-SET-1)."""

    typed, known = ("switch", "value"), book.switches


declare(Edge, book.data("commands")["time"], begin=edges.Begin, end=edges.End, again=edges.Again)
KINDS: Final[dict[str, Any]] = {
    "turned": Turned,
    "opens": Opens,
    "uses": Uses,
    "gather": Gather,
    "switch": Switched,
    "name": Naming,
}
declare(Act, book.data("table")["acts"], seat=Taking, leave=Leaving, **KINDS)
