"""The app: opens the library or a character, keeps the open character safe, and leaves only when all is saved."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.screen import ModalScreen, Screen

from saga_tui.dice import Roller, secure
from saga_tui.library.messages import Open, Page
from saga_tui.library.opened import Opened, together
from saga_tui.library.sharing import SharingApp
from saga_tui.safe import safe
from saga_tui.ui.bars import StatusLine
from saga_tui.ui.base import MemoryChanged, after_first_frame
from saga_tui.ui.config import Config
from saga_tui.ui.keys import Command
from saga_tui.ui.seat import leaves
from saga_tui.ui.terminal import LOOK_EVERY, Sized, end_at_once, on_signals, terminal_gone, tidy_up

if TYPE_CHECKING:
    from saga_tui.games.contract import Game
    from saga_tui.library.screen import LibraryScreen
    from saga_tui.library.shelf import Shelf
    from saga_tui.store import Memory


SETTLED = 2.0
"""Seconds after which the program's start is over: what is loaded until then stays, so nothing is looked through."""
TOUR = "A short tour of the app"
"""What the palette calls it."""


def _now() -> datetime:
    return datetime.now().astimezone()


class Ground(Sized, Screen[None]):
    """What is seen while the character to begin with is opened."""

    says: ClassVar[Content] = Content.assemble(("✦ ", "$star"), ("saga-tui", "bold $title"))

    def compose(self) -> ComposeResult:
        """One line, so that it is seen whose program this is."""
        yield StatusLine()

    def on_mount(self) -> None:
        """The program's name."""
        self.query_one(StatusLine).say(self.says)


