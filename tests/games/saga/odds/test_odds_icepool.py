"""The laws against an independent library: exactly the same, not nearly."""

from __future__ import annotations

import random

import pytest

from saga_tui.games.saga.rules import odds
from tests.games.saga.odds.oracle import pool, same


@pytest.mark.rule("ROL-1", "ROL-6", "AST-6")
@pytest.mark.parametrize("fortune", range(4))
@pytest.mark.parametrize("automatic", range(5))
def test_own_side_agrees_with_icepool_for_every_pool(automatic: int, fortune: int) -> None:
    for dice in range(1, 41):
        assert same(odds.marks(dice, automatic, fortune), pool(dice, fortune), automatic), dice


@pytest.mark.rule("ROL-2")
def test_a_thousand_cells_of_the_table_agree_with_icepool() -> None:
    cells = [(own, opposing) for own in range(41) for opposing in range(41)]
    for own, opposing in random.Random(4).sample(cells, 1000):
        assert same(odds.net(odds.marks(own), odds.marks(opposing)), pool(own) - pool(opposing)), (own, opposing)


@pytest.mark.rule("ROL-2", "ROL-6", "AST-6")
def test_net_marks_with_everything_spent_agree_with_icepool() -> None:
    for own, automatic, fortune, opposing in [(9, 1, 1, 6), (3, 4, 3, 17), (60, 0, 2, 60), (0, 5, 2, 12), (1, 0, 3, 0)]:
        law = odds.net(odds.marks(own, automatic, fortune), odds.marks(opposing))
        assert same(law, pool(own, fortune) - pool(opposing), automatic)


def test_the_oracle_sees_a_difference() -> None:
    assert not same(odds.marks(6), pool(7))
    assert not same(odds.marks(6, 1), pool(6))
    assert not same(odds.marks(6, 0, 1), pool(6))
