"""A perk of a setting really acts: each effect with other numbers, on another asset, at its moment."""

from __future__ import annotations

from typing import Any

import pytest

from saga_tui.games.saga import book
from saga_tui.games.saga.rules import composing, creation, derive, moments, rolls, state
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.rolls import Plan
from tests.games.saga.rules.heroes import act, at, do, due, no
from tests.games.saga.settings.worlds import fighter, hero, perk, with_perk


def keys(character: Character, plan: Plan | None = None) -> dict[str, moments.Moment]:
    return {moment.name: moment for moment in moments.moments(character, plan)}


def rolled(character: Character, net: int = 2, **params: Any) -> Character:
    """A roll entered by its net marks; nothing holds it."""
    return do(character, "roll", skill="weaponry", net=net, **params)


@pytest.mark.rule("PRK-1", "SET-1")
def test_more_dice_on_a_block_for_tokens_of_another_asset() -> None:
    character = with_perk(fighter(), perk("Wall", {"kind": "block-dice", "dice": 3}))
    with_it = rolls.pool(character, Plan(skill="athletics", kind="block", force=2)).tally
    without = rolls.pool(fighter(), Plan(skill="athletics", kind="block", force=2)).tally
    assert with_it.total - without.total == 6
    assert any("Wall" in term.reason for term in with_it.terms)
    other = Plan(skill="athletics", kind="attack", force=2)
    assert rolls.pool(character, other).tally.total == rolls.pool(fighter(), other).tally.total


@pytest.mark.rule("PRK-1", "SET-1", "REG-4")
def test_more_tokens_at_a_recovery() -> None:
    character = with_perk(fighter(tokens={"force": 0, "grace": 0}), perk("Deep", {"kind": "extra-token", "tokens": 2}))
    after = do(character, "regain", asset="grace")
    assert (state.in_hand(after, "grace"), state.in_hand(after, "force")) == (1, 2)


@pytest.mark.rule("PRK-1", "SET-1", "PRK-6")
def test_fortune_stands_in_for_the_tokens_that_the_perk_names() -> None:
    made = perk("Borrowed", {"kind": "stand-in", "counts_as": ["acuity"]}, "fortune")
    character = with_perk(fighter(tokens={"acuity": 0, "force": 0}), made)
    plan = Plan(skill="weaponry", acuity=1)
    assert composing.stood_for(character, plan).lucky == ("acuity",)
    assert composing.stood_for(character, Plan(skill="weaponry", force=1)).lucky == ()
    after = do(character, "roll", skill="weaponry", acuity=1, lucky=["acuity"], net=1)
    assert state.in_hand(after, "fortune") == 3


@pytest.mark.rule("PRK-1", "SET-1", "PRK-3")
def test_damage_is_shed_for_its_own_price_once_a_scene_or_once_a_chapter() -> None:
    effect = {"kind": "shed-damage", "damage": "doubt", "cost": 2}
    hurt: dict[str, Any] = {"damage": {"doubt": 3}}
    for once, comes_back in (("scene", True), ("chapter", False)):
        character = with_perk(hero(**hurt), perk("Laugh", effect, "force", once=once))
        assert keys(character)["Laugh"].cost == "2 force"
        after = do(character, "use-perk", perk="laugh")
        assert (state.held(after, "doubt"), state.in_hand(after, "force")) == (0, 3)
        again = no(do(after, "suffer", kind="doubt", amount=1), "use-perk", perk="Laugh")
        assert f"this {once}" in again.message
        next_scene = do(do(after, "end-scene"), "start-scene")
        assert (at(next_scene).used_perks == ()) is comes_back
        chapter = do(do(do(next_scene, "end-scene"), "end-chapter"), "start-chapter", drive=0)
        assert at(chapter).used_perks == ()


