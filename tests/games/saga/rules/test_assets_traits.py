"""Asset tokens, all uses of fortune by name, and traits (AST, TRT, ROL-5)."""

from __future__ import annotations

from typing import Any

import pytest

from saga_tui.games.saga.rules import derive, rolls, state
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.rolls import Plan, TraitUse
from saga_tui.games.saga.rules.words import ASSETS
from tests.games.saga.rules.heroes import act, at, do, fighter, hero, no


def fortune(character: Character) -> int:
    return state.in_hand(character, "fortune")


def counting(character: Character) -> list[tuple[str, str, bool, int, str]]:
    return [(item.trait, item.owner, item.inverted, item.weight, item.until) for item in at(character).active]


def dice(character: Character, *active: str, **plan: object) -> int:
    return rolls.pool(character, Plan.model_validate({"skill": "weaponry", "active": active, **plan})).tally.total


@pytest.mark.rule("AST-1")
def test_there_are_four_pools_with_a_rating_and_tokens_in_hand() -> None:
    character = do(hero(), "spend", asset="force", amount=2)
    assert ASSETS == ("force", "grace", "acuity", "fortune")
    assert state.all_in_hand(character) == {"force": 3, "grace": 3, "acuity": 3, "fortune": 4}
    assert derive.rating(character, "force").total == 5
    short = no(character, "spend", asset="force", amount=4)
    assert (short.rule, short.cost, short.left) == ("AST-1", "4 force", "3 force")


@pytest.mark.rule("AST-14")
def test_force_grace_and_acuity_never_exceed_their_rating() -> None:
    generous = hero(tokens={"force": 9, "grace": -2})
    assert state.in_hand(generous, "force") == 5 and state.in_hand(generous, "grace") == 0
    character = do(hero(tokens={"grace": 2}), "regain", asset="grace", amount=9)
    assert state.in_hand(character, "grace") == 3


@pytest.mark.rule("AST-12", "AST-13")
def test_fortune_may_exceed_its_starting_value() -> None:
    character = do(hero(), "gain-fortune", amount=3)
    assert fortune(character) == 7
    assert fortune(do(character, "end-scene")) == 7


@pytest.mark.rule("AST-8", "TRT-2", "SKL-2")
@pytest.mark.parametrize("weight", [1, 2, 3])
def test_fortune_invokes_a_trait_for_the_scene(weight: int) -> None:
    character = do(hero(), "invoke", trait="Swagger", weight=weight)
    assert fortune(character) == 3 and counting(character) == [("Swagger", "self", False, weight, "scene")]
    assert dice(character, "Swagger") == 4 + weight and dice(character) == 4
    other = do(hero(), "invoke", trait="Lucky Devil", owner="Mia", weight=weight)
    assert dice(other, "Lucky Devil") == 4 + weight
    assert counting(do(character, "end-scene")) == []
    assert no(hero(tokens={"fortune": 0}), "invoke", trait="Swagger").rule == "AST-8"


@pytest.mark.rule("AST-8")
def test_another_player_pays_for_a_trait_that_they_lend() -> None:
    character = do(hero(), "lent-trait", trait="Good Eye", weight=2, who="Mia")
    assert fortune(character) == 4 and dice(character, "Good Eye") == 6


@pytest.mark.rule("TRT-3", "AST-13", "TRT-2")
@pytest.mark.parametrize("weight", [1, 2, 3])
def test_the_gm_inverts_a_trait_for_1_fortune(weight: int) -> None:
    character = do(hero(), "inverted", trait="Paranoid", weight=weight)
    assert fortune(character) == 5 and dice(character, "Paranoid") == 4 - weight
    assert counting(do(character, "end-scene")) == []
    assert at(do(hero(), "inverted", trait="Paranoid", who="Mia")).active[0].by == "Mia"


@pytest.mark.rule("AST-9", "TRT-3")
def test_inverting_another_players_trait_costs_1_fortune_gives_them_1_and_burdens_them_only() -> None:
    outcome = act(hero(), "invert", trait="Stubborn", owner="Mia", weight=2)
    assert fortune(outcome.after) == 3
    assert any("Mia gains 1 fortune" in line.text for line in outcome.lines)
    assert dice(outcome.after, "Stubborn") == 4


@pytest.mark.rule("TRT-4", "AST-9", "AST-13")
def test_a_scene_trait_burdens_when_the_gm_invokes_it_and_helps_when_the_player_inverts_it() -> None:
    character = do(do(hero(), "scene-trait", trait="Pitch dark"), "scene-invoked", trait="Pitch dark", weight=2)
    assert at(character).scene_traits == ("Pitch dark",) and fortune(character) == 5
    assert dice(character, "Pitch dark") == 2
    inverted = do(hero(), "invert", trait="Pitch dark", weight=2)
    assert fortune(inverted) == 3 and dice(inverted, "Pitch dark") == 6
    new = do(hero(), "scene-invoked", trait="Rain")
    assert at(new).scene_traits == ("Rain",)
    assert no(hero(tokens={"fortune": 0}), "invert", trait="Rain").rule == "AST-9"


