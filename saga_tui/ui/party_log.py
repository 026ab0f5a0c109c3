"""The log of a whole table: what happened in every journal of it in one column, newest first, with who."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from itertools import islice
from typing import TYPE_CHECKING, Final

from saga_tui.safe import clean
from saga_tui.store import Event
from saga_tui.ui.journal.recent import MOST, LogEntry, told

if TYPE_CHECKING:
    from saga_tui.store import Memory

HELD: Final = 80
"""Events of each journal that the log shows at most; of many journals only as many as it has room for in all."""
SHORT: Final = 3
"""Letters of a name that stand before a line, unless two names begin alike."""
MANY: Final = 3
"""An act over so many documents is told once, by the table's own line."""

Told = tuple[datetime, int, Event, LogEntry]


def shorts(names: Mapping[str, str]) -> dict[str, str]:
    """The first letters of each name, as many as tell them apart where that is possible, by the same keys."""
    words = {key: clean(name).strip() or "?" for key, name in names.items()}
    for length in range(SHORT, SHORT + 4):
        found = {key: word[:length] for key, word in words.items()}
        if len(set(found.values())) == len(found):
            return found
    return {key: f"{word[:SHORT]}{at}" for at, (key, word) in enumerate(words.items(), 1)}


class PartyLog:
    """The newest entries of a table and of all who sit at it; each journal is read again only when it has grown."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[object, list[Told]]] = {}

    def told(self, table: Memory, members: Mapping[str, tuple[str, Memory]]) -> list[LogEntry]:
        """All of them, newest first; `members` are names and memories by id. The line begins with the first letters of
        the name, with `all` where the act was the whole table's, and with a dash where it is nobody's."""
        held = min(HELD, MOST // (1 + len(members)) + 1)
        heads = shorts({who: name for who, (name, _) in members.items()})
        own = self._read("", table, held)
        groups = {event.group.id for _, _, event, _ in own if event.group is not None}
        found = [(at, 0, event, entry, _of(event)) for at, _, event, entry in own]
        for order, (who, (_, memory)) in enumerate(members.items(), 1):
            for at, _, event, entry in self._read(who, memory, held):
                group = event.group
                if group is None or group.id not in groups or len(group.members) < MANY:
                    found.append((at, order, event, entry, heads[who]))
        found.sort(key=lambda one: (one[0], -one[1], one[2].id), reverse=True)
        width = max((len(head) for *_, head in found), default=0)
        return [replace(entry, when=f"{head:<{width}}") for *_, entry, head in found[:MOST]]

    def _read(self, who: str, memory: Memory, held: int) -> Sequence[Told]:
        events = list(islice(memory.history(), held))
        newest = (events[0].device, events[0].id, len(events)) if events else None
        if who not in self._known or self._known[who][0] != newest:
            lines = told(events, elsewhere=memory.elsewhere)
            self._known[who] = (newest, [(moment(event.at), 0, event, entry) for event, entry in lines])
        return self._known[who][1]


def _of(event: Event) -> str:
    return "all" if event.group is not None and len(event.group.members) >= MANY else "–"


def moment(text: str) -> datetime:
    """When an event happened; long ago where its journal does not say it as we do."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return datetime.min.replace(tzinfo=UTC)
    return found if found.tzinfo is not None else found.replace(tzinfo=UTC)
