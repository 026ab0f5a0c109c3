"""The roll drawer: rows that step, the pool in sight, own marks, opposition, the result."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets import Static

from saga_tui.games.saga.screens.session.roll.drawer import RollDrawer
from saga_tui.games.saga.screens.session.roll.result import RollResult
from saga_tui.ui.roll_hero import Hero
from saga_tui.ui.roll_items import ItemRow
from tests.games.saga.screens.session.heroes import CALM, CONFLICT, TROUBLE, Table, doc, press, typed


def drawer(app: Table) -> RollDrawer:
    """The open drawer."""
    assert isinstance(app.screen, RollDrawer)
    return app.screen


def to(app: Table, key: str) -> None:
    """Puts the focus on a row."""
    next(row for row in app.screen.query(ItemRow) if row.item.key == key).focus()


def pool(app: Table) -> str:
    """What the hero says: the words in its rule, and all below them."""
    hero = app.screen.query_one(Hero)
    return "\n".join([hero.title, *(str(part.render()) for part in hero.query(Static))])


@pytest.mark.rule("SKL-3", "AST-3", "AST-4", "AST-5", "DRV-3", "GER-2", "GER-3", "CSQ-2", "ROL-7", "ROL-9")
async def test_every_row_adds_its_term_and_the_roll_pays_for_it(tmp_path: Path) -> None:
    play = {**TROUBLE, "asks": [], "tokens": {}, "stakes": "serious", "damage": {}}
    app = Table(doc(play), tmp_path)
    async with app.run_test(size=(120, 60)) as pilot:
        app.session.query_one("#skill-marksmanship").focus()
        await press(pilot, "enter")
        assert drawer(app).roll.skill == "marksmanship"
        for key in ("specialty:pistols", "specialty:reflexes", "buff:colt", "consequence:Injured leg"):
            to(app, key)
            await press(pilot, "space")
        for key, times in (("force", 2), ("acuity", 1), ("drive:0", 1), ("charm:lucky-coin", 3), ("ally", 1)):
            to(app, key)
            await press(pilot, *["right"] * times)
        to(app, "grace:for:I Need a Drink")
        await press(pilot, "right")
        to(app, "modifier")
        await press(pilot, "left", "left", "t", *typed("darkness"), "enter")
        # 4 ranks, 2 + 1 specialties, 4 force, 2 acuity, +3 −2 −2 active, 3 grace, 2 drive, 2 buff, 3 charm, 1 ally,
        # −2 injured leg, −2 darkness
        terms = {"ranks": 4, "spec": 3, "force": 4, "acuity": 2, "active": -1, "grace": 3, "rest": 8, "minus": -4}
        total = sum(terms.values())
        assert f"{total} dice on Marksmanship" in pool(app)
        assert "−2 darkness" in pool(app)
        await press(pilot, "enter")
        assert isinstance(app.screen, RollResult)
        assert app.play.roll is not None
        assert app.play.roll.dice == total
        assert (app.play.tokens["force"], app.play.tokens["grace"], app.play.tokens["acuity"]) == (3, 2, 1)
        assert app.play.drive_tokens == (1, 1, 0)
        assert app.play.gear_used == {"lucky-coin": 3}


@pytest.mark.rule("ROL-10", "ROL-3")
async def test_own_marks_and_marks_against(tmp_path: Path) -> None:
    app = Table(doc(CALM), tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        await press(pilot, "r")
        to(app, "opposing-marks")
        await press(pilot, "right", "right", "right", "m", "2", "enter", "enter")
        assert app.play.roll is not None
        assert (app.play.roll.marks, app.play.roll.opposing, app.play.roll.outcome) == (2, 2, "qualified")
        assert not any(app.dice.asked)


@pytest.mark.rule("ROL-2", "PSH-1")
async def test_just_succeeded_by_two(tmp_path: Path) -> None:
    app = Table(doc(CALM), tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        await press(pilot, "r", "s", "2", "enter")
        assert app.play.roll is not None
        assert (app.play.roll.net, app.play.roll.pushes) == (2, 2)


@pytest.mark.rule("AST-2", "DMG-4")
async def test_in_a_conflict_the_drawer_says_what_is_missing(tmp_path: Path) -> None:
    app = Table(doc(CONFLICT), tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        await press(pilot, "r")
        assert "needs at least 1 asset token" in pool(app)
        to(app, "hurt:pain")
        await press(pilot, "right")
        assert drawer(app).roll.force == 1
        assert "needs at least" not in pool(app)
        await press(pilot, "left")
        assert drawer(app).roll.force == 0
        await press(pilot, "right", "enter", "enter")
        assert (app.play.damage["pain"], app.play.tokens["force"]) == (4, 4)


async def test_two_digits_set_the_dice_against(tmp_path: Path) -> None:
    app = Table(doc(CALM), tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        await press(pilot, "r", "1", "2")
        assert drawer(app).roll.opposing == 12
        await press(pilot, "6")
        assert drawer(app).roll.opposing == 6
        await press(pilot, "escape")
        assert list(app.memory.history()) == []


@pytest.mark.rule("ROL-8")
async def test_a_chance_roll_is_named(tmp_path: Path) -> None:
    app = Table(doc(CALM), tmp_path, [1])
    async with app.run_test(size=(120, 40)) as pilot:
        app.session.query_one("#skill-weaponry").focus()
        await press(pilot, "enter")
        assert "chance roll" in pool(app)
        await press(pilot, "enter", "enter")
        assert "dramatic failure" in app.last


async def test_every_row_of_a_busy_character_steps_both_ways(tmp_path: Path) -> None:
    app = Table(doc({**TROUBLE, "asks": []}), tmp_path)
    async with app.run_test(size=(120, 60)) as pilot:
        await press(pilot, "r")
        before = drawer(app).roll
        for row in list(app.screen.query(ItemRow)):
            assert row.item is not None
            assert row.item.step(1) != before, row.item.key
            assert row.item.step(-1) is not None


async def test_the_arrows_walk_the_rows(tmp_path: Path) -> None:
    app = Table(doc(CALM), tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        await press(pilot, "r", "down", "space")
        assert drawer(app).roll.kind == "attack"
