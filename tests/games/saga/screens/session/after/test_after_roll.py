"""The roll on the table, key by key: held, re-rolled, compared, turned, its pushes spent."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from saga_tui.games.saga.rules.character import LastRoll
from saga_tui.games.saga.screens.session.after.offers import PushMenu
from saga_tui.games.saga.screens.session.roll.drawer import RollDrawer
from saga_tui.games.saga.screens.session.roll.result import RollResult
from saga_tui.ui.dice import DiceEntry, DiceView
from saga_tui.ui.rows import Line
from tests.games.saga.screens.session.after.stage import perked
from tests.games.saga.screens.session.heroes import CALM, CONFLICT, Table, doc, typed
from tests.keys import burst

POOR = {**CALM, "tokens": {"fortune": 0}}


def last(app: Table) -> LastRoll:
    """The last roll."""
    assert app.play.roll is not None
    return app.play.roll


@pytest.mark.rule("AST-6", "AST-7", "PRK-3", "PSH-2", "ROL-2")
async def test_every_stage_of_a_roll_has_its_key(tmp_path: Path) -> None:
    made = perked(CONFLICT, "Deliberate", "Heavy-Handed", ask=["Relentless"])
    app = Table(made, tmp_path, [6, 1, 2, 3, 1, 1, 5, 1, 6, 5, 6, 1, 1, 2])
    async with app.run_test(size=(80, 24)) as pilot:
        await burst(pilot, "r", "f", "b", "4", "enter")
        assert (last(app).stage, last(app).faces) == ("thrown", (6, 1, 2, 3, 1, 1))
        await burst(pilot, "o")  # the first two that are no marks
        assert (last(app).faces, app.play.tokens["fortune"]) == ((6, 5, 1, 3, 1, 1), 5)
        await burst(pilot, "1")  # Deliberate
        assert (last(app).faces[-1], app.play.tokens["acuity"]) == (6, 1)
        await burst(pilot, "enter")
        assert (last(app).marks, last(app).opposing, last(app).outcome) == (3, 2, "success")
        assert app.dice.asked == [6, 2, 1, 4]
        await burst(pilot, "o")  # the first die without a mark
        assert (last(app).faces[2], last(app).late, app.play.tokens["fortune"]) == (2, True, 4)
        await burst(pilot, "1", "1")  # Heavy-Handed, twice
        assert (last(app).damage, app.play.tokens["force"]) == (2, 1)
        await burst(pilot, "2")  # Relentless
        assert last(app).pushes == 2
        await burst(pilot, "p", "1", "d")
        assert (last(app).pushes, last(app).damage) == (1, 3)
        assert isinstance(app.screen, RollResult)
        await burst(pilot, "p", "t", *typed("Off balance"), "enter", "enter")
        assert [(trait.name, trait.rounds) for trait in app.play.temporary] == [("Off balance", 2)]
        assert app.screen_stack[-1] is app.session


async def test_where_nothing_can_be_done_the_result_is_there_at_once(tmp_path: Path) -> None:
    app = Table(doc(POOR), tmp_path, [6, 5, 1, 1])
    async with app.run_test(size=(80, 24)) as pilot:
        await burst(pilot, "r", "enter")
        assert last(app).outcome == "success"
        await burst(pilot, "enter")
        assert app.screen_stack[-1] is app.session


@pytest.mark.rule("AST-6")
async def test_escape_leaves_the_dice_and_r_comes_back_to_them(tmp_path: Path) -> None:
    app = Table(doc(CALM), tmp_path, [6, 1, 1, 1])
    async with app.run_test(size=(80, 24)) as pilot:
        await burst(pilot, "r", "2", "enter", "escape")
        assert app.screen_stack[-1] is app.session
        assert last(app).stage == "thrown"
        row = app.session.query_one("#next-roll", Line)
        assert (row.key, row.text) == ("r", "Continue the roll")
        await burst(pilot, "o", "2")  # fortune by name: re-roll two dice
        assert isinstance(app.screen, RollResult)
        await burst(pilot, "escape", "r")
        assert isinstance(app.screen, RollResult)
        await burst(pilot, "enter", "enter")
        assert last(app).outcome == "success"
        assert app.screen_stack[-1] is app.session


@pytest.mark.rule("ROL-10", "AST-6", "AST-7")
async def test_dice_thrown_by_hand_are_asked_and_only_those_that_are_new(tmp_path: Path) -> None:
    app = Table(doc(CALM), tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await burst(pilot, "r", "4", "d", *"63", "backspace", *"215", "enter")
        assert last(app).faces == (6, 2, 1, 5)
        await burst(pilot, "o")
        assert isinstance(app.screen, DiceEntry)
        await burst(pilot, *"36", "enter")
        assert last(app).faces == (6, 3, 6, 5)
        await burst(pilot, "a", "3", "enter")
        assert (last(app).marks, last(app).opposing, last(app).outcome) == (3, 3, "qualified")
        await burst(pilot, "o", "6", "enter")
        assert (last(app).faces, last(app).outcome) == ((6, 6, 6, 5), "success")
        assert not any(app.dice.asked)


@pytest.mark.rule("ROL-10")
async def test_a_roll_by_hand_takes_at_most_four_keys_more(tmp_path: Path) -> None:
    app = Table(doc(CALM), tmp_path)
    composed = ["r", "f", "f", "6"]
    by_program, by_hand = ["enter", "enter"], ["d", "m", "5", "enter", "enter"]
    async with app.run_test(size=(80, 24)) as pilot:
        await burst(pilot, *composed, *by_hand)
        assert (last(app).marks, last(app).outcome != "") == (5, True)
        assert len(by_hand) - len(by_program) <= 4
        assert app.dice.asked == [6]  # those against it


@pytest.mark.rule("PSH-4", "PSH-3", "RFX-1")
@pytest.mark.parametrize(
    ("kind", "key", "what", "reflexive"), [([], "f", "follow-on", False), (["b", "b"], "k", "counterattack", True)]
)
async def test_what_pushes_pay_for_opens_the_drawer_with_its_cap(
    tmp_path: Path, kind: list[str], key: str, what: str, reflexive: bool
) -> None:
    app = Table(doc(POOR), tmp_path, [6, 5, 6, 1, 5, 6])
    async with app.run_test(size=(80, 24)) as pilot:
        await burst(pilot, "r", *kind, "enter", "p")
        assert isinstance(app.screen, PushMenu)
        await burst(pilot, "2", key)
        drawer: Any = app.screen
        assert isinstance(drawer, RollDrawer)
        assert (drawer.roll.cap, drawer.roll.reflexive) == (2, reflexive)
        await burst(pilot, "escape")
        assert [(due.what, due.cap) for due in app.play.due] == [(what, 2)]
        await burst(pilot, "y", "1", "enter")
        assert not app.play.due
        assert last(app).dice == 2


@pytest.mark.rule("PSH-3", "CNF-7")
async def test_a_block_cancels_one_s_own_damage_and_its_consequence(tmp_path: Path) -> None:
    play = {**CONFLICT, "damage": {"pain": 4}, "tokens": {"force": 3, "fortune": 0}}
    app = Table(doc(play), tmp_path, [6, 6, 1, 1])
    async with app.run_test(size=(80, 24)) as pilot:
        await burst(pilot, "p", "1", "enter", "escape", "r", "f", "b", "b", "enter")
        assert [ask.count for ask in app.play.asks] == [1]
        await burst(pilot, "p", "1", "c", "1")
        assert (app.play.damage["pain"], app.play.asks) == (4, ())


@pytest.mark.rule("ROL-5", "PSH-4")
async def test_the_side_effect_and_a_story_benefit(tmp_path: Path) -> None:
    app = Table(doc(CALM), tmp_path, [6, 6, 6, 6, 5, 5, 5, 5])
    async with app.run_test(size=(80, 24)) as pilot:
        await burst(pilot, "r", "4", "enter", "enter", "s", *typed("Loud"), "enter")
        assert last(app).described
        assert "Loud" in app.last
        await burst(pilot, "enter")
        app.dice.faces = [6, 6, 6, 6, 1, 1, 1, 1]
        await burst(pilot, "r", "enter", "enter", "p", "1", "s", *typed("Quiet"), "enter")
        assert "Quiet" in app.last


async def test_a_roll_rolled_again_says_so_and_redo_gives_the_same_dice(tmp_path: Path) -> None:
    app = Table(doc(POOR), tmp_path, [6, 5, 1, 1, 2, 2, 2, 2])
    async with app.run_test(size=(80, 24)) as pilot:
        await burst(pilot, "r", "enter", "enter")
        first = last(app)
        await burst(pilot, "u")
        assert app.play.roll is None
        await burst(pilot, "U")
        assert last(app) == first
        await burst(pilot, "u", "r", "enter", "enter")
        assert last(app).faces == (2, 2, 2, 2)
        assert "(re-rolled after an undo)" in app.last


async def test_dice_tumble_and_any_key_lets_them_lie(tmp_path: Path) -> None:
    app = Table(doc(CALM), tmp_path, [6, 5, 1, 1])
    app.animated = True
    async with app.run_test(size=(80, 24)) as pilot:
        await burst(pilot, "r", "enter")
        dice = app.screen.query_one(DiceView)
        assert dice.tumbling
        await burst(pilot, "enter")
        assert not dice.tumbling
        assert last(app).stage == "thrown"  # the key only ended it
        await burst(pilot, "enter")
        assert last(app).stage == ""


async def test_a_roll_that_a_file_brought_can_be_looked_at(tmp_path: Path) -> None:
    roll = {"skill": "[/]", "kind": "odd", "outcome": "success", "pushes": 2, "faces": [6, 9, 0], "net": 2}
    app = Table(doc({**CALM, "roll": roll}), tmp_path)
    async with app.run_test(size=(60, 24)) as pilot:
        await burst(pilot, "y", "1")
        assert isinstance(app.screen, RollResult)
        await burst(pilot, "p", "escape", "escape")
        assert app.screen_stack[-1] is app.session
