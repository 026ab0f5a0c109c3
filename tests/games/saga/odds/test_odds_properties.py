"""What must hold of every pool, and the words for a pipe."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from saga_tui.games.saga.dice import SagaDice
from saga_tui.games.saga.rules import odds

POOL = st.integers(0, 60)
FEW = st.integers(0, 5)
unhurried = settings(deadline=None)


@pytest.mark.rule("ROL-1")
@unhurried
@given(POOL, FEW, FEW)
def test_a_law_is_whole_and_its_parts_agree(dice: int, automatic: int, fortune: int) -> None:
    law = odds.marks(dice, automatic, fortune)
    assert sum(chance for _, chance in law) == 1 == law.at_least(law.low)
    assert law.mean == sum(value * chance for value, chance in law)
    assert law.low >= automatic and law.high <= dice + automatic
    for value in range(-2, dice + automatic + 3):
        assert law.p(value) == law.at_least(value) - law.at_least(value + 1)
    if not fortune:
        assert law.mean == automatic + Fraction(dice, 3)


@pytest.mark.rule("ROL-2", "AST-6")
@unhurried
@given(POOL, POOL, FEW)
def test_another_die_or_token_never_does_harm(dice: int, opposing: int, fortune: int) -> None:
    def success(own: int, tokens: int, against: int) -> Fraction:
        return odds.outcome(odds.net(odds.marks(own, 0, tokens), odds.marks(against))).success

    now = success(dice, fortune, opposing)
    assert success(dice + 1, fortune, opposing) >= now
    assert success(dice, fortune + 1, opposing) >= now
    assert success(dice, fortune, opposing + 1) <= now
    if dice >= 1:
        assert odds.marks(dice, 0, fortune + 1).mean > odds.marks(dice, 0, fortune).mean


@pytest.mark.rule("ROL-2")
@unhurried
@given(POOL, POOL, FEW, FEW)
def test_net_marks_from_either_side(own: int, opposing: int, automatic: int, fortune: int) -> None:
    mine, theirs = odds.marks(own, automatic, fortune), odds.marks(opposing)
    law, mirror = odds.net(mine, theirs), odds.net(theirs, mine)
    assert all(law.p(value) == mirror.p(-value) for value in range(law.low - 1, law.high + 2))
    assert law.mean == mine.mean - theirs.mean
    assert law.surplus == sum(max(0, value) * chance for value, chance in law)
    for by in (-3, -1, 0, 1, 2, own + automatic + 1, -opposing - 1):
        assert Fraction(*odds.ahead(mine, theirs, by)) == law.at_least(by)


@pytest.mark.rule("AST-7")
@unhurried
@given(st.integers(0, 30), st.integers(0, 30), FEW, st.sampled_from(sorted(odds.TURNS)))
def test_a_token_kept_for_later_never_does_harm(own: int, opposing: int, automatic: int, tie: odds.Tie) -> None:
    mine, theirs = odds.marks(own, automatic), odds.marks(opposing)
    now = odds.outcome(odds.net(mine, theirs), tie)
    kept = odds.outcome(odds.late(mine, theirs, own + automatic, tie), tie)
    assert kept.success >= now.success
    assert kept.failure <= now.failure
    assert sum(kept) + kept.neutral == 1


@pytest.mark.rule("KIS-3", "KIS-4", "DOM-3")
@unhurried
@given(st.integers(0, 24), st.integers(0, 24), st.booleans(), st.integers(0, 1))
def test_kismet_help_never_does_harm(dice: int, left: int, reroll: bool, ignored: int) -> None:
    plain, helped = odds.kismet(dice, left), odds.kismet(dice, left, reroll=reroll, ignored=ignored)
    assert helped.no_hitch >= plain.no_hitch == Fraction(2, 3) ** dice
    assert helped.doom <= plain.doom
    assert helped.spark >= plain.spark
    assert sum(chance for _, chance in helped.sparks) == 1


def test_equal_laws_are_equal() -> None:
    assert odds.marks(4, 2) == odds.marks(4).shifted(2)
    assert hash(odds.marks(4, 2)) == hash(odds.marks(4).shifted(2))
    assert odds.marks(4) != odds.marks(5)


@pytest.mark.parametrize("bad", [(-1,), (1, -1), (1, 0, -1), (odds.MOST_DICE + 1,), (1, 0, odds.MOST_DICE + 1)])
def test_what_is_no_pool_is_refused(bad: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="dice"):
        odds.marks(*bad)


def test_many_tokens_are_no_deep_recursion() -> None:
    assert odds.marks(3, 0, odds.MOST_DICE).p(3) > Fraction(999, 1000)


def report(*words: str, **given: int) -> Any:
    """What `odds --json` tells."""
    return SagaDice().odds(words, {"fortune": 0, "trade": 0, "doom": None, "destined": False, **given}).record


@pytest.mark.rule("ROL-2", "ROL-3", "ROL-6", "AST-6")
def test_report_of_a_roll() -> None:
    assert report("1", "1") == {
        "success": "2/9",
        "qualified": "5/9",
        "failure": "2/9",
        "net": {"-1": "2/9", "0": "5/9", "1": "2/9"},
    }
    found = report("9", "6", fortune=1, trade=3)
    law = odds.net(odds.marks(6, 1, 1), odds.marks(6))
    assert found["net"] == {str(value): str(chance) for value, chance in law}
    assert sum(Fraction(found[name]) for name in ("success", "qualified", "failure")) == 1
    assert Fraction(found["success"]) == law.at_least(1)


@pytest.mark.rule("ROL-8")
def test_report_of_no_dice_is_a_chance_roll() -> None:
    found = report("0", "1")
    assert found["dramatic"] == "1/3"
    assert found["success"] == "2/9"
    assert report("0", "3")["qualified"] == "20/81"
    assert "dramatic" not in report("3", "1", trade=3)


@pytest.mark.rule("ROL-6")
@pytest.mark.parametrize("trade", [1, 4, 12])
def test_dice_that_cannot_be_traded(trade: int) -> None:
    with pytest.raises(ValueError, match=f"{trade} is not a multiple of 3|cannot trade {trade} dice of a pool of 9"):
        report("9", "6", trade=trade)


@pytest.mark.rule("KIS-2", "KIS-3", "KIS-4")
def test_report_of_kismet() -> None:
    assert report("kismet", "2", doom=2) == {
        "no_hitch": "4/9",
        "hitches": {"0": "4/9", "1": "4/9", "2": "1/9"},
        "doom": "1/9",
        "spark": "4/9",
    }
    assert report("kismet", "4", doom=3)["doom"] == str(Fraction(1, 9))
    assert report("kismet", "2")["doom"] is None
    with pytest.raises(ValueError, match="kismet"):
        odds.kismet(-1)
