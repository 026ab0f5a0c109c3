"""Who sits at a table that is shared: a seat for each, and journals that say all of what they play."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from pathlib import Path
from typing import Any

from saga_tui.games import registry
from saga_tui.live.desk import GOOD_FOR, Hosting
from saga_tui.store import Memory
from saga_tui.store.copied import owner_of
from saga_tui.store.folders import TABLES, memories_of
from saga_tui.store.fs import RealFS
from saga_tui.store.seats import file_of

At = Callable[[Path], Memory | None]
"""A document as it is open in this program, if it is."""


def sit(
    hosting: Hosting,
    seats: Iterable[Any],
    folder: Path,
    now: datetime,
    *,
    days: int = GOOD_FOR,
    at: At = lambda _p: None,
) -> None:
    """A seat for each who sits at the table; whoever brought a character along has it at the seat that they have, and
    nobody else gets it when that is withdrawn. Raises as `hosted`."""
    fs, there = RealFS(), {one.who: one for one in hosting.seats if not one.gone}
    for seat in seats:
        found = file_of(fs, str(folder), seat.id, seat.file)[0]
        if found is not None and found.exists():
            begun(found, at)
        owners = (owner_of(fs, memory) for memory in memories_of(fs, str(folder), seat.id, seat.file))
        its = next((there[one.who] for one in owners if one is not None and one.who in there), None)
        if its is not None and seat.id not in its.docs:
            its.docs, its.brought = (*its.docs, seat.id), (*its.brought, seat.id)
        if its is None and seat.id not in hosting.guests:
            hosting.seated(seat.name or seat.file, (seat.id,), now, days=days)


def home_of(path: Path) -> Path:
    """The folder of the characters who sit at a table."""
    folder = path.absolute().parent
    return folder.parent if folder.name == TABLES else folder


def begun(path: Path, at: At = lambda _path: None) -> str:
    """The id of a document that others will follow, with a journal that says all. One that is open in another program
    has one, or gets it there with the first thing that happens. Raises StoreError, OSError, ValueError."""
    memory = at(path)
    if memory is not None:
        if not memory.read_only:
            memory.begin()
        return memory.identity
    doc = registry.doc_at(path)
    with Memory.open(path, registry.layout(registry.game_of(doc).key)) as opened:
        if opened.barred is None:
            opened.begin()
        return str(opened.doc.get("id") or doc.get("id", ""))
