"""What comes from the terminal: keys faster than the screen, calls a little later than a key, and its end.

A key waits until what the one before it opened is there. It may open a question in a task of its own, and Textual
gives the next key to whatever has the focus at that moment, so that `p`, `3`, Enter in one burst would miss the
question. Here a key is dispatched at once when nothing is under way, and otherwise when the app and the screen have
gone through all that they had to do, and no message is left anywhere.
"""

from __future__ import annotations

import asyncio
import gc
import os
import select
import signal
import sys
from collections import deque
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from functools import cached_property, partial
from time import monotonic
from typing import Any, ClassVar, Final

from textual import events
from textual.app import App
from textual.css.styles import RulesMap
from textual.geometry import Size
from textual.message_pump import MessagePump
from textual.screen import Screen
from textual.strip import Strip
from textual.style import Style
from textual.visual import RenderOptions, Visual
from textual.widget import Widget
from textual.worker import WorkerState

from saga_tui.ui.places import places

QUIET = 3
"""Rounds, after which it is looked whether what a key began has come to rest: it waits, or it is done."""
LEISURE = 0.02
"""Seconds that the screen has to answer a key before it is looked whether all has come to rest, unless a key waits."""
PATIENCE = 40
"""Rounds after which the next key goes on all the same, so that something that never rests cannot hold the keyboard."""
ROUND = 0.05
"""Seconds that a round takes at most, where something is busy with a single message for long."""

HABIT = 0.6
"""Seconds after an answer by a letter or a digit in which Enter is a habit, and not meant for what is below."""

Dispatch = Callable[[events.Event], Awaitable[None]]


class TypeAhead:
    """The keys of one app, one after the other."""

    def __init__(self, app: App[None], dispatch: Dispatch) -> None:
        self._app, self._dispatch = app, dispatch
        self._waiting: deque[events.Key] = deque()
        self._pressed = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._answered: tuple[Screen[Any], float] | None = None
        """The dialog in which a letter or a digit was pressed last, and when."""

    @property
    def busy(self) -> bool:
        """Whether a key waits, or what one began has not come to rest."""
        return bool(self._waiting) or (self._task is not None and not self._task.done())

    async def key(self, event: events.Key) -> None:
        """Dispatches the key, now or when its turn has come."""
        if self._task is not None and not self._task.done():
            self._waiting.append(event)
            self._pressed.set()
            return
        self._pressed.clear()
        await self._press(event)
        self._task = asyncio.create_task(self._follow())

    async def _press(self, event: events.Key) -> None:
        """Dispatch the key, unless it is an Enter by habit."""
        screen, habit = self._app.screen, event.key == "enter" and self._is_habit(event)
        dialog = getattr(screen, "answered_by_keys", False) and event.is_printable and event.key != "q"
        self._answered = (screen, event.time) if dialog else None
        if not habit:
            await self._dispatch(event)

    def _is_habit(self, event: events.Key) -> bool:
        """Return whether a dialog was answered by a letter or digit only a moment ago, and Enter would now do something
        at once: spend a token, buy."""
        if self._answered is None:
            return False
        (dialog, when), app = self._answered, self._app
        acts = getattr(app.focused, "at_once", False)
        return acts and dialog not in app.screen_stack and event.time - when < HABIT

    async def _follow(self) -> None:
        if getattr(self._app, "animated", False):
            asyncio.get_running_loop().call_later(LEISURE, self._pressed.set)
            await self._pressed.wait()
        await self._rest()
        while self._waiting and self._app.is_running:
            await self._press(self._waiting.popleft())
            await self._rest()

    async def _rest(self) -> None:
        busy: list[MessagePump] = []
        for number in range(1, PATIENCE + 1):
            await self._round(busy)
            busy = self._stirring() if number % QUIET == 0 else []
            if (number % QUIET == 0 and not busy) or not self._app.is_running:
                return

    async def _round(self, busy: Iterable[MessagePump]) -> None:
        """Wait until the app, the screen and those who had messages have gone through what they have now."""
        passed = asyncio.Event()
        waiting = {self._app, *self._app.screen_stack[-1:], *busy}

        def went_through(node: MessagePump) -> None:
            waiting.discard(node)
            if not waiting:
                passed.set()

        for node in tuple(waiting):
            if not node.call_later(went_through, node):
                went_through(node)
        with suppress(TimeoutError):
            await asyncio.wait_for(passed.wait(), ROUND)

    def _stirring(self) -> list[MessagePump]:
        """Return who has messages left, the app too while a worker has not begun."""
        app = self._app
        screens = app.screen_stack[-2:]
        nodes = (app, *(node for screen in screens for node in (screen, *screen.walk_children())))
        begins = any(worker.state is WorkerState.PENDING for worker in app.workers)
        return [node for node in nodes if node.message_queue_size or (begins and node is app)]


