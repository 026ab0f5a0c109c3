"""A number asked for in a box stands as ghosts in the meters and rows that it would change; the cursor of the screen
behind a box is not drawn."""

from __future__ import annotations

from pathlib import Path

import pytest

from saga_tui.games.saga.screens.session.flows.tokens import spend_drive
from saga_tui.ui.dialogs import AskNumber
from saga_tui.ui.marks import Held, Marks
from saga_tui.ui.panels import DocumentPanel
from saga_tui.ui.prompt import Prompt
from saga_tui.ui.rows import Line, Row
from tests.games.saga.screens.session.heroes import CALM, Table, doc, press
from tests.ui.looking import rows_of

KEPT = {**CALM, "tokens": {"force": 4, "grace": 1, "fortune": 6}}


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_fortune_that_would_be_gained_stands_in_its_meter_while_it_is_typed(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    app = Table(doc(KEPT), tmp_path)
    async with app.run_test(size=size) as pilot:
        await press(pilot, "o", "c")
        fortune = app.session.query_one("#asset-fortune", Marks)
        assert isinstance(app.screen, AskNumber) and fortune.ghost == 1, "Enter alone gains one"
        await press(pilot, "3")
        assert (fortune.ghost, fortune.would) == (3, "6 → 9")
        shown = [line for line in rows_of(app.screen) if "Fortune" in line]
        assert "▒" in shown[0] and "6 → 9" in shown[0], "the box covers no meter"
        assert "Fortune 6 → 9" in shown[-1]
        await press(pilot, "backspace", "0")
        assert (fortune.ghost, fortune.would) == (0, "")
        await press(pilot, "escape")
        assert (fortune.ghost, fortune.would) == (0, "")


async def test_dice_of_a_charm_and_tokens_of_a_drive_are_foreseen_in_their_rows(tmp_path: Path) -> None:
    app = Table(doc(KEPT), tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        await press(pilot, "x", "1", "3")
        coin = app.session.query_one("#panel-gear", DocumentPanel).query(Line).first()
        assert coin.would == "7 → 4 of 7 dice" and "7 → 4 of 7 dice" in str(coin.render())
        await press(pilot, "enter")
        assert coin.would == "" and coin.note == "4 of 7 dice"
        app.session.flow(spend_drive(app.session, drive="0"))
        await pilot.pause()
        await press(pilot, "2")
        drive = app.session.query_one("#panel-drives", DocumentPanel).query(Held).first()
        assert (drive.ghost, drive.would) == (-2, "2 → 0") and drive.right().plain == "2 → 0 ▒▒"
        await press(pilot, "escape")
        assert drive.right().plain == "⬢⬢"


async def test_the_cursor_behind_a_box_is_not_drawn_and_comes_back(tmp_path: Path) -> None:
    app = Table(doc(KEPT), tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        row = app.session.query_one("#asset-force", Row)
        assert "▸f Force" in "\n".join(rows_of(app.screen))
        for key in ("r", "o"):
            await press(pilot, key)
            assert "▸f Force" not in "\n".join(rows_of(app.screen)) and row.has_focus
            await press(pilot, "escape")
            assert "▸f Force" in "\n".join(rows_of(app.screen))


async def test_the_head_of_the_spends_and_the_meters_say_one_number(tmp_path: Path) -> None:
    app = Table(doc(KEPT), tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        await press(pilot, "r")
        force = app.session.query_one("#asset-force", Marks)
        for left in (3, 2, 1, 0, 0):
            await press(pilot, "f")
            assert f"Spend ─────── ▲ {left}  ◆ 1" in "\n".join(rows_of(app.screen))
            assert force.would == f"4 → {left}"
        assert f"4 → {left}" in next(line for line in rows_of(app.screen) if "Force" in line)
        await press(pilot, "u")
        pain = app.session.query_one("#damage-pain", Marks)
        assert (pain.ghost, pain.would, pain.would_style) == (1, "0 → 1", "bold $glow")
        await press(pilot, "escape")
        assert (force.would, pain.would) == ("", "")


@pytest.mark.parametrize(("size", "shown"), [((80, 24), False), ((120, 40), True)])
async def test_what_follows_from_a_text_stands_beside_it_whole_or_not_at_all(
    tmp_path: Path, size: tuple[int, int], shown: bool
) -> None:
    asks = [{"what": "consequence", "kind": "pain", "level": "temporary", "count": 1, "rule": "DMG-2"}]
    app = Table(doc({**KEPT, "damage": {"pain": 5}, "asks": asks}), tmp_path)
    async with app.run_test(size=size) as pilot:
        await press(pilot, "c", *"A limp")
        hint = app.session.query_one("#prompt-consequence")
        assert hint.display == shown and app.session.query_one(Prompt).size.height == 1
        assert "A limp" in rows_of(app.session)[app.session.query_one(Prompt).region.y]
