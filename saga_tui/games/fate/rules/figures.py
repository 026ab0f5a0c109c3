"""Every number of a hero with its reasons: what was chosen, what play counts, what creation leaves, what the group
ruled (see `engine.sheeted`); what is wrong, what is left to choose, and what is worth a word (F-CRE-8)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property, partial
from typing import Final

from saga_tui.engine import examined, sheeted
from saga_tui.engine.carded import Making
from saga_tui.engine.entries import Entry
from saga_tui.engine.findings import Findings
from saga_tui.engine.learned import of_document
from saga_tui.games.fate import book
from saga_tui.games.fate.book import ABILITIES, CODES, CREATION, NUMBERS
from saga_tui.games.fate.hero import Hero, Play
from saga_tui.problem import Problem

TEXTS: Final = {one["name"]: one["label"] for one in book.data("numbers")["text"]}
"""The texts of a hero's concept by their fields."""
MAKING: Final = Making(lambda _: book.cards(100), lambda hero: book.TIERS.get(hero.made.tier, {}), ABILITIES, CREATION,
                       book.DOOM, "F-CRE-6")  # fmt: skip
"""How a hero is made of cards."""
FREE: Final = ("hand_bonus", "level_step")
"""Rule options that may be any number."""
found: Final = Findings(book.data("problems"))


class Figures(sheeted.SheetNumbers):
    """The numbers of one hero."""

    options, deck_of = book.switches, staticmethod(book.DECK.faces)
    told = sheeted.Told(book.data("numbers"), CODES, CREATION, NUMBERS, MAKING)
    document: Hero

    @property
    def hero(self) -> Hero:
        """Whose they are."""
        return self.document

    @cached_property
    def play(self) -> Play:
        """Where play stands; where it will begin before that."""
        return self.hero.play or Play()

    @property
    def deck(self) -> int:
        """How many cards there are (F-DECK-5)."""
        return 100 if self.switch("cards") == "100" else 96

    @property
    def from_deck(self) -> bool:
        """Whether cards are drawn without putting back (F-DECK-6)."""
        return self.switch("draw") == "deck"


figures: Callable[[Hero], Figures] = partial(of_document, Figures)
"""The numbers of a hero; the same ones for the same hero."""
LOST: Final = Figures.told.lost


def entries(hero: Hero) -> Iterator[Entry]:
    """Every number and text of a hero."""
    return figures(hero).entries()


def problems(hero: Hero) -> list[Problem]:
    """All that is found, errors first."""
    of = figures(hero)
    return examined.ordered([
        *sheeted.begun(found, of, book.keyed("callings"), book.TIERS), *sheeted.scores(found, of),
        *sheeted.training(found, of), *sheeted.lying(found, of), *sheeted.budgets(found, of),
        *MAKING.problems(found, hero), *examined.switches(found, of, book.switches(), FREE),
    ])  # fmt: skip
