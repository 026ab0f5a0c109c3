"""Places, signatures, rosters and links; and what forged, misplaced or contradicting messages do: nothing."""

from __future__ import annotations

import asyncio
import stat
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from saga_tui.live.copies import Copies
from saga_tui.live.engine import Cut, Message
from saga_tui.live.folder import FolderEngine
from saga_tui.live.link import ended
from saga_tui.live.outbox import Forked, Outbox
from saga_tui.live.roster import GM, Invitation, Roster, Seat, invitation, roster_of
from saga_tui.live.wire import AT, SIGNED, Log, genuine, log_of, new_seed, public, signed, span_of
from saga_tui.store.copied import owner_of
from saga_tui.store.event import Layout
from saga_tui.store.fs import RealFS
from saga_tui.store.memory import Memory

SEEDS = {who: new_seed() for who in (GM, "ana", "ben", "eve")}
ROSTER = Roster(
    table="alpha", doc="table0000", seats=tuple(Seat(who=who, key=public(seed)) for who, seed in SEEDS.items())
)


@given(st.text(max_size=80))
def test_subjects_are_read_or_not_at_all(text: str) -> None:
    log = log_of(f"tables.alpha.log.{text}")
    assert log is None or log.subject == f"tables.alpha.log.{text}"


@given(st.text(max_size=60))
def test_places_are_read_or_not_at_all(text: str) -> None:
    span = span_of({AT: text})
    assert span is None or "/".join(str(int(part)) for part in text.split("/")) == str(span)


def test_a_signature_covers_subject_place_and_bytes() -> None:
    headers = signed(SEEDS["ana"], "a.b", "1/0/0/0", b"said")
    key = public(SEEDS["ana"])
    assert genuine(key, "a.b", headers, b"said")
    assert not genuine(public(SEEDS["eve"]), "a.b", headers, b"said")
    assert not genuine(key, "a.c", headers, b"said")
    assert not genuine(key, "a.b", {**headers, AT: "1/0/0/1"}, b"said")
    assert not genuine(key, "a.b", headers, b"sald")
    assert not genuine(key, "a.b", {AT: "1/0/0/0"}, b"said")
    assert not genuine("", "a.b", headers, b"said")


def test_what_earlier_versions_signed_still_counts() -> None:
    """They signed no sum of the segment; a table's messages stay on its server."""
    key = "UAB2CB576PHBBPQ5ODORRZ2LYCMWPZGWGCN2KDK7DXOIMZASKUY3RLKK"
    signature = "Wq1qkE2Zf3ap5imcdzPNjsJrT1fL8AzZRIFcKvjRwuh6SZWELXOsoQZUcyENOz9Y3b9uMdn2bBfFBfsBSOh/Dw=="
    assert genuine(key, "a.b", {AT: "1/0/0/0", SIGNED: signature}, b"said")


def test_a_link_says_all_and_a_broken_one_says_so() -> None:
    whole = Invitation(where="nats://192.0.2.1:4222", table="alpha", who="ana", seed=SEEDS["ana"], gm=public(SEEDS[GM]))
    assert invitation(whole.link) == whole
    slip = whole.link[:-10] + ("A" if whole.link[-10] != "A" else "B") + whole.link[-9:]  # in the GM's key
    for broken in ("", "https://example.org", whole.link[:60], whole.link.replace("alpha", "../x"), slip):
        with pytest.raises(ValueError, match=r"link"):
            invitation(broken)


def test_a_roster_counts_only_from_the_gm() -> None:
    subject, headers, data = ROSTER.message(SEEDS[GM])
    told = Message(subject, 1, headers, data)
    assert roster_of(told, "alpha", public(SEEDS[GM])) == ROSTER
    assert roster_of(told, "beta", public(SEEDS[GM])) is None
    assert roster_of(Message(subject, 1, ROSTER.message(SEEDS["eve"])[1], data), "alpha", public(SEEDS[GM])) is None


class Owner:
    """Ana's own disk, and the messages that her outbox would send."""

    def __init__(self, root: Path) -> None:
        self.memory = Memory.create(
            root / "ana", {"id": "ana00000", "n": 0}, Layout(), stem="ana", state_dir=root / "s"
        )
        self.journal = self.memory._parts.places.journal
        self.log = Log("alpha", "ana", "ana00000", self.memory.device)

    def messages(self, root: Path) -> list[Message]:
        """All that is in the journal, as messages."""

        async def ship() -> list[Message]:
            engine = FolderEngine(RealFS(), str(root / "out"), "alpha")
            outbox = Outbox(RealFS(), self.journal, self.log, SEEDS["ana"])
            task = asyncio.ensure_future(outbox.run(engine))
            found: list[Message] = []
            async for come in engine.messages(""):
                if not come and found and not outbox.behind:
                    break
                found += come
            await ended([task])
            return found

        return asyncio.run(ship())

    def step(self) -> None:
        self.memory.commit("step", {}, [])


