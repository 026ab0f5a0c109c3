"""The clock: what each edge brings and takes, row by row (S-CLK, S-EXP-1, S-HEAL)."""

from __future__ import annotations

from typing import Any

import pytest

from saga_tui.games.sagas.play.clock import CLOCK
from saga_tui.games.sagas.rules.ruleset import RULES
from tests.games.sagas.table import Table, fighting, hurt


def test_scenario_scene_and_fight_lie_in_each_other_S_CLK_1() -> None:
    table = Table()
    assert table.refused("start-scene") == ["none-open"]
    table.do("start-scenario")
    table.do("start-fight", die=3)  # a scene begins with it
    assert CLOCK.now(table.one) == {"scenario": 1, "scene": 1, "fight": 1, "round": 1}
    assert table.refused("start-fight") == ["open"]
    said = table.do("end-scenario")
    assert [said.index(word) for word in ("Fight 1 ends", "scene 1 ends", "scenario 1 ends") if word in said]
    assert CLOCK.now(table.one) == {}


def test_an_outer_span_ends_the_inner_ones_first_S_CLK_1() -> None:
    table = fighting()
    outcome = table.see("end-scenario")
    ends = [line.text for line in outcome.lines if line.text.endswith(" ends")]
    assert ends == ["fight 1 ends", "scene 1 ends", "scenario 1 ends"]


def test_numbers_inside_begin_anew_S_CLK_1() -> None:
    table = fighting()
    table.do("end-fight")
    table.do("start-fight", die=1)
    assert (table.play.fight, table.play.round) == (2, 1)
    table.do("end-scene")
    table.do("start-scene")
    assert (table.play.scene, table.play.fight) == (2, 0)


def test_a_round_frees_action_and_defence_S_CLK_2() -> None:
    table = fighting()
    table.do("act", option="charge")
    assert "−I for the charge ends" in table.do("end-round")
    assert (table.play.acted, table.play.round) == ("", 2)


def test_unused_bonuses_go_with_the_round_after_the_one_that_gave_them_S_CLK_2() -> None:
    table = fighting()
    table.do("add-foe", name=["Guard"], die=[5], initiative=9)
    table.do("dodged", attacker="Guard")
    table.do("end-round")
    assert [one.degrees for one in table.play.held] == [2]
    assert "Unused: dodge against Guard, +2" in table.do("end-round")
    assert table.play.held == ()


def test_the_end_of_a_fight_takes_initiative_grapples_and_round_effects_S_CLK_3() -> None:
    table = fighting(physical=hurt(3))
    table.do("grapple", words="holds Vera", degree=2)
    table.do("hold", what="aim", rounds=3)
    table.do("hold", against="Vera")
    table.do("end-fight")
    assert (table.play.order, table.play.grapple, table.play.grip, table.play.round) == ((), "", 0, 0)
    assert [one.what for one in table.play.held] == ["hold"]
    assert table.play.physical == hurt(3)
    assert table.play.to_heal


@pytest.mark.parametrize("row", ["order", "grapple", "effects", "scratch"])
def test_each_row_of_the_end_of_a_fight_can_be_skipped_S_CLK_3(row: str) -> None:
    def standing(table: Table) -> dict[str, Any]:
        play = table.play
        return {
            "order": bool(play.order),
            "grapple": bool(play.grapple),
            "effects": bool(play.held),
            "scratch": not play.to_heal,
        }

    table = fighting(physical=hurt(3))
    table.do("grapple", words="holds Vera")
    table.do("hold", what="aim", rounds=3)
    table.do("end-fight", skip=[row])
    assert standing(table) == {key: key == row for key in standing(table)}
    assert [one.row for one in table.one.rulings] == [row]


def test_a_row_set_to_ask_wants_an_answer_and_one_that_is_off_only_tells() -> None:
    table = fighting()
    table.do("act")
    table.do("automate", what="clock:actions", mode="ask")
    assert table.refused("end-round") == ["ask-first-actions"]
    table.do("end-round", take=["actions"])
    assert table.play.acted == ""
    table.do("automate", what="clock:actions", mode="never")
    table.do("act")
    assert "left to you" in table.do("end-round").lower()
    assert table.play.acted == "attack"


def test_the_end_of_a_scene_takes_holds_S_CLK_4_S_SOC_3() -> None:
    table = Table()
    table.do("start-scenario")
    table.do("start-scene")
    table.do("hold", against="Vera")
    table.do("hold", against="Otto")
    table.do("end-scene", skip=["holds:hold-otto"])
    assert [one.against for one in table.play.held] == ["Otto"]


def test_the_end_of_a_scene_tells_what_is_still_to_roll_S_APP_3() -> None:
    table = fighting()
    table.do("take-damage", amount=20)
    text = table.do("end-scene")
    assert "still to roll: Shock roll: Endurance" in text
    assert "not taken yet: ten minutes' rest" in text
    assert table.asked == ["shock"]


