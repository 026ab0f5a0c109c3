"""A gauge: one bar of two parts with a threshold and an end."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from saga_tui.ui.gauge import HOLLOW, Scale, drawn
from saga_tui.ui.specs import Token
from saga_tui.ui.tiles import BAR, GHOST

FIRST, SECOND = Token("█", "░", "$warn"), Token("▚", "░", "$title")


def bar(scale: Scale, room: int = 40) -> str:
    return "".join(text for text, _ in drawn(scale, FIRST, SECOND, room))


def test_both_parts_stand_in_one_bar_up_to_the_threshold_and_the_end() -> None:
    assert bar(Scale(9, 15, 60, 70), 37) == "█████▚▚▚" + HOLLOW * 22 + BAR + HOLLOW * 5 + BAR


@pytest.mark.parametrize(("ghost", "shown"), [(6, GHOST), (-6, GHOST), (0, HOLLOW)])
def test_what_would_come_or_go_is_a_ghost(ghost: int, shown: str) -> None:
    now, then = bar(Scale(10, 20, 60, 70)), bar(Scale(10, 20, 60, 70, ghost))
    assert len(now) == len(then)
    assert (GHOST in then) == (shown == GHOST)
    assert then.count("▚") <= now.count("▚")


def test_what_is_beyond_the_threshold_is_red() -> None:
    cells = drawn(Scale(65, 71, 60, 70), FIRST, SECOND, 37)
    at = next(place for place, (text, _) in enumerate(cells) if text == BAR)
    assert {style for text, style in cells[at + 1 :] if text != BAR} == {"$bad"}
    assert {style for _, style in cells[:at]} == {"$warn"}


@given(st.integers(0, 90), st.integers(0, 90), st.integers(1, 80), st.integers(0, 20), st.integers(1, 99))
def test_it_fills_its_room_and_shows_the_least_amount(part: int, more: int, total: int, beyond: int, room: int) -> None:
    shown = bar(Scale(part, part + more, total, total + beyond), room)
    assert len(shown) == max(room, 1 + (2 if beyond else 1))
    if room > 3:
        assert ("█" in shown) == (part > 0)
    if part + more < total and not beyond:
        assert room < 4 or HOLLOW in shown
