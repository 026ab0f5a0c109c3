"""The lists of names that parameters choose from (`Rules.lists`), as play and a document have them in many games."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from saga_tui.engine.advances import MADE
from saga_tui.engine.afflictions import POISONS
from saga_tui.engine.asked import ASKED, COUNTERS, Questions
from saga_tui.engine.conflict import BONUSES, FIGHTERS
from saga_tui.engine.entries import Entry
from saga_tui.engine.works import WORKS

Lists = Mapping[str, Callable[[Any], Sequence[str]]]


def in_play(entries: Callable[[Any], Iterable[Entry]], questions: Questions) -> Lists:
    """What play counts, what is asked, who fights, what is in hand, what works, what was bought."""

    def each(field: str, name: str) -> Callable[[Any], Sequence[str]]:
        return lambda one: [getattr(item, name) for item in (getattr(one.play, field) if one.play is not None else ())]

    return {
        ASKED: lambda one: [questions.words(ask) for ask in (one.play.asks if one.play is not None else ())],
        COUNTERS: lambda one: [entry.name for entry in entries(one) if entry.counted],
        FIGHTERS: each("order", "called"),
        "foe": lambda one: [name for name in each("order", "name")(one) if name],
        BONUSES: each("held", "told"),
        WORKS: each("works", "name"),
        POISONS: each("poisons", "name"),
        MADE: lambda one: [made.told for made in one.advances],
    }
