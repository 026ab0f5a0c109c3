"""Keys as a terminal sends them: one press, one wait; and when an app under test has come to rest."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable, Iterator
from typing import Any
from weakref import WeakKeyDictionary, WeakSet

from textual import events
from textual._context import active_app
from textual.app import App
from textual.keys import _character_to_key
from textual.message import Message
from textual.message_pump import MessagePump
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import OptionList

_CHARACTERS = {name: char for char in map(chr, range(32, 127)) if len(name := _character_to_key(char)) > 1}
_CONTROLS = {"enter": "\r", "tab": "\t", "escape": "\x1b", "backspace": "\x7f"}


def key_event(key: str) -> events.Key:
    """A key as the terminal would send it: a letter, or a key by its name."""
    if len(key) == 1:
        return events.Key(key if key.isalnum() else _character_to_key(key), key)
    return events.Key(key, _CHARACTERS.get(key, _CONTROLS.get(key)))


async def press(pilot: Pilot[Any], *keys: str) -> None:
    """Keys one after the other, each when the one before has done its work."""
    for key in keys[:-1]:
        pilot.app.post_message(key_event(key))
        await at_rest()
    for key in keys[-1:]:
        pilot.app.post_message(key_event(key))
        await rested(pilot)


async def burst(pilot: Pilot[Any], *keys: str) -> None:
    """Keys all at once, as a fast typist or a paste sends them; then a wait until the last has done its work."""
    for key in keys:
        pilot.app.post_message(key_event(key))
    await rested(pilot)


async def rested(pilot: Pilot[Any]) -> None:
    """Until what the keys began has come to rest, however busy the machine is."""
    await pilot.pause()


async def seen(pilot: Pilot[Any]) -> None:
    """Until all is at rest and drawn, as whoever sits there sees it: for those who count what is drawn."""
    await rested(pilot)
    for screen in [screen for screen in UNDRAWN if screen.app is pilot.app]:
        draw(screen)


SOON = 0.02
"""Seconds: a timer that is due within them belongs to what an app is at."""
AT_MOST = 30.0
"""Seconds after which an app that never rests is looked at as it is."""
TIMERS = 50
"""How many timers are waited for: one that ticks for ever is not."""
DISK = 1.0
"""Seconds that a writer thread gets: a test may have stopped its disk."""


async def at_rest(*_: object) -> bool:
    """Until nothing is left to run: no callback, no timer that is due, no key that waits, no file work.

    It stands for Textual's `wait_for_idle`, which sleeps 20 ms at a time until the processor had nothing to do for so
    long (on a busy machine that comes too soon, on an idle one too late), and for a message to each widget in turn.
    """
    loop: Any = asyncio.get_running_loop()
    app: Any = active_app.get(None)
    began, timers = loop.time(), TIMERS
    while (now := loop.time()) < began + AT_MOST:
        await asyncio.sleep(0)
        if loop._ready:
            continue
        screens = app.screen_stack if app is not None and app._screen_stacks.get(app.current_mode) else []
        drawing = [screen for screen in screens if screen._update_timer._active.is_set()]
        if drawing:
            for screen in drawing:
                UPDATE(screen)
            continue
        resting = {id(timer._fut_waiter) for screen in screens if (timer := screen._update_timer._task) is not None}
        due = [
            timer.when()
            for timer in loop._scheduled
            if timer.when() <= now + SOON
            and not timer.cancelled()
            and not (timer._args and id(timer._args[0]) in resting)
        ]
        if due and timers:
            timers -= 1
            await asyncio.sleep(max(0.0, min(due) - now))
        elif (now < began + DISK and _writing()) or (app is not None and app.is_running and _typing(app)):
            await asyncio.sleep(0.001)
        else:
            break
    return True


DRAW = Screen._compositor_refresh
UPDATE = Screen._on_timer_update
BUSY = 6
"""Frames that a screen waits at most for what is under way."""


def updated_when_quiet() -> Callable[[Screen[Any]], None]:
    """When a screen is laid out anew: not at each sixtieth of a second, which is once more or less as the machine is
    busy, but when nothing is left to run that may change it again."""
    waited: WeakKeyDictionary[Screen[Any], int] = WeakKeyDictionary()

    def update(screen: Screen[Any]) -> None:
        loop: Any = asyncio.get_running_loop()
        waited[screen] = waited.get(screen, 0) + 1 if loop._ready else 0
        if not 0 < waited[screen] <= BUSY:
            waited[screen] = 0
            UPDATE(screen)

    return update


UNDRAWN: WeakSet[Screen[Any]] = WeakSet()
"""Screens that have changed since they were drawn."""


DRAWN: WeakSet[Screen[Any]] = WeakSet()
"""Screens that were drawn once: they are drawn again by those who look, and as they stand at the end."""


LEFT: set[tuple[object, ...]] = set()
"""Files of tests, each with the screens that were drawn in it before another came in their place, and their sizes."""


def drawn_before(leave: Callable[..., Any]) -> Callable[..., Any]:
    """How another screen comes in the place of one: that one is drawn first, unless it was once. Of screens alike one
    is drawn in each file of tests, with `DRAWS=all` (`.ci/check --all`) each."""

    def left(app: App[Any], *given: Any, **how: Any) -> Any:
        screens = app.screen_stack if app._screen_stacks.get(app.current_mode) else []
        for screen in [screen for screen in screens[-1:] if screen in UNDRAWN and screen not in DRAWN]:
            alike = os.environ.get("PYTEST_CURRENT_TEST", "").split("::")[0], type(screen), screen.size
            if alike not in LEFT or os.environ.get("DRAWS") == "all":
                LEFT.add(alike)
                draw(screen)
        return leave(app, *given, **how)

    return left


def draw(screen: Screen[Any]) -> None:
    """Draw a screen as it is now."""
    UNDRAWN.discard(screen)
    DRAWN.add(screen)
    DRAW(screen)


def drawn_for(look: Callable[..., Any]) -> Callable[..., Any]:
    """A way to look at an app or a compositor, which draws all of what it looks at; where screens are seen through
    others, what has changed is drawn before."""

    def looked(seen: Any, *given: Any, **how: Any) -> Any:
        app = seen if isinstance(seen, App) else active_app.get(None)
        for screen in [screen for screen in UNDRAWN if app is None or screen.app is app]:
            if not screen.app._background_screens and (screen._compositor is seen or screen.app is seen):
                UNDRAWN.discard(screen)
                DRAWN.add(screen)
            else:
                draw(screen)
        return look(seen, *given, **how)

    return looked


def drawn_at_the_end() -> Callable[..., Any]:
    """How an app ends: first what is seen is drawn as it stands, so that nothing that cannot be drawn is missed."""
    shutdown = App._shutdown

    async def drawn(app: App[Any]) -> None:
        screens = app.screen_stack if app._screen_stacks.get(app.current_mode) else []
        for screen in [screen for screen in screens if screen in UNDRAWN]:
            draw(screen)
        await shutdown(app)

    return drawn


def drawn_at_rest(screen: Screen[Any]) -> None:
    """A picture that nobody sees is drawn when another comes in its place and at the end, not after each message on
    the way.

    What drawing does besides is done at once: a list learns where its lines are, and may scroll then.
    """
    if screen.app.is_headless and screen is screen.app.screen:
        for widget in screen._compositor.visible_widgets:
            if isinstance(widget, OptionList):
                widget._update_lines()
        screen._dirty_widgets.clear()
        UNDRAWN.add(screen)
    else:
        DRAW(screen)


def _typing(app: Any) -> bool:
    """Whether a key waits, or what one began has not come to rest."""
    typed = getattr(app, "_typed", None)
    return typed is not None and typed.busy


def _writing() -> bool:
    """Whether a writer thread does anything but wait to be woken."""
    writers = [thread._target.__self__ for thread in _threads() if thread.name == "saga-tui writer"]
    return any(writer._woken or not writer._change._waiters for writer in writers)


def _threads() -> list[Any]:
    return [thread for thread in threading.enumerate() if getattr(thread, "_target", None) is not None]


def handlers_known() -> Callable[..., Iterator[Any]]:
    """Which methods handle a message, as Textual finds them: the classes that have some are looked for once for each
    kind of message at each kind of widget, not in all of a widget's thirty bases each time. Handlers that say by a
    decorator what they are for are left to Textual."""
    find, known = MessagePump._get_dispatch_methods, dict[object, tuple[type, ...] | None]()

    def handling(node: MessagePump, name: str, message: Message) -> tuple[type, ...] | None:
        kinds = {one for one in type(message).__mro__ if issubclass(one, Message)}
        bases = type(node).__mro__
        if any(not kinds.isdisjoint(one.__dict__.get("_decorated_handlers", ())) for one in bases):
            return None
        return tuple(one for one in bases if f"_{name}" in one.__dict__ or name in one.__dict__)

    def methods(node: MessagePump, name: str, message: Message) -> Iterator[Any]:
        kind = type(node), type(message), name
        if kind not in known:
            known[kind] = handling(node, name, message)
        classes = known[kind]
        return iter(find(node, name, message)) if classes is None else _plain(node, name, message, classes)

    return methods


def _plain(node: MessagePump, name: str, message: Message, classes: tuple[type, ...]) -> Iterator[Any]:
    for one in classes:
        if message._no_default_action:
            break
        method = one.__dict__.get(f"_{name}") or one.__dict__.get(name)
        if method is not None and not getattr(method, "_textual_on", None):
            yield one, method.__get__(node, one)
