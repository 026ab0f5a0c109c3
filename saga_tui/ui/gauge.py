"""Large numbers as bars: of ten cells; or of two parts, up to a threshold and beyond it to an end, with words below."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from textual.content import Content
from textual.reactive import reactive

from saga_tui.safe import safe
from saga_tui.ui import tiles
from saga_tui.ui.lined import Lined
from saga_tui.ui.marks import Marks
from saga_tui.ui.rows import RULED
from saga_tui.ui.specs import Token
from saga_tui.ui.tiles import BAR, GHOST, Tile

LEAST: Final = 8
"""Cells below which a bar says nothing."""
HOLLOW: Final = "░"


@dataclass(frozen=True, slots=True)
class Scale:
    """What a bar shows: so much of a first part, both parts together, a threshold, an end, and ghosts that would come
    (or go)."""

    part: int
    filled: int
    total: int
    end: int = 0
    ghost: int = 0

    @property
    def last(self) -> int:
        """Where the bar ends."""
        return max(1, self.end, self.total)

    def at(self, amount: int, cells: int) -> int:
        """The cells that an amount fills: one at least, and all of them only where it is all."""
        full = -(-max(0, min(amount, self.last)) * cells // self.last)
        return min(full, cells - 1) if amount < self.last else cells


def drawn(scale: Scale, first: Token, second: Token, room: int) -> list[tuple[str, str]]:
    """The cells of a bar with their styles: both parts, what would come or go, what is free, the threshold as a bar,
    and the end as another; beyond the threshold the first part is red."""
    cells = max(1, room - (2 if scale.end > scale.total else 1))
    bar = scale.at(scale.total, cells) if scale.end > scale.total else cells
    now, then = scale.at(scale.filled, cells), scale.at(max(0, scale.filled + scale.ghost), cells)
    sure, part = min(now, then), scale.at(scale.part, cells)
    found: list[tuple[str, str]] = []
    for cell in range(cells):
        if cell == bar:
            found.append((BAR, _bar(scale)))
        over = cell >= bar
        if cell < min(part, sure):
            found.append((first.full, "$bad" if over else first.colour))
        elif cell < sure:
            found.append((second.full, "$bad" if over else second.colour))
        elif cell < max(now, then):
            found.append((GHOST, "$bad" if over else second.colour))
        else:
            found.append((HOLLOW, "$faint"))
    if bar == cells:
        found.append((BAR, _bar(scale)))
    if scale.end > scale.total:
        found.append((BAR, "bold $bad" if scale.part >= scale.end else "$faint"))
    return found


def _bar(scale: Scale) -> str:
    return "bold $bad" if scale.filled + max(0, scale.ghost) >= scale.total else "bold $title"


def joined(cells: Sequence[tuple[str, str]]) -> Content:
    """Cells of one style as one piece: fewer changes of style to draw."""
    alike = groupby(cells, key=lambda cell: cell[1])
    return Content.assemble(*(("".join(text for text, _ in group), style) for style, group in alike))


class Bar(Marks):
    """A number too large for marks of its own, as a bar of ten cells; its value stands behind it."""

    CELLS = 10

    def meter(self) -> list[Tile]:
        """`████░░░░░░ 12/30`: a cell counts as full when the number has reached it."""
        full = min(self.CELLS, -(-max(0, self.filled) * self.CELLS // max(1, self.total)))
        glyphs = self.token.full * full, self.token.empty * (self.CELLS - full), f" {self.filled}/{self.total}"
        styles = self.token.colour, "$faint", "bold"
        return [Tile("text", text, style) for text, style in zip(glyphs, styles, strict=True) if text]

    def short(self) -> Content:
        """`12/30`."""
        return Content.styled(f"{self.filled}/{self.total}", "bold")


class Gauge(Marks):
    """A row with a bar of two parts; where its panel has room the bar is two lines high, and its words are below."""

    part = reactive(0)
    end = reactive(0)
    second = Token("▚", "░", "$title")

    def scale(self) -> Scale:
        """What it shows now."""
        return Scale(self.part, self.filled, self.total, self.end, self.ghost)

    def meter(self) -> list[Tile]:
        """The number alone, for where there is no room for a bar."""
        return [Tile("text", self._count(), "bold")]

    def needs(self, size: tiles.Size) -> int:
        """It takes whatever there is."""
        return self.gutter_content().cell_length + self.label_width + LEAST

    def enlarge(self, size: tiles.Size, air: bool = False) -> None:
        """Two lines, or three where others have tall tiles."""
        self.tile = size
        self.resize(self.height_at(0, 0) + (air and size.height > 1))

    def height_at(self, width: int, level: int) -> int:
        """One line in a column; in a hero its words have a line of their own."""
        return 1 if self.tile is tiles.SMALL else 3 if self.tile.height > 1 else 2

    def _count(self) -> str:
        return f" {self.filled}/{self.total}"

    def left(self, width: int) -> Content:
        """The label, the bar, and how far it is."""
        label, count = self._label(), self._count()
        room = width - label.cell_length - len(count)
        bar = joined(drawn(self.scale(), self.token, self.second, room)) if room >= LEAST else Content("")
        return Content.assemble(label, bar, (count, "bold $bad" if self.filled >= self.total else "bold"))

    def render(self) -> Content | Lined:
        """One line, or the bar with its words below."""
        lines = self.height_at(0, 0)
        if lines == 1:
            return super().render()
        width, start = self.content_size.width, self.gutter_content()
        room = width - start.cell_length
        first = Content.assemble(start, self.left(room))
        indent = " " * (start.cell_length + self.label_width)
        found = [first]
        if lines == 3:
            bar_room = room - self.label_width - len(self._count())
            again = drawn(self.scale(), self.token, self.second, bar_room) if bar_room >= LEAST else []
            found.append(Content.assemble(indent, joined(again)))
        found.append(self._words(" " * start.cell_length, width))
        return Lined(found, "on $panel" if self.delta else "")

    def _words(self, indent: str, width: int) -> Content:
        """What it is made of at the left, what comes next at the right, as much of it (its parts stand between `;`) as
        there is room for; or what just changed, or would."""
        told, style = (self.delta, "bold $glow") if self.delta else (self.would, self.would_style)
        if not told:
            told, style = self.note, self.note_style
        ruled, room = (RULED, "bold $warn") if self.ruled else "", width - len(indent)
        parts = safe(told).split("; ")
        while len(parts) > 1 and len("; ".join(parts)) > room:
            parts.pop()
        end = Content.assemble(("; ".join(parts), style), ruled).truncate(room, ellipsis=True)
        made = Content.styled(safe(self.detail), "$dim") if self.detail else Content("")
        if made.cell_length + 2 + end.cell_length > room:
            made = Content("")
        return Content.assemble(indent, made, " " * (room - made.cell_length - end.cell_length), end)

    def foresee(self, more: int, words: str) -> None:
        """The words are red where it would reach the threshold."""
        super().foresee(more, words)
        self.would_style = "bold $bad" if self.filled + more >= self.total else "bold $glow"
