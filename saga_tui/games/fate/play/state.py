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


def pile_of(hero: Hero) -> Numbers:
    """The cards of a pile of its own that nobody holds, the discard with them where too few would be left (F-DECK-6,
    F-DECK-7)."""
    play = play_of(hero)
    out = {*play.hand, *play.bank, play.open}
    left = tuple(one for one in book.cards(figures(hero).deck) if one not in {*out, *play.discard})
    return left if len(left) >= LEAST else tuple(one for one in book.cards(figures(hero).deck) if one not in out)


def used(before: Hero, after: Hero, drawn: Iterable[int]) -> Numbers:
    """The cards that left a hero's hand, or were drawn and did not come into it, between two states of a command with
    these draws: those that a table whose pile it drew from puts into its discard or its bank."""
    had = Counter(play_of(before).hand) + Counter(drawn)
    return tuple((had - Counter(play_of(after).hand)).elements())


class Hands(Edit[Hero]):
    """A change of a hero, with its cards."""

    def __init__(self, *args: object) -> None:
        super().__init__(*args)  # type: ignore[arg-type]
        self.wanted = 0
        """Cards that the command draws into the hand."""
        self.at_table = False
        """Whether a table takes what is used."""

    @property
    def play(self) -> Play:
        """Where play stands."""
        return play_of(self.now)

    def shuffle(self) -> None:
        """Takes the discard back where the pile has become small (F-DECK-7)."""
        play = self.play
        out = len({*play.hand, *play.bank, play.open} - {0}) + len(play.discard)
        if play.discard and not self.at_table and figures(self.now).deck - out < LEAST:
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

    def fill(self, rule: str) -> None:
        """Fills the hand to its limit (F-HAND-4)."""
        short = figures(self.now).limit.total - len(self.play.hand)
        if short <= 0:
            return
        self.wanted += short
        drawn = self.take_dice(short)
        if drawn:
            self.put(rule, hand=(*self.play.hand, *drawn))
        self.say(f"draw {plural(len(drawn) or short, 'card')}", rule, way="comes")

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

    def draws(self, document: Hero) -> Draw:
        """As many cards as it wants in the hand."""
        return self.drawing(document, self.wants(document))

    def wants(self, document: Hero) -> int:
        """How many cards come into the hand: what the command would draw if all were there."""
        from saga_tui.games.fate.rules.ruleset import RULES

        trial = Hands(RULES, document)
        trial.at_table = bool(self.table)
        self.apply(trial)
        return trial.wanted

    def drawing(self, document: Hero, count: int, on: frozenset[int] = frozenset(), most: int = 0) -> Draw:
        """A draw of so many: of the pile, or from the chart with putting back (F-CHAT-1, F-DECK-6)."""
        of = figures(document)
        if not of.from_deck:
            return Draw(count, of.deck, on=on, most=most)
        return Draw(count, pool=self.pile if self.table else pile_of(document), on=on, most=most)
