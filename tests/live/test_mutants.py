"""Each step of the protocol is taken out once: some test must notice."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import tests.live.test_wire as wire_tests
from saga_tui.live import copies, outbox, roster
from saga_tui.live.folder import FolderEngine

Patch = Callable[[pytest.MonkeyPatch], None]


def no_signature_asked(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(roster, "genuine", lambda *_: True)


def withdrawn_seats_count(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(roster.Seat, "counts", lambda *_: True)


def anybody_may_write_anything(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(copies.Copies, "_may", lambda *_: True)


def overlaps_are_appended_again(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(copies.Copies, "_read", lambda *_: b"")


def gaps_are_stepped_over(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(copies.Copies, "_end", lambda *_: (10**9, 0))


def ones_own_journal_is_written_to(patch: pytest.MonkeyPatch) -> None:
    before = copies.Copies._append

    def append(self: copies.Copies, *given: Any, own: bool) -> None:
        self.device = ""
        before(self, *given, own=own)

    patch.setattr(copies.Copies, "_append", append)


def a_damaged_copy_stays(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(copies.Copies, "_mismatch", lambda *_, **__: None)


def a_disk_set_back_sends_on(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(outbox.Outbox, "_after", lambda _self, last: (1, len(last.data)))
    patch.setattr(outbox.Outbox, "_check", lambda _self: None)


def the_outbox_trusts_its_own_place(patch: pytest.MonkeyPatch) -> None:
    async def resume(_self: outbox.Outbox, _engine: object) -> None:
        return None

    patch.setattr(outbox.Outbox, "resume", resume)


def nothing_is_asked_of_the_message_before(patch: pytest.MonkeyPatch) -> None:
    """No condition on publishing, and a place that is remembered."""
    before = FolderEngine.publish

    async def publish(self: FolderEngine, subject: str, headers: Any, data: bytes, *, after: int) -> int:
        return await before(self, subject, headers, data, after=max(self._numbers(subject), default=0))

    the_outbox_trusts_its_own_place(patch)
    patch.setattr(FolderEngine, "publish", publish)


SMALL: list[tuple[Patch, Callable[..., None]]] = [
    (no_signature_asked, wire_tests.test_what_is_forged_or_another_seats_is_refused),
    (anybody_may_write_anything, wire_tests.test_what_is_forged_or_another_seats_is_refused),
    (withdrawn_seats_count, wire_tests.test_what_a_withdrawn_seat_wrote_before_counts_and_nothing_after),
    (overlaps_are_appended_again, wire_tests.test_overlaps_are_cut_off_and_gaps_are_not_stepped_over),
    (gaps_are_stepped_over, wire_tests.test_overlaps_are_cut_off_and_gaps_are_not_stepped_over),
    (ones_own_journal_is_written_to, wire_tests.test_ones_own_journal_is_never_touched),
    (a_damaged_copy_stays, wire_tests.test_a_damaged_copy_is_fetched_again_and_two_journals_of_one_name_are_told),
    (the_outbox_trusts_its_own_place, wire_tests.test_what_was_stored_is_not_sent_again_though_no_answer_came),
    (nothing_is_asked_of_the_message_before, wire_tests.test_what_was_stored_is_not_sent_again_though_no_answer_came),
    (a_disk_set_back_sends_on, wire_tests.test_a_disk_that_was_set_back_sends_nothing),
]


@pytest.mark.parametrize(("mutant", "test"), SMALL, ids=[mutant.__name__ for mutant, _ in SMALL])
def test_a_step_taken_out_is_noticed(
    mutant: Patch, test: Callable[..., None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mutant(monkeypatch)
    with pytest.raises((AssertionError, pytest.fail.Exception, TimeoutError)):
        test(tmp_path)
