"""Dice as they lie on the table: faces with their pips, marks lit, hitches red, drawn as large as there is room."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from textual.content import Content

PIPS: Final = {
    0: ("     ", "     ", "     "),
    1: ("     ", "  ●  ", "     "),
    2: ("●    ", "     ", "    ●"),
    3: ("●    ", "  ●  ", "    ●"),
    4: ("●   ●", "     ", "●   ●"),
    5: ("●   ●", "  ●  ", "●   ●"),
    6: ("●   ●", "●   ●", "●   ●"),
}
"""The pips of each face; a die that is not thrown yet has none."""
SIZES: Final = ((7, 5), (5, 3))
"""Cells and lines of a die with pips, and of a boxed digit."""
ROOM: Final = 6
"""Lines that dice take where nobody says how many there are."""


@dataclass(frozen=True, slots=True)
class Look:
    """How faces are read and which of them stand out: marks from a face on, hitches up to one (kismet only), the
    places that are picked (about to be re-rolled), and those whose face is not settled yet."""

    mark_from: int
    hitch_to: int = 0
    picked: frozenset[int] = frozenset()
    loose: frozenset[int] = frozenset()

    def style(self, place: int, face: int) -> str:
        """The colour of a die."""
        if place in self.loose or not face:
            return "$dim"
        return "bold $good" if face >= self.mark_from else "bold $bad" if face <= self.hitch_to else "$dim"

    def frame(self, place: int, face: int) -> str:
        """The colour of its frame."""
        return "bold $key" if place in self.picked else self.style(place, face)

    def sign(self, place: int, face: int) -> str:
        """A mark (✓) or a hitch (✕), in no colour; nothing where the die still rolls."""
        if place in self.loose or not face:
            return ""
        return "✓" if face >= self.mark_from else "✕" if face <= self.hitch_to else ""


def faces_content(faces: Sequence[int], mark_from: int, hitch_to: int = 0) -> Content:
    """The faces as boxed digits, or as plain ones where they are many."""
    return drawn(faces, Look(mark_from, hitch_to), 72, 3)


def drawn(faces: Sequence[int], look: Look, width: int, lines: int = ROOM) -> Content:
    """The dice in rows: with pips where that fits, else boxed digits, else just digits with their signs."""
    for wide, high in SIZES:
        in_row = max(1, (width + 1) // (wide + 1))
        rows = -(-len(faces) // in_row)
        if rows * high <= lines:
            in_row = max(1, -(-len(faces) // max(1, rows)))
            starts = range(0, len(faces), in_row)
            return Content("\n").join(
                line for start in starts for line in _row(faces[start : start + in_row], start, look, high)
            )
    return chips(faces, look.mark_from, look.hitch_to, width, look)


def _row(faces: Sequence[int], start: int, look: Look, high: int) -> list[Content]:
    dice = [_die(start + at, face, look, high) for at, face in enumerate(faces)]
    return [Content(" ").join(parts) for parts in zip(*dice, strict=True)]


def _die(place: int, face: int, look: Look, high: int) -> list[Content]:
    """One die, line by line."""
    style, frame = look.style(place, face), look.frame(place, face)
    inside = PIPS.get(face, PIPS[0]) if high == SIZES[0][1] else (f" {face or '·'} ",)
    across = len(inside[0])
    side = Content.styled("│", frame)
    foot = (look.sign(place, face) or ("▲" if place in look.picked else "─")).center(across, "─")
    return [
        Content.styled(f"╭{'─' * across}╮", frame),
        *(Content.assemble(side, (line, style), side) for line in inside),
        Content.styled(f"╰{foot}╯", frame),
    ]


def chips(faces: Sequence[int], mark_from: int, hitch_to: int = 0, width: int = 0, look: Look | None = None) -> Content:
    """The faces without frames: `6✓ 4 2 5✓`, in lines of that width if one is given."""
    look = look or Look(mark_from, hitch_to)
    lines: list[list[Content]] = [[]]
    used = 0
    for place, face in enumerate(faces):
        sign = look.sign(place, face) or ("▲" if place in look.picked else "")
        part = Content.styled(f"{face or '·'}{sign}", look.frame(place, face))
        if lines[-1] and width and used + 1 + part.cell_length > width:
            lines.append([])
            used = 0
        used += part.cell_length + (1 if lines[-1] else 0)
        lines[-1].append(part)
    return Content("\n").join([Content(" ").join(line) for line in lines])
