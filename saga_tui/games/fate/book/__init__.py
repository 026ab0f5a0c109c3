"""The deck and the tables of Fate Deck heroes as data, each read once and only when asked.

`cards(many)` is the deck by row number, `switches()` what a group may choose, `data(name)` a whole TOML file; the
tables of `deck.toml` are `data("deck")[…]`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any, Final

from saga_tui.engine import decks
from saga_tui.engine.tabled import Switch
from saga_tui.tables import Folder

__all__ = ["Switch"]
TABLES: Final = Folder(Path(__file__).parent)
data = TABLES.data
"""A TOML file of this package."""
DOOM: Final = "doom"
ABILITIES: Final = ("strength", "agility", "intellect", "willpower")
"""The four abilities, each of which is a suit too (F-HERO-2, F-DECK-1)."""
SUITS: Final = (*ABILITIES, DOOM)
NUMBERS: Final[Mapping[str, Any]] = data("deck")["numbers"]
"""The plain numbers of the rules by name."""


@dataclass(frozen=True)
class Card(decks.Card):
    """A card of the deck, which is a row of the chart (F-DECK-2)."""

    aura: str = "neutral"
    calling: str = ""
    event: str = ""

    @property
    def shows(self) -> set[str]:
        """By its aura too (F-CHAT-2)."""
        return super().shows | {self.aura}


DECK: Final = decks.Deck(Card, data("deck")["suits"], data("deck")["cards"], data("deck")["extra_cards"])
"""The 96 cards, and the four of the larger deck (F-DECK-1, F-DECK-5)."""
cards, named = DECK.cards, DECK.named


def keyed(part: str) -> dict[str, dict[str, Any]]:
    """The rows of a table of `deck.toml` by their keys: `callings`, `codes`, `difficulties`, `distances` …"""
    return TABLES.keyed("deck", part)


switches = cache(partial(TABLES.tables, Switch, "switches", "switch"))
"""Everything that a group may choose, by key (F-SET-1)."""
LEVELS: Final = tuple(keyed("difficulties"))
"""The levels of difficulty, the easiest first (F-ACT-3)."""
TIERS: Final = {one["key"]: one for one in data("deck")["creation"]["tiers"]}
"""The tiers of creation by key (F-CRE-2)."""
CREATION: Final[Mapping[str, Any]] = data("deck")["creation"]
"""The other numbers of creation by name (F-CRE-3 … F-CRE-6)."""
CODES: Final = keyed("codes")
"""The codes of training, the best first (F-HERO-3)."""
