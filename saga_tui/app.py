"""The app: opens the library or a character, keeps the open character safe, and leaves only when all is saved."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from textual import on, work
from textual.app import ComposeResult
from textual.content import Content
from textual.screen import ModalScreen, Screen

from saga_tui.dice import Roller, secure
from saga_tui.library.messages import Open, Page
from saga_tui.safe import safe
from saga_tui.ui import hangup
from saga_tui.ui.bars import StatusLine
from saga_tui.ui.base import KitApp, after_first_frame
from saga_tui.ui.config import Config
from saga_tui.ui.keys import Command
from saga_tui.ui.messages import MemoryChanged

if TYPE_CHECKING:
    from saga_tui.games.contract import Game
    from saga_tui.library.screen import LibraryScreen
    from saga_tui.library.shelf import Shelf
    from saga_tui.store import Memory


TOUR = "A short tour of the app"
"""What the palette calls it."""


def _now() -> datetime:
    return datetime.now().astimezone()


class Ground(Screen[None]):
    """What is seen while the character to begin with is opened."""

    def compose(self) -> ComposeResult:
        """One line, so that it is seen whose program this is."""
        yield StatusLine()

    def on_mount(self) -> None:
        """The program's name."""
        self.query_one(StatusLine).say(Content.assemble(("✦ ", "$star"), ("saga-tui", "bold $title")))


