"""Ideas in a list: both sides of each are there at every width, whole, each with its sign."""

from __future__ import annotations

import pytest

from saga_tui.paper.layout import width_of
from saga_tui.ui.builder.ideas import BESIDE, NAMES, IdeaText, Parts, idea_lines
from saga_tui.ui.builder.spec import Idea

HELPS = "the law should open a door that is closed to everybody else in this town"
HURTS = "the door belongs to people who hate the law and everyone who carries its star"
LAWMAN = Idea("Lawman", helps=HELPS, hurts=HURTS)


def plain(lines: list[Parts]) -> list[str]:
    """The lines as text."""
    return ["".join(text for text, _ in line) for line in lines]


@pytest.mark.parametrize("width", [24, 40, 61, 62, 80, 110])
def test_both_sides_are_shown_whole_and_fit(width: int) -> None:
    lines = plain(idea_lines(LAWMAN, width))
    assert all(width_of(line) <= width for line in lines), lines
    words = " ".join(" ".join(lines).split())
    for said in ("Lawman", *(f"+ {HELPS}".split()), *(f"− {HURTS}".split())):
        assert said in words.split()
    assert "…" not in words


def test_what_is_said_stands_beside_the_name_where_there_is_room_and_below_it_where_not() -> None:
    wide, narrow = plain(idea_lines(LAWMAN, BESIDE)), plain(idea_lines(LAWMAN, BESIDE - 1))
    assert wide[0].startswith("Lawman") and wide[0][NAMES:].startswith("+ the law")
    assert narrow[0] == "Lawman" and narrow[1].startswith("  + the law")


def test_the_bad_side_is_told_by_its_sign_and_by_its_colour() -> None:
    marks = {text: style for line in idea_lines(LAWMAN, 80) for text, style in line}
    assert (marks["+ "], marks["− "]) == ("bold $good", "bold $bad")


def test_a_name_too_long_for_its_column_goes_on_below_in_it() -> None:
    lines = plain(idea_lines(Idea("Long rifle called Patience", "buff 3, aimed shots"), BESIDE))
    assert [line[:NAMES].strip() for line in lines] == ["Long rifle called", "Patience"]
    assert lines[0][NAMES:] == "buff 3, aimed shots"
    [line] = plain(idea_lines(Idea("Long rifle called Patience", "buff 3, aimed shots"), 80))
    assert line.split("  ")[0] == "Long rifle called Patience", "whole where there is room"


def test_an_idea_is_as_high_as_it_is_drawn() -> None:
    for width in (30, 70, 100):
        text = IdeaText(LAWMAN)
        assert text.get_height({}, width) == text.content(width).plain.count("\n") + 1
    assert "[/]" in str(IdeaText(Idea("[/]"))) and IdeaText(Idea("a\x1b[2J")).content(20).plain.isprintable()
