"""Cards at a table: all who sit there draw from one pile of the table, or everybody rolls on a chart; cards that the
table turns over; and what was used. The pile is what lies nowhere else, so that no card is ever lost or twice.

A table's document is a `CardTable`; its play has a `discard`, a `bank` and an `open` card. Members hold and use cards
as `engine.hand` and `engine.card_action` have it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import Field

from saga_tui.dice import Draw
from saga_tui.engine.card_action import PlayCards
from saga_tui.engine.command import Command, Outcome, Words
from saga_tui.engine.document import PartyDocument, Seat
from saga_tui.engine.for_all import CrossAll, OneDoes, Reaching
from saga_tui.engine.hand import used
from saga_tui.engine.model import LONGEST, Name, Text
from saga_tui.engine.party import Part, PartyCommand
from saga_tui.engine.told import said

Members = Mapping[str, Any]
Cards = Annotated[tuple[Words, ...], Field(max_length=99)]


class CardTable(PartyDocument):
    """A whole table's file; a game names its fields anew where it wants another order."""

    options: ClassVar[Any]
    """Gives the rule options by key."""
    least: ClassVar[int] = 1
    """A pile under so many cards takes the discard back."""
    ways: ClassVar[Mapping[str, tuple[str, str]]]
    """The rule option, and its value, with which something is so: `from_deck`."""

    name: Name = ""
    notes: Text = ""
    seats: tuple[Seat, ...] = Field(default=(), max_length=LONGEST)
    switches: dict[str, Name] = Field(default_factory=dict, max_length=LONGEST)
    """What the group chose, where that is not the usual."""

    def switch(self, key: str) -> str:
        """What the group chose."""
        return self.switches.get(key) or str(type(self).options()[key].default)

    def goes(self, way: str) -> bool:
        """Whether the group chose that way."""
        key, value = type(self).ways[way]
        return self.switch(key) == value

    @property
    def deck(self) -> Mapping[int, Any]:
        """The cards that it plays with, by number: each has a `number`, a `name` and a `value`."""
        raise NotImplementedError

    @property
    def from_deck(self) -> bool:
        """Whether all draw from one pile; else from a chart."""
        return self.goes("from_deck")

    def called(self, words: str, but: Iterable[int] = ()) -> int:
        """The number of the card that people write so, none of these where another fits; 0: there is none."""
        raise NotImplementedError

    def lying(self, words: str, pile: Iterable[int]) -> int:
        """The same, of the pile where one fits that lies there."""
        return self.called(words, {*self.deck} - {*pile})

    def faces(self, numbers: Iterable[int]) -> list[Any]:
        """Cards by their numbers; those that are in no deck are left out."""
        return [self.deck[one] for one in numbers if one in self.deck]

    @property
    def card(self) -> Any:
        """The card that lies open; None: none does."""
        return self.deck.get(self.play.open) if self.play is not None else None  # type: ignore[attr-defined]

    @property
    def bank(self) -> list[Any]:
        """The cards of the bank, the highest first."""
        held: Any = self.play
        return sorted(self.faces(held.bank), key=lambda one: (-one.value, one.number))

    def pile(self, members: Members) -> tuple[int, ...]:
        """The cards of the one pile."""
        held: Any = self.play
        return pile_of(self, (*held.bank, *(card for one in members.values() for card in hand_of(one))), self.least)

    def named(self, who: str) -> str:
        """What one who sits there is called, by the id."""
        return next((one.name for one in self.seats if one.id == who and one.name), who)


def hand_of(member: Any) -> tuple[int, ...]:
    """The cards that a member holds."""
    return () if member.play is None else member.play.hand


def words(some: Iterable[Any], none: str = "") -> str:
    """Cards by their names."""
    return ", ".join(one.name for one in some) or none


