"""The chance of a roll drawn as the largest thing in sight: three lines of a number beside one bar of all that may come
of it, then where the dice come from, the chart, and what adds most; as much of it as there is room for. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from textual.content import Content
from textual.renderables.digits import DIGITS, DIGITS3X3_BOLD

from saga_tui.ui.deal import FULL, LAVISH, PLAIN
from saga_tui.ui.roll_odds import (
    Chance,
    Reading,
    chart,
    filled_bar,
    flowed,
    in_few_words,
    lines_of,
    points,
    stack,
    tone,
)
from saga_tui.words import percent

PARTS: Final = tuple(DIGITS3X3_BOLD)
ROMAN: Final = {"I": ("╺┳╸", " ┃ ", "╺┻╸"), "V": ("╻ ╻", "┃┏┛", "┗┛ "), "X": ("╲ ╱", " ╳ ", "╱ ╲")}
"""Roman numerals as large as digits."""
CHART: Final = 8
PRICES: Final = 7
"""Lines of the chart, and of what adds most, at most."""


def large(text: str) -> tuple[str, str, str]:
    """Digits and signs three lines high, a number's width at three cells each; other signs on the last line."""
    rows = ["", "", ""]
    for sign in text:
        at = DIGITS.find(sign)
        drawn = ROMAN.get(sign) or (PARTS[3 * at : 3 * at + 3] if at >= 0 else ["", "", sign])
        wide = 3 if at >= 0 or sign in ROMAN else 1
        rows = [row + part.ljust(wide) for row, part in zip(rows, drawn, strict=True)]
    return rows[0], rows[1], rows[2]


def hero(chances: Sequence[Chance], tail: Content, width: int) -> list[Content]:
    """The chance of the best in large figures; beside it the words for all, the bar, and a line of what else follows.

    A chance within another (`dramatic`) has no part of the bar.
    """
    if not chances:
        return [Content.styled("too many dice for odds", "$dim")]
    first, *others = chances
    figures = large(percent(first.chance).rstrip("%"))
    start, style = len(figures[0]) + 3, first.style.removeprefix("bold ")
    words = Content("   ").join(Content.styled(f"{percent(one.chance)} {one.words}", "$dim") for one in others)
    beside = (
        Content.assemble((f"% {first.words}   ", f"bold {style}"), words),
        stack(chances, max(1, width - start)),
        tail,
    )
    return [
        Content.assemble((line, f"bold {style}"), "   ", more).truncate(width, ellipsis=True)
        for line, more in zip(figures, beside, strict=True)
    ]


def told(roll: Reading, width: int, level: int) -> list[Content]:
    """A roll in so many cells: heading and hero; then its terms one by one; then the chart; then what adds most."""
    found = [*hero(roll.chances, roll.tail, width), *roll.notes[:2]]
    terms = [line for line, _ in roll.terms]
    brief = [line for line, _ in flowed(in_few_words(roll), width)]
    found += [Content(""), *terms, roll.against] if level >= PLAIN else [*brief, roll.against]
    if level >= FULL and roll.law is not None:
        found += [Content(""), *chart(roll.law, roll.tone, width, CHART, roll.named)]
    if level >= LAVISH and roll.prices:
        found += [Content(""), *adds(roll, width)]
    return [line for one in found for line in (one.wrap(width) if lines_of([one], width) > 1 else [one])]


def adds(roll: Reading, width: int) -> list[Content]:
    """What one more of each thing adds, the best first, each with a bar, below a line that says to what."""
    first, second = roll.columns
    numbers = 8 + 7 * bool(second)
    names = max(8, min(26, width - numbers - 2))
    bars = max(0, width - names - numbers)
    shown = sorted(roll.prices, key=lambda price: (-price.adds, price.tokens))[:PRICES]
    best = max((abs(price.adds) for price in shown), default=Fraction()) or Fraction(1)
    head = f"{first:>{bars + 8}}{f'{second:>7}' if second else ''}"
    lines = [Content.assemble((f"{'Add one':<{names}}", "bold $title"), (head, "$dim"))]
    for price in shown:
        name = Content.styled(price.words, price.style).truncate(names - 1, ellipsis=True)
        told = (f"{points(price.adds):>8}", tone(price.adds)), (f"{points(price.second):>7}" if second else "", "$dim")
        bar = filled_bar(abs(price.adds) / best, bars, tone(price.adds))
        lines.append(Content.assemble(name.pad_right(names - name.cell_length), *bar, *told))
    return lines
