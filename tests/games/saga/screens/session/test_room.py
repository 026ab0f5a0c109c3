"""What there is no room for is told in a line and can be opened; the next roll stands ready; marks can be clicked at
every size."""

from __future__ import annotations

from pathlib import Path

import pytest

from saga_tui.changes import Doc
from saga_tui.games.saga.rules.character import from_doc
from saga_tui.games.saga.screens.session import now, ready
from saga_tui.games.saga.screens.session.roll.drawer import RollDrawer
from saga_tui.ui.band import Band, BandLine, BandText
from saga_tui.ui.marks import Held, Marks
from saga_tui.ui.panels import DocumentPanel, NowLine
from saga_tui.ui.rows import Figure, Line
from saga_tui.ui.tiles import LARGE, MEDIUM, Size
from tests.games.saga.screens.session.heroes import CALM, CONFLICT, TROUBLE, Table, doc, press
from tests.ui.looking import rows_of


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


def _column(app: Table, place: str) -> int:
    return app.session.query_one(f"#panel-{place}", DocumentPanel).region.x


async def test_who_has_no_room_stands_where_another_column_has_free_rows(tmp_path: Path) -> None:
    app = Table(doc(TROUBLE), tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause(0.3)
        assert not any(panel.more and panel.more.display for panel in app.session.body.made), "no row is folded away"
        assert _column(app, "next") == _column(app, "log") != _column(app, "drives")
        row = app.session.query_one("#panel-next", DocumentPanel).query(Line).first()
        app.session.query_one("#panel-drives", DocumentPanel).drawn[1].focus()
        await pilot.resize_terminal(120, 47)
        await pilot.pause(0.3)
        assert _column(app, "next") == _column(app, "drives"), "it goes back where there is room"
        focused = app.session.focused
        assert isinstance(focused, Held) and focused.text == "Never shoot first" and not row.is_attached


LONG = "Maximiliana-Theodora Wilhelmina von und zu Hohenstaufen-Reichenbach the Third"


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)])
async def test_who_has_a_great_deal_of_everything_can_be_played(tmp_path: Path, size: tuple[int, int]) -> None:
    hurt = [{"name": f"{LONG} {at}", "points": {"lasting": 1, "temporary": at % 2}} for at in range(12)]
    made = doc({**TROUBLE, "drive_tokens": [at % 8 for at in range(9)], "consequences": hurt})
    made["concept"]["name"] = LONG
    made["story"] = {"traits": [f"{LONG} {at}" for at in range(35)], "drives": [f"{LONG} {at}" for at in range(9)]}
    made["gear"] = [
        {"name": f"{LONG} {at}", "kind": ("charm", "buff", "font")[at % 3], "rating": 2} for at in range(20)
    ]
    app = Table(made, tmp_path)
    async with app.run_test(size=size) as pilot:
        await pilot.pause(0.3)
        for pane in "1234" if size[0] == 80 else " ":
            await press(pilot, *pane.split())
            lines = rows_of(app.session)
            assert len(lines) == size[1] and all(len(line) == size[0] for line in lines)
            for panel in app.session.query(DocumentPanel):
                if panel.is_on_screen:
                    assert panel.max_scroll_x == 0 and panel.region.bottom <= size[1] - 1, panel.id
                    folded = [row for row in panel.drawn if not row.display]
                    told = panel.more is not None and panel.more.display and panel.more.mark == f"+{len(folded)}"
                    assert told or not folded, panel.id
        assert "ch 3" in lines[0] or "chapter 3" in lines[0], "the name leaves room for the clock"
        assert all(
            row.tile.height == (1 if size[0] == 80 else 3)
            for row in app.session.query("#panel-assets Marks").results(Marks)
        )


async def test_hollow_tiles_are_quiet_in_the_colours_of_the_terminal(tmp_path: Path) -> None:
    app = Table(doc(CONFLICT), tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        app.theme = "evening"
        await pilot.pause(0.2)
        row = app.session.query_one("#asset-force", Marks)
        assert "┌───┐" not in str(row.render())
        app.theme = "terminal"
        await pilot.pause(0.2)
        assert "┌───┐" in "\n".join(rows_of(app.session)) and "┌───┐" in str(row.render())


def test_what_goes_with_a_band_gives_up_its_first_part_before_all() -> None:
    text = BandText()
    text.band = Band("2", "A TITLE", (BandLine("words " * 5, "first part · second"),))
    drawn = {width: text._line(text.band.lines[0], width, True).plain for width in (70, 50, 42)}
    assert "first part · second" in drawn[70] and drawn[50].endswith(" second") and "first" not in drawn[50]
    assert "second" not in drawn[42]


@pytest.mark.parametrize(
    ("roll", "said"),
    [({"against": 0}, "unopposed"), ({"against": 1}, "against 1 die"), ({"given": 2}, "against 2 marks")],
)
def test_what_the_chances_of_the_skills_stand_against_is_said(roll: Doc, said: str) -> None:
    play = {**CALM, "roll": {"skill": "awareness", "dice": 4, "thrown": 4, "outcome": "success", **roll}}
    assert now.against_last(from_doc(doc(play))) == said
