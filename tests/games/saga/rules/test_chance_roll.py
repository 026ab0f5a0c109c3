"""A chance roll: what shows a dramatic failure is a failure, on the table and in the odds (ROL-8)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from saga_tui.games.saga.rules.advice import Against, panel, prices
from saga_tui.games.saga.rules.adviser import best
from saga_tui.games.saga.rules.character import Character, LastRoll
from saga_tui.games.saga.rules.moments import moments
from saga_tui.games.saga.rules.rolls import Plan
from tests.games.saga.rules.heroes import at, do, hero

BLIND = {"name": "Blind", "points": {"permanent": 9}}


def result(character: Character) -> LastRoll:
    last = at(character).roll
    assert last is not None
    return last


@pytest.mark.rule("ROL-8", "DRV-3", "PRK-3", "AST-7")
@pytest.mark.parametrize(
    ("opposition", "outcome", "pushes", "spark"),
    [("challenge", "qualified", 1, 1), ("defence", "success", 1, 1), ("neutral", "neutral", 0, 0)],
)
def test_a_dramatic_failure_is_a_failure_with_no_push_and_no_spark(
    opposition: str, outcome: str, pushes: int, spark: int
) -> None:
    before = hero(drive_tokens=[1, 0, 0], consequences=[BLIND])
    plan: dict[str, Any] = {"skill": "academia", "force": 1, "drive": 0, "drive_tokens": 1, "consequences": ["Blind"]}
    failed = do(before, "roll", 2, **plan, opposition=opposition)
    roll = result(failed)
    assert (roll.net, roll.outcome, roll.dramatic, roll.pushes, at(failed).spark) == (0, "failure", True, 0, 0)
    assert {moment.key: moment.chance for moment in moments(failed)}["fortune:late"] == Fraction(2, 3)
    saved = do(failed, "late-reroll", 4)
    assert (result(saved).outcome, result(saved).pushes, at(saved).spark) == (outcome, pushes, spark)


@pytest.mark.rule("ROL-8", "PRK-3")
def test_a_die_that_deliberate_adds_may_still_make_it_a_success() -> None:
    thrown = do(hero("Deliberate"), "roll", 1, skill="academia", hold=True)
    won = result(do(do(thrown, "deliberate", 6), "compare"))
    assert (won.outcome, won.dramatic) == ("success", False)


@pytest.mark.rule("ROL-8", "AST-7")
def test_the_odds_of_a_roll_in_the_making_know_it() -> None:
    character, plan, against = hero(tokens={"fortune": 1}), Plan(skill="academia"), Against(3)
    shown = panel(character, plan, against)
    assert shown is not None
    assert (shown.outcome.success, shown.outcome.qualified) == (Fraction(8, 81), Fraction(20, 81))
    assert shown.outcome.failure == Fraction(53, 81)
    late = next(price for price in prices(character, plan, against) if price.key == "late")
    base = shown.outcome.success + shown.outcome.qualified
    assert late.adds_or_tie == shown.late.success + shown.late.qualified - base
    found = best(character, plan, against, 0, of="success-or-tie")
    assert found is not None
    assert found.chance == base
