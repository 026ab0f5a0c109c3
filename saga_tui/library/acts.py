"""What the library's keys do with files: new, copy, rename, delete, restore, samples."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from textual import work
from textual.screen import Screen

from saga_tui.library.cards import Card, ago
from saga_tui.library.messages import Open
from saga_tui.safe import safe

if TYPE_CHECKING:
    from saga_tui.library.shelf import Shelf


class FileActs(Screen[None]):
    """The part of the library's screen that changes what is in the folder."""

    now: Callable[[], datetime]
    _at: Path | None

    @property
    def shelf(self) -> Shelf:
        """The folder's characters."""
        raise NotImplementedError

    @property
    def card(self) -> Card | None:
        """The character at the cursor."""
        raise NotImplementedError

    def reload(self, at: Path | None = None) -> None:
        """Show the folder as it is now, with the cursor at a file."""
        raise NotImplementedError

    def _done(self, said: str, at: Path | None = None) -> None:
        self.notify(said, markup=False)
        self.reload(at)

    def _tried(self, do: Callable[[], Path | None]) -> Path | None:
        """Does something with files; what goes wrong is said."""
        from saga_tui.store import StoreError

        try:
            return do()
        except (StoreError, OSError, ValueError) as error:
            self.notify(safe(str(error)), title="That did not work", severity="error", markup=False)
            return None

    @work
    async def action_new(self) -> None:
        """A new character: its name, then the builder."""
        from saga_tui.ui.dialogs import AskText

        game = await self._which_game()
        if game is None:
            return
        name = await self.app.push_screen_wait(AskText("New character", "Character name:"))
        path = self._tried(lambda: self.shelf.new(name, game)) if name else None
        if path:
            self._at = path
            self.post_message(Open(path))

    async def _which_game(self) -> str | None:
        """The key of the game of a new character; asked only where there is more than one, and none is wanted."""
        from saga_tui.games.registry import wanted
        from saga_tui.ui.dialogs import Choose, Offer

        offers, troubles = self.shelf.games()
        for trouble in troubles:
            self.notify(safe(trouble), title="Games", severity="warning", timeout=12, markup=False)
        if len(offers) < 2 or wanted() in offers:
            return wanted() if wanted() in offers else next(iter(offers), None)
        return await self.app.push_screen_wait(
            Choose("New", [Offer(key, title, "") for key, title in offers.items()], "Which game?")
        )

    @work
    async def action_copy(self) -> None:
        """A copy under another name."""
        from saga_tui.ui.dialogs import AskText

        card = self.card
        if card is None:
            return
        name = await self.app.push_screen_wait(
            AskText("Copy", f"Name for the copy of {card.name}:", value=f"{card.name} 2")
        )
        path = self._tried(lambda: self.shelf.copy(card.path, name)) if name else None
        if path and name:
            self._done(f"{safe(name)} created, with the full log of {safe(card.name)}.", path)

    @work
    async def action_rename(self) -> None:
        """Another name, and a file name to go with it."""
        from saga_tui.ui.dialogs import AskText

        card = self.card
        if card is None:
            return
        name = await self.app.push_screen_wait(AskText("Rename", f"New name for {card.name}:", value=card.name))
        path = self._tried(lambda: self.shelf.rename(card.path, name)) if name and name != card.name else None
        if path and name:
            self._done(f"{safe(card.name)} renamed to {safe(name)}.", path)

    @work
    async def action_delete(self) -> None:
        """Into the trash, from which it can be brought back."""
        from saga_tui.ui.dialogs import Confirm

        card = self.card
        if card is None:
            return
        question = f"Delete {card.name}? You can restore it from the trash (t)."
        sure = await self.app.push_screen_wait(Confirm("Delete", question, yes="Delete", no="Cancel"))
        if sure and self._tried(lambda: self.shelf.delete(card.path)):
            self._done(f"{safe(card.name)} moved to the trash.")

    @work
    async def action_trash(self) -> None:
        """Brings a character back."""
        from saga_tui.ui.dialogs import Choose, Offer

        gone = self.shelf.trash()
        if not gone:
            self.notify("The trash is empty.")
            return
        now = self.now()
        offers = [
            Offer(str(index), card.name, f"deleted {ago(card.played, now)}" if card.played else card.line)
            for index, card in enumerate(gone)
        ]
        picked = await self.app.push_screen_wait(Choose("Trash", offers, "Restore which one?"))
        if picked is not None:
            card = gone[int(picked)]
            path = self._tried(lambda: self.shelf.restore(card.path))
            if path:
                self._done(f"{safe(card.name)} restored, in {safe(path.name)}.", path)

    def action_samples(self) -> None:
        """Copies the sample characters into the folder."""
        path = self._tried(self.shelf.add_samples)
        if path:
            self._done("Sample characters added.", path)
