"""What the next harm would bring stands by the damage pools."""

from __future__ import annotations

from pathlib import Path

import pytest

from saga_tui.games.saga.rules.character import from_doc
from saga_tui.games.saga.screens.session import view
from saga_tui.ui.marks import Marks
from saga_tui.ui.panels import DocumentPanel
from tests.games.saga.screens.session.heroes import CALM, CONFLICT, Table, doc
from tests.keys import burst

NEAR = {**CONFLICT, "doom": 5, "damage": {"pain": 4, "fear": 1, "kismet": 4}}


@pytest.mark.rule("KIS-2", "DOM-3")
def test_the_notes_tell_the_chances_of_a_kismet_roll() -> None:
    near, calm = from_doc(doc(NEAR)), from_doc(doc(CALM))
    assert view.damage_note(near, "kismet") == "4 dice, 80% ✕"
    assert view.doom_note(near) == "3 left, 11%"
    assert (view.damage_note(near, "kismet", False), view.doom_note(near, False)) == ("4 dice", "3 left")
    assert (view.damage_note(calm, "kismet"), view.doom_note(calm)) == ("none", "6 left")


@pytest.mark.rule("DMG-2", "KIS-2", "DOM-3")
async def test_the_forecast_is_in_words_beside_the_pools_and_follows_them(tmp_path: Path) -> None:
    app = Table(doc(NEAR), tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        panel = app.session.query_one("#panel-damage", DocumentPanel)
        assert panel.query_one("#damage-kismet", Marks).note == "4 dice, 80% ✕"
        assert panel.query_one("#doom", Marks).detail == "11% with the next kismet roll"
        assert panel.subtitle == "next pain: a consequence"
        await burst(pilot, "P", "1", "enter")
        assert not panel.subtitle
        assert app.session.query_one("#panel-roll", DocumentPanel).subtitle == "y: 1 available"  # Tough