class SagaApp(KitApp):
    """The whole program on a screen. One character is open at most; its memory belongs to the app."""

    def __init__(
        self,
        folder: Path | None = None,
        start: Path | None = None,
        *,
        roller: Roller = secure,
        animations: bool = True,
        now: Callable[[], datetime] = _now,
        settings: Config | None = None,
        offer: bool = False,
    ) -> None:
        """`folder` holds the characters, `start` is the character to begin with; dice come from `roller`. `offer`: the
        tour is offered in the library, if it never was."""
        super().__init__(animations=animations, settings=settings)
        self._folder = folder if folder is not None or start is None else start.parent
        self.start = start
        self.roller = roller
        self.now = now
        self.offer = offer
        self.memory: Memory | None = None
        self._told: set[str] = set()
        self._asking = False

    @cached_property
    def shelf(self) -> Shelf:
        """The folder of characters; the store and the games are loaded with it, after the first frame."""
        from saga_tui.library.shelf import Shelf

        return Shelf(self._folder)

    def _library(self, first: bool = False) -> LibraryScreen:
        from saga_tui.library.glance import seen
        from saga_tui.library.screen import LibraryScreen
        from saga_tui.store.folders import characters_folder

        glance = seen(characters_folder(self._folder)) if first else None
        return LibraryScreen(lambda: self.shelf, self.now, self.start, offer=self.offer, glance=glance)

    def first_screen(self) -> Screen[Any]:
        """Return the library as it was seen last; else an empty ground, seen before anything else is loaded."""
        if self.start is not None:
            return Ground()
        return self._library(first=True)

    def rule_book(self, rule: str) -> Screen[Any] | None:
        """The book of the game that the screen shows, or else of the one that is at hand."""
        return super().rule_book(rule) or self._game().rule_book(rule)

    def _game(self) -> Game:
        """The game of the open character, of the one under the library's cursor, or the first one."""
        from saga_tui.games import registry

        library = self._at_library
        card = library.card if library else None
        key = registry.key_of(self.memory.doc) if self.memory else card.game if card else ""
        return registry.game(key or registry.keys()[0])

    async def on_mount(self) -> None:
        """Opens the character to begin with; the library where there is none, or it cannot be opened."""
        after_first_frame(self, self._begin)
        if not self.is_headless:
            hangup.on_signals(self._ended)
            self.set_interval(hangup.LOOK_EVERY, self._look_for_terminal)

    def _look_for_terminal(self) -> None:
        if hangup.terminal_gone():
            self._ended(129)

    def _ended(self, code: int) -> None:
        """The terminal has gone, or the machine wants the program to end: all is saved, and nobody is asked."""
        lost = self._shut()
        if hangup.terminal_gone():
            hangup.end_at_once(code)
        self.exit(return_code=code, message=lost or None)

    def _begin(self) -> None:
        gc.enable()
        if self.start is not None:
            screen = self._opened(self.start)
            if self.memory is None:
                self.push_screen(self._library())
            if screen is not None:
                self.push_screen(screen)

    @property
    def _at_library(self) -> LibraryScreen | None:
        """The library, where it is what is seen."""
        from saga_tui.library.screen import LibraryScreen

        return self.screen if isinstance(self.screen, LibraryScreen) else None

    def _opened(self, path: Path, page: Page = "") -> Screen[Any] | None:
        """The screen of a character; what is wrong with its file is said, and there is none then.

        The file of a game that nobody knows is shown as text."""
        from saga_tui.games.contract import Lacking
        from saga_tui.games.registry import UnknownGame
        from saga_tui.store import StoreError

        try:
            game, memory = self.shelf.open(path)
        except UnknownGame:
            from saga_tui.ui.pages import TextPage

            return TextPage(safe(path.name), self.shelf.as_text(path))
        except (StoreError, OSError, ValueError) as error:
            self.notify(safe(str(error)), title=path.name, severity="error", timeout=12, markup=False)
            return None
        try:
            screen = {"sheet": game.preview, "story": game.story, "": game.screen}[page](memory)
        except Lacking as lacking:
            memory.close()
            self.notify(safe(str(lacking)), title=path.name, severity="error", timeout=12, markup=False)
            return None
        self.memory = memory
        self.follow(memory)
        self.call_later(self._look_after, True)
        return screen

    @on(MemoryChanged)
    def _memory_changed(self) -> None:
        self._look_after()

    @work(group="looking after")
    async def _look_after(self, opened: bool = False) -> None:
        """Tells what came from outside, and asks what only a person can say: which state counts, and whether another
        copy may have the character. `opened` also tells what opening found."""
        memory = self.memory
        if memory is None or self._asking or (isinstance(self.screen, ModalScreen) and not opened):
            return
        self._asking = True
        try:
            if opened:
                await self._welcome(memory)
            else:
                await self._news(memory)
            if memory.asked_for:
                await self._hand_over(memory)
        finally:
            self._asking = False

    async def _welcome(self, memory: Memory) -> None:
        """What opening found and recovered; what it asks is not asked again."""
        from saga_tui.ui.logbook.opening import welcome

        self._told = _asks(memory)
        await welcome(self, memory)
        self.post_message(MemoryChanged())

    async def _news(self, memory: Memory) -> None:
        """What came from outside since it was last looked: shown, and asked where it cannot be decided here."""
        if memory.read_only:
            return
        from saga_tui.ui.logbook.opening import ask_conflicts, ask_problem, taken_over

        for line in memory.news():
            self.notify(safe(line), title=safe(memory.path.name), severity="warning", timeout=12, markup=False)
        if memory.rescue and memory.rescue not in self._told:
            self._told.add(memory.rescue)
            said = f"Not saved: {memory.status_text.partition(': ')[2]}. Everything is kept in {memory.rescue}"
            self.notify(safe(said), title=safe(memory.path.name), severity="error", timeout=12, markup=False)
        if changes := memory.poll():
            said = taken_over(changes, memory.layout.words)
            self.notify(said, title=safe(memory.path.name), timeout=12, markup=False)
        new, self._told = _asks(memory) - self._told, self._told | _asks(memory)
        if new:
            await ask_problem(self, memory)
            await ask_conflicts(self, memory)

    async def _hand_over(self, memory: Memory) -> None:
        from saga_tui.store import StoreError
        from saga_tui.ui.dialogs import Confirm

        question = "Another window wants to edit this character. Hand over editing? This window becomes read-only."
        if not await self.push_screen_wait(Confirm("Hand over?", question, yes="Hand over", no="Keep editing")):
            memory.refuse()
            return
        try:
            memory.hand_over()
        except StoreError as error:
            self.notify(safe(str(error)), title="That did not work", severity="error", markup=False)
        self.post_message(MemoryChanged())

    @on(Open)
    async def _open_wanted(self, event: Open) -> None:
        if self.memory is not None:
            return
        screen = self._opened(event.path, event.page)
        if screen is not None:
            await self.push_screen(screen, self._left if event.page else None)

    def _left(self, _result: object) -> None:
        """The page that was looked at from the library is left."""
        self._shut()

    def _shut(self) -> str:
        """Saves and closes the open character; what could not be saved, in words."""
        memory, self.memory = self.memory, None
        if memory is None:
            return ""
        from saga_tui.store import FileBehind, NotSaved

        memory.on_change = _nothing
        try:
            memory.close()
        except FileBehind as error:
            said = f"Everything is saved. The file follows the next time you open it: {error}."
            self.notify(safe(said), title=safe(memory.path.name), severity="warning", markup=False)
        except NotSaved as error:
            return str(error)
        return ""

    async def _may_leave(self) -> bool:
        """Whether all is saved, or the player leaves all the same."""
        memory = self.memory
        if memory is None or memory.read_only:
            return True
        from saga_tui.store import NotSaved

        try:
            memory.flush()
        except NotSaved as error:
            from saga_tui.ui.dialogs import Confirm

            lost = "Quit now? You can continue later." if error.rescue else "Unsaved changes will be lost. Quit anyway?"
            said = str(error)
            question = f"{said[:1].upper()}{said[1:]}\n\n{lost}"
            answer = await self.push_screen_wait(Confirm("Not saved", question, yes="Quit", no="Stay", danger=True))
            return bool(answer)
        return True

    def commands(self, screen: Screen[Any]) -> Iterable[Command]:
        """What the screen offers, and the tour from everywhere."""
        found = list(super().commands(screen))
        if all(command.words != TOUR for command in found):
            found.append(Command(TOUR, "", self.action_tour))
        return found

    def action_tour(self) -> None:
        """Shows somebody new around."""
        from saga_tui.ui.tour import Tour

        self.push_screen(Tour(self._game().tour()))

    @work(exclusive=True, group="leaving")
    async def action_leave(self) -> None:  # type: ignore[override]
        """From a character to the library, from the library out."""
        if self.memory is None and self._at_library:
            self.exit()
            return
        if not await self._may_leave():
            return
        at = self.memory.path if self.memory is not None else None
        while len(self.screen_stack) > 1 and not self._at_library:
            await self.pop_screen()
        if not self._at_library:
            await self.push_screen(self._library())
        if lost := self._shut():
            self.notify(safe(lost), title="Not saved", severity="error", markup=False)
        if library := self._at_library:
            library.reload(at)

    @work(exclusive=True, group="leaving")
    async def action_quit(self) -> None:  # type: ignore[override]
        """Out, from everywhere; all is saved first."""
        if await self._may_leave():
            lost = self._shut()
            self.exit(return_code=1 if lost else 0, message=lost or None)


def _asks(memory: Memory) -> set[str]:
    """What the memory wants to have decided, each in words, to tell what was asked already."""
    problem = memory.problem
    return {*(repr(conflict) for conflict in memory.conflicts), *([str(problem)] if problem is not None else [])}


def _nothing() -> None:
    """Nobody is there any more who wants to know."""
