"""The line under the header: where one stands and what to do next."""

from __future__ import annotations

from textual.content import Content
from textual.widget import Widget

from saga_tui.games.saga.rules import state
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.screens.session import view


class NowLine(Widget):
    """One line; an open question is the brightest thing on the screen."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._said = Content("")

    def say(self, character: Character) -> None:
        """What matters now."""
        play = state.play_of(character)
        urgent = bool(play.asks or play.kismet)
        style = "bold $doom" if state.doomed(character) else "bold $warn" if urgent else "$dim"
        mark = "▸ " if urgent else "  "
        said = Content.styled(f"{mark}{view.what_now(character)}", style)
        if said != self._said or said.spans != self._said.spans:
            self._said = said
            self.refresh()

    def render(self) -> Content:
        """The line, cut where there is no room."""
        return self._said.truncate(self.content_size.width, ellipsis=True)
