"""A skill roll: its pool, its price, its result and what follows (SKL-3, AST-2 … AST-6, ROL, PSH, RFX, PRK)."""

from __future__ import annotations

from typing import Any

import pytest

from saga_tui.games.saga.rules import derive, rolls, state
from saga_tui.games.saga.rules.character import Character, LastRoll
from saga_tui.games.saga.rules.rolls import Plan
from tests.games.saga.rules.heroes import BASE, act, at, do, fighter, hero, made, no


def pool(character: Character, skill: str = "weaponry", **plan: Any) -> rolls.Pool:
    return rolls.pool(character, Plan.model_validate({"skill": skill, **plan}))


def dice(character: Character, skill: str = "weaponry", **plan: Any) -> int:
    return pool(character, skill, **plan).tally.total


def result(character: Character) -> LastRoll:
    last = at(character).roll
    assert last is not None
    return last


# ---- the pool


@pytest.mark.rule("SKL-2")
def test_each_rank_is_a_die_of_its_own_skill() -> None:
    assert [dice(hero(), skill) for skill in ("weaponry", "awareness")] == [4, 2]
    assert [term.rule for term in pool(hero()).tally.terms] == ["SKL-2"]


@pytest.mark.rule("SKL-3")
def test_a_specialty_gives_2_dice_to_its_own_skill_and_1_to_another_and_several_apply() -> None:
    character = made(
        skills={"specialties": [{"skill": "weaponry", "name": "swords"}, {"skill": "marksmanship", "name": "pistols"}]},
        finishing=[{"buy": "specialty", "skill": "weaponry", "name": "pistol whips"}],
    )
    assert dice(character, specialties=["swords"]) == 6
    assert dice(character, specialties=["pistols"]) == 5
    assert dice(character, specialties=["swords", "pistols", "pistol whips"]) == 4 + 2 + 1 + 2
    assert dice(character, specialties=["unheard of"]) == 4


@pytest.mark.rule("AST-3")
@pytest.mark.parametrize("tokens", [1, 2, 5])
def test_force_gives_2_dice_a_token(tokens: int) -> None:
    assert dice(hero(), force=tokens) == 4 + 2 * tokens


@pytest.mark.rule("AST-5", "SKL-3")
@pytest.mark.parametrize(("tokens", "applying", "extra"), [(1, 1, 1), (2, 1, 2), (1, 2, 2), (3, 2, 6), (2, 0, 0)])
def test_acuity_gives_a_die_for_each_specialty_that_applies_and_each_token(
    tokens: int, applying: int, extra: int
) -> None:
    names = ["swords", "running"][:applying]
    assert dice(hero(), specialties=names, acuity=tokens) - dice(hero(), specialties=names) == extra


@pytest.mark.rule("CSQ-2", "ROL-7")
def test_a_consequence_takes_as_many_dice_as_it_has_points() -> None:
    character = hero(consequences=[{"name": "Injured leg", "points": {"temporary": 2, "permanent": 1}}])
    assert dice(character, "athletics", consequences=["Injured leg"]) == 1
    assert dice(character, "athletics") == 4
    assert dice(character, "athletics", modifier=-2, reason="darkness") == 2
    assert dice(character, "athletics", modifier=2) == 6


@pytest.mark.rule("ROL-7", "ROL-8")
@pytest.mark.parametrize(("modifier", "chance", "thrown"), [(-3, False, 1), (-4, True, 1), (-9, True, 1)])
def test_penalties_leave_one_die_and_at_zero_or_less_it_is_a_chance_roll(
    modifier: int, chance: bool, thrown: int
) -> None:
    rolled = pool(hero(), modifier=modifier)
    assert (rolled.chance, rolled.dice, rolled.tally.total) == (chance, thrown, 1)


@pytest.mark.rule("ROL-8")
def test_no_ranks_are_a_chance_roll_and_1_or_2_a_dramatic_failure() -> None:
    assert pool(hero(), "academia").chance
    for face, dramatic in ((1, True), (2, True), (3, False), (5, False)):
        outcome = act(hero(), "roll", face, skill="academia")
        assert any(line.rule == "ROL-8" for line in outcome.lines) is dramatic, face
    assert result(do(hero(), "roll", 6, skill="academia")).net == 1
    assert not any(line.rule == "ROL-8" for line in act(hero(), "roll", 1, 1, skill="awareness").lines)


