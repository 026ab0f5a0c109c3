"""Sections in as many columns as a page has room for, and tables of many cells. Each draws itself as text of any width,
in Markdown, and empty for a pencil."""

from __future__ import annotations

from dataclasses import dataclass, replace

from saga_tui.paper.items import TO_WRITE, Block, Item, Page, Write, md, md_table
from saga_tui.paper.layout import beside, pad, row, table, width_of, wrap
from saga_tui.paper.sections import Section, Stack

GAP = 3
"""Blank columns between two columns of a page."""


@dataclass(frozen=True, slots=True)
class Edge(Item):
    """A name at the left edge and a number at the right one: `Pistol        11`."""

    name: str
    number: str

    def lines(self, width: int, page: Page) -> list[str]:
        """The name wrapped beside the number."""
        number = page.glyphs.blank * 3 if self.number == TO_WRITE else self.number
        room = max(1, width - width_of(number) - 1)
        if width_of(number) >= width:  # a file may say any number
            return wrap(f"{self.name} {number}", width, 2)
        first, *rest = wrap(self.name, room, 2)
        return [f"{pad(first, room)} {number}", *rest]

    def markdown(self) -> list[str]:
        """As an entry of a list."""
        return [f"- {md(self.name)}: {md(self.number)}"]

    def emptied(self) -> Item:
        """The same to fill in with a pencil."""
        return replace(self, number=TO_WRITE)


@dataclass(frozen=True, slots=True)
class Flow(Block):
    """Sections under a heading, in as many columns as fit, one under the other in each; a column is at least `least`
    wide."""

    title: str
    parts: tuple[Section, ...]
    least: int = 20
    close: bool = False
    """Whether filled in each section is a paragraph, its entries by number, the highest first."""

    def lines(self, width: int, page: Page) -> list[str]:
        """The heading, then the columns, as low as they can be without a section torn apart; or the paragraphs."""
        if not self.parts:
            return []
        if self.close:
            lead = max(width_of(_named(part)) for part in self.parts) + 2
            told = [line for part in self.parts for line in row(pad(_named(part), lead), _by_number(part), width)]
            return [*page.heading(self.title.upper(), width), *told]
        count = max(1, min((width + GAP) // (self.least + GAP), len(self.parts)))
        room = (width - GAP * (count - 1)) // count
        drawn = [_small(part, room, page) for part in self.parts]
        height = max(map(len, drawn))
        while len(columns := _packed(drawn, height)) > count:
            height += 1
        found = columns[-1]
        for column in reversed(columns[:-1]):
            found = beside(column, found, room, GAP)
        return [*page.heading(self.title.upper(), width), *found]

    def markdown(self) -> list[str]:
        """A heading of the second level, and a list under one of the third for each section."""
        told = Stack(tuple(replace(part, title=_named(part)) for part in self.parts)).markdown()
        return [f"## {self.title}", "", *(f"#{line}" if line.startswith("## ") else line for line in told)]

    def emptied(self) -> Flow:
        """The same to fill in with a pencil, with lines for more in each section."""
        empty = (replace(part.emptied(), note="") for part in self.parts)
        parts = tuple(replace(part, items=(*part.items, *[Write()] * 2)) for part in empty)
        return replace(self, parts=parts, close=False)


def _by_number(part: Section) -> str:
    """`18 Dagger; 8 Sword, Spear`."""
    found: dict[int, list[str]] = {}
    for item in part.items:
        if isinstance(item, Edge):
            found.setdefault(int(item.number), []).append(item.name)
    return "; ".join(f"{number} {', '.join(names)}" for number, names in sorted(found.items(), reverse=True))


def _named(part: Section) -> str:
    return f"{part.title} {part.note}".strip()


def _small(part: Section, width: int, page: Page) -> list[str]:
    """A section of a column: its heading as a word over its entries."""
    return [*wrap(_named(part), width), *_entries(part, width, page)]


def _entries(part: Section, width: int, page: Page) -> list[str]:
    return [f"  {line}" for item in part.items for line in item.lines(max(1, width - 2), page)]


def _packed(told: list[list[str]], height: int) -> list[list[str]]:
    """The sections in columns that are no higher than that, a blank line between two of one column."""
    columns: list[list[str]] = [[]]
    for lines in told:
        if columns[-1] and len(columns[-1]) + 1 + len(lines) > height:
            columns.append([])
        columns[-1] += ["", *lines] if columns[-1] else lines
    return columns


@dataclass(frozen=True, slots=True)
class Grid(Block):
    """A table under a heading: a name and further cells in each row. Where the page is too narrow for its columns each
    row is told in words."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    write: int = 0
    """Empty, so many rows to write in."""
    least: int = 14
    """The columns that the name needs at least."""

    def lines(self, width: int, page: Page) -> list[str]:
        """The heading, the heads of the columns, then the rows; nothing of a table without any."""
        if not self.rows:
            return []
        everything = (self.head, *self.rows)
        wide = [max(width_of(row[at]) for row in everything) for at in range(len(self.head))]
        name = min(wide[0], width - sum(wide[1:]) - 2 * (len(wide) - 1))
        if name < min(wide[0], self.least):
            told = [line for row in self.rows for line in wrap(self._words(row), width, 2)]
            return [*page.heading(self.title.upper(), width), *told]
        cells = [
            [row[0], *(_right(cell, at) for cell, at in zip(row[1:], wide[1:], strict=True))] for row in everything
        ]
        return [
            *page.heading(self.title.upper(), width),
            *(line for row in cells for line in table(row, [name, *wide[1:]])),
        ]

    def _words(self, row: tuple[str, ...]) -> str:
        told = (f"{head.lower()} {cell}" for head, cell in zip(self.head[1:], row[1:], strict=True) if cell)
        return ": ".join(filter(None, (row[0], ", ".join(told))))

    def markdown(self) -> list[str]:
        """A table under a heading of the second level."""
        rows = [tuple(map(md, row)) for row in self.rows]
        return [f"## {self.title}", "", *md_table(self.head, rows, range(1, len(self.head)))] if rows else []

    def emptied(self) -> Grid:
        """The same to fill in with a pencil; without rows to write in it stays as it is."""
        blank = ("_" * 3,) * (len(self.head) - 1)
        return replace(self, rows=(("_" * self.least, *blank),) * self.write) if self.write else self


def _right(cell: str, width: int) -> str:
    return " " * max(0, width - width_of(cell)) + cell
