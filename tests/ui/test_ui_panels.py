"""Panels whose rows are data: what each kind of row draws, and that rows change in place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from textual.css.stylesheet import Stylesheet
from textual.dom import DOMNode

from saga_tui.ui import specs
from saga_tui.ui.defaults import layout_of
from saga_tui.ui.marks import Marks, Number
from saga_tui.ui.panels import DRAWN_BY, DocumentPanel
from saga_tui.ui.rows import Row
from saga_tui.ui.specs import Bar, Boxes, Cards, Held, Layout, Line, Panel, Pips, Text, Token, Track
from tests.keys import press
from tests.ui.stage import Stage, shown

OIL = Token("◆", "◇", "$good")
Rows = Sequence[specs.AnyRow]


def panel(rows: Rows, **more: object) -> Callable[[], DocumentPanel]:
    """A panel that shows as its document the rows themselves."""
    made = Panel("place", "Title", lambda document: document, **more)  # type: ignore[arg-type]
    return lambda: DocumentPanel(made, rows, lambda _names: None)


def lines(app: Stage) -> list[str]:
    """What stands on the rows of the panel, but for the pointer of the focus."""
    return [shown(child).rstrip().replace("▸", " ") for child in app.screen.query_one(DocumentPanel).children]


@pytest.mark.parametrize(
    ("row", "drawn"),
    [
        (Pips("Oil", 2, 4, OIL, key="o", note="2 of 4"), " o Oil      ◆◆◇◇                  2 of 4"),
        (Boxes("Pain", 3, 2, OIL), " Pain     ◆◆┃◆"),
        (Track("Doom", 1, 3, OIL), " Doom     ◆◇◇┃"),
        (Bar("Health", 12, 30, OIL), " Health   ◆◆◆◆◇◇◇◇◇◇ 12/30"),
        (Bar("Health", 0, 0, OIL), " Health   ◇◇◇◇◇◇◇◇◇◇ 0/0"),
        (Bar("Health", 1, 30, OIL), " Health   ◆◇◇◇◇◇◇◇◇◇ 1/30"),
        (specs.Number("Spark", 7, lead="✦ "), " Spark    ✦ 7"),
        (specs.Number("Lore", 0, empty="·", room=3, label_width=6, tail=" books"), " Lore    ·  books"),
        (Line("A [/] line", mark="✚", note="−2"), " ✚ A [/] line                         −2"),
        (Held("My sister", 2, OIL), " My sister                            ◆◆"),
        (Held("My sister", 9, OIL), " My sister                           ◆×9"),
        (Cards("Omens", ("a moth", "a knock")), " Omens    [a moth] [a knock]"),
        (Cards("Omens", ("a cold draught", "a moth", "a knock")), " Omens    … [a moth] [a knock]"),
        (Text("only\nread"), "only\nread"),
    ],
)
async def test_each_kind_of_row_is_drawn(row: specs.AnyRow, drawn: str) -> None:
    app = Stage(panel([row]))
    async with app.run_test(size=(40, 10)):
        assert lines(app) == [drawn]


def test_every_kind_of_row_has_its_widget() -> None:
    kinds = {kind for kind in vars(specs).values() if isinstance(kind, type) and issubclass(kind, specs.Row)}
    assert kinds - {specs.Row, specs.Marked} == {*DRAWN_BY}


async def test_rows_change_in_place_and_others_come_and_go() -> None:
    app = Stage(panel([Pips("Oil", 2, 4, OIL), Line("one"), Line("two", id="two"), Line("three")]))
    async with app.run_test(size=(42, 10)) as pilot:
        made = app.screen.query_one(DocumentPanel)
        rows = list(made.children)
        rows[1].focus()
        made.show([Pips("Oil", 1, 4, OIL), Line("another", note="new"), Held("two", 1, OIL, id="two")])
        await pilot.pause()
        assert [line.split() for line in lines(app)[1:]] == [["another", "new"], ["two", "◆"]]
        assert [*made.children][:2] == rows[:2] and app.focused is rows[1]
        assert len(made.children) == 3 and made.children[2] is not rows[2]
        assert isinstance(rows[0], Marks) and rows[0].filled == 1
        made.show([])
        made.show([Line("late")])
        await pilot.pause()
        assert lines(app) == [" late"]


async def test_a_row_that_changes_glows_and_one_that_does_not_stays_still() -> None:
    app = Stage(panel([specs.Number("Spark", 7), specs.Number("Luck", 2)]))
    async with app.run_test(size=(42, 10)) as pilot:
        app.glow_seconds = float("inf")
        made = app.screen.query_one(DocumentPanel)
        await pilot.press("f")
        made.show([specs.Number("Spark", 8), specs.Number("Luck", 2)])
        assert [row.delta for row in made.query(Number)] == ["7 → 8", ""]


async def test_a_step_of_the_focus_styles_no_other_row_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    app, styled = Stage(panel([Line(f"row {number}") for number in range(20)])), list[object]()
    apply = Stylesheet.apply

    def applying(sheet: Stylesheet, node: DOMNode, *given: Any, **named: Any) -> None:
        styled.append(node)
        apply(sheet, node, *given, **named)

    async with app.run_test(size=(42, 30)) as pilot:
        made = app.screen.query_one(DocumentPanel)
        made.drawn[0].focus()
        await pilot.pause()
        assert str(made.styles.border_top[0]) == "heavy" and made.has_class("-at")
        monkeypatch.setattr(Stylesheet, "apply", applying)
        await press(pilot, "down", "down")
        assert app.focused is made.drawn[2] and set(styled) == {*made.drawn[:3]}
        app.screen.set_focus(None)
        await pilot.pause()
        assert str(made.styles.border_top[0]) == "solid" and not made.has_class("-at")


async def test_an_empty_panel_says_so_and_takes_no_focus() -> None:
    app = Stage(panel([], empty="Nothing yet."))
    async with app.run_test(size=(42, 10)) as pilot:
        made = app.screen.query_one(DocumentPanel)
        assert lines(app) == [" Nothing yet."]
        assert not made.query_one(Row).focusable
        made.show([Line("one")])
        await pilot.pause()
        assert made.query_one(Row).focusable


async def test_a_narrow_terminal_takes_the_short_note() -> None:
    for size, note in (((60, 10), "3 dice"), ((100, 10), "3 dice, 70%")):
        app = Stage(panel([Pips("Kismet", 3, 0, OIL, note="3 dice, 70%", narrow="3 dice")]))
        async with app.run_test(size=size):
            assert lines(app)[0].endswith(f" {note}")


def test_columns_follow_the_size_and_the_panels() -> None:
    panels = [*(Panel(name, name.title(), lambda _document: ()) for name in "abcd"), specs.LOG]
    made = layout_of(panels)
    assert made.plan(120, 40) == (("a", "b"), ("c", "d"), ("log",))
    assert made.plan(80, 40) == (("a", "b"), ("c", "d", "log"))
    assert made.plan(80, 24) == (("a", "b"), specs.PANES)
    assert [pane.places for pane in made.panes] == [("c",), ("d",), ("log",)]
    assert Layout(((100, 10, (("a",),)), (0, 0, (("b",),)))).plan(5, 5) == (("b",),)
