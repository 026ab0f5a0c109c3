"""A sheet as data: blocks of sections. One description, drawn as text of any width, as Markdown, in a typewriter's
signs, or empty to fill in."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Final

from saga_tui.paper.items import TO_WRITE, Block, Entry, Item, Meter, Page, Row, ends, md, md_table
from saga_tui.paper.layout import (
    PLAIN,
    TYPED,
    beside,
    halves,
    page_of,
    typed,
    typed_all,
    wrap,
)
from saga_tui.words import sentence

NARROWEST: Final = 40
"""The fewest columns that a sheet can be set in."""
MOST_LINES: Final = 4
"""A row that takes more lines in half a page gets the whole width, and the others with it."""
NEXT_PAGE: Final = "\f"
"""Stands between the pages of a text: a printer begins a new page there."""
NEXT_PART: Final = "\n"
"""Stands between the pages in Markdown, each of which begins with a heading of its own."""


# ---- blocks


@dataclass(frozen=True, slots=True)
class Section(Block):
    """A heading with what stands under it. Without a title it has no heading."""

    title: str
    items: tuple[Item, ...] = ()
    head: tuple[str, ...] = ()
    """The heads of a table's columns in Markdown, the first for texts; without them it is a list."""
    numbers: tuple[int, ...] = (1, 2)
    """Columns of the table that are set to the right."""
    note: str = ""
    """Words at the end of the heading's line; `remark` under the list in Markdown."""
    remark: str = ""
    write: int = 0
    """On paper at least so many entries, those that are missing as lines to write on."""
    columns: int = 1
    """In how many columns its entries stand, where they fit."""

    def lines(self, width: int, page: Page) -> list[str]:
        """The heading, then the entries; nothing of a section without any."""
        if not self.items and not self.write:
            return []
        found = page.heading(self.title.upper(), width, self.note) if self.title else []
        found += self._columns(width, page) if self.columns > 1 and page.wide else self._list(self.items, width, page)
        return found + [page.glyphs.blank * width] * (self.write - len(self.items))

    def _list(self, items: Iterable[Item], width: int, page: Page) -> list[str]:
        return [line for item in items for line in item.lines(width, page)]

    def _columns(self, width: int, page: Page) -> list[str]:
        gap = 4 if self.columns == 2 else 2
        room = (width - gap * (self.columns - 1)) // self.columns
        if any(len(item.lines(room, page)) > MOST_LINES for item in self.items):
            return self._list(self.items, width, page)
        each = -(-len(self.items) // self.columns)
        *front, found = [self._list(self.items[each * at : each * (at + 1)], room, page) for at in range(self.columns)]
        for column in reversed(front):
            found = beside(column, found, room, gap)
        return found

    def markdown(self) -> list[str]:
        """A table or a list under a heading of the second level, and further lists under those of its entries."""
        rows = [item.row() for item in self.items if isinstance(item, Meter | Row)]
        if self.head and rows:
            return [f"## {self.title}", "", *md_table(self.head, rows, self.numbers)]
        lists: dict[str, list[str]] = {}
        for item in self.items:
            heading = item.heading if isinstance(item, Entry) else ""
            lists.setdefault(heading or self.title, []).extend(item.markdown())
        parts = [[f"## {title}", "", *told] if title else told for title, told in lists.items() if told]
        remark = ["", md(self.remark)] if self.remark and parts else []
        return [*_apart(parts), *remark]

    def emptied(self) -> Section:
        """The same to fill in with a pencil, numbers in its note too."""
        note = re.sub(r"\d+", TO_WRITE, self.note)
        items = tuple(item.emptied() for item in self.items)
        return replace(self, items=items, remark="", write=max(self.write, 3), note=note)


@dataclass(frozen=True, slots=True)
class Pair(Block):
    """Two blocks side by side where the page is wide enough, else under each other."""

    left: Section | Stack
    right: Section | Stack
    below: tuple[Meter, ...] = ()
    """Meters across the page below both; in Markdown they are of the right one."""
    legend: str = ""

    def lines(self, width: int, page: Page) -> list[str]:
        """Both blocks, then what is below them."""
        left, right = halves(width) if page.wide else (width, width)
        one, other = self.left.lines(left, page), self.right.lines(right, page)
        if page.wide:
            both = beside(one, other, left, 4) if one else other
        else:
            both = _apart([one, other]) if _titled(self.right) else [*one, *other]
        below = [line for meter in self.below for line in meter.lines(width, page)]
        return [*both, *below, *(wrap(self.legend, width) if self.legend else [])]

    def markdown(self) -> list[str]:
        """One after the other."""
        right = self.right
        if self.below and isinstance(right, Section):
            right = replace(right, items=(*right.items, *self.below))
        return _apart([self.left.markdown(), right.markdown()])

    def emptied(self) -> Pair:
        """The same to fill in with a pencil."""
        below = tuple(meter for item in self.below if isinstance(meter := item.emptied(), Meter))
        return Pair(self.left.emptied(), self.right.emptied(), below)


@dataclass(frozen=True, slots=True)
class Stack(Block):
    """Blocks under each other: `apart` with a blank line between them."""

    blocks: tuple[Block, ...]
    apart: bool = True

    def lines(self, width: int, page: Page) -> list[str]:
        """The blocks that have any lines."""
        found = [block.lines(width, page) for block in self.blocks]
        return _apart(found) if self.apart else [line for lines in found for line in lines]

    def markdown(self) -> list[str]:
        """The blocks that stand in Markdown."""
        return _apart([block.markdown() for block in self.blocks])

    def emptied(self) -> Stack:
        """The same to fill in with a pencil."""
        return Stack(tuple(block.emptied() for block in self.blocks), self.apart)


@dataclass(frozen=True, slots=True)
class Rule(Block):
    """A line across the page; on paper only."""

    double: bool = False

    def lines(self, width: int, page: Page) -> list[str]:
        """The line."""
        return [(page.glyphs.double if self.double else page.glyphs.line) * width]


@dataclass(frozen=True, slots=True)
class Title(Block):
    """What a page is about, over a double line."""

    text: str

    def lines(self, width: int, page: Page) -> list[str]:
        """The title and the line."""
        return [*wrap(self.text, width), page.glyphs.double * width]

    def markdown(self) -> list[str]:
        """A heading of the first level."""
        return [f"# {md(self.text)}"]


@dataclass(frozen=True, slots=True)
class Head(Block):
    """The top of a sheet: whose it is at the left, facts about it at the right, and where it stands."""

    name: str
    line: str = ""
    facts: tuple[tuple[str, str], ...] = ()
    """Labels with their values; without a value, a line to write on."""
    standing: str = ""
    number: tuple[str, str] | None = None
    """What stands beside where it stands; without a value, a line to write on."""

    def lines(self, width: int, page: Page) -> list[str]:
        """Two columns, the double line, where it stands."""
        facts = [f"{label}: {value or page.glyphs.blank * 12}" for label, value in self.facts]
        rows = zip_longest((self.name or f"Name {page.glyphs.blank * 24}", self.line), facts, fillvalue="")
        lines = [line for left, right in rows if left or right for line in ends(left, right, width)]
        number = f"{self.number[0]} {self.number[1] or page.glyphs.blank * 4}" if self.number else ""
        lines.append(page.glyphs.double * width)
        return [*lines, *(ends(sentence(self.standing), number, width) if self.standing or number else [])]

    def markdown(self) -> list[str]:
        """A heading of the first level, the line, the facts in one line, where it stands."""
        told = [*self.facts, *([self.number] if self.number else [])]
        facts = " · ".join(f"**{md(label)}:** {md(value)}" for label, value in told if value)
        line = [f"*{md(self.line)}*"] if self.line else []
        return _apart([[f"# {md(self.name)}"], line, [facts] if facts else [], [md(sentence(self.standing))]])

    def emptied(self) -> Head:
        """The same to fill in with a pencil."""
        return Head("", self.line, tuple((label, "") for label, _ in self.facts),
                    number=(self.number[0], "") if self.number else None)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Foot(Block):
    """Words under the last line of a page: where the game comes from."""

    text: str
    line: bool = True

    def lines(self, width: int, page: Page) -> list[str]:
        """A line across the page, where it has one, and the words."""
        return [*([page.glyphs.line * width] if self.line else []), *wrap(self.text, width)]

    def markdown(self) -> list[str]:
        """The same."""
        return ["---", "", md(self.text)]


def _titled(block: Section | Stack) -> bool:
    return not isinstance(block, Section) or bool(block.title)


def _apart(parts: Iterable[Sequence[str]]) -> list[str]:
    """The parts that have lines, with a blank line between them."""
    lines: list[str] = []
    for part in parts:
        if part:
            lines += ["", *part] if lines else part
    return lines


# ---- whole pages


def text(blocks: Sequence[Block], width: int = 80, *, plain: bool = False) -> str:
    """A page as text, no line wider than `width` columns (at least 40), with a newline at its end. `plain` takes only
    signs that a typewriter has; letters of any script stay."""
    page = Page(max(NARROWEST, width), TYPED if plain else PLAIN)
    shown = typed_all(tuple(blocks)) if plain else tuple(blocks)
    return page_of(Stack(shown).lines(page.width, page))


def markdown(blocks: Sequence[Block], *, plain: bool = False) -> str:
    """A page as Markdown."""
    if plain:
        return typed(markdown(typed_all(tuple(blocks))))
    return "\n".join(Stack(tuple(blocks)).markdown()) + "\n"


def pages(found: Iterable[Sequence[Block]], width: int = 80, *, plain: bool = False, as_markdown: bool = False) -> str:
    """Several pages in the form that is asked for; a page without blocks is none."""
    if as_markdown:
        return NEXT_PART.join(markdown(blocks, plain=plain) for blocks in found if blocks)
    return NEXT_PAGE.join(text(blocks, width, plain=plain) for blocks in found if blocks)


def drawn(found: Iterable[Sequence[Block]], width: int = 80, *, plain: bool = False, as_markdown: bool = False) -> str:
    """Pages for a pencil; in Markdown they stand in a code block, for they are drawn."""
    told = pages(found, width, plain=plain)
    return f"```\n{told}```\n" if as_markdown else told
