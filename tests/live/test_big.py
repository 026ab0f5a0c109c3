"""A small evening of the big run: real processes, killed and cut off; the large ones are by hand."""

from __future__ import annotations

import pytest

from tests.live import big
from tests.live.test_link import ENGINES


@pytest.mark.parametrize("engine", ENGINES)
def test_a_small_evening(engine: str) -> None:
    done, faults = big.run(5, engine, events=30, seconds=1.5, settle=15, players=2)
    assert not faults
    assert done["laptops killed"] and done["messages forged"] and done["disk set back"]
    assert done["offers withdrawn"] + done["offers both answered and undone"] == 1
