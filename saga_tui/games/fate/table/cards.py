"""The cards of a table: one pile for all heroes or the chart, cards that the narrator turns over, and what heroes use.
What happens to a hero is an ordinary command of a hero, as a part of the same act (F-DECK-6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Final, Self

from pydantic import Field

from saga_tui.dice import Draw
from saga_tui.engine import command, edges
from saga_tui.engine.command import Outcome, Words
from saga_tui.engine.deciding import SHARED
from saga_tui.engine.declared import declare
from saga_tui.engine.for_all import CrossAll, OneDoes, Reaching, SwitchAll
from saga_tui.engine.party import Part, PartyCommand
from saga_tui.engine.sitting import Leaving, Naming, Taking
from saga_tui.engine.told import said
from saga_tui.games.fate import book
from saga_tui.games.fate.book import DOOM, Card
from saga_tui.games.fate.hero import Hero
from saga_tui.games.fate.play.state import Hands, cards_of, play_of, used
from saga_tui.games.fate.rules.figures import figures
from saga_tui.games.fate.rules.ruleset import RULES as HEROES
from saga_tui.games.fate.table.state import Table, TableEdit, bank_of, pile_of, words

MADE: Final[dict[str, type[command.Command]]] = dict(SHARED)
"""The commands of a table by their verbs."""
Cards = Annotated[tuple[Words, ...], Field(max_length=99)]
Members = Mapping[str, Any]


class Act(Reaching):
    """Something that happens at a table. `pile` is what may be drawn, `gone` what heroes have used, `banked` the Doom
    that they played, `total` what an action came to."""

    registry, members = MADE, HEROES
    filled: ClassVar[tuple[str, ...]] = (*PartyCommand.filled, "pile", "gone", "banked", "total")

    pile: tuple[int, ...] = ()
    gone: tuple[int, ...] = ()
    banked: tuple[int, ...] = ()
    total: int = 0

    def seen(self, document: Table, members: Members) -> Self:
        """With the cards that may be drawn."""
        left = {*pile_of(document, members)} - {*self.ahead} if document.from_deck else ()
        return self.model_copy(update={"pile": tuple(left)})

    def made(self, verb: str, document: Table, **given: Any) -> command.Command:
        """A command of a hero at this table: what is used comes here, and from one pile the cards too."""
        given |= {"pile": self.pile, "table": document.id or "table"}
        known = HEROES.commands[verb].model_fields
        return super().made(verb, document, **{name: value for name, value in given.items() if name in known})

    def told(self, document: Table, outcomes: Mapping[str, Outcome[Any]]) -> Self:
        """With what the heroes used: Doom that was played goes to the bank (F-DOOM-1)."""
        gone, banked, total = Counter[int](), Counter[int](), self.total
        for one in (one for one in outcomes.values() if not one.refused):
            left = Counter(used(one.before, one.after, one.dice))
            names = [*getattr(one.command, "cards", ()), getattr(one.command, "push", "")]
            held = (
                Hands(HEROES, one.before).find([*filter(None, names)], "")
                if one.command.verb in ("play", "counter")
                else ()
            )
            played = Counter(card.number for card in held or ())
            counted = left if played and document.switch("doom_trump") == "yes" else played
            doomed = Counter(card.number for card in cards_of(counted.elements()) if card.suit == DOOM)
            gone, banked = gone + (left - doomed), banked + doomed
            total = next((line.came for line in one.lines if line.came is not None), total)
        found = {"gone": tuple(gone.elements()), "banked": tuple(banked.elements()), "total": total}
        return self.model_copy(update=found)

    def finish(self, edit: TableEdit) -> None:
        """Used cards are put away; the discard goes back into a pile that had become small (F-DECK-7)."""
        if edit.before.from_deck and {*edit.before.play.discard} & {*self.pile}:
            edit.put("F-DECK-7", discard=edit.play.discard[len(edit.before.play.discard) :])
            edit.say("the discard is shuffled back", "F-DECK-7", way="comes")
        edit.lay(self.gone)
        if self.banked:
            edit.put("F-DOOM-1", bank=(*edit.play.bank, *self.banked))
            edit.say(f"to the bank: {words(cards_of(self.banked))}", "F-DOOM-1", way="comes")
        super().finish(edit)


class Shows(Act):
    """A card of the narrator's is turned over; undo says that it stays seen."""

    hidden = True
    card: Words = ""
    """The narrator's card, as S7 or by its row; nothing: it is drawn."""

    def shows(self, document: Table) -> bool:
        """Whether a card is turned over."""
        del document
        return True

    def first(self, document: Table, members: Members) -> Draw:
        """The card, and with one pile a card for each that a hero may draw: so nobody draws what another does."""
        own, typed = int(self.shows(document) and not self.card), book.named(self.card) if self.card else None
        if not document.from_deck:
            return Draw(own, len(document.deck))
        pool = tuple(one for one in pile_of(document, members) if typed is None or one != typed.number)
        return Draw(own + sum(map(self.room, members.values())), pool=pool)

    def room(self, hero: Hero) -> int:
        """So many cards a hero may draw."""
        del hero
        return 0

    def shown(self, document: Table) -> Card | None:
        """The card."""
        if self.card:
            return book.named(self.card, len(document.deck))
        return document.deck.get(self.ahead[0]) if self.ahead and self.shows(document) else None

    def turned(self, edit: TableEdit) -> Card | None:
        """The card; objects where there is no such one."""
        found = self.shown(edit.before)
        if found is None:
            edit.object("F-CHAT-2", f"There is no card {self.card!r}", "Write suit and value, as S7.", code="card")
        return found


