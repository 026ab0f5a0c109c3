"""Advances: prices with reasons, what they would change, what cannot be had and why, and the way back."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets import Static

from saga_tui.games import registry
from saga_tui.games.saga.screens.session.screen import SessionScreen
from saga_tui.store import Memory
from saga_tui.ui.journal.banner import ReadOnlyBanner
from saga_tui.ui.rulings import AllowDialog
from saga_tui.ui.why_screen import WhyScreen
from tests.games.saga.screens.builder.stage import screen_text
from tests.games.saga.screens.session.heroes import BETWEEN, CALM, Table, doc, press, typed


def change(app: Table) -> str:
    """What stands in the panel on the change."""
    return str(app.screen.query_one("#change", Static).render())


@pytest.mark.rule("SPK-4", "DMG-1", "DOM-1")
async def test_what_a_purchase_would_change_is_shown_before(tmp_path: Path) -> None:
    app = Table(doc(BETWEEN), tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        await press(pilot, "b", "f")
        assert "Force           5 → 6" in change(app)
        assert "Fear threshold  3 → 4" in change(app)
        await press(pilot, "o")
        assert "End of the Doom Track  8 → 10" in change(app)
        await press(pilot, "question_mark")
        assert isinstance(app.screen, WhyScreen)
        await press(pilot, "escape", "enter")
        assert app.play.spark == 7


@pytest.mark.rule("SPK-4")
async def test_what_is_too_dear_says_why_and_may_be_overruled(tmp_path: Path) -> None:
    app = Table(doc({**BETWEEN, "spark": 2}), tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        await press(pilot, "b", "f")
        assert "Force +1 costs 6, you have 2" in change(app)
        await press(pilot, "enter")
        assert isinstance(app.screen, AllowDialog)
        await press(pilot, "enter")
        assert len(app.session.character.advances) == 1
        assert app.session.character.rulings


@pytest.mark.rule("SPK-4")
async def test_what_was_bought_is_taken_back(tmp_path: Path) -> None:
    app = Table(doc(BETWEEN), tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        await press(pilot, "b", "a", "enter", "d", "enter")
        assert (app.play.spark, app.play.doom) == (8, 2)
        await press(pilot, "delete", "n", "delete", "y")
        assert (app.play.spark, app.play.doom) == (9, 3)
        await press(pilot, "delete", "enter", "delete")
        assert (app.play.spark, app.session.character.advances) == (12, ())
        await press(pilot, "u")
        assert len(app.session.character.advances) == 1
        await press(pilot, "U")
        assert not app.session.character.advances


@pytest.mark.rule("SPK-4", "CSQ-1")
async def test_what_needs_words_is_asked(tmp_path: Path) -> None:
    app = Table(doc({**BETWEEN, "spark": 30}), tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        await press(pilot, "b", "s", "enter", "6", *typed("rifles"), "enter")
        await press(pilot, "t", "enter", *typed("Sober now"), "enter")
        await press(pilot, "p", "enter")
        keys = [offer.key for offer in app.screen.offers]  # type: ignore[attr-defined]
        await press(pilot, *["down"] * keys.index("Expert"), "enter", "6")
        await press(pilot, "x", "enter", *typed("Map"), "enter", "1")
        assert "(1–3; costs 2 Spark each)" in screen_text(app)
        await press(pilot, "1", "enter")
        assert "What is Map for?" in screen_text(app), "a buff gives its dice on rolls for that"
        await press(pilot, *typed("finding the way"), "enter")
        await press(pilot, "c", "enter")
        found = [(item.buy, item.skill, item.name) for item in app.session.character.advances]
        assert found == [
            ("specialty", "marksmanship", "rifles"),
            ("trait", "", "Sober now"),
            ("perk", "marksmanship", "Expert"),
            ("gear", "", "Map"),
            ("consequence", "", "One eye"),
        ]
        assert [item.purpose for item in app.session.character.advances if item.buy == "gear"] == ["finding the way"]
        assert app.play.spark == 30 - 2 - 5 - 3 - 2 - 2
        assert app.play.consequences[0].severity == 1


@pytest.mark.rule("SPK-4", "TIME-2")
async def test_amid_a_chapter_it_says_that_it_is_too_early(tmp_path: Path) -> None:
    app = Table(doc(CALM), tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        await press(pilot, "b", "1", "enter")
        assert isinstance(app.screen, AllowDialog)
        assert any("at a chapter's end" in problem.message for problem in app.screen.problems)


async def test_a_second_copy_says_so_on_the_prices_and_takes_over_there(tmp_path: Path) -> None:
    app = Table(doc(BETWEEN), tmp_path)
    first = app.memory
    app.memory = Memory.open(first.path, registry.layout("saga"), state_dir=tmp_path / "state")
    app.session = SessionScreen(app.memory, app.dice)
    assert app.memory.read_only
    async with app.run_test(size=(120, 40)) as pilot:
        await press(pilot, "b")
        banner = app.screen.query_one(ReadOnlyBanner)
        assert "another window" in banner.said
        first.close()
        await press(pilot, "T")
        assert (banner.said, app.memory.read_only) == ("", False)
        await press(pilot, "f", "enter")
        assert app.play.spark == 6
