"""A keeper of Lanterns on a bare screen: a status line, a foot, and whatever frame a test opens."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any

from textual.app import ComposeResult
from textual.pilot import Pilot

from saga_tui.dice import Roller, seeded
from saga_tui.engine.command import Command
from saga_tui.engine.session import Session
from saga_tui.games import registry
from saga_tui.store import Memory
from saga_tui.ui.bars import Foot, KeyBar, StatusLine
from saga_tui.ui.base import KitApp
from saga_tui.ui.document_screen import DocumentScreen
from tests.keys import rested


class Night(DocumentScreen[Any]):
    """Ada the watchman in her first night."""

    def compose(self) -> ComposeResult:
        """The edges of a screen."""
        yield StatusLine()
        with Foot():
            yield KeyBar()


class Keeper(KitApp):
    """The app with that screen."""

    def __init__(self, folder: Path, roller: Roller | None = None) -> None:
        super().__init__()
        self.animated = False
        game = registry.game("lanterns")
        memory = Memory.create(folder / "characters", game.new("Ada"), registry.layout("lanterns"))
        self.play: Session[Any] = Session(game.rules, memory, roller or seeded(1))
        self.did("choose", trade="watchman")
        self.did("start-night")
        self.night = Night(self.play)

    def command(self, verb: str) -> type[Command]:
        """The class of a command."""
        return self.play.game.commands[verb]

    def did(self, verb: str, dice: Sequence[int] | None = None, **given: Any) -> None:
        """Something that happened."""
        self.play.do(self.play.game.command(verb, given), None if dice is None else tuple(dice))

    async def on_mount(self) -> None:
        """Open the screen."""
        await self.push_screen(self.night)

    def on_unmount(self) -> None:
        """Let the file go."""
        self.play.memory.close()

    async def open(self, pilot: Pilot[Any], flow: Callable[[Night], Coroutine[Any, Any, Any]]) -> None:
        """Begin a dialogue, and wait until it is there."""
        self.night.run_worker(flow(self.night), exit_on_error=True)
        await rested(pilot)

    @property
    def told(self) -> list[str]:
        """What the journal says, the newest first."""
        return [event.text for event in self.play.memory.history()]
