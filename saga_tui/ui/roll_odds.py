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
BAR, REST = "━", "─"
SMALL: Final = Fraction(1, 200)
"""Numbers less likely than this are left off the chart's ends."""
HIGHEST: Final = 6
"""Lines of the tallest chart."""
LOW: Final = 3
"""Lines of a chart where prices want room too."""
ROOMY: Final = 12
"""Lines beside the tallest chart from which on prices have room."""
NOTHING: Final = Content("")
FEWEST: Final = 3
"""With fewer prices than this in sight the list is left to the rows."""


@dataclass(frozen=True, slots=True)
class Chance:
    """One thing that may come of a roll."""

    words: str
    chance: Fraction
    style: str = ""


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
    against: Content = NOTHING
    notes: Sequence[Content] = ()
    chances: Sequence[Chance] = ()
    tail: Content = NOTHING
    """A line below the chances."""
    brief: Content | None = None
    """The chances on one line, if in other words."""
    law: Dist | None = None
    """What the chart shows."""
    tone: Callable[[int], str] = by_sign
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

    @property
    def compact(self) -> Content:
        """The chances on one line."""
        if self.brief is not None:
            return self.brief
        said = (Content.assemble((percent(one.chance), f"bold {one.style}"), f" {one.words}") for one in self.chances)
        return Content(" · ").join(said)


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


def bars(chances: Sequence[Chance], width: int) -> list[Content]:
    """Each chance with its words and a bar."""
    wide = max(11, *(len(one.words) + 2 for one in chances)) if chances else 11
    room = max(4, width - wide - 11)
    return [
        Content.assemble(
            (f"{one.words:<{wide}}", one.style),
            (f"{percent(one.chance):>9}  ", "bold"),
            *filled_bar(one.chance, room, one.style),
        )
        for one in chances
    ]


def chart(law: Dist, style: Callable[[int], str], width: int, height: int) -> list[Content]:
    """A law: a column a number, `height` lines high, and the numbers below them."""
    shown = window(law, width)
    if not shown or height <= 0:
        return []
    cell = 3 if 3 * len(shown) <= width else 2 if 2 * len(shown) <= width else 1
    top = max(chance for _, chance in shown)
    rows: list[Content] = []
    for line in range(height - 1, -1, -1):
        parts: list[tuple[str, str]] = []
        for value, chance in shown:
            eighths = int(chance / top * 8 * height + Fraction(1, 2)) - 8 * line
            glyph = EIGHTHS[max(0, min(8, eighths))]
            parts.append((glyph * max(1, cell - 1) + " " * (cell > 1), style(value)))
        rows.append(Content.assemble(*parts))
    return [*rows, Content.styled(_scale([value for value, _ in shown], cell), "$dim")]


def window(law: Dist, width: int) -> list[tuple[int, Fraction]]:
    """The numbers worth a column: without what is hardly possible at either end, and no more than there is room for."""
    shown = list(law)
    while len(shown) > 1 and (shown[0][1] < SMALL or shown[-1][1] < SMALL or len(shown) > width):
        shown.pop(0 if shown[0][1] <= shown[-1][1] else -1)
    return shown


def _scale(values: Sequence[int], cell: int) -> str:
    """The numbers below the columns, as many as fit; zero is always among them."""
    line = [" "] * (cell * len(values) + 3)
    every = 1 if cell == 3 and max(map(abs, values)) < 10 else 2 if cell > 1 else 5
    for place, value in enumerate(values):
        if value % every == 0:
            text = signed(value) if value else "0"
            text = f"{text:>2}" if cell > 1 else text
            line[place * cell : place * cell + len(text)] = text
    return "".join(line).rstrip()


def price_rows(prices: Sequence[Priced], most: int, width: int, second: bool = False) -> list[Content]:
    """What one more of each thing adds, the best first."""
    rows, room = [], names_width(width)
    for price in sorted(prices, key=lambda price: (-price.adds, price.tokens))[: max(0, most)]:
        level = f"{points(price.second):>7}" if second else ""
        name = Content.styled(price.words, price.style).truncate(room, ellipsis=True)
        gap = " " * (room - name.cell_length)
        rows.append(Content.assemble(name, gap, (f"{points(price.adds):>8}", tone(price.adds)), (level, "$dim")))
    return rows


