"""Decks of cards from data: each card has a row number, a suit and a value, and what else a game's cards show; they are
found by what people say of them.

    [[suits]]  key = "strength", letter = "S", words = "{value} of {suit}"
    [[cards]]  number = 1, suit = "strength", value = 7
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Generic, TypeVar


@dataclass(frozen=True)
class Card:
    """A card of a deck, which may be a row of a chart too."""

    number: int
    suit: str
    value: int
    name: str = ""
    """As players call it: `S7`."""
    words: str = ""
    """`7 of strength`."""

    @property
    def shows(self) -> set[str]:
        """The words by which it may be said; all that is said has to be among them."""
        return {self.name.casefold(), self.suit, str(self.value)}


C = TypeVar("C", bound=Card)


@dataclass(frozen=True, eq=False)
class Deck(Generic[C]):
    """The cards of tables: the usual ones, and those that a larger deck has besides."""

    kind: type[C]
    suits: Sequence[Mapping[str, Any]]
    usual: Sequence[Mapping[str, Any]]
    further: Sequence[Mapping[str, Any]] = ()

    @lru_cache(maxsize=8)  # noqa: B019 - decks last as long as the program
    def cards(self, many: int = 0) -> Mapping[int, C]:
        """The cards by row number; the further ones are among them where more than the usual are wanted."""
        words = {one["key"]: one.get("words", "{value} of {suit}") for one in self.suits}
        letters = {one["key"]: one["letter"] for one in self.suits}
        rows = (*self.usual, *(self.further if many > len(self.usual) else ()))
        made = (
            self.kind(**row, name=f"{letters[row['suit']]}{row['value']}", words=words[row["suit"]].format(**row))
            for row in rows
        )
        return {one.number: one for one in made}

    def named(self, said: str, many: int = 0, but: Iterable[int] = ()) -> C | None:
        """A card by its row (`#7`, or `17` above all values), or by what it shows, in any order: `A7`, `6 positive`,
        `7 agility`; none of these numbers where another fits too."""
        cards, words = self.cards(many), said.casefold().replace(",", " ").replace("of", " ").split()
        row = words[0].removeprefix("#")[:4] if len(words) == 1 else ""
        highest = max(one.value for one in cards.values())
        if row.isdecimal() and (int(row) > highest or words[0][0] == "#"):
            return cards.get(int(row))
        fit, taken = (one for one in cards.values() if {*words} <= one.shows), [*but]
        return min(fit, key=lambda one: taken.count(one.number), default=None) if words else None

    def faces(self, numbers: Iterable[int]) -> tuple[C, ...]:
        """Cards by their numbers, of the larger deck too; those that are in no deck are left out."""
        deck = self.cards(len(self.usual) + len(self.further))
        return tuple(deck[one] for one in numbers if one in deck)