@pytest.mark.parametrize(("more", "gained"), [(0, 5), (3, 8), (5, 10)])
def test_the_end_of_a_scenario_brings_experience_S_EXP_1_S_EXP_2(more: int, gained: int) -> None:
    table = Table(experience=2)
    table.do("start-scenario")
    table.do("end-scenario", more=more)
    assert table.play.experience == 2 + gained


def test_exceptional_experience_can_be_off_S_EXP_2() -> None:
    table = Table(switches={"exceptional_experience": "no"})
    table.do("start-scenario")
    assert table.refused("end-scenario", more=1) == ["switch"]
    table.do("end-scenario")
    assert table.play.experience == 5


def test_ten_minutes_rest_asks_for_a_roll_once_after_each_fight_S_HEAL_2() -> None:
    table = fighting(physical=hurt(12, 25), fainted=True)
    assert table.refused("rest") == ["open"]
    table.do("end-fight")
    table.do("rest")
    assert (table.play.physical, table.play.fainted, table.asked) == (hurt(12), False, ["heal"])
    table.do("roll-asked", 1, 4)  # Endurance 10, total 5: degree II
    assert table.play.physical == hurt(2)
    table.do("rest")
    assert table.asked == []


def test_sleep_asks_for_both_rolls_and_takes_all_stun_S_HEAL_1() -> None:
    table = Table(physical=hurt(20, 15), mental=hurt(5, 3))
    table.do("sleep")
    assert (table.play.physical, table.play.mental, table.asked) == (hurt(20), hurt(5), ["heal", "heal"])
    table.do("roll-asked", 1, 4)
    table.do("roll-asked", 1, 1)  # Presence 8, total 2: degree IV
    assert (table.play.physical, table.play.mental) == (hurt(18), hurt(1))


@pytest.mark.parametrize(
    ("complete", "institution", "left"), [(False, False, 18), (True, False, 17), (False, True, 16), (True, True, 14)]
)
def test_complete_rest_and_an_institution_help_S_HEAL_5(complete: bool, institution: bool, left: int) -> None:
    table = Table(physical=hurt(20))
    table.do("sleep", complete=complete, institution=institution)
    table.do("roll-asked", total=5)
    assert table.play.physical.injuries == left


def test_complete_rest_helps_endurance_alone_and_an_institution_both_S_HEAL_5() -> None:
    table = Table(mental=hurt(20))
    table.do("sleep", complete=True, institution=True)
    table.do("roll-asked", total=4)  # Presence 8: degree II
    assert table.play.mental.injuries == 16


def test_a_degree_below_0_heals_nothing_S_HEAL_1() -> None:
    table = Table(physical=hurt(20))
    table.do("sleep")
    assert "nothing heals" in table.do("roll-asked", total=9, modifier=-3)
    assert table.play.physical.injuries == 20


def test_the_unconscious_stay_down_while_injuries_alone_reach_the_hit_points_S_HEAL_2() -> None:
    table = Table(physical=hurt(61), fainted=True, cared=True, confused=True)
    table.do("rest")
    assert (table.play.fainted, table.play.confused) == (True, False)


def test_nobody_cares_for_the_dying_in_ten_minutes_50_injuries_S_HURT_3() -> None:
    table = Table(physical=hurt(10, 50))
    table.do("rest", skip=["rest-stun"])
    assert table.play.physical == hurt(60, 50)


def test_every_row_has_a_rule_of_the_book_and_words() -> None:
    assert not [row.id for row in CLOCK.rows.values() if row.rule not in RULES.book.entries or not row.words]
    assert not [rule for row in CLOCK.rows.values() for rule in row.also if rule not in RULES.book.entries]


@pytest.mark.parametrize("verb", [verb for verb in RULES.commands if RULES.commands[verb].group == "clock"])
def test_what_an_edge_does_is_what_was_previewed(verb: str) -> None:
    table = fighting(physical=hurt(30, 31), mental=hurt(4), fire=2, breath=19, prepared=True, acted="attack")
    outcome = table.see(verb)
    assert not RULES.commands[verb].draws(RULES.command(verb, {}), table.one).needed
    again = table.see(verb)
    assert (outcome.after, outcome.lines) == (again.after, again.lines)


@pytest.mark.parametrize(
    ("rule", "kind"),
    [("S-HURT-3", "done"), ("S-HURT-4", "done"), ("S-SEC-5", "done"), ("S-ENV-4", "asked"), ("S-ARM-3", "asked")],
)
def test_what_the_program_does_of_a_rule_is_told_S_APP_1_S_APP_2(rule: str, kind: str) -> None:
    assert [one.kind for one in RULES.automated(rule=rule)] == [kind]
