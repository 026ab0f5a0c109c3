"""The history of all devices in one line of time."""

from __future__ import annotations

import heapq
from collections.abc import Iterator

from saga_tui.store.event import Event
from saga_tui.store.fs import FS
from saga_tui.store.journal import read_back
from saga_tui.store.kin import newest_first
from saga_tui.store.places import Places
from saga_tui.store.undoing import Key, key_of


def with_others(fs: FS, places: Places, own: Iterator[Event]) -> Iterator[Event]:
    """This device's events and those of other devices' journals, newest first."""
    others = [device for device in fs.listdir(places.journals) if device != places.device]
    if not others:
        return own
    streams = [own, *(newest_first(read_back(fs, f"{places.journals}/{name}", name)) for name in others)]
    return _once(heapq.merge(*streams, key=lambda event: event.at, reverse=True))


def _once(events: Iterator[Event]) -> Iterator[Event]:
    """A journal that this device goes on from is among its own events too."""
    seen: set[Key] = set()
    for event in events:
        if (key := key_of(event)) not in seen:
            seen.add(key)
            yield event
