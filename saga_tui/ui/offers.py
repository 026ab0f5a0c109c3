"""What a list offers, and how an offer and the words on it share a line."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from textual.content import Content

from saga_tui.safe import safe
from saga_tui.ui.panel import Hanging

HEAD: Final = 2
"""Cells of an offer's letter."""
BARRED: Final = "  ✗"
"""Stands behind what cannot be had."""
SHORT: Final = 18
"""Words on an offer up to that long are a note or a price, and stand at the right end."""
LONG: Final = 60
"""Longer words on an offer deserve a wide dialog."""


@dataclass(frozen=True, slots=True)
class Offer:
    """One thing to choose: what the program knows it by, its words, a line on it, why it cannot be had, its rule."""

    key: str
    text: str
    about: str = ""
    barred: str = ""
    rule: str = ""

    @property
    def told(self) -> str:
        """The words on it: why it cannot be had, or else what it is."""
        return safe(self.barred or self.about)


def widths(offers: Iterable[Offer]) -> tuple[int, int]:
    """The cells of the widest offer, and of the longest words on one."""
    pairs = [
        (Content(safe(offer.text) + BARRED * bool(offer.barred)).cell_length, Content(offer.told).cell_length)
        for offer in offers
    ]
    return max((wide for wide, _ in pairs), default=0), max((long for _, long in pairs), default=0)


class OfferLine(Hanging):
    """An offer with the words on it: beside it, in one column or at the right end, where those of all offers have room
    there; else below it."""

    def __init__(self, letter: str, offer: Offer, widest: int, longest: int) -> None:
        """`widest` is the cells of the widest offer of the list, `longest` of the longest words on one."""
        text = (safe(offer.text), "$dim" if offer.barred else "")
        self.head = Content.assemble((f"{letter} ", "bold $key"), text, (BARRED if offer.barred else "", "$bad"))
        self.told = Content.styled(offer.told, "$dim")
        self.column, self.longest = HEAD + widest + 2, longest
        below = [(HEAD, Content.assemble(" " * HEAD, self.told))] if self.told else []
        super().__init__([(HEAD, self.head), *below])

    def wrapped(self, width: int) -> Content:
        """The lines at that width."""
        if not self.told or self.column + self.longest > width:
            return super().wrapped(width)
        start = width - self.told.cell_length if self.longest <= SHORT else self.column
        return Content.assemble(self.head.pad_right(start - self.head.cell_length), self.told)
