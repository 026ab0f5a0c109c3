"""A roll in sight as it is put together: the terms of its pool, its chances as bars, its law as a chart, and what one
thing more would add; the more of it the more room there is. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from textual.content import Content

from saga_tui.odds import Dist
from saga_tui.problem import Problem
from saga_tui.ui.specs import Why
from saga_tui.words import percent

EIGHTHS: Final = " ▁▂▃▄▅▆▇█"
STACKED: Final = "█▓░"
"""How the parts of a stack are drawn: what one hopes for, what lies between, what one fears."""
BAR, REST = "━", "─"
SMALL: Final = Fraction(1, 200)
"""Numbers less likely than this are left off the chart's ends."""
HIGHEST: Final = 9
"""Lines of the tallest chart."""
HEAD: Final = 3
"""Lines of the number and of what stands beside it."""
WIDE: Final = 60
"""Cells beside the number from which on more stands there than the chances."""
WIDEST: Final = 5
"""Cells of a number's column in the chart, the blank behind it included."""
TWICE: Final = 36
"""Cells from which on a price says what it adds to two chances."""
LOW: Final = 3
"""Lines of a chart where prices want room too."""
ROOMY: Final = 16
"""Lines that chart and prices want before each term has a line of its own."""
BEST: Final = 6
"""Prices that come before a taller chart."""
NOTHING: Final = Content("")
FEWEST: Final = 3
"""With fewer prices than this in sight the list is left to the rows."""


@dataclass(frozen=True, slots=True)
class Chance:
    """One thing that may come of a roll."""

    words: str
    chance: Fraction
    style: str = ""
    within: bool = False
    """Whether it is a part of the last one that is not."""


@dataclass(frozen=True, slots=True)
class Priced:
    """One more thing that could be spent: its words, and what it would add to the chance of success, or to that of the
    second column."""

    words: str
    style: str
    adds: Fraction
    second: Fraction = Fraction()
    tokens: int = 1


def by_sign(value: int) -> str:
    """The colour of a margin: below zero it is lost."""
    return "$bad" if value < 0 else "$good"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What follows from a roll as it is put together, for the frame to show.

    `heading` says what is rolled, each of `terms` has the key of the row that a click on it takes off, `against` says
    what it is measured by. `chances` are what may come of it, the best first; none where the odds are not known.
    """

    heading: Sequence[Content]
    terms: Sequence[tuple[Content, str]] = ()
    short: Sequence[Content] = ()
    """The terms in few words, one for each, where they stand one after the other."""
    against: Content = NOTHING
    notes: Sequence[Content] = ()
    chances: Sequence[Chance] = ()
    tail: Content = NOTHING
    """A line below the chances."""
    law: Dist | None = None
    """What the chart shows."""
    tone: Callable[[int], str] = by_sign
    named: Callable[[int], str] | None = None
    """How the chart's numbers are written; with their sign, where nothing is said."""
    drawn: Callable[[int, int], Sequence[Content]] | None = None
    """What is drawn in the place of the chart, for a width and so many lines at most."""
    prices: Sequence[Priced] = ()
    columns: tuple[str, str] = ("success", "")
    """What the prices add to; the second only where it is named."""
    adds: Mapping[str, Fraction] = field(default_factory=dict)
    """What one step up would add to the chance of success, by the row's key."""
    unpaid: Problem | None = None
    """Why the roll cannot be confirmed, if it cannot."""
    needs: str = ""
    """What it lacks, in the border's words."""
    why: Why | None = None
    """The reasons of its number."""
    said: Mapping[str, str] = field(default_factory=dict)
    """What stands at the right end of a section's rule."""
    ghosts: Mapping[str, int] = field(default_factory=dict)
    """What it would give or take of the heroes' marks, by the row's id."""


def points(adds: Fraction) -> str:
    """A difference in chance, in points of percent: `+12%`, `−3%`; less than half a point is `+0%`."""
    whole = int(abs(adds) * 100 + Fraction(1, 2))
    return f"{'−' if adds < 0 and whole else '+'}{whole}%"


