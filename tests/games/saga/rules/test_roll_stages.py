"""A roll in stages: thrown and held, re-rolled, added to, compared, re-rolled late (AST-6, AST-7, PRK-3, ROL)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from saga_tui.dice import seeded
from saga_tui.games import registry
from saga_tui.games.saga.rules import derive, open_roll, rolls, state
from saga_tui.games.saga.rules.character import Character, LastRoll
from saga_tui.games.saga.rules.commands import command_of
from saga_tui.games.saga.table import Table
from saga_tui.store import Memory
from tests.games.saga.rules.heroes import BASE, act, at, do, fighter, hero, made, no


def result(character: Character) -> LastRoll:
    last = at(character).roll
    assert last is not None
    return last


def held(character: Character, *faces: int, **params: Any) -> Character:
    """A roll of Weaponry (4 dice) that waits on the table."""
    plan: dict[str, Any] = {"skill": "weaponry", "hold": True} | params
    after = do(character, "roll", *faces, **plan)
    assert result(after).stage == "thrown"
    return after


# ---- held or not


@pytest.mark.rule("AST-6", "ROL-2")
def test_a_held_roll_waits_with_its_dice_and_its_price_paid_and_is_not_judged() -> None:
    character = held(fighter(), 1, 5, 6, 2, 3, 3, force=1, opposing=4, opposition="attack")
    roll = result(character)
    assert (roll.faces, roll.marks, roll.outcome, roll.pushes) == ((1, 5, 6, 2, 3, 3), 2, "", 0)
    assert (roll.against, roll.opposition) == (4, "attack")
    assert state.in_hand(character, "force") == 4
    assert open_roll.plan_of(roll) == rolls.Plan(skill="weaponry", force=1)
    judged = do(character, "compare", 5, 5, 1, 1)
    assert (result(judged).net, result(judged).outcome, result(judged).stage) == (0, "failure", "")
    assert result(judged).opposing_faces == (5, 5, 1, 1)


@pytest.mark.rule("AST-6")
def test_it_waits_only_while_something_can_be_done() -> None:
    poor = fighter(tokens={"fortune": 0})
    needs = command_of("roll", {"skill": "weaponry", "force": 1, "opposing": 4, "hold": True})
    assert needs.dice_needed(fighter()) == 6 and needs.dice_needed(poor) == 10
    after = do(poor, "roll", *[5] * 6, *[1] * 4, skill="weaponry", force=1, opposing=4, hold=True)
    assert (result(after).stage, result(after).net) == ("", 6)
    marks: dict[str, Any] = {"skill": "weaponry", "force": 1, "hold": True}
    assert result(do(fighter(), "roll", **marks, marks=6)).outcome == "success"
    assert result(do(fighter(), "roll", **marks, faces=[5] * 6)).outcome == "success"
    assert result(do(fighter(), "roll", **marks, net=2)).outcome == "success"
    assert result(do(fighter(), "roll", **marks, marks=5)).stage == "thrown"
    never = do(fighter(), "automate", what="fortune:reroll", mode="never")
    assert result(do(never, "roll", *[1] * 6, **marks)).stage == ""


@pytest.mark.rule("AST-6")
def test_without_hold_a_roll_is_compared_at_once_as_ever() -> None:
    after = do(hero(), "roll", 1, 1, 5, 6, 5, 1, skill="weaponry", opposing=2)
    assert (result(after).stage, result(after).net, result(after).outcome) == ("", 1, "success")


def test_no_other_roll_while_one_lies() -> None:
    assert no(held(hero(), 1, 1, 1, 1), "roll", 1, 1, 1, 1, skill="weaponry").code == "open"
    for verb in ("reroll", "compare", "late-reroll"):
        assert no(hero(), verb, 1, 1).code == "none"
    assert no(do(hero(), "roll", skill="weaponry", net=1), "reroll").message == "You already compared the last roll"
    assert no(held(hero(), 1, 1, 1, 1), "late-reroll", 1).rule == "AST-7"


# ---- re-rolls before comparing


@pytest.mark.rule("AST-6")
def test_a_token_rerolls_two_dice_and_the_new_ones_stand_even_when_they_are_worse() -> None:
    character = held(hero(), 1, 5, 2, 3)
    first = do(character, "reroll", 6, 1)
    assert (result(first).faces, result(first).marks) == ((6, 5, 1, 3), 2)
    assert state.in_hand(first, "fortune") == 3
    second = do(first, "reroll", 1, 2, dice=[0, 1])
    assert (result(second).faces, result(second).marks) == ((1, 2, 1, 3), 0)
    assert state.in_hand(second, "fortune") == 2


@pytest.mark.rule("AST-6", "ROL-10")
def test_rerolls_by_hand_name_their_dice_and_faces_or_just_marks() -> None:
    character = held(hero(), 1, 5, 2, 3)
    assert result(do(character, "reroll", dice=[3], results=[6])).faces == (1, 5, 2, 6)
    counted = do(character, "reroll", marks=2)
    assert (result(counted).marks, result(counted).faces) == (3, ())
    assert no(character, "reroll", results=[6]).code == "faces"
    assert no(character, "reroll", marks=3).code == "faces"
    assert no(character, "reroll", 1, 1, dice=[0, 1, 2]).code == "many"
    assert no(character, "reroll", 1, 1, dice=[9]).code == "place"
    assert no(held(hero(tokens={"fortune": 1}), 1, 5, 2, 3, fortune=1), "reroll", 1, dice=[0, 0]).code == "many"


@pytest.mark.rule("AST-6", "ROL-10")
def test_a_roll_of_which_only_marks_are_known_is_rerolled_all_the_same() -> None:
    character = held(hero(), marks=3)
    assert command_of("reroll", {}).dice_needed(character) == 1
    after = do(character, "reroll", 6)
    assert (result(after).marks, result(after).faces) == (4, ())
    assert no(after, "reroll").code == "none"
    assert result(do(character, "reroll", marks=0)).marks == 3
    traded = held(hero(), marks=2, ally=2, trade=3)
    assert result(traded).marks == 3 and command_of("reroll", {}).dice_needed(traded) == 1


@pytest.mark.rule("AST-6", "AST-2")
def test_fortune_that_activated_the_roll_still_gives_its_reroll_and_costs_no_second_token() -> None:
    character = held(fighter(), 1, 1, 1, 1, fortune=1)
    assert (state.in_hand(character, "fortune"), result(character).owed) == (3, 1)
    once = do(character, "reroll", 6, 1)
    assert (state.in_hand(once, "fortune"), result(once).owed) == (3, 0)
    assert state.in_hand(do(once, "reroll", 1, 1), "fortune") == 2
    unused = act(character, "compare")
    assert any("not used" in line.text for line in unused.lines)
    assert result(unused.after).owed == 0


@pytest.mark.rule("AST-6")
def test_there_is_no_reroll_without_a_token_and_none_of_all_marks() -> None:
    character = held(hero(tokens={"fortune": 1}), 1, 1, 1, 1)
    assert no(do(character, "reroll", 1, 1), "reroll", 1, 1).code == "short-fortune"
    assert no(held(hero(), 5, 6, 5, 6), "reroll").code == "none"


@pytest.mark.rule("AST-6", "ROL-6")
def test_marks_that_dice_were_traded_for_are_never_rerolled() -> None:
    character = held(hero(), 1, 2, 3, ally=2, trade=3)
    assert (result(character).automatic, result(character).marks) == (1, 1)
    after = do(character, "reroll", 1, 1)
    assert (result(after).marks, len(result(after).faces)) == (1, 3)
    every = do(hero(), "roll", skill="weaponry", ally=2, trade=6, hold=True)
    assert (result(every).stage, result(every).marks) == ("", 2)


@pytest.mark.rule("REG-2", "AST-6")
def test_a_reroll_of_an_action_counts_as_spending_in_the_round_and_that_of_a_reflexive_roll_does_not() -> None:
    action = held(fighter(), *[1] * 6, force=1)
    assert at(do(action, "reroll", 1, 1)).spent_this_round == 2
    reflex = held(fighter(), *[1] * 4, reflexive=True)
    assert at(do(reflex, "reroll", 1, 1)).spent_this_round == 0


# ---- comparing


@pytest.mark.rule("ROL-2", "ROL-3", "ROL-4", "ROL-10")
@pytest.mark.parametrize(
    ("opposition", "tie"),
    [("challenge", "qualified"), ("attack", "failure"), ("defence", "success"), ("neutral", "neutral")],
)
def test_the_opposition_may_be_named_when_comparing(opposition: str, tie: str) -> None:
    character = held(hero(), 5, 1, 1, 1, opposing=6)
    after = do(character, "compare", opposing_marks=1, opposition=opposition)
    assert (result(after).net, result(after).outcome) == (0, tie)
    assert result(do(character, "compare", 5, 5, opposing=2)).net == -1
    assert command_of("compare", {}).dice_needed(character) == 6


@pytest.mark.rule("AST-4", "ROL-7")
def test_turned_traits_take_dice_of_an_opposition_named_later_too() -> None:
    use = [{"trait": "Drunk", "weight": 3, "against": True}]
    character = held(hero(), 1, 1, 1, 1, grace=use)
    assert command_of("compare", {"opposing": 5}).dice_needed(character) == 2
    assert command_of("compare", {"opposing": 2}).dice_needed(character) == 1
    assert command_of("compare", {"opposing": 0}).dice_needed(character) == 0


@pytest.mark.rule("ROL-10")
def test_marks_given_before_are_compared_with_unless_others_come() -> None:
    character = held(hero(), 5, 5, 1, 1, opposing_marks=3)
    assert result(do(character, "compare")).net == -1
    assert result(do(character, "compare", opposing_marks=0)).net == 2
    assert result(do(character, "compare", 1, opposing=1)).net == 2


@pytest.mark.rule("ROL-10")
def test_faces_by_hand_are_one_for_each_die_and_marks_no_more_than_dice() -> None:
    assert result(do(hero(), "roll", skill="weaponry", faces=[5, 6, 1, 1])).net == 2
    assert no(hero(), "roll", skill="weaponry", faces=[5, 6]).code == "faces"
    assert no(hero(), "roll", skill="weaponry", marks=5).code == "marks"


@pytest.mark.rule("ROL-8")
def test_a_held_chance_roll_is_dramatic_only_as_its_die_lies_when_compared() -> None:
    character = held(hero(), 1, skill="academia")
    bad, saved = act(character, "compare"), act(do(character, "reroll", 4), "compare")
    assert result(bad.after).dramatic and any(line.rule == "ROL-8" for line in bad.lines)
    assert not result(saved.after).dramatic


# ---- after comparing


@pytest.mark.rule("AST-7")
def test_a_late_reroll_keeps_the_better_face_and_is_judged_anew_once_a_roll() -> None:
    lost = do(hero(), "roll", 5, 1, 4, 1, skill="weaponry", opposing_marks=1)
    assert result(lost).outcome == "qualified"
    won = do(lost, "late-reroll", 6)
    assert (result(won).faces, result(won).net, result(won).outcome) == ((5, 6, 4, 1), 1, "success")
    assert result(won).pushes == 1 and state.in_hand(won, "fortune") == 3
    assert no(won, "late-reroll", 6).code == "late"
    kept = do(lost, "late-reroll", 2, die=2)
    assert (result(kept).faces, result(kept).net) == ((5, 1, 4, 1), 0)
    best = do(lost, "late-reroll", die=0, result=1)
    assert (result(best).faces, result(best).net) == ((5, 1, 4, 1), 0)


@pytest.mark.rule("AST-7", "ROL-10")
def test_a_late_reroll_of_a_roll_by_hand() -> None:
    marks = do(hero(), "roll", skill="weaponry", marks=2, opposing_marks=3)
    assert (result(do(marks, "late-reroll", result=5)).net, result(marks).net) == (0, -1)
    net = do(hero(), "roll", skill="weaponry", net=-1)
    assert result(do(net, "late-reroll", result=6)).net == 0
    assert no(do(hero(), "roll", skill="weaponry", marks=4), "late-reroll", 6).code == "no-die"
    assert no(marks, "late-reroll", die=0, result=6).code == "place"
    assert no(do(hero(tokens={"fortune": 0}), "roll", skill="weaponry", marks=1), "late-reroll", 6).code.startswith(
        "short"
    )


@pytest.mark.rule("AST-7", "PSH-1")
def test_a_late_reroll_adds_its_push_to_those_that_are_left() -> None:
    character = do(hero(), "roll", 5, 5, 1, 1, skill="weaponry")
    less = do(character, "push", use="story", pushes=2)
    assert result(do(less, "late-reroll", 6)).pushes == 1
    relentless = do(character, "roll", *[1] * 5, 6, skill="weaponry", force=1)
    assert result(relentless).pushes == 2 and result(do(relentless, "late-reroll", 6)).pushes == 3
    block = do(hero(), "roll", 5, 5, 1, 1, skill="weaponry", kind="block")
    assert result(do(block, "late-reroll", 6)).pushes == 3


@pytest.mark.rule("DRV-3", "AST-7")
def test_a_drive_brings_its_spark_once_a_roll_and_only_on_success() -> None:
    driven = hero(drive_tokens=[2, 0, 0])
    plan: dict[str, Any] = {"skill": "weaponry", "drive": 0, "drive_tokens": 1}
    lost = do(driven, "roll", *[1] * 5, 5, **plan, opposing_marks=2)
    assert at(lost).spark == 0
    won = do(lost, "late-reroll", 6)
    assert (result(won).outcome, at(won).spark) == ("qualified", 1)
    already = do(driven, "roll", *[1] * 5, 5, **plan, opposing_marks=0)
    assert at(already).spark == 1
    assert at(do(already, "late-reroll", 6)).spark == 1


# ---- fortune in place of other tokens


@pytest.mark.rule("PRK-6", "AST-2")
def test_with_better_lucky_fortune_counts_as_another_token_on_the_roll() -> None:
    lucky = fighter("Better Lucky than Good")
    after = do(lucky, "roll", skill="weaponry", force=2, lucky=["force"], net=1)
    assert (state.in_hand(after, "force"), state.in_hand(after, "fortune")) == (4, 3)
    assert result(after).dice == 8 and result(after).free == ("Relentless",)
    refused = no(fighter(), "roll", skill="weaponry", force=2, lucky=["force"], net=1)
    assert (refused.rule, refused.code) == ("PRK-6", "lucky")
    assert no(lucky, "roll", skill="weaponry", force=1, lucky=["acuity"], net=1).code == "lucky-unused"
    poor = fighter("Better Lucky than Good", tokens={"fortune": 0})
    assert no(poor, "roll", skill="weaponry", force=1, lucky=["force"], net=1).code == "short-fortune"


@pytest.mark.rule("PRK-6")
def test_the_switch_binds_better_lucky_to_the_skill_it_was_taken_for(monkeypatch: pytest.MonkeyPatch) -> None:
    table = derive.numbers(hero())
    one = table.model_copy(update={"switches": table.switches.model_copy(update={"better_lucky": "one-skill"})})
    bought = {"buy": "perk", "name": "Better Lucky than Good", "skill": "weaponry"}
    lucky = made(finishing=[*BASE["finishing"], bought], play={"span": "scene", "chapter": 1, "scene": 1})
    plan: dict[str, Any] = {"force": 1, "lucky": ["force"], "net": 1}
    assert not act(lucky, "roll", skill="athletics", **plan).refused
    monkeypatch.setattr(derive, "numbers", lambda _: one)
    assert not act(lucky, "roll", skill="weaponry", **plan).refused
    assert no(lucky, "roll", skill="athletics", **plan).code == "lucky"


@pytest.mark.rule("AST-4")
def test_grace_doubles_a_trait_active_through_fortune_by_its_own_weight() -> None:
    active = [{"trait": "Swagger", "weight": 2, "by": "fortune"}]
    plan = rolls.Plan.model_validate(
        {"skill": "weaponry", "active": ["Swagger"], "grace": [{"trait": "Swagger", "weight": 3}]}
    )
    assert rolls.pool(hero(active=active), plan).tally.total == 4 + 2 + 2
    assert rolls.pool(hero(), plan).tally.total == 4 + 3


@pytest.mark.rule("DMG-4", "AST-2")
def test_damage_by_choice_activates_a_held_roll_and_costs_no_token() -> None:
    character = held(fighter(), *[1] * 6, force=1, hurts=[{"kind": "pain", "asset": "force"}])
    assert state.in_hand(character, "force") == 5 and state.held(character, "pain") == 1


# ---- Deliberate


@pytest.mark.rule("PRK-3", "ROL-10")
def test_deliberate_adds_a_die_for_each_acuity_token_after_the_roll_and_only_then() -> None:
    character = held(fighter("Deliberate"), *[1] * 6, force=1)
    after = do(character, "deliberate", 5, 1, tokens=2)
    assert (result(after).faces, result(after).marks) == ((1, 1, 1, 1, 1, 1, 5, 1), 1)
    assert state.in_hand(after, "acuity") == 1 and at(after).spent_this_round == 3
    assert result(do(character, "deliberate", results=[6])).marks == 1
    counted = do(character, "deliberate", marks=1)
    assert (result(counted).marks, result(counted).faces, result(counted).thrown) == (1, (), 7)
    traded = held(hero("Deliberate"), ally=2, trade=6)
    assert result(do(traded, "deliberate", 6)).faces == (6,) and result(do(traded, "deliberate", 6)).marks == 3
    assert no(character, "deliberate", *[1] * 4, tokens=4).code == "short-acuity"
    assert no(character, "deliberate", results=[6, 6]).code == "faces"
    assert no(held(fighter(), *[1] * 6, force=1), "deliberate", 1).code == "perk"
    assert no(do(character, "compare"), "deliberate", 1).code == "none"


@pytest.mark.rule("PRK-3")
def test_deliberate_makes_a_roll_wait_where_no_fortune_would() -> None:
    poor: dict[str, Any] = {"tokens": {"fortune": 0}}
    held(hero("Deliberate", **poor), 5, 5, 5, 5)
    for without in (hero(**poor), hero("Deliberate", tokens={"fortune": 0, "acuity": 0})):
        assert result(do(without, "roll", 5, 5, 5, 5, skill="weaponry", hold=True)).stage == ""


# ---- at the table


def table(folder: Path, seed: int = 7) -> Table:
    doc = hero("Deliberate").to_doc()
    return Table(Memory.create(folder, doc, registry.layout("saga")), seeded(seed))


@pytest.mark.rule("AST-6", "ROL-2")
def test_every_stage_is_an_event_and_undo_and_redo_give_the_same_dice(tmp_path: Path) -> None:
    at_table = table(tmp_path)
    with at_table.memory as memory:
        steps = [("roll", {"skill": "weaponry", "hold": True, "opposing": 3}), ("reroll", {}), ("compare", {})]
        seen = []
        for verb, params in steps:
            outcome = at_table.do(command_of(verb, params))
            assert not outcome.refused
            seen.append((result(at_table.character), outcome.dice))
        events = list(memory.history())[:3][::-1]
        assert [(event.do, event.dice) for event in events] == [
            (verb, dice) for (verb, _), (_, dice) in zip(steps, seen, strict=True)
        ]
        for _ in steps:
            at_table.undo()
        assert at_table.character.play is not None and at_table.character.play.roll is None
        for roll, _ in seen:
            at_table.redo()
            assert result(at_table.character) == roll


@pytest.mark.rule("AST-6")
def test_dice_on_the_table_outlive_the_program(tmp_path: Path) -> None:
    first = table(tmp_path)
    with first.memory as memory:
        first.do(command_of("roll", {"skill": "weaponry", "hold": True}))
        lay, path = result(first.character), memory.path
    with Memory.open(path, registry.layout("saga")) as memory:
        again = Table(memory, seeded(1))
        assert result(again.character) == lay
        assert not again.do(command_of("compare", {})).refused


def test_a_roll_in_the_place_of_one_that_was_undone_says_so(tmp_path: Path) -> None:
    at_table = table(tmp_path)
    with at_table.memory as memory:
        roll = command_of("roll", {"skill": "weaponry"})
        at_table.do(roll)
        at_table.do(command_of("note", {"text": "x"}))
        at_table.do(roll)
        assert "after an undo" not in next(memory.history()).text
        at_table.undo()
        at_table.do(roll)
        assert next(memory.history()).text.endswith("(re-rolled after an undo)")
        at_table.do(roll)
        assert "after an undo" not in next(memory.history()).text
