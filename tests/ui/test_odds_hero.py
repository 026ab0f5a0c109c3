"""A roll's chance drawn large: figures, one bar of all that may come of it, more the more room there is. Pure."""

from __future__ import annotations

from fractions import Fraction

import pytest
from textual.content import Content

from saga_tui.odds import die
from saga_tui.ui.deal import LEVELS
from saga_tui.ui.odds_hero import large, told
from saga_tui.ui.roll_odds import Chance, Priced, Reading, stack

CHANCES = (
    Chance("success", Fraction(61, 100), "$good"),
    Chance("tie", Fraction(19, 100), "$dim"),
    Chance("failure", Fraction(1, 5), "$bad"),
    Chance("dramatic", Fraction(1, 10), "bold $bad", within=True),
)
ROLL = Reading(
    heading=(),
    terms=[(Content("+4 ranks"), ""), (Content("+2 pistols"), "")],
    against=Content("against 6 dice"),
    chances=CHANCES,
    law=die(6),
    prices=[Priced("▲ force", "", Fraction(14, 100))],
)


def test_figures_are_three_lines_of_one_width() -> None:
    assert large("61") == ("┏━╸╺┓ ", "┣━┓ ┃ ", "┗━┛╺┻╸")
    assert {len(line) for line in large("<1")} == {4}


@pytest.mark.parametrize("width", [1, 7, 10, 33, 80])
def test_the_bar_is_as_long_as_it_may_be_and_its_parts_as_likely(width: int) -> None:
    bar = stack(CHANCES, width).plain
    assert len(bar) == width
    assert bar == "".join(sorted(bar, key="█▓░".index))
    if width == 10:
        assert bar == "██████▓▓░░"
        assert stack((CHANCES[0], Chance("failure", Fraction(39, 100))), width).plain == "██████░░░░"


@pytest.mark.parametrize("width", [20, 34, 60])
def test_each_level_tells_more_and_never_wider_than_there_is_room(width: int) -> None:
    drawn = [told(ROLL, width, level) for level in LEVELS]
    heights = [len(lines) for lines in drawn]
    assert heights == sorted(heights)
    assert all(line.cell_length <= width for lines in drawn for line in lines)
    brief, plain, full, lavish = ("\n".join(line.plain for line in lines) for lines in drawn)
    assert "┣━┓ ┃" in brief and "against 6 dice" in brief
    assert "\n+4 ranks\n+2 pistols\n" in plain and "\n+4 ranks\n+2 pistols\n" not in brief
    assert "+1" in full.splitlines()[-1] and "▲ force" not in full
    assert "▲ force" in lavish and "+14%" in lavish


def test_without_odds_it_says_so() -> None:
    lines = told(Reading(heading=(), against=Content("against 999 dice")), 40, 3)
    assert lines[0].plain == "too many dice for odds"
