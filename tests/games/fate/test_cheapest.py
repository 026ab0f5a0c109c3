"""What is cheapest, against all sets of cards: to pay wounds with, to turn a result with, to be dealt for creation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain, combinations
from math import comb

import pytest

from saga_tui.card_odds import fewest, highest, least
from saga_tui.engine.card_fight import pays
from saga_tui.games.fate import book
from saga_tui.games.fate.book import DOOM
from saga_tui.games.fate.rules import law
from saga_tui.games.fate.rules.law import turning
from tests.games.fate.play_table import numbers


def subsets(count: int) -> Iterable[tuple[int, ...]]:
    return chain.from_iterable(combinations(range(count), size) for size in range(count + 1))


@pytest.mark.rule("F-DMG-5", "F-DMG-6")
def test_what_wounds_are_paid_with_of_all_sets() -> None:
    def rank(some: Sequence[book.Card]) -> tuple[int, int, int]:
        return len(some), sum(one.value for one in some), -sum(one.value for one in some if one.suit == DOOM)

    for names in (("S5", "A3", "I7", "D4", "D8"), ("D5", "S5", "I5", "A2"), ("W9", "D9")):
        hand = [book.cards()[number] for number in numbers(names)]
        for wounds in range(25):
            sets = ([hand[at] for at in some] for some in subsets(len(hand)))
            lawful_ones = [some for some in sets if pays(hand, some, wounds)]
            assert rank(law.offered(hand, wounds)) == min(map(rank, lawful_ones))


@pytest.mark.rule("F-DOOM-2", "F-DOOM-6")
def test_what_turns_a_success_of_all_sets() -> None:
    for bank in ((2, 5, 9), (4, 4, 8, 1), (3, 3, 3, 6, 10, 7), ()):
        for margin in range(-1, 30):
            sets = [some for some in subsets(len(bank)) if sum(bank[at] for at in some) > margin >= 0]
            want = min(((sum(bank[at] for at in some), len(some)) for some in sets), default=(0, 0))
            found = turning(bank, margin)
            assert (sum(bank[at] for at in found), len(found)) == want
            assert len({*found}) == len(found)


def test_sets_of_general_cards() -> None:
    assert fewest([4, 6, 6], 6) == (1,) and fewest([4, 6, 6], 6, [0, 0, 1]) == (2,)
    assert fewest([1, 2], 9) == (0, 1) and fewest([1, 2], 0) == () and least([1, 2], 9) == ()


@pytest.mark.rule("F-CRE-6")
def test_the_highest_of_those_drawn() -> None:
    values = (1, 2, 2, 5, 7, 7)
    totals = Counter(sum(sorted(some)[-2:]) for some in combinations(values, 4))
    assert dict(totals) == {total: p * comb(6, 4) for total, p in highest(values, 4, 2) if p}
    with pytest.raises(ValueError, match="no 7 cards"):
        highest(values, 7, 2)
