"""What stands in a section of a sheet: numbers with boxes, rows of a table, entries of a list, lines to write on. Each
is data that draws itself as text, in Markdown, and empty for a pencil."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from saga_tui.paper.layout import GROUP, PLAIN, Glyphs, boxes, heading, pad, row, table, width_of, wrap

TWO_COLUMNS: Final = 72
"""From this width on two blocks stand side by side."""
MOST_ROWS: Final = 12
"""Boxes that take more lines are told in numbers."""
TO_WRITE: Final = "___"
"""Stands for a number that a pencil will write."""

_SPECIAL: Final = re.compile(r"([\\`*_{}\[\]<>#|~&!$^])")
_START: Final = re.compile(r"^(\s*)([-+:=]|\d+(?=[.)]))")


@dataclass(frozen=True, slots=True)
class Page:
    """The width and the signs that a sheet is set with."""

    width: int
    glyphs: Glyphs = PLAIN

    @property
    def wide(self) -> bool:
        """Whether two blocks fit side by side."""
        return self.width >= TWO_COLUMNS

    def heading(self, title: str, width: int = 0, note: str = "") -> list[str]:
        """A section's title over a block of that width; 0: over the whole page."""
        return heading(title, width or self.width, self.glyphs, note)


class Block:
    """A part of a sheet. All its texts are safe to print, in one line each."""

    __slots__ = ()

    def lines(self, width: int, page: Page) -> list[str]:
        """Its lines as text, none wider than `width` columns."""
        raise NotImplementedError

    def markdown(self) -> list[str]:
        """Its lines in Markdown; none where it stands on paper only."""
        return []

    def emptied(self) -> Block:
        """The same to fill in with a pencil; itself where nothing in it is filled in."""
        return self


class Item(Block):
    """What stands in a section; a line of it can be left empty for a pencil."""

    __slots__ = ()

    def emptied(self) -> Item:
        """The same to fill in with a pencil: a line to write on."""
        return Write()


# ---- what stands in a section


