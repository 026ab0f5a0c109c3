"""A die drawn face by face with its degrees: every face once, in the sign of what it means."""

from __future__ import annotations

from fractions import Fraction

import pytest

from saga_tui.roll_under import MISS, WON, WORST, Scale
from saga_tui.ui.face_bar import LOST, MISSED, SIGNS, Faces

SCALE = Scale(20, 18, 20, (("great", 15), ("strong", 10), ("success", 5), ("weak", 2), ("complication", 1)))
NAMES = {"great": "Great", "strong": "Strong", "weak": "Weak", "complication": "Complication", MISS: "Failure"}


def faces(number: int, law: dict[str, Fraction] | None = None) -> Faces:
    return Faces(SCALE, number, NAMES, SCALE.law(number) if law is None else law)


@pytest.mark.parametrize("number", [-3, 0, 1, 4, 9, 12, 18, 25])
def test_every_face_stands_once_in_the_sign_of_its_degree(number: int) -> None:
    one = faces(number)
    bar, told = one.bar(40)
    signs = dict(zip(("great", "strong", "success", "weak", "complication"), SIGNS, strict=True))
    signs |= {MISS: MISSED, WORST: LOST}
    assert bar.plain[::2] == "".join(signs[SCALE.read(number, die)] for die in range(1, 21))
    assert told.cell_length == bar.cell_length == 40 and told.plain.rstrip().endswith("20")
    assert one.runs()[0][1] == 1 and one.runs()[-1][2] == 20


def test_the_face_that_fell_is_a_number_on_its_own_ground() -> None:
    [bar, _] = faces(12).bar(60, at=7)
    assert bar.plain.count("7") == 1 and any("reverse" in str(span.style) for span in bar.spans)


def test_a_test_without_degrees_only_succeeds_or_fails() -> None:
    basic = {WON: Fraction(12, 20), MISS: Fraction(7, 20), WORST: Fraction(1, 20)}
    assert faces(12, basic).runs() == [(WON, 1, 12), (MISS, 13, 19), (WORST, 20, 20)]
    assert faces(12, {WON: Fraction(1, 2), MISS: Fraction(1, 2)}).runs() == [(WON, 1, 12), (MISS, 13, 20)]


@pytest.mark.parametrize("width", [38, 60, 96])
def test_a_line_for_each_degree_tells_its_chance_and_that_of_it_or_better(width: int) -> None:
    head, *rows = faces(12).rows(width)
    assert head.plain.split() == ["exactly", "or", "better"]
    assert all(row.cell_length <= width for row in (head, *rows))
    told = {row.plain.split()[0]: row.plain.split()[-2:] for row in rows}
    assert told["Strong"] == ["15%", "15%"] and told["Weak"] == ["15%", "55%"] and told["Failure"] == ["35%", "95%"]
    assert ("10–12" in rows[1].plain) == (width >= 44)


def test_less_room_leaves_the_rows_then_the_bar_out() -> None:
    one = faces(12)
    assert len(one.drawn(60, 20)) == 2 + 1 + 8 and len(one.drawn(60, 9)) == 2 and not one.drawn(60, 1)