@pytest.mark.rule("TRT-3")
def test_a_trait_can_stop_counting_before_its_time() -> None:
    character = do(do(hero(), "invoke", trait="Swagger"), "scene-trait", trait="Rain")
    character = do(do(character, "end-trait", trait="Swagger"), "end-trait", trait="Rain")
    assert counting(character) == [] and at(character).scene_traits == ()
    assert no(character, "end-trait", trait="Swagger").code == "none"


@pytest.mark.rule("TRT-5", "AST-13")
def test_a_bribe_is_any_number_of_fortune_and_inverts_nothing() -> None:
    character = do(hero(), "bribe", amount=3, trait="Lawman")
    assert fortune(character) == 7 and counting(character) == []


@pytest.mark.rule("AST-11")
def test_a_stroke_of_luck_costs_what_the_gm_agrees_to_and_may_bring_a_trait_for_a_round() -> None:
    character = do(fighter(), "luck", fact="an old friend tends the bar", amount=3, trait="Friend of the house")
    assert fortune(character) == 1 and dice(character, "Friend of the house") == 7
    assert dice(do(do(character, "spend", asset="force"), "end-round"), "Friend of the house") == 4
    assert counting(do(hero(), "luck", fact="a rope")) == []
    assert no(hero(), "luck", amount=5).rule == "AST-11"


@pytest.mark.rule("ROL-5")
def test_one_fortune_describes_the_side_effect() -> None:
    tied = do(hero(), "roll", skill="weaponry", net=0)
    once = do(tied, "side-effect", effect="the lock is bent")
    assert fortune(once) == 3
    poor = do(hero(tokens={"fortune": 0}), "roll", skill="weaponry", net=0)
    for other in (hero(), do(hero(), "roll", skill="weaponry", net=1), once, poor):
        assert no(other, "side-effect").rule == "ROL-5"


@pytest.mark.rule("AST-4", "TRT-2")
@pytest.mark.parametrize("weight", [1, 2, 3])
def test_each_grace_token_invokes_one_trait_or_turns_one_against_the_opposition(weight: int) -> None:
    assert dice(hero(), grace=[{"trait": "Swagger", "weight": weight}]) == 4 + weight
    against = Plan(skill="weaponry", grace=(TraitUse(trait="Drunk", weight=weight, against=True),))
    assert rolls.pool(hero(), against).tally.total == 4 and rolls.opposing_penalty(hero(), against) == weight
    both = [{"trait": "Swagger", "weight": weight}, {"trait": "Lawman", "weight": 1}]
    assert dice(hero(), grace=both) == 4 + weight + 1


@pytest.mark.rule("TRT-2", "AST-4")
def test_a_trait_that_does_not_count_and_grace_that_turns_nothing_are_said() -> None:
    roll: dict[str, Any] = {"skill": "weaponry", "marks": 1, "active": ["Swagger"]}
    assert no(hero(), "roll", **roll).code == "not-active"
    assert not act(do(hero(), "invoke", trait="Swagger"), "roll", **roll).refused
    assert not act(hero(), "roll", **roll, invoked=[{"trait": "Swagger"}]).refused
    turned: dict[str, Any] = {"skill": "weaponry", "marks": 2, "grace": [{"trait": "Drunk", "against": True}]}
    assert no(hero(), "roll", **turned, opposing_marks=2).code == "against-marks"
    assert no(hero(), "roll", **turned, kind="block").code == "against-marks"
    assert not act(hero(), "roll", 1, 1, **turned, opposing=5).refused


@pytest.mark.rule("AST-4")
def test_grace_doubles_a_trait_that_counts_already_and_nothing_counts_more_than_double() -> None:
    character = do(hero(), "invoke", trait="Swagger", weight=3)
    use = {"trait": "Swagger", "weight": 3}
    assert dice(character, "Swagger", grace=[use]) == 4 + 6
    roll: dict[str, Any] = {"skill": "weaponry", "net": 0}
    assert not act(character, "roll", **roll, active=["Swagger"], grace=[use]).refused
    assert no(character, "roll", **roll, active=["Swagger"], grace=[use, use]).rule == "AST-4"
    assert not act(character, "roll", **roll, grace=[use, use]).refused
    assert no(hero(), "roll", **roll, grace=[use, use, use]).rule == "AST-4"
