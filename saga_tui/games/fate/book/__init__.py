"""The deck and the tables of Fate Deck heroes as data, each read once and only when asked.

`cards(many)` is the deck by row number, `switches()` what a group may choose, `data(name)` a whole TOML file; the
tables of `deck.toml` are `data("deck")[…]`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property, partial
from pathlib import Path
from typing import Any, Final

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
LETTERS: Final = {one["key"]: str(one["letter"]) for one in data("deck")["suits"]}
"""The letter of each suit."""
NUMBERS: Final[Mapping[str, Any]] = data("deck")["numbers"]
"""The plain numbers of the rules by name."""


@dataclass(frozen=True)
class Card:
    """A card of the deck, which is a row of the chart (F-DECK-2)."""

    number: int
    suit: str
    value: int
    aura: str = "neutral"
    calling: str = ""
    event: str = ""

    @cached_property
    def name(self) -> str:
        """As players call it: `S7`, `D10`."""
        return f"{LETTERS[self.suit]}{self.value}"

    @property
    def words(self) -> str:
        """`7 of strength`, `Doom 10`."""
        return f"Doom {self.value}" if self.suit == DOOM else f"{self.value} of {self.suit}"


@cache
def cards(many: int = 96) -> Mapping[int, Card]:
    """The deck by row number; with 100 the four extra ones are in it (F-DECK-1, F-DECK-5)."""
    rows: Iterable[dict[str, Any]] = (*data("deck")["cards"], *(data("deck")["extra_cards"] if many > 96 else ()))
    return {one.number: one for one in (Card(**row) for row in rows)}


def named(said: str, many: int = 96, but: Iterable[int] = ()) -> Card | None:
    """A card by its row (`#7`, or `17` above all values), or by what it shows, in any order: `A7`, `6 positive`,
    `agility 7 neutral` (F-CHAT-2)."""
    words = said.casefold().replace(",", " ").replace("of", " ").split()
    row = words[0].removeprefix("#")[:4] if len(words) == 1 else ""
    if row.isdecimal() and (int(row) > 10 or words[0][0] == "#"):
        return cards(many).get(int(row))
    fit = (one for one in cards(many).values()
           if {*words} <= {one.name.casefold(), one.suit, str(one.value), one.aura})  # fmt: skip
    taken = [*but]
    return min(fit, key=lambda one: taken.count(one.number), default=None) if words else None


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
