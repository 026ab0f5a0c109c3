"""A fight: initiative, order, this round's option, bonuses, shots (S-CMB, S-DEF-2, S-FIRE, S-SHK-3)."""

from __future__ import annotations

import pytest

from saga_tui.games.sagas.character import Gear
from tests.games.sagas.table import Table, fighting, hurt


def names(table: Table) -> list[str]:
    return [one.called for one in table.play.order]


def three() -> Table:
    table = fighting()  # 6 + 4
    table.do("add-foe", name=["Guard", "Thug"], die=[9, 3], initiative=5)
    return table


def test_initiative_is_asked_or_told_S_CMB_2() -> None:
    table = Table()
    table.do("start-scenario")
    assert table.refused("start-fight", die=12) == ["dice"]
    table.do("start-fight")
    assert table.asked == ["initiative"]
    assert "Your initiative: 14" in table.do("roll-asked", 6, 2)
    assert [one.rank for one in table.play.order] == [14]


def test_high_to_low_and_the_characteristic_decides_a_tie_S_CMB_2() -> None:
    table = three()
    assert names(table) == ["Guard", "you", "Thug"]
    table.do("add-foe", name=["Fencer"], die=[3], initiative=7)
    assert names(table) == ["Guard", "Fencer", "you", "Thug"]  # both 10; 7 beats 6
    assert "a tie" in table.do("add-foe", name=["Twin"], die=[3], initiative=7)
    assert table.refused("add-foe", name=["guard"], die=[3]) == ["twice"]


def test_dice_of_foes_are_thrown_where_none_are_told_S_CMB_2() -> None:
    table = fighting()
    table.do("add-foe", 6, 1, 2, name=["Guard", "Thug"], initiative=5)
    assert [(one.called, one.rank) for one in table.play.order] == [("Guard", 12), ("you", 10), ("Thug", 7)]


def test_the_rank_of_a_foe_may_be_told_S_CMB_2() -> None:
    table = fighting()
    table.do("add-foe", name=["Guard"], rank=14)
    assert [(one.called, one.rank) for one in table.play.order] == [("Guard", 14), ("you", 10)]
    assert table.refused("add-foe", name=["Thug"], die=[12]) == ["dice"]


def test_who_waits_keeps_that_rank_S_CMB_3() -> None:
    table = three()
    table.do("wait", after="Thug")
    assert [(one.called, one.rank) for one in table.play.order] == [("Guard", 14), ("Thug", 8), ("you", 8)]
    table.do("end-round")
    assert names(table) == ["Guard", "Thug", "you"]
    assert table.refused("wait", after="Vera") == ["unknown"]


@pytest.mark.parametrize(("won", "order"), [(True, ["you", "Guard", "Thug"]), (False, ["Guard", "you", "Thug"])])
def test_who_cuts_in_acts_just_before_or_after_S_CMB_3(won: bool, order: list[str]) -> None:
    table = three()
    table.do("cut-in", on="guard", won=won)
    assert names(table) == order
    assert table.play.order[0].rank == table.play.order[1].rank == 14


def test_passing_a_round_brings_a_new_initiative_at_10_more_S_CMB_4() -> None:
    table = three()
    table.do("pass-round")
    table.do("pass-round", fighter="Thug")
    table.do("end-round")
    assert [ask.kind for ask in table.play.asks] == ["Thug", ""] or [ask.kind for ask in table.play.asks] == [
        "",
        "Thug",
    ]
    table.do("roll-asked", 2, what="Initiative")
    table.do("roll-asked", 1)
    ranks = {one.called: one.rank for one in table.play.order}
    assert sorted((ranks["you"] - 16, ranks["Thug"] - 15)) == [1, 2]
    assert not any(one.passed for one in table.play.order)
    table.do("act")
    assert table.refused("pass-round") == ["acted"]


def test_attack_or_defend_S_CMB_6() -> None:
    table = fighting()
    table.do("act")
    assert table.refused("act", option="defence") == ["acted"]
    assert table.refused("act") == ["acted"]
    table.do("end-round")
    table.do("act", option="defence")
    table.do("act", option="defence")  # any number
    assert table.refused("act") == ["acted"]


def test_who_is_down_does_nothing_S_HURT_3() -> None:
    table = fighting(physical=hurt(60))
    assert table.refused("act") == ["down"]


def test_half_a_move_leaves_the_attack_S_CMB_5() -> None:
    table = fighting()
    table.do("act", option="move")
    table.do("act")
    assert table.play.acted == "attack"


def test_a_round_of_aim_helps_the_next_S_FIRE_3() -> None:
    table = fighting()
    table.do("act", option="aim")
    table.do("end-round")
    assert [(one.what, one.degrees) for one in table.play.held] == [("aim", 1)]
    table.do("use-bonus")
    assert table.play.held == ()
    assert table.refused("use-bonus") == ["none"]


def test_a_good_dodge_takes_the_initiative_S_DEF_2() -> None:
    table = three()
    table.do("dodged", attacker="Guard")
    assert names(table) == ["you", "Guard", "Thug"]
    assert [(one.against, one.degrees, one.until) for one in table.play.held] == [("Guard", 2, 2)]
    table.do("dodged", attacker="Thug")  # ahead already
    assert names(table) == ["you", "Guard", "Thug"]


