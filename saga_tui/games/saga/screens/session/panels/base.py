"""What every panel of the session has in common."""

from __future__ import annotations

from collections.abc import Callable

from saga_tui.games.saga.rules.character import Character
from saga_tui.tally import Tally
from saga_tui.ui.panel import Panel
from saga_tui.ui.why import Why

Notes = Callable[[str], tuple[str, ...]]
"""Gives lines on what last changed a number, by the tally's name."""


class SessionPanel(Panel):
    """A panel that shows a part of a character and keeps up with it."""

    place = ""
    """Its name for the columns and for jumping to it."""

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

    def why(self, make: Callable[[Character], Tally]) -> Callable[[], Why]:
        """The reasons of a number of the character, when they are asked for."""

        def explain() -> Why:
            found = make(self.character)
            return Why(found, self.notes(found.name))

        return explain
