"""Fortune on a trait as part of a roll: it pays, activates, counts for the scene, and grace doubles it."""

from __future__ import annotations

from typing import Any

import pytest

from saga_tui.games.saga.rules import advice, rolls
from saga_tui.games.saga.rules.character import Character, from_doc
from saga_tui.games.saga.rules.commands import Outcome, command_of, perform
from saga_tui.games.saga.rules.commands.rolls import Roll, remembered
from saga_tui.games.saga.rules.purse import purse
from tests.games.saga.screens.session.heroes import CONFLICT, doc

PARANOID = {"trait": "Paranoid", "weight": 2}
DARK = {"trait": "Pitch dark", "weight": 1}
AGAINST = {"trait": "Pitch dark", "owner": "scene", "weight": 2, "by": "GM"}


def hero(**play: Any) -> Character:
    """Kestrel in a conflict, 6 fortune in hand."""
    return from_doc(doc({**CONFLICT, "scene_traits": ["Pitch dark"], **play}))


def rolled(character: Character, **fields: Any) -> Outcome:
    """A roll of marksmanship against three dice."""
    roll = Roll.model_validate({"skill": "marksmanship", "opposing": 3, **fields})
    return perform(character, roll, (4,) * roll.dice_needed(character))


@pytest.mark.rule("AST-2", "AST-8", "AST-9", "TRT-4")
def test_fortune_on_a_trait_pays_activates_and_counts_for_the_scene() -> None:
    assert [found.rule for found in rolled(hero()).problems] == ["AST-2"]
    done = rolled(hero(), invoked=[PARANOID, DARK])
    assert not done.problems
    play = done.after.play
    assert play is not None
    assert play.tokens["fortune"] == 4
    assert play.spent_this_round == 1 + 2
    assert play.roll is not None
    assert play.roll.dice == 4 + 2 + 1
    active = [(item.trait, item.owner, item.inverted, item.weight, item.by) for item in play.active]
    assert active == [("Paranoid", "self", False, 2, "fortune"), ("Pitch dark", "scene", True, 1, "fortune")]
    again = remembered(done.after)
    assert set(again.active) == {"Paranoid", "Pitch dark"}
    assert again.invoked == ()
    assert rolls.pool(done.after, again.plan).tally.total == 4 + 2 + 1


@pytest.mark.rule("TRT-3", "TRT-4")
def test_what_takes_dice_now_counts_on_a_roll_that_is_remembered_from_before() -> None:
    inverted = {"trait": "Paranoid", "inverted": True, "by": "GM"}
    helps = {"trait": "Pitch dark", "owner": "scene", "inverted": True, "by": "fortune"}
    habits = {"marksmanship": {"force": 1, "active": []}}
    assert remembered(hero(active=[inverted, AGAINST], habits=habits), "marksmanship").active == (
        "Paranoid",
        "Pitch dark",
    )
    assert remembered(hero(active=[helps], habits=habits), "marksmanship").active == (), "what helps is chosen"


@pytest.mark.rule("AST-4", "AST-8")
def test_grace_doubles_a_trait_that_fortune_invokes_with_the_roll_and_no_more() -> None:
    character = hero(tokens={"grace": 3, "fortune": 6})
    grace = {"trait": "Paranoid", "weight": 3}
    done = rolled(character, invoked=[PARANOID], grace=[grace])
    assert not done.problems
    assert done.after.play is not None
    assert done.after.play.roll is not None
    assert done.after.play.roll.dice == 4 + 2 + 2
    assert [found.code for found in rolled(character, invoked=[PARANOID], grace=[grace, grace]).problems] == ["double"]


@pytest.mark.rule("AST-4", "AST-8", "AST-9")
def test_only_grace_doubles_so_fortune_is_not_spent_twice_on_a_trait() -> None:
    assert [found.code for found in rolled(hero(), invoked=[PARANOID, PARANOID]).problems] == ["twice"]
    once = rolled(hero(), invoked=[PARANOID, DARK]).after
    for again in ({"invoked": [PARANOID]}, {"invoked": [PARANOID], "active": ["Paranoid"]}, {"invoked": [DARK]}):
        assert [found.code for found in rolled(once, **again).problems] == ["twice"]
    for verb, params in (("invoke", PARANOID), ("invert", DARK)):
        assert [found.code for found in perform(once, command_of(verb, params)).problems] == ["twice"]
    inverted = perform(hero(), command_of("inverted", {"trait": "Paranoid"})).after
    assert not perform(inverted, command_of("invoke", PARANOID)).refused