class SagaApp(SharingApp):
    """The whole program. Several characters can be open, each with a stack of screens on a library (a mode)."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f6", "next_open", "Next open", id="app.next-open", show=False, tooltip="Go to the next open character")
    ]

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
        self._open = Opened()
        self._modes_so_far = 0
        self._told: set[str] = set()
        self._asking = False

    @property
    def memory(self) -> Memory | None:
        """The character that is seen; None in a library."""
        return self._open.get(self.current_mode)

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
        if glance is not None:
            self.know_colours()
        sized = self.size_classes() if first else ""
        return LibraryScreen(lambda: self.shelf, self.now, self.start, offer=self.offer, glance=glance, classes=sized)

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
        """Open the character to begin with; the library where there is none, or it cannot be opened."""
        after_first_frame(self, self._begin)
        if not self.is_headless:
            on_signals(self._ended)
            self.set_interval(LOOK_EVERY, self._look_for_terminal)

    def _look_for_terminal(self) -> None:
        if terminal_gone():
            self._ended(129)

    def _ended(self, code: int) -> None:
        """The terminal has gone, or the machine wants the program to end: all is saved, and nobody is asked."""
        lost = self._shut_all()
        self.end_sharing()
        if terminal_gone():
            end_at_once(code)
        self.exit(return_code=code, message=lost or None)

    def _begin(self) -> None:
        self.set_timer(SETTLED, tidy_up)
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
        from saga_tui.games.lent import Lacking
        from saga_tui.games.registry import UnknownGame
        from saga_tui.store import StoreError

        try:
            game, memory = self.shelf.open(path, self._open.at(path))
        except UnknownGame:
            from saga_tui.ui.pages import TextPage

            return TextPage(safe(path.name), self.shelf.as_text(path))
        except (StoreError, OSError, ValueError) as error:
            self.notify(safe(str(error)), title=path.name, severity="error", timeout=12)
            return None
        try:
            screen = {"sheet": game.preview, "story": game.story, "": game.screen}[page](memory)
        except Lacking as lacking:
            if memory not in self._open.all():
                memory.close()
            self.notify(safe(str(lacking)), title=path.name, severity="error", timeout=12)
            return None
        self._open[self.current_mode] = memory
        for one in together(memory):
            self.follow(one)
        self.call_later(self._look_after, True)
        return screen

    @on(MemoryChanged)
    def _memory_changed(self) -> None:
        self._look_after()

    @work(group="looking after")
    async def _look_after(self, opened: bool = False) -> None:
        """Tell what came from outside, and ask what only a person can say: which state counts, and whether another
        copy may have the character. `opened` also tells what opening found of the one that is seen."""
        if self._asking or (isinstance(self.screen, ModalScreen) and not opened):
            return
        self._asking = True
        try:
            for memory in self._open.all():
                if memory.on_change is None:
                    self.follow(memory)
                if opened and memory is self.memory:
                    await self._welcome(memory)
                else:
                    await self._news(memory)
                if memory.asked_for:
                    await self._hand_over(memory)
        finally:
            self._asking = False

    async def _welcome(self, memory: Memory) -> None:
        """What opening found and recovered; what it asks is not asked again."""
        from saga_tui.ui.journal.opening import welcome

        self._told |= _asks(memory)
        await welcome(self, memory)
        for one in memory.company:
            for line in one.notes:
                self.notify(safe(line), title=safe(one.path.name), timeout=12)
        self.post_message(MemoryChanged())

    async def _news(self, memory: Memory) -> None:
        """What came from outside since it was last looked: shown, and asked where it cannot be decided here."""
        if memory.read_only:
            return
        from saga_tui.ui.journal.opening import ask_conflicts, ask_problem, taken_over

        for line in memory.news():
            self.notify(safe(line), title=safe(memory.path.name), severity="warning", timeout=12)
        if memory.rescue and memory.rescue not in self._told:
            self._told.add(memory.rescue)
            said = f"Not saved: {memory.status_text.partition(': ')[2]}. Everything is kept in {memory.rescue}"
            self.notify(safe(said), title=safe(memory.path.name), severity="error", timeout=12)
        if changes := memory.poll():
            said = taken_over(changes, memory.layout.words, memory.source)
            self.notify(said, title=safe(memory.path.name), timeout=12)
        new, self._told = _asks(memory) - self._told, self._told | _asks(memory)
        if new:
            await ask_problem(self, memory)
            await ask_conflicts(self, memory)

    async def _hand_over(self, memory: Memory) -> None:
        from saga_tui.store import StoreError
        from saga_tui.ui.dialogs import Confirm

        own = memory is self.memory
        who = "this character" if own else safe(memory.layout.name_of(memory.doc) or memory.path.stem, limit=60)
        then = "This window becomes read-only." if own else "What you want done is then offered to that window."
        question = f"Another window wants to edit {who}. Hand over editing? {then}"
        if not await self.push_screen_wait(Confirm("Hand over?", question, yes="Hand over", no="Keep editing")):
            memory.refuse()
            return
        try:
            memory.hand_over()
        except StoreError as error:
            self.notify(safe(str(error)), title="That did not work", severity="error")
        self.post_message(MemoryChanged())

    @on(Open)
    async def _open_wanted(self, event: Open) -> None:
        if self.memory is not None:
            return
        for mode, memory in self._open.items():
            if memory.path == event.path.resolve():
                await self._go_to(mode)
                return
        screen = self._opened(event.path, event.page)
        if screen is not None:
            await self.push_screen(screen, self._left if event.page else None)

    def _left(self, _result: object) -> None:
        """The page that was looked at from the library is left."""
        self._shut()

    def _shut_all(self) -> str:
        """Save and close every open character; what could not be saved, in words."""
        return " ".join(filter(None, [self._shut(mode) for mode in list(self._open)]))

    def _shut(self, mode: str = "") -> str:
        """Save and close the character of a mode, of the one that is seen; what could not be saved, in words."""
        lost, behind = self._open.shut(mode or self.current_mode)
        for name, said in behind:
            self.notify(safe(said), title=safe(name), severity="warning")
        return lost

    async def _may_leave(self, *memories: Memory) -> bool:
        """Whether all is saved, or the player leaves all the same."""
        for memory in memories:
            if not (memory.read_only or await self._is_saved(memory)):
                return False
        return True

    async def _is_saved(self, memory: Memory) -> bool:
        from saga_tui.store import NotSaved

        try:
            memory.flush()
        except NotSaved as error:
            from saga_tui.ui.dialogs import Confirm

            lost = "Quit now? You can continue later." if error.rescue else "Unsaved changes will be lost. Quit anyway?"
            said = str(error)
            question = f"{said[:1].upper()}{said[1:]}\n\n{lost}"
            title = "Not saved" if memory is self.memory else f"Not saved: {safe(memory.path.stem)}"
            answer = await self.push_screen_wait(Confirm(title, question, yes="Quit", no="Stay", danger=True))
            return bool(answer)
        return True

    def commands(self, screen: Screen[Any]) -> Iterable[Command]:
        """What the screen offers, and from everywhere the other open characters, another one, the tour."""
        found = list(super().commands(screen))
        for mode, memory in self._open.items():
            if mode != self.current_mode:
                name = memory.layout.name_of(memory.doc) or memory.path.stem
                found.append(Command(f"Switch to {name}", "", partial(self._go_to, mode), "open character"))
        if self.memory is not None:
            found.append(Command("Open another character", "", self.action_open_another, "second beside library"))
        if all(command.words != TOUR for command in found):
            found.append(Command(TOUR, "", self.action_tour))
        return found

    @leaves
    async def action_open_another(self) -> None:
        """Show the library beside what is open, which stays as it is."""
        self._modes_so_far += 1
        mode = f"beside-{self._modes_so_far}"
        self.add_mode(mode, self._library)
        await self._go_to(mode)

    async def action_next_open(self) -> None:
        """Go to the next open character."""
        modes = list(self._open)
        after = modes[modes.index(self.current_mode) + 1 :] if self.current_mode in modes else []
        await self._go_to((after or modes)[0])

    async def _go_to(self, mode: str) -> None:
        left = self.current_mode
        await self.switch_mode(mode)
        if left != self.DEFAULT_MODE and left not in self._open:
            self.remove_mode(left)
        self.post_message(MemoryChanged())

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Switching needs another open character."""
        if action == "next_open":
            return bool(self._open.keys() - {self.current_mode})
        return super().check_action(action, parameters)

    def action_tour(self) -> None:
        """Show somebody new around."""
        from saga_tui.ui.pages import Tour

        self.push_screen(Tour(self._game().tour()))

    @work(exclusive=True, group="leaving")
    async def action_leave(self) -> None:  # type: ignore[override]
        """From a character to the library, from the library to what else is open, or out."""
        if self.memory is None and self._at_library:
            others = [*self._open, *{self.DEFAULT_MODE} - {self.current_mode}]
            if others:
                await self._go_to(others[0])
            else:
                self.exit()
            return
        if not await self._may_leave(*self._open.left_by(self.current_mode)):
            return
        at = self.memory.path if self.memory is not None else None
        while len(self.screen_stack) > 1 and not self._at_library:
            await self.pop_screen()
        if not self._at_library:
            await self.push_screen(self._library())
        if lost := self._shut():
            self.notify(safe(lost), title="Not saved", severity="error")
        if library := self._at_library:
            library.reload(at)

    @work(exclusive=True, group="leaving")
    async def action_quit(self) -> None:  # type: ignore[override]
        """Out, from everywhere; all is saved first."""
        if await self._may_leave(*self._open.all()):
            lost = self._shut_all()
            self.exit(return_code=1 if lost else 0, message=lost or None)


def _asks(memory: Memory) -> set[str]:
    """What the memory wants to have decided, each in words, to tell what was asked already."""
    problem = memory.problem
    asked = (*(repr(conflict) for conflict in memory.conflicts), *([str(problem)] if problem is not None else []))
    return {f"{memory.path}: {one}" for one in asked}
