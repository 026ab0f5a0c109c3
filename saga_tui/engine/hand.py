"""Cards in a hand. They are drawn from a pile of one's own, from a table's, or with putting back (a chart, where every
draw is a roll on its rows); used ones lie on a discard or in a bank. No card is ever in two places.

A game says what its cards are (`Cards`), its play has the fields of `CardPlay`, its edits are `Hands`, and its commands
that draw stand below `Drawing`.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from saga_tui.dice import Draw
from saga_tui.engine import document
from saga_tui.engine.command import Command, Words
from saga_tui.engine.edit import Edit
from saga_tui.engine.fields import Of
from saga_tui.engine.model import LONGEST, Name, Whole
from saga_tui.words import plural

Numbers = tuple[Whole, ...]
"""Cards by their numbers."""


class CardPlay(document.Play):
    """Where play with cards stands."""

    hand: Numbers = Field(default=(), max_length=LONGEST)
    open: Whole = 0
    """A card that lies open for all; 0: none does."""
    bank: Numbers = Field(default=(), max_length=LONGEST)
    """Cards that were played and count for others later, while no table has taken them."""
    discard: Numbers = Field(default=(), max_length=LONGEST)
    """The used cards of a pile of one's own."""
    table: Name = ""
    """The id of the table whose pile is drawn from; nothing: one's own."""


@dataclass(frozen=True)
class Cards:
    """What a game says of its cards: those of a document by number, each with a `number`, a `name`, further `words` and
    a `value`; whether they are put `back`; how many a hand may have; which go to the bank; from how many on a pile is
    large enough, and the rules behind it all."""

    deck: Callable[[Any], Mapping[int, Any]]
    back: Callable[[Any], bool]
    limit: Callable[[Any], int]
    banked: Callable[[Any], bool]
    named: Callable[[str, Any, Sequence[int]], Any]
    """A card by what a person says, of a document; none of these numbers where another fits too."""
    least: int
    pile: str
    shuffled: str
    held: str
    fills: str
    typed: str
    bank: str

    def out(self, one: Any) -> tuple[int, ...]:
        """The cards that are in a hand, in the bank or open."""
        play = one.play
        return () if play is None else (*play.hand, *play.bank, *[play.open] * bool(play.open))

    def left(self, one: Any, *, all_of_it: bool = True) -> Numbers:
        """The cards of a pile of one's own; where too few are left, the discard is among them, unless only the pile as
        it lies is wanted."""
        out, deck = {*self.out(one)}, self.deck(one)
        used = {*one.play.discard} if one.play is not None else {*()}
        pile = tuple(number for number in deck if number not in out | used)
        return pile if len(pile) >= self.least or not all_of_it else tuple(card for card in deck if card not in out)


def used(before: Any, after: Any, drawn: Iterable[int]) -> Numbers:
    """The cards that left a hand, or were drawn and did not come into it, between two states of a command with these
    draws: those that a table whose pile was drawn from puts into its discard or its bank."""
    held, now = (one.play.hand if one.play is not None else () for one in (before, after))
    return tuple((Counter(held) + Counter(drawn) - Counter(now)).elements())


