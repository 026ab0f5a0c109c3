"""What happens at the table, rule by rule: rolls, Courage, tolerances, conditions, harm, afflictions, time, growth."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from saga_tui.engine.entries import tallies
from saga_tui.games.world import book
from saga_tui.games.world.character import Campaign, Character, Item
from saga_tui.games.world.rules import odds
from saga_tui.games.world.rules.figures import ATTRIBUTES, figures
from saga_tui.games.world.rules.ruleset import RULES
from saga_tui.roll_under import WORST
from tests.games.world.table import Table, condition, harms, ill

COMBAT = ("start-combat", "start-turn")


def target(table: Table, **said: Any) -> Any:
    command: Any = RULES.command("test", said)
    return command.target(table.one)


# ---- tests and modifiers


@pytest.mark.rule("W-TST-1", "W-TST-2", "W-TST-3", "W-TST-5", "W-DEG-2")
def test_what_is_tested_and_the_number_is_cut_last() -> None:
    table = Table()
    assert target(table, skill="athletics").total == 11, "9 + 2"
    assert target(table, skill="strength").total == 12, "a bare attribute: +2 untyped"
    assert target(Table({"attribute_bonus": "none"}), skill="strength").total == 10
    table.do("test", 19, skill="athletics", difficulty=10)
    thrown = table.play.thrown
    assert thrown is not None and thrown.number == 21 and thrown.degree == "failure", "19 always fails"
    assert "Success" in table.do("test", 18, skill="athletics", difficulty=10)
    assert "Critical Failure" in table.do("test", 20, skill="athletics", difficulty=10)
    assert "Failure" in table.do("test", 1, skill="perform", difficulty=-12), "below 1 nothing succeeds"
    assert "Success" in Table({"tn_floor": "one"}).do("test", 1, skill="perform", difficulty=-12)


@pytest.mark.rule("W-TST-6", "W-TST-7", "W-TST-8", "W-TST-9", "W-DEG-1", "W-DEG-3")
def test_alone_and_against_somebody_s_number() -> None:
    table = Table()
    assert "Strong Success" in table.do("test", 10, skill="athletics", test="complex")
    assert "wrinkle" in table.do("test", 1, skill="athletics")
    told = table.do("test", 9, 8, skill="athletics", test="opposed", other=10)
    assert told == "Athletics 11, rolled 9 against 10, rolled 8: Success"
    assert table.do("test", 8, 8, skill="athletics", test="opposed", other=10).endswith("Failure"), "a tie is theirs"
    defends = {"skill": "athletics", "role": "defense", "other": 10}
    assert table.do("test", 8, 8, test="opposed", **defends).endswith(": Success"), "as Defender the tie is mine"
    assert table.do("test", 10, skill="athletics", test="conflict", other=10, other_die=9).endswith("Strong Success")
    assert table.do("test", 9, 9, test="conflict", **defends).endswith(": Success"), "as high a die stops it"
    assert table.do("test", 20, 9, test="conflict", **defends).endswith(": Failure (the attack: Success)")
    assert table.refused("test", 9, 8, skill="athletics", test="opposed") == ["other"]


@pytest.mark.rule("W-MOD-1", "W-MOD-2", "W-MOD-4", "W-MOD-5", "W-MOD-6", "W-ENT-2")
def test_the_reasons_of_a_number_keep_what_was_beaten() -> None:
    table = Table(conditions=(condition("weary"), condition("exposed", 4)), injuries=harms("broken"))
    table.one = table.one.model_copy(update={"items": (
        Item(name="Boots", modifier=2, on=("athletics",)), Item(name="Rope", modifier=1, on=("athletics",)),
        Item(name="Put away", modifier=6, on=("all",), used=False))})  # fmt: skip
    found = target(table, skill="athletics", difficulty=2, situation=-4, modifier=1)
    assert found.total == 11 - 2 + 2 + 2 - 4 + 1
    told = {term.reason: (term.amount, term.beaten) for term in found.terms}
    assert told["Weary"] == (-2, 0) and told["−2 Broken, beaten by Weary"] == (0, -2)
    assert told["+1 Rope, beaten by Boots"] == (0, 1) and told["difficulty"] == (2, 0)
    assert "Put away" not in str(told) and "Exposed" not in str(told), "not in use; Defense Rolls only"
    assert "Exposed 4" in str(target(table, skill="dodge", role="defense").terms)


@pytest.mark.rule("W-CHR-6", "W-INJ-2", "W-TRM-2", "W-AFF-3")
def test_a_bare_attribute_suffers_only_where_the_group_plays_so() -> None:
    for switches, wanted in (({}, 12), ({"attribute_tests_suffer": "on"}, 10)):
        assert target(Table(switches, injuries=harms("bruised")), skill="strength").total == wanted
    table = Table(traumas=harms("oblivious"), afflictions=(ill("sallow-king", 1),))
    assert target(table, skill="parry").total == 6 and target(table, skill="resolve").total == 11


# ---- Courage


@pytest.mark.rule("W-CRG-1", "W-CRG-2", "W-TOL-9")
def test_grit_is_bought_before_the_roll_up_to_its_limit() -> None:
    table = Table()
    assert table.refused("test", 9, skill="athletics", grit=3) == ["grit"]
    assert "Athletics 13" in table.do("test", 13, skill="athletics", grit=2) and table.play.courage == 6
    assert "2 of the Grit is wasted above 18" in table.do("test", 9, skill="athletics", difficulty=8, grit=2)
    short = Table(courage=1)
    assert short.refused("test", 9, skill="athletics", grit=2) == ["short"]
    assert "Athletics 10" in short.do("test", 10, skill="athletics", grit=1), "the last point: Hopeless at once"
    assert short.conditions == ["hopeless"] and short.play.courage == 0
    later = Table({"spent_to_zero": "after-roll"}, courage=1)
    assert "Athletics 12" in later.do("test", 10, skill="athletics", grit=1) and later.conditions == ["hopeless"]
    assert Table({"grit_limit": "training-rank"}).refused("test", 9, skill="perform", grit=1) == ["grit"]


@pytest.mark.rule("W-CRG-3", "W-CRG-4")
def test_fate_is_nudged_and_catastrophe_averted_after_the_roll() -> None:
    table = Table()
    table.do("test", 15, skill="athletics", grit=1)
    assert "Athletics 12, rolled 12: Success" in table.do("nudge", 12) and table.play.courage == 5
    table.do("nudge", 20)
    assert table.refused("nudge", 4) == ["barred"], "a Critical Failure is not rolled again"
    assert "Averted" in table.do("avert") and table.play.courage == 0
    assert table.refused("nudge", 4) == ["none"], "nor is what was averted"
    poor = Table(courage=1)
    poor.do("test", 15, skill="athletics")
    assert poor.refused("nudge", 4) == ["barred"]
    facing = Table()
    facing.do("test", 3, 9, skill="athletics", test="opposed", other=10)
    assert facing.do("nudge", 10).endswith("rolled 10 against 10, rolled 9: Success"), "the other's die stays"


# ---- tolerances


@pytest.mark.rule("W-TOL-1", "W-TOL-2", "W-TOL-4", "W-TOL-5", "W-ACT-6")
def test_stamina_goes_and_exhausted_comes_and_ends_by_itself() -> None:
    table = Table(stamina=3)
    table.do("take-damage", amount=7)
    assert table.play.stamina == 0 and table.conditions == ["exhausted"] and table.asked == []
    table.do("take-damage", amount=0, non_lethal=True)
    assert table.asked == ["non-lethal"]
    table.do("roll-asked", 20)
    assert table.play.thrown is not None and table.play.thrown.waits, "3 Courage could avert it"
    assert table.refused("take-damage", amount=1) == ["waits"], "first what became of the roll"
    table.do("accept-outcome")
    assert table.conditions == ["exhausted", "unconscious"]
    table.do("recover", amount=99)
    assert table.play.stamina == 9 and table.conditions == ["unconscious"]


@pytest.mark.rule("W-TOL-6", "W-TOL-7", "W-ACT-7", "W-ACT-2")
def test_attention_is_spent_on_actions_and_stressed_stays() -> None:
    table = Table(attention=3)
    assert table.refused("test", 9, skill="brawl", action="trip") == ["cost"], "no cost is known: it is asked"
    assert table.refused("test", 9, action="trip", cost=4, role="attack") == ["short"]
    table.do("test", 9, action="trip", cost=3, role="attack")
    thrown = table.play.thrown
    assert thrown is not None and thrown.skill == "brawl" and thrown.number == 8 - 2, "Stressed at once"
    table.do("recover", amount=5, tolerance="attention")
    assert table.play.attention == 5 and table.conditions == ["stressed"]
    table.do("end-condition", what="stressed")
    assert table.conditions == []
    table.do("spend", amount=2)
    assert table.play.attention == 3


@pytest.mark.rule("W-TOL-8", "W-TOL-10", "W-TOL-11", "W-ACT-4")
def test_hopeless_has_sources_and_further_harm_wants_persevere() -> None:
    table = Table(courage=2, afflictions=(ill("sallow-king", 2),))
    table.do("set-affliction", affliction="sallow-king", rank=3)
    assert [one.source for one in table.play.conditions] == ["affliction:sallow-king"]
    table.do("take-damage", amount=2, tolerance="courage")
    assert [one.source for one in table.play.conditions] == ["affliction:sallow-king", "courage"]
    assert table.asked == ["persevere"], "Hopeless already: Persevere at once"
    assert table.refused("recover", amount=1, tolerance="courage") == ["barred"]
    table.do("waive")
    table.do("end-condition", what="hopeless")
    assert table.conditions == [] and table.play.courage == 0, "Enhearten ends all sources"
    table.do("take-damage", amount=1, tolerance="courage")
    assert table.conditions == ["hopeless"] and table.asked == [], "the next damage brings the condition, not the roll"
    table.do("set-affliction", affliction="sallow-king", rank=4)
    assert len(table.play.conditions) == 2, "another Rank gives it again"
    table.do("set-affliction", affliction="sallow-king", rank=1)
    assert [one.source for one in table.play.conditions] == ["courage"]


@pytest.mark.rule("W-TOL-3", "W-INJ-3")
def test_current_sinks_with_the_maximum_and_does_not_come_back() -> None:
    for switches, most in (({}, 7), ({"maximum_loss": "four"}, 5)):
        table = Table(switches, stamina=9)
        table.do("injury", which="battered", left=1)
        assert table.play.stamina == most == figures(table.one).number("stamina-most").total
        table.do("pass-day")
        assert table.held("injuries") == {} and table.play.stamina == most
    low = Table(stamina=2, afflictions=(ill("influenza", 1),))
    low.one = low.one.model_copy(update={"maxima": {"stamina": 3, "attention": 8, "courage": 8}})
    low.do("set-affliction", affliction="influenza", rank=4)
    assert low.play.stamina == 0 and low.conditions == ["exhausted"] and low.asked == [], "no damage, but at 0 it comes"


@pytest.mark.rule("W-CND-15")
def test_the_unconscious_take_no_harm_to_attention_or_courage() -> None:
    table = Table(conditions=(condition("unconscious"),))
    table.do("take-damage", amount=3, tolerance="courage")
    assert table.play.courage == 8
    assert table.refused("test", 9, skill="athletics") == ["barred"]
    assert table.refused("test", 9, skill="dodge", role="defense") == ["no-defense"]
    assert "Success" in table.do("test", 9, skill="resilience", role="resistance")


# ---- Endure and Persevere


@pytest.mark.rule("W-ACT-3", "W-ACT-5", "W-INJ-1", "W-INJ-4")
def test_endure_to_an_injury_with_its_days() -> None:
    table = Table(stamina=0, courage=1, conditions=(condition("exhausted", source="stamina", ends="zero-left"),))
    table.do("take-damage", amount=2)
    assert table.asked == ["endure"] and table.play.asks[0].target == 12
    assert "hurt: an injury" in table.do("roll-asked", 3), "with 1 Courage nothing can be changed"
    assert table.conditions == ["exhausted", "unconscious"] and table.asked == ["injury"]
    table.do("roll-asked", 6, 2, 5)
    assert table.held("injuries") == {"battered": 7} and table.asked == []
    table.do("take-damage", amount=1)
    assert table.play.asks[0].target == 10, "−1 for the injury and Battered's −2 do not add"
    table.do("roll-asked", 10)
    table.do("injury")
    assert "roll again" in table.do("roll-asked", 5, 1, 1) and table.asked == ["injury"], "one of each at most"
    table.do("roll-asked", 1, 1, 1)
    assert table.held("injuries") == {"battered": 7, "bruised": 2}
    assert table.refused("injury", which="bruised", left=3) == ["twice"]


@pytest.mark.rule("W-ACT-3")
def test_the_way_out_of_endure_costs_all_courage_and_a_trauma() -> None:
    table = Table(stamina=0, courage=5, conditions=(condition("exhausted", source="stamina", ends="zero-left"),))
    table.do("take-damage", amount=1)
    told = table.do("roll-asked", 20)
    assert "Unless you change it: Killed at once" in told.replace("unless", "Unless")
    assert table.refused("avert") == ["barred"] and table.conditions == ["exhausted"]
    table.do("way-out")
    assert table.play.courage == 0 and {"hopeless", "bleeding-out", "unconscious"} <= {*table.conditions}
    assert table.asked == ["trauma", "injury"]
    hopeless = Table(stamina=0, courage=5, conditions=(condition("exhausted"), condition("hopeless")))
    hopeless.do("take-damage", amount=1)
    assert "Dead" in hopeless.do("roll-asked", 20) and figures(hopeless.one).lost() == "dead"
    assert hopeless.refused("take-damage", amount=1) == ["lost"]


@pytest.mark.rule("W-ACT-4", "W-TRM-1", "W-TRM-2", "W-TRM-3")
def test_persevere_and_its_penalty() -> None:
    table = Table(courage=0, conditions=(condition("hopeless"),), traumas=harms("hesitant"))
    table.do("take-damage", amount=1, tolerance="courage")
    assert table.play.asks[0].target == 12 - 2 - 1, "untyped beside Hopeless"
    assert "scarred" in table.do("roll-asked", 2)
    table.do("roll-asked", 3, 6, 6)
    assert table.held("traumas") == {"hesitant": 7, "oblivious": 12}
    great = Table(courage=0, conditions=(condition("hopeless"),), traumas=())
    great.one = great.one.model_copy(update={"training": {"resolve": 8}})
    great.do("take-damage", amount=1, tolerance="courage")
    assert great.play.asks[0].target == 14
    great.do("roll-asked", 15, difficulty=2)
    assert great.conditions == [] and great.play.courage == 1, "a Great Success restores one Courage"
    lost = Table(conditions=(condition("hopeless"),), traumas=harms("hesitant", "oblivious", "withdrawn"))
    lost.do("take-damage", amount=1, tolerance="courage")
    assert "insane" in lost.conditions and lost.asked == [], "three traumas: no roll"
    assert "No further trauma" in Table(traumas=harms("hesitant", "oblivious", "withdrawn")).do("trauma")


# ---- conditions and time


@pytest.mark.rule("W-CND-1", "W-CND-2", "W-CND-3", "W-CND-4", "W-CND-11", "W-CND-14")
def test_conditions_include_others_and_stand_beside_each_other() -> None:
    table = Table()
    table.do("condition", what="grappled")
    assert {row.key for row, _, _ in figures(table.one).standing} == {"grappled", "immobilized", "exposed"}
    assert "move" in dict(figures(table.one).bars())
    table.do("condition", what="Restrained")
    assert target(table, skill="dodge", role="defense").total == 8 - 4, "the stronger counts"
    assert table.refused("test", 9, skill="athletics") == ["barred"]
    assert "Success" in table.do("test", 5, skill="athletics", action="breakout")
    table.do("end-condition", what="restrained")
    assert "lasts" not in table.do("condition", what="exposed", number=2)
    assert table.refused("condition", what="exposed") == ["number"]
    assert table.refused("condition", what="tired") == ["unknown"]
    assert len([one for one in table.play.conditions if one.key == "exposed"]) == 1
    table.do("end-condition", what="grappled")
    assert {row.key for row, _, _ in figures(table.one).standing} == {"exposed"}


RULES_OF = {"encumbered": "W-CND-5", "engaged": "W-CND-6", "exposed": "W-CND-7", "hidden": "W-CND-8",
            "immobilized": "W-CND-9", "distracted": "W-CND-10", "grappled": "W-CND-11", "motivated": "W-CND-12",
            "prone": "W-CND-13", "restrained": "W-CND-14", "unconscious": "W-CND-15", "weary": "W-CND-16"}  # fmt: skip


@pytest.mark.rule("W-CND-5", "W-CND-6", "W-CND-8", "W-CND-9", "W-CND-13", "W-CND-16")
def test_each_condition_says_its_rule_what_it_bars_and_how_it_ends() -> None:
    assert {key: row.rule for key, row in book.conditions().items() if key in RULES_OF} == RULES_OF
    for key in RULES_OF:
        table = Table()
        row = book.conditions()[key]
        table.do("condition", what=key, number=2 if row.numbered else 0)
        assert table.play.conditions[0].ends == row.ends and row.text
        assert dict(figures(table.one).bars()).keys() >= {*row.forbids}
    assert book.conditions()["engaged"].by == ("withdraw",) and "Defense" not in book.conditions()["hidden"].text


@pytest.mark.rule("W-CND-12", "W-CND-7", "W-CND-10", "W-TIM-4")
def test_motivated_is_used_up_and_turns_end_what_is_timed() -> None:
    table = Table()
    assert table.refused("test", 9, skill="athletics", motivated=True) == ["picked"]
    table.do("condition", what="motivated", number=4)
    assert "Athletics 15" in table.do("test", 9, skill="athletics", motivated=True) and table.conditions == []
    for verb in COMBAT:
        table.do(verb)
    table.do("condition", what="exposed", number=2)
    table.do("condition", what="distracted", number=2, ends="gm")
    table.do("end-turn")
    assert "round 2" in table.do("end-round").casefold() and table.conditions == ["exposed", "distracted"]
    assert "Exposed ends" in table.do("start-turn") and table.conditions == ["distracted"]
    assert "Distracted ends" in table.do("end-combat") and table.conditions == []


@pytest.mark.rule("W-TIM-1", "W-TIM-2", "W-TIM-3")
def test_longer_units_pass_the_edges_of_the_shorter_ones() -> None:
    table = Table()
    table.do("condition", what="exposed", number=2)
    table.do("pass-activity")
    assert table.conditions == [] and (table.play.activity, table.play.period, table.play.day) == (1, 1, 1)
    table.do("pass-activity", times=35)
    assert (table.play.activity, table.play.period) == (0, 2), "the 36th ends the Period"
    table.do("pass-day")
    assert (table.play.day, table.play.period) == (2, 1), "a day ends with its Nighttime"
    table.do("pass-period", times=4)
    assert (table.play.day, table.play.period) == (3, 1)
    table.do("set-mode", mode="journey")
    assert table.play.mode == "journey"
    table.do("start-combat")
    assert table.refused("pass-period") == ["open"]


@pytest.mark.rule("W-TIM-3", "W-INJ-5", "W-TRM-4")
def test_rounds_go_on_while_somebody_bleeds() -> None:
    table = Table(courage=0, conditions=(condition("bleeding-out", since=0), condition("going-mad", since=0)))
    assert table.refused("pass-activity") == ["rounds"]
    table.do("end-round")
    assert table.asked == [], "not at the end of the round in which it began"
    table.do("end-round")
    assert table.asked == ["bleeding-out", "going-mad"]
    table.do("roll-asked", 12)
    assert "bleeding-out" in table.conditions, "a success does not end it"
    table.do("roll-asked", 13)
    assert figures(table.one).lost() == "insane"


@pytest.mark.rule("W-TIM-4", "W-INJ-4", "W-TRM-3")
def test_the_end_of_a_day_asks_for_therapy_on_safe_days_and_lines_can_be_skipped() -> None:
    table = Table(injuries=harms("bruised"), traumas=harms("hesitant", "withdrawn"))
    assert "no safe day" in table.do("pass-day") and table.held("injuries") == {"bruised": 6}
    table.do("pass-day", skip=["recovery"])
    assert table.held("injuries") == {"bruised": 6} and table.one.rulings, "struck, and written down"
    table.do("set-mode", mode="sojourn")
    table.do("pass-day", skip=["therapy:hesitant"])
    assert [(one.what, one.kind, one.target) for one in table.play.asks] == [("therapy", "withdrawn", 10)]
    table.do("roll-asked", 10)
    assert table.held("traumas") == {"hesitant": 7, "withdrawn": 6}
    daily = Table({"trauma_days": "every-day"}, traumas=harms("hesitant"))
    daily.do("pass-day")
    assert daily.asked == ["therapy"]
    table.do("treat", what="withdrawn", amount=9)
    assert table.held("traumas") == {"hesitant": 7}


# ---- afflictions


@pytest.mark.rule("W-AFF-1", "W-AFF-2", "W-AFF-6", "W-AFF-9", "W-AFF-10", "W-AFF-4", "W-AFF-8")
def test_a_disease_from_exposure_to_its_cure() -> None:
    table = Table(courage=0, conditions=())
    table.do("expose", affliction="Influenza")
    assert table.refused("roll-asked", 13) == ["resistance"], "the form does not say it: it is asked, once"
    table.do("roll-asked", 13, resistance="resilience")
    assert [(one.rank, one.onset, one.resistance) for one in table.play.afflictions] == [(1, 2, "resilience")]
    assert table.refused("expose", affliction="influenza") == ["twice"]
    table.do("pass-day")
    assert table.play.afflictions[0].onset == 1 and target(table, skill="survival").total == 8
    assert "takes hold" in table.do("pass-day") and table.asked == []
    assert target(table, skill="survival").total == 7
    table.do("pass-day")
    assert table.asked == ["confront-affliction"] and table.play.asks[0].target == 11
    table.do("roll-asked", 13)
    assert table.play.afflictions[0].rank == 2
    table.do("pass-day")
    assert "is cured" in table.do("roll-asked", 10) and table.play.afflictions == ()


@pytest.mark.rule("W-AFF-6", "W-AFF-7")
def test_resisting_leaves_immunity_or_a_penalty_for_ten_minutes() -> None:
    table = Table(courage=0)
    table.do("expose", affliction="mindfire", resistance="resilience")
    table.do("roll-asked", 2, resistance="resilience")
    table.do("expose", affliction="mindfire", resistance="resilience")
    command: Any = RULES.command("roll-asked", {"resistance": "resilience"})
    assert command.number(table.one) == 10, "−2 on resisting the same again"
    table.do("roll-asked", 10, resistance="resilience")
    assert "Immune" in table.do("expose", affliction="mindfire") and table.asked == []
    table.do("pass-activity")
    assert table.play.wards == ()
    great = Table({"affliction_best": "great"}, courage=0)
    great.do("expose", affliction="mindfire", resistance="resilience")
    great.do("roll-asked", 10, resistance="resilience")
    assert great.play.wards == (), "only a Great Success makes immune"


@pytest.mark.rule("W-AFF-4", "W-AFF-5", "W-AFF-7", "W-AFF-8", "W-TIM-4")
def test_a_poison_counts_turns_and_a_rank_has_its_conditions() -> None:
    table = Table(courage=0)
    table.do("expose", affliction="mindfire", resistance="resilience")
    assert "takes hold" in table.do("roll-asked", 20, resistance="resilience")
    assert table.play.afflictions[0].rank == 2 and table.play.attention == 6, "toxic damage twice, at once"
    assert table.refused("pass-activity") == ["rounds"]
    for verb in COMBAT:
        table.do(verb)
    table.do("end-turn")
    assert table.asked == ["confront-affliction"]
    table.do("roll-asked", 5)
    assert table.play.afflictions[0].rank == 1 and table.play.attention == 5
    flu = Table(courage=0, afflictions=(ill("influenza", 4),))
    flu.do("set-affliction", affliction="influenza", rank=5)
    assert flu.conditions == ["unconscious"]
    flu.do("confront", affliction="influenza")
    flu.do("roll-asked", 20)
    assert figures(flu.one).lost() == "dead" and flu.play.afflictions[0].rank == 6


@pytest.mark.rule("W-AFF-8")
def test_the_own_turn_in_which_a_poison_takes_hold_is_no_full_round() -> None:
    table = Table(courage=0)
    for verb in COMBAT:
        table.do(verb)
    table.do("expose", affliction="mindfire", resistance="resilience")
    table.do("roll-asked", 13, resistance="resilience")
    table.do("end-turn")
    assert table.asked == []
    for verb in ("end-round", "start-turn", "end-turn"):
        table.do(verb)
    assert table.asked == ["confront-affliction"]


@pytest.mark.rule("W-AFF-4")
def test_dice_of_toxic_damage_are_asked_for() -> None:
    table = Table(courage=0)
    row = book.Affliction.model_validate({
        "key": "dust", "name": "Bone Dust", "max_rank": 3, "toxic": {"level": "major", "tolerances": ["stamina"]},
        "frequency": {"count": 1, "unit": "round"}, "resistance": "resilience",
    })  # fmt: skip
    table.do("change-setting", setting={"name": "Dust", "afflictions": [row.model_dump()]})
    table.do("expose", affliction="dust")
    table.do("roll-asked", 13)
    assert table.asked == ["toxic"] and table.play.asks[0].dice == 2
    assert "toxic damage 3" in table.do("roll-asked", 3, 5).casefold() and table.play.stamina == 6, "the lower of 2d6"


# ---- entry, growth, switches


@pytest.mark.rule("W-CHR-3", "W-CHR-4", "W-CHR-5", "W-ENT-1", "W-ENT-3", "W-ENT-4")
def test_a_half_filled_character_is_valid_and_says_what_is_empty() -> None:
    empty = Character()
    assert [one.level for one in RULES.problems(empty)] == ["unfinished"] * 13
    assert tallies(RULES, empty)["athletics"].terms[0].reason == "Strength and Agility not entered yet"
    table = Table()
    assert figures(table.one).number("brawl").total == 8 and figures(table.one).pair("lore") == ("intelligence",)
    known = Character(attributes=table.one.attributes, campaign=Campaign(switches={"missing_pairs": "known-only"}))
    assert figures(known).number("brawl").total == 9
    house = table.one.model_copy(
        update={"campaign": Campaign(switches={"tolerances": "house"}), "maxima": {"stamina": 30}}
    )
    assert [figures(house).number(f"{key}-most").total for key in ("stamina", "attention", "courage")] == [9, 8, 8]
    odd = table.one.model_copy(update={"items": (Item(name="Ring", modifier=3),), "maxima": {"stamina": 20}})
    assert {one.code for one in RULES.problems(odd)} >= {"rolls", "odd", "unusual", "empty"}
    changed = table.one.model_copy(update={"attributes": table.one.attributes | {"strength": 11}})
    assert [one.code for one in RULES.problems(changed) if one.level == "remark"] == ["changed"]
    wrong = table.one.model_copy(update={"campaign": Campaign(switches={"tn_floor": "two", "no": "x"})})
    assert [one.code for one in RULES.problems(wrong) if one.level == "error"][:2] == ["value", "unknown"]


@pytest.mark.rule("W-ENT-6", "W-ENT-7")
def test_the_house_quick_build_deals_arrays_and_counts_points() -> None:
    arrays = book.data("creation")["quick_build"]["arrays"]
    assert all(sum(one["ranks"]) == 74 and len(one["ranks"]) == 9 for one in arrays)
    table = Table({"quick_build": "array"})
    table.one = table.one.model_copy(update={"play": None})
    assert "array" in {one.code for one in RULES.problems(table.one)}
    table.do("deal-array", array="Marked", first=["empathy", "charisma"])
    assert (table.one.attributes["empathy"], table.one.attributes["charisma"], table.one.attributes["perception"]) == (
        12,
        11,
        5,
    )
    assert "array" not in {one.code for one in RULES.problems(table.one)}
    assert {one.code for one in RULES.problems(table.one)} >= {"left"}, "10 of 20 points of training"
    table.do("set-training", what="parry", rank=5)
    assert "high" in {one.code for one in RULES.problems(table.one)}
    table.do("from-paper")
    assert not {"high", "left"} & {one.code for one in RULES.problems(table.one)}
    assert table.refused("deal-array", array="none") == ["unknown"]


@pytest.mark.rule("W-ENT-1", "W-ENT-2", "W-CHR-2")
def test_fields_are_entered_in_any_order() -> None:
    table = Table()
    table.do("set-training", what="Craft: Smithing", rank=3)
    assert figures(table.one).number("craft:smithing").total == 11
    table.do("set-attribute", attribute="Strength", rank=0)
    assert "strength" not in table.one.attributes and set(ATTRIBUTES) - set(table.one.attributes) == {"strength"}
    table.do("add-item", name="Lantern", modifier=2, on=["stealth"])
    assert "put away" in table.do("use-item", item=0, on=False) and not table.one.items[0].used
    assert table.refused("remove-item", item=4) == ["none"]
    table.do("remove-item", item=0)
    table.do("set-speed", speed="6 m")
    assert table.one.items == () and table.one.speed == "6 m"
    assert table.refused("set-training", what="juggling", rank=1) == ["unknown"]


@pytest.mark.rule("W-ENT-5")
def test_raises_are_entries_with_a_reason_and_can_be_undone() -> None:
    table = Table()
    table.do("gain-experience", amount=5)
    assert table.refused("raise", what="athletics", cost=9) == ["experience"]
    table.do("raise", what="athletics", cost=3, reason="a winter in the hills")
    assert figures(table.one).number("athletics").total == 12 and table.play.experience == 2
    assert (table.one.advances[0].reason, table.one.advances[0].when) == ("a winter in the hills", "day 1, Morning")
    table.do("raise", what="stamina-most", steps=2)
    assert figures(table.one).number("stamina-most").total == 11
    assert table.refused("raise", what="strength") == ["unknown"], "attributes do not grow"
    table.do("undo-raise")
    table.do("undo-raise")
    assert table.one.advances == () and table.play.experience == 5


@pytest.mark.rule("W-SET-1", "W-DEG-4")
def test_a_group_sets_switches_pairs_and_rows_of_its_own() -> None:
    table = Table()
    table.do("set-switch", switch="critical_success", value="on")
    assert "names a benefit" in table.do("test", 11, skill="athletics")
    assert table.refused("set-switch", switch="critical_success", value="maybe") == ["value"]
    own = {"name": "Marsh", "pairs": {"brawl": "willpower"}, "switches": {"tn_floor": "one"},
           "actions": [{"key": "trip", "name": "Trip", "roll": "brawl", "traits": ["attention"], "cost": 1,
                        "outcome": {"success": {"effects": ["stamina+1"]}}}]}  # fmt: skip
    table.do("change-setting", setting=own)
    of = figures(table.one)
    assert of.pair("brawl") == ("agility", "willpower") and not of.guessed("brawl") and of.switch("tn_floor") == "one"
    hurt = Table(courage=0, stamina=4)
    hurt.one = hurt.one.model_copy(update={"world": table.one.world})
    hurt.do("test", 5, action="trip", role="attack")
    assert hurt.play.attention == 7, "the group's book says what it costs"
    assert hurt.play.stamina == 5, "and what comes of it"
    hurt.do("test", 19, action="trip", role="attack")
    assert hurt.play.stamina == 5


# ---- odds


@pytest.mark.rule("W-ODD-1", "W-ODD-2", "W-ODD-3", "W-ODD-4", "W-ODD-5", "W-ODD-6")
def test_the_price_list_of_a_roll_is_exact() -> None:
    table = Table(courage=4)
    command: Any = RULES.command("test", {"skill": "athletics"})
    found = {(one.kind, one.amount): one for one in odds.prices(table.one, command)}
    assert {key: (one.left, one.gain) for key, one in found.items()} == {
        ("grit", 1): (3, Fraction(1, 20)), ("grit", 2): (2, Fraction(1, 10)),
        ("nudge", 1): (2, Fraction(11, 20) * Fraction(8, 20)),
        ("nudge", 2): (0, Fraction(11, 20) * (Fraction(8, 20) + Fraction(8, 20) ** 2)),
        ("avert", 1): (1, Fraction(1, 20)),
    }  # fmt: skip
    assert found["nudge", 2].falls and not found["grit", 2].falls
    last = {(one.kind, one.amount): one for one in odds.prices(Table(courage=1).one, command)}
    assert last["grit", 1].gain == Fraction(1 - 2, 20) and last["grit", 1].falls, (
        "the last point brings Hopeless at once"
    )
    high: Any = RULES.command("test", {"skill": "athletics", "difficulty": 8})
    wasted = next(iter(odds.prices(table.one, high)))
    assert wasted.gain == 0 and wasted.wasted
    for said in ({"test": "opposed", "other": 10}, {"test": "conflict", "other": 10, "role": "defense"}):
        faced: Any = RULES.command("test", {"skill": "athletics", **said})
        law = odds.law(figures(table.one), faced.test, 11, 10, defends=faced.role == "defense")
        assert odds.chance(figures(table.one), faced, 11).goal == law["success"]
    endure: Any = RULES.command("roll-asked", {})
    dying = Table(stamina=0, courage=4, conditions=(condition("exhausted"),))
    dying.do("take-damage", amount=1)
    assert "avert" not in {one.kind for one in odds.prices(dying.one, endure)}, "not in Endure"


@pytest.mark.rule("W-ODD-4", "W-ODD-5")
def test_what_is_spent_on_a_roll_against_every_run_of_faces() -> None:
    of, met, lost, cost = figures(Table().one), Fraction(), Fraction(), Fraction()
    for first, second, third in product(range(1, 21), repeat=3):
        left, die, paid = 5, first, 0
        for more in (second, third):
            if 12 < die < 20 and left >= 2:
                left, die, paid = left - 2, more, paid + 2
        if die == 20 and left >= 3:
            paid += 3
        met += Fraction(die <= 12, 8000)
        lost += Fraction(die == 20 and left < 3, 8000)
        cost += Fraction(paid, 8000)
    found = odds.fate(of, 12, 5, avert=True)
    assert (found.goal, found.worst, found.cost) == (met, lost, cost) and found.missed == 1 - met - lost
    assert odds.fate(of, 12, 5).goal == found.goal and odds.fate(of, 12, 5).worst > found.worst


@pytest.mark.rule("W-ODD-7")
def test_forecasts_are_exact() -> None:
    of = figures(Table().one)
    fate = {degree: (chance, effects) for degree, chance, _, effects in odds.outcomes(of, "endure", 12)}
    assert fate[WORST] == (Fraction(1, 20), ("dead",)) and fate["strong"] == (Fraction(3, 20), ())
    assert odds.alive(of, 12, 3) == Fraction(27, 125)
    assert odds.recovered(1) == 0 and odds.recovered(12) == 1
    assert odds.therapy(Fraction(0), 3, 9) == (Fraction(0), None)
    cure = odds.cured(Table().one, "mindfire", "resilience")
    assert list(cure) == [1, 2, 3] and cure[1] > cure[2] > cure[3] > 0
    brute = walked(3)
    assert abs(float(cure[3]) - brute) < 1e-9, "against the chain walked step by step"


def walked(rank: int) -> float:
    """The chance of a cure of Mindfire before Rank 4, step by step, Resilience 12."""
    standing, done = {rank: 1.0}, 0.0
    for _ in range(400):
        then: dict[int, float] = {}
        for at, chance in standing.items():
            for die in range(1, 21):
                moved = 2 if die == 20 else 1 if die > 12 else -2 if die >= 10 else -1
                to = max(0, min(4, at + moved))
                then[to] = then.get(to, 0.0) + chance / 20
        done += then.pop(0, 0.0)
        then.pop(4, None)
        standing = then
    return done


# ---- the whole


@pytest.mark.rule("W-ACT-8")
def test_initiative_is_a_d20_and_reflexes() -> None:
    table = Table(conditions=(condition("weary"),))
    assert table.do("initiative", 13, modifier=1) == "Initiative: 13 + 7 = 20"
    assert book.fixed()["fear"].roll == "resolve"
