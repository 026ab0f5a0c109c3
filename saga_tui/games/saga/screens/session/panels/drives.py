"""Drives with their tokens (DRV)."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.reactive import reactive
from textual.widgets import Static

from saga_tui.games.saga.rules import state
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.screens import marks
from saga_tui.games.saga.screens.session import view
from saga_tui.games.saga.screens.session.panels.base import Notes, SessionPanel
from saga_tui.ui.rows import RULED, Row
from saga_tui.ui.why import Explain


class DriveRow(Row):
    """A drive's words, and its tokens at the right."""

    at_once = True
    text = reactive("")
    tokens = reactive(0)

    def __init__(self, place: int, text: str, tokens: int, explain: Explain | None = None) -> None:
        super().__init__(key=str(place + 1), steps=True, explain=explain)
        self.place = place
        self.set_reactive(DriveRow.text, text)
        self.set_reactive(DriveRow.tokens, tokens)

    def watch_tokens(self, old: int, new: int) -> None:
        """The change is shown where it happened."""
        if self.is_mounted and old != new:
            self.glow(f"{old} → {new}")

    def left(self, width: int) -> Content:
        """The words."""
        return Content(view.one_line(self.text) or "(not named yet)")

    def right(self) -> Content:
        """What just changed and the tokens: one by one up to six."""
        token = marks.DRIVE
        shown = token.full * self.tokens if self.tokens <= 6 else f"{token.full}×{self.tokens}"
        held = Content.styled(shown, token.colour) if self.tokens else Content.styled(token.empty, "$faint")
        ruled = (RULED, "bold $warn") if self.ruled else ""
        return Content.assemble((f"{self.delta} ", "bold $glow") if self.delta else "", held, ruled)


class DrivesPanel(SessionPanel):
    """A row a drive; `v` and its number give it a token."""

    place = "drives"
    reads = frozenset({"drive_tokens"})

    def __init__(self, character: Character, notes: Notes = lambda _: ()) -> None:
        super().__init__(character, notes, title="Drives")

    def compose(self) -> ComposeResult:
        """Rows, made anew when the number of drives changes."""
        yield Vertical(id="drives")

    def show(self, character: Character) -> None:
        """Words and tokens as they are now."""
        super().show(character)
        tokens = state.drive_tokens(character)
        box = self.query_one("#drives", Vertical)
        rows = list(box.query(DriveRow))
        texts = character.story.drives
        if len(rows) != len(texts) or not texts:
            box.remove_children()
            box.mount_all(
                DriveRow(place, text, tokens[place], self.why_of(f"drive:{place + 1}"))
                for place, text in enumerate(texts)
            )
            if not texts:
                box.mount(Static(Content.styled(" No drives yet.", "$dim")))
        else:
            for row, text, held in zip(rows, texts, tokens, strict=True):
                row.text, row.tokens = text, held
        self.head(subtitle="v: add a token" if texts else "")
