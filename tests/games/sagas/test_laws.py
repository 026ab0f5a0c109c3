"""Open dice: their laws in closed form against enumeration, and faces that are read and made."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from saga_tui import degrees
from saga_tui.degrees import Test, Thrown, asks_for_sixes, draw, opposed
from saga_tui.dice import seeded, summing
from saga_tui.odds import best
from saga_tui.open_odds import Open, lead

SIXES = 8
"""So many sixes in a row are followed by the enumeration: one die beyond them has a chance of 1/6^9."""
FORM = ((30, 0), (24, 0), (19, 1), (14, 2), (9, 3), (4, 4))


@cache
def one() -> dict[int, Fraction]:
    """One open die, face by face."""
    return {6 * sixes + last: Fraction(1, 6 ** (sixes + 1)) for sixes in range(SIXES + 1) for last in range(1, 6)}


@cache
def summed(count: int) -> dict[int, Fraction]:
    """So many open dice, every way that they can fall."""
    if count == 1:
        return one()
    found: Counter[int] = Counter()
    for (total, ways), (more, again) in product(summed(count - 1).items(), one().items()):
        found[total + more] += ways * again  # type: ignore[assignment]
    return dict(found)  # type: ignore[arg-type]


@pytest.mark.rule("S-DIE-1", "S-DIE-2", "S-DIE-5")
@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_sums_of_open_dice_are_those_counted_out(count: int) -> None:
    law, wanted = Open(count), summed(count)
    for total in range(6 * SIXES + count):
        assert law.p(total) == wanted.get(total, 0)
        assert law.at_most(total) + law.above(total) == 1 == law.at_least(total) + law.at_most(total - 1)


@pytest.mark.rule("S-DIE-3")
@pytest.mark.parametrize("total", range(2, 200))
def test_two_open_dice_follow_the_closed_form(total: int) -> None:
    rounds, rest = divmod(total, 6)
    a, b = FORM[rest]
    assert degrees.TWO.p(total) == Fraction(a * rounds + b, 6 ** (rounds + 2))
    assert degrees.TWO.at_least(6 * rounds) == Fraction(10 * rounds + 3, 3 * 6**rounds)


@pytest.mark.rule("S-DIE-1", "S-DIE-2")
def test_means_and_variances_are_those_of_the_law() -> None:
    assert (Open(1).mean, degrees.TWO.mean, degrees.TWO.variance) == (
        Fraction(21, 5),
        Fraction(42, 5),
        Fraction("21.28"),
    )
    for count in (1, 2, 3):
        law, below = Open(count), range(count, 200)
        assert float(law.mean) == pytest.approx(float(sum(total * law.p(total) for total in below)))
        square = sum((total - law.mean) ** 2 * law.p(total) for total in below)
        assert float(law.variance) == pytest.approx(float(square))


@pytest.mark.rule("S-DIE-5")
@given(count=st.integers(1, 6), value=st.integers(-5, 60))
def test_what_is_short_of_a_number_and_beyond_it(count: int, value: int) -> None:
    law = Open(count)
    short = sum(((value - total) * law.p(total) for total in range(count, value)), Fraction())
    assert law.beyond(value) == law.mean - value + short
    total = 6 ** (count + max(0, value) // 6)
    assert law.weights(max(0, value)) == tuple(law.p(below) * total for below in range(value))


@pytest.mark.rule("S-FIRE-2", "S-DIE-6")
@given(count=st.integers(0, 4), divisor=st.sampled_from([2, 3, 4]), plus=st.integers(0, 30), value=st.integers(0, 15))
def test_what_is_expected_of_damage_that_is_halved(count: int, divisor: int, plus: int, value: int) -> None:
    law, wanted = Open(count), Fraction()
    for total in range(150):
        wanted += law.p(total) * max(0, (total + plus) // divisor - value)
    assert float(law.beyond(value, divisor, plus)) == pytest.approx(float(wanted), abs=1e-9)


@pytest.mark.rule("S-CMB-2", "S-CMB-4")
@pytest.mark.parametrize("by", range(-20, 21))
def test_how_often_one_open_die_is_ahead_of_another(by: int) -> None:
    wanted = sum(a * b for (mine, a), (other, b) in product(one().items(), one().items()) if mine - other >= by)
    assert float(lead(by)) == pytest.approx(float(wanted), abs=1e-6)
    assert lead(by) + lead(1 - by) == 1


@given(sides=st.integers(2, 12), count=st.integers(0, 5))
def test_open_dice_of_any_sides_are_a_law(sides: int, count: int) -> None:
    law = Open(count, sides)
    assert law.at_most(count - 1) == 0
    assert all(law.p(total) >= 0 for total in range(4 * sides))
    if count == 1:
        assert [total for total in range(3 * sides) if not law.p(total)] == [0, sides, 2 * sides]


# ---- degrees


@pytest.mark.rule("S-TST-2", "S-TST-3", "S-TST-6")
@given(score=st.integers(-3, 45), modifier=st.integers(-8, 4))
def test_degrees_are_those_of_each_total(score: int, modifier: int) -> None:
    wanted: Counter[int] = Counter()
    for total in range(2, max(2, 2 * score) + 1):
        degree = 0 if total > 2 * score else (score // total if total <= score else 0) + modifier
        wanted[degree] += degrees.TWO.p(total)  # type: ignore[assignment]
    wanted[0] += degrees.TWO.above(max(2, 2 * score))  # type: ignore[assignment]
    law, found = degrees.law(score, modifier), degrees.chances(score, modifier)
    assert {degree: chance for degree, chance in law if chance} == {at: ways for at, ways in wanted.items() if ways}
    assert sum(law.weights) == law.total
    limit = 2 * score if modifier >= 1 else score // (1 - modifier)
    assert found.success == degrees.TWO.at_most(limit) == law.at_least(1)
    assert found.natural_2 <= found.success and found.fumble <= 1 - found.success


@pytest.mark.rule("S-TST-7")
@given(score=st.integers(1, 40), modifier=st.integers(-4, 3))
def test_a_fumble_is_a_double_six_that_fails(score: int, modifier: int) -> None:
    doubles = {12 + total: ways / 36 for total, ways in summed(2).items()}
    failed = sum((ways for total, ways in doubles.items() if not Test(score, total, modifier).success), Fraction())
    assert float(degrees.chances(score, modifier).fumble) == pytest.approx(float(failed), abs=1e-6)


@pytest.mark.rule("S-TST-6")
def test_a_second_positive_degree_helps_only_to_succeed_higher() -> None:
    none, one, two = (degrees.law(8, more) for more in range(3))
    assert one.at_least(1) - none.at_least(1) == Fraction(203, 216) - Fraction(67, 108)
    assert two.at_least(1) == one.at_least(1) and two.surplus > one.surplus
    assert degrees.law(10, -1).at_least(1) == Fraction(5, 18) < Fraction(3, 4) == degrees.law(10).at_least(1)


@pytest.mark.rule("S-OPP-1", "S-OPP-2")
@given(own=st.integers(0, 24), other=st.integers(0, 24), more=st.integers(-3, 2), less=st.integers(-3, 2))
def test_oppositions_are_those_of_each_pair_of_degrees(own: int, other: int, more: int, less: int) -> None:
    mine, theirs = degrees.law(own, more), degrees.law(other, less)
    found = degrees.against(mine, theirs)
    told: Counter[str] = Counter()
    for (a, p), (b, q) in product(mine, theirs):
        result = opposed(a, b)
        told[result.winner] += p * q  # type: ignore[assignment]
        told["turned"] += p * q * (result.relative <= -2 and b >= 1)  # type: ignore[assignment]
        told["far"] += p * q * (result.relative <= -2)  # type: ignore[assignment]
    wanted = [told[name] for name in ("a", "b", "neither", "turned", "far")]
    assert [found.wins, found.loses, found.neither, found.turned, found.far] == wanted
    assert sum(found.law.weights) == found.law.total == sum(found.winning.weights)
    assert found.winning.at_least(1) == found.wins


@pytest.mark.rule("S-SIT-3")
def test_the_better_of_two_rolls() -> None:
    law = degrees.law(10)
    kept = best(law, law)
    assert kept.at_least(1) == 1 - (1 - law.at_least(1)) ** 2
    assert kept.at_least(3) == 1 - (1 - law.at_least(3)) ** 2


# ---- faces


@pytest.mark.rule("S-DIE-1", "S-DIE-4")
@given(seed=st.integers(0, 10_000), count=st.integers(0, 5))
def test_thrown_faces_are_read_as_they_fell(seed: int, count: int) -> None:
    dice = draw(count)
    faces = dice.by(seeded(seed))
    thrown = Thrown(dice.split(faces))
    assert len(thrown.dice) == count and sum(map(len, thrown.dice)) == len(faces)
    assert all(set(die[:-1]) <= {6} and die[-1] < 6 for die in thrown.dice)
    assert thrown.total == sum(faces)
    assert dice.fits(faces) and not dice.lacks(faces) and dice.cut((*faces, 3)) == faces


@pytest.mark.rule("S-DIE-7")
@given(count=st.integers(1, 5), total=st.integers(0, 70), double_six=st.booleans())
def test_a_total_becomes_faces_that_come_to_it(count: int, total: int, double_six: bool) -> None:
    try:
        faces = summing(total, count, both=double_six)
    except ValueError as refused:
        assert str(refused).endswith(".")
        never = total < count or (count == 1 and total % 6 == 0)
        assert never or (double_six and (count != 2 or total < 14))
        return
    thrown = Thrown(draw(count).split(faces))
    assert thrown.total == total and len(thrown.dice) == count
    if count == 2:
        assert (thrown.natural == "12") == double_six


@pytest.mark.rule("S-DIE-4", "S-DIE-7")
def test_from_fourteen_on_the_sixes_are_asked_for() -> None:
    assert [total for total in range(2, 20) if asks_for_sixes(total)] == list(range(14, 20))
    assert not asks_for_sixes(20, 3)
    doubles = {12 + total for total in summed(2)}
    assert min(doubles) == 14
    for total in range(14, 40):
        fell = [Thrown(draw().split(summing(total, 2, both=sixes))) for sixes in (False, True)]
        assert [thrown.natural for thrown in fell] == ["", "12"]
