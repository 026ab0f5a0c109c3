"""How a column's lines are dealt to its panels: all begin brief, then the worthiest unfold while there is room."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

BRIEF: Final = 0
PLAIN: Final = 1
FULL: Final = 2
LAVISH: Final = 3
LEVELS: Final = (BRIEF, PLAIN, FULL, LAVISH)


@dataclass(frozen=True, slots=True)
class Offer:
    """What a panel would take: its lines when brief (a row a line, cut), plain (rows wrapped), full (with what each row
    does) and lavish (with all that can be said of it). `worth` says who is raised first: the lowest number."""

    heights: tuple[int, int, int, int]
    worth: int = 0
    folds: int = 0
    """Whether it can do with fewer lines than brief, its last one telling of the rest; the highest number folds first,
    0 never."""


def deal(room: int, offers: Sequence[Offer]) -> tuple[int, ...]:
    """The level of each panel (0 brief to 3 lavish), in the order of the offers.

    Never more lines than there are, unless not even brief panels fit; with more room no panel gets less than before.
    All are raised to a level before one is to the next; who doesn't fit ends the deal, so that order is kept.
    """
    levels = [BRIEF] * len(offers)
    left = room - sum(offer.heights[BRIEF] for offer in offers)
    order = sorted(range(len(offers)), key=lambda at: offers[at].worth)
    for level in LEVELS[1:]:
        for at in order:
            cost = offers[at].heights[level] - offers[at].heights[level - 1]
            if cost > left:
                return tuple(levels)
            levels[at], left = level, left - cost
    return tuple(levels)


FOLDED: Final = 2
"""Lines of a panel that is folded: its rule, and a line that tells of its rows."""


def squeeze(room: int, offers: Sequence[Offer]) -> tuple[int, ...]:
    """Lines of each panel where not even brief ones may fit: who folds first gives up its own first, and keeps a rule
    and a line."""
    heights = [offer.heights[BRIEF] for offer in offers]
    short = lacking(offers, room)
    for at in sorted(range(len(offers)), key=lambda at: -offers[at].folds):
        if short > 0 and offers[at].folds:
            given = min(short, max(0, heights[at] - FOLDED))
            heights[at], short = heights[at] - given, short - given
    return tuple(heights)


def lacking(offers: Sequence[Offer], room: int) -> int:
    """How many lines more a column would need for all its panels to be brief; less than none are free."""
    return sum(offer.heights[BRIEF] for offer in offers) - room


def spread(columns: Sequence[Sequence[Offer]], rooms: Sequence[int]) -> list[tuple[int, int, int]]:
    """Moves that give panels the free lines of another column where their own has too few for all to be brief: from
    which column, which of its panels, to which column. Who would fold first goes first, to where most is free; a
    column that takes one keeps room for its own rows wrapped, and none loses its first panel."""
    short = list(map(lacking, columns, rooms))
    free = [room - sum(offer.heights[PLAIN] for offer in offers) for offers, room in zip(columns, rooms, strict=True)]
    moves: list[tuple[int, int, int]] = []
    for column, offers in enumerate(columns):
        for at in sorted(range(1, len(offers)), key=lambda at: -offers[at].folds):
            to, height = max(range(len(columns)), key=lambda one: free[one]), offers[at].heights[BRIEF]
            if short[column] > 0 and offers[at].folds and to != column and height <= free[to]:
                moves.append((column, at, to))
                short[column], free[to] = short[column] - height, free[to] - height
    return moves
