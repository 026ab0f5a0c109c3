"""The program as one seat has it: its document and, to look at, the others of the table; no library, nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from textual.content import Content
from textual.screen import Screen

from saga_tui.app import Ground, SagaApp, _now
from saga_tui.dice import Roller, secure
from saga_tui.games import registry
from saga_tui.library.shelf import Shelf
from saga_tui.safe import safe
from saga_tui.store import StoreError
from saga_tui.ui.base import MemoryChanged
from saga_tui.ui.config import Config
from saga_tui.ui.journal.banner import ReadOnlyBanner
from saga_tui.ui.keys import Command
from saga_tui.ui.returning import returning
from saga_tui.ui.seat import REFUSED, Seat, leaves

if TYPE_CHECKING:
    from saga_tui.games.contract import Game
    from saga_tui.store import Memory


class SeatShelf(Shelf):
    """The documents that a seat may open, and none else."""

    def __init__(self, seat: Seat) -> None:
        super().__init__(seat.document.parent, samples=lambda: None)
        self.seat = seat

    def open(self, path: Path, here: Memory | None = None) -> tuple[Game, Memory]:
        """The game and the memory of a document: for writing where the seat may."""
        if not self.seat.knows(path):
            raise ValueError(REFUSED)
        if self.seat.writes(path):
            return super().open(path, here)
        from saga_tui.store.looking import Looking

        game = registry.game_of(registry.doc_at(path))
        return game, Looking.at(path, registry.layout(game.key))

    def name(self, path: Path) -> str:
        """What a card calls it."""
        return self._known(path).name


class Empty(Ground):
    """What is seen where the seat's document cannot be opened."""

    at_no_seat = False

    says = Content.styled("Nothing to show here. Ask whoever runs this table.", "bold")


class SeatApp(SagaApp):
    """The window of one seat. What it may do is said in `Seat`; it keeps no settings."""

    def __init__(
        self,
        seat: Seat,
        *,
        roller: Roller = secure,
        animations: bool = True,
        now: Callable[[], datetime] = _now,
        settings: Config | None = None,
    ) -> None:
        settings = settings if settings is not None else Config(kept=False)
        super().__init__(seat.document.parent, seat.document, roller=roller, animations=animations, now=now,
                         settings=settings)  # fmt: skip
        self.seat: Seat = seat

    @cached_property
    def shelf(self) -> SeatShelf:
        """What the seat may open."""
        return SeatShelf(self.seat)

    def _library(self, first: bool = False) -> Any:
        return Empty()

    def _opened(self, path: Path, page: Any = "") -> Screen[Any] | None:
        if not self.seat.knows(path):
            self.notify(REFUSED, title="Not at this seat")
            return None
        return super()._opened(path, page)

    def commands(self, screen: Screen[Any]) -> Iterable[Command]:
        """What the screen offers, and a look at the others of the table."""
        own = self.seat.document.resolve()
        others = [path for path in self.seat.others if path.resolve() != own]
        looks = [Command(f"Look at {self.shelf.name(path)}", "", partial(self.look_at, path), "character other party")
                 for path in others if path.exists()]  # fmt: skip
        return [*super().commands(screen), *looks]

    def look_at(self, path: Path) -> None:
        """Show another one of the table; Escape comes back."""
        if not self.seat.knows(path):
            self.notify(REFUSED, title="Not at this seat")
            return
        try:
            game, memory = self.shelf.open(path)
        except (OSError, ValueError) as error:
            self.notify(safe(str(error)), title=path.name, severity="error")
            return
        self.follow(memory)
        self.push_screen(returning(game.screen(memory)), lambda _result: memory.close())

    async def _welcome(self, memory: Memory) -> None:
        """What opening found. Who comes to a seat plays its character: whoever else has it open is asked for it."""
        await super()._welcome(memory)
        barred = memory.barred
        if barred is not None and barred.code == "open" and not registry.is_table(registry.key_of(memory.doc)):
            for banner in self.screen.query(ReadOnlyBanner):
                banner.press()

    async def _hand_over(self, memory: Memory) -> None:
        """A character that sits at this table goes to the player who comes to its seat, and no one is asked."""
        if memory is self.memory:
            await super()._hand_over(memory)
            return
        try:
            memory.hand_over()
        except StoreError as error:
            self.notify(safe(str(error)), title="That did not work", severity="error")
        self.post_message(MemoryChanged())

    @leaves
    def action_leave(self) -> None:  # type: ignore[override]
        """There is nothing behind the document."""

    @leaves
    def action_quit(self) -> None:  # type: ignore[override]
        """Whoever closes the window's page ends it."""

    def on_exit_app(self) -> None:
        """The page was closed: all is saved before the window ends."""
        self._shut_all()
