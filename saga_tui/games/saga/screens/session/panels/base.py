"""What every panel of the session has in common."""

from __future__ import annotations

from collections.abc import Callable

from textual import events

from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.commands import RULES
from saga_tui.tally import Tally
from saga_tui.ui.marks import Boxes, Marks, Pips, Track
from saga_tui.ui.panel import Panel
from saga_tui.ui.why import Why
from saga_tui.ui.why_screen import why

Notes = Callable[[str], tuple[str, ...]]
"""Gives lines on what last changed a number, by the tally's name."""


class WhyOnClick:
    """For rows of marks: a click beside the marks asks for the number's reasons; one on a mark is the mark's."""

    def on_click(self, event: events.Click) -> None:
        """Where the row can explain itself, and no mark was hit."""
        if not isinstance(self, Marks) or self.explain is None:
            return
        offset = event.get_content_offset(self)
        at = -1 if offset is None else offset.x - self.gutter_content().cell_length - self.label_width
        cells = self.cells()
        if not (0 <= at < len(cells) and cells[at][2] is not None):
            event.stop()
            event.prevent_default()
            self.action_why()


class TokenRow(WhyOnClick, Pips):
    """Tokens of an asset; Enter asks how many to spend."""

    at_once = True


class WoundRow(WhyOnClick, Boxes):
    """Damage against its threshold."""


class DoomRow(WhyOnClick, Track):
    """The Doom Track."""


class SessionPanel(Panel):
    """A panel that shows a part of a character and keeps up with it."""

    place = ""
    """Its name for the columns and for jumping to it."""
    reads: frozenset[str] = frozenset()
    """The fields of play whose change is seen here at once; all else follows when the keys rest."""

    def __init__(self, character: Character, notes: Notes = lambda _: (), *, title: str = "") -> None:
        super().__init__(title=title, compact=True, id=f"panel-{self.place}")
        self.character = character
        self.notes = notes

    def show(self, character: Character) -> None:
        """Shows the character as it is now."""
        self.character = character

    def on_mount(self) -> None:
        """Shows the first state."""
        self.show(self.character)

    def on_key(self, event: events.Key) -> None:
        """A key goes from here straight to the bindings: columns and screen listen to none but Escape, and each of them
        would hold it for a turn of the loop."""
        if event.key != "escape":
            event.stop()
            self.app.post_message(event)

    def why(self, make: Callable[[Character], Tally]) -> Callable[[], Why]:
        """The reasons of a number of the character, when they are asked for."""

        def explain() -> Why:
            found = make(self.character)
            return Why(found, self.notes(found.name))

        return explain

    def why_of(self, *names: str) -> Callable[[], Why | None]:
        """The reasons of the numbers that a row shows, by their names, when they are asked for."""
        return lambda: why(RULES, self.character, names, self.notes)
