"""The looks of the clock's edges: the number that matters drawn large, what goes beside what comes, choices as rows."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets import Digits

from saga_tui.ui.edge import TransitionScreen
from saga_tui.ui.edge_rows import ChoiceRow, FatePanel, FateRow, StaysPanel
from saga_tui.ui.hero import HeroView
from saga_tui.ui.marks import Marks
from tests.games.saga.screens.session.heroes import BETWEEN, CALM, CONFLICT, TROUBLE, Table, doc, press
from tests.ui.stage import shown

END = {**CONFLICT, "drive_tokens": [2, 1, 0], "consequences": TROUBLE["consequences"]}


def told(app: Table, panel: str) -> list[str]:
    """The lines that stand in a panel of the preview."""
    found = app.screen.query_one(f"#edge-{panel}", FatePanel)
    return [row.left(99).plain for row in found.query(FateRow)] if found.display else []


def hero(app: Table) -> list[str]:
    """The numbers drawn large."""
    found = app.screen.query_one(HeroView)
    return [digits.value for digits in found.query(Digits) if digits.display] if found.display else []


@pytest.mark.rule("SPK-2")
@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_a_chapters_end_draws_spark_large_with_its_sum_which_follows_what_is_skipped(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    app = Table(doc(END), tmp_path)
    async with app.run_test(size=size) as pilot:
        await press(pilot, "N", "N", "N")
        assert isinstance(app.screen, TransitionScreen)
        assert hero(app) == ["7", "12"]
        words = shown(app.screen.query_one(".hero--words"))
        assert "6 ★ and 3 ⬢ make 5 ✦" in words and "2 tokens for 1 Spark, rounded up" in words
        fortune = [line.row for line in app.screen.lines].index("convert:fortune")
        await press(pilot, "home", *["down"] * fortune, "space")
        assert hero(app) == ["7", "9"]
        assert "3 ⬢ make 2 ✦" in shown(app.screen.query_one(".hero--words"))
        assert "✗ Fortune 6 → 0 skipped (ruling)" in told(app, "goes"), "what is skipped stays in sight, where it stood"
        await press(pilot, "space")
        assert hero(app) == ["7", "12"] and "✓ Fortune 6 → 0" in told(app, "goes")


@pytest.mark.rule("DMG-5", "REG-3", "DOM-4")
async def test_what_goes_stands_beside_what_comes_and_below_it_where_the_terminal_is_narrow(tmp_path: Path) -> None:
    app = Table(doc(END), tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        await press(pilot, "N", "N", "N")
        assert {"✓ Pain 3 → 0", "✓ Doom 2 → 1 of 8", "✓ Injured leg gone (lasting)", "· Chapter 3 ends"} <= set(
            told(app, "goes")
        )
        assert told(app, "comes")[:2] == ["✓ Force 4 → 5", "✓ Grace 1 → 3"]
        goes, comes = (app.screen.query_one(f"#edge-{way}") for way in ("goes", "comes"))
        assert goes.region.y == comes.region.y and goes.region.right <= comes.region.x
        heroes = app.session.query_one("#vitals")
        assert app.screen.query_one("#dialog").region.y >= heroes.region.bottom, "the meters stay in sight"
        assert app.screen.query_one("#dialog").region.bottom == 40
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert comes.region.y >= goes.region.bottom and comes.region.bottom < 24, "all of it is seen at 80 by 24"


@pytest.mark.rule("DMG-5", "DOM-4")
async def test_what_does_a_line_is_told_beside_it_once_where_there_is_room(tmp_path: Path) -> None:
    app = Table(doc(END), tmp_path)
    async with app.run_test(size=(200, 60)) as pilot:
        await press(pilot, "N", "N", "N")
        rows = {row.line.text: row.right().plain for row in app.screen.query(FateRow)}
        assert rows["pain 3 → 0"] == "remove all pain, doubt and fear, and 1 kismet"
        assert rows["fear 1 → 0"] == "" and rows["scene 2 ends"] == ""
        assert rows["doom 2 → 1 of 8"] == "clear 1 doom step"
        await pilot.resize_terminal(100, 40)
        await pilot.pause()
        narrow = {row.line.text: row.right().plain for row in app.screen.query(FateRow)}
        assert narrow["pain 3 → 0"] == "" and narrow["doom 2 → 1 of 8"] == "clear 1 doom step"


async def test_the_rows_of_both_columns_are_walked_one_after_the_other(tmp_path: Path) -> None:
    app = Table(doc(END), tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        await press(pilot, "N", "N", "N", "home")
        await press(pilot, *["down"] * len(told(app, "goes")))
        focused = app.focused
        assert isinstance(focused, FateRow) and focused.line.text == "force 4 → 5"
        await press(pilot, "up")
        assert isinstance(app.focused, FateRow) and app.focused.line.way == "goes"


@pytest.mark.rule("AST-13")
async def test_without_a_number_of_its_own_an_edge_draws_the_one_that_moves_furthest_where_there_is_room(
    tmp_path: Path,
) -> None:
    app = Table(doc({**CALM, "damage": {"pain": 1}, "tokens": {"force": 1}}), tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        await press(pilot, "N")
        assert hero(app) == ["1", "5"] and "Force 1 → 5" in shown(app.screen.query_one(".hero--words"))
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert hero(app) == []


async def test_a_number_that_hardly_moves_is_not_drawn_large(tmp_path: Path) -> None:
    app = Table(doc({**CALM, "damage": {"pain": 1}}), tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        await press(pilot, "N")
        assert told(app, "goes") and hero(app) == []


@pytest.mark.rule("DRV-1")
async def test_a_click_on_a_choice_chooses_it_and_shows_what_follows(tmp_path: Path) -> None:
    app = Table(doc(BETWEEN), tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        await press(pilot, "n")
        second = [*app.screen.query(ChoiceRow)][1]
        await pilot.click(second)
        assert isinstance(app.screen, TransitionScreen) and app.screen.choice == "1"
        assert shown(second).startswith("▸ 2 Never shoot first")
        assert "✓ Drive “Never shoot first” 0 → 1" in told(app, "comes")


@pytest.mark.rule("DMG-5", "REG-3")
async def test_what_would_change_stands_as_ghosts_in_the_meters_until_the_question_is_answered(tmp_path: Path) -> None:
    app = Table(doc(END), tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        force, pain = app.session.query_one("#asset-force", Marks), app.session.query_one("#damage-pain", Marks)
        await press(pilot, "N")
        assert (force.ghost, pain.ghost) == (1, -3)
        pain_at = [line.row for line in app.screen.lines].index("heal:pain")  # type: ignore[attr-defined]
        await press(pilot, "home", *["down"] * pain_at, "space")
        assert (force.ghost, pain.ghost) == (1, 0), "what is skipped stays"
        await press(pilot, "escape")
        assert (force.ghost, pain.ghost) == (0, 0)


async def test_what_an_end_leaves_as_it_is_stands_beside_it_where_there_is_room(tmp_path: Path) -> None:
    app = Table(doc({**CALM, "tokens": {"force": 2}}), tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        await press(pilot, "N", "N")
        stays = app.screen.query_one(StaysPanel)
        words = shown(stays.query_one("#stays-words"))
        assert stays.display and "acuity" in words and "Force" not in words and "Spark" not in words, words
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert not stays.display
