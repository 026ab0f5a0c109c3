"""Lines that are drawn one by one look as Textual itself would draw them."""

from __future__ import annotations

import pytest
from textual.content import Content
from textual.selection import SELECT_ALL, Selection
from textual.strip import Strip
from textual.style import Style
from textual.visual import RenderOptions
from textual.widgets import Static

from saga_tui.ui.lined import Lined
from tests.ui.stage import Stage

LINES = [
    Content.assemble("▸", ("f ", "bold $key"), ("Force ★", "bold"), " ", ("▲▲", "$good")),
    Content(""),
    Content.assemble("  界 wide ", ("and more", "$dim")),
]


def cells(strips: list[Strip]) -> list[list[tuple[str, object]]]:
    """Every character with its looks and its place."""
    return [[(letter, part.style) for part in strip for letter in part.text] for strip in strips]


@pytest.mark.parametrize("ground", ["", "on $panel"])
@pytest.mark.parametrize("width", [40, 18, 7, 0])
@pytest.mark.parametrize("height", [None, 2])
@pytest.mark.parametrize("selection", [None, SELECT_ALL])
@pytest.mark.parametrize("last", ["", "two\nlines"])
async def test_lines_are_drawn_as_their_text_is(
    ground: str, width: int, height: int | None, selection: Selection | None, last: str
) -> None:
    lines = [*LINES, Content(last)]
    app = Stage(Static)
    async with app.run_test():
        static = app.screen.query_one(Static)
        marked = Style(reverse=True) if selection else None
        options = RenderOptions(static._get_style, {}, selection, marked)
        lined, style = Lined(lines, ground), static.visual_style
        text = Content("\n").join(lines)
        text = text.stylize_before(ground) if ground else text
        drawn = lined.render_strips(width, height, style, options)
        assert cells(drawn) == cells(text.render_strips(width, height, style, options))
    assert lined.plain == text.plain == str(lined)
    assert lined.get_optimal_width({}, 80) == text.get_optimal_width({}, 80)
    assert lined.get_height({}, 40) == text.get_height({}, 40) == (5 if last else 4)