@pytest.mark.rule("ROL-9")
def test_ally_dice_add_to_a_roll() -> None:
    assert dice(hero(), ally=3) == 7


@pytest.mark.rule("PSH-3", "PSH-4")
def test_a_follow_on_has_at_most_as_many_dice_as_pushes_were_put_in() -> None:
    assert dice(hero(), cap=2) == 2 and dice(hero(), cap=9) == 4
    for character in (hero(), fighter(due=[{"skill": "athletics", "cap": 2}, {"skill": "weaponry", "cap": 3}])):
        found = no(character, "roll", skill="weaponry", cap=2, net=1)
        assert (found.rule, found.code) == ("PSH-4", "cap")
    paid = fighter(due=[{"skill": "weaponry", "cap": 2}])
    once = do(paid, "roll", skill="weaponry", cap=2, net=1)
    assert no(once, "roll", skill="weaponry", cap=2, net=1).code == "cap"


# ---- paying and activating


@pytest.mark.rule("AST-2", "RFX-1")
def test_in_a_conflict_a_roll_is_activated_by_a_token_or_damage_in_its_place_or_is_reflexive() -> None:
    plain: dict[str, Any] = {"skill": "weaponry", "net": 0}
    assert no(fighter(), "roll", **plain).rule == "AST-2"
    assert not act(hero(), "roll", **plain).refused
    assert not act(fighter(), "roll", **plain, reflexive=True).refused
    tokens: list[dict[str, Any]] = [{"force": 1}, {"acuity": 1}, {"fortune": 1}, {"grace": [{"trait": "Swagger"}]}]
    for token in tokens:
        assert not act(fighter(), "roll", **plain, **token).refused, token
    hurt = do(fighter(), "roll", **plain, force=1, hurts=[{"kind": "pain", "asset": "force"}])
    assert state.held(hurt, "pain") == 1 and state.in_hand(hurt, "force") == 5
    driven = fighter(drive_tokens=[3, 0, 0])
    assert no(driven, "roll", **plain, drive=0, drive_tokens=2).rule == "AST-2"


@pytest.mark.rule("AST-2", "DMG-4")
def test_a_roll_pays_what_it_uses_and_refuses_what_is_not_there() -> None:
    use = [{"trait": "Swagger"}, {"trait": "Lawman"}]
    character = do(fighter(), "roll", skill="weaponry", force=2, acuity=1, fortune=1, grace=use, net=0)
    assert state.all_in_hand(character) == {"force": 3, "grace": 1, "acuity": 2, "fortune": 3}
    assert no(fighter(), "roll", skill="weaponry", force=6, net=0).code == "short-force"
    wrong = no(fighter(), "roll", skill="weaponry", force=1, hurts=[{"kind": "doubt", "asset": "force"}], net=0)
    assert wrong.rule == "DMG-4"


# ---- the result


@pytest.mark.rule("ROL-1", "ROL-2")
def test_fives_and_sixes_are_marks_and_net_marks_are_the_difference() -> None:
    character = do(hero(), "roll", 1, 4, 5, 6, 5, 2, 2, skill="weaponry", opposing=3)
    assert (result(character).marks, result(character).opposing, result(character).net) == (2, 1, 1)
    assert result(character).faces == (1, 4, 5, 6) and result(character).outcome == "success"
    assert result(do(hero(), "roll", skill="weaponry", marks=1, opposing_marks=3)).net == -2


@pytest.mark.rule("ROL-2", "ROL-3", "ROL-4")
@pytest.mark.parametrize(
    ("opposition", "tie"),
    [("challenge", "qualified"), ("attack", "failure"), ("defence", "success"), ("neutral", "neutral")],
)
def test_who_wins_a_tie_follows_from_the_kind_of_opposition(opposition: Any, tie: str) -> None:
    assert rolls.judge(0, opposition) == tie
    assert (rolls.judge(1, opposition), rolls.judge(-1, opposition)) == ("success", "failure")