@pytest.mark.rule("PRK-1", "SET-1", "PRK-3")
def test_dice_are_added_after_the_roll_beside_those_of_deliberate() -> None:
    made = perk("Twice", {"kind": "added-dice", "dice": 2}, "grace")
    character = with_perk(hero("Deliberate", tokens={"fortune": 0}), made)
    lying = do(character, "roll", 1, 1, 1, 1, skill="weaponry", opposing=1, hold=True)
    offers = keys(lying)
    assert offers["Deliberate"].cost == "1 acuity"
    assert offers["Twice"].cost == "1 grace"
    command = offers["Twice"].command
    assert command is not None
    after = do(lying, command.verb, 5, 6, **command.params())
    assert at(after).roll is not None and at(after).roll.faces == (1, 1, 1, 1, 5, 6)  # type: ignore[union-attr]
    assert (state.in_hand(after, "grace"), state.in_hand(after, "acuity")) == (2, 3)
    assert no(lying, "deliberate", 1, perk="Nobody").code == "perk"


@pytest.mark.rule("PRK-1", "SET-1", "PRK-5")
def test_as_many_hitches_as_the_perk_says_count_as_not_rolled() -> None:
    made = perk("Bargain", {"kind": "ignore-hitch", "hitches": 2}, "fortune", once="chapter")
    character = with_perk(due(3, tokens={"fortune": 0}, used_perks=["Destined"]), made)
    lying = do(character, "roll-kismet", 1, 1, 6)
    assert keys(lying)["Bargain"].offer == "ignore 2 hitches"
    after = do(lying, "settle-kismet", destined=True)
    assert (at(after).doom, at(after).spark) == (0, 1)
    assert "Bargain" in at(after).used_perks
    assert at(do(do(after, "end-scene"), "start-scene")).used_perks == ("Bargain",)


@pytest.mark.rule("PRK-1", "SET-1", "PRK-3")
def test_dice_for_each_specialty_of_the_chosen_skill() -> None:
    made = perk("Dead Shot", {"kind": "specialty-dice", "dice": 2, "minimum": 3}, "force")
    character = with_perk(hero(), made, skill="weaponry")
    owned = next(item for item in derive.perks(character) if item.name == "Dead Shot")
    assert owned.info is not None and owned.info.choose == "skill"
    for specialties, more in (((), 3), (("swords",), 3), (("swords", "running"), 4)):
        plan = Plan(skill="weaponry", force=1, specialties=specialties)
        assert rolls.pool(character, plan).tally.total - rolls.pool(hero(), plan).tally.total == more
    other = Plan(skill="athletics", force=1)
    assert rolls.pool(character, other).tally.total == rolls.pool(hero(), other).tally.total


@pytest.mark.rule("PRK-1", "SET-1", "PRK-3")
def test_more_damage_after_an_attack_beside_that_of_heavy_handed() -> None:
    made = perk("Cleave", {"kind": "added-damage", "damage": 2}, "grace")
    character = rolled(with_perk(hero("Heavy-Handed"), made), kind="attack")
    offers = keys(character)
    assert offers["Heavy-Handed"].cost == "1 force"
    command = offers["Cleave"].command
    assert command is not None
    after = do(character, command.verb, **command.params())
    assert at(after).roll is not None and at(after).roll.damage == 2  # type: ignore[union-attr]
    assert (state.in_hand(after, "grace"), state.in_hand(after, "force")) == (2, 5)


@pytest.mark.rule("PRK-1", "SET-1", "PRK-3")
def test_as_many_tokens_at_a_scenes_start_and_below_as_many_as_the_perk_says() -> None:
    made = perk("Favoured", {"kind": "top-up", "below": 4, "tokens": 3}, "fortune")
    for held, wanted in ((3, 6), (4, 4)):
        character = with_perk(hero(span="chapter", tokens={"fortune": held}), made)
        assert state.in_hand(do(character, "start-scene"), "fortune") == wanted


@pytest.mark.rule("PRK-1", "SET-1", "PRK-3")
def test_as_many_free_pushes_as_the_perk_says() -> None:
    made = perk("Panther", {"kind": "free-push", "pushes": 2}, "acuity")
    character = with_perk(fighter(), made)
    after = rolled(character, net=1, acuity=1)
    assert at(after).roll is not None and at(after).roll.pushes == 3  # type: ignore[union-attr]
    assert at(rolled(character, net=1, force=1)).roll.pushes == 2  # type: ignore[union-attr]


