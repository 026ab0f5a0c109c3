"""What players try beside the rules' own examples: odd roles, outcomes that wait, rolls about what is gone."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from saga_tui.cli import saga_tui
from saga_tui.games import registry
from saga_tui.games.world.character import Harm
from saga_tui.games.world.rules.figures import figures
from saga_tui.games.world.rules.ruleset import RULES
from saga_tui.games.world.screens.panels import next_steps
from saga_tui.games.world.sheet import page
from saga_tui.problem import Problem
from saga_tui.store import Layout
from saga_tui.store.read_only import past
from saga_tui.ui.journal.words import haystack, outer_of, place_of
from tests.games.world.stage import ROOT
from tests.games.world.table import Table, condition, harms, ill


def target(table: Table, **said: Any) -> int:
    command: Any = RULES.command("test", said)
    return int(command.target(table.one).total)


@pytest.mark.rule("W-CND-10", "W-CND-13", "W-MOD-6")
def test_a_modifier_of_attacks_leaves_the_defence_against_one_alone() -> None:
    table = Table(conditions=(condition("distracted", 4),))
    defends = {"skill": "athletics", "role": "defense", "test": "conflict", "other": 10}
    assert target(table, action="strike", **defends) == 11, "Distracted is on one's own Attack Rolls"
    assert target(table, skill="athletics", action="strike") == 7
    table = Table(conditions=(condition("prone"),))
    assert target(table, action="strike", **defends) == 9, "Prone is on both"


@pytest.mark.rule("W-TST-6", "W-TOL-5")
def test_an_action_that_attacks_makes_the_roll_an_attack() -> None:
    strike = {"skill": "athletics", "action": "strike"}
    assert target(Table(), against=["unconscious"], **strike) == 15, "+4 on Attack Rolls at them"
    assert target(Table(), against=["unconscious"], role="defense", **strike) == 11


@pytest.mark.rule("W-TST-8")
def test_a_defender_is_told_the_attack_s_degree() -> None:
    defends = {"skill": "athletics", "role": "defense", "test": "conflict", "other": 12}
    assert Table().do("test", 5, 10, **defends).endswith(": Failure (the attack: Strong Success)")
    assert Table().do("test", 5, 20, **defends).endswith(": Success (the attack: Critical Failure)")


@pytest.mark.rule("W-CND-15")
def test_nobody_unconscious_rolls_for_initiative_and_each_bar_is_told_once() -> None:
    table = Table(conditions=(condition("unconscious"), condition("bleeding-out")))
    assert table.refused("initiative", 9) == ["barred"]
    assert table.refused("test", 9, skill="athletics") == ["barred"]


@pytest.mark.rule("W-CRG-3")
def test_no_time_passes_while_an_outcome_waits() -> None:
    table = Table(stamina=0, conditions=(condition("exhausted"),))
    table.do("take-damage", amount=1)
    table.do("roll-asked", 20)
    for verb in ("end-round", "pass-activity", "pass-day", "start-combat"):
        assert "waits" in table.refused(verb), verb
    table.do("way-out")
    table.do("end-round")


@pytest.mark.rule("W-AFF-7", "W-TRM-3", "W-INJ-5", "W-TRM-4")
def test_a_roll_about_what_is_gone_is_asked_no_more() -> None:
    table = Table(afflictions=(ill("mindfire", 1),), traumas=harms("hesitant"), conditions=(condition("going-mad"),))
    table.do("end-round")
    table.do("end-round")
    assert table.asked == ["confront-affliction", "confront-affliction", "going-mad"]
    table.do("set-affliction", affliction="mindfire", rank=0)
    assert table.asked == ["going-mad"]
    table.do("end-condition", what="going-mad")
    assert table.asked == []
    table.do("pass-day", safe=True)
    assert table.asked == ["therapy"]
    table.do("treat", what="hesitant", amount=7)
    assert table.asked == []


@pytest.mark.rule("W-TOL-8")
def test_a_day_tells_a_reminder_once() -> None:
    table = Table(conditions=(condition("hopeless"),))
    assert table.do("pass-day").count("Enhearten") == 1


def test_a_question_among_objections_keeps_its_sign() -> None:
    assert Problem("error", "W-ACT-7", (), "what does it cost?", "Give it.").sentence() == "What does it cost? Give it."


@pytest.mark.rule("W-AFF-1")
def test_a_long_name_on_the_sheet_has_a_blank_behind_it() -> None:
    table = Table(afflictions=(ill("sallow-king", 2),), conditions=(condition("insane"),))
    sheet = "\n".join(f"{row}" for row in page(table.one))
    assert "Curse of the Sallow King " in sheet and "Lost to madness " in sheet


@pytest.mark.rule("W-ENT-5", "W-CHR-2", "W-ENT-3")
def test_a_raise_of_a_field_adds_to_its_training_and_stays_within_the_ranks() -> None:
    table = Table()
    table.do("set-training", what="lore:Old town", rank=2)
    before = figures(table.one).number("lore:old-town").total
    assert table.do("raise", what="Lore: Old town", reason="books") == "Lore: Old town 2 → 3"
    assert figures(table.one).number("lore:old-town").total == before + 1
    assert [ref for ref, _ in figures(table.one).refs_named() if ref.startswith("lore:")] == ["lore:Old town"]
    assert table.refused("raise", what="athletics", steps=7) == ["range"], "2 + 7 is above 8"
    table.do("set-training", what="craft:Clocks", rank=9)
    assert "Craft: Clocks: Training Rank 9" in " ".join(one.message for one in RULES.problems(table.one))


@pytest.mark.rule("W-AFF-1", "W-INJ-1")
def test_afflictions_and_harm_are_offered_and_understood_by_their_names() -> None:
    table = Table(injuries=harms("bruised"), afflictions=(ill("mindfire", 1), ill("unknown", 1)))
    assert RULES.names(table.one, "affliction") == ["Mindfire", "Influenza", "Curse of the Sallow King"]
    assert RULES.names(table.one, "ill") == ["Mindfire", "unknown"] and RULES.names(table.one, "harm") == ["Bruised"]
    table.do("set-affliction", affliction="Curse of the Sallow King", rank=2, resistance="resolve")
    table.do("confront", affliction="curse of the sallow king")
    table.do("treat", what="Bruised", amount=7)
    assert table.asked == ["confront-affliction"] and table.held("injuries") == {}


@pytest.mark.rule("W-INJ-1", "W-TRM-1", "W-INJ-4")
def test_check_finds_harm_held_twice_and_counters_that_no_dice_show() -> None:
    twice = Table(injuries=harms("bruised", "bruised"), traumas=harms("hesitant", "hesitant")).one
    found = [(one.rule, one.where, one.code, one.level) for one in RULES.problems(twice) if one.where[:1] == ("play",)]
    assert found == [("W-INJ-1", ("play", "injuries", 1), "twice", "error"),
                     ("W-TRM-1", ("play", "traumas", 1), "twice", "error")]  # fmt: skip
    odd = Table(injuries=(Harm(key="bruised", left=40), Harm(key="broken"), Harm(key="battered", left=12))).one
    assert [(one.where, one.value) for one in RULES.problems(odd) if one.rule == "W-INJ-4"] == [
        (("play", "injuries", 0, "left"), 40), (("play", "injuries", 1, "left"), 0)]  # fmt: skip


@pytest.mark.rule("W-ENT-6")
def test_no_array_is_dealt_while_the_quick_build_is_off() -> None:
    outcome = Table().see("deal-array", array="Even")
    assert outcome.refused and "quick_build is off" in outcome.problems[0].message
    for mode in ("array", "points"):
        Table({"quick_build": mode}).do("deal-array", array="Even")


@pytest.mark.rule("W-CHR-2")
def test_craft_and_lore_want_a_field() -> None:
    for what in ("craft", "Lore"):
        outcome = Table().see("set-training", what=what, rank=2)
        assert outcome.refused and outcome.problems[0].message == f"{what.capitalize()} wants a field"
    Table().do("set-training", what="craft", rank=0)


@pytest.mark.rule("W-ENT-5")
def test_a_tolerance_is_raised_by_its_plain_name() -> None:
    assert Table().do("raise", what="Stamina") == "Most Stamina 9 → 10"


@pytest.mark.rule("W-CRG-3", "W-CRG-4")
def test_a_roll_is_nudged_until_something_else_happens() -> None:
    acts: dict[str, dict[str, Any]] = {"take-damage": {"amount": 1}, "pass-activity": {}, "spend": {"amount": 1}}
    for act, said in acts.items():
        table = Table(courage=8)
        table.do("test", 19, skill="athletics")
        table.do("nudge", 19)
        table.do("nudge", 18)
        table.do(act, **said)
        assert table.refused("nudge", 5) == ["none"], act
        table.do("test", 20, skill="athletics")
        table.do(act, **said)
        assert table.refused("avert") == ["none"], act


@pytest.mark.rule("W-TIM-1")
def test_a_counter_is_corrected_within_what_it_can_be() -> None:
    ends = {("period", -9): 1, ("period", 9): 4, ("day", -9): 1, ("activity", 99): 35, ("courage", -99): 0}
    for (name, by), value in ends.items():
        assert getattr(Table(day=3).see("adjust", counter=name, by=by).after.play, name) == value


@pytest.mark.parametrize("verb", ["odds", "roll"])
def test_the_help_of_rolls_says_what_this_game_takes(verb: str) -> None:
    said = CliRunner().invoke(saga_tui, [verb, "--game", "world", "--help"]).output
    assert "target number" in said and "12 conflict 10" in said and "2d6" not in said


@pytest.mark.rule("W-TIM-1")
def test_the_log_calls_the_periods_of_a_day_by_their_names(tmp_path: Path) -> None:
    desk = ["--dir", str(tmp_path), "do", "mira"]
    shutil.copy(ROOT / "characters" / "mira-vane.toml", tmp_path / "mira.toml")
    for verb in ("start-play", "pass-period"):
        assert CliRunner().invoke(saga_tui, [*desk, verb]).exit_code == 0
    said = CliRunner().invoke(saga_tui, ["--dir", str(tmp_path), "log", "mira"]).output
    assert "day 1, Morning" in said and "period" not in said.replace("pass-period", "")
    event = next(past(tmp_path / "mira.toml", Layout()).events())
    named = registry.layout("world").named
    assert outer_of(event, named) == "day 1 › Morning" and place_of(event, named=named) == "day 1 · Morning"
    assert "morning" in haystack(event, named=named)


@pytest.mark.rule("W-TIM-3")
def test_rounds_are_the_way_on_while_they_go_on() -> None:
    told = [str(row.choose) for row in next_steps(Table(conditions=(condition("bleeding-out"),)).one)]
    assert told == ["round", "start-combat", "mode"]
    assert "pass-activity" in [row.choose for row in next_steps(Table().one)]
