"""What going back would change and take back, shown before it is done."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Static

from saga_tui.changes import dotted
from saga_tui.safe import safe
from saga_tui.ui.dialogs import Dialog
from saga_tui.ui.logbook.back import RestorePoint
from saga_tui.ui.logbook.entry import changes_shown
from saga_tui.ui.logbook.words import Words, day_of, place_of, text_of, time_of
from saga_tui.words import inflect, plural

MOST_ENTRIES = 100


class BackDialog(Dialog[bool]):
    """The difference between now and then, and the entries that are taken back. Enter does it, Escape leaves."""

    wide = True
    title_text = "Back to before this?"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "do", "Go back", id="back.do", priority=True)]

    def __init__(self, way: RestorePoint, words: Words = dotted) -> None:
        super().__init__()
        self.way, self.words = way, words

    def compose_body(self) -> ComposeResult:
        """Where to, what changes, what is taken back."""
        yield Static(back_shown(self.way, self.words), id="back-text")

    def on_mount(self) -> None:
        """The arrows scroll."""
        body = self.query_one("#dialog-body")
        body.can_focus = True
        body.focus()

    def action_do(self) -> None:
        """Answers yes."""
        self.dismiss(True)


def back_shown(way: RestorePoint, words: Words = dotted) -> Content:
    """The way back in words and lines."""
    event = way.event
    where = safe(", ".join(filter(None, (place_of(event), f"{day_of(event)} {time_of(event)}"))))
    parts = [Content.assemble((safe(text_of(event)), "bold"), (f"\n{where}", "$dim")), Content("")]
    if way.changes:
        parts += [
            Content.styled(f"{plural(len(way.changes), 'value')}, now → then", "bold $title"),
            changes_shown(way.changes, words=words),
        ]
    else:
        parts.append(Content("The character is the same now as then."))
    parts.append(Content(""))
    if way.undone:
        count = f"{plural(len(way.undone), 'entry')} {inflect(len(way.undone), 'is')}"
        parts.append(Content.styled(f"{count} undone, newest first; press U to redo", "bold $title"))
        parts += [Content(f"  {safe(text_of(one), limit=300)}") for one in way.undone[:MOST_ENTRIES]]
        if len(way.undone) > MOST_ENTRIES:
            parts.append(Content.styled(f"  … and {len(way.undone) - MOST_ENTRIES:,} more", "$dim"))
    else:
        parts.append(Content.styled("This is logged as one entry. Press u to undo.", "$dim"))
    return Content("\n").join(parts)
