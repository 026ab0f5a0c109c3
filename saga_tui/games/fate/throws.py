"""Plays of a hand for those who play without a document (F-ODDS)."""

from typing import Final

from saga_tui.card_throws import CardThrows
from saga_tui.games.fate import book

THROWS: Final = CardThrows(book.cards(), book.named, book.ABILITIES, lambda card: f"{card.words}, {card.aura}",
                           "strength 6 S4 I7 A3 vs 20", spares=book.DOOM)  # fmt: skip
