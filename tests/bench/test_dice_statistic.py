"""The dice bench's own statistic against the tables that every book on statistics has."""

from __future__ import annotations

import pytest

from tests.bench.dice_bench import chance, run, statistic


@pytest.mark.parametrize(("value", "freedom"), [(3.841, 1), (5.991, 2), (7.815, 3), (11.070, 5), (12.592, 6)])
def test_the_critical_values_at_five_percent(value: float, freedom: int) -> None:
    assert chance(value, freedom) == pytest.approx(0.05, abs=1e-4)


def test_even_faces_are_fair_and_a_loaded_die_is_not() -> None:
    even = dict.fromkeys(range(1, 7), 100.0)
    assert statistic(dict.fromkeys(range(1, 7), 100), even) == 0
    assert chance(statistic({1: 160, 2: 88, 3: 88, 4: 88, 5: 88, 6: 88}, even), 5) < 1e-6


def test_it_runs() -> None:
    assert len(list(run(smoke=True))) == 3