def pile_of(table: Any, held: Iterable[int], least: int) -> tuple[int, ...]:
    """The cards that lie nowhere else: with the discard, where otherwise fewer than `least` would be left."""
    out = {table.play.open, *held}
    left = tuple(one for one in table.deck if one not in out)
    pile = tuple(one for one in left if one not in {*table.play.discard})
    return pile if len(pile) >= least else left


def lay(edit: Any, numbers: Iterable[int], rule: str) -> None:
    """Puts used cards into the discard, where there is one."""
    if edit.now.from_deck and (used := tuple(one for one in numbers if one)):
        edit.put(rule, discard=(*edit.play.discard, *used))


class Dealing(Reaching):
    """Something that happens at a table with cards: `pile` is what may be drawn, `gone` what was used, `amiss` why
    nobody can know what the pile is."""

    filled: ClassVar[tuple[str, ...]] = (*PartyCommand.filled, "pile", "gone", "amiss", "renewed")
    cards_by: ClassVar[str] = ""
    """The rule of the discard."""
    mends: ClassVar[bool] = False
    """Whether it is what is done about hands that cannot be."""

    pile: tuple[int, ...] = ()
    gone: tuple[int, ...] = ()
    amiss: Words = ""
    renewed: bool = False
    """Whether the discard goes back into the pile, which had become small."""

    def seen(self, document: Any, members: Members) -> Self:
        """With the cards that may be drawn; and with what is wrong where a hand is not at hand, or one that cannot be
        dealt from the same pile."""
        if not document.from_deck:
            return self.model_copy(update={"pile": ()})
        unknown = [seat.name or seat.id for seat in document.seats if seat.id not in members]
        held = Counter(card for one in members.values() for card in hand_of(one))
        twice = any(often > 1 for often in held.values())
        amiss = "two hold the same card" if twice else ""
        amiss = (
            f"no one knows what {' and '.join(unknown)} {'holds' if len(unknown) < 2 else 'hold'}" if unknown else amiss
        )
        left = tuple({*document.pile(members)} - {*self.ahead})
        renewed = bool({*document.play.discard} & {*left})
        return self.model_copy(update={"pile": left, "amiss": amiss, "renewed": renewed})

    def made(self, verb: str, document: Any, **given: Any) -> Command:
        """A command of a member at this table: what is used comes here, and from one pile the cards too. What it has
        no parameter for is left out."""
        given |= {"pile": self.pile, "table": document.id or "table"}
        known = type(self).members.commands[verb].model_fields
        return super().made(verb, document, **{name: value for name, value in given.items() if name in known})

    def told(self, document: Any, outcomes: Mapping[str, Outcome[Any]]) -> Self:
        """With what the members used; the pile has done its work, and no journal has to keep it."""
        del document
        done = (one for one in outcomes.values() if not one.refused)
        gone = sum((Counter(used(one.before, one.after, one.dice)) for one in done), Counter[int]())
        return self.model_copy(update={"gone": tuple(gone.elements()), "pile": ()})

    def finish(self, edit: Any) -> None:
        """Used cards are put away; the discard goes back into a pile that had become small."""
        if self.amiss and not self.mends and (self.ahead or type(self).parts is not PartyCommand.parts):
            fix = "Put the file back, remove the seat or enter the hand here; or gather all hands and deal."
            edit.object(self.cards_by, self.amiss[:1].upper() + self.amiss[1:], fix, code="hands", where=("seats",))
        lay(edit, self.gone, self.cards_by)
        kept = edit.play.discard[len(edit.before.play.discard) * self.renewed :]
        if kept != edit.before.play.discard:
            edit.put(self.cards_by, discard=tuple(dict.fromkeys(kept)))
        if self.renewed:
            edit.say("the discard is shuffled back", self.cards_by, way="comes")
        super().finish(edit)