def names_width(width: int) -> int:
    """Cells for the words of a price."""
    return max(8, min(30, width - 15))


# ---- what is shown in the room that there is


@dataclass(frozen=True, slots=True)
class Side:
    """Three blocks of lines. `keys` names for each line of the pool the row that a click takes off."""

    pool: tuple[Content, ...]
    keys: tuple[str, ...]
    odds: tuple[Content, ...]
    prices: tuple[Content, ...]


def lines_of(contents: Sequence[Content], width: int) -> int:
    """Lines that the contents take, long ones wrapped."""
    return sum(max(1, -(-content.cell_length // max(1, width))) for content in contents)


def side(roll: Reading, width: int, height: int) -> Side:
    """For a column of that size."""
    terms = [line for line, _ in roll.terms]
    shown = [(Content.assemble(line, ("  [x]" if key else "", "$faint")), key) for line, key in roll.terms]
    head, against, notes, chances = roll.heading, roll.against, roll.notes, _chances(roll, width)
    fixed = lines_of([*head, against, *notes, *chances], width) + 1
    if fixed + len(shown) > height:
        shown = [(line, "") for line in flowed(terms, width)]
    if lines_of([*head, *(line for line, _ in shown), against, *notes, *chances], width) + 1 > height:
        notes = [note.truncate(width, ellipsis=True) for note in notes]
        chances = [roll.compact] if roll.chances else chances
    pool = [*((line, "") for line in head), *shown, (against, ""), *((note, "") for note in notes)]
    used = lines_of([line for line, _ in pool], width) + 1
    left = height - used - len(chances) - 1
    listed = left - LOW - 4 >= FEWEST and bool(roll.prices)
    low = listed and left < HIGHEST + ROOMY
    drawn = chart(roll.law, roll.tone, width, LOW if low else min(HIGHEST, left - 1)) if roll.law else []
    prices = _prices(roll, left - len(drawn) - 3, width)
    odds = [*chances, *([Content("")] if drawn else []), *drawn]
    return Side(tuple(line for line, _ in pool), tuple(key for _, key in pool), tuple(odds), tuple(prices))


def foot(roll: Reading, width: int, roomy: bool) -> Side:
    """For a foot of few lines below the rows."""
    head = [*roll.heading, roll.against]
    together = Content("  ").join(head)
    begin = [together] if together.cell_length <= width else head
    pool = [*begin, *flowed([line for line, _ in roll.terms], width), *roll.notes[:3]]
    odds = [roll.compact] if roll.chances else []
    if roll.chances and roll.law and roomy:
        odds += chart(roll.law, roll.tone, width, 1)
    return Side(tuple(pool), ("",) * len(pool), tuple(odds), ())


def flowed(terms: Sequence[Content], width: int) -> list[Content]:
    """The terms one after the other, lines broken between two of them."""
    lines: list[list[Content]] = [[]]
    for term in terms:
        if lines[-1] and sum(part.cell_length + 2 for part in lines[-1]) + term.cell_length > width:
            lines.append([])
        lines[-1].append(term)
    return [Content("  ").join(line) for line in lines]


def _chances(roll: Reading, width: int) -> list[Content]:
    if not roll.chances:
        return [Content.styled("too many dice for odds", "$dim")]
    return [*bars(roll.chances, width), *([roll.tail.truncate(width, ellipsis=True)] if roll.tail else [])]


def _prices(roll: Reading, most: int, width: int) -> list[Content]:
    if most < FEWEST or not roll.prices:
        return []
    first, second = roll.columns
    told = f"{second:>7}" if second else ""
    head = Content.assemble((f"{'Add one':<{names_width(width)}}", "$title"), (f"{first:>8}{told}", "$dim"))
    return [head, *price_rows(roll.prices, most, width, bool(second))]
