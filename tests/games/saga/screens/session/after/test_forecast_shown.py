"""What the next harm would bring stands by the damage pools."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.content import Content
from textual.widgets import Static

from saga_tui.games.saga.rules.character import from_doc
from saga_tui.games.saga.screens.session import view
from saga_tui.ui.marks import Marks
from saga_tui.ui.panels import DocumentPanel
from saga_tui.ui.prompt import Prompt
from tests.games.saga.screens.session.heroes import CALM, CONFLICT, TROUBLE, Table, doc
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


@pytest.mark.rule("DMG-2", "KIS-2", "AST-1")
@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)])
@pytest.mark.parametrize(
    ("keys", "row", "ghost", "words"),
    [
        ("p3", "damage-pain", 3, "3 → 6, 2 over"),
        ("k2", "damage-kismet", 2, "2 → 4 dice, 80% ✕"),
        ("⏎3", "asset-force", -3, "4 → 1 of 5"),
        ("o2", "asset-fortune", 0, ""),  # a menu of its uses: nothing is typed
        ("P2", "damage-pain", -2, "3 → 1, 3 left"),
    ],
)
async def test_what_is_typed_stands_as_ghosts_in_its_meter_until_the_question_goes(
    tmp_path: Path, size: tuple[int, int], keys: str, row: str, ghost: int, words: str
) -> None:
    app = Table(doc(CONFLICT), tmp_path)
    async with app.run_test(size=size) as pilot:
        await burst(pilot, *(key.replace("⏎", "enter") for key in keys))
        meter = app.session.query_one(f"#{row}", Marks)
        assert (meter.ghost, meter.would) == (ghost, words)
        if words:
            drawn = str(meter.render())
            assert words.split()[0] in drawn and words.split()[-1] in drawn and drawn.count("▒") >= abs(ghost)
        assert all(other.ghost == 0 for other in app.session.query(Marks) if other is not meter)
        await burst(pilot, "escape")
        assert not any(other.ghost or other.would for other in app.session.query(Marks))


@pytest.mark.rule("DMG-2", "DMG-3")
async def test_ghosts_follow_the_way_it_is_taken_and_go_with_the_answer(tmp_path: Path) -> None:
    app = Table(doc(CONFLICT), tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        pain, kismet = (app.session.query_one(f"#damage-{kind}", Marks) for kind in ("pain", "kismet"))
        await burst(pilot, "p", "3")
        assert "$bad" in pain.would_style, "over the threshold"
        await burst(pilot, "tab")
        assert (pain.ghost, pain.would, kismet.ghost) == (0, "", 3)
        await burst(pilot, "shift+tab", "enter", "escape")
        assert (pain.filled, pain.ghost, kismet.ghost) == (6, 0, 0)


@pytest.mark.rule("DMG-3")
@pytest.mark.parametrize("turns", [0, 1, 2, 4])
async def test_what_follows_is_told_whole_beside_the_question(tmp_path: Path, turns: int) -> None:
    app = Table(doc(TROUBLE), tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await burst(pilot, "d", "3", *["tab"] * turns)
        told = app.screen.query_one("#prompt-consequence", Static)
        lines = Content(str(told.content)).wrap(told.size.width)
        assert told.size.height == len(lines), "no word is cut"
        assert app.screen.query_one(Prompt).size.height == max(1, len(lines))