@pytest.mark.rule("ROL-6")
def test_fifteen_dice_are_5_marks_as_the_book_says_and_the_rest_is_rolled() -> None:
    character = hero()
    plan: dict[str, Any] = {"skill": "weaponry", "ally": 11}
    assert dice(character, ally=11) == 15
    every = do(character, "roll", **plan, trade=15)
    assert (result(every).marks, result(every).faces) == (5, ())
    some = do(character, "roll", *[1] * 9, **plan, trade=6)
    assert result(some).marks == 2 and len(result(some).faces) == 9
    assert result(do(character, "roll", **plan, trade=6, marks=3)).marks == 5
    assert no(character, "roll", *[1] * 11, **plan, trade=4).rule == "ROL-6"
    assert no(character, "roll", **plan, trade=18).rule == "ROL-6"
    assert no(character, "roll", 1, skill="academia", trade=3).code == "chance"


@pytest.mark.rule("AST-6")
def test_fortune_rerolls_two_dice_a_token_and_the_new_dice_stand() -> None:
    assert rolls.reroll([1, 2, 5, 3], [6, 1], 1, each=2, mark_from=5) == (6, 1, 5, 3)
    assert rolls.reroll([1, 2, 5, 3], [6, 1, 5, 5], 2, each=2, mark_from=5) == (6, 5, 5, 5)
    assert rolls.reroll([5, 6], [1, 1], 1, each=2, mark_from=5) == (5, 6)
    rolled = do(hero(), "roll", 1, 2, 3, 4, 5, 6, skill="weaponry", fortune=1)
    assert result(rolled).faces == (5, 6, 3, 4) and result(rolled).marks == 2
    assert state.in_hand(rolled, "fortune") == 3


@pytest.mark.rule("AST-4", "ROL-7")
def test_a_trait_turned_against_the_opposition_takes_its_dice_but_not_the_last() -> None:
    use = [{"trait": "Drunk", "weight": 3, "against": True}]
    for opposing, thrown in ((6, 3), (3, 1), (1, 1)):
        outcome = act(hero(), "roll", *[1] * 4, *[5] * thrown, skill="weaponry", grace=use, opposing=opposing)
        assert result(outcome.after).opposing == thrown
    assert act(hero(), "roll", skill="weaponry", grace=use, opposing=6).problems[0].message.endswith("7 more dice")


@pytest.mark.rule("PSH-1", "CNF-7")
def test_pushes_are_the_net_marks_above_zero_and_of_a_block_its_marks() -> None:
    def pushes(**params: Any) -> int:
        return result(do(hero(), "roll", skill="weaponry", **params)).pushes

    assert [pushes(net=net) for net in (-2, 0, 1, 3)] == [0, 0, 1, 3]
    assert pushes(kind="attack", marks=4, opposing_marks=3) == 1
    assert pushes(kind="block", marks=4) == 4
    assert pushes(kind="block", marks=0) == 0


@pytest.mark.rule("CNF-7", "PRK-3", "DRV-3")
def test_a_block_without_a_mark_fails_and_brings_nothing() -> None:
    driven: dict[str, Any] = {"skill": "weaponry", "kind": "block", "force": 1, "drive": 0, "drive_tokens": 1}
    for marks, outcome, pushes, spark in ((0, "failure", 0, 0), (1, "success", 2, 1)):
        after = do(hero(drive_tokens=[1]), "roll", **driven, marks=marks)
        assert (result(after).outcome, result(after).pushes, at(after).spark) == (outcome, pushes, spark)
    turned = do(do(hero(drive_tokens=[1]), "roll", *[1] * 8, **driven), "late-reroll", 6)
    assert (result(turned).outcome, result(turned).pushes, at(turned).spark) == ("success", 2, 1)


@pytest.mark.rule("CNF-7")
def test_nothing_is_rolled_against_a_block() -> None:
    block: dict[str, Any] = {"skill": "weaponry", "kind": "block", "force": 1, "marks": 3}
    for against in ({"opposing": 2}, {"opposing_marks": 1}):
        assert no(hero(), "roll", 1, 1, **block, **against).rule == "CNF-7"
        held = do(hero(), "roll", *[5] * 6, **block | {"marks": None, "hold": True})
        assert no(held, "compare", 1, 1, **against).rule == "CNF-7"
    ruled = do(hero(), "roll", overrule="a wall of shields", **block, opposing_marks=1)
    assert result(ruled).pushes == 2 + 1