class Later:
    """One thing that a widget or screen does some time after it was last asked to; not when it has gone by then."""

    def __init__(self, node: MessagePump, do: Callable[[], object]) -> None:
        self._node, self._do = node, do
        self._handle: asyncio.TimerHandle | None = None

    def start(self, seconds: float) -> None:
        """Schedule the call, replacing a pending one."""
        self.stop()
        self._handle = asyncio.get_running_loop().call_later(seconds, self._due)

    def stop(self) -> None:
        """Cancel the pending call."""
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None

    def _due(self) -> None:
        self._handle = None
        if self._node.is_running and self._node.is_attached:
            self._node.call_later(self._run)

    def _run(self) -> None:
        if self._handle is None:  # it may have been put off while it waited for its turn
            self._do()


SIZES_APART: Final = 0.2
"""Seconds between two sizes that are drawn while someone drags the terminal's corner."""
AT_REST: Final = 0.15
"""Seconds without another size after which nobody drags it any more."""


class DraggedApp(App[None]):
    """An app whose terminal may get many sizes in a row: some of them are drawn, the last one always."""

    animated = True
    """Whether anything moves; where nothing does, as in tests, each size is drawn at once."""
    _asked, _sized = 0.0, 0.0
    """When the terminal last got another size, and when one was last drawn."""
    drawn_size: Size | None = None
    """The size that was last drawn."""

    @property
    def dragged(self) -> bool:
        """Whether sizes may follow one another: what was arranged for one is arranged anew when they rest."""
        return self.animated and monotonic() - self._asked < AT_REST

    def on_resize(self, event: events.Resize) -> None:
        """Another size; the first one is that of the start."""
        if self._size not in (None, event.size):
            self._asked = monotonic()

    def _check_resize(self) -> None:
        """Draw the terminal's newest size: the first one at once, others that follow it closely together."""
        wait = self._sized + SIZES_APART - monotonic() if self.animated else 0
        if wait > 0 and self._resize_event is not None:
            if self._resize_timer is not None:
                self._resize_timer.stop()
            self._resize_timer = self.set_timer(wait, self._check_resize)
            return
        if self._resize_event is not None:
            self._sized, self.drawn_size = monotonic(), self._resize_event.size
        super()._check_resize()

    @property
    def _background_screens(self) -> list[Screen[Any]]:
        """The screens that can be seen through the present one: those below one that hides them get the size when they
        come back."""
        below = super()._background_screens
        return below if below and self.screen.styles.background.a < 1 else []


class Picture(Visual):
    """Lines as they were drawn, in whatever room there is: cut, or with blanks behind and below them."""

    def __init__(self, lines: Iterable[Strip]) -> None:
        self.lines = tuple(lines)

    def render_strips(self, width: int, height: int | None, style: Style, options: RenderOptions) -> list[Strip]:
        """Return so many lines, so wide."""
        ground = style.rich_style
        found = [line.adjust_cell_length(width, ground) for line in self.lines[:height]]
        return found + [Strip.blank(width, ground)] * ((height or 0) - len(found))

    def get_optimal_width(self, rules: RulesMap, container_width: int) -> int:
        """Return the width of the longest line."""
        return max((line.cell_length for line in self.lines), default=0)

    def get_height(self, rules: RulesMap, width: int) -> int:
        """Return how many lines there are."""
        return len(self.lines)


