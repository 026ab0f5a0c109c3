"""Notices: one at a time, at the bottom right, over no field and no keys."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets import Input
from textual.widgets._toast import Toast

from saga_tui.ui.bars import KeyBar
from saga_tui.ui.dialogs import AskText, Choose, Offer
from saga_tui.ui.toast import ROW
from tests.games.saga.screens.session.heroes import CONFLICT, Table, doc, press

LONG = "A notice that goes on for longer than any line of a small terminal, as those of files and disks do. " * 2


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
async def test_one_notice_at_the_bottom_right_covers_no_field_and_no_key(tmp_path: Path, size: tuple[int, int]) -> None:
    app = Table(doc(CONFLICT), tmp_path)
    many = [Offer(str(number), f"offer {number}") for number in range(30)]
    async with app.run_test(size=size, notifications=True) as pilot:
        for dialog in (None, AskText("Name", "Which?", suggestions=map(str, range(18))), Choose("Many", many)):
            if dialog is not None:
                app.push_screen(dialog)
                await pilot.pause()
            else:
                await press(pilot, "p")
            for said in ("the first", LONG):
                app.notify(said, title="Not done")
                await pilot.pause()
                await pilot.pause()
            (toast,) = app.screen.query(Toast)
            assert toast.render().plain == f"Not done\n{LONG}"
            assert toast.region.right == size[0] and app.screen.region.contains_region(toast.region)
            for kind in (Input, KeyBar):
                for widget in app.screen.query(kind):
                    assert not widget.region.overlaps(toast.region), (size, dialog, widget)
            if dialog is not None:
                app.pop_screen()


async def test_a_notice_gives_way_to_a_prompt_that_opens_below_it(tmp_path: Path) -> None:
    app = Table(doc(CONFLICT), tmp_path)
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        app.notify("There is none.")
        await press(pilot, "full_stop")
        await pilot.pause()
        assert not app.screen.query_one(Toast).region.overlaps(app.screen.query_one(Input).region)


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 40), (200, 60)])
async def test_five_surprises_leave_one_notice_clear_of_the_keys_and_of_each_row_that_gets_the_focus(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    app = Table(doc(CONFLICT), tmp_path)
    async with app.run_test(size=size, notifications=True) as pilot:
        for number in range(5):
            app.notify(f"Surprise {number}: nobody has seen this coming, and it takes a line or two.", title="Surprise")
        await pilot.pause()
        await pilot.pause()
        for _ in range(24):
            (toast,) = app.screen.query(Toast)
            assert "Surprise 4" in toast.render().plain
            row = app.screen.focused
            assert row is not None
            assert not toast.region.overlaps(row.region) or row.region.height > ROW, row
            assert not toast.region.overlaps(app.session.query_one("Foot KeyBar").region)
            assert app.screen.region.contains_region(toast.region)
            assert toast.region.right == size[0]
            app.screen.focus_next()
            await pilot.pause()


async def test_a_notice_stands_right_above_the_keys_where_nothing_is_in_its_way(tmp_path: Path) -> None:
    app = Table(doc(CONFLICT), tmp_path)
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        app.notify("Short.")
        await pilot.pause()
        await pilot.pause()
        assert app.screen.query_one(Toast).region.bottom == app.session.query_one("Foot").region.y


async def test_a_notice_that_comes_while_the_app_ends_finds_no_screen_and_harms_nobody(tmp_path: Path) -> None:
    app = Table(doc(CONFLICT), tmp_path)
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        app.notify("The last word.", timeout=60)
        await pilot.pause()
    assert app.screen_stack == []
    app.place_notice()