def tone(adds: Fraction) -> str:
    """The colour of a difference in chance; one too small to be told has none."""
    return "$dim" if abs(adds) < SMALL else "$good" if adds > 0 else "$bad"


def signed(number: int) -> str:
    """`+2`, `−1`."""
    return f"{number:+d}".replace("-", "−")


def filled_bar(chance: Fraction, room: int, style: str) -> list[tuple[str, str]]:
    """A bar of so many cells, filled as far as the chance goes."""
    full = int(chance * room + Fraction(1, 2))
    return [(BAR * full, style), (REST * (room - full), "$calm")]


def stack(chances: Sequence[Chance], width: int) -> Content:
    """One bar of all that may come of it, the cells shared out by chance; each part has its own sign."""
    parts = [one for one in chances if not one.within]
    ends = [int(sum((one.chance for one in parts[: at + 1]), Fraction()) * width + Fraction(1, 2))
            for at in range(len(parts))]  # fmt: skip
    cells = [max(0, min(width, end) - start) for start, end in zip([0, *ends], ends, strict=False)]
    glyphs = [*STACKED[: len(parts) - 1], STACKED[-1]]
    shown = zip(parts, cells, glyphs, strict=False)
    return Content.assemble(*((glyph * count, one.style.removeprefix("bold ")) for one, count, glyph in shown))


def number(chances: Sequence[Chance]) -> str:
    """The chance of what one hopes for, to be drawn large; its sign for percent stands beside it."""
    return percent(chances[0].chance).removesuffix("%") if chances else ""


