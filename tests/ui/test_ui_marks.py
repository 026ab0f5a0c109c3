"""Tokens, boxes and tracks: what they draw, and what a click on them says."""

from __future__ import annotations

import pytest

from saga_tui.tally import Tally, Term
from saga_tui.ui.marks import Boxes, Marks, Number, Pips, Track
from saga_tui.ui.rows import Row
from saga_tui.ui.specs import Token
from saga_tui.ui.why_screen import WhyScreen
from tests.ui.stage import Stage, shown

STAR = Token("★", "☆", "$fortune")
BOX = Token("■", "□", "$pain")
CROSS = Token("✕", "·", "$doom")
TALLY = Tally("force", "force", (Term(5, "primary asset", "CRE-2"), Term(1, "bought", "CRE-9")))


@pytest.mark.parametrize(
    ("row", "drawn"),
    [
        (lambda: Pips(STAR, "Fortune", 2, 4, "2 of 4", key="o"), "★★☆☆"),
        (lambda: Pips(STAR, "Fortune", 6, 4, "6"), "★★★★+★★"),
        (lambda: Pips(STAR, "Kismet", 3, 0, "3"), "★★★"),
        (lambda: Boxes(BOX, "Pain", 3, 4, "3 of 4"), "■■■□┃"),
        (lambda: Boxes(BOX, "Fear", 5, 3, "2 over"), "■■■┃■■"),
        (lambda: Boxes(BOX, "Doubt", 0, 0), "┃"),
        (lambda: Track(CROSS, "Doom", 2, 8, "6 left"), "✕✕······┃"),
        (lambda: Track(CROSS, "Doom", 9, 8), "✕✕✕✕✕✕✕✕┃"),
    ],
)
async def test_marks_are_drawn_one_by_one(row: type[Marks], drawn: str) -> None:
    app = Stage(row)
    async with app.run_test(size=(60, 8)):
        line = shown(app.screen.query_one(Marks))
        assert drawn in line.split()
        assert line.endswith(app.screen.query_one(Marks).note)


async def test_marks_that_do_not_fit_are_counted() -> None:
    app = Stage(lambda: Pips(STAR, "Fortune", 90, 99, "90 of 99"), lambda: Boxes(BOX, "Pain", 70, 60, "70"))
    async with app.run_test(size=(60, 8)):
        pips, boxes = app.screen.query(Marks)
        assert "★×90 ☆×9" in shown(pips)
        assert "■×70 ┃60" in shown(boxes)


async def test_a_click_on_a_mark_names_it() -> None:
    app = Stage(lambda: Pips(STAR, "Fortune", 2, 4, key="o", label_width=9))
    async with app.run_test(size=(60, 8)) as pilot:
        start = 1 + 2 + 9  # pointer, key, label
        await pilot.click(Pips, offset=(start + 1, 0))
        await pilot.click(Pips, offset=(start + 3, 0))
        await pilot.click(Pips, offset=(3, 0))
        pressed = [(m.index, m.filled) for m in app.of(Marks.Pressed) if isinstance(m, Marks.Pressed)]
        assert pressed == [(1, True), (3, False)]
        assert len(app.of(Row.Chosen)) == 1


async def test_a_box_beyond_the_threshold_keeps_its_index() -> None:
    app = Stage(lambda: Boxes(BOX, "Pain", 5, 3, label_width=6))
    async with app.run_test(size=(60, 8)) as pilot:
        await pilot.click(Boxes, offset=(1 + 6 + 4, 0))
        assert [m.index for m in app.of(Marks.Pressed) if isinstance(m, Marks.Pressed)] == [3]


async def test_a_change_glows_where_it_happened_and_only_where_it_may() -> None:
    app = Stage(lambda: Pips(STAR, "Fortune", 3, 4, "3 of 4"), lambda: Number("Spark", 7, "earned"))
    async with app.run_test(size=(60, 8)) as pilot:
        pips, number = app.screen.query_one(Pips), app.screen.query_one(Number)
        pips.show(2, 4, "2 of 4")
        await pilot.pause()
        assert "→" not in shown(pips)
        app.glow_seconds = float("inf")
        pips.show(1, 4, "1 of 4")
        await pilot.pause()
        assert "→" not in shown(pips), "what is filled in before the first key is news to nobody"
        await pilot.press("f")
        pips.show(0, 4, "0 of 4")
        number.show(9)
        await pilot.pause()
        assert shown(pips).endswith("1 → 0")
        assert shown(number).endswith("7 → 9")


async def test_a_ruled_number_carries_a_mark() -> None:
    app = Stage(lambda: Number("Spark", 7, "earned", ruled=True), lambda: Number("Force", 7, "of 8"))
    async with app.run_test(size=(60, 8)):
        ruled, plain = app.screen.query(Number)
        assert shown(ruled).endswith("*")
        assert "*" not in shown(plain)


async def test_question_mark_shows_the_terms_and_enter_asks_for_the_rule() -> None:
    app = Stage(lambda: Number("Force", 6, explain=lambda: TALLY))
    async with app.run_test(size=(80, 24)) as pilot:
        app.screen.query_one(Number).focus()
        await pilot.press("question_mark")
        assert isinstance(app.screen, WhyScreen)
        await pilot.press("down", "enter")
        await pilot.pause()
        assert [m.rule for m in app.of(Row.RuleWanted) if isinstance(m, Row.RuleWanted)] == ["CRE-9"]


async def test_left_and_right_step_only_what_has_steps() -> None:
    app = Stage(lambda: Pips(STAR, "A", 1, 4, steps=True), lambda: Pips(STAR, "B", 1, 4))
    async with app.run_test(size=(60, 8)) as pilot:
        for pips in app.screen.query(Pips):
            pips.focus()
            await pilot.press("right", "left", "minus")
        assert [(m.row.key, m.by) for m in app.of(Row.Stepped) if isinstance(m, Row.Stepped)] == [
            ("", 1),
            ("", -1),
            ("", -1),
        ]


@pytest.mark.parametrize("text", ["[/]", "[bold", "\x1b[31mred", "$force", "[@click=app.quit]x[/]"])
async def test_hostile_texts_are_only_text(text: str) -> None:
    app = Stage(lambda: Pips(STAR, text, 1, 2, text), lambda: Number(text, text, text))
    async with app.run_test(size=(80, 8)):
        for row in app.screen.query(Row):
            assert "\x1b" not in shown(row)
            assert text.replace("\x1b", "␛")[:4] in shown(row)
