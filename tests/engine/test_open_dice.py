"""Dice that are thrown again while they show one face: the faces stand die by die."""

from hypothesis import given
from hypothesis import strategies as st

from saga_tui.dice import Draw, seeded

OPEN = Draw(2, again=6)


def test_a_row_of_faces_is_read_die_by_die() -> None:
    assert OPEN.split((6, 6, 3, 2)) == ((6, 6, 3), (2,))
    assert OPEN.split((4, 6)) == ((4,), (6,))
    assert Draw(3).split((6, 6, 1)) == ((6,), (6,), (1,))


def test_a_die_that_is_to_be_thrown_again_still_lacks() -> None:
    assert [OPEN.lacks(faces) for faces in ((), (6,), (6, 1), (6, 1, 6), (6, 1, 6, 2))] == [2, 2, 1, 1, 0]
    assert Draw(3).lacks((6, 6)) == 1


def test_what_is_too_much_is_cut_by_dice_not_by_faces() -> None:
    assert OPEN.cut((6, 6, 3, 2, 5)) == (6, 6, 3, 2)
    assert Draw(2).cut((6, 6, 3)) == (6, 6)
    assert Draw(2, pool=(4, 9)).cut((9, 4)) == (9, 4)


@given(st.integers(0, 12), st.integers(0, 9999))
def test_what_is_rolled_is_neither_too_little_nor_too_much(count: int, seed: int) -> None:
    draw = Draw(count, again=6)
    faces = draw.by(seeded(seed))
    assert draw.lacks(faces) == 0
    assert draw.cut(faces) == faces
    assert len(draw.split(faces)) == count
