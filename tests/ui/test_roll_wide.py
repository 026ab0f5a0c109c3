"""What follows from a roll where there is much room: the chart line by line, prices in two columns, the last rolls."""

from __future__ import annotations

from fractions import Fraction

import pytest
from textual.content import Content

from saga_tui.odds import Dist
from saga_tui.store.event import Event
from saga_tui.ui.roll_odds import Chance, Priced, Reading, by_sign, side
from saga_tui.ui.roll_past import MOST, past_rolls
from saga_tui.ui.roll_wide import law_rows, price_columns, widely

LAW = Dist.of({-1: Fraction(1, 2), 0: Fraction(1, 4), 1: Fraction(1, 4)})
PRICES = [Priced(f"thing {number}", "", Fraction(number, 100), Fraction(1, 100)) for number in range(1, 8)]


@pytest.mark.parametrize(("height", "lines"), [(3, 0), (4, 4), (6, 4), (7, 7), (9, 7), (10, 10), (30, 10)])
def test_a_law_has_a_line_for_each_number_as_thick_as_there_is_room(height: int, lines: int) -> None:
    rows = law_rows(LAW, by_sign, 80, height)
    assert len(rows) == lines
    assert all(row.cell_length <= 80 for row in rows)


def test_each_number_of_a_law_tells_its_chance_and_that_of_more() -> None:
    _, best, tie, worst = [row.plain for row in law_rows(LAW, by_sign, 80, 4)]
    assert best.split()[0] == "+1"
    assert best.split()[-2:] == ["25%", "25%"]
    assert tie.split()[-2:] == ["25%", "50%"]
    assert worst.split()[-2:] == ["50%", "100%"]
    assert worst.count("█") == 2 * best.count("█") == 80 - 15 - 5, "the likeliest bar is as wide as there is room"


def test_prices_stand_in_two_columns_the_best_first_and_none_is_cut() -> None:
    head, *rows = [row.plain for row in price_columns(PRICES, ("success", "or tie"), 90, 9)]
    assert head.count("success") == head.count("or tie") == 2
    assert [row.split("+")[0].strip(" ━─") for row in rows] == ["thing 7", "thing 6", "thing 5", "thing 4"]
    assert "thing 3" in rows[0]
    assert not any("…" in row for row in rows)
    assert rows[0].count("━") > rows[3].count("━") > 0, "a bar as long as it adds"


def test_a_term_in_the_second_column_is_taken_off_by_a_click_on_it() -> None:
    terms = [(Content("+4 ranks"), ""), (Content("+2 force"), "force"), (Content("+1 coin"), "coin")]
    roll = Reading(heading=[Content("7 dice")], terms=terms, chances=[Chance("won", Fraction(1, 2))], law=LAW)
    shown = widely(roll, side(roll, 90, 30), 90, 30)
    assert not any("…" in line.plain for line in shown.prices)
    where = shown.pool[0].plain.index("+1 coin")
    assert [key for start, end, key in shown.keys[0] if start <= where < end] == ["coin"]
    assert [key for _, _, key in shown.keys[1]] == ["force"]


def test_a_law_of_too_many_numbers_stays_a_small_chart() -> None:
    law = Dist.of({number: Fraction(1, 40) for number in range(40)})
    roll = Reading(heading=[Content("many")], chances=[Chance("won", Fraction(1, 2))], law=law)
    narrow = side(roll, 90, 30)
    assert widely(roll, narrow, 90, 30) is narrow


def test_the_last_rolls_are_what_threw_dice_and_was_not_undone() -> None:
    def event(number: int, do: str = "roll", dice: tuple[int, ...] = (1,), of: int | None = None) -> Event:
        return Event(number, "2026-01-01T10:00:00+00:00", {"scene": 1}, do, dice=dice, text=f"n{number}", of=of)

    history = [event(4, "undo", (), 3), event(3), event(2, "spend", ()), event(1)]
    assert [entry.text for entry in past_rolls(history)] == ["n1"]
    assert len(past_rolls(event(number) for number in range(30, 0, -1))) == MOST