class Hands(Edit[Any]):
    """A change of a document with its cards."""

    cards: ClassVar[Cards]
    wanted = 0
    """Cards that the command draws into the hand."""
    at_table = False
    """Whether a table takes what is used."""

    @property
    def play(self) -> Any:
        """Where play stands."""
        return self.game.play_of(self.now)

    def faces(self, numbers: Iterable[int]) -> tuple[Any, ...]:
        """Cards by their numbers."""
        deck = self.cards.deck(self.now)
        return tuple(deck[one] for one in numbers if one in deck)

    def begin(self, command: "Drawing") -> None:
        """Notes where the cards are, and takes the discard back where the pile has become small."""
        self.at_table = bool(command.table)
        if self.at_table and self.play.table != command.table:
            self.put(self.cards.pile, table=command.table)
        small = len(self.cards.left(self.now, all_of_it=False)) < self.cards.least
        if self.play.discard and not self.at_table and small:
            self.put(self.cards.shuffled, discard=())
            self.say("the discard is shuffled back", self.cards.shuffled, way="comes")

    def lay(self, numbers: Sequence[int], *, bank: bool = False) -> None:
        """Puts used cards away: those for the bank there, if they may, the rest onto the discard, where there is
        one."""
        if self.at_table:
            return
        kept = tuple(one.number for one in self.faces(numbers) if bank and self.cards.banked(one))
        if kept:
            self.put(self.cards.bank, bank=(*self.play.bank, *kept))
        rest = tuple((Counter(numbers) - Counter(kept)).elements())
        if rest and not self.cards.back(self.now):
            self.put(self.cards.pile, discard=(*self.play.discard, *rest))

    def drop(self, cards: Iterable[Any]) -> None:
        """Takes cards out of the hand."""
        left = list(self.play.hand)
        for one in cards:
            left.remove(one.number)
        self.put(self.cards.held, hand=tuple(left))

    def fill(self, rule: str) -> None:
        """Fills the hand to its limit."""
        short = self.cards.limit(self.now) - len(self.play.hand)
        if short > 0:
            self.wanted += short
            drawn = self.take_dice(short)
            self.put(rule, hand=(*self.play.hand, *drawn))
            self.say(f"draw {plural(len(drawn) or short, 'card')}", rule, way="comes")

    def once(self) -> None:
        """Where cards are not put back, none stays in two places: as a chart's they may have been drawn more often.
        A hand keeps its own before the open card, the bank and the discard; the others are in the pile again."""
        if self.now.play is None or self.cards.back(self.now):
            return
        seen, gone = set[int](), list[int]()
        for field in ("hand", "open", "bank", "discard"):
            value = getattr(self.play, field)
            lie = value if isinstance(value, tuple) else (value,) * bool(value)
            kept = tuple(one for one in dict.fromkeys(lie) if one not in seen)
            seen.update(kept)
            gone += (Counter(lie) - Counter(kept)).elements()
            if len(kept) < len(lie):
                self.put(self.cards.pile, **{field: kept if isinstance(value, tuple) else 0})
        if gone:
            told = ", ".join(one.name for one in self.faces(gone))
            self.say(f"the deck has each card once; back into the pile: {told}", self.cards.pile, way="goes")

    def find(self, names: Sequence[str], rule: str) -> tuple[Any, ...] | None:
        """Cards of the hand by what they are called: their name, their words, or a value that only one kind has;
        objects where one is not held."""
        left, found = list(self.faces(self.play.hand)), []
        for name in names:
            said = name.strip().casefold()
            same = [one for one in left if said in (one.name.casefold(), one.words.casefold())]
            same = same or [one for one in left if said == str(one.value)]
            if not same or len({one.name for one in same}) > 1:
                held = ", ".join(one.name for one in self.faces(self.play.hand)) or "no cards"
                message = f"You hold {'more than one' if same else 'no'} {name.strip() or 'such card'}"
                self.object(rule, message, f"Your hand: {held}.", code="hand", where=("play", "hand"))
                return None
            left.remove(same[0])
            found.append(same[0])
        return tuple(found)


class Drawing(Command):
    """A command that draws cards: they stay seen, so that undo says so."""

    hidden = True
    sides = 0
    filled: ClassVar[tuple[str, ...]] = ("pile", "table")

    pile: tuple[int, ...] | None = None
    """The cards of a table's pile that may be drawn; nothing where it is done again with cards that were drawn."""
    table: Words = ""
    """The id of the table that it happens at: the table takes what is used."""

    def params(self) -> dict[str, Any]:
        """What was given, without the pile: the journal has the cards that were drawn of it."""
        return {name: value for name, value in super().params().items() if name != "pile"}

    def trial(self, document: Any) -> Any:
        """An edit of the game's, to see what it would do."""
        raise NotImplementedError

    def draws(self, document: Any) -> Draw:
        """As many cards as it wants in the hand."""
        trial = self.trial(document)
        self.apply(trial)
        return self.drawing(trial, trial.wanted)

    def drawing(self, trial: Hands, count: int, on: Iterable[int] = (), most: int = 0) -> Draw:
        """A draw of so many: from the pile, or with putting back; the first one as `Draw` has it."""
        cards, goes, document = trial.cards, frozenset(on), trial.before
        pool = None if cards.back(document) else self.pile if self.table else cards.left(document)
        away = [] if pool is None else [number for number in cards.deck(document) if number not in pool]

        def named(said: str, drawn: Sequence[int]) -> int | None:
            card = cards.named(said, document, (*away, *drawn))
            return None if card is None else int(card.number)

        return Draw(count, len(cards.deck(document)), pool, on=goes, most=most, named=named)

    def finish(self, edit: Any) -> None:
        """Where the pile lies at a table, cards are drawn there."""
        away = edit.before.play is not None and edit.before.play.table and not edit.cards.back(edit.before)
        if away and not self.table:
            edit.object(edit.cards.pile, "The deck lies at your table", "Play this at the table.", code="table")


