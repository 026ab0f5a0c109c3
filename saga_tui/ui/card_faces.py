"""Cards of a hand drawn side by side: large where there is room, small, or as words in one line. A card's suit stands
on it by its word and sign, so that its colour says nothing alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from textual.content import Content

from saga_tui.safe import safe
from saga_tui.ui.deal import BRIEF, FULL, PLAIN


@dataclass(frozen=True, slots=True)
class Face:
    """What a card shows: its value, its suit's word, sign and colour, a sign at its foot and what that means."""

    value: str
    word: str
    sign: str
    colour: str
    foot: str = ""
    name: str = ""
    """What it is called in a line: `S7`."""
    short: str = ""
    """Its suit's word where there is no room for all of it."""
    picked: bool = False

    def lines(self, wide: int, high: int) -> list[Content]:
        """It in so many cells and lines, its frame among them: with its suit's word from five lines on, twice its value
        from seven on."""
        across, frame = wide - 2, "bold $key" if self.picked else self.colour
        sign, value = self.sign.center(across), self.value
        word = (self.word if across >= WORD else self.short).center(across)
        top, low = (
            f" {value}{self.sign:>{across - 2 - len(value)}} ",
            f" {self.sign}{value:>{across - 2 - len(self.sign)}} ",
        )
        blank, small = " " * across, self.name.center(across)
        inside = {4: (small, sign), 5: (f" {value}".ljust(across), sign, word)}.get(high, (top, blank, sign, word, low))
        foot = f" {self.foot} ".center(across, "─") if self.foot else "─" * across
        side = Content.styled("│", frame)
        body = [Content.assemble(side, (line, f"bold {self.colour}"), side) for line in inside]
        return [Content.styled(f"╭{'─' * across}╮", frame), *body, Content.styled(f"╰{foot}╯", frame)]


WORD: Final = 9
"""Cells that the longest word of a suit needs."""
SIZES: Final = ((FULL, 12, 7), (PLAIN, 11, 5), (PLAIN, 9, 5), (BRIEF, 6, 4))
"""From which level of a panel on a card has so many cells and lines."""


@dataclass(frozen=True, slots=True)
class Fan:
    """A hand as a drawing of a panel (`specs.Lines`); the same while its cards are the same."""

    faces: tuple[Face, ...]
    none: str = ""
    """What stands there without a card."""

    def __call__(self, width: int, level: int) -> Sequence[Content]:
        """Its lines: words at the least, else cards, side by side."""
        if not self.faces:
            return [Content.styled(self.none, "$dim")]
        for least, wide, high in SIZES:
            if level >= least and len(self.faces) * (wide + 1) <= width + 1:
                drawn = [face.lines(wide, high) for face in self.faces]
                return [Content(" ").join(parts) for parts in zip(*drawn, strict=True)]
        return [self.words(width)]

    def words(self, width: int) -> Content:
        """`S7 ◆  D10 ✕`, cut where there is no room."""
        parts = [Content.styled(f"[{safe(one.name)} {one.sign}{one.foot}]", f"bold {one.colour}") for one in self.faces]
        return Content(" ").join(parts).truncate(width, ellipsis=True)
