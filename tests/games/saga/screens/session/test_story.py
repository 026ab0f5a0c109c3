"""Fortune by name, drives, traits, what others do, Spark, rewards, notes."""

from __future__ import annotations

from pathlib import Path

import pytest

from saga_tui.games.saga.rules import state
from saga_tui.ui.rulings import AllowDialog
from tests.games.saga.screens.session.heroes import CALM, CONFLICT, TROUBLE, Table, doc, press, typed


async def pick(pilot: object, app: Table, key: str, offer: str) -> None:
    """Opens a menu and chooses an offer by its key."""
    await press(pilot, key)  # type: ignore[arg-type]
    keys = [item.key for item in app.screen.offers]  # type: ignore[attr-defined]
    await press(pilot, "home", *["down"] * keys.index(offer), "enter")  # type: ignore[arg-type]


@pytest.mark.rule("AST-6", "AST-7", "AST-2")
async def test_fortune_re_rolls_and_activates(tmp_path: Path) -> None:
    app = Table(doc(CONFLICT), tmp_path)
    async with app.run_test() as pilot:
        await pick(pilot, app, "o", "fortune-two")
        assert (app.play.tokens["fortune"], app.play.spent_this_round) == (5, 2)
        await pick(pilot, app, "o", "fortune-one")
        assert (app.play.tokens["fortune"], app.play.spent_this_round) == (4, 2)
        await pick(pilot, app, "o", "fortune-activates")
        assert (app.play.tokens["fortune"], app.play.spent_this_round) == (3, 3)


@pytest.mark.rule("AST-8", "AST-9")
async def test_fortune_invokes_and_inverts(tmp_path: Path) -> None:
    app = Table(doc({**CONFLICT, "scene_traits": ["Pitch dark"]}), tmp_path)
    async with app.run_test() as pilot:
        await pick(pilot, app, "o", "invoke")
        await press(pilot, "1", "2")
        await pick(pilot, app, "o", "invert")
        await press(pilot, "1", "1")
        found = [(item.trait, item.weight, item.inverted) for item in app.play.active]
        assert found == [("Quick on the Draw", 2, False), ("Pitch dark", 1, True)]
        assert app.play.tokens["fortune"] == 4


@pytest.mark.rule("AST-10")
async def test_fortune_clears_temporary_consequences(tmp_path: Path) -> None:
    app = Table(doc({**TROUBLE, "asks": [], "tokens": {"fortune": 2}}), tmp_path)
    async with app.run_test() as pilot:
        await pick(pilot, app, "o", "clear-temporary")
        assert [item.severity for item in app.play.consequences] == [2, 1]


@pytest.mark.rule("AST-11", "ROL-5")
async def test_luck_and_side_effects(tmp_path: Path) -> None:
    app = Table(doc(CALM), tmp_path)
    async with app.run_test() as pilot:
        await pick(pilot, app, "o", "luck")
        await press(pilot, *typed("a rope"), "enter", "2", "enter", *typed("Rope"), "enter")
        assert app.play.tokens["fortune"] == 2
        assert [item.name for item in app.play.temporary] == ["Rope"]
    tied = Table(doc({**CALM, "roll": {"skill": "weaponry", "outcome": "qualified"}}), tmp_path)
    async with tied.run_test() as pilot:
        await pick(pilot, tied, "o", "side-effect")
        await press(pilot, *typed("noise"), "enter")
        assert tied.play.tokens["fortune"] == 3


@pytest.mark.rule("AST-13", "REG-2")
async def test_several_tokens_are_spent_or_gained(tmp_path: Path) -> None:
    app = Table(doc(CONFLICT), tmp_path)
    async with app.run_test() as pilot:
        await pick(pilot, app, "o", "spend-many")
        await press(pilot, "1", "2", "tab", "enter")
        assert (app.play.tokens["force"], app.play.spent_this_round) == (2, 1)
        await pick(pilot, app, "o", "gain-many")
        await press(pilot, "2", "enter", *typed("Mira: a gift"), "enter")
        assert app.play.tokens["fortune"] == 8
        assert "Mira, a gift" in app.last


@pytest.mark.rule("AST-14", "REG-4")
async def test_capitals_regain_and_stop_at_the_rating(tmp_path: Path) -> None:
    app = Table(doc(CONFLICT), tmp_path)
    async with app.run_test() as pilot:
        await press(pilot, "F")
        assert app.play.tokens["force"] == 5
        await press(pilot, "F")
        assert app.screen is not app.session
        await press(pilot, "escape")
        assert app.play.tokens["force"] == 5