def copies(root: Path, me: str = "ben", mine: dict[str, str] | None = None) -> Copies:
    (root / "ben").mkdir(exist_ok=True)
    return Copies(RealFS(), str(root / "ben"), me, "bensdevi", lambda: mine or {})


def held(here: Copies) -> bytes:
    paths = sorted(Path(here.folder).glob(".saga-tui/*/journal/*/*.toml"))
    return b"".join(path.read_bytes() for path in paths)


def test_what_is_forged_or_another_seats_is_refused(tmp_path: Path) -> None:
    owner, ben = Owner(tmp_path), copies(tmp_path)
    (message,) = owner.messages(tmp_path)
    eves = Log("alpha", "eve", "ana00000", owner.log.device)
    stolen = signed(SEEDS["eve"], eves.subject, message.headers[AT], message.data)
    for wrong in (
        replace(message, data=message.data + b"x"),
        replace(message, subject=message.subject.replace(".ana.", ".eve.")),
        replace(message, headers=signed(SEEDS["eve"], message.subject, message.headers[AT], message.data)),
        replace(message, headers={}),
        replace(message, subject="tables.alpha.log"),
    ):
        ben.take(ROSTER, wrong)
    assert held(ben) == b"" and sum(ben.strangers.values()) == 5
    ben.take(ROSTER, message)
    ben.take(ROSTER, Message(eves.subject, 1, stolen, message.data))  # hers since she was the first to publish it
    assert held(ben) == message.data and sum(ben.strangers.values()) == 6
    (memory,) = Path(ben.folder).glob(".saga-tui/*")
    owned = owner_of(RealFS(), str(memory))
    assert owned is not None and owned.who == "ana"


def test_what_a_withdrawn_seat_wrote_before_counts_and_nothing_after(tmp_path: Path) -> None:
    owner, ben = Owner(tmp_path), copies(tmp_path)
    first = owner.messages(tmp_path)
    owner.step()
    both = owner.messages(tmp_path)
    gone = Seat(who="ana", key=public(SEEDS["ana"]), gone=True, upto={owner.log.subject: first[-1].number})
    seats = tuple(gone if seat.who == "ana" else seat for seat in ROSTER.seats)
    for message in both:
        ben.take(ROSTER.model_copy(update={"seats": seats}), message)
    assert held(ben) == b"".join(message.data for message in first)


def test_overlaps_are_cut_off_and_gaps_are_not_stepped_over(tmp_path: Path) -> None:
    owner, ben = Owner(tmp_path), copies(tmp_path)
    first = owner.messages(tmp_path)
    owner.step()
    second = owner.messages(tmp_path)[len(first) :]
    with pytest.raises(Cut, match="missing"):
        ben.take(ROSTER, second[0])
    assert held(ben) == b""
    for message in (*first, *first, *second, *second, *first):
        ben.take(ROSTER, message)
    assert held(ben) == b"".join(message.data for message in (*first, *second))


def test_many_are_vouched_for_by_the_newest(tmp_path: Path) -> None:
    """Of messages that follow each other only the first's and the newest's signatures are looked at, as long as the sum
    of what came is what the newest says; else each one's, and what is forged is refused wherever it stands."""
    owner = Owner(tmp_path)
    sent = owner.messages(tmp_path)
    for _ in range(5):
        owner.step()
        sent = owner.messages(tmp_path)
    whole = b"".join(message.data for message in sent)

    def taken(name: str, *messages: Message) -> Copies:
        (tmp_path / name).mkdir()
        ben = copies(tmp_path / name)
        ben.take(ROSTER, sent[0])
        with suppress(Cut):
            ben.take(ROSTER, *messages)
        return ben

    inner = [replace(message, headers={**message.headers, SIGNED: ""}) for message in sent[2:5]]
    assert len(sent) == 6 and held(taken("whole", sent[1], *inner, sent[5])) == whole
    for number in range(1, 6):
        bad = replace(sent[number], data=sent[number].data.replace(b"step", b"stop"))
        ben = taken(f"forged{number}", *sent[1:number], bad, *sent[number + 1 :])
        assert held(ben) == b"".join(message.data for message in sent[:number]) and ben.strangers
        ben.take(ROSTER, *sent[1:])
        assert held(ben) == whole
    (number, at), size = (1, len(sent[0].data)), len(sent[1].data)
    for before in ("0/0", f"{number}/{at + size}"):  # the first's place is its writer's word too
        first = replace(sent[1], headers={**sent[1].headers, AT: f"{number}/{at}/{before}"})
        assert held(taken(f"moved{before[0]}", first, *sent[2:])) == sent[0].data


def test_a_damaged_copy_is_fetched_again_and_two_journals_of_one_name_are_told(tmp_path: Path) -> None:
    owner, ben = Owner(tmp_path), copies(tmp_path)
    (message,) = owner.messages(tmp_path)
    ben.take(ROSTER, message)
    (path,) = Path(ben.folder).glob(".saga-tui/*/journal/*/*.toml")
    path.write_bytes(b"torn" + path.read_bytes()[4:-9])
    with pytest.raises(Cut, match="again"):
        ben.take(ROSTER, message)
    ben.take(ROSTER, message)
    assert held(ben) == message.data and not ben.troubles
    other = message.data.replace(b"n = 0", b"n = 7")
    with pytest.raises(Cut, match="two different"):
        ben.take(ROSTER, replace(message, data=other, headers=signed(SEEDS["ana"], message.subject, "1/0/0/0", other)))
    assert held(ben) == message.data and ben.troubles


