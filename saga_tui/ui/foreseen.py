"""What a row would show if what is asked at the foot of the screen were done. Pure: rows as they are and would be in,
ghosts and words out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from saga_tui.ui import specs


def counted(row: specs.AnyRow) -> int | None:
    """The number that stands on a row, if it is one: on a line the one that its note begins with."""
    if isinstance(row, specs.Marked | specs.Held):
        return row.filled
    if isinstance(row, specs.Number):
        return row.value if isinstance(row.value, int) else None
    first = row.note.split(" ")[0] if isinstance(row, specs.Line) else ""
    return int(first) if first.isdecimal() and first.isascii() else None


def foreseen(now: specs.AnyRow, then: specs.AnyRow | None) -> tuple[int, str]:
    """How many marks more there would be, and words: `3 → 6, 2 over`; nothing where the number stays."""
    before, after = counted(now), counted(then) if then is not None else None
    if before is None or after is None or before == after or not isinstance(then, specs.Row):
        return 0, ""
    if then.note.split(" ")[0].rstrip(",") == str(after):  # the note begins with the number itself
        return after - before, f"{before} → {then.note}"
    return after - before, f"{before} → {after}{f', {then.note}' if then.note else ''}"


def named(row: specs.AnyRow) -> object:
    """What a row is known by from one document to the next."""
    return row.id or (row.names if isinstance(row, specs.Row) else "")


def compared(now: Iterable[specs.AnyRow], then: Iterable[specs.AnyRow]) -> Iterator[tuple[int, str]]:
    """The same of each row of a panel, in its order."""
    known = {name: row for row in then if (name := named(row))}
    for row in now:
        yield foreseen(row, known.get(named(row)))
