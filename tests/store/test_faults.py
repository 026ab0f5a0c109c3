"""Full disks, failing disks, torn writes, lying flushes: told, kept, retried, and nothing acknowledged is lost."""

from __future__ import annotations

import pytest

from saga_tui.store import NotSaved
from saga_tui.store.journal import Journal
from tests.store.faults import KINDS, Faulty, base_image, count_calls, run
from tests.store.sample import act, reopen
from tests.store.simfs import SimFS


@pytest.mark.parametrize("kind", KINDS)
def test_a_fault_at_every_sixth_call_loses_nothing(kind: str) -> None:
    """At every call by `byhand faults`; other calls for each of three lengths."""
    calls = count_calls()
    tried = 0
    for offset, span in enumerate((1, 3, 25)):
        outcome = run(kind, span, range(1 + 2 * offset, calls + 1, 6))
        assert not outcome.bad, outcome.bad[:5]
        tried += outcome.counts["faults"]
    assert tried


def test_a_full_disk_is_told_kept_and_saved_when_there_is_room_again() -> None:
    image, _first = base_image()
    fs = Faulty(SimFS(image), 10**9, "ENOSPC", 10**9)
    memory = reopen(fs)
    fs.at = 0
    for value in (5, 6, 7):
        act(memory, "play.damage.pain", value)
    assert memory.status == "not saved"
    assert memory.status_text == "NOT SAVED: disk full (3 actions)"
    assert memory.undo() is not None
    assert memory.doc["play"]["damage"]["pain"] == 6
    with pytest.raises(NotSaved, match="disk full") as caught:
        memory.flush()
    assert caught.value.actions == 4
    fs.at = 10**9
    memory.flush()
    assert memory.status_text == "saved"
    assert reopen(SimFS(fs.disk.surely())).doc["play"]["damage"]["pain"] == 6


def test_a_retry_on_the_same_descriptor_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Mutant: after a failed flush the pages are gone, and a second flush on that descriptor succeeds with nothing."""

    def append(self: Journal, data: bytes) -> None:
        if self._fd is None:
            self.roll()
        assert self._fd is not None
        self.fs.write(self._fd, data)
        try:
            self.fs.fdatasync(self._fd)
        except OSError:
            self.fs.fdatasync(self._fd)

    monkeypatch.setattr(Journal, "append", append)
    assert any(run("lying flush", 1, range(at, at + 1)).bad for at in range(1, count_calls() + 1))
