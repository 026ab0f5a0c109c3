"""A price list: things to buy with what each costs and brings, in panels that say as much as there is room for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.content import Content
from textual.reactive import reactive

from saga_tui.safe import safe
from saga_tui.ui.deal import FULL, LEVELS, Offer, deal
from saga_tui.ui.panel import Panel
from saga_tui.ui.rows import Row
from saga_tui.ui.specs import RANK, Token
from saga_tui.ui.touch import touched


class Priced(Row):
    """A thing to buy: its key, what it is and becomes, its price; dim, with what is short, where there is too little
    of what it is paid with."""

    at_once = True
    token: ClassVar[Token] = RANK
    """What it is paid with."""
    cost = reactive(0)
    short = reactive(0)
    """How much is lacking."""
    words = reactive("")
    chance = reactive("")
    """What it does to a chance, or to what is rolled."""
    priced = reactive(True)
    """Whether it names its price; else that stands in the rule above."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "choose", "Buy", id="price.buy", tooltip="Buy this")]

    def __init__(self, key: str, words: str) -> None:
        super().__init__(key=key)
        self.set_reactive(Priced.words, words)

    def left(self, width: int) -> Content:
        """The words."""
        return Content.styled(safe(self.words), "$dim" if self.short else "")

    def right(self) -> Content:
        """The price, or what is short of it; before it what it does to a chance, where there is room."""
        price = f"{self.cost:2} {self.token.full}" if self.priced else ""
        end = (
            Content.styled("  ".join(filter(None, (f"{self.short} short", price))), "$dim")
            if self.short
            else Content.styled(price, f"bold {self.token.colour}")
        )
        if not self.chance:
            return end
        whole = Content.assemble((self.chance, "$dim"), "   " if end else "", end)
        fits = len(self.words) + whole.cell_length + 5 <= self.content_size.width
        return whole if fits or not end else end


class PriceColumn(Container):
    """Panels of prices, below each other or side by side, whose rows say as much of what they bring as there is room
    for."""

    def on_resize(self) -> None:
        """Other room, another deal."""
        self.deal()

    def deal(self) -> None:
        """Gives each panel its lines; where all is said and more are left, a blank one below each price."""
        panels = [*self.query(Panel)]
        if not self.size.width or not self.size.height:
            return
        beside = len({panel.region.y for panel in panels}) == 1
        for group in [[panel] for panel in panels] if beside else [panels]:
            rows = [[*panel.query(Priced)] for panel in group]
            if touched(self):  # a thumb scrolls, and each row has its own air
                for row in (one for some in rows for one in some):
                    row.unfold(FULL, group[0].size.width)
            else:
                deal_prices(rows, group[0].size.width, self.size.height)


def deal_prices(groups: Sequence[Sequence[Priced]], width: int, room: int) -> None:
    """Unfolds the rows of panels below each other, with a blank line below each price where all is said and more are
    left."""
    offers = []
    for rows in groups:
        brief, plain, full, lavish = (1 + sum(row.height_at(width, level) for row in rows) for level in LEVELS)
        offers.append(Offer((brief, plain, full, lavish)))
    levels = deal(room, offers)
    spare = room - sum(offer.heights[level] for offer, level in zip(offers, levels, strict=True))
    air = spare >= sum(map(len, groups))
    for rows, level in zip(groups, levels, strict=True):
        for row in rows:
            row.unfold(level, width)
            row.resize(row.height_at(width, level) + air)
