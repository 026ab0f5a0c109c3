"""What there is no room for is told in a line and can be opened; the next roll stands ready; marks can be clicked at
every size."""

from __future__ import annotations

from pathlib import Path

import pytest

from saga_tui.changes import Doc
from saga_tui.games.saga.rules.character import from_doc
from saga_tui.games.saga.screens.session import now, ready
from saga_tui.games.saga.screens.session.roll.drawer import RollDrawer
from saga_tui.ui.marks import Marks
from saga_tui.ui.panels import DocumentPanel, NowLine
from saga_tui.ui.rows import Figure, Line
from saga_tui.ui.tiles import LARGE, MEDIUM, Size
from tests.games.saga.screens.session.heroes import CALM, CONFLICT, TROUBLE, Table, doc, press


async def test_rows_without_room_fold_into_a_line_that_opens_them(tmp_path: Path) -> None:
    app = Table(doc({**TROUBLE, "scene_traits": [f"Danger {number}" for number in range(12)]}), tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        panel = app.session.query_one("#panel-traits", DocumentPanel)
        more = panel.query_one("#more-traits", Line)
        hidden = [row for row in panel.drawn if not row.display]
        assert more.display and more.mark == f"+{len(hidden)}" and "Danger 11" in more.text
        assert panel.max_scroll_y == 0
        more.focus()
        await press(pilot, "enter")
        assert app.session.focused is hidden[0] and hidden[0].display
        assert not more.display


async def test_the_next_roll_stands_ready_with_its_chance(tmp_path: Path) -> None:
    app = Table(doc(CALM), tmp_path)
    app.live()
    async with app.run_test(size=(200, 60)) as pilot:
        await pilot.pause()
        character = app.session.character
        panel = app.session.query_one("#panel-ready", DocumentPanel)
        assert panel.title == "Ready: Marksmanship, 6 dice against 6" == f"Ready: {ready.heading(character)}"
        step = app.session.query_one("#next-roll", Line)
        assert (step.text, step.note) == ("Marksmanship again", ready.chance(character))
        figure = app.session.query_one(Figure)
        assert "% success" in figure.render().plain and "Add one" in figure.render().plain
        figure.focus()
        await press(pilot, "enter")
        assert isinstance(app.screen, RollDrawer)


async def test_a_question_is_the_second_line_of_a_small_screen(tmp_path: Path) -> None:
    app = Table(doc(TROUBLE), tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        line = app.session.query_one(NowLine)
        assert line.display and line.region.y == 1
        assert str(line.render()).startswith("▸ c Name 1 permanent consequence   ▸ m Kismet roll:")


@pytest.mark.parametrize(("size", "tile"), [((100, 30), MEDIUM), ((120, 40), LARGE)])
async def test_a_click_hits_its_mark_at_each_size(tmp_path: Path, size: tuple[int, int], tile: Size) -> None:
    app = Table(doc(CONFLICT), tmp_path)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        row = app.session.query_one("#asset-force", Marks)
        assert row.tile == tile and row.size.height == tile.height
        start = row.gutter_content().cell_length + row.label_width
        await pilot.click(row, offset=(start + tile.width - 1, tile.height - 1))
        await pilot.pause()
        assert app.play.tokens["force"] == 3
        await pilot.click(row, offset=(start + 4 * (tile.width + tile.gap), 0))
        await pilot.pause()
        assert app.play.tokens["force"] == 4


@pytest.mark.parametrize(
    "more",
    [{}, {"given_in": True}, {"tokens": {}, "spent_this_round": 0}, {"stakes": "deadly"}, {"damage": {"pain": 4}},
     {"asks": TROUBLE["asks"]}],
)  # fmt: skip
def test_the_band_of_a_conflict_has_no_empty_line(more: Doc) -> None:
    character = from_doc(doc({**CONFLICT, **more}))
    band = now.band(character)
    assert band is not None and len(band.lines) == 3 and all(line.left for line in band.lines)
    spent = character.play is not None and character.play.spent_this_round and not character.play.given_in
    assert ("1 token spent · n: recover one token" in band.lines[0].right) == bool(spent)


async def test_what_is_left_over_says_more_of_the_next_steps_and_of_gear(tmp_path: Path) -> None:
    app = Table(doc(CALM), tmp_path)
    async with app.run_test(size=(200, 60)) as pilot:
        await pilot.pause(0.3)
        drawn = " ".join(" ".join(str(row.render()).split()) for row in app.session.query(Line))
        for said in ("clear pain, doubt, fear,", "dice for any roll except Academia", "or Enter on a skill"):
            assert said in drawn, said
