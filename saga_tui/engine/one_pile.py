"""Cards at a table: all who sit there draw from one pile of the table, or everybody rolls on a chart; cards that the
table turns over; and what was used. The pile is what lies nowhere else, so that no card is ever lost or twice.

A table's document has its `deck` by card number, whether it is drawn `from_deck` (else from the chart), its `pile` less
what members hold, and in play a `discard` and an `open` card; the game says what members hold and use.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar, Self

from saga_tui.dice import Draw
from saga_tui.engine.command import Command, Outcome, Words
from saga_tui.engine.for_all import CrossAll, Reaching
from saga_tui.engine.party import PartyCommand

Members = Mapping[str, Any]


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

    @classmethod
    def held_by(cls, member: Any) -> Iterable[int]:
        """The cards that a member holds."""
        raise NotImplementedError

    @classmethod
    def used(cls, outcome: Outcome[Any]) -> Iterable[int]:
        """The cards that a member's command used: played, given up, drawn and not kept."""
        raise NotImplementedError

    def seen(self, document: Any, members: Members) -> Self:
        """With the cards that may be drawn; and with what is wrong where a hand is not at hand, or one that cannot be
        dealt from the same pile."""
        if not document.from_deck:
            return self.model_copy(update={"pile": ()})
        unknown = [seat.name or seat.id for seat in document.seats if seat.id not in members]
        held = Counter(card for one in members.values() for card in self.held_by(one))
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
        gone = sum((Counter(self.used(one)) for one in outcomes.values() if not one.refused), Counter[int]())
        return self.model_copy(update={"gone": tuple(gone.elements()), "pile": ()})

    def finish(self, edit: Any) -> None:
        """Used cards are put away; the discard goes back into a pile that had become small."""
        if self.amiss and not self.mends and (self.ahead or type(self).parts is not PartyCommand.parts):
            fix = "Put the file back or remove the seat; or gather all hands and deal."
            edit.object(self.cards_by, self.amiss[:1].upper() + self.amiss[1:], fix, code="hands", where=("seats",))
        lay(edit, self.gone, self.cards_by)
        kept = edit.play.discard[len(edit.before.play.discard) * self.renewed :]
        if kept != edit.before.play.discard:
            edit.put(self.cards_by, discard=tuple(dict.fromkeys(kept)))
        if self.renewed:
            edit.say("the discard is shuffled back", self.cards_by, way="comes")
        super().finish(edit)


class Turning(Dealing):
    """A card that the table turns over; undo says that it stays seen. It is drawn, unless `card` says which it is."""

    hidden = True

    def turns(self, document: Any) -> bool:
        """Whether a card is turned over."""
        del document
        return True

    def named(self, document: Any, said: str) -> int:
        """The number of a card that people write; 0: there is none."""
        raise NotImplementedError

    def room(self, member: Any) -> int:
        """So many cards a member may draw in the same act."""
        del member
        return 0

    def first(self, document: Any, members: Members) -> Draw:
        """The card, and with one pile a card for each that a member may draw: so nobody draws what another does."""
        own, said = self.turns(document), getattr(self, "card", "")
        if not document.from_deck:
            return Draw(int(own and not said), len(document.deck))
        typed = self.named(document, said) if said else 0
        pool = tuple(one for one in document.pile(members) if one != typed)
        return Draw(int(own and not said) + sum(map(self.room, members.values())), pool=pool)

    def shown(self, document: Any) -> int:
        """The number of the card; 0: none."""
        if said := getattr(self, "card", ""):
            return self.named(document, said)
        return self.ahead[0] if self.ahead and self.turns(document) else 0

    def turned(self, edit: Any, rule: str) -> Any:
        """The card; objects where there is no such one."""
        number = self.shown(edit.before)
        if number not in edit.now.deck:
            said = getattr(self, "card", "")
            edit.object(rule, f"There is no card {said!r}", "Write what it shows, or its row.", code="card")
        return edit.now.deck.get(number)


class Looking(Turning):
    """A card that is turned over, and goes to the discard."""

    card: Words = ""
    """The card, as it shows or by its row; nothing: it is drawn."""


class CrossDealing(CrossAll, Turning):
    """An edge of the clock at which cards are drawn: each member draws from a share of the pile, and is told the card
    that the table turned over."""

    def theirs(self, document: Any, members: Members) -> Iterator[tuple[str, Command]]:
        """Each with cards of their own."""
        shown = self.shown(document)
        left = [*self.ahead[int(self.turns(document) and not getattr(self, "card", "")) :]]
        for who, member in members.items():
            own, left = left[: self.room(member)], left[self.room(member) :]
            given = {"card": f"#{shown}"} if shown else {}
            yield who, self.model_copy(update={"pile": tuple(own)}).made(self.verb, document, **given)