class Banking(Dealing):
    """Something that happens at a table with a bank: `banked` are cards that members played and that go there, `total`
    is what an action came to."""

    filled: ClassVar[tuple[str, ...]] = (*Dealing.filled, "banked", "total")
    bank_by: ClassVar[str] = ""
    """The rule of the bank."""

    banked: tuple[int, ...] = ()
    total: int | None = None
    """Nothing: nobody has played yet."""

    @property
    def came(self) -> int:
        """What the action came to; 0 where nobody played."""
        return self.total or 0

    def told(self, document: Any, outcomes: Mapping[str, Outcome[Any]]) -> Self:
        """With what was played for the bank, and with what an action came to."""
        own, banked, total = super().told(document, outcomes), Counter(self.banked), self.total
        for one in outcomes.values():
            if not one.refused and isinstance(one.command, PlayCards):
                banked += Counter(card.number for card in one.command.for_bank(one))
                total = next((line.came for line in one.lines if line.came is not None), total)
        gone = Counter(own.gone) - banked
        found = {"gone": tuple(gone.elements()), "banked": tuple(banked.elements()), "total": total}
        return own.model_copy(update=found)

    def finish(self, edit: Any) -> None:
        """What was played for the bank lies there."""
        super().finish(edit)
        if self.banked:
            edit.put(self.bank_by, bank=(*edit.play.bank, *self.banked))
            edit.say(f"to the bank: {words(edit.now.faces(self.banked))}", self.bank_by, way="comes")


class Turning(Dealing):
    """A card that the table turns over; undo says that it stays seen. It is drawn, unless `card` says which it is."""

    hidden = True
    typed_by: ClassVar[str]
    """The rule of cards that are typed in."""

    def turns(self, document: Any) -> bool:
        """Whether a card is turned over."""
        del document
        return True

    def room(self, member: Any) -> int:
        """So many cards a member may draw in the same act."""
        del member
        return 0

    def first(self, document: Any, members: Members) -> Draw:
        """The card, and with one pile a card for each that a member may draw: so nobody draws what another does."""
        own, said = self.turns(document), getattr(self, "card", "")
        if not document.from_deck:
            return Draw(int(own and not said), len(document.deck))
        typed = document.lying(said, document.pile(members)) if said else 0
        pool = tuple(one for one in document.pile(members) if one != typed)
        return Draw(int(own and not said) + sum(map(self.room, members.values())), pool=pool)

    def seen(self, document: Any, members: Members) -> Self:
        """With the row of a card that is typed in: with one pile, one that lies there."""
        own, said = super().seen(document, members), getattr(self, "card", "")
        number = document.lying(said, document.pile(members)) if said and document.from_deck else 0
        return own.model_copy(update={"card": f"#{number}"}) if number else own

    def shown(self, document: Any) -> int:
        """The number of the card; 0: none."""
        if said := getattr(self, "card", ""):
            return int(document.called(said))
        return self.ahead[0] if self.ahead and self.turns(document) else 0

    def turned(self, edit: Any, rule: str) -> Any:
        """The card; objects where there is no such one."""
        number = self.shown(edit.before)
        if number not in edit.now.deck:
            said = getattr(self, "card", "")
            edit.object(rule, f"There is no card {said!r}", "Write what it shows, or its row.", code="card")
        return edit.now.deck.get(number)

    def opened(self, edit: Any, rule: str, **more: Any) -> None:
        """The card lies open in the place of the last one."""
        if (one := self.turned(edit, self.typed_by)) is not None:
            edit.lay([edit.play.open])
            edit.put(rule, open=one.number, **more)
            edit.say(f"your card: {one.name}, {one.aura}", rule)


class Looking(Turning):
    """A card that is turned over, and goes to the discard: what it `says` is told. The `kept` one is the last that told
    what happens."""

    says: ClassVar[str] = ""
    kept: ClassVar[bool] = False

    card: Words = ""
    """The card, as it shows or by its row; nothing: it is drawn."""

    def meant(self, edit: Any, card: Any) -> Mapping[str, Any]:
        """The values in what is said."""
        raise NotImplementedError

    def apply(self, edit: Any) -> None:
        """It is told."""
        if (one := self.turned(edit, self.typed_by)) is None:
            return
        edit.lay([one.number])
        edit.say(said(self.says, self.meant(edit, one)), self.rules[0])
        if self.kept:
            edit.put(self.rules[0], event=one.number)


