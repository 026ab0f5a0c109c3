"""One die read by its face as a drawing: every face in a bar, in the sign of its degree, and below it where each degree
begins; where there is room a line for each degree with its chance, and that of it or better. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Final

from textual.content import Content

from saga_tui.roll_under import MISS, WON, WORST, Scale
from saga_tui.ui.roll_odds import BAR, REST
from saga_tui.words import percent

SIGNS: Final = "█▓▒░·"
"""Of the degrees of success, the best first; further ones have the last."""
MISSED: Final = "─"
LOST: Final = "✕"
WIDEST: Final = 4
"""Cells of a face at most."""
FACED: Final = 44
"""Cells of a line from which on a degree says its faces."""
NUMBERS: Final = 14
"""Cells behind a degree's bar for its chances."""


def sign(scale: Scale, degree: str) -> tuple[str, str]:
    """The sign of a degree, and its colour."""
    if degree in (MISS, WORST):
        return (LOST, "bold $bad") if degree == WORST else (MISSED, "$bad")
    at = [name for name, _ in scale.bands].index(degree)
    return SIGNS[min(at, len(SIGNS) - 1)], "$good" if at < len(scale.bands) - 1 else "$warn"


@dataclass(frozen=True, slots=True)
class Faces:
    """A die rolled under a number: how it is read, what its degrees are called, and the chance of each, which another
    side may have changed. Degrees without a chance there count as a plain success, or a plain failure."""

    scale: Scale
    number: int
    named: Mapping[str, str]
    law: Mapping[str, Fraction]

    def read(self, die: int) -> str:
        """The degree of a face."""
        degree = self.scale.read(self.number, die)
        return degree if degree in self.law else MISS if degree in (MISS, WORST) else WON

    def runs(self) -> list[tuple[str, int, int]]:
        """The degrees from the lowest face up, each with its first and its last face."""
        groups = ((degree, [*dice]) for degree, dice in groupby(range(1, self.scale.sides + 1), self.read))
        return [(degree, dice[0], dice[-1]) for degree, dice in groups]

    def bar(self, width: int, at: int = 0) -> list[Content]:
        """Two lines: all faces, then the first face of each degree with its name, where that fits below it. The face
        `at` is the one that fell."""
        sides = self.scale.sides
        cell = max(1, min(WIDEST, width // sides))
        bar, told = list[tuple[str, str]](), list[tuple[str, str]]()
        for degree, first, last in self.runs():
            glyph, style = sign(self.scale, degree)
            drawn = glyph * max(1, cell - 1) + " " * (cell > 1)
            faces = ((str(die).center(cell)[:cell], "bold reverse") if die == at else (drawn, style)
                     for die in range(first, last + 1))  # fmt: skip
            bar += faces
            room, words = cell * (last - first + 1), f"{first} {self.named.get(degree, degree)}"
            short = words if len(words) < room else str(first) if len(str(first)) < room or last == sides else ""
            told.append((short[:room].ljust(room), style if degree in (MISS, WORST) else "$dim"))
        return [Content.assemble(*bar), Content.assemble(*told)]

    def rows(self, width: int) -> Iterator[Content]:
        """A line for each degree, the best first: its faces, a bar, its chance, the chance of it or better."""
        faces = {degree: f"{first}–{last}" if last > first else f"{first}" for degree, first, last in self.runs()}
        names = max(len(self.named.get(degree, degree)) for degree in self.law) + 2
        cells = 7 if width >= FACED else 0
        top, better = max(self.law.values()) or Fraction(1), Fraction()
        room = max(4, width - names - cells - NUMBERS)
        yield Content.styled(f"{'exactly':>{width - 10}}{'or better':>10}", "$dim")
        for degree, chance in self.law.items():
            better += chance
            style, full = sign(self.scale, degree)[1], int(chance / top * room + Fraction(1, 2))
            name, told = self.named.get(degree, degree).ljust(names), faces.get(degree, "").ljust(cells)[:cells]
            yield Content.assemble(
                (name, "" if chance else "$faint"), (told, "$dim"), (BAR * full, style),
                (REST * (room - full), "$faint"), f"{percent(chance):>{NUMBERS - 8}}",
                (f"{percent(better):>8}", "$dim"),
            )  # fmt: skip

    def drawn(self, width: int, height: int) -> Sequence[Content]:
        """Both, as there is room for: the bar in two lines, then a line for each degree."""
        bar, rows = self.bar(width), list(self.rows(width))
        return [] if height < len(bar) else [*bar, Content(""), *rows] if height > len(bar) + len(rows) else bar
