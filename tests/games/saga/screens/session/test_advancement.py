"""Advances: prices with reasons, what they would change, what cannot be had and why, and the way back."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets import Digits, Static

from saga_tui.games import registry
from saga_tui.games.saga.screens.prices import PriceRow
from saga_tui.games.saga.screens.session import now
from saga_tui.games.saga.screens.session.screen import SessionScreen
from saga_tui.store import Memory
from saga_tui.ui.deal import PLAIN
from saga_tui.ui.hero import HeroView
from saga_tui.ui.journal.banner import ReadOnlyBanner
from saga_tui.ui.marks import Number
from saga_tui.ui.panel import Panel
from saga_tui.ui.rulings import AllowDialog
from saga_tui.ui.why_screen import WhyScreen
from tests.games.saga.screens.builder.stage import screen_text
from tests.games.saga.screens.session.heroes import BETWEEN, CALM, Table, doc, press, typed
from tests.ui.looking import cut_beside_room
from tests.ui.stage import shown


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


def price(app: Table, key: str) -> PriceRow:
    """The row of the price list with that key."""
    return next(row for row in app.screen.query(PriceRow) if row.key == key)


@pytest.mark.rule("SPK-4")
async def test_spark_before_and_after_is_drawn_large_with_the_sum_and_what_is_short_is_quiet(tmp_path: Path) -> None:
    app = Table(doc({**BETWEEN, "spark": 4}), tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        await press(pilot, "b", "g")
        hero = app.screen.query_one(HeroView)
        assert hero.moved is not None and (hero.moved.before, hero.moved.after) == (4, 0)
        assert hero.moved.words == ["Grace +1: 4 ✦", "3 current rating + 1 fixed", "0 ✦ left"]
        assert [one.value for one in hero.query(Digits) if one.display] == ["4", "0"]
        await press(pilot, "f")
        assert [one.value for one in hero.query(Digits) if one.display] == ["4"], "what cannot be paid moves nothing"
        assert "2 ✦ short" in shown(hero.query_one(".hero--words"))
        assert price(app, "f").right().plain == "2 short   6 ✦" and price(app, "g").right().plain == " 4 ✦"
        assert price(app, "f").left(40).spans[0].style == "$dim" and not price(app, "g").left(40).spans


@pytest.mark.rule("SPK-4", "ROL-2", "DMG-1", "DOM-1")
async def test_a_price_says_what_it_brings_a_skill_in_chance_against_the_last_opposition(tmp_path: Path) -> None:
    roll = {"skill": "marksmanship", "against": 3, "kind": "contest"}
    app = Table(doc({**BETWEEN, "roll": roll}), tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        before = now.skill_note(app.session.character, "marksmanship").partition(", ")[2]
        await press(pilot, "b", "6")
        assert price(app, "f").detail == "fear threshold 3 → 4" and price(app, "o").detail == "doom ends at 8 → 10"
        assert price(app, "a").detail == "doubt threshold 2 → 3, fear 3 → 4"
        assert price(app, "d").detail == "doom 3 → 2 of 8"
        shooting = price(app, "6")
        assert shooting.left(40).plain == "Marksmanship 4 → 5" and shooting.chance.startswith(f"{before} → ")
        assert shooting.right().plain == shooting.chance, "all ranks cost the same: the rule above says it"
        assert app.screen.query_one("#skills", Panel).subtitle == "3 ✦ each, against 3 dice"
        await press(pilot, "enter")
        after = now.skill_note(app.session.character, "marksmanship").partition(", ")[2]
        assert app.play.spark == 9
        await press(pilot, "q")
        assert before != after and after in app.session.query_one("#skill-marksmanship", Number).note
        await press(pilot, "b", "6")
        assert price(app, "6").chance.startswith(f"{after} → ")
        assert price(app, "6").right().plain.endswith(" 4 ✦"), "a fifth rank makes the next dearer: each has its price"


@pytest.mark.rule("SPK-4")
async def test_the_first_advance_of_all_is_told(tmp_path: Path) -> None:
    app = Table(doc(BETWEEN), tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "b", "a", "enter")
        said = app.screen.query_one("#advancement-now", Static)
        assert "The first advance of Kestrel: Acuity +1." in shown(said)
        await press(pilot, "d", "enter")
        assert shown(said).strip().startswith("Bought: clearing doom step 3, Acuity +1"), "there is no room beside them"
        await pilot.resize_terminal(120, 40)
        await pilot.pause()
        assert "After chapter 2" in shown(said) and app.screen.query_one("#bought").region.height > 2


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 40), (200, 60)])
async def test_all_prices_are_in_sight_and_nothing_is_cut(tmp_path: Path, size: tuple[int, int]) -> None:
    app = Table(doc(BETWEEN), tmp_path)
    async with app.run_test(size=size) as pilot:
        await press(pilot, "b", "f")
        await pilot.pause()
        for row in app.screen.query(PriceRow):
            assert app.screen.region.contains_region(row.region) and row.region.height == row.lines
            assert row.lines >= row.height_at(row.size.width, PLAIN)
            assert "…" not in row.render().plain
        assert not cut_beside_room(app.screen)
        hero, prices = app.screen.query_one(HeroView).region, app.screen.query_one("#assets").region
        assert hero.bottom <= prices.y if size[0] < 120 else hero.x >= prices.right


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


@pytest.mark.rule("SPK-4", "ROL-2")
async def test_a_rank_shows_its_chances_before_and_after_beside_those_of_all_skills(tmp_path: Path) -> None:
    app = Table(doc(BETWEEN), tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        await press(pilot, "b", "3")
        assert "nothing   80% → 87%" in change(app), "four dice, and five: each has a mark with 1 in 3"
        table = shown(app.screen.query_one("#chances-words"))
        assert "Awareness      80%" in table and "dice against" in table
        await press(pilot, "f")
        assert "Success against" not in change(app) and "Force is the straight way" in change(app)
