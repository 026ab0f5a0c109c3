"""The rolls that were made last, below the rows of one that is put together, where those leave room."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Final

from textual.content import Content
from textual.widgets import Static

from saga_tui.safe import safe
from saga_tui.store.event import Event
from saga_tui.ui.journal.recent import LogEntry, entries
from saga_tui.ui.panel import Panel, fill, hanging

LOOKED_AT: Final = 60
"""Events that are looked through."""
MOST: Final = 8
LEAST: Final = 3
"""Lines that it needs, its rule included."""


def past_rolls(history: Iterable[Event]) -> list[LogEntry]:
    """What threw dice and was not undone, newest first."""
    newest = list(islice(history, LOOKED_AT))
    thrown = {event.id for event in newest if event.dice}
    return [one for one in entries(newest) if one.data in thrown and not one.undone][:MOST]


class Past(Panel):
    """The last rolls, as many as fit whole."""

    def __init__(self, rolls: Sequence[LogEntry]) -> None:
        super().__init__(Static(), title="Last rolls", compact=True)
        self.rolls = tuple(rolls)
        self.display = False

    def give(self, room: int, width: int) -> None:
        """So many lines, its rule included."""
        shown: list[Content] = []
        left = room - 1
        for roll in self.rolls:
            line = Content.assemble((f"{roll.when:<4}", "$dim"), safe(roll.text))
            wrapped = hanging(line, 4).wrapped(max(8, width - 2))
            left -= wrapped.plain.count("\n") + 1
            if left < 0:
                break
            shown.append(wrapped)
        self.display = bool(shown) and room >= LEAST
        fill(self.query_one(Static), Content("\n").join(shown))
