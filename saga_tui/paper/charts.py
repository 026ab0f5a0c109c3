"""Small charts in letters: columns for chapters, up from the ground or up and down from a middle line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from saga_tui.paper.layout import beside, width_of
from saga_tui.words import plural

HEIGHT: Final = 5
"""Lines of a chart's columns."""
CELL: Final = 5
"""The least columns of the page that a chapter takes."""
EIGHTHS: Final = " ▁▂▃▄▅▆▇█"
GAP: Final = 3


@dataclass(frozen=True, slots=True)
class Chart:
    """A number for each chapter, or for each of those whose `names` there are; `deep` ones go below zero too. `kind` is
    for colours."""

    kind: str
    title: str
    chapters: tuple[int, ...]
    values: tuple[Fraction, ...]
    labels: tuple[str, ...]
    deep: bool = False
    span: str = "chapter"
    short: str = "ch"
    """What a chapter is called, and in short."""
    names: tuple[str, ...] = ()

    @property
    def feet(self) -> tuple[str, ...]:
        """What stands under the columns."""
        return self.names or tuple(f"{self.short}{number}" for number in self.chapters)

    @property
    def cell(self) -> int:
        """Columns of the page that one takes."""
        return max(CELL, *(width_of(text) + 1 for text in (*self.labels, *self.names)))

    def last(self, count: int) -> Chart:
        """The same with the last so many chapters only."""
        if len(self.chapters) <= count:
            return self
        if self.names:
            values, labels = self.values[:count], self.labels[:count]
            return replace(self, chapters=self.chapters[:count], values=values, labels=labels, names=self.names[:count])
        more = f"{self.title} (last {plural(count, self.span)})"
        chapters, values, labels = self.chapters[-count:], self.values[-count:], self.labels[-count:]
        return replace(self, title=more, chapters=chapters, values=values, labels=labels)


def signed(value: Fraction) -> str:
    """`+1.7`, `−0.3`, `0`: to a tenth."""
    tenths = round(value * 10)
    if not tenths:
        return "0"
    return f"{'+' if tenths > 0 else '−'}{abs(tenths) // 10}.{abs(tenths) % 10}"


def drawn(chart: Chart, width: int, plain: bool = False) -> list[str]:
    """The chart's lines, at most `width` columns wide: title, columns, values, chapters. `plain` takes `#` only."""
    cell = chart.cell
    shown = chart.last(max(1, (width - 2) // cell))
    rows = _deep(shown, plain) if shown.deep else _up(shown, HEIGHT, plain)
    lines = [shown.title if width_of(shown.title) <= width else chart.title[:width]]
    lines += [("  " + "".join(_middle(part, cell) for part in row)).rstrip() for row in rows]
    for foot in (shown.labels, shown.feet):
        lines.append(("  " + "".join(_middle(label, cell) for label in foot)).rstrip())
    return [line.replace("−", "-") for line in lines] if plain else lines


def _middle(text: str, width: int) -> str:
    room = width - width_of(text)
    return " " * (room - room // 2) + text + " " * (room // 2)


def _up(chart: Chart, height: int, plain: bool) -> list[list[str]]:
    """Columns from the ground; the highest value fills the height, and what is not zero is seen."""
    most = max(*chart.values, Fraction(1))
    eighths = [max(round(value * height * 8 / most), 1 if value > 0 else 0) for value in chart.values]
    return [[_block(part - 8 * (height - 1 - row), plain) * 2 for part in eighths] for row in range(height)]


def _block(eighths: int, plain: bool) -> str:
    full = max(0, min(8, eighths))
    if plain:
        return "#" if full >= 4 or (0 < full == eighths) else " "
    return EIGHTHS[full]


def _deep(chart: Chart, plain: bool) -> list[list[str]]:
    """Columns up and down from a middle line, in half lines; the farthest value takes two lines."""
    most = max(*(abs(value) for value in chart.values), Fraction(1))
    halves = [round(value * 4 / most) or (value > 0) - (value < 0) for value in chart.values]
    line = "-" if plain else "─"
    above = [[_half(part - 2 * (row - 1), "▄", plain) for part in halves] for row in (2, 1)]
    below = [[_half(-part - 2 * (row - 1), "▀", plain) for part in halves] for row in (1, 2)]
    return [*above, [line * 2 for _ in halves], *below]


def _half(halves: int, half: str, plain: bool) -> str:
    sign = " " if halves <= 0 else "█" if halves >= 2 else half
    return ("#" if plain and sign != " " else sign) * 2


def arranged(found: Sequence[Chart], width: int) -> list[tuple[tuple[Chart, ...], int]]:
    """The charts in as few rows as the width allows, of as many each, with the columns that each has in its row."""
    if not found:
        return []
    cells = (2 + (chart.cell if chart.names else CELL) * len(chart.chapters) for chart in found)
    needed = max(*cells, *(width_of(chart.title) for chart in found))
    fit = max(1, min(len(found), (width + GAP) // (needed + GAP)))
    rows = -(-len(found) // fit)
    many = -(-len(found) // rows)
    each = (width - GAP * (many - 1)) // many
    return [(tuple(found[start : start + many]), each) for start in range(0, len(found), many)]


def side_by_side(found: Sequence[Chart], width: int, plain: bool = False) -> list[str]:
    """The charts as lines, in rows as they fit into the width."""
    lines: list[str] = []
    for row, each in arranged(found, width):
        block: list[str] = []
        for chart in reversed(row):
            one = drawn(chart, each, plain)
            block = beside(one, block, each, GAP) if block else one
        lines += ["", *block] if lines else block
    return lines
