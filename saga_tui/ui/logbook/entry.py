"""One entry of the log with all that is known of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Static

from saga_tui.changes import Change, dotted
from saga_tui.safe import safe
from saga_tui.store.event import Event
from saga_tui.ui.dialogs import Dialog
from saga_tui.ui.logbook.words import (
    Words,
    change_line,
    day_of,
    place_of,
    text_of,
    time_of,
    value_line,
    who_of,
    why_of,
)
from saga_tui.ui.lookup import first_rule
from saga_tui.words import plural

MOST = 200
"""Changes that are shown of one entry."""


def changes_shown(changes: Iterable[Change], most: int = MOST, words: Words = dotted) -> Content:
    """Changes old → new, one a line, each with its rule and its reason."""
    all_changes = tuple(changes)
    lines = [
        Content.assemble(
            f"  {change_line(change, words)}",
            (f"  {safe(change.rule)}", "$key") if change.rule else "",
            (f"  {safe(change.why, limit=200)}", "$dim") if change.why else "",
        )
        for change in all_changes[:most]
    ]
    if len(all_changes) > most:
        lines.append(Content.styled(f"  … and {plural(len(all_changes) - most, 'more')}", "$dim"))
    return Content("\n").join(lines)


def about(
    event: Event, *, undone: bool, category: str, words: Words = dotted, corrected: Event | None = None
) -> Content:
    """All about an entry, on several lines."""
    where = f"{place_of(event)} · " if event.clock else ""
    parts = [
        Content.styled(safe(text_of(event)), "bold strike" if undone else "bold"),
        Content.styled("Undone later.", "bold $warn") if undone else None,
        Content.styled(f"Corrected later by entry {corrected.id}.", "bold $warn") if corrected else None,
        Content.styled(safe(f"{where}{day_of(event)} {time_of(event)}"), "$dim"),
        Content.styled(safe(f"{event.do} · {category} · entry {event.id} of device {event.device}"), "$dim"),
    ]
    parts += [_told("by", who_of(event)), _told("why", why_of(event)), Content("")]
    if event.params:
        given = [Content.assemble((f"  {safe(str(k))}  ", "$dim"), value_line(v)) for k, v in event.params.items()]
        parts += [Content.styled("Parameters", "bold $title"), *given]
    if event.dice:
        parts.append(Content.assemble(("Dice  ", "bold $title"), " ".join(map(str, event.dice))))
    count = plural(len(event.changes), "change") if event.changes else "No change"
    parts.append(Content.styled(count, "bold $title"))
    if event.changes:
        parts.append(changes_shown(event.changes, words=words))
    return Content("\n").join([part for part in parts if part is not None])


def _told(label: str, text: str) -> Content | None:
    return Content.assemble((f"{label}  ", "$dim"), safe(text, limit=400)) if text else None


class EntryDialog(Dialog[str]):
    """All about an entry. Answers `back` when the player wants to go back to before it."""

    wide = True
    title_text = "Entry"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("z", "back", "Back to before this", id="entry.back"),
        Binding("c", "correct", "Correct", id="entry.correct"),
        Binding("enter", "rule", "Rule", id="entry.rule"),
        Binding("escape,q", "leave", "Close", id="entry.close"),
    ]

    def __init__(self, shown: Content, *, may_go_back: bool, may_correct: bool = False) -> None:
        super().__init__()
        self.shown, self.may_go_back, self.may_correct = shown, may_go_back, may_correct
        self.rule = first_rule(shown.plain)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Going back needs a copy that may write."""
        return {"back": self.may_go_back, "correct": self.may_correct}.get(action, True)

    def compose_body(self) -> ComposeResult:
        """The entry."""
        yield Static(self.shown, id="entry-text")

    def on_mount(self) -> None:
        """The arrows scroll."""
        body = self.query_one("#dialog-body")
        body.can_focus = True
        body.focus()

    async def action_rule(self) -> None:
        """Opens the book at the first rule of the entry."""
        if self.rule:
            await self.run_action("app.look_up")
        else:
            self.notify("This entry has no rule.")

    def action_correct(self) -> None:
        """Leaves with the wish to correct it."""
        self.dismiss("correct")

    def action_back(self) -> None:
        """Leaves with the wish to go back."""
        self.dismiss("back")
