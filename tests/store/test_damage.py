"""Damaged folders: opened with what is left, told in a line, played on; nothing damaged is ever believed."""

from __future__ import annotations

import pytest

from tests.store.damage import Damager
from tests.store.mutants import no_checksums


@pytest.mark.parametrize("start", range(0, 500, 250))
def test_a_damaged_folder_is_opened_with_what_is_left(start: int) -> None:
    """Tens of thousands more by `byhand damage`."""
    damager = Damager()
    damager.run(range(start, start + 250))
    assert not damager.bad, damager.bad[:5]
    assert damager.counts["opened"] > 200


def test_a_journal_without_checksums_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    no_checksums(monkeypatch)
    damager = Damager()
    damager.run(range(300))
    assert damager.bad
