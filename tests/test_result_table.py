"""Contests settled on a table of results, against plain enumeration."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

from saga_tui.result_table import ResultTable, chances_told, halves, mixed

TABLE = ResultTable(("lost", "drawn", "won"), 3, die_within=(0, 6), difference_within=(-1, 2))


def test_odds_are_those_of_every_way_the_dice_can_fall() -> None:
    shifts = [(0, 1, 5), (-2, 0)]
    ways: Counter[str] = Counter()
    for die, one, other in product(range(1, 7), *shifts):
        of = die - 1 + one + other + 2
        ways["lost" if of <= 3 else "drawn" if of == 4 else "won"] += 1
    assert TABLE.odds(-1, 2, shifts=shifts) == tuple(Fraction(ways[name], 36) for name in TABLE.results)


def test_a_cut_table_keeps_die_and_difference_within_its_bounds() -> None:
    assert [TABLE.sum(6, 9, 4), TABLE.sum(6, 9, 4, cut=True), TABLE.sum(1, -9, -4, cut=True)] == [19, 8, -1]
    assert TABLE.odds(9, cut=True) == TABLE.odds(2)


def test_a_result_can_become_another_and_contests_can_be_mixed() -> None:
    plain, turned = TABLE.odds(0), TABLE.odds(0, turned=("lost", "won"))
    assert plain == (Fraction(1, 2), Fraction(1, 6), Fraction(1, 3))
    assert turned == (Fraction(), Fraction(1, 6), Fraction(5, 6))
    assert mixed([(Fraction(1, 4), plain), (Fraction(1, 2), turned)])[0] == Fraction(1, 8)


def test_chances_are_told_from_both_ends() -> None:
    third, sixth = Fraction(1, 3), Fraction(1, 6)
    chances = (sixth, sixth, Fraction(), third, sixth, Fraction(), sixth)
    ways = ("killed", "wounded", "flee")
    assert halves(chances) == (third, third)
    few, whole = chances_told(chances, ways)
    assert few == "33% won, 33% lost"
    assert whole == "they: killed 17%, flee 17%; nothing 33%; you: killed 17%, wounded 17%"
    few, whole = chances_told(chances, ways, ("stopped", sixth), "subdued")
    assert few == "33% won, 50% lost"
    assert whole == "subdued 33%; nothing 33%; you: killed 17%, wounded 17%; stopped 17%"
