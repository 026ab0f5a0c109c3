"""What the library's keys do with files: new, copy, rename, delete, restore, samples."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from textual import work
from textual.screen import Screen

from saga_tui.library.cards import Card, ago
from saga_tui.library.messages import Open
from saga_tui.safe import safe
from saga_tui.ui.terminal import Sized
from saga_tui.words import listed, plural

if TYPE_CHECKING:
    from saga_tui.library.shelf import Shelf

MOST_NAMED: Final = 6
"""So many characters are named where somebody is asked about all of them."""


class FileActs(Sized, Screen[None]):
    """The part of the library's screen that changes what is in the folder."""

    at_no_seat = True

    now: Callable[[], datetime]
    cards: tuple[Card, ...]
    listed: tuple[Card, ...]
    _at: Path | None
    marked: set[Path]
    """The files of characters that are marked, for a table."""

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
        noun = self.shelf.noun(game)
        name = await self.app.push_screen_wait(AskText(f"New {noun}", f"{noun.capitalize()} name:"))
        path = self._tried(lambda: self.shelf.new(name, game)) if name else None
        if path:
            self._at = path
            self.post_message(Open(path))

    def action_mark(self) -> None:
        """Mark the character at the cursor, or take the mark away."""
        from saga_tui.library.cards import CardRow

        row = self.focused
        if not isinstance(row, CardRow):
            return
        if row.card.table or row.card.problem:
            self.notify("Only characters can sit at a table.", markup=False)
            return
        self.marked ^= {row.card.path}
        row.marked = row.card.path in self.marked
        row.refresh()
        self.count()

    def count(self) -> None:
        """Say how many are shown, and how many of them are marked."""
        raise NotImplementedError

    def _party(self) -> list[Card]:
        """Who would sit at a new table: the marked characters, else all of those shown that are of one game with the
        one at the cursor."""
        fit = [card for card in self.cards if not card.table and not card.problem]
        if chosen := [card for card in fit if card.path in self.marked]:
            return chosen
        at = self.card
        games = [at.game] if at is not None and at in fit else [card.game for card in fit][:1]
        return [card for card in self.listed if card in fit and card.game in games]

    @work
    async def action_table(self) -> None:
        """A new table of the marked characters, opened at once."""
        from saga_tui.games import registry
        from saga_tui.ui.dialogs import AskText

        party = self._party()
        lacking = {card.game for card in party} - {*registry.tables()}
        if lacking:
            titles = listed(registry.game(key).title for key in sorted(lacking))
            self.notify(safe(f"No tables yet for {titles}. Mark others with space."), title="New table", markup=False)
            return
        who = listed([card.name for card in party]) if len(party) <= MOST_NAMED else plural(len(party), "character")
        question = f"{who} will sit there." if party else "You can seat characters later."
        more = "" if self.marked or len(self.cards) < 2 else " To choose others, mark them with space first."
        name = await self.app.push_screen_wait(AskText("New table", f"{question}{more} Name of the table:"))
        path = self._tried(lambda: self.shelf.new_table(name, [card.path for card in party])) if name else None
        if path:
            self.marked.clear()
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
