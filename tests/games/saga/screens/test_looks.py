"""The play screen in numbers: how much of it is blank, cut or loud, at every size and in every mood."""

from __future__ import annotations

from pathlib import Path

import pytest

from saga_tui.ui.band import BandView
from tests.games.saga.screens.session.heroes import CALM, CONFLICT, TROUBLE, Table, doc
from tests.ui.looking import cut_beside_room, looks

SIZES = ((80, 24), (100, 30), (120, 40), (200, 60))
MOODS = {"calm": CALM, "conflict": CONFLICT, "trouble": TROUBLE}
BARS = {80: (35, 10), 100: (35, 15), 120: (37, 15), 200: (46, 26)}
"""The most void and holes, in percent, by the terminal's width."""


@pytest.mark.parametrize("mood", MOODS)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_play_is_neither_empty_nor_cut_nor_shouting(size: tuple[int, int], mood: str, tmp_path: Path) -> None:
    app = Table(doc(MOODS[mood]), tmp_path)
    for _ in range(3 if size[1] > 50 else 1):
        app.live()
    async with app.run_test(size=size) as pilot:
        await pilot.pause(0.3)
        found, (void, holes) = looks(app.session), BARS[size[0]]
        assert found.void <= void and found.holes <= holes, found
        assert found.loud <= 34, found
        assert not cut_beside_room(app.session)
        assert app.session.query_one(BandView).display == (mood != "calm" and size[0] >= 100 and size[1] >= 30)
