"""Each step of the protocol is taken out once: some test must notice."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import tests.engine.test_offers as offer_tests
import tests.live.test_engine as engine_tests
import tests.live.test_hostile as hostile_tests
import tests.live.test_permissions as server_tests
import tests.live.test_set_back as back_tests
import tests.live.test_two_devices as device_tests
import tests.live.test_wire as wire_tests
from saga_tui.engine.deciding import TakeOffer
from saga_tui.live import copies, link, outbox, roster, runs, set_back
from saga_tui.live.engine import Message
from saga_tui.live.folder import FolderEngine, _counts
from saga_tui.live.nats import NatsEngine
from saga_tui.live.wire import TOTAL, genuine
from tests.engine.test_offers import Two, folder, two
from tests.live.laptops import until

__all__ = ["folder", "two"]
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


def a_set_back_journal_goes_on_under_its_name(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(set_back.Names, "renamed", lambda _self, _doc, _device, now: now)


def what_only_this_disk_has_is_dropped(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(set_back, "_aside", lambda *_: ("", 0))


def an_open_document_is_mended(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(set_back, "alone", lambda _memory: nullcontext(True))


def nobody_looks_at_the_copies_again(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(copies.Copies, "at_rest", lambda _self: None)


def a_shared_folder_is_believed(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(FolderEngine, "messages", _without_a_look_back)


async def _without_a_look_back(self: FolderEngine, cursor: str) -> AsyncIterator[Sequence[Message]]:
    """A cursor believed, and never looked at again."""
    done = {name: number for name, (number, _) in _counts(cursor).items()}
    while True:
        await self._turn()
        for subject in self._subjects():
            while message := self._read(subject, done.get(subject, 0) + 1):
                done[subject] = message.number
                told = {name: (number, "") for name, number in done.items()}
                yield (replace(message, cursor=json.dumps(told)),)
                await asyncio.sleep(0)
        yield ()
        await asyncio.sleep(0.01)


def the_roster_is_told_once(patch: pytest.MonkeyPatch) -> None:
    async def agree(self: link.Link, engine: Any) -> None:
        if not self.roster.seats:
            await before(self, engine)

    before = link.Link._agree
    patch.setattr(link.Link, "_agree", agree)


def calls_may_take_for_ever(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(link, "Limited", lambda engine, _limit: engine)


def one_seat_has_one_device(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(copies.Copies, "mine", lambda self: dict(self._mine()))


def places_are_not_bounded(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(copies, "_sane", lambda _span: True)


def the_newest_vouches_for_anything(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(runs.Run, "genuine", lambda *_: True)


def the_sum_is_not_compared(patch: pytest.MonkeyPatch) -> None:
    before = runs.Run.genuine
    patch.setattr(runs.Run, "genuine", lambda run, key, _: before(run, key, run.messages[-1].headers[TOTAL]))


def where_a_run_begins_is_not_looked_at(patch: pytest.MonkeyPatch) -> None:
    def newest(run: runs.Run, key: str, total: str) -> bool:
        last = run.messages[-1]
        return last.headers[TOTAL] == total and genuine(key, last.subject, last.headers, last.data)

    patch.setattr(runs.Run, "genuine", newest)


def a_server_is_asked_nothing(patch: pytest.MonkeyPatch) -> None:
    before = NatsEngine.publish

    async def publish(self: NatsEngine, subject: str, headers: Any, data: bytes, *, after: int) -> int:
        last = await self.last(subject)
        return await before(self, subject, headers, data, after=last.number if last else 0)

    patch.setattr(NatsEngine, "publish", publish)


def a_servers_place_is_believed(patch: pytest.MonkeyPatch) -> None:
    async def known(_self: NatsEngine, cursor: str) -> int:
        return int(cursor.partition(":")[0] or 0)

    patch.setattr(NatsEngine, "_known", known)


def links_are_good_for_ever(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(roster.Seat, "over", lambda *_: False)


def answers_are_forgotten(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(TakeOffer, "remember", lambda *_: True)


def answers_count_again(patch: pytest.MonkeyPatch) -> None:
    before = TakeOffer.remember

    def remember(self: TakeOffer, edit: Any, answer: str) -> bool:
        edit.now = edit.now.model_copy(update={"answered": {}})
        return before(self, edit, answer)

    patch.setattr(TakeOffer, "remember", remember)


def withdrawn_offers_stay(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("saga_tui.engine.inbox._face", lambda *_: "as it was")


def what_was_accepted_goes_too(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("saga_tui.engine.party.DONE", ())


def an_owners_disk(root: Path) -> None:
    back_tests.test_an_owners_disk_is_set_back("folder", 3, root)


def a_copy(root: Path) -> None:
    back_tests.test_a_copy_is_set_back_or_half_deleted("folder", root)


def a_stuck_call(root: Path) -> None:
    server_tests.test_a_call_that_never_ends_is_a_connection_that_ended("folder", root)


def two_devices(root: Path) -> None:
    device_tests.test_two_devices_of_one_owner("folder", False, root)


LARGE: list[tuple[Patch, Callable[..., None]]] = [
    (a_set_back_journal_goes_on_under_its_name, an_owners_disk),
    (what_only_this_disk_has_is_dropped, an_owners_disk),
    (an_open_document_is_mended, an_owners_disk),
    (nobody_looks_at_the_copies_again, a_copy),
    (a_shared_folder_is_believed, back_tests.test_the_shared_folder_is_set_back),
    (the_roster_is_told_once, back_tests.test_the_shared_folder_is_set_back),
    (calls_may_take_for_ever, a_stuck_call),
    (one_seat_has_one_device, two_devices),
    (places_are_not_bounded, hostile_tests.test_places_that_would_fill_a_disk_are_refused),
]

_once = offer_tests.test_what_is_wanted_of_one_who_is_open_elsewhere_is_offered_and_accepted_there_once
OFFERS: list[tuple[Patch, Callable[[Two], None]]] = [
    (answers_are_forgotten, _once),
    (answers_count_again, _once),
    (withdrawn_offers_stay, offer_tests.test_undo_of_the_act_takes_the_offer_back),
    (what_was_accepted_goes_too, offer_tests.test_undo_at_the_table_says_what_a_player_has_accepted_of_it),
]

SMALL: list[tuple[Patch, Callable[..., None]]] = [
    (no_signature_asked, wire_tests.test_what_is_forged_or_another_seats_is_refused),
    (anybody_may_write_anything, wire_tests.test_what_is_forged_or_another_seats_is_refused),
    (the_newest_vouches_for_anything, wire_tests.test_many_are_vouched_for_by_the_newest),
    (the_sum_is_not_compared, wire_tests.test_many_are_vouched_for_by_the_newest),
    (where_a_run_begins_is_not_looked_at, wire_tests.test_many_are_vouched_for_by_the_newest),
    (links_are_good_for_ever, lambda _root: server_tests.test_a_link_is_good_until_its_time()),
    (withdrawn_seats_count, wire_tests.test_what_a_withdrawn_seat_wrote_before_counts_and_nothing_after),
    (overlaps_are_appended_again, wire_tests.test_overlaps_are_cut_off_and_gaps_are_not_stepped_over),
    (gaps_are_stepped_over, wire_tests.test_overlaps_are_cut_off_and_gaps_are_not_stepped_over),
    (ones_own_journal_is_written_to, wire_tests.test_ones_own_journal_is_never_touched),
    (a_damaged_copy_stays, wire_tests.test_a_damaged_copy_is_fetched_again_and_two_journals_of_one_name_are_told),
    (the_outbox_trusts_its_own_place, wire_tests.test_what_was_stored_is_not_sent_again_though_no_answer_came),
    (nothing_is_asked_of_the_message_before, wire_tests.test_what_was_stored_is_not_sent_again_though_no_answer_came),
    (a_disk_set_back_sends_on, wire_tests.test_a_disk_that_was_set_back_sends_nothing),
]


@server_tests.NEEDED
@pytest.mark.parametrize("mutant", [a_server_is_asked_nothing, a_servers_place_is_believed])
def test_a_step_taken_out_is_noticed_at_a_server(
    mutant: Patch, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mutant(monkeypatch)
    with pytest.raises((AssertionError, pytest.fail.Exception)):
        engine_tests.test_what_an_engine_promises("nats", tmp_path)


@pytest.mark.parametrize(("mutant", "test"), SMALL, ids=[mutant.__name__ for mutant, _ in SMALL])
def test_a_step_taken_out_is_noticed(
    mutant: Patch, test: Callable[..., None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mutant(monkeypatch)
    with pytest.raises((AssertionError, pytest.fail.Exception, TimeoutError)):
        test(tmp_path)


@pytest.mark.parametrize(("mutant", "test"), LARGE, ids=[mutant.__name__ for mutant, _ in LARGE])
def test_a_step_taken_out_is_noticed_by_an_evening(
    mutant: Patch, test: Callable[..., None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is waited for in vain is not waited for long."""

    async def soon(true: Callable[[], object], seconds: float = 0.0) -> None:
        await until(true, 0.8)

    for room in (back_tests, server_tests, device_tests):
        monkeypatch.setattr(room, "until", soon)
    mutant(monkeypatch)
    with pytest.raises((AssertionError, pytest.fail.Exception, TimeoutError, StopIteration)):
        test(tmp_path)


@pytest.mark.parametrize(("mutant", "test"), OFFERS, ids=[mutant.__name__ for mutant, _ in OFFERS])
def test_a_step_of_offers_taken_out_is_noticed(
    mutant: Patch, test: Callable[[Two], None], two: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    mutant(monkeypatch)
    with pytest.raises(AssertionError):
        test(two)
