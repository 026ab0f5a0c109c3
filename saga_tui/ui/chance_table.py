"""Chances drawn: before and after as bars, and a table of many at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Final

from textual.content import Content

from saga_tui.safe import safe
from saga_tui.words import percent

COLUMN: Final = 5
"""Cells of a column of the table."""


def bars(rows: Iterable[tuple[str, Fraction, Fraction]], width: int) -> Iterator[Content]:
    """A chance before and after, a line each: `4 dice  22 → 31%  ███▓░`."""
    for label, before, then in rows:
        words = f"{label:8}{percent(before):>5} → {percent(then):4} "
        cells = max(0, width - len(words))
        full, more = int(before * cells), int(then * cells)
        bar = ("█" * full, "$good"), ("▓" * (more - full), "$glow"), ("░" * (cells - more), "$faint")
        yield Content.assemble((words, "$dim"), *bar)


def table(
    title: str, heads: Sequence[str], rows: Sequence[tuple[str, Sequence[Fraction | None], str]], width: int
) -> Iterator[Content]:
    """Names with their chances and a style, in as many columns as fit."""
    names = [Content(safe(name, limit=20)) for name, _, _ in rows]
    label = max(len(title), *(name.cell_length for name in names)) + 1
    fitting = max(1, (width - label) // COLUMN)
    yield Content.styled(f"{title:{label}}" + "".join(f"{head:>{COLUMN}}" for head in heads[:fitting]), "$dim")
    for name, (_, found, style) in zip(names, rows, strict=True):
        told = "".join(f"{percent(chance) if chance is not None else '':>{COLUMN}}" for chance in found[:fitting])
        yield Content.assemble(name.pad_right(label - name.cell_length), told).stylize(style)
