"""What follows a roll: pushes spent, follow-ups, free pushes, Heavy-Handed, the side effect (PSH, PRK-3, ROL-5)."""

from __future__ import annotations

from typing import Any

import pytest

from saga_tui.games.saga.rules import state
from saga_tui.games.saga.rules.character import Character, FollowUp
from saga_tui.games.saga.rules.commands.rolls import remembered
from tests.games.saga.rules.heroes import act, at, do, fighter, hero, no
from tests.games.saga.rules.test_roll_stages import held, result


def rolled(character: Character, net: int = 3, **plan: Any) -> Character:
    return do(character, "roll", skill="weaponry", net=net, **plan)


@pytest.mark.rule("PSH-1", "PSH-2")
def test_pushes_of_an_attack_deal_damage_until_there_are_none() -> None:
    character = rolled(hero(), kind="attack")
    after = do(character, "push", use="damage", pushes=2, text="the count")
    assert (result(after).pushes, result(after).damage) == (1, 2)
    assert result(do(after, "push", use="damage")).damage == 3
    assert no(after, "push", use="damage", pushes=2).code == "short-pushes"
    assert no(rolled(hero(), net=0, kind="attack"), "push", use="damage").code == "short-pushes"


@pytest.mark.rule("PSH-2")
def test_a_push_makes_a_trait_for_this_round_and_the_next_and_each_further_one_a_round_more() -> None:
    character = rolled(fighter(), kind="attack", force=1)
    made = do(character, "push", use="trait", pushes=2, text="Off balance")
    assert [(item.name, item.rounds) for item in at(made).temporary] == [("Off balance", 3)]
    one = do(character, "push", use="trait", text="Off balance")
    for left in (1, 0):
        one = do(one, "end-round", recover="force") if left else do(one, "end-round")
        assert [item.rounds for item in at(one).temporary] == ([1] if left else [])
    assert no(character, "push", use="trait").code == "name"


@pytest.mark.rule("PSH-2", "PSH-3", "PSH-4")
@pytest.mark.parametrize(
    ("kind", "allowed"),
    [("attack", {"damage", "trait"}), ("block", {"cancel", "counterattack"}), ("other", {"story", "follow-on"})],
)
def test_what_pushes_may_do_follows_from_the_kind_of_roll(kind: str, allowed: set[str]) -> None:
    character = rolled(hero(), kind=kind)
    for use in ("damage", "trait", "cancel", "counterattack", "story", "follow-on"):
        outcome = act(character, "push", use=use, text="x")
        assert outcome.refused is (use not in allowed), use
    assert no(held(hero(), 1, 1, 1, 1), "push", use="story").code == "none"
    assert no(hero(), "push", use="story").code == "none"


@pytest.mark.rule("PSH-3", "CNF-7")
def test_pushes_of_a_block_cancel_damage_just_taken_with_its_consequences() -> None:
    hit = do(fighter(damage={"pain": 3}), "suffer", kind="pain", amount=3)
    assert [ask.count for ask in at(hit).asks] == [2]
    blocked = do(
        do(hit, "roll", skill="athletics", kind="block", force=1, marks=3), "push", use="cancel", pushes=2, kind="pain"
    )
    assert state.held(blocked, "pain") == 4 and at(blocked).asks == ()
    assert result(blocked).pushes == 2  # three marks and Relentless, two of them used
    other = do(blocked, "push", use="cancel", text="Bram")
    assert state.held(other, "pain") == 4 and result(other).pushes == 1
    assert no(other, "push", use="cancel", kind="doubt").rule == "CNF-7"


@pytest.mark.rule("PSH-3", "PSH-4", "AST-2")
@pytest.mark.parametrize(
    ("kind", "use", "next_kind"), [("block", "counterattack", "attack"), ("other", "follow-on", "other")]
)
def test_a_follow_up_has_its_cap_and_kind_needs_no_token_and_is_due_until_it_is_rolled(
    kind: str, use: str, next_kind: str
) -> None:
    roll: dict[str, Any] = {"marks": 3} if kind == "block" else {"net": 2}
    character = do(fighter(), "roll", skill="weaponry", kind=kind, force=1, **roll)
    due = do(character, "push", use=use, pushes=3)
    assert at(due).due == (FollowUp(what=use, skill="weaponry", kind=next_kind, cap=3),)
    rolled_next = do(due, "roll", 5, 5, 5, skill="weaponry", kind=next_kind, cap=3)
    assert at(rolled_next).due == () and result(rolled_next).dice == 3
    assert at(rolled_next).spent_this_round == 1
    chained = do(rolled_next, "push", use="follow-on" if next_kind == "other" else "damage", pushes=2)
    assert len(at(chained).due) == (next_kind == "other")
    for end in ("end-conflict", "end-scene"):
        assert at(do(due, end)).due == ()
    assert at(do(do(due, "set-clock", chapter=1, scene=1), "end-scene")).due == ()
    assert no(due, "roll", skill="athletics", cap=3, net=0).code == "cap"
    assert at(do(due, "end-round", recover="force")).due == ()
    assert at(do(do(due, "roll", skill="athletics", force=1, net=1), "roll", skill="weaponry", cap=3, net=0)).due == ()


