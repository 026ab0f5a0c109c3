"""How entries of the log and the headings over them are drawn: on one line, or on two where there are thumbs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content

from saga_tui.safe import safe
from saga_tui.store.event import REDO, Event
from saga_tui.store.undoing import UNDOS
from saga_tui.ui.journal.words import ELSEWHERE, inner_of, text_of, time_of

if TYPE_CHECKING:
    from saga_tui.ui.journal.listing import Book, Heading

INDENT = 6
"""Cells before what goes on on another line."""


def heading_lines(row: Heading, width: int, most: int = 1) -> list[Content]:
    """Where play stood, a rule, and the day, on the last of `most` lines, or on two where there is no room for all."""
    place = Content.assemble(" ", (safe(row.place), "bold $title"), " " if row.place else "")
    day = Content.assemble(" ", (safe(row.day, limit=40), "$dim"), " ")
    above = [Content("")] * (most - 1)
    if above and place.cell_length + day.cell_length > width:
        above[-1], place = place.truncate(width, ellipsis=True), Content("")
    line = "─" * max(0, width - place.cell_length - day.cell_length)
    return [*above, Content.assemble(place, (line, "$calm"), day).truncate(width, ellipsis=True)]


def entry_lines(event: Event, width: int, book: Book, here: bool, most: int = 1) -> list[Content]:
    """`▸20:15 r 2  what happened        undone`, on `most` lines."""
    undone = book.undone(event)
    fate = "  undone" if undone else "  corrected" if book.corrected(event) else ""
    end = Content.styled(fate, "bold $warn")
    head, layout = book.head(event), book.memory_of(event).layout
    inner = inner_of(event, layout.short, layout.named)
    start = Content.assemble(
        ("▸", "bold $key") if here else " ",
        (f"{safe(head, limit=6):<3} " if head else "", "bold"),
        (f"{time_of(event)} ", "$dim"),
        (f"{safe(inner, limit=12)} ".rjust(5) if inner else " ", "$dim"),
    )
    style = "$dim strike" if undone else "$dim" if event.do in (*UNDOS, REDO) else ""
    said = f"{text_of(event)}{ELSEWHERE if book.memory_of(event).elsewhere(event) else ''}"
    text = Content.styled(safe(said, limit=400), f"{style} {'bold' if here else ''}".strip())
    room, rest = max(0, width - start.cell_length - end.cell_length), [Content("")] * (most - 1)
    if rest and 0 < room < text.cell_length:
        first = text.wrap(room)[0]
        rest[0] = Content(" " * INDENT) + text[len(first) :].truncate(width - INDENT - 1, ellipsis=True)
        text = first
    text = text.truncate(room, ellipsis=True)
    return [Content.assemble(start, text, " " * max(0, room - text.cell_length), end), *rest]
