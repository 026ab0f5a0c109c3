"""The drawer's side: what of a roll is shown in the room that there is, the more the larger it is. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from textual.content import Content

from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.commands.rolls import Roll
from saga_tui.games.saga.screens.session.roll import odds_view
from saga_tui.games.saga.screens.session.roll.sums import Sums
from saga_tui.tally import Term

HIGHEST = 6
"""Lines of the tallest chart."""
LOW = 3
"""Lines of a chart where prices want room too."""
ROOMY = 12
"""Lines beside the tallest chart from which on prices have room."""
FEWEST = 3
"""With fewer prices than this in sight the list is left to the rows."""


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


def side(character: Character, roll: Roll, sums: Sums, width: int, height: int) -> Side:
    """For a column of that size."""
    terms = [(odds_view.term_content(term), odds_view.row_of(character, roll, term)) for term in _told(sums)]
    shown = [(Content.assemble(line, ("  ✗" if key else "", "$faint")), key) for line, key in terms]
    head, against = odds_view.heading(character, sums), odds_view.opposition(character, roll)
    notes = list(odds_view.notes(sums))
    chances = _chances(character, roll, sums, width)
    fixed = lines_of([*head, against, *notes, *chances], width) + 1
    if fixed + len(shown) > height:
        shown = [(line, "") for line in flowed([line for line, _ in terms], width)]
    if lines_of([*head, *(line for line, _ in shown), against, *notes, *chances], width) + 1 > height:
        notes = [note.truncate(width, ellipsis=True) for note in notes]
        chances = [odds_view.compact(sums.panel, sums.against.tie)] if sums.panel else chances
    pool = [*((line, "") for line in head), *shown, (against, ""), *((note, "") for note in notes)]
    used = lines_of([line for line, _ in pool], width) + 1
    left = height - used - len(chances) - 1
    listed = left - LOW - 4 >= FEWEST and bool(sums.prices)
    low = listed and left < HIGHEST + ROOMY
    chart = _chart(sums, width, LOW if low else min(HIGHEST, left - 1))
    prices = _prices(character, roll, sums, left - len(chart) - 3, width)
    odds = [*chances, *([Content("")] if chart else []), *chart]
    return Side(tuple(line for line, _ in pool), tuple(key for _, key in pool), tuple(odds), tuple(prices))


def foot(character: Character, roll: Roll, sums: Sums, width: int, roomy: bool) -> Side:
    """For a foot of few lines below the rows."""
    head = [*odds_view.heading(character, sums), odds_view.opposition(character, roll)]
    together = Content("  ").join(head)
    terms = [odds_view.term_content(term) for term in _told(sums)]
    begin = [together] if together.cell_length <= width else head
    pool = [*begin, *flowed(terms, width), *list(odds_view.notes(sums))[:3]]
    odds: list[Content] = []
    if sums.panel is not None:
        tie = sums.against.tie
        odds.append(odds_view.compact(sums.panel, tie))
        if roomy:
            odds += odds_view.chart(sums.panel.net, tie, width, 1)
    return Side(tuple(pool), ("",) * len(pool), tuple(odds), ())


def flowed(terms: Sequence[Content], width: int) -> list[Content]:
    """The terms one after the other, lines broken between two of them."""
    lines: list[list[Content]] = [[]]
    for term in terms:
        if lines[-1] and sum(part.cell_length + 2 for part in lines[-1]) + term.cell_length > width:
            lines.append([])
        lines[-1].append(term)
    return [Content("  ").join(line) for line in lines]


def _told(sums: Sums) -> list[Term]:
    return [term for term in sums.pool.tally.terms if term.amount]


def _chances(character: Character, roll: Roll, sums: Sums, width: int) -> list[Content]:
    if sums.panel is None:
        return [Content.styled("too many dice for odds", "$dim")]
    return [
        *odds_view.chances(sums.panel, sums.against.tie, width),
        odds_view.beyond(character, roll, sums).truncate(width, ellipsis=True),
    ]


def _chart(sums: Sums, width: int, height: int) -> list[Content]:
    return odds_view.chart(sums.panel.net, sums.against.tie, width, height) if sums.panel and height > 0 else []


def _prices(character: Character, roll: Roll, sums: Sums, most: int, width: int) -> list[Content]:
    if most < FEWEST or not sums.prices:
        return []
    ties = f"{'or tie':>7}" if sums.against.tie in odds_view.TIE_WORDS else ""
    room = odds_view.names_width(width)
    head = Content.assemble((f"{'Add one':<{room}}", "$title"), (f"{'success':>8}{ties}", "$dim"))
    return [head, *odds_view.price_rows(character, roll, sums.prices, most, width)]
