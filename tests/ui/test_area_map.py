"""A map of areas: what follows from its cells, and how one walks over it."""

from __future__ import annotations

import asyncio
from itertools import pairwise

import pytest
from textual.app import ComposeResult
from textual.color import Color
from textual.screen import Screen
from textual.theme import Theme

from saga_tui.ui import config
from saga_tui.ui.area_drawing import Area, Drawing, Spot
from saga_tui.ui.area_map import GROUNDS, AreaMap, Face, Piece
from saga_tui.ui.base import KitApp
from saga_tui.ui.jump import JumpScreen
from saga_tui.ui.theme import themes
from tests.ui.test_ui_theme import contrast

ROWS = """
nnnnnnnnnnnnsssssss
nnnnnnnnnnnnsssssss
nnnnnnnnnnnnsssssss
wwwwwwwwnnnnsssssss
wwwwwwwweeeeeeeesss
wwwwwwwweeeeeeeesss
wwwwwwwweeeeeeeesss
"""
AREAS = (
    Area("north", "Northern Downs", "NORT", "n", False, 0, Spot(1, 0)),
    Area("west", "West", "WEST", "w", False, 1, Spot(1, 4)),
    Area("east", "Eastern Marshes", "EAST", "e", False, 2, Spot(9, 4)),
    Area("sea", "Sea", "sea", "s", True, 0, Spot(14, 1)),
)
SMALL = Drawing.read(ROWS, AREAS)


def test_areas_touch_by_sides_and_corners_in_every_size() -> None:
    meet = {
        "north": {"west", "east", "sea"},
        "west": {"north", "east"},
        "east": {"north", "west", "sea"},
        "sea": {"north", "east"},
    }
    for width, height in ((19, 7), (20, 9), (31, 15), (57, 21)):
        larger = SMALL.stretched(width, height)
        assert (larger.width, larger.height) == (width, height)
        assert larger.touching == meet
        for area in larger.areas.values():
            assert larger.at(*area.at) == area.key == larger.at(*larger.middles[area.key])
    corner = Drawing.read("aab\naab\nbba", [Area(key, key, key, key, False, 0, Spot(0, 0)) for key in "ab"])
    assert corner.touching["a"] == {"b"}
    with pytest.raises(KeyError):
        Drawing.read("nx", AREAS)


def test_a_border_is_rounded_where_it_turns() -> None:
    assert SMALL.outlines[4][15] == ("▝", "sea", "sea", "east")  # the marshes' corner in the sea
    assert SMALL.outlines[0][0] == (" ", "north", "north", "north")
    assert SMALL.outlines[2][3].below == "west"
    assert SMALL.outlines[2][11].right == "sea"


def test_the_cursor_goes_to_the_nearest_area_that_way() -> None:
    assert SMALL.beside("west", 1, 0) == "east"
    assert SMALL.beside("west", 0, -1) == "north"
    assert SMALL.beside("north", 1, 0) == "sea"
    assert SMALL.beside("west", 0, 1) == "west"
    assert SMALL.beside("sea", 0, -1) == "sea"


def test_a_way_leads_from_middle_to_middle() -> None:
    dots = list(SMALL.way(("west", "east", "sea")))
    assert dots and all(dot in SMALL for dot in dots)
    assert all(abs(b.x - a.x) <= 4 and abs(b.y - a.y) <= 2 for a, b in pairwise(dots))
    assert {SMALL.at(*dot) for dot in dots} >= {"west", "east"}
    assert not list(SMALL.way(("west",)))


def test_a_text_finds_room_beside_what_is_written() -> None:
    assert SMALL.room("west", 3, 5) == Spot(1, 5)
    assert SMALL.room("west", 3, 5, {Spot(1, 5)}) == Spot(2, 5)
    assert SMALL.room("west", 9, 5) is None


class Shown(Screen[None]):
    def __init__(self) -> None:
        super().__init__()
        self.told: list[object] = []

    def compose(self) -> ComposeResult:
        yield AreaMap((SMALL, SMALL.stretched(38, 14)), "west")

    def on_area_map_moved(self, event: AreaMap.Moved) -> None:
        self.told.append(event.key)

    def on_area_map_chosen(self, event: AreaMap.Chosen) -> None:
        self.told.append(("chosen", event.key))


