"""Exact chances of a hero's actions (F-ODDS): plays of the hand as `saga_tui.card_plays` weighs them, with Doom spared
where plays are equal otherwise; what may be drawn, and what turns a result."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from saga_tui import card_plays
from saga_tui.card_odds import Card, Pile, least
from saga_tui.card_plays import Chosen, Play, before_card, best
from saga_tui.games.fate import book
from saga_tui.games.fate.book import DOOM
from saga_tui.games.fate.book import Card as Named
from saga_tui.games.fate.rules.figures import Figures

__all__ = ["Action", "Chosen", "Play", "before_card", "best", "plain", "turning", "unseen"]


@dataclass(frozen=True)
class Action(card_plays.Action):
    """An ability or a power with all that is added before cards, and the hand (F-ACT-7, F-ODDS-3)."""

    spares: str = DOOM


def plain(cards: Iterable[Named]) -> tuple[Card, ...]:
    """Cards as chances know them: suit and value."""
    return tuple(Card(one.suit, one.value) for one in cards)


def unseen(of: Figures, gone: Iterable[int] = ()) -> Pile:
    """What a hero may draw, as far as that is known: from the chart every row, from a deck all cards but the own hand,
    the discard, the bank, the narrator's card, and others that are `gone` (F-ODDS-1)."""
    play, deck = of.play, book.cards(of.deck)
    known = {*play.hand, *play.discard, *play.bank, play.open, *gone}
    left = (one for one in deck.values() if not of.from_deck or one.number not in known)
    return Pile.of(plain(left), not of.from_deck)


def turning(bank: Sequence[int], margin: int) -> tuple[int, ...]:
    """Places of the bank's cards that turn a success by this margin most cheaply; none where nothing does, or where it
    is no success (F-DOOM-6)."""
    return least(bank, margin + 1) if margin >= 0 else ()