@pytest.mark.rule("PRK-1", "SET-1")
def test_a_perk_with_text_only_is_shown_at_its_moment_and_can_be_silenced() -> None:
    made = perk("Known Here", None, "grace", moment="scene-start")
    character = with_perk(hero(span="chapter"), made)
    outcome = act(character, "start-scene")
    assert [(item.name, item.offer) for item in moments.arising(outcome)] == [("Known Here", "Known Here acts.")]
    elsewhere = moments.arising(act(with_perk(hero(), made), "suffer", kind="pain", amount=1))
    assert "Known Here" not in {item.name for item in elsewhere}
    silent = do(character, "automate", what="perk:known-here", mode="never")
    assert moments.arising(act(silent, "start-scene")) == []
    for moment, plan in (("pool", Plan(skill="weaponry")), ("block", Plan(skill="weaponry", kind="block"))):
        composing = with_perk(hero(), perk("Said", None, "grace", moment=moment))
        assert "Said" in keys(composing, plan)


@pytest.mark.rule("PRK-1")
@pytest.mark.parametrize(
    ("made", "said"),
    [
        (perk("A", {"kind": "free-push", "pushes": 1}, "fortune"), "not of fortune"),
        (perk("A", {"kind": "stand-in", "counts_as": ["force"]}, "grace"), "only fortune"),
        (perk("A", {"kind": "top-up", "below": 1, "tokens": 1}, once="scene"), "not limited"),
        (perk("A", {"kind": "top-up", "below": 1, "tokens": 1}, choose="skill"), "no skill"),
        (perk("A", {"kind": "top-up", "below": 1, "tokens": 1}, moment="block"), "scene-start"),
        (perk("A"), "moment"),
        (perk("A", {"kind": "nonsense"}), "effect"),
        (perk("A", None, "luck", moment="pool"), "assets"),
        ({"name": "", "assets": ["force"]}, ""),
    ],
)
def test_a_perk_that_could_never_act_does_nothing_and_is_found(made: dict[str, Any], said: str) -> None:
    character = with_perk(hero(), made, asset="force")
    assert character.setting.perks[0].info is None
    assert said in character.setting.perks[0].read[1]
    assert book.perk(made["name"]) is None
    moments.moments(character)
    assert any(problem.where[:2] == ("setting", "perks") for problem in creation.problems(character))


REMINDED: list[tuple[str, str, dict[str, Any], tuple[int, ...]]] = [
    ("recovery", "regain", {"asset": "grace"}, ()),
    ("damage", "suffer", {"kind": "pain", "amount": 1}, ()),
    ("kismet-roll", "roll-kismet", {}, (1, 6)),
    ("after-roll", "roll", {"skill": "weaponry", "opposing": 1, "hold": True}, (1, 1, 1, 1)),
    ("success", "roll", {"skill": "weaponry", "net": 1}, ()),
    ("attack-success", "roll", {"skill": "weaponry", "net": 1, "kind": "attack"}, ()),
]


@pytest.mark.rule("PRK-1", "SET-1")
@pytest.mark.parametrize(("moment", "verb", "params", "dice"), REMINDED, ids=[case[0] for case in REMINDED])
def test_a_reminder_comes_at_each_moment_and_at_no_other(
    moment: str, verb: str, params: dict[str, Any], dice: tuple[int, ...]
) -> None:
    def reminded(when: str) -> bool:
        character = with_perk(due(2, tokens={"grace": 0}), perk("Said", moment=when))
        outcome = act(character, verb, *dice, **params)
        assert not outcome.refused
        return "Said" in {item.name for item in moments.arising(outcome)}

    assert reminded(moment)
    others = {case[0] for case in REMINDED} - {moment} - ({"success"} if moment == "attack-success" else set())
    assert not any(reminded(other) for other in others)