class App(KitApp):
    def get_default_screen(self) -> Shown:
        return Shown()


def text(app: App) -> str:
    return "\n".join("".join(part.text for part in app.screen.query_one(AreaMap).render_line(y)) for y in range(7))


FACES = {
    "north": Face("7", "$good", (Piece("T", "$bad"), Piece("B", "$key", solid=True)), lit=True, mark="2~"),
    "west": Face("10", pieces=tuple(Piece(sign) for sign in "abcdefghij")),
    "sea": Face(lit=True, mark="1"),
}


def test_the_map_is_shown_walked_over_and_chosen_on() -> None:
    async def run() -> None:
        app = App(animations=False, settings=config.Config())
        async with app.run_test(size=(19, 7)) as pilot:
            shown, found = app.screen, app.screen.query_one(AreaMap)
            assert isinstance(shown, Shown)
            found.show(FACES, ("west", "east"))
            told = text(app)
            assert "NORT7" in told and "TB" in told and "2~" in told  # a long name gives way to its label
            assert "WEST10" in told.replace("West 10", "WEST10")
            assert "abcdef+" in told  # what has no room
            assert "•" in told and "▕" in told
            written = found._texts
            await pilot.press("up", "right", "left", "enter")
            assert found._texts is written, "a step of the cursor writes nothing anew: only its way does, once"
            assert shown.told == ["north", "sea", "north", ("chosen", "north")]
            await pilot.click(AreaMap, offset=(17, 2))
            await pilot.click(AreaMap, offset=(17, 2))
            assert shown.told[4:] == ["sea", ("chosen", "sea")]
            await pilot.press("z")
            assert found.drawing.width > 19  # larger than there is room for, with the cursor in sight
            assert found.scroll_offset.x > 0 and "Sea" in text(app)
            await pilot.press("z", "j")
            assert isinstance(app.screen, JumpScreen)
            assert len(app.screen.places) == 2  # those that are lit
            await pilot.press(next(key for key, place in app.screen.places.items() if place.number == 0))
            assert found.cursor == "north"
            app.theme = "terminal"
            await pilot.pause()
            assert "│" in text(app) and text(app).count("~") > 1  # lines, and waves on the water

    asyncio.run(run())


@pytest.mark.parametrize("theme", [one for one in themes() if not one.ansi], ids=lambda theme: theme.name)
def test_names_can_be_read_on_every_ground(theme: Theme) -> None:
    page, ink = Color.parse(theme.background or ""), Color.parse(theme.foreground or "")
    kind = "stark" if page.rgb == (0, 0, 0) else "dark" if theme.dark else "light"
    for water, tones in enumerate(GROUNDS[kind]):
        for tone in map(Color.parse, tones):
            at_cursor = tone.blend(Color.parse(theme.variables["key"]), 0.2)
            for ground in (tone, tone.blend(ink, 0.07), at_cursor):
                assert contrast(ground.blend(ink, 0.8 if water else 1), ground) >= (3.5 if water else 4.5)


async def test_what_is_not_lit_is_quieter_and_nothing_rests_on_colour_alone() -> None:
    app = App(animations=False, settings=config.Config())
    async with app.run_test(size=(19, 7)):
        found = app.screen.query_one(AreaMap)

        def ground(x: int, y: int) -> object:
            style = found.render_line(y).crop(x, x + 1)._segments[0].style
            return style.bgcolor if style is not None else None

        calm = ground(2, 6)
        found.go("sea")
        found.show(FACES)
        assert ground(2, 6) != calm != ground(3, 1)
        found.show({key: Face(face.number, face.colour, face.pieces) for key, face in FACES.items()})
        app.no_color = True
        found.notify_style_update()
        shown = [found.render_line(y) for y in range(7)]
        reversed_signs = {part.text for line in shown for part in line if part.style and part.style.reverse}
        assert reversed_signs >= {"Sea", "B"}  # the cursor, and a piece on a ground of its own
        assert "│" in text(app)
