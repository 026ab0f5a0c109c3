"""Keys that come faster than the screen: each waits until what the one before it opened is there.

A key may open a question in a task of its own. Textual gives the next key to whatever has the focus at that moment, so
that `p`, `3`, Enter in one burst would miss the question. Here a key is dispatched at once when nothing is under way,
and otherwise when every message queue has been empty for some turns of the loop.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from textual import events
from textual.screen import Screen
from textual.worker import WorkerState

if TYPE_CHECKING:
    from textual.app import App

QUIET = 12
"""Turns of the loop without a message, after which what a key began has come to rest: it waits, or it is done."""
LEISURE = 0.02
"""Seconds that the screen has to answer a key before it is looked whether all has come to rest, unless a key waits."""
PATIENCE = 2_000
"""Turns after which the next key goes on all the same, so that something that never rests cannot hold the keyboard."""

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
        quiet = 0
        for _ in range(PATIENCE):
            await asyncio.sleep(0)
            quiet = 0 if self._stirring() else quiet + 1
            if quiet >= QUIET:
                return

    def _stirring(self) -> bool:
        app = self._app
        if any(worker.state is WorkerState.PENDING for worker in app.workers):
            return True
        nodes = (node for screen in app.screen_stack[-2:] for node in (screen, *screen.walk_children()))
        return any(node.message_queue_size for node in (app, *nodes))