def test_a_hold_lasts_for_the_scene_S_SOC_3() -> None:
    table = Table()
    table.do("start-scenario")
    table.do("start-scene")
    table.do("hold", against="Vera")
    table.do("hold", against="Vera")
    assert len(table.play.held) == 1


def test_a_grapple_begins_tightens_and_ends_and_its_degree_is_what_the_held_must_beat_S_SIT_4() -> None:
    table = Table()
    for verb in ("start-scenario", "start-scene", "start-fight"):
        table.do(verb)
    assert table.do("grapple", words="holds Vera").casefold() == "grapple: holds vera"
    assert table.do("grapple", words="holds Vera", degree=3).casefold() == "grapple: holds vera, degree iii"
    assert (table.play.grapple, table.play.grip) == ("holds Vera", 3)
    assert table.do("grapple").casefold() == "the grapple ends"
    assert (table.play.grapple, table.play.grip) == ("", 0)


def test_shots_are_counted_down_and_reloaded_S_EQP_1() -> None:
    table = Table()
    assert table.refused("shoot") == ["unknown"]
    table.one = table.one.model_copy(update={"gear": (Gear(kind="weapon", key="walther_ppk"),)})
    table.do("shoot", amount=3)
    assert table.one.gear[0].shots == 4
    assert table.refused("shoot", amount=5) == ["short"]
    table.do("reload")
    assert table.one.gear[0].shots in (None, 7)


@pytest.mark.parametrize(
    ("switch", "for_good", "said"),
    [
        ("ask", True, "out for good"),
        ("ask", False, "faints"),
        ("always", None, "out for good"),
        ("never", None, "faints"),
    ],
)
def test_a_minor_figure_may_be_out_for_good_S_SHK_3(switch: str, for_good: bool | None, said: str) -> None:
    table = fighting(switches={"shock_kills_minor": switch})
    table.do("add-foe", name=["Guard"], die=[2])
    if switch == "ask":
        assert table.refused("foe-out", foe="Guard", shock=True) == ["choose"]
    if switch == "never":
        assert table.refused("foe-out", foe="Guard", shock=True, for_good=True) == ["switch"]
    assert said in table.do("foe-out", foe="Guard", shock=True, for_good=for_good)
    assert table.play.order[-1].out
    table.do("foe-out", foe="Guard", back=True)
    assert not table.play.order[-1].out


def test_the_order_needs_a_fight() -> None:
    assert Table().refused("act") == ["no-fight"]


def acting(table: Table) -> str:
    return next((one.called for one in table.play.order if one.acts), "")


def test_whose_turn_it_is_steps_on_and_begins_again_with_the_round_S_CMB_2_S_CMB_3() -> None:
    table = three()
    turns = []
    for _ in range(4):
        table.do("next-turn")
        turns.append(acting(table))
    assert turns == ["Guard", "you", "Thug", ""]
    table.do("next-turn")
    table.do("foe-out", foe="Thug")
    table.do("pass-round")
    assert table.do("next-turn") == "Everyone has acted: end the round"
    table.do("next-turn")
    assert "order begins again" in table.do("end-round")
    assert acting(table) == ""


def test_who_waits_gives_the_turn_on_and_who_cuts_in_takes_it_S_CMB_3() -> None:
    table = three()
    table.do("next-turn")
    table.do("next-turn")
    table.do("wait", after="Thug")
    assert (names(table), acting(table)) == (["Guard", "Thug", "you"], "Thug")
    table.do("cut-in", on="Thug")
    assert (names(table), acting(table)) == (["Guard", "you", "Thug"], "you")
    table.do("next-turn")
    assert acting(table) == "Thug"


def test_a_number_of_a_foe_that_is_none_is_refused_S_CMB_2() -> None:
    table = fighting()
    table.do("add-foe", name=["Guard"], die=[3], numbers=["dodge=10", "armour=4"])
    assert table.play.order[-1].numbers == {"dodge": 10, "armour": 4}
    assert table.refused("add-foe", name=["Thug"], die=[3], numbers=["armour"]) == ["number"]


def test_what_is_said_of_a_foe_is_known_in_the_next_roll_S_CMB_2() -> None:
    table = three()
    assert table.do("note-foe", foe="Guard", numbers=["dodge=10", "hit_points=40"]) == (
        "Noted of Guard: dodge 10, hit points 40"
    )
    assert table.refused("note-foe", foe="Guard", numbers=["dodge"]) == ["number"]
    assert table.refused("note-foe", foe="Vera", numbers=["dodge=3"]) == ["unknown"]
    assert "noted of Guard: armour 6, parry 8" in table.do("attack", foe="Guard", against=8, met_by="parry", armour=6)
    assert table.play.order[0].numbers == {"dodge": 10, "hit_points": 40, "armour": 6, "parry": 8}
    table.do("end-round")
    assert "noted of" not in table.do("attack", foe="Guard", met_by="parry", armour=6)
    table.do("end-round")
    assert "noted of Guard: attack 9" in table.do("defend", foe="Guard", against=9)
