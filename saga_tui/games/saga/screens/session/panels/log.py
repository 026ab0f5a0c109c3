"""The log of what happened, made of the journal's events."""

from __future__ import annotations

from collections.abc import Iterable

from textual.app import ComposeResult
from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.screens.session.after.taking import still_open
from saga_tui.games.saga.screens.session.panels.base import SessionPanel
from saga_tui.safe import safe
from saga_tui.store import Event
from saga_tui.store.event import REDO
from saga_tui.store.undoing import Fates, about
from saga_tui.ui.log import LogEntry, LogView


def entries(events: Iterable[Event]) -> list[LogEntry]:
    """Log entries of events, newest first as they come; what was undone is marked."""
    fates = Fates()
    found: list[LogEntry] = []
    for event in events:
        fates.older(event)
        if about(event) is not None:
            word = "Redid" if event.do == REDO else "Undid"
            found.append(LogEntry(f"{word}: {event.text}", "", when(event), data=event.id))
        else:
            undone = fates.undone(event)
            fixed = not undone and fates.corrected(event) is not None
            found.append(LogEntry(event.text or event.do, rules_of(event), when(event), undone, event.id, fixed))
    return found


def when(event: Event) -> str:
    """Where in the clock: `r2` in a conflict, else `s2`, `c3` or nothing."""
    for name, letter in (("round", "r"), ("scene", "s"), ("chapter", "c")):
        if name in event.clock:
            return f"{letter}{event.clock[name]}"
    return "–"


def rules_of(event: Event) -> str:
    """The rule behind the event's first change that has one."""
    return next((change.rule for change in event.changes if change.rule), "")


class LogPanel(SessionPanel):
    """The log, newest first."""

    place = "log"

    def __init__(self, character: Character, events: Iterable[Event]) -> None:
        super().__init__(character, title="Log")
        self.first = entries(events)

    def compose(self) -> ComposeResult:
        """The log's own widget."""
        yield LogView(self.first, id="log")

    def show(self, character: Character) -> None:
        """How much of what was passed is still open stands in the border, with the key that lists it."""
        super().show(character)
        self.head(subtitle=still_open(character))

    def tell(self, found: list[LogEntry]) -> None:
        """Shows these entries."""
        self.query_one(LogView).show(found)


class LastLine(Widget):
    """The newest entry of the log on one line, for where the log itself has no room."""

    entry: reactive[LogEntry | None] = reactive(None)

    def render(self) -> Content:
        """Return when and what."""
        entry = self.entry
        if entry is None:
            return Content.styled(" Nothing yet.", "$dim")
        width = self.content_size.width
        return Content.assemble((f" {entry.when} ", "$dim"), safe(entry.text)).truncate(width, ellipsis=True)