@pytest.mark.rule("DRV-2", "DRV-3", "DRV-4", "DRV-6", "DRV-7")
async def test_drives(tmp_path: Path) -> None:
    app = Table(doc(CALM), tmp_path)
    async with app.run_test() as pilot:
        await pick(pilot, app, "v", "instead")
        await press(pilot, "1")
        assert app.play.doom == 1
        await pick(pilot, app, "v", "lose")
        await press(pilot, "2")
        assert state.drive_tokens(app.session.character) == (2, 0, 0)
        await pick(pilot, app, "v", "spend")
        await press(pilot, "1", "1", "enter")
        assert state.drive_tokens(app.session.character) == (1, 0, 0)
        await pick(pilot, app, "v", "change")
        await press(pilot, "2", *typed("Rest"), "enter")
        assert app.session.character.story.drives[1] == "Rest"
        await pick(pilot, app, "v", "fulfil")
        await press(pilot, "1", *typed("Build a farm"), "enter", "1")
        assert app.play.spark == 8
        assert app.session.character.story.drives[0] == "Build a farm"
        assert state.drive_tokens(app.session.character) == (1, 0, 0)


@pytest.mark.rule("TRT-4", "PSH-2", "TRT-3")
async def test_scene_traits_temporary_ones_and_their_end(tmp_path: Path) -> None:
    app = Table(doc(CALM), tmp_path)
    async with app.run_test() as pilot:
        await pick(pilot, app, "t", "scene-trait")
        await press(pilot, *typed("Fog"), "enter")
        await pick(pilot, app, "t", "temporary")
        await press(pilot, *typed("Off balance"), "enter", "2", "enter")
        assert app.play.scene_traits == ("Fog",)
        assert [(item.name, item.rounds) for item in app.play.temporary] == [("Off balance", 3)]
        await pick(pilot, app, "t", "end-trait")
        await press(pilot, "1")
        assert not app.play.temporary


@pytest.mark.rule("TRT-3", "TRT-4", "TRT-5", "DRV-8", "SPK-3", "AST-8", "CNF-7", "REG-4")
async def test_what_others_do_with_a_word_on_who_and_why(tmp_path: Path) -> None:
    app = Table(doc({**CONFLICT, "asks": []}), tmp_path)
    async with app.run_test() as pilot:
        await pick(pilot, app, "i", "inverted")
        await press(pilot, "3", "1", *typed("Mira: old grudge"), "enter")
        assert app.play.active[0].by == "Mira"
        assert "old grudge" in app.last
        await pick(pilot, app, "i", "scene-invoked")
        await press(pilot, *typed("Fog"), "enter", "2")
        await pick(pilot, app, "i", "bribe")
        await press(pilot, "2", "enter", "4", "enter")
        assert app.play.tokens["fortune"] == 10
        await pick(pilot, app, "i", "drive-bribe")
        await press(pilot, "3", "enter", "enter")
        assert state.drive_tokens(app.session.character)[2] == 1
        await pick(pilot, app, "i", "gain-spark")
        await press(pilot, "enter", *typed("Mira"), "enter")
        assert app.play.spark == 8
        await pick(pilot, app, "i", "lent")
        await press(pilot, *typed("Local guide"), "enter", "2", *typed("Mira"), "enter")
        assert (app.play.active[-1].trait, app.play.active[-1].owner) == ("Local guide", "Mira")
        await pick(pilot, app, "i", "blocked")
        await press(pilot, "1", "2", "enter", "enter")
        assert app.play.damage["pain"] == 1
        await pick(pilot, app, "i", "granted")
        await press(pilot, "2", "1", "enter", "enter")
        assert app.play.tokens["grace"] == 2


@pytest.mark.rule("SPK-3", "CNF-12")
async def test_spark_offered_rewards_and_notes(tmp_path: Path) -> None:
    app = Table(doc({**CALM, "last_stakes": "serious"}), tmp_path)
    async with app.run_test() as pilot:
        await press(pilot, "s", "1", *typed("a back door"), "enter", "1")
        assert app.play.spark == 6
        await press(pilot, "w", *typed("A horse"), "enter", "1")
        assert [(item.name, item.until) for item in app.play.rewards] == [("A horse", "chapter")]
        await press(pilot, "full_stop", *typed("It rains"), "enter")
        assert app.last == "It rains"


@pytest.mark.rule("TRT-3")
async def test_letters_act_only_outside_text_fields(tmp_path: Path) -> None:
    app = Table(doc(CALM), tmp_path)
    async with app.run_test() as pilot:
        await press(pilot, "full_stop", *typed("fgaopdek"), "enter")
        assert app.last == "fgaopdek"
        assert app.play.tokens == {}
        assert app.play.damage == {}


@pytest.mark.rule("DRV-5")
async def test_a_roll_that_spent_drive_tokens_gains_none(tmp_path: Path) -> None:
    app = Table(doc({**CALM, "roll": {"skill": "athletics", "driven": 1}}), tmp_path)
    async with app.run_test() as pilot:
        await pick(pilot, app, "v", "roll")
        await press(pilot, "1")
        assert isinstance(app.screen, AllowDialog)
        await press(pilot, "escape")
        assert state.drive_tokens(app.session.character)[0] == 2
