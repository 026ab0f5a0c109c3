"""The cards of a hero in play: what is held, what may be drawn, what is used (F-DECK-6, F-HAND, F-DOOM-1)."""

from __future__ import annotations

from typing import ClassVar, Final

from saga_tui.engine import hand
from saga_tui.engine.hand import Numbers, used
from saga_tui.games.fate import book
from saga_tui.games.fate.book import DOOM, NUMBERS, Card
from saga_tui.games.fate.hero import Hero, Play
from saga_tui.games.fate.rules.base import Command
from saga_tui.games.fate.rules.figures import figures

__all__ = ["Drawing", "Hands", "used"]
LEAST: Final[int] = NUMBERS["reshuffle_below"]
"""A pile under so many cards takes the discard back before something is drawn (F-DECK-7)."""
CARDS: Final = hand.Cards(
    deck=lambda hero: book.cards(figures(hero).deck),
    back=lambda hero: not figures(hero).from_deck,
    limit=lambda hero: 0 if hero.health else figures(hero).limit.total,
    banked=lambda card: card.suit == DOOM,
    named=lambda said, hero, but: book.named(said, figures(hero).deck, but),
    least=LEAST, pile="F-DECK-6", shuffled="F-DECK-7", held="F-HAND-3", fills="F-HAND-4", typed="F-CHAT-2",
    bank="F-DOOM-1",
)  # fmt: skip
"""What the engine has to know of them."""


def play_of(hero: Hero) -> Play:
    """Where play stands; where it will begin before that."""
    return hero.play or Play()


cards_of = book.DECK.faces


def hand_of(hero: Hero) -> tuple[Card, ...]:
    """The cards held."""
    return cards_of(play_of(hero).hand)


def pile_of(hero: Hero, *, all_of_it: bool = True) -> Numbers:
    """The cards of a pile of its own (F-DECK-6, F-DECK-7)."""
    return CARDS.left(hero, all_of_it=all_of_it)


def waiting(hero: Hero) -> int:
    """The wounds of the oldest attack that are still to be paid in cards; 0: none are (F-FIGHT-12)."""
    return next((ask.count for ask in play_of(hero).asks if ask.what == "wounds"), 0)


class Hands(hand.Hands):
    """A change of a hero, with its cards."""

    cards = CARDS
    opens = 0
    """Cards of the narrator that it draws."""

    def lose(self, cards: int, rule: str, kind: str = "") -> None:
        """Lowers the limit of the hand: in a fight until it ends, outside until the scene ends (`pushed`) or the
        narrator says; `serious` wounds stay (F-HEAL-3, F-HEAL-4, F-HEAL-6)."""
        field = kind or "lasting"
        if field != "serious" and self.game.clock.is_open(self.now, "fight"):
            field = "hurt"
        self.put(rule, **{field: getattr(self.play, field) + cards})

    def open(self, said: str) -> None:
        """Opens a card of the narrator: the one that is said, or a new one (F-FIGHT-2)."""
        if self.play.open:
            self.lay([self.play.open])
            self.put("F-TIME-4", open=0)
        known = book.named(said, figures(self.now).deck, self.play.hand) if said else None
        if said and known is None:
            fix = "Say its row, or what it shows: 6 positive."
            self.object("F-CHAT-2", f"There is no card {said!r}", fix, code="card")
        self.opens += known is None
        shown = (known,) if known else cards_of(self.take_dice(1))
        if not shown and not said:
            self.say("the narrator draws a card; a positive one heals", "F-FIGHT-2", way="comes")
        for card in shown:
            self.put("F-FIGHT-2", open=card.number)
            self.say(f"the narrator's card: {card.words}, {card.aura}", "F-FIGHT-2")


class Drawing(hand.Drawing, Command):
    """A command of a hero that draws cards."""

    filled: ClassVar[tuple[str, ...]] = hand.Drawing.filled

    def trial(self, document: Hero) -> Hands:
        """An edit to see what it would do."""
        from saga_tui.games.fate.rules.ruleset import RULES

        return Hands(RULES, document)
