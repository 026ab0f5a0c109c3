"""What a list offers, and how an offer and the words on it share a line; what can be done about a roll."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from textual import events
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from saga_tui.engine.command import Command
from saga_tui.safe import safe
from saga_tui.ui.deal import BRIEF, FULL, PLAIN
from saga_tui.ui.panel import Hanging

if TYPE_CHECKING:
    from saga_tui.ui.specs import Lines

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
    drawing: Lines | None = None
    """What is drawn above the list while the cursor is on it."""

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


class OfferDrawing(Widget):
    """What the offer at the cursor is drawn as, as large as the terminal allows; nothing where no offer is drawn."""

    DEFAULT_CSS = """
    OfferDrawing { height: auto; width: 1fr; margin: 0 0 1 0; }
    Screen.-low OfferDrawing { margin: 0; }
    """
    ALLOW_SELECT = False
    drawing: reactive[Lines | None] = reactive(None, layout=True)

    def __init__(self, offers: Sequence[Offer]) -> None:
        super().__init__()
        self.drawings = {offer.key: offer.drawing for offer in offers if offer.drawing is not None}
        self.display = bool(self.drawings)

    def show(self, key: str | None) -> None:
        """Draws the offer with that key."""
        self.drawing = self.drawings.get(key or "")

    def _lines(self, width: int) -> Sequence[Content]:
        level = next((level for least, level in ((44, FULL), (26, PLAIN)) if self.app.size.height >= least), BRIEF)
        return self.drawing(width, level) if self.drawing is not None else ()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As many lines as it has."""
        return len(self._lines(width))

    def render(self) -> Content:
        """Its lines."""
        return Content("\n").join(self._lines(self.content_size.width))


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


# ---- what can be done about a roll


@dataclass(frozen=True, slots=True)
class Offered:
    """Something that can be done about a roll: its key, its words, what it costs, what it would change, its rule, and
    the command that does it. `option` is the key by which it is set to always, ask or off."""

    key: str
    words: str
    cost: str = ""
    note: str = ""
    rule: str = ""
    command: Command | None = None
    option: str = ""
    reminder: bool = False
    """Whether it is only told: the player does it, or thinks of it."""
    composed: bool = False
    """Whether its command is a roll that is put together first."""


class OfferLines(Widget):
    """One offer after the other; what has no room on its line goes on below."""

    DEFAULT_CSS = """
    OfferLines { height: auto; width: 1fr; margin: 1 0 0 0; }
    Screen.-low OfferLines { margin: 0; }
    """
    ALLOW_SELECT = False

    offers: reactive[tuple[Offered, ...]] = reactive((), layout=True)

    def __init__(self, offers: Sequence[Offered] = (), *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.set_reactive(OfferLines.offers, tuple(offers))

    @dataclass
    class Chosen(Message):
        """An offer was clicked."""

        key: str

    def laid_out(self, width: int) -> list[tuple[str, Content]]:
        """The lines, each with the key of its offer."""
        found: list[tuple[str, Content]] = []
        for offer in self.offers:
            found += [(offer.key, line) for line in offer_lines(offer, max(20, width))]
        return found

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As many lines as they need."""
        return len(self.laid_out(width))

    def render(self) -> Content:
        """All of them."""
        return Content("\n").join([line for _, line in self.laid_out(self.content_size.width)])

    def on_click(self, event: events.Click) -> None:
        """A click takes the offer there."""
        event.stop()
        offset = event.get_content_offset(self)
        lines = self.laid_out(self.content_size.width)
        if offset is not None and offset.y < len(lines) and lines[offset.y][0]:
            self.post_message(self.Chosen(lines[offset.y][0]))


def offer_lines(offer: Offered, width: int) -> list[Content]:
    """The words wrapped beside the key; cost and note at the right, or on a line of their own."""
    end = Content.assemble(
        (offer.note, "$glow"), ("  " if offer.note and offer.cost else "", ""), (offer.cost, "bold")
    )  # fmt: skip
    words = Content.styled(safe(offer.words), "italic $dim" if offer.reminder else "")
    head = Content.assemble((f"{offer.key or '·'} ", "bold $key" if offer.key else "$dim"))
    if 2 + words.cell_length + 2 + end.cell_length <= width:
        gap = width - 2 - words.cell_length - end.cell_length
        return [Content.assemble(head, words, " " * gap, end)]
    parts = [part.rstrip() for part in words.wrap(width - 2)] or [words]
    lines = [Content.assemble(head if not at else "  ", part) for at, part in enumerate(parts)]
    if lines[-1].cell_length + 2 + end.cell_length <= width:
        gap = width - lines[-1].cell_length - end.cell_length
        return [*lines[:-1], Content.assemble(lines[-1], " " * gap, end)]
    return [*lines, Content.assemble(" " * max(2, width - end.cell_length), end)]
