"""Charts in letters: as high as their values, no wider than the page."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from wcwidth import wcswidth

from saga_tui.paper.charts import Chart, drawn, side_by_side
from saga_tui.paper.recap import charts, text
from saga_tui.paper.story import Luck, Story
from tests.games.saga.recap.test_recap import chapter


def chart(*values: int | Fraction, deep: bool = False) -> Chart:
    numbers = tuple(range(1, len(values) + 1))
    return Chart("spark", "Spark", numbers, tuple(map(Fraction, values)), tuple(map(str, values)), deep)


def test_columns_are_as_high_as_their_values() -> None:
    rows = drawn(chart(0, 1, 5, 10), 40)[1:6]
    heights = [sum(row[column : column + 1] not in ("", " ") for row in rows) for column in (4, 9, 14, 19)]
    assert heights == [0, 1, 3, 5], rows


def test_what_is_below_zero_goes_down() -> None:
    rows = drawn(chart(4, -4, 0, deep=True), 40, plain=True)[1:6]
    column = ["".join(row.ljust(20)[place] for row in rows) for place in (4, 9, 14)]
    assert column == ["##-  ", "  -##", "  -  "]


def test_a_long_campaign_shows_its_last_chapters_and_says_so(told: Story) -> None:
    lines = drawn(chart(*range(1, 40)), 40)
    assert lines[0] == "Spark (last 7 chapters)"
    assert lines[-1].split() == [f"ch{number}" for number in range(33, 40)]
    many = replace(told, chapters=tuple(replace(chapter(told, 1), number=n) for n in range(1, 60)))
    assert all(wcswidth(line) <= 60 for line in side_by_side(charts(many), 60))


def test_one_chapter_is_no_chart_nor_is_what_was_always_zero(told: Story) -> None:
    assert charts(told.only(2)) == ()
    assert "Charts begin with the second chapter." in text(told.only(2), with_charts=True)
    calm = replace(told, chapters=(chapter(told, 1), chapter(told, 3)))
    assert [one.kind for one in charts(calm)] == ["spark", "luck"]


def test_at_a_table_the_luck_of_each_is_a_chart_from_the_first_chapter_on(told: Story) -> None:
    each = tuple(
        (name, Luck(2, 6, marks, Fraction(2))) for name, marks in (("Ada Crow", 5), ("The GM", 1), ("Ada B", 2))
    )
    one = replace(told, chapters=told.chapters[:1], each=each)
    [found] = charts(one)
    assert (found.feet, found.labels) == (("Ada Crow", "The GM", "Ada B"), ("+3.0", "−1.0", "0"))
    lines = text(one, with_charts=True).splitlines()
    assert "Luck of each: marks above average" in lines and "Ada Crow The GM Ada B" in map(
        " ".join, map(str.split, lines)
    )
    narrow = side_by_side(charts(replace(one, each=each * 3)), 40)
    assert narrow and all(wcswidth(line) <= 40 for line in narrow)
    assert not charts(replace(told, each=each).only(2)), "their luck is that of all chapters"


def test_charts_show_what_the_chapters_say(told: Story) -> None:
    spark, kismet, doom, lucky = charts(told)
    assert (spark.chapters, spark.labels) == ((1, 2, 3), ("2", "6", "40"))
    assert (kismet.labels, doom.labels) == (("0", "3", "0"), ("0", "2", "0"))
    assert lucky.labels == ("+3.7", "+1.3", "−0.3")
