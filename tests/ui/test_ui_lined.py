"""Lines that are drawn one by one look as Textual itself would draw them."""

from __future__ import annotations

import pytest
from textual.color import Color
from textual.content import Content
from textual.selection import SELECT_ALL, Selection
from textual.strip import Strip
from textual.style import Style
from textual.visual import RenderOptions
from textual.widgets import Static

from saga_tui.ui import lined as module
from saga_tui.ui.lined import Lined, Linewise
from tests.keys import seen
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


class Told(Linewise):
    """Three lines of a test, the second one with a colour of its own."""

    said, colour = "two", "$good"

    def lines(self) -> list[Content]:
        return [Content("one"), Content.styled(self.said, self.colour), Content("three")]


async def test_only_lines_that_are_others_than_before_are_drawn_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []
    draw = module._strip

    def watched(line: Content, y: int, style: Style, options: RenderOptions) -> Strip:
        drawn.append(line.plain)
        return draw(line, y, style, options)

    monkeypatch.setattr(module, "_strip", watched)
    app = Stage(Told)
    async with app.run_test() as pilot:
        told = app.screen.query_one(Told)
        await seen(pilot)
        assert drawn[-3:] == ["one", "two", "three"]
        for said, colour, lines in (
            ("two", "$good", []),
            ("2", "$good", ["2"]),
            ("2", "$bad", ["2"]),  # the same words in other looks
        ):
            drawn.clear()
            told.said, told.colour = said, colour
            told.redraw()
            await seen(pilot)
            assert drawn == lines and told.render_line(1).text == said
        drawn.clear()
        told.styles.background = Color(1, 2, 3)  # on another ground all of them are others
        await seen(pilot)
        assert drawn == ["one", "2", "three"]
        before, drawn[:] = told.render_line(1), []
        app.theme = "textual-light"  # a colour means another one
        await seen(pilot)
        assert drawn == ["one", "2", "three"] and told.render_line(1) != before
