"""Keys as a terminal sends them: one press, one wait; and when an app under test has come to rest."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import Any
from weakref import WeakSet

from textual import events
from textual._context import active_app
from textual.css.stylesheet import Stylesheet
from textual.dom import DOMNode
from textual.keys import _character_to_key
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
    """Keys one after the other, each when the one before has done its work; what nobody sees between two is not
    drawn."""
    for key in keys[:-1]:
        pilot.app.post_message(key_event(key))
        await at_rest(drawn=False)
    for key in keys[-1:]:
        pilot.app.post_message(key_event(key))
        await rested(pilot)


async def burst(pilot: Pilot[Any], *keys: str, drawn: bool = True) -> None:
    """Keys all at once, as a fast typist or a paste sends them; then a wait until the last has done its work."""
    for key in keys:
        pilot.app.post_message(key_event(key))
    await (rested(pilot) if drawn else at_rest(drawn=False))


async def rested(pilot: Pilot[Any]) -> None:
    """Until what the keys began has come to rest, however busy the machine is."""
    await pilot.pause()


SOON = 0.02
"""Seconds: a timer that is due within them belongs to what an app is at."""
AT_MOST = 30.0
"""Seconds after which an app that never rests is looked at as it is."""
TIMERS = 50
"""How many timers are waited for: one that ticks for ever is not."""
DISK = 1.0
"""Seconds that a writer thread gets: a test may have stopped its disk."""


async def at_rest(*_: object, drawn: bool = True) -> bool:
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
                screen._on_timer_update()
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
        elif undrawn := [screen for screen in screens if drawn and screen in UNDRAWN]:
            for screen in undrawn:
                UNDRAWN.discard(screen)
                DRAW(screen)
        else:
            break
    return True


DRAW = Screen._compositor_refresh
UNDRAWN: WeakSet[Screen[Any]] = WeakSet()
"""Screens that have changed since they were drawn."""


def drawn_at_rest(screen: Screen[Any]) -> None:
    """A picture that nobody sees is drawn once, when its app has come to rest, not after each message on the way.

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


def parsed_once() -> Callable[..., Any]:
    """How a stylesheet parses a source: each text with the same variables once for all apps, not once for each."""
    parse, parsed = Stylesheet._parse_rules, dict[object, Any]()

    def rules(sheet: Stylesheet, *given: Any, **named: Any) -> Any:
        key = (given, tuple(named.items()), tuple(sheet._variables.items()))
        if key not in parsed:
            parsed[key] = parse(sheet, *given, **named)
        return parsed[key]

    return rules


def replaced_at_once() -> Callable[..., None]:
    """How a stylesheet gives a widget its rules: where none of them moves, nothing is asked about moving. It is what
    Textual does without transitions, but for the two tables of all rules that it makes to find that out."""
    replace = Stylesheet.replace_rules

    def rules(node: DOMNode, rules: Any, animate: bool = False) -> None:
        if animate and not rules.get("transitions"):
            if node.styles.base._rules == rules:
                return
            animate = False
        replace(node, rules, animate=animate)

    return rules
