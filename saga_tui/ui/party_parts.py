"""The rows of an act of a whole table: a member with what it chooses, and below it the lines of its part."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content

from saga_tui.safe import safe
from saga_tui.ui.deal import PLAIN
from saga_tui.ui.edge_rows import Fate, FateRow, TransitionChoice
from saga_tui.ui.lined import Lined
from saga_tui.ui.rows import Row
from saga_tui.words import sentence

INDENT = 6
"""Cells before what goes on below a name."""
SLIM, SLIM_INDENT = 60, 2
"""The same in columns of fewer cells."""
TWO = 80
"""Columns of the terminal from which on members stand side by side."""
LEAST = 24
"""Cells that a member has at least then."""


@dataclass(frozen=True, slots=True)
class Part:
    """One member's part: who, by which number and name, what would happen, and what is chosen."""

    who: str
    number: int
    name: str
    lines: tuple[Fate, ...] = ()
    choices: tuple[TransitionChoice, ...] = ()
    choice: str = ""
    out: bool = False
    """Left out by whoever looks at it."""
    barred: str = ""
    """Why the rules leave it out."""
    offered: bool = False
    """Whether it is only offered: to a player in another window."""

    rolls: bool = False
    """Whether it depends on dice that have not fallen."""

    @property
    def may_choose(self) -> bool:
        """Whether it has something to choose and takes part."""
        return bool(self.choices) and not (self.out or self.barred)


def most_beside(width: int, members: int) -> int:
    """How many columns of members a terminal of this width has at most."""
    return max(1, min(members, width // LEAST)) if width >= TWO else 1


def in_columns(parts: Sequence[Part], columns: int) -> list[Sequence[Part]]:
    """The members in columns: they are read across, as their cards are."""
    return [parts[at::columns] for at in range(columns)]


def beside(parts: Sequence[Part], width: int) -> int:
    """How many columns of members make the lowest page; of equally low ones the most, which leave least room empty."""

    def tall(columns: int) -> int:
        cells = max(1, width // columns - INDENT)
        return max(sum(_rows(part, cells) for part in column) for column in in_columns(parts, columns))

    return min(range(1, most_beside(width, len(parts)) + 1), key=lambda many: (tall(many), -many))


def _rows(part: Part, cells: int) -> int:
    """About how many rows a member takes."""
    head = len(part.name) + len(part.barred) + sum(len(one.words) + INDENT for one in part.choices)
    out = part.out or bool(part.barred)
    lines = () if out else part.lines
    return sum(-(-(long + INDENT) // cells) for long in (head, *(len(fate.line.text) for fate in lines)))


class MemberRow(Row):
    """One member: whether it takes part, what it chooses, and its first line where it has no more than one."""

    def __init__(self, part: Part) -> None:
        super().__init__()
        self.part = part

    def show(self, part: Part) -> None:
        """Shows the part as it is now."""
        if part != self.part:
            self.part = part
            self.refresh(layout=True)

    @property
    def brief(self) -> bool:
        """Whether its only line stands beside its name."""
        return len(self.part.lines) == 1 and not self.part.choices and not self.part.lines[0].may_skip

    def left(self, width: int) -> Content:
        """`✓ 1 Kestrel  ▸o oil  w wick`."""
        part = self.part
        out = part.out or bool(part.barred)
        mark = ("✗ ", "bold $bad") if out else ("✓ ", "$good")
        loud = "bold" if part.lines or part.choices or part.rolls else ""  # nothing happens to the others
        words = safe(part.name, limit=min(40, max(INDENT, width - INDENT)))
        name = Content.styled(words, "strike $dim" if out else loud)
        return Content.assemble(mark, (f"{part.number} ", "bold $key"), name)

    def drawn(self, width: int, level: int) -> list[Content]:
        """The name, and beside it what is chosen: no choice is broken over two lines."""
        lines = [Content.assemble(self.gutter_content(), self.left(width), " ")]
        indent = " " * (INDENT if width >= SLIM else SLIM_INDENT)
        offered = [Content.styled("offered to their player", "$warn")] if self.part.offered else []
        for said in (*offered, *self._said()):
            if lines[-1].cell_length + 1 + said.cell_length > width and lines[-1].plain.strip():
                lines.append(Content(indent))
            room = max(1, width - lines[-1].cell_length - 1)
            first, *more = said.wrap(room) if said.cell_length > room else [said]
            lines[-1] = Content.assemble(lines[-1], " ", first)
            lines += [Content.assemble(indent, " ", one) for one in more]
        return lines

    def _said(self) -> list[Content]:
        """Why it takes no part, its only line, or what it can choose."""
        part = self.part
        if part.offered and not (part.barred or part.out or part.lines or part.choices):
            return []
        if part.barred:
            return [Content.styled(safe(part.barred, limit=200), "$bad")]
        if part.out:
            return [Content.styled("left out", "$bad")]
        if self.brief:
            return [Content(sentence(safe(part.lines[0].line.text)))]
        if not part.lines and not part.choices:
            words = "rolls" if part.rolls else "no change"
            return [Content.styled(words, "$dim")]
        told = []
        for choice in part.choices:
            taken = choice.value == part.choice
            words = f"{choice.words}{f' {choice.about}' if choice.about and taken else ''}"
            told.append(Content.assemble(("▸" if taken else " ", "bold $key"), (choice.key, "bold $key"), " ",
                                         (safe(words), "" if taken else "$dim")))  # fmt: skip
        return told

    def get_content_height(self, container: Any, viewport: Any, width: int) -> int:
        """As many lines as its words take."""
        return len(self.drawn(width, PLAIN)) if width else 1

    def render(self) -> Lined:
        """All of it."""
        return Lined(self.drawn(self.content_size.width, PLAIN))


class MemberBlock(Vertical):
    """A member's row, and its lines below."""

    def __init__(self, part: Part) -> None:
        super().__init__()
        self.part = part

    def compose(self) -> ComposeResult:
        """The rows."""
        yield (row := MemberRow(self.part))
        yield from (FateRow(fate) for fate in self._lines(row))

    @staticmethod
    def _lines(row: MemberRow) -> Sequence[Fate]:
        return () if row.brief or row.part.out or row.part.barred else row.part.lines

    def show(self, part: Part) -> None:
        """Shows the part as it is now; rows at the same place are changed, missing ones added, the rest removed."""
        self.part = part
        head, *rows = [child for child in self.children if isinstance(child, Row)]
        if not isinstance(head, MemberRow):
            return
        head.show(part)
        lines = self._lines(head)
        fates = [row for row in rows if isinstance(row, FateRow)]
        for row, fate in zip(fates, lines, strict=False):
            row.show(fate)
        for row in fates[len(lines) :]:
            row.remove()
        if new := [FateRow(fate) for fate in lines[len(fates) :]]:
            self.mount_all(new)