@pytest.mark.rule("PSH-4")
def test_one_roll_may_have_several_follow_ons_and_story_benefits() -> None:
    character = rolled(hero(), net=5)
    for use, pushes in (("follow-on", 2), ("follow-on", 2), ("story", 1)):
        character = do(character, "push", use=use, pushes=pushes, text="quietly")
    assert [due.cap for due in at(character).due] == [2, 2] and result(character).pushes == 0


@pytest.mark.rule("PSH-1")
def test_pushes_left_over_are_said_to_be_lost_with_the_next_roll() -> None:
    assert any("lapsed" in line.text for line in act(rolled(hero()), "roll", skill="athletics", net=1).lines)
    spent = do(rolled(hero(), net=1), "push", use="story")
    assert not any("lapsed" in line.text for line in act(spent, "roll", skill="athletics", net=1).lines)


@pytest.mark.rule("PRK-3", "PSH-2")
def test_heavy_handed_turns_force_into_damage_after_an_attack_that_succeeded() -> None:
    heavy = fighter("Heavy-Handed")
    won = rolled(heavy, kind="attack", force=1)
    pushed = do(won, "push", use="damage")
    after = do(pushed, "heavy-handed", tokens=2)
    assert "Heavy-Handed: 2 more damage, 3 in all" in [
        line.text for line in act(pushed, "heavy-handed", tokens=2).lines
    ]
    assert result(after).damage == 3 and state.in_hand(after, "force") == 2
    assert at(after).spent_this_round == 3
    assert no(after, "heavy-handed", tokens=3).code == "short-force"
    assert result(do(rolled(heavy, net=0, kind="attack", force=1), "heavy-handed")).damage == 1
    for other in (rolled(heavy, net=-1, kind="attack", force=1), rolled(heavy, kind="other", force=1), heavy):
        assert no(other, "heavy-handed").code == "no-attack"
    assert no(rolled(fighter(), kind="attack", force=1), "heavy-handed").code == "perk"


@pytest.mark.rule("ROL-5")
def test_the_side_effect_of_a_qualified_success_is_noted_as_paid() -> None:
    tied = rolled(hero(), net=0)
    after = do(tied, "side-effect", effect="The bell rings")
    assert result(after).described and state.in_hand(after, "fortune") == 3


@pytest.mark.rule("SKL-1", "TRT-2")
def test_each_skill_remembers_its_last_roll_and_the_weight_of_each_trait() -> None:
    character = do(
        hero(), "roll", skill="weaponry", kind="attack", specialties=["swords"], force=2, opposing=6,
        opposition="attack", grace=[{"trait": "Swagger", "weight": 2}], net=1,
    )  # fmt: skip
    character = do(character, "roll", skill="athletics", specialties=["running"], net=1)
    assert remembered(character).skill == "athletics" and remembered(character).specialties == ("running",)
    again = remembered(character, "weaponry")
    assert (again.kind, again.force, again.opposing, again.opposition) == ("attack", 2, 6, "attack")
    assert [(use.trait, use.weight) for use in again.grace] == [("Swagger", 2)] and again.net is None
    plainer = do(character, "roll", skill="weaponry", grace=[{"trait": "Lawman", "weight": 1}], net=1)
    assert remembered(plainer, "weaponry").grace[0].trait == "Lawman"
    assert at(plainer).habits["weaponry"]["weights"] == {"Swagger": 2, "Lawman": 1}


@pytest.mark.rule("AST-1", "DRV-3", "GER-3")
def test_what_is_remembered_leaves_out_what_cannot_be_paid_or_is_gone() -> None:
    habit = {
        "force": 4, "acuity": 2, "fortune": 1, "drive": 0, "drive_tokens": 3, "charm": "lucky-coin", "charm_dice": 4,
        "grace": [{"trait": "Swagger"}, {"trait": "Lawman"}], "active": ["Swagger"], "consequences": ["Limp"],
        "hurts": [{"kind": "pain", "asset": "force"}], "specialties": ["swords", "gone"], "cap": 3, "marks": 2,
    }  # fmt: skip
    poor = hero(
        habits={"weaponry": habit},
        tokens={"force": 1, "grace": 1, "acuity": 0, "fortune": 0},
        drive_tokens=[1, 0, 0],
        gear_used={"lucky-coin": 9},
        consequences=[{"name": "Limp", "points": {"temporary": 1}}],
    )
    roll = remembered(poor, "weaponry")
    assert (roll.force, roll.acuity, roll.fortune, roll.drive_tokens, roll.charm_dice) == (1, 0, 0, 1, 1)
    assert len(roll.grace) == 1 and roll.active == () and roll.hurts == () and roll.cap is None and roll.marks is None
    assert (roll.specialties, roll.consequences) == (("swords",), ("Limp",))
    assert not act(poor, "roll", **(roll.params() | {"net": 1})).refused
    assert remembered(hero(active=[{"trait": "Swagger"}]), "athletics").active == ("Swagger",)
