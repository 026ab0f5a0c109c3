"""An app that opens the board on a game, set by hand or begun from a seed."""

from __future__ import annotations

from pathlib import Path

from saga_tui.engine.document import Ask
from saga_tui.engine.session import Session
from saga_tui.games import registry
from saga_tui.games.heroes.commands import Begin, TakeSeat
from saga_tui.games.heroes.game import GAME
from saga_tui.games.heroes.play import perform
from saga_tui.games.heroes.saved import Saved
from saga_tui.games.heroes.screens.play import Table, screen
from saga_tui.games.heroes.state import State
from saga_tui.games.heroes.told import deciding
from saga_tui.store import Memory
from saga_tui.ui import config
from saga_tui.ui.base import KitApp


def begun(*seats: str, seed: int = 7) -> State:
    """A game of these heroes in its first turn; `egil:easy` is played by the computer."""
    state = State(seed=seed)
    for seat in seats:
        hero, _, level = seat.partition(":")
        control = "computer" if level else "person"
        state = perform(state, TakeSeat(hero=hero, control=control, level=level or "normal")).state
    return perform(state, Begin()).state


class Board(KitApp):
    """The board of a game."""

    def __init__(self, folder: Path, state: State) -> None:
        super().__init__(animations=False, settings=config.Config())
        hero, words, _ = deciding(state)
        asks = (Ask(what=words, kind=hero, rule="H-STATE-4"),) if hero else ()
        doc = Saved(name="The winter game").having(state, asks).to_doc()
        self.memory = Memory.create(
            folder / "c",
            doc,
            registry.layout("heroes"),
            state_dir=folder / "s",
            now=lambda: "2026-01-02T20:00:00+00:00",
        )

    async def on_mount(self) -> None:
        """Opens it."""
        await self.push_screen(screen(self.memory))

    @property
    def closed(self) -> Table:
        """Its screen, without the app."""
        return Table(Session(GAME.rules, self.memory))

    @property
    def table(self) -> Table:
        """Its screen."""
        found = self.screen
        assert isinstance(found, Table)
        return found

    @property
    def state(self) -> State:
        """The game as it is now."""
        return self.table.state

    @property
    def told(self) -> list[str]:
        """The log, the oldest first."""
        return [event.text for event in self.memory.history()][::-1]

    @property
    def text(self) -> str:
        """All that is to be seen."""
        lines = self.screen._compositor.render_strips()
        return "\n".join("".join(part.text for part in line).rstrip() for line in lines)
