"""What goes on paper from the GM's table, in the real app: the sheet with the party, the story of all."""

from __future__ import annotations

from pathlib import Path

from tests.games.saga.gm.screens.tables import TableApp
from tests.games.saga.screens.session.heroes import press


async def test_the_sheet_has_the_party_and_the_story_what_all_have_done(tmp_path: Path) -> None:
    app = TableApp("trouble", tmp_path)
    async with app.run_test(size=(120, 60)) as pilot:
        await press(pilot, "exclamation_mark", "enter", "S")
        assert "The GM's sheet" in app.text and "THEO MARSH" in app.text and "physical ■■■□□ □□□□" in app.text
        await press(pilot, "escape", "C")
        assert "The Salt Road · recap" in app.text and "The GM acts first: 1 fortune for all" in app.text