class Opening(Turning):
    """A card that is turned over, and lies open until what it is for is over."""

    card: Words = ""
    """The card, as it shows or by its row; nothing: it is drawn."""

    def apply(self, edit: Any) -> None:
        """It lies open."""
        self.opened(edit, self.rules[0])


class Uses(OneDoes):
    """Something that one member does with cards."""

    typed, hands_on = ("seat", "cards"), ("cards",)
    cards: Cards = ()


class Collect(Banking):
    """Take the cards for the bank that members have played away from the table: by their verb `does`."""

    does: ClassVar[str] = ""

    def seen(self, document: Any, members: Members) -> Self:
        """With what they have."""
        found = tuple(card for one in members.values() if one.play is not None for card in one.play.bank)
        return super().seen(document, members).model_copy(update={"banked": found})

    def parts(self, document: Any, members: Members) -> Sequence[Part]:
        """It leaves their sheets."""
        some = (who for who, one in members.items() if one.play is not None and one.play.bank)
        return [Part(who, self.made(self.does, document)) for who in some]

    def apply(self, edit: Any) -> None:
        """See `finish`."""
        if not self.banked:
            edit.object(self.rules[0], "No one has a card for the bank", "Go on.", code="none")


class ClearBank(Dealing):
    """Empty the bank."""

    def apply(self, edit: Any) -> None:
        """The cards are used."""
        edit.lay(edit.play.bank)
        edit.put(self.rules[0], bank=())
        edit.say("the bank is empty", self.rules[0], way="goes")


class ShowPile(Dealing):
    """Say where the cards are: how many lie in the pile, are held and used, and what is in the bank."""

    filled: ClassVar[tuple[str, ...]] = (*Dealing.filled, "held", "lie")
    unkept = True
    typed = ("show",)
    show: Literal["show"] = "show"
    """Shows it."""
    held: int = 0
    lie: int = 0

    def seen(self, document: Any, members: Members) -> Self:
        """With how many cards are held."""
        held = sum(len(hand_of(one)) for one in members.values())
        own = super().seen(document, members)
        return own.model_copy(update={"held": held, "lie": len(own.pile), "renewed": False})

    def apply(self, edit: Any) -> None:
        """In one line."""
        pile = f"pile {self.lie}, used {len(edit.play.discard)}" if edit.now.from_deck else "the chart"
        edit.say(f"{pile}, held {self.held}, bank {words(edit.now.bank, 'empty')}", self.rules[0])


class CrossDealing(CrossAll, Turning):
    """An edge of the clock at which cards are drawn: each member draws from a share of the pile, and is told the card
    that the table turned over as the span `opens` begins, by the rule `opened_by`."""

    opens: ClassVar[str] = ""
    opened_by: ClassVar[str] = ""

    def turns(self, document: Any) -> bool:
        """Whether that span begins."""
        again = self.span == self.opens and document.play.span == self.opens
        return again or self.opens in getattr(self, "within", ())

    def cross(self, edit: Any, edge: str) -> None:
        """The card lies open first."""
        if self.opens and edge == f"{self.opens} start":
            self.opened(edit, self.opened_by, step=1)
        super().cross(edit, edge)

    def theirs(self, document: Any, members: Members) -> Iterator[tuple[str, Command]]:
        """Each with cards of their own."""
        shown = self.shown(document)
        left = [*self.ahead[int(self.turns(document) and not getattr(self, "card", "")) :]]
        for who, member in members.items():
            own, left = left[: self.room(member)], left[self.room(member) :]
            given = {"card": f"#{shown}"} if shown else {}
            yield who, self.model_copy(update={"pile": tuple(own)}).made(self.verb, document, **given)