class Fill(Drawing):
    """Draw until the hand is at its limit."""

    def apply(self, edit: Any) -> None:
        """As many as are missing."""
        edit.begin(self)
        edit.fill(edit.cards.fills)


class Hold(Command):
    """Enter the cards that are held, as they lie on a real table. Where all draw from a table's pile, that is done
    there: only the table knows what the others hold."""

    filled: ClassVar[tuple[str, ...]] = ("table",)

    cards: Annotated[tuple[Words, ...], Field(max_length=100)]
    """The cards by suit and value."""
    table: Words = ""
    """The id of the table that it happens at."""

    def apply(self, edit: Any) -> None:
        """In the place of what was held."""
        known, play, found = edit.cards, edit.play, list[int]()
        if self.cards and play.table and not self.table and not known.back(edit.now):
            edit.object(known.pile, "The deck lies at your table", "Enter your hand at the table.", code="table")
        if self.table and play.table != self.table:
            edit.put(known.pile, table=self.table)
        away = () if known.back(edit.now) else (*play.discard, *play.bank, *[play.open] * bool(play.open))
        for name in self.cards:
            card = known.named(name, edit.now, (*found, *away))
            if card is None:
                edit.object(known.typed, f"There is no card {name!r}", "Say suit and value, as S7.", code="card")
                return
            found.append(card.number)
        limit = known.limit(edit.now)
        if len(found) > limit:
            edit.object(known.fills, f"Your limit is {limit}", f"Enter {limit} at most.", code="limit")
        if not known.back(edit.now) and (len({*found}) < len(found) or {*found} & {*away}):
            edit.object(known.pile, "The deck has no second such card", "Look again.", code="twice")
        edit.put(known.typed, hand=tuple(found))
        edit.say(f"hold {', '.join(one.name for one in edit.faces(found)) or 'no card'}", known.typed)


class SpendBank(Command):
    """Spend cards of the bank, or clear it."""

    cards: Annotated[tuple[Annotated[Words, Of("bank")], ...], Field(max_length=100)] = ()
    """Their values; nothing: all."""

    def apply(self, edit: Any) -> None:
        """Out of the bank, onto the discard."""
        left, spent, rule = list(edit.faces(edit.play.bank)), list[Any](), self.rules[0]
        for said in self.cards or [str(one.value) for one in left]:
            found = next((one for one in left if said.casefold() in (one.name.casefold(), str(one.value))), None)
            if found is None:
                edit.object(rule, f"The bank has no {said}", "Spend what it has.", code="bank")
                return
            left.remove(found)
            spent.append(found)
        edit.put(rule, bank=tuple(one.number for one in left))
        edit.lay([one.number for one in spent])
        told = ", ".join(one.name for one in spent) or "nothing"
        edit.say(f"spent of the bank: {told}, {sum(one.value for one in spent)} in all", rule, way="goes")


class ShowDeck(Command):
    """Say where the cards are: how many lie in the pile and are used, what is held, open and in the bank."""

    unkept = True
    typed = ("show",)
    show: Literal["show"] = "show"
    """Shows it."""

    def apply(self, edit: Any) -> None:
        """In one line; of the pile nothing but how many."""
        cards, play = edit.cards, edit.play
        pile = f"pile {len(cards.left(edit.now, all_of_it=False))}, used {len(play.discard)}"
        pile = "the chart" if cards.back(edit.now) else "the pile lies at your table" if play.table else pile
        lies = [f"open {one.name}" for one in edit.faces([play.open])]
        bank = ", ".join(one.name for one in edit.faces(play.bank)) or "empty"
        edit.say(", ".join([pile, f"held {len(play.hand)}", *lies, f"bank {bank}"]), cards.pile)