class Sized(MessagePump):
    """A screen that is laid out once for each size of the terminal, and for the newest alone. It stands first among the
    bases of a class.

    Where a layout changes the size of a screen, Textual tells the screen so by another such event. While two sizes are
    under way at once, each of them would call for the other again, without end. A screen behind another one is laid
    out when sizes rest; until then what is seen of it stays as it was.
    """

    TWICE: ClassVar[bool] = True
    """Whether it is laid out anew where it is told again of a size that it has, while no sizes follow one another."""
    _laid_out: Size | None = None
    _seen_through: Picture | None = None
    """What was seen through it when sizes began to follow one another."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        if (known := places()) is not None:
            self._compositor: Any = known

    @cached_property
    def _rests(self) -> Later:
        return Later(self, partial(self.call_later, self._rest))

    @cached_property
    def owed(self) -> dict[Callable[[], object], MessagePump]:
        """What is to be done when sizes rest, and whose it is."""
        return {}

    async def _rest(self) -> None:
        if dragged(self):
            self._rests.start(AT_REST)
            return
        owed = [do for do, node in self.owed.items() if node.is_attached]
        self.owed.clear()
        for do in owed:
            do()
        if self._laid_out != (size := self.app.size) and self._laid_out is not None:
            self.post_message(events.Resize(size, size))
            self.call_later(self._caught_up)
        else:
            await self.rested()

    def _caught_up(self) -> None:
        """The screen above it may stand where this one has room for it."""
        top = self.app.screen
        if isinstance(top, Sized) and top is not self:
            top.call_after_refresh(top.rested)

    async def rested(self) -> None:
        """Called when the sizes of the terminal rest: what is arranged for the last of them."""

    @property
    def _waits(self) -> bool:
        """Whether it is behind another screen while sizes follow one another."""
        return dragged(self) and self not in list[object](self.app.screen_stack[-1:])

    async def on_event(self, event: events.Event) -> None:
        """No size but the one that is to be drawn, and none twice."""
        if isinstance(event, events.Resize):
            known = event.size == self._laid_out == getattr(self, "outer_size", None)
            if known or event.size != (getattr(self.app, "drawn_size", None) or self.app.size):
                return
            if dragged(self):
                self._rests.start(AT_REST)
            if self._waits:
                return
            self._laid_out = event.size
        await super().on_event(event)

    def _screen_resized(self, size: Size) -> None:
        """No layout for a size that it has: a screen is told of its first one twice, and one behind another too."""
        other = size != getattr(self, "outer_size", None)
        if not self._waits and (other or (self.TWICE and not dragged(self))):
            super()._screen_resized(size)  # type: ignore[misc]

    def render(self) -> Any:
        """What is seen through it: while sizes follow one another, as it was before."""
        if not dragged(self) or self._seen_through is None:
            self._seen_through, found = None, super().render()  # type: ignore[misc]
            if not dragged(self) or isinstance(found, Visual) or not isinstance(self, Screen):
                return found
            console, size = self.app.console, getattr(found, "screen", self).outer_size
            lines = console.render_lines(found, console.options.update_dimensions(*size), pad=False)
            self._seen_through = Picture(Strip(line) for line in lines)
        return self._seen_through


def at_rest(widget: Widget, do: Callable[[], object]) -> None:
    """Do what a widget arranges for its size: at once, and while sizes follow one another when they rest."""
    if dragged(widget) and isinstance(screen := widget.screen, Sized):
        screen.owed[do] = widget
    else:
        do()


def dragged(node: MessagePump) -> bool:
    """Whether someone drags the terminal's corner, so that only the last size is worth another arrangement."""
    return bool(getattr(node.app, "dragged", False))


LOOK_EVERY = 1.0
"""Seconds between two looks whether the terminal is still there."""


def gone(fd: int) -> bool:
    """Whether nobody is at the other end of a terminal's descriptor any more. False where that cannot be told."""
    if not hasattr(select, "poll"):
        return False
    poll = select.poll()
    poll.register(fd, select.POLLHUP)
    return any(event & (select.POLLHUP | select.POLLNVAL | select.POLLERR) for _, event in poll.poll(0))


def terminal_gone() -> bool:
    """Whether the terminal that this program reads from has gone."""
    try:
        return gone(sys.__stdin__.fileno()) if sys.__stdin__ else False
    except (OSError, ValueError):
        return False


def on_signals(ended: Callable[[int], None]) -> None:
    """Call `ended` with the exit code that is usual for a hang-up or a wish to end. Needs a running loop."""
    loop = asyncio.get_running_loop()
    for name in ("SIGHUP", "SIGTERM"):
        number = getattr(signal, name, None)
        if number is not None:
            with suppress(NotImplementedError, RuntimeError, ValueError):
                loop.add_signal_handler(number, partial(ended, 128 + number))


def end_at_once(code: int) -> None:
    """End the program without a word more to a terminal that is not there: writing to it could wait for ever."""
    os._exit(code)


def tidy_up() -> None:
    """Collect garbage from now on, but never look through what is there by now: it stays as long as the program does,
    and looking through all of it takes as long as ten keys."""
    gc.freeze()
    gc.enable()
