"""The result of a roll on a wide terminal: banner, dice and odds side by side."""

from __future__ import annotations

from pathlib import Path

import pytest

from saga_tui.ui.dice import DiceView
from saga_tui.ui.verdict import OddsView, VerdictView
from tests.games.saga.screens.session.heroes import CALM, Table, doc, press
from tests.ui.looking import rows_of


@pytest.mark.parametrize(("width", "odds", "beside"), [(100, False, False), (120, True, False), (200, True, True)])
async def test_the_banner_the_dice_and_the_odds_share_the_width(
    width: int, odds: bool, beside: bool, tmp_path: Path
) -> None:
    app = Table(doc(CALM), tmp_path)
    async with app.run_test(size=(width, 60 if width == 200 else 40)) as pilot:
        await press(pilot, "r", "6", "enter")
        await pilot.pause(0.3)
        banner, dice = app.screen.query_one(VerdictView).region, app.screen.query_one(DiceView).region
        shown = app.screen.query_one(OddsView)
        assert (shown.display and bool(shown.region.area)) == odds
        assert (banner.y == dice.y) == beside
        assert any("What may come" in row for row in rows_of(app.screen)) == odds
        await press(pilot, "enter")
        await pilot.pause(0.3)
        assert any(" or more: " in row for row in rows_of(app.screen)) == odds
        assert any("╰" in row for row in rows_of(app.screen)), "dice are whole"
