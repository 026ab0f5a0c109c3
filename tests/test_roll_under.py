"""One die rolled under a number: every chance against all faces, spends included; modifiers of types."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from saga_tui.roll_under import MISS, WORST, Modifier, Scale, again, ends, stacked

BANDS = (("great", 15), ("strong", 10), ("success", 5), ("weak", 2), ("complication", 1))
D20 = Scale(20, 18, 20, BANDS)
FACES = range(1, 21)


@pytest.mark.parametrize("number", [-3, 0, 1, 4, 9, 12, 18, 25])
def test_the_law_of_degrees_is_that_of_the_faces(number: int) -> None:
    cut = min(number, 18)
    found = D20.law(number)
    assert sum(found.values()) == 1 and found[WORST] == Fraction(1, 20)
    assert found["great"] == Fraction(max(0, cut - 14), 20)
    assert found["strong"] == Fraction(max(0, min(cut, 14) - 9), 20)
    assert found["success"] == Fraction(max(0, min(cut, 9) - 4), 20)
    assert found["weak"] == Fraction(max(0, min(cut, 4) - 1), 20)
    assert found["complication"] == Fraction(min(max(cut, 0), 1), 20)
    assert D20.success(number) == sum(found[degree] for degree, _ in BANDS)
    floor = Scale(20, 18, 20, BANDS, least=1)
    assert floor.read(number, 1) == "complication" and floor.success(number) == Fraction(max(1, cut), 20)


@pytest.mark.parametrize(("own", "other"), [(12, 10), (18, 18), (-2, 9), (25, 3), (7, 0)])
def test_two_sides_against_all_pairs_of_faces(own: int, other: int) -> None:
    pairs = list(product(FACES, FACES))
    n, d = max(0, min(own, 18)), max(0, min(other, 18))
    won = sum((die if die <= n else 0) > (theirs if theirs <= d else 0) for die, theirs in pairs)
    assert D20.opposed(own, other) == Fraction(won, 400)
    formula = sum(20 - d + min(face - 1, d) for face in range(1, n + 1))
    assert D20.opposed(own, other) == Fraction(formula, 400), "the sum over the attacker's faces"
    conflict = D20.conflict(own, other)
    assert sum(conflict.values()) == 1 and conflict[WORST] == Fraction(1, 20)
    stands = sum(die <= n and not (theirs <= d and theirs >= die) for die, theirs in pairs)
    assert sum(conflict[degree] for degree, _ in BANDS) == Fraction(stands, 400) == D20.opposed(own, other)


@pytest.mark.parametrize("times", [0, 1, 2])
@pytest.mark.parametrize("number", [3, 10, 17])
def test_rolling_again_against_every_run_of_faces(number: int, times: int) -> None:
    met = worst = rolled = Fraction()
    for faces in product(FACES, repeat=times + 1):
        used = next((at for at, die in enumerate(faces) if die <= number or die == 20), times)
        met += Fraction(faces[used] <= number, 20 ** (times + 1))
        worst += Fraction(faces[used] == 20, 20 ** (times + 1))
        rolled += Fraction(used, 20 ** (times + 1))
    found = again(Fraction(number, 20), Fraction(1, 20), times)
    assert (found.goal, found.worst, found.times) == (met, worst, rolled)
    assert found.missed == 1 - met - worst
    facing = D20.facing(lambda die, _: die <= number, times)
    assert (facing.goal, facing.worst, facing.times) == (met, worst, rolled)


def test_rolling_again_against_somebody_whose_die_stays() -> None:
    own, other, met = 12, 10, Fraction()
    for theirs, first, second in product(FACES, repeat=3):
        won = D20.winner(own, first, other, theirs) == "attacker"
        redo = not won and first != 20
        met += Fraction(D20.winner(own, second, other, theirs) == "attacker" if redo else won, 8000)
    assert D20.opposed(own, other, times=1) == met


def test_of_each_type_the_best_bonus_and_the_worst_penalty_count_and_all_of_none() -> None:
    given = [Modifier(4, "a", "condition"), Modifier(1, "b", "condition"), Modifier(-2, "c", "condition"),
             Modifier(-2, "d", "condition"), Modifier(2, "e", "situation"), Modifier(-1, "f"), Modifier(-1, "g"),
             Modifier(0, "nothing", "item")]  # fmt: skip
    terms = stacked(given)
    assert sum(term.amount for term in terms) == 4 - 2 + 2 - 1 - 1
    beaten = {term.reason: term.beaten for term in terms if term.beaten}
    assert beaten == {"+1 b, beaten by a": 1, "−2 d, beaten by c": -2}, "beaten ones stay, and say by what"
    assert [term.amount for term in terms] == [4, 0, -2, 0, 2, -1, -1]


def test_the_end_of_a_chain_is_what_runs_of_it_come_to() -> None:
    half = Fraction(1, 2)
    found = ends({1: {0: half, 2: half}, 2: {1: half, 3: half}})
    assert found == {1: Fraction(2, 3), 2: Fraction(1, 3)}
    assert ends({1: {1: Fraction(9, 10), 0: Fraction(1, 10)}}) == {1: 1}
    assert ends({1: {2: Fraction(1)}, 2: {3: Fraction(1)}}) == {1: 0, 2: 0}
    assert D20.read(12, 13) == MISS
