"""The cards of a hero in play: what is held, what may be drawn, what is used; wounds and what lies open (F-DECK-6,
F-HAND, F-DOOM-1, F-DMG, F-HEAL)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Final

from saga_tui.engine import card_fight, hand
from saga_tui.engine.card_fight import waiting
from saga_tui.engine.hand import Numbers, used
from saga_tui.games.fate import book
from saga_tui.games.fate.book import DOOM, NUMBERS, Card
from saga_tui.games.fate.hero import Hero, Play
from saga_tui.games.fate.rules import law
from saga_tui.games.fate.rules.base import Command
from saga_tui.games.fate.rules.figures import figures

__all__ = ["Drawing", "Hands", "used", "waiting"]
LEAST: Final[int] = NUMBERS["reshuffle_below"]
"""A pile under so many cards takes the discard back before something is drawn (F-DECK-7)."""
SIGNS: Final = {"positive": "good", "negative": "bad"}
TABLE: Final = book.data("play")
CARDS: Final = hand.Cards(
    deck=lambda hero: book.cards(figures(hero).deck),
    back=lambda hero: not figures(hero).from_deck,
    limit=lambda hero: 0 if hero.health else min(figures(hero).deck, figures(hero).limit.total),
    banked=lambda card: card.suit == DOOM,
    named=lambda said, hero, but: book.named(said, figures(hero).deck, but),
    least=LEAST, **TABLE["cards"],
)  # fmt: skip
"""What the engine has to know of them."""
cards_of = book.DECK.faces


def play_of(hero: Hero) -> Play:
    """Where play stands; where it will begin before that."""
    return hero.play or Play()


def hand_of(hero: Hero) -> tuple[Card, ...]:
    """The cards held."""
    return cards_of(play_of(hero).hand)


def pile_of(hero: Hero, *, all_of_it: bool = True) -> Numbers:
    """The cards of a pile of its own (F-DECK-6, F-DECK-7)."""
    return CARDS.left(hero, all_of_it=all_of_it)


class Hands(card_fight.FightHands):
    """A change of a hero, with its cards."""

    cards, ids, words = CARDS, TABLE["rules"], TABLE["words"]

    def full(self) -> int:
        """Of a narrator's character (F-HERO-10)."""
        return figures(self.now).health.total if self.now.health else 0

    def sign(self, card: Card) -> str:
        """By its aura (F-HEAL-1, F-FIGHT-13)."""
        return SIGNS.get(card.aura, "")

    def offered(self, due: int) -> Sequence[Card]:
        """The set that keeps most cards (F-DMG-6)."""
        return law.offered(self.faces(self.play.hand), due)


class Drawing(hand.Drawing, Command):
    """A command of a hero that draws cards."""

    filled: ClassVar[tuple[str, ...]] = hand.Drawing.filled

    def trial(self, document: Any) -> Hands:
        """An edit to see what it would do."""
        from saga_tui.games.fate.rules.ruleset import RULES

        return Hands(RULES, document)
