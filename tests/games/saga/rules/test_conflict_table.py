"""Conflicts from the player's side of the table: elements, the round's order, conditions, allies (CNF-2 … CNF-9)."""

from __future__ import annotations

from typing import Any

import pytest

from saga_tui.games.saga.rules import rolls
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.commands.rolls import Roll
from tests.games.saga.rules.heroes import act, at, do, fighter, no

DUEL: dict[str, Any] = {"skill": "weaponry", "kind": "attack", "force": 1}


def net(character: Character) -> int:
    """The net marks of the last roll."""
    roll = at(character).roll
    assert roll is not None
    return roll.net


@pytest.mark.rule("CNF-2", "CNF-3")
def test_an_element_opposes_with_the_dice_of_the_kind_attacked_and_each_damage_takes_one() -> None:
    element = 5
    hurt = do(fighter(), "roll", 6, 6, 5, 1, 1, 1, *(5, 1, 1, 1, 1), opposing=element, **DUEL)
    first = at(hurt).roll
    assert first is not None and (len(first.opposing_faces), first.opposing, net(hurt)) == (element, 1, 2)
    hurt = do(hurt, "push", use="damage", pushes=first.pushes)
    dealt = at(hurt).roll
    assert dealt is not None and dealt.damage == 3  # 2 net marks, and Relentless
    again = act(hurt, "roll", *[1] * 6, *[1] * (element - dealt.damage), opposing=element - dealt.damage, **DUEL)
    assert not again.refused and len(again.dice) == 6 + 2
    assert no(hurt, "roll", *[1] * 7, opposing=element - dealt.damage, **DUEL).code == "dice"


@pytest.mark.rule("CNF-4", "AST-2", "REG-1")
def test_in_a_round_players_act_as_often_as_they_can_pay_then_tokens_come_back() -> None:
    character = fighter(tokens={"force": 2, "grace": 0, "acuity": 0, "fortune": 0})
    for _ in range(2):
        character = do(character, "roll", *[6] * 6, **DUEL)
    assert (at(character).tokens["force"], at(character).spent_this_round) == (0, 2)
    assert no(character, "roll", *[6] * 6, **DUEL).code == "short-force"
    after = do(character, "end-round", recover="force")
    assert (at(after).round, at(after).tokens["force"], at(after).spent_this_round) == (2, 1, 0)


@pytest.mark.rule("CNF-6", "RFX-1", "ROL-4")
@pytest.mark.parametrize("skill", ["athletics", "awareness"])
def test_the_order_among_players_is_a_reflexive_roll_without_a_token(skill: str) -> None:
    character = fighter()
    dice = [6] + [1] * 3 if skill == "athletics" else [6, 1]
    rolled = do(character, "roll", *dice, skill=skill, reflexive=True, opposing_marks=1, opposition="neutral")
    roll = at(rolled).roll
    assert roll is not None and (roll.outcome, roll.pushes) == ("neutral", 0)  # a tie: ranks, then again
    assert (at(rolled).tokens, at(rolled).spent_this_round) == (at(character).tokens, 0)
    assert no(character, "roll", *dice, skill=skill, opposing_marks=1, opposition="neutral").code == "inactive"


@pytest.mark.rule("CNF-8")
def test_a_fear_to_resist_each_round_is_rolled_or_bought_off_with_a_force_token() -> None:
    failed = do(fighter(), "roll", 1, 1, *(5, 1, 1), skill="awareness", reflexive=True, opposing=3)
    assert net(failed) < 0
    assert at(do(failed, "suffer", kind="fear")).damage["fear"] == 1
    bought = do(fighter(), "spend", asset="force", action=False, why="resists the fear")
    assert (at(bought).tokens["force"], at(bought).spent_this_round) == (4, 0)


@pytest.mark.rule("CNF-8")
def test_a_pursuit_adds_up_the_net_marks_of_each_round() -> None:
    character, so_far = fighter(), 0
    for faces in ((6, 6, 6, 6), (6, 6, 6, 1), (6, 6, 6, 6)):
        character = do(character, "roll", *faces, skill="athletics", reflexive=True, opposing_marks=0)
        so_far += net(character)
    assert so_far == 11 >= 10


@pytest.mark.rule("CNF-9", "ROL-9", "AST-2")
def test_ally_dice_help_a_roll_and_do_not_activate_it() -> None:
    plan = Roll.model_validate(DUEL | {"ally": 3})
    alone = Roll.model_validate(DUEL)
    assert rolls.pool(fighter(), plan).dice - rolls.pool(fighter(), alone).dice == 3
    assert no(fighter(), "roll", *[1] * 7, skill="weaponry", kind="attack", ally=3).code == "inactive"
    attacked = do(fighter(), "roll", *[6] * 6, *[1] * 4, opposing=4, **DUEL)  # allies that are attacked are rolled
    assert net(attacked) == 6


@pytest.mark.rule("PSH-5", "PSH-1")
def test_pushing_with_fortune_is_colour_only() -> None:
    by_fortune = do(fighter(), "roll", skill="weaponry", kind="attack", fortune=1, net=2)
    by_grace = do(fighter(), "roll", skill="weaponry", kind="attack", grace=[{"trait": "Swagger"}], net=2)
    for character in (by_fortune, by_grace):
        spent = do(character, "push", use="damage", pushes=2)
        roll = at(spent).roll
        assert roll is not None and (roll.pushes, roll.damage) == (0, 2)