class Edge(CrossAll, Shows):
    """An edge of the clock, for the table and all heroes in play; an exchange begins with the narrator's card."""

    group = "clock"

    def shows(self, document: Table) -> bool:
        """Whether an exchange begins."""
        again = self.span == "exchange" and document.play.span == "exchange"
        return again or "exchange" in getattr(self, "within", ())

    def room(self, hero: Hero) -> int:
        """What is missing of a full hand."""
        return max(0, figures(hero).size.total - len(play_of(hero).hand))

    def theirs(self, document: Table, members: Members) -> Iterator[tuple[str, command.Command]]:
        """Each with cards of their own."""
        left, shown = [*self.ahead[int(self.shows(document) and not self.card) :]], self.shown(document)
        for who, hero in members.items():
            own, left = left[: self.room(hero)], left[self.room(hero) :]
            given = {"card": f"#{shown.number}"} if shown is not None else {}
            yield who, self.model_copy(update={"pile": tuple(own)}).made(self.verb, document, **given)

    def cross(self, edit: TableEdit, edge: str) -> None:
        """As an exchange begins the card lies open (F-FIGHT-2)."""
        if edge == "exchange start" and (one := self.turned(edit)) is not None:
            edit.lay([edit.play.open])
            edit.put("F-FIGHT-2", open=one.number, step=1)
            edit.say(f"your card: {one.name}, {one.aura}", "F-FIGHT-2")
        super().cross(edit, edge)


class Turned(Shows):
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
        if (one := self.turned(edit)) is None:
            return
        edit.lay([one.number])
        moved = [edit.now.named(who) for who, calling in self.callings.items() if calling == one.calling]
        moved += [foe.name for foe in edit.play.foes if foe.calling == one.calling]
        calling, reading = book.keyed("callings")[one.calling]["name"], book.keyed("auras")[one.aura]["reading"]
        suit = "draw again" if one.suit == DOOM else one.suit
        values = {"name": one.name, "aura": one.aura, "event": one.event, "calling": calling, "suit": suit}
        told = said(self.says, {**values, "moved": ", ".join(moved) or "nobody", "reading": reading})
        edit.say(told, self.rules[0])
        if self.kept:
            edit.put("F-CALL-2", event=one.number)


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

    def told(self, document: Table, outcomes: Mapping[str, Outcome[Any]]) -> Self:
        """All of it goes to the bank."""
        del document, outcomes
        return self

    def apply(self, edit: TableEdit) -> None:
        """See `finish`."""
        if not self.banked:
            edit.object("F-DOOM-1", "No hero has Doom to give", "Go on.", code="none")


class Deck(Act, verb="deck", title="Show the deck", rules="F-DECK-6 F-DECK-7 F-HAND-5", group="cards"):
    """Say where the cards are: how many lie in the pile, are held and used, and what is in the bank."""

    filled: ClassVar[tuple[str, ...]] = (*Act.filled, "held")
    held: int = 0

    def seen(self, document: Table, members: Members) -> Self:
        """With how many cards are held."""
        held = sum(len(play_of(one).hand) for one in members.values())
        return super().seen(document, members).model_copy(update={"held": held})

    def apply(self, edit: TableEdit) -> None:
        """In one line."""
        pile = f"pile {len(self.pile)}, used {len(edit.play.discard)}" if edit.now.from_deck else "the chart"
        edit.say(f"{pile}, held {self.held}, bank {words(bank_of(edit.now), 'empty')}", "F-DECK-6")


class Switched(SwitchAll, Act):
    """A rule option (F-SET-1)."""

    typed, known = ("switch", "value"), book.switches


declare(Edge, book.data("commands")["time"], begin=edges.Begin, end=edges.End, again=edges.Again)
declare(
    Act, book.data("table")["acts"], turned=Turned, uses=Uses, switch=Switched, name=Naming, seat=Taking, leave=Leaving
)