def test_ones_own_journal_is_never_touched(tmp_path: Path) -> None:
    owner = Owner(tmp_path)
    (message,) = owner.messages(tmp_path)
    memory = owner.memory._parts.places.memory
    ana = Copies(RealFS(), str(tmp_path / "ana"), "ana", owner.memory.device, lambda: {"ana00000": memory})
    before = Path(owner.journal, "000001.toml").read_bytes()
    forged = before + b"more"
    ana.take(ROSTER, replace(message, data=forged, headers=signed(SEEDS["ana"], message.subject, "1/0/0/0", forged)))
    assert Path(owner.journal, "000001.toml").read_bytes() == before


def test_a_disk_that_was_set_back_sends_nothing(tmp_path: Path) -> None:
    """What the table has is more than what is here: sending would give one journal two histories."""
    owner = Owner(tmp_path)
    before = Path(owner.journal, "000001.toml").read_bytes()
    owner.step()
    owner.messages(tmp_path)
    Path(owner.journal, "000001.toml").write_bytes(before)

    async def again() -> None:
        engine = FolderEngine(RealFS(), str(tmp_path / "out"), "alpha")
        with pytest.raises(Forked):
            async with asyncio.timeout(0.3):
                await Outbox(RealFS(), owner.journal, owner.log, SEEDS["ana"]).run(engine)

    asyncio.run(again())


class Deaf(FolderEngine):
    """A line that stores a message, and loses the answer."""

    async def publish(self, subject: str, headers: Mapping[str, str], data: bytes, *, after: int) -> int:
        await super().publish(subject, headers, data, after=after)
        raise Cut("no answer came")


def test_what_was_stored_is_not_sent_again_though_no_answer_came(tmp_path: Path) -> None:
    """The next connection looks where the last message ended, and goes on from there."""
    owner = Owner(tmp_path)

    async def evening() -> list[Message]:
        with pytest.raises(Cut, match="no answer"):
            deaf = Deaf(RealFS(), str(tmp_path / "out"), "alpha")
            await Outbox(RealFS(), owner.journal, owner.log, SEEDS["ana"]).run(deaf)
        owner.step()
        async with asyncio.timeout(0.7):
            engine = FolderEngine(RealFS(), str(tmp_path / "out"), "alpha")
            outbox = Outbox(RealFS(), owner.journal, owner.log, SEEDS["ana"])
            task = asyncio.ensure_future(outbox.run(engine))
            found: list[Message] = []
            try:
                async for come in engine.messages(""):
                    found += come
                    if len(found) > 1 and not come:
                        break
            finally:
                await ended([task])
            return found

    sent = b"".join(message.data for message in asyncio.run(evening()))
    assert sent == Path(owner.journal, "000001.toml").read_bytes()


def test_who_is_here_does_not_come_and_go_with_the_pace_of_a_sync_tool(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A tool that brings a seat's word every 20 seconds, beside conflict copies; then the seat is gone."""
    clock = [1_000.0]
    here = tmp_path / "t1" / "here"
    monkeypatch.setattr("saga_tui.live.folder.time", SimpleNamespace(monotonic=lambda: clock[0], time=lambda: clock[0]))
    engine = FolderEngine(RealFS(), str(tmp_path), "t1")
    seen = []
    for second in range(200):
        clock[0] += 1
        if second % 20 == 5 and second < 120:
            (here / "ana").write_text(f"{int((clock[0] - 7) * 1e9)} 0 {second}")
            (here / "ana (conflicted copy)").write_text("x")
        seen.append({who: said.ago < 6 for who, said in engine.here().items()})
    assert seen[4] == {} and seen[5] == {"ana": False}, "it was written seven seconds ago: nobody knows yet"
    assert all(one == {"ana": True} for one in seen[45:130])
    assert seen[160] == {"ana": False} and seen[199] == {"ana": False}


@pytest.mark.parametrize(("mode", "inside"), [(0o755, 0o700), (0o770, 0o770), (0o2775, 0o2775)])
def test_a_folder_on_a_network_disk_is_for_all_who_may_use_it(tmp_path: Path, mode: int, inside: int) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(mode)
    engine = FolderEngine(RealFS(), str(shared), "alpha")

    async def write() -> None:
        await engine.say("ana", "0 0")
        await engine.publish("tables.alpha.roster", {}, b"x", after=0)

    asyncio.run(write())
    found = {path.relative_to(shared): stat.S_IMODE(path.stat().st_mode) for path in shared.rglob("*")}
    assert len(found) == 5
    for path, its in found.items():
        assert its == (inside if (shared / path).is_dir() else inside & 0o666)