def beside(roll: Reading, width: int) -> list[Content]:
    """The three lines beside the number: what it is the chance of, the stack, the other chances."""
    if not roll.chances:
        return [Content.styled("too many dice for odds", "$dim"), NOTHING, NOTHING]
    hoped, *others = roll.chances
    words = Content.styled(f"  {hoped.words}", f"bold {hoped.style}")
    told = [(Content.assemble((percent(one.chance), f"bold {one.style}"), f" {one.words}"), one) for one in others]
    parts = [part for part, one in told if one.chance]
    end = roll.against
    if sum(part.cell_length + 1 for part in parts) + 1 > width:  # a part of another chance stands above it
        within = [part for part, one in told if one.chance and one.within]
        parts, end = [part for part, one in told if one.chance and not one.within], Content(" ").join(within)
    if words.cell_length + 3 + end.cell_length <= width:
        words = Content.assemble(words, " " * (width - words.cell_length - end.cell_length), end)
    gap = max(1, min(3, (width - 2 - sum(part.cell_length for part in parts)) // max(1, len(parts) - 1)))
    last = Content.assemble("% ", Content(" " * gap).join(parts))
    tail = roll.tail
    if width >= WIDE and last.cell_length + 3 + tail.cell_length <= width:
        last = Content.assemble(last, " " * (width - last.cell_length - tail.cell_length), tail)
    return [words, Content.assemble("  ", stack(roll.chances, max(4, width - 2))), last.truncate(width, ellipsis=True)]


def chart(
    law: Dist, style: Callable[[int], str], width: int, height: int, named: Callable[[int], str] | None = None
) -> list[Content]:
    """A law: a column a number, `height` lines high, and the numbers below them."""
    shown = window(law, width)
    if not shown or height <= 0:
        return []
    cell = max(1, min(WIDEST, width // len(shown)))
    top = max(chance for _, chance in shown)
    rows: list[Content] = []
    for line in range(height - 1, -1, -1):
        parts: list[tuple[str, str]] = []
        for value, chance in shown:
            eighths = int(chance / top * 8 * height + Fraction(1, 2)) - 8 * line
            glyph = EIGHTHS[max(0, min(8, eighths))]
            parts.append((glyph * max(1, cell - 1) + " " * (cell > 1), style(value)))
        rows.append(Content.assemble(*parts))
    return [*rows, Content.styled(_scale([value for value, _ in shown], cell, named or plain), "$dim")]


def window(law: Dist, width: int) -> list[tuple[int, Fraction]]:
    """The numbers worth a column: without what is hardly possible at either end, and no more than there is room for."""
    shown = list(law)
    while len(shown) > 1 and (shown[0][1] < SMALL or shown[-1][1] < SMALL or len(shown) > width):
        shown.pop(0 if shown[0][1] <= shown[-1][1] else -1)
    return shown


def plain(value: int) -> str:
    """A number with its sign; none before 0."""
    return signed(value) if value else "0"


def _scale(values: Sequence[int], cell: int, named: Callable[[int], str]) -> str:
    """The numbers below the columns, as many as fit; zero is always among them."""
    line = [" "] * (cell * len(values) + 3)
    every = 1 if cell >= 3 and max(map(abs, values)) < 10 else 2 if cell > 1 else 5
    for place, value in enumerate(values):
        if value % every == 0:
            text = named(value)
            text = f"{text:>2}" if cell > 1 else text
            start = place * cell + max(0, cell - 3) // 2
            line[start : start + len(text)] = text
    return "".join(line).rstrip()


def price_rows(prices: Sequence[Priced], most: int, width: int, second: bool = False) -> list[Content]:
    """What one more of each thing adds, the best first."""
    rows, room = [], names_width(width, second)
    for price in sorted(prices, key=lambda price: (-price.adds, price.tokens))[: max(0, most)]:
        level = f"{points(price.second):>7}" if second else ""
        name = Content.styled(price.words, price.style).truncate(room, ellipsis=True)
        gap = " " * (room - name.cell_length)
        rows.append(Content.assemble(name, gap, (f"{points(price.adds):>8}", tone(price.adds)), (level, "$dim")))
    return rows


def names_width(width: int, second: bool = True) -> int:
    """Cells for the words of a price."""
    return max(8, min(30, width - (15 if second else 8)))


# ---- what is shown in the room that there is


Spans = tuple[tuple[int, int, str], ...]
"""From which cell to which a click on a line takes which row off."""


@dataclass(frozen=True, slots=True)
class Side:
    """What the hero shows: the words in its rule, the number, three lines beside it, then three blocks of lines. `keys`
    says for each line of the pool what a click takes off."""

    title: str
    number: str
    beside: tuple[Content, ...]
    pool: tuple[Content, ...]
    keys: tuple[Spans, ...]
    odds: tuple[Content, ...]
    prices: tuple[Content, ...]


def lines_of(contents: Sequence[Content], width: int) -> int:
    """Lines that the contents take, long ones wrapped."""
    return sum(len(content.wrap(width)) if content.cell_length > width > 0 else 1 for content in contents)


def side(roll: Reading, width: int, height: int) -> Side:
    """For a column of that size: the number, where it comes from, its law as a chart, and what to add next."""
    shown = number(roll.chances)
    head = beside(roll, width - large(shown))
    named = roll.against.plain in head[0].plain
    rest = [*roll.heading[1:], *([roll.against] if roll.against and not named else [])]
    notes = list(roll.notes)
    listed = [
        (Content.assemble(line, ("  [x]" if key else "", "$faint")), whole(line, key)) for line, key in roll.terms
    ]
    if HEAD + lines_of([*rest, *(line for line, _ in listed), *notes], width) + ROOMY > height:
        listed = flowed(in_few_words(roll), width)
    if HEAD + lines_of([*rest, *(line for line, _ in listed), *notes], width) + LOW > height:
        notes = [note.truncate(width, ellipsis=True) for note in notes]
    pool = [*listed, *((line, ()) for line in (*rest, *notes))]
    tail = [roll.tail] if roll.tail and not roll.drawn else []  # a drawing says it all
    left = height - HEAD - lines_of([*(line for line, _ in pool), *tail], width)
    wanted = min(len(roll.prices), BEST) + 1 if roll.prices else 0
    room = max(LOW, left - wanted - 3) if left - wanted - 3 >= LOW or left < FEWEST + LOW + 4 else LOW
    drawn = drawing(roll, width, min(room, left - 2))
    prices = _prices(roll, left - len(drawn) - bool(drawn) - 2, width)
    odds = [*([NOTHING] if drawn else []), *drawn, *tail]
    title = roll.heading[0].plain if roll.heading else ""
    lines, keys = tuple(line for line, _ in pool), tuple(spans for _, spans in pool)
    return Side(title, shown, tuple(head), lines, keys, tuple(odds), tuple(prices))


def drawing(roll: Reading, width: int, height: int) -> list[Content]:
    """The chart, at most so many lines without its numbers; a law that is flat needs few. Or what a roll has drawn in
    its place."""
    if roll.drawn is not None:
        return [*roll.drawn(width, height)]
    flat = roll.law is not None and len({chance for _, chance in roll.law}) == 1
    high = min(height, LOW if flat else HIGHEST)
    return chart(roll.law, roll.tone, width, high, roll.named) if roll.law else []


def foot(roll: Reading, width: int, roomy: bool, spare: int = 0) -> Side:
    """For the head of a narrow screen: the number with three lines, the terms on one line or two, what is wrong, and
    the chart where so many lines are to spare for it."""
    shown = number(roll.chances)
    head = beside(roll, width - large(shown))
    lines = flowed(in_few_words(roll), width)
    if len(lines) > 1 + roomy:
        lines = lines[: 1 + roomy]
        lines[-1] = (Content.assemble(lines[-1][0], "  …").truncate(width, ellipsis=True), lines[-1][1])
    named = not roll.against or roll.against.plain in head[0].plain
    rest = [*roll.heading[1:], *([] if named else [roll.against]), *roll.notes[:2]]
    pool = [*lines, *((line.truncate(width, ellipsis=True), ()) for line in rest)]
    title = roll.heading[0].plain if roll.heading else ""
    drawn = drawing(roll, width, spare - HEAD - len(pool) - 3)
    odds = [NOTHING, *drawn, NOTHING] if drawn else []
    lined, keys = tuple(line for line, _ in pool), tuple(spans for _, spans in pool)
    return Side(title, shown, tuple(head), lined, keys, tuple(odds), ())


def large(text: str) -> int:
    """Cells of a number drawn large."""
    return sum(1 if sign in ",." else 3 for sign in text)


def whole(line: Content, key: str) -> Spans:
    """All of a line is its term's."""
    return ((0, line.cell_length + 5, key),) if key else ()


def in_few_words(roll: Reading) -> list[tuple[Content, str]]:
    """The terms in few words, each with its row."""
    keys = [key for _, key in roll.terms]
    return list(zip(roll.short or [line for line, _ in roll.terms], keys, strict=True))


def flowed(terms: Sequence[tuple[Content, str]], width: int) -> list[tuple[Content, Spans]]:
    """The terms one after the other, lines broken between two of them."""
    lines: list[tuple[list[Content], list[tuple[int, int, str]]]] = []
    used = width
    for term, key in terms:
        if not lines or used + term.cell_length > width:
            lines.append(([], []))
            used = 0
        lines[-1][0].append(term)
        if key:
            lines[-1][1].append((used, used + term.cell_length, key))
        used += term.cell_length + 2
    return [(Content("  ").join(line).truncate(width, ellipsis=True), tuple(spans)) for line, spans in lines]


def _prices(roll: Reading, most: int, width: int) -> list[Content]:
    if most < FEWEST or not roll.prices:
        return []
    first, second = roll.columns if width >= TWICE else (roll.columns[0], "")
    told = f"{second:>7}" if second else ""
    head = Content.assemble(
        (f"{'Best next':<{names_width(width, bool(second))}}", "bold $title"), (f"{first:>8}{told}", "$dim")
    )
    return [head, *price_rows(roll.prices, most, width, bool(second))]
