"""Every key that can be changed in the config file: the bindings with an id of all screens and widgets there are."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from itertools import groupby

from textual.binding import Binding
from textual.dom import DOMNode

import saga_tui
from saga_tui.problem import near

PARTS = ("ui", "library", "screens", "app")
"""Modules that have screens or widgets have one of these in their name."""


@dataclass(frozen=True, slots=True)
class KnownKey:
    """A binding: its id for the config file, its usual keys, what it does."""

    id: str
    keys: str
    words: str


def known_keys() -> dict[str, KnownKey]:
    """All bindings with an id, by it. Loads every screen."""
    for module in pkgutil.walk_packages(saga_tui.__path__, "saga_tui."):
        if set(module.name.split(".")) & set(PARTS):
            import_module(module.name)
    found = sorted(_bindings(DOMNode), key=lambda known: known.id)
    return {
        id_: KnownKey(id_, ",".join(dict.fromkeys(one.keys for one in same)), next((one.words for one in same), ""))
        for id_, same in ((id_, list(group)) for id_, group in groupby(found, key=lambda known: known.id))
    }


def unknown_keys(keys: dict[str, str] | None) -> Iterator[str]:
    """What the config file says of keys that there are not, each with the near ones."""
    if not keys:
        return
    known = known_keys()
    for id_ in keys:
        if id_ not in known:
            said = near(id_, known)
            yield f"Unknown key keys.{id_}. {said if said.startswith('Did') else 'saga-tui config --keys lists all.'}"


def _bindings(kind: type[DOMNode]) -> Iterator[KnownKey]:
    if kind.__module__.startswith("saga_tui"):
        for binding in vars(kind).get("BINDINGS", ()):
            if isinstance(binding, Binding) and binding.id:
                yield KnownKey(binding.id, binding.key, binding.tooltip or binding.description)
    for child in kind.__subclasses__():
        yield from _bindings(child)
