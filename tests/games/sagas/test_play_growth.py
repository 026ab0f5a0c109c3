"""Experience, what it buys, long actions (S-EXP, S-LONG)."""

from __future__ import annotations

import pytest

from saga_tui.games.sagas.character import Skill
from saga_tui.games.sagas.play.growth import offer
from saga_tui.games.sagas.rules.figures import figures
from saga_tui.games.sagas.screens.actions import WORKING
from tests.games.sagas.table import Table


def between(**more: object) -> Table:
    return Table(experience=60, scenario=1, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("what", "steps", "cost"),
    [("agi", 1, 6), ("end", 1, 12), ("cco-bonus", 1, 18), ("skill:climb", 5, 5), ("skill:pistol", 1, 1)],
)
def test_prices_are_those_of_creation_S_EXP_3(what: str, steps: int, cost: int) -> None:
    table = between()
    assert offer(table.one, what, steps)[0].cost == cost
    table.do("advance", what=what, steps=steps)
    assert table.play.experience == 60 - cost


def test_a_floor_from_an_art_is_not_counted_in_the_price_of_a_bonus_S_COST_3() -> None:
    table = between()
    art = Skill(key="martial_arts", name="Judo", level=10)
    table.one = table.one.model_copy(update={"skills": (art,)})
    assert figures(table.one).score("ini") == 10
    assert offer(table.one, "ini-bonus", 1)[0].cost == 18  # 6 → 7


def test_what_was_raised_counts_everywhere_S_SEC_10() -> None:
    table = between()
    table.do("advance", what="end")
    assert figures(table.one).hit_points("physical").total == 62
    table.do("advance", what="ini-bonus")
    assert figures(table.one).score("ini") == 7


def test_too_little_experience_is_refused_S_EXP_3() -> None:
    table = between()
    assert table.refused("advance", what="str", steps=8)[0] == "experience"
    assert table.refused("advance", what="courage") == ["unknown"]


@pytest.mark.parametrize(("rounding", "trainer", "cost"), [("down", 13, 1), ("up", 13, 2), ("down", 12, 3)])
def test_a_trainer_halves_S_EXP_4(rounding: str, trainer: int, cost: int) -> None:
    table = between(switches={"trainer_rounding": rounding})
    table.do("advance", what="climb", steps=3, trainer=trainer)  # 8; three levels cost 3
    assert table.play.experience == 60 - cost


@pytest.mark.parametrize(
    ("mode", "refused", "told"), [("remark", False, True), ("error", True, True), ("off", False, False)]
)
def test_so_much_is_studied_at_once_S_EXP_5(mode: str, refused: bool, told: bool) -> None:
    table = between(switches={"study_limit": mode})  # Wit 5: 2 at once
    table.do("advance", what="climb")
    table.do("advance", what="climb")
    table.do("advance", what="pistol")
    outcome = table.see("advance", what="gun")
    assert outcome.refused is refused
    words = " ".join([*(line.text for line in outcome.lines), *(one.message for one in outcome.problems)])
    assert ("studied at once" in words) is told
    if not refused:
        table.do("advance", what="gun")
    table.do("start-scenario")
    assert "studied at once" not in table.do("advance", what="gun")


def test_it_is_taken_back_until_the_next_scenario_S_EXP_3() -> None:
    table = between()
    before = table.one
    table.do("advance", what="agi")
    table.do("advance", what="agi")
    assert table.refused("take-back-advance", advance=0) == ["built-on"]
    table.do("take-back-advance")
    table.do("take-back-advance")
    assert table.one == before
    table.do("advance", what="skill:first-aid")
    assert table.do("take-back-advance").startswith("Refunded: First aid −10 → −5;")
    table.do("advance", what="agi")
    table.do("start-scenario")
    assert table.refused("take-back-advance") == ["late"]


def test_a_long_action_gathers_differences_S_LONG_1_S_LONG_2_S_LONG_3() -> None:
    table = Table()
    table.do("start-work", name="Chase", goal=4, losing=-2)
    table.do("work-step", degree=1, other=2)
    assert table.play.works[0].total == -1
    assert table.do("work-step", degree=5) == "Chase −1 → 4 of 4; Chase: done"
    assert table.refused("work-step", degree=1) == ["over"]
    table.do("end-work")
    assert table.play.works == ()


def test_a_long_action_is_lost_or_out_of_time_S_LONG_3() -> None:
    table = Table()
    table.do("start-work", name="Chase", goal=4, losing=-2, limit=2)
    table.do("start-work", name="Talk", goal=4, limit=1)
    assert "lost for good" in table.do("work-step", degree=0, other=3)
    assert "time is up" in table.do("work-step", degree=3, work_at=1)


def test_experience_is_gained_by_hand_S_EXP_1() -> None:
    table = Table()
    table.do("gain-experience", amount=3)
    assert table.play.experience == 3


def test_a_long_action_is_a_track_with_its_numbers_and_its_rolls_S_LONG_4() -> None:
    table = Table()
    table.do("start-work", name="Chase", goal=6, losing=-2, interval="round", limit=5)
    table.do("work-step", degree=3, other=1)
    table.do("work-step", degree=0, other=1)
    [track] = WORKING.rows(table.play)
    assert (track.label, track.filled, track.total) == ("Chase", 1, 6)
    assert track.note == "+1 of 6 (+2 −1), lost at −2, each round, 3 left"
    table.do("work-step", degree=5)
    [done] = WORKING.rows(table.play)
    assert (done.filled, done.note) == (6, "done")
