"""What the tests of acts over several documents begin with."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.store.disk import made
from tests.store.tables import NAMES, Three, home, one_of


@pytest.fixture
def three(tmp_path: Path) -> Three:
    """Two characters and a table, in the folder of tables below theirs."""
    one, two, third = (made(home(name, tmp_path / "c"), one_of(name)) for name in NAMES)
    return one, two, third
