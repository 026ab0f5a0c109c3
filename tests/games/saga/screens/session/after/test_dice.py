"""Dice as they are drawn: as large as there is room, marks lit, none lost."""

from __future__ import annotations

import pytest

from saga_tui.games.saga.screens.session.dice import PIPS, Look, chips, drawn


@pytest.mark.rule("ROL-1")
def test_pips_are_as_many_as_the_face_says_and_marks_have_a_sign() -> None:
    for face, lines in PIPS.items():
        assert "".join(lines).count("●") == face
    shown = drawn([6, 5, 4, 1], Look(5), 60, 6).plain
    assert shown.count("●") == 16
    assert shown.count("✓") == 2
    assert "✕" not in shown
    assert drawn([6, 2, 1], Look(5, hitch_to=2), 60, 6).plain.count("✕") == 2


@pytest.mark.parametrize("width", [20, 44, 70, 88])
@pytest.mark.parametrize("lines", [3, 6, 24])
def test_every_die_is_drawn_within_the_room_that_there_is(width: int, lines: int) -> None:
    for count in range(1, 61):
        shown = drawn([4] * count, Look(5), width, lines).plain
        rows = shown.split("\n")
        assert max(map(len, rows)) <= width
        if "╭" in shown:
            assert len(rows) <= lines
            assert shown.count("╭") == count
            widths = [len(row) for row in rows]
            assert max(widths) - min(widths) <= 8 * len(rows)
        else:
            assert shown.count("4") == count


def test_rows_of_many_dice_are_even() -> None:
    rows = drawn([4] * 12, Look(5), 70, 6).plain.split("\n")
    assert len(rows) == 6
    assert len(set(map(len, rows))) == 1


def test_what_is_picked_and_what_is_not_thrown_yet_stand_apart() -> None:
    look = Look(5, picked=frozenset({1}))
    assert drawn([3, 0], look, 60, 6).plain.count("▲") == 1
    assert chips([3, 2, 6], 5, look=look).plain == "3 2▲ 6✓"
    loose = Look(5, loose=frozenset({0}))
    assert "✓" not in drawn([6], loose, 60, 6).plain
