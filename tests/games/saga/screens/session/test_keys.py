"""How many keys the things of every round take, from the resting view and without a mouse."""

from __future__ import annotations

from pathlib import Path

import pytest

from saga_tui.games.saga.rules import state
from tests.games.saga.screens.session.heroes import BETWEEN, CALM, CONFLICT, Table, doc, press, typed

FORCED = {**CONFLICT, "damage": {"pain": 3}}
ROLLED = [*("f",), "r", "enter"]


@pytest.mark.rule("AST-1")
async def test_spending_a_token_takes_one_key_and_undoing_it_one(tmp_path: Path) -> None:
    app = Table(doc(CONFLICT), tmp_path)
    async with app.run_test() as pilot:
        await press(pilot, "f")
        assert app.play.tokens["force"] == 3
        assert app.play.spent_this_round == 2
        await press(pilot, "u")
        assert app.play.tokens["force"] == 4
        await press(pilot, "U")
        assert app.play.tokens["force"] == 3


@pytest.mark.rule("DMG-2")
async def test_three_pain_take_three_keys(tmp_path: Path) -> None:
    app = Table(doc(CALM), tmp_path)
    async with app.run_test() as pilot:
        await press(pilot, "p", "3", "enter")
        assert app.play.damage["pain"] == 3
        await press(pilot, "p", "enter")
        assert app.play.damage["pain"] == 4


@pytest.mark.rule("CSQ-3", "CSQ-4")
async def test_a_forced_consequence_takes_its_letters_and_two_keys(tmp_path: Path) -> None:
    app = Table(doc(FORCED), tmp_path)
    async with app.run_test() as pilot:
        await press(pilot, "p", "2", "enter", "escape")
        assert [ask.what for ask in app.play.asks] == ["consequence"]
        await press(pilot, "c", *typed("Limp"), "enter")
        assert [(item.name, item.points) for item in app.play.consequences] == [("Limp", {"lasting": 1})]
        assert not app.play.asks


async def test_gaining_a_fortune_takes_at_most_two_keys(tmp_path: Path) -> None:
    app = Table(doc(CALM), tmp_path)
    async with app.run_test() as pilot:
        await press(pilot, "O")
        assert app.play.tokens["fortune"] == 5


@pytest.mark.rule("REG-1")
async def test_ending_the_round_and_recovering_takes_two_keys(tmp_path: Path) -> None:
    app = Table(doc(CONFLICT), tmp_path)
    async with app.run_test() as pilot:
        await press(pilot, "n", "g")
        assert app.play.round == 3
        assert app.play.tokens["grace"] == 2
        assert app.play.tokens["force"] == 4


@pytest.mark.rule("TIME-2", "DMG-5")
async def test_ending_the_scene_takes_two_keys_and_the_chapter_three(tmp_path: Path) -> None:
    app = Table(doc(CONFLICT), tmp_path)
    async with app.run_test() as pilot:
        await press(pilot, "N", "enter")
        assert (app.play.span, app.play.damage["pain"]) == ("chapter", 0)
        await press(pilot, "u")
        assert (app.play.span, app.play.damage["pain"]) == ("conflict", 3)
        await press(pilot, "N", "N", "enter")
        assert (app.play.span, app.play.chapter) == ("saga", 3)
        assert app.play.spark == 7 + 5  # 6 fortune and 3 drive tokens, rounded up
        await press(pilot, "u")
        assert (app.play.span, app.play.spark) == ("conflict", 7)


@pytest.mark.rule("DRV-2")
async def test_a_drive_token_takes_two_keys(tmp_path: Path) -> None:
    app = Table(doc(CALM), tmp_path)
    async with app.run_test() as pilot:
        await press(pilot, "v", "3")
        assert state.drive_tokens(app.session.character) == (2, 1, 1)


@pytest.mark.rule("ROL-1", "ROL-2")
async def test_rolling_as_before_takes_two_keys(tmp_path: Path) -> None:
    app = Table(doc(CALM), tmp_path, [6, 5, 1, 1, 2, 2, *[6] * 6])
    async with app.run_test(size=(120, 40)) as pilot:
        await press(pilot, "r", "f", "4", "enter", "enter")
        assert app.play.roll is not None
        first = app.play.roll
        assert (first.skill, first.dice) == ("awareness", 6)
        await press(pilot, "r", "enter")
        assert app.play.roll.dice == 6
        assert app.play.tokens["force"] == 3
        assert app.dice.asked == [6, 4, 6]  # one's own, those against as it is compared, one's own again


@pytest.mark.rule("KIS-2", "KIS-3")
async def test_a_kismet_roll_takes_two_keys(tmp_path: Path) -> None:
    app = Table(doc({**CONFLICT, "tokens": {"fortune": 0}, "used_perks": ["Destined"]}), tmp_path, [1, 4])
    async with app.run_test() as pilot:
        await press(pilot, "m", "enter")
        assert app.play.doom == 3


@pytest.mark.rule("SPK-4")
async def test_an_advance_takes_at_most_four_keys(tmp_path: Path) -> None:
    app = Table(doc(BETWEEN), tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        await press(pilot, "b", "6", "enter")
        assert [(item.buy, item.skill, item.chapter) for item in app.session.character.advances] == [
            ("rank", "marksmanship", 2)
        ]
        assert app.play.spark == 12 - 3
