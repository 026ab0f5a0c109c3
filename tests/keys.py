"""Keys as a terminal sends them: one press, one wait. `Pilot.press` waits three times for each."""

from __future__ import annotations

import asyncio
from typing import Any

from textual import events
from textual.keys import _character_to_key
from textual.pilot import Pilot

_CHARACTERS = {name: char for char in map(chr, range(32, 127)) if len(name := _character_to_key(char)) > 1}
_CONTROLS = {"enter": "\r", "tab": "\t", "escape": "\x1b", "backspace": "\x7f"}


def key_event(key: str) -> events.Key:
    """A key as the terminal would send it: a letter, or a key by its name."""
    if len(key) == 1:
        return events.Key(key if key.isalnum() else _character_to_key(key), key)
    return events.Key(key, _CHARACTERS.get(key, _CONTROLS.get(key)))


async def press(pilot: Pilot[Any], *keys: str) -> None:
    """Keys one after the other, each when the one before has done its work."""
    for key in keys:
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
    typed = getattr(pilot.app, "_typed", None)
    if typed is not None and typed.busy:
        while typed.busy:
            await asyncio.sleep(0)
        await pilot.pause()