@pytest.mark.rule("RFX-1", "PSH-1")
def test_a_reflexive_roll_may_be_pushed_and_tokens_may_be_added() -> None:
    character = do(fighter(), "roll", skill="awareness", reflexive=True, acuity=1, net=2)
    assert result(character).pushes == 2 and state.in_hand(character, "acuity") == 2


@pytest.mark.rule("ROL-10")
def test_a_roll_by_hand_needs_no_dice_and_a_roll_by_the_program_needs_all_of_them() -> None:
    assert act(hero(), "roll", 1, skill="weaponry", opposing=2).problems[0].rule == "ROL-10"
    assert act(hero(), "roll", 1, skill="weaponry", opposing=2, overrule="as you like").refused
    results: list[dict[str, Any]] = [{"net": 2}, {"marks": 2, "opposing_marks": 0}]
    for by_hand in results:
        assert result(do(hero(), "roll", skill="weaponry", **by_hand)).net == 2


# ---- perks


@pytest.mark.rule("PRK-3")
def test_agile_adds_2_dice_a_grace_token_on_a_block_only() -> None:
    use = [{"trait": "Swagger", "weight": 1}, {"trait": "Lawman", "weight": 1}]
    agile = hero("Agile")
    assert dice(agile, kind="block", grace=use) == 4 + 2 + 4
    assert dice(agile, kind="attack", grace=use) == dice(hero(), kind="block", grace=use) == 4 + 2
    assert dice(agile, kind="block", force=1) == 6


@pytest.mark.rule("PRK-3", "PRK-4")
@pytest.mark.parametrize(("names", "extra"), [((), 1), (("swords",), 1), (("swords", "running"), 2)])
def test_expert_adds_a_die_a_specialty_at_least_1_and_once_a_roll(names: tuple[str, ...], extra: int) -> None:
    expert = made(finishing=[{"buy": "perk", "name": "Expert", "skill": "weaponry", "asset": "acuity"}])
    plain = made(finishing=[])
    for tokens in (1, 3):
        plan: dict[str, Any] = {"specialties": names, "acuity": tokens}
        assert dice(expert, **plan) - dice(plain, **plan) == extra
        assert dice(expert, "athletics", **plan) == dice(plain, "athletics", **plan)
    assert dice(expert, specialties=names) == dice(plain, specialties=names)


@pytest.mark.rule("PRK-3", "PSH-1")
@pytest.mark.parametrize(
    ("perk", "token"),
    [("Relentless", {"force": 1}), ("Sharp", {"acuity": 1}), ("Smooth", {"grace": [{"trait": "Swagger"}]})],
)
def test_a_success_activated_with_its_asset_has_one_free_push_even_on_a_tie(perk: str, token: dict[str, Any]) -> None:
    character = made(
        assets={"perk": {"name": "Lucky", "asset": "fortune"}},
        finishing=[{"buy": "perk", "name": perk}],
        play={"span": "scene", "chapter": 1, "scene": 1},
    )

    def pushes(net: int, **tokens: Any) -> int:
        return result(do(character, "roll", skill="weaponry", net=net, **tokens)).pushes

    assert (pushes(2, **token), pushes(0, **token), pushes(-1, **token)) == (3, 1, 0)
    others: list[dict[str, Any]] = [{"force": 1}, {"acuity": 1}, {"grace": [{"trait": "Swagger"}]}, {}]
    assert all(pushes(2, **other) == 2 for other in others if other != token)


@pytest.mark.rule("PRK-1")
def test_a_perk_is_owned_for_the_asset_it_was_taken_for() -> None:
    brave = made(finishing=[*BASE["finishing"][2:], {"buy": "perk", "name": "brave", "asset": "acuity"}])
    assert [(perk.name, perk.asset) for perk in derive.perks(brave)][-1] == ("Brave", "acuity")
