"""The cards of a hero in play: what is held, what may be drawn, what is used (F-DECK-6, F-HAND, F-DOOM-1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import ClassVar, Final

from saga_tui.dice import Draw
from saga_tui.engine.edit import Edit
from saga_tui.games.fate import book
from saga_tui.games.fate.book import DOOM, NUMBERS, Card
from saga_tui.games.fate.hero import Hero, Numbers, Play
from saga_tui.games.fate.rules.base import Command
from saga_tui.games.fate.rules.figures import figures
from saga_tui.words import plural

LEAST: Final[int] = NUMBERS["reshuffle_below"]
"""A pile under so many cards takes the discard back before something is drawn (F-DECK-7)."""


def play_of(hero: Hero) -> Play:
    """Where play stands; where it will begin before that."""
    return hero.play or Play()


def cards_of(numbers: Iterable[int]) -> tuple[Card, ...]:
    """Cards by their numbers; those that are in no deck are left out."""
    deck = book.cards(100)
    return tuple(deck[one] for one in numbers if one in deck)


def hand_of(hero: Hero) -> tuple[Card, ...]:
    """The cards held."""
    return cards_of(play_of(hero).hand)


def pile_of(hero: Hero, *, all_of_it: bool = True) -> Numbers:
    """The cards of a pile of its own that nobody holds; where too few are left, the discard is among them (F-DECK-6,
    F-DECK-7), unless only the pile as it lies is wanted."""
    play, deck = play_of(hero), book.cards(figures(hero).deck)
    out = {*play.hand, *play.bank, play.open}
    left = tuple(one for one in deck if one not in {*out, *play.discard})
    return left if len(left) >= LEAST or not all_of_it else tuple(one for one in deck if one not in out)


def used(before: Hero, after: Hero, drawn: Iterable[int]) -> Numbers:
    """The cards that left a hero's hand, or were drawn and did not come into it, between two states of a command with
    these draws: those that a table whose pile it drew from puts into its discard or its bank."""
    had = Counter(play_of(before).hand) + Counter(drawn)
    return tuple((had - Counter(play_of(after).hand)).elements())


def waiting(hero: Hero) -> int:
    """The wounds of the oldest attack that are still to be paid in cards; 0: none are (F-FIGHT-12)."""
    return next((ask.count for ask in play_of(hero).asks if ask.what == "wounds"), 0)


class Hands(Edit[Hero]):
    """A change of a hero, with its cards."""

    wanted = 0
    """Cards that the command draws into the hand."""
    opens = 0
    """Cards of the narrator that it draws."""
    at_table = False
    """Whether a table takes what is used."""

    @property
    def play(self) -> Play:
        """Where play stands."""
        return play_of(self.now)

    def begin(self, command: Drawing) -> None:
        """Notes where the cards are, and takes the discard back where the pile has become small (F-DECK-7)."""
        play, self.at_table = self.play, bool(command.table)
        if self.at_table and play.table != command.table:
            self.put("F-DECK-6", table=command.table)
        if play.table and not self.at_table and figures(self.now).from_deck:
            self.object("F-DECK-6", "Your cards come from the table's pile", "Play at the table.", code="table")
        if play.discard and not self.at_table and len(pile_of(self.now, all_of_it=False)) < LEAST:
            self.put("F-DECK-7", discard=())
            self.say("the discard is shuffled back", "F-DECK-7", way="comes")

    def lay(self, numbers: Sequence[int], *, doom: bool = False) -> None:
        """Puts used cards away: with `doom` the Doom cards go to the bank, the rest to the discard where there is one
        (F-DOOM-1, F-DECK-6)."""
        if self.at_table:
            return
        banked = tuple(one.number for one in cards_of(numbers) if doom and one.suit == DOOM)
        if banked:
            self.put("F-DOOM-1", bank=(*self.play.bank, *banked))
        rest = tuple((Counter(numbers) - Counter(banked)).elements())
        if rest and figures(self.now).from_deck:
            self.put("F-DECK-6", discard=(*self.play.discard, *rest))

    def drop(self, cards: Sequence[Card]) -> None:
        """Takes cards out of the hand."""
        left = list(self.play.hand)
        for one in cards:
            left.remove(one.number)
        self.put("F-HAND-3", hand=tuple(left))

    def lose(self, cards: int, rule: str, kind: str = "") -> None:
        """Lowers the limit of the hand: in a fight until it ends, outside until the scene ends (`pushed`) or the
        narrator says; `serious` wounds stay (F-HEAL-3, F-HEAL-4, F-HEAL-6)."""
        field = kind or "lasting"
        if field != "serious" and self.game.clock.is_open(self.now, "fight"):
            field = "hurt"
        self.put(rule, **{field: getattr(self.play, field) + cards})

    def fill(self, rule: str) -> None:
        """Fills the hand to its limit (F-HAND-4)."""
        short = figures(self.now).limit.total - len(self.play.hand)
        if short > 0 and not self.now.health:
            self.wanted += short
            drawn = self.take_dice(short)
            self.put(rule, hand=(*self.play.hand, *drawn))
            self.say(f"draw {plural(len(drawn) or short, 'card')}", rule, way="comes")

    def open(self, said: str) -> None:
        """Opens a card of the narrator: the one that is said, or a new one; what waits for its aura happens (F-FIGHT-2,
        F-FIGHT-13)."""
        if self.play.open:
            self.lay([self.play.open])
            self.put("F-TIME-4", open=0)
        known = book.named(said, figures(self.now).deck, self.play.hand) if said else None
        if said and known is None:
            self.object(
                "F-CHAT-2", f"There is no card {said!r}", "Say its row, or what it shows: 6 positive.", code="card"
            )
        self.opens += known is None
        for number in (known.number,) if known else self.take_dice(1):
            [card] = cards_of([number])
            self.put("F-FIGHT-2", open=number)
            self.say(f"the narrator's card: {card.words}, {card.aura}", "F-FIGHT-2")

    def find(self, names: Sequence[str], rule: str) -> tuple[Card, ...] | None:
        """Cards of the hand by what they are called (`S7`, `7 of strength`, a lone `7`); objects where one is not held
        (F-HAND-3)."""
        left, found = list(hand_of(self.now)), []
        for name in names:
            said = name.strip().casefold()
            same = [one for one in left if said in (one.name.casefold(), one.words.casefold())]
            same = same or [one for one in left if said == str(one.value)]
            if not same or len({one.name for one in same}) > 1:
                held = ", ".join(one.name for one in hand_of(self.now)) or "no cards"
                message = f"You hold {'more than one' if same else 'no'} {name.strip() or 'such card'}"
                self.object(rule, message, f"Your hand: {held}.", code="hand", where=("play", "hand"))
                return None
            left.remove(same[0])
            found.append(same[0])
        return tuple(found)


class Drawing(Command):
    """A command that draws cards: they stay seen, so that undo says so (F-DECK-6)."""

    hidden = True
    sides = 0
    filled: ClassVar[tuple[str, ...]] = ("pile", "table")

    pile: tuple[int, ...] = ()
    """The cards of a table's pile that may be drawn."""
    table: str = ""
    """The id of the table that it happens at: the table takes what is used."""

    def trial(self, document: Hero) -> Hands:
        """An edit to see what it would do."""
        from saga_tui.games.fate.rules.ruleset import RULES

        return Hands(RULES, document)

    def draws(self, document: Hero) -> Draw:
        """As many cards as it wants in the hand."""
        trial = self.trial(document)
        self.apply(trial)
        return self.drawing(document, trial.wanted + trial.opens)

    def drawing(self, document: Hero, count: int, on: Iterable[int] = (), most: int = 0) -> Draw:
        """A draw of so many: of the pile, or from the chart with putting back (F-CHAT-1, F-DECK-6)."""
        of, goes = figures(document), frozenset(on)
        if not of.from_deck:
            return Draw(count, of.deck, on=goes, most=most)
        return Draw(count, pool=self.pile if self.table else pile_of(document), on=goes, most=most)

    def finish(self, edit: Hands) -> None:
        """Where the pile lies at a table, cards are drawn there (F-DECK-6)."""
        if figures(edit.before).from_deck and play_of(edit.before).table and not self.table:
            edit.object("F-DECK-6", "The deck lies at your table", "Play this at the table.", code="table")
