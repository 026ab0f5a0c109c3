"""Cards of a hand drawn side by side: large where there is room, small, or as words in one line. A card's suit stands
on it by its word and sign, so that its colour says nothing alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from textual.content import Content
from textual.style import Style

from saga_tui.safe import safe
from saga_tui.ui.deal import BRIEF, FULL, LAVISH, PLAIN
from saga_tui.ui.odds_hero import hero, large
from saga_tui.ui.roll_odds import Chance


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
    meaning: str = ""
    """The word of the sign at its foot."""
    picked: str = ""
    """What becomes of it where cards are put together: it stands higher than the others, above this word."""
    dim: bool = False
    """Whether it is one of those that are left."""

    def lines(self, wide: int, high: int) -> list[Content]:
        """It in so many cells and lines, its frame among them: the value is the largest, from five lines on in large
        figures, from seven on below a band with its suit. One that is picked has a heavy frame."""
        across = wide - 2
        left, top, right, side, start, end = "┏━┓┃┗┛" if self.picked else "╭─╮│╰╯"
        style = "$dim" if self.dim else f"bold {self.colour}"
        foot, body = (
            f" {self.short} " if across > len(self.short) + 1 else self.short,
            [self.name.center(across), f"{self.sign} {self.foot}".center(across)],
        )
        if high >= BANDED:
            figures = huge(self.value) if high >= HUGE else large(self.value)
            told = f"{self.foot} {self.meaning}" if across >= len(self.meaning) + 2 else self.foot
            blank = [" " * across] * ((high - 4 - len(figures)) // 2)
            word = self.word if across >= len(self.word) + 3 else self.short
            band = f" {self.sign} {word}".ljust(across)[:across]
            body = [band, *blank, *(one.center(across) for one in figures), *blank, told.center(across)]
        elif high > len(body) + 2:
            signs, edge = (self.sign, " ", self.foot or " "), " " * (across > len(large("10")[0]) + 2)
            room = across - 1 - len(edge)
            figures = large(self.value) if len(large(self.value)[0]) <= room else ("", self.value, "")
            body = [one.center(room) + sign + edge for one, sign in zip(figures, signs, strict=True)]
        if high == LOW or high >= BANDED:
            foot = ""
        ground = style if self.dim else f"{style} reverse"
        return [
            Content.styled(f"{left}{top * across}{right}", style),
            *(Content.assemble((side, style), (line, ground if high >= BANDED and not at else style), (side, style))
              for at, line in enumerate(body)),
            Content.styled(f"{start}{foot.center(across, top)}{end}", style),
        ]  # fmt: skip


LOW, BANDED, HUGE = 4, 7, 11
"""Lines of the lowest card, of the first with a band, and of the first with figures of five lines."""
PIXELS: Final = ("75557", "26227", "71747", "71717", "55711", "74717", "74757", "71111", "75757", "75717")
"""Figures of five lines, each line three cells as a number of three bits."""


def huge(text: str) -> tuple[str, ...]:
    """Figures five lines high and six cells wide, of blocks; what is no figure is left out."""
    drawn = ["".join("██" if int(bits) >> at & 1 else "  " for at in (2, 1, 0)) for bits in "01234567"]
    figures = [PIXELS[int(sign)] for sign in text if sign.isdecimal()]
    return tuple(" ".join(drawn[int(one[line])] for one in figures) for line in range(5))


SIZES: Final = ((LAVISH, 17, HUGE), (FULL, 13, BANDED), (FULL, 11, BANDED), (FULL, 9, BANDED),
               (PLAIN, 11, 5), (PLAIN, 9, 5), (PLAIN, 6, 5), (BRIEF, 6, LOW))  # fmt: skip
"""From which level of a panel on a card has so many cells and lines."""


@dataclass(frozen=True, slots=True)
class Fan:
    """A hand as a drawing of a panel (`specs.Lines`); the same while its cards are the same."""

    faces: tuple[Face, ...]
    none: str = ""
    """What stands there without a card."""

    def __call__(self, width: int, level: int) -> Sequence[Content]:
        """Its lines: words at the least, else cards, side by side; those that are picked stand higher than the rest."""
        if not self.faces:
            return [Content.styled(self.none, "$dim")]
        for least, wide, high in SIZES:
            if level >= least and len(self.faces) * (wide + 1) <= width + 1:
                drawn = [_parted(at, face.lines(wide, high)) for at, face in enumerate(self.faces)]
                if any(face.picked for face in self.faces):
                    drawn = [_raised(one, lines, wide) for one, lines in zip(self.faces, drawn, strict=True)]
                return [Content(" ").join(parts) for parts in zip(*drawn, strict=True)]
        return [self.words(width)]

    def words(self, width: int) -> Content:
        """`S7 ◆  D10 ✕`, cut where there is no room."""
        parts = [Content.styled(f"{'▲' if one.picked else ''}[{safe(one.name)} {one.sign}{one.foot}]",
                                "$dim" if one.dim else f"bold {one.colour}") for one in self.faces]  # fmt: skip
        parts = [part for at, one in enumerate(parts) for part in _parted(at, [one])]
        return Content(" ").join(parts).truncate(width, ellipsis=True)


def _parted(at: int, lines: Sequence[Content]) -> list[Content]:
    """Lines that a click knows as those of the card at that place (`rows.Figure.part`)."""
    return [line.stylize(Style.from_meta({"part": at})) for line in lines]


def _raised(face: Face, lines: list[Content], wide: int) -> list[Content]:
    """A card above the word for what becomes of it; one that is left, a line lower."""
    word = Content.styled(face.picked[:wide].center(wide), "bold")
    return [*lines, word] if face.picked else [Content(" " * wide), *lines]


@dataclass(frozen=True, slots=True)
class Laid:
    """Cards as they are laid for something, below the chance of it in large figures; a drawing as a hand is."""

    fan: Fan
    chances: tuple[Chance, ...] = ()
    tail: str = ""
    """A line below the bar of the chances."""

    def __call__(self, width: int, level: int) -> Sequence[Content]:
        """The chance, then the cards."""
        tail = Content.styled(safe(self.tail), "$dim")
        head = hero(self.chances, tail, width) if self.chances else list(tail.wrap(max(1, width)))
        return [*head, *self.fan(width, level)]
