"""What follows from a roll where there is much room beside its rows: a chart with a line for each number, its chance
and that of more; prices in two columns, each with a bar. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import zip_longest
from typing import Final

from textual.content import Content

from saga_tui.odds import Dist
from saga_tui.ui.roll_odds import BAR, REST, Priced, Reading, Side, Spans, drawing, points, signed, tone, whole, window
from saga_tui.words import percent

WIDE: Final = 72
"""Cells from which on there is so much room."""
GAP: Final = 4
"""Cells between two columns."""
UPPER, LOWER, THICKEST = "▄", "▀", 3
"""A bar's outer lines, and how many lines it takes at most."""
NUMBERS: Final = 15
"""Cells behind a bar for two chances."""
LEAST_BAR: Final = 5
"""Cells of the shortest bar beside a price."""


def law_rows(law: Dist, style: Callable[[int], str], width: int, height: int) -> list[Content]:
    """A law, a number a line: a bar, its chance, the chance of it or more. A bar is up to three lines thick, as there
    is room; there are none where not all numbers find a line."""
    shown = window(law, width)
    if not shown or len(shown) + 1 > height:
        return []
    thick = min(THICKEST, (height - 1) // len(shown))
    cells, top = width - NUMBERS - 5, max(chance for _, chance in shown)
    rows = [Content.styled(f"{'exactly':>{width - 8}}{'or more':>8}", "$dim")]
    for value, chance in reversed(shown):
        full = max(1, int(chance / top * cells + Fraction(1, 2)))
        name, colour = f"{signed(value) if value else '0':>3}  ", style(value)
        bar = ("█" * full, colour), (REST * (cells - full), "$faint")
        told = f"{percent(chance):>{NUMBERS - 8}}", f"{percent(law.at_least(value)):>8}"
        edge = " " * len(name)
        rows += [Content.assemble(edge, (UPPER * full, colour))] * (thick > 1)
        rows.append(Content.assemble((name, "$dim"), *bar, told[0], (told[1], "$dim")))
        rows += [Content.assemble(edge, (LOWER * full, colour))] * (thick > 2)
    return rows


def price_columns(
    prices: Sequence[Priced], columns: tuple[str, str], width: int, most: int, across: int = 2
) -> list[Content]:
    """What one more of each thing adds, the best first, in so many columns under their heads, with a bar where there is
    room; so many lines at most."""
    if not prices or most < 2:
        return []
    first, second = columns
    cells = (width - 2 * (across - 1)) // across
    shown = sorted(prices, key=lambda price: (-price.adds, price.tokens))
    lines = min(most - 1, -(-len(shown) // across))
    best = max(abs(price.adds) for price in shown) or Fraction(1)
    numbers = 7 + 7 * bool(second)
    names = min(cells - numbers, max(len(price.words) for price in shown) + 2)
    bar = cells - names - numbers if cells - names - numbers >= LEAST_BAR else 0
    names = cells - numbers - bar
    heads = f"{first:>{bar + 7}}{f'{second:>7}' if second else ''}"

    def row(price: Priced) -> Content:
        name = Content.styled(price.words, price.style).truncate(names, ellipsis=True)
        full = int(abs(price.adds) / best * bar + Fraction(1, 2))
        drawn = (BAR * full, tone(price.adds)), (REST * (bar - full), "$faint")
        told = (f"{points(price.adds):>7}", tone(price.adds)), (f"{points(price.second):>7}" if second else "", "$dim")
        return Content.assemble(name, " " * (names - name.cell_length), *drawn, *told)

    dealt = [shown[at * lines : (at + 1) * lines] for at in range(across)]
    top = [
        Content.assemble((f"{'' if at else 'Best next':<{names}}", "bold $title"), (heads, "$dim"))
        for at, found in enumerate(dealt)
        if found
    ]
    rows = [[row(price) for price in line if price is not None] for line in zip_longest(*dealt)]
    return [Content("  ").join(parts) for parts in (top, *rows)]


def term_columns(roll: Reading, width: int, rest: Sequence[Content]) -> tuple[list[Content], list[Spans]]:
    """The terms with what takes each off, two in a line; then what else is to be said of the pool."""
    cells = (width - GAP) // 2
    told = [(Content.assemble(line, ("  [x]" if key else "", "$faint")), whole(line, key)) for line, key in roll.terms]
    told += [(line, ()) for line in rest]
    if any(line.cell_length > cells for line, _ in told):
        return [line for line, _ in told], [spans for _, spans in told]
    lines: list[Content] = []
    keys: list[Spans] = []
    down = (len(told) + 1) // 2
    for (left, a), (right, b) in zip_longest(told[:down], told[down:], fillvalue=(Content(""), ())):
        start = cells + GAP
        lines.append(Content.assemble(left, " " * (start - left.cell_length), right))
        keys.append((*a, *((start + one, start + end, key) for one, end, key in b)))
    return lines, keys


def widely(roll: Reading, side: Side, width: int, height: int) -> Side:
    """A side with the law a number a line and the prices in two columns, where all of that fits; else as it is."""
    named = roll.against.plain in "".join(line.plain for line in side.beside)
    rest = [*roll.heading[1:], *([roll.against] if roll.against and not named else []), *roll.notes]
    pool, keys = term_columns(roll, width, rest)
    tail = [roll.tail] if roll.tail and not roll.drawn and roll.tail.plain not in side.beside[-1].plain else []
    left = height - 3 - len(pool) - len(tail) - 2
    whole_list = len(roll.prices) + 2 if roll.prices else 0
    shown = len(window(roll.law, width)) if roll.law is not None else 0
    across = 1 if left - whole_list > 2 * shown else 2
    wanted = whole_list if across == 1 else (whole_list + 1) // 2 + 1
    law = roll.law
    drawn = (
        drawing(roll, width, left - wanted)
        if roll.drawn
        else law_rows(law, roll.tone, width, left - wanted)
        if law
        else []
    )
    if not drawn:
        return side
    odds = (Content(""), *drawn, *([Content(""), *tail] if tail else []))
    prices = tuple(price_columns(roll.prices, roll.columns, width, left - len(drawn) - 1, across))
    return Side(side.title, side.number, side.beside, tuple(pool), tuple(keys), odds, prices)
