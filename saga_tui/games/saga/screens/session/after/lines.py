"""The offers of a roll as lines: key, words, cost, what they change; a click takes one."""

from __future__ import annotations

from dataclasses import dataclass

from textual import events
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from saga_tui.games.saga.screens.session.after.offers import Offered
from saga_tui.safe import safe


class OfferLines(Widget):
    """One offer after the other; what has no room on its line goes on below."""

    DEFAULT_CSS = """
    OfferLines { height: auto; width: 1fr; margin: 1 0 0 0; }
    Screen.-low OfferLines { margin: 0; }
    """
    ALLOW_SELECT = False

    offers: reactive[tuple[Offered, ...]] = reactive((), layout=True)

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