@dataclass(frozen=True, slots=True)
class Meter(Item):
    """A number with boxes to tick: a pool and what of it is spent, damage and its threshold, a track and its end."""

    name: str
    number: str
    count: int
    ticked: int = 0
    sign: str = ""
    bar: int | None = None
    """After so many boxes a threshold is drawn."""
    tail: str = ""
    """Words at the right edge."""
    spare: int = 0
    """Further boxes, dotted, where there is room."""
    end: bool = False
    """Whether the track ends for good behind its last box."""
    fold: bool = False
    """Whether boxes that do not fit go on in further lines; else they are told in numbers."""
    cells: tuple[str, ...] = ()
    """Its further cells in a table of Markdown, after name and number."""

    def lines(self, width: int, page: Page) -> list[str]:
        """`▲ Pool      5  ■□□□□    4 in hand`."""
        sign = self.sign if page.glyphs.drawn else ""
        lead = f"{sign} {self.name:<8}{self.number:>3}  " if sign else f"{self.name:<9}{self.number:>4}  "
        tail = width_of(self.tail) + 2 if self.tail and not self.end else 0
        room = width - width_of(lead) - tail - bool(self.end)
        drawn = self._boxes(room, page.glyphs)
        if self.tail:
            return ends(lead + drawn[0], self.tail, width)
        if len(drawn) == 1 and width_of(lead + drawn[0]) > width:
            return wrap(lead + drawn[0], width, width_of(lead))
        return [f"{lead}{drawn[0]}", *(" " * width_of(lead) + line for line in drawn[1:])]

    def _boxes(self, room: int, glyphs: Glyphs) -> list[str]:
        for each in (self.count, *range(room // GROUP * GROUP, 0, -GROUP)) if self.fold else ():
            if self.count > each * MOST_ROWS:  # a file may say a million
                break
            rows = [boxes(count, ticked, room, glyphs, bar) for count, ticked, bar in self._parts(each)]
            if len(rows) <= MOST_ROWS and not any(map(str.isdigit, "".join(rows))):
                return rows
        drawn = boxes(self.count, self.ticked, room, glyphs, self.bar)
        if self.spare and width_of(drawn) + self.spare + 1 <= room:
            drawn = f"{drawn} {glyphs.ellipsis * self.spare}".strip()
        return [drawn + (glyphs.end if self.end else "")]

    def _parts(self, each: int) -> Iterator[tuple[int, int, int | None]]:
        """How many boxes each line has, how many of them are ticked, and after which of them the threshold comes."""
        for start in range(0, self.count, each):
            bar = self.bar - start if self.bar is not None and 0 < self.bar - start <= each else None
            yield min(each, self.count - start), max(0, min(each, self.ticked - start)), bar

    def row(self) -> tuple[str, ...]:
        """Its row in a table of Markdown."""
        return (md(self.name), md(self.number), *map(md, self.cells))

    def markdown(self) -> list[str]:
        """As an entry of a list, where its section has no table."""
        return [f"- {md(self.name)}: {md(self.number)}{f' ({md(self.tail)})' if self.tail else ''}"]

    def emptied(self) -> Item:
        """The same to fill in with a pencil."""
        return replace(self, number=TO_WRITE if self.number else "", ticked=0, bar=None, tail="", end=False, fold=True)


@dataclass(frozen=True, slots=True)
class Row(Item):
    """A row of a table: a name, a number, a text."""

    name: str
    number: str
    text: str = ""
    name_width: int = 13

    def lines(self, width: int, page: Page) -> list[str]:
        """Each cell wrapped in its column; to be written, each a line to write on."""
        if self.number == TO_WRITE:
            return self._to_write(width, page.glyphs.blank)
        number = f"{self.number:>3}"
        room = max(4, width_of(number))
        if self.name_width + room + 2 > width:
            return wrap(" ".join(filter(None, (self.name, self.number, self.text))), width, 2)
        cells = [self.name_width, room, max(1, width - self.name_width - room - 2)]
        return table([self.name, number, self.text], cells, gap=1)

    def _to_write(self, width: int, blank: str) -> list[str]:
        room = self.name_width + 1
        lines = wrap(self.name, room)
        lines[-1] = f"{pad(lines[-1], room)} {blank * 3}  {blank * max(2, width - room - 6)}"
        return lines

    def row(self) -> tuple[str, ...]:
        """Its row in a table of Markdown."""
        return (md(self.name), md(self.number), md(self.text))

    def markdown(self) -> list[str]:
        """As an entry of a list, where its section has no table."""
        return [f"- {md(self.name)}: {md(self.number)}{f', {md(self.text)}' if self.text else ''}"]

    def emptied(self) -> Item:
        """The same to fill in with a pencil."""
        return replace(self, number=TO_WRITE, text="")


@dataclass(frozen=True, slots=True)
class Entry(Item):
    """An entry of a list: `name mark (note): text boxes; more [rule]`, whatever of it there is."""

    text: str = ""
    name: str = ""
    mark: str = ""
    note: str = ""
    count: int = 0
    """Boxes after the text, of which so many are `ticked`."""
    ticked: int = 0
    boxes_in_words: str = ""
    """What they say, where none can be drawn."""
    more: tuple[str, ...] = ()
    rule: str = ""
    label: str = ""
    """A word before it in text, where Markdown has the entry under a `heading` of its own."""
    heading: str = ""

    def lines(self, width: int, page: Page) -> list[str]:
        """Wrapped, further lines set in."""
        drawn = boxes(self.count, self.ticked, min(page.width - 20, 24), page.glyphs) if self.count else ""
        head = "".join([self.name, f" {self.mark}" if self.mark else "", f" ({self.note})" if self.note else ""])
        body = "; ".join(filter(None, (" ".join(filter(None, (self.text, drawn))), *self.more)))
        rule = f" [{self.rule}]" if self.rule else ""
        return wrap(": ".join(filter(None, (self.label, head, body))) + rule, width, 2)

    def markdown(self) -> list[str]:
        """As an entry of a list, its name in bold."""
        head = f"**{md(self.name)}**" if self.name else ""
        head += (f" {self.mark}" if self.mark else "") + (f" ({md(self.note)})" if self.note else "")
        text = ", ".join(filter(None, (self.text, self.boxes_in_words)))
        body = md("; ".join(filter(None, (text, *self.more))))
        return [f"- {': '.join(filter(None, (head, body)))}{md(f' [{self.rule}]') if self.rule else ''}"]

    def emptied(self) -> Item:
        """A line to write on."""
        return Write(boxes=self.count)


@dataclass(frozen=True, slots=True)
class Counted(Item):
    """A text with boxes before it, at least `most` of them; without a text, a line to write on."""

    text: str | None
    ticked: int
    words: str = ""
    most: int = 5

    def lines(self, width: int, page: Page) -> list[str]:
        """`■■□□□  Find my sister`."""
        drawn = boxes(max(self.most, self.ticked), self.ticked, self.most + 7, page.glyphs)
        if self.text is None:
            return [f"{drawn}  {page.glyphs.blank * (width - width_of(drawn) - 2)}"]
        return row(f"{pad(drawn, self.most)}  ", self.text, width)

    def markdown(self) -> list[str]:
        """As an entry of a list."""
        return [f"- {md(self.text or '')}{f' ({self.words})' if self.words else ''}"]

    def emptied(self) -> Item:
        """The same to fill in with a pencil."""
        return Counted(None, 0, most=self.most)


@dataclass(frozen=True, slots=True)
class Led(Item):
    """A text after a lead, which ends in blanks: `chapter 3  …`; further lines are set in under the text."""

    lead: str
    text: str
    bold: bool = False

    def lines(self, width: int, page: Page) -> list[str]:
        """The lead, then the text in its own column."""
        return row(self.lead, self.text, width)

    def markdown(self) -> list[str]:
        """As an entry of a list."""
        lead = md(self.lead.strip())
        return [f"- {f'**{lead}:**' if self.bold else f'{lead}:'} {md(self.text)}"]

    def emptied(self) -> Item:
        """A line to write on."""
        return Write(self.lead.strip())


@dataclass(frozen=True, slots=True)
class Written(Item):
    """A line as somebody wrote it, which may be Markdown."""

    text: str

    def lines(self, width: int, page: Page) -> list[str]:
        """Wrapped."""
        return wrap(self.text, width)

    def markdown(self) -> list[str]:
        """As it is."""
        return [self.text]


@dataclass(frozen=True, slots=True)
class Write(Item):
    """A line to write on, with a label before it or boxes behind it; on paper only."""

    label: str = ""
    boxes: int = 0
    most: int = 0
    """The most columns that it takes; 0: all there are."""

    def lines(self, width: int, page: Page) -> list[str]:
        """`Name ______`."""
        width = min(width, self.most or width)
        lead = f"{self.label} " if self.label else ""
        drawn = f"  {boxes(self.boxes, 0, 12, page.glyphs)}" if self.boxes else ""
        return [f"{lead}{page.glyphs.blank * max(1, width - width_of(lead) - width_of(drawn))}{drawn}"]

    def emptied(self) -> Item:
        """Itself."""
        return self


# ---- lines and Markdown


def ends(left: str, right: str, width: int) -> list[str]:
    """One text at the left edge and one at the right; under each other where they do not fit."""
    room = width - width_of(right)
    if width_of(left) + 2 <= room:
        return [pad(left, room) + right]
    return [*wrap(left, width), *(wrap(right, width) if right else [])]


def md(text: str) -> str:
    """A text of one line so that Markdown shows it as it is, in a paragraph, a list or a table."""
    return _START.sub(_at_start, _SPECIAL.sub(r"\\\1", text))


def _at_start(found: re.Match[str]) -> str:
    space, sign = found.groups()
    return f"{space}\\{sign}" if not sign.isdigit() else f"{space}{sign}\\"


def md_table(head: Sequence[str], rows: Iterable[Sequence[str]], numbers: Sequence[int] = ()) -> list[str]:
    """A table; the columns in `numbers` are set to the right. The cells are Markdown already."""
    rule = ["---:" if place in numbers else "---" for place in range(len(head))]
    return [f"| {' | '.join(cells[: len(head)])} |" for cells in (head, rule, *rows)]
