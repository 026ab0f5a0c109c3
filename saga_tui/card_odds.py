"""Cards that count by their value: exact chances of drawing them, and which of them to pay with. Drawn cards are put
back (a chart, where every draw is a roll on all its rows) or not (a pile). Nothing is rounded or simulated.

    Pile(cards, back).run(suit) → Run       draws up to and with the first card of another suit
    Run.law(top) → Dist, .at_least(total) → Fraction, .mean
    any_of(matching, cards, draws, back)    the chance that at least one matching card is drawn
    highest(values, drawn, kept) → Dist     the sum of the highest of so many cards drawn from a pile
    fewest(values, goal), least(values, goal) → places of the cards that come to a goal
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import combinations
from math import comb, perm
from typing import Final, NamedTuple

from saga_tui.odds import Dist

STEP: Final = 64
"""Laws without an end are worked out up to a multiple of this."""


class Card(NamedTuple):
    """What players see of a card: its suit, in whatever word or letter, and its value, 1 or more."""

    suit: str
    value: int


@lru_cache(maxsize=256)
def _run_back(kind: tuple[int, ...], others: tuple[int, ...], top: int) -> Dist:
    """The law of a run with cards put back; all that comes to `top` or more counts as `top`."""
    cards, ending, going = len(kind) + len(others), Counter(others), Counter(kind)
    ways = [0]  # of each total, over as many draws as the total says: a card is worth 1 at least
    for total in range(1, top):
        here = ending[total] * cards ** (total - 1)
        here += sum(often * cards ** (by - 1) * ways[total - by] for by, often in going.items() if by < total)
        ways.append(here)
    weights = [often * cards ** (top - total) for total, often in enumerate(ways)]
    return Dist(0, (*weights, cards**top - sum(weights)), cards**top)


@lru_cache(maxsize=64)
def _sums(kind: tuple[int, ...], slot: int) -> tuple[int, ...]:
    """By size: how many sets of cards of these values come to each sum. Sums stand in slots of one long number, so
    that adding a card to all of them at once is one shift."""
    sets = [1, *(0 for _ in kind)]
    for done, value in enumerate(kind):
        for size in range(done, -1, -1):
            sets[size + 1] += sets[size] << value * slot
    return tuple(sets)


@lru_cache(maxsize=256)
def _run_once(kind: tuple[int, ...], others: tuple[int, ...]) -> Dist:
    """The law of a run from a pile, which ends at the latest with the pile.

    Weights are over the ways to draw so many cards as the longest run has.
    """
    cards, longest = len(kind) + len(others), len(kind) + bool(others)
    total, slot = perm(cards, longest), cards.bit_length() * (len(kind) + 1) + 1
    sets = _sums(kind, slot)
    if others:
        runs = sum(
            ways * perm(size, size) * perm(cards - size - 1, longest - size - 1) for size, ways in enumerate(sets)
        )
        law = runs * sum(often << value * slot for value, often in Counter(others).items())
    else:
        law = sets[-1] * total
    mask, weights = (1 << slot) - 1, []
    while law:
        weights.append(law & mask)
        law >>= slot
    return Dist(0, tuple(weights), total)


@dataclass(frozen=True)
class Run:
    """Cards drawn one after the other, up to and with the first that is of another suit; their sum counts."""

    kind: tuple[int, ...]
    """Values of the cards of the suit, lowest first."""
    others: tuple[int, ...]
    back: bool

    def law(self, top: int = 0) -> Dist:
        """The law of the sum. With cards put back it has no end: its last value stands for itself and all above, and
        is at least `top`."""
        if not (self.kind or self.others):
            return Dist(0, (1,), 1)
        if not self.back:
            return _run_once(self.kind, self.others)
        if not self.others:
            raise ValueError("Without a card of another suit the run never ends.")
        return _run_back(self.kind, self.others, (max(top, 1) // STEP + 1) * STEP)

    def at_least(self, total: int) -> Fraction:
        """The chance of that sum or more."""
        return Fraction(1) if total <= 0 else self.law(total).at_least(total)

    @cached_property
    def mean(self) -> Fraction:
        """The expected sum: no law is needed for it."""
        kind, others, many = sum(self.kind), sum(self.others), len(self.others)
        if not many:
            return Fraction(kind)
        return Fraction(kind + others, many) if self.back else Fraction(kind, many + 1) + Fraction(others, many)


@dataclass(frozen=True)
class Pile:
    """What may be drawn, as far as anybody knows: `back`: all rows of a chart; otherwise the cards not seen yet."""

    counts: Mapping[Card, int]
    back: bool = False

    @classmethod
    def of(cls, cards: Iterable[Card], back: bool = False, known: Iterable[Card] = ()) -> Pile:
        """Of these cards, less those that are known to be elsewhere. A chart stays whole."""
        counts = Counter(cards)
        if not back:
            counts.subtract(known)
        return cls({card: often for card, often in counts.items() if often > 0}, back)

    def __len__(self) -> int:
        return sum(self.counts.values())

    def less(self, card: Card) -> Pile:
        """After that card was drawn."""
        if self.back:
            return self
        counts = {one: often - (one == card) for one, often in self.counts.items()}
        return Pile({one: often for one, often in counts.items() if often}, False)

    def values(self, suit: str) -> tuple[int, ...]:
        """The values of the cards of a suit, lowest first."""
        return tuple(sorted(one.value for one, often in self.counts.items() if one.suit == suit for _ in range(often)))

    def run(self, suit: str) -> Run:
        """Draws up to and with the first card of another suit."""
        if suit not in self._runs:
            others = (one.value for one, often in self.counts.items() if one.suit != suit for _ in range(often))
            self._runs[suit] = Run(self.values(suit), tuple(sorted(others)), self.back)
        return self._runs[suit]

    @cached_property
    def _runs(self) -> dict[str, Run]:
        return {}

    def any_of(self, matching: Iterable[Card], draws: int) -> Fraction:
        """The chance that at least one of so many draws is one of these cards."""
        return any_of(sum(self.counts.get(card, 0) for card in {*matching}), len(self), draws, self.back)


def any_of(matching: int, cards: int, draws: int, back: bool) -> Fraction:
    """The chance that at least one of so many draws is one of the matching ones among all cards."""
    if not cards or not matching:
        return Fraction()
    if back:
        return 1 - Fraction(cards - matching, cards) ** draws
    draws = min(draws, cards)
    return 1 - Fraction(comb(cards - matching, draws), comb(cards, draws))


def highest(values: Iterable[int], drawn: int, kept: int) -> Dist:
    """The law of the sum of the `kept` highest of so many cards drawn from a pile of these values."""
    ways = {(0, 0): 1}  # drawn so far, from the highest value down, and the sum of those that are kept
    for value, often in sorted(Counter(values).items(), reverse=True):
        then: Counter[tuple[int, int]] = Counter()
        for (many, total), count in ways.items():
            for more in range(min(often, drawn - many) + 1):
                gain = value * max(0, min(more, kept - many))
                then[many + more, total + gain] += count * comb(often, more)
        ways = then
    found = {total: count for (many, total), count in ways.items() if many == drawn}
    if not found:
        raise ValueError(f"There are no {drawn} cards to draw.")
    low, high = min(found), max(found)
    return Dist(low, tuple(found.get(total, 0) for total in range(low, high + 1)), sum(found.values()))


# ---- which cards to pay with


def fewest(values: Sequence[int], goal: int, rather: Sequence[int] = ()) -> tuple[int, ...]:
    """Places of the cards that come to the goal: as few as can be, then with the least sum, then with most of what
    `rather` says of each card, then the first. All of them where they do not reach it; none for a goal of 0."""
    places = range(len(values))
    for size in range(len(values) + 1):
        sets = [some for some in combinations(places, size) if sum(values[at] for at in some) >= goal]
        if sets:
            like = rather or [0] * len(values)
            return min(sets, key=lambda some: (sum(values[at] for at in some), -sum(like[at] for at in some)))
    return tuple(places)


def least(values: Sequence[int], goal: int) -> tuple[int, ...]:
    """Places of the cards that come to the goal with the least sum, then with the fewest cards, then the first; none
    where even all of them do not, and none for a goal of 0."""
    if goal <= 0 or sum(values) < goal:
        return ()
    best: dict[int, tuple[int, ...]] = {0: ()}  # by sum: its fewest cards
    for place, value in enumerate(values):
        for total, places in sorted(best.items(), reverse=True):
            found = (*places, place)
            if total < goal and len(found) < len(best.get(total + value, range(len(values) + 1))):
                best[total + value] = found
    return best[min(total for total in best if total >= goal)]