@pytest.mark.rule("AST-8")
def test_fortune_that_is_not_there_invokes_nothing() -> None:
    short = rolled(hero(tokens={"fortune": 1}), invoked=[PARANOID, DARK])
    assert [found.code for found in short.problems] == ["short-fortune"]


@pytest.mark.rule("AST-2", "AST-4")
def test_the_odds_know_a_roll_that_fortune_invokes_a_trait_for() -> None:
    character = hero()
    plan = Roll.model_validate({"skill": "marksmanship", "invoked": [PARANOID]}).plan
    panel = advice.panel(character, plan, advice.Against(3))
    assert panel is not None
    assert (panel.activated, panel.dice) == (True, 6)
    assert [use.trait for use in purse(character, plan).traits] == ["Paranoid"]


@pytest.mark.rule("TRT-4", "AST-9")
@pytest.mark.parametrize("first", ["scene-invoked", "invert"])
def test_a_scene_trait_that_is_inverted_for_you_is_a_bonus_and_no_penalty(first: str) -> None:
    character = hero()
    for verb in (first, {"scene-invoked": "invert", "invert": "scene-invoked"}[first]):
        done = perform(character, command_of(verb, {"trait": "Pitch dark", "weight": 2}))
        assert not done.refused
        character = done.after
    assert rolled(character, active=["Pitch dark"], force=1).after.play.roll.dice == 4 + 2 + 2  # type: ignore[union-attr]
    old = from_doc(doc({**CONFLICT, "scene_traits": ["Pitch dark"], "active": [AGAINST, AGAINST | {"inverted": True}]}))
    assert rolls.pool(old, Roll.model_validate({"skill": "marksmanship", "active": ["Pitch dark"]}).plan).dice == 4 + 2
    with_the_roll = hero(active=[AGAINST])
    for paid in ("invoked", "grace"):
        roll = Roll.model_validate({"skill": "marksmanship", "active": ["Pitch dark"], paid: [DARK]})
        assert rolls.pool(with_the_roll, roll.plan).dice == 4 + 1


@pytest.mark.rule("AST-4", "AST-9")
def test_a_trait_that_is_inverted_against_the_one_who_rolls_takes_their_dice_and_grace_doubles_it() -> None:
    proud = {"trait": "Proud", "weight": 2, "owner": "Captain"}
    character = perform(hero(), command_of("invert", proud)).after
    grace = {"trait": "Proud", "weight": 3, "against": True}

    def against(**more: Any) -> int:
        roll = Roll.model_validate({"skill": "marksmanship", "opposing": 9, "force": 1, **more})
        done = perform(character, roll, (4,) * roll.dice_needed(character))
        assert not done.refused
        assert done.after.play is not None
        assert done.after.play.roll is not None
        shown = advice.panel(character, roll.plan, advice.Against(9))
        assert shown is not None
        assert shown.net.low == -done.after.play.roll.against
        return done.after.play.roll.against

    assert (against(), against(active=["Proud"]), against(active=["Proud"], grace=[grace])) == (9, 7, 5)
    assert [found.code for found in rolled(character, active=["Proud"], grace=[grace, grace]).problems] == [
        "double",
        "short-grace",
    ]
    held = rolled(character, active=["Proud"], force=1, hold=True).after
    assert perform(held, command_of("compare", {"opposing": 9}), (1,) * 7).after.play.roll.against == 7  # type: ignore[union-attr]
    paid = purse(character, Roll.model_validate({"skill": "marksmanship", "active": ["Proud"]}).plan)
    assert [(use.trait, use.weight, use.against) for use in paid.inverted] == [("Proud", 2, True)]
