"""A seat that keeps to nothing: odd subjects, places and names, what is too large, links that lead away."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from saga_tui.live import copies as copies_room
from saga_tui.live.engine import Cut, Message
from saga_tui.live.link import Said
from saga_tui.live.roster import GM, roster_of
from saga_tui.live.set_back import Names
from saga_tui.live.wire import AT, Log, public, signed
from saga_tui.store.fs import RealFS
from tests.live.test_wire import ROSTER, SEEDS, Owner, copies, held

PARTS = st.sampled_from(
    ["tables", "alpha", "log", "eve", "ana", "..", "", "a/b", "x" * 40, "doc00000", "notes", "\x00", "é"]
)


def eves(subject: str, place: str, data: bytes) -> Message:
    """A message with a good signature of hers, whatever else it says."""
    return Message(subject, 1, signed(SEEDS["eve"], subject, place, data), data)


@given(st.lists(PARTS, max_size=7), st.text("0123456789/-", max_size=30), st.binary(max_size=300))
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_nothing_is_written_outside_the_folder(tmp_path: Path, parts: list[str], place: str, data: bytes) -> None:
    """Whatever a seat says and signs, a file comes only where its own journals go."""
    (tmp_path / "in").mkdir(exist_ok=True)
    ben = copies(tmp_path / "in")
    for subject in (".".join(parts), f"tables.alpha.log.eve.{'.'.join(parts[:2])}"):
        with suppress(Cut, ValueError):
            ben.take(ROSTER, eves(subject, place, data))
    ben.tidy()
    assert {path.name for path in tmp_path.iterdir()} == {"in"}
    assert {path.name for path in (tmp_path / "in").iterdir()} <= {"ben"}
    for path in Path(ben.folder).glob("**/journal/*/*"):
        assert path.parent.name.isalnum() and path.name[:6].isdigit()


def test_places_that_would_fill_a_disk_are_refused(tmp_path: Path) -> None:
    ben = copies(tmp_path)
    for place in ("999999999/0/0/0", "1/999999999/1/999999999", "1/0/999999999/0"):
        ben.take(ROSTER, eves(Log("alpha", "eve", "eve00000", "device").subject, place, b"x"))
    assert held(ben) == b"" and sum(ben.strangers.values()) == 3


def test_a_seat_cannot_fill_the_folder_with_documents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(copies_room, "_MEMORIES", 5)
    ben = copies(tmp_path)
    for number in range(9):
        ben.take(ROSTER, eves(Log("alpha", "eve", f"doc{number:05d}", "device").subject, "1/0/0/0", b"x"))
    assert len([*Path(ben.folder).glob(".saga-tui/*")]) == 5
    assert any("more documents than anybody plays" in why for why in ben.troubles.values())
    for number in range(99):
        ben.take(ROSTER, replace(eves(f"odd.{number}", "1/0/0/0", b"x"), headers={}))
    assert len(ben.strangers) <= 5


def test_a_link_in_a_copy_leads_nowhere(tmp_path: Path) -> None:
    """Somebody's sync tool put a link where a journal's segment goes: what it points to is not written."""
    owner, ben = Owner(tmp_path), copies(tmp_path)
    (message,) = owner.messages(tmp_path)
    secret = tmp_path / "secret"
    secret.write_bytes(message.data[:10])
    ben.take(ROSTER, message)
    (path,) = Path(ben.folder).glob(".saga-tui/*/journal/*/*.toml")
    path.unlink()
    path.symlink_to(secret)
    with pytest.raises(OSError, match="symbolic"):
        ben.take(ROSTER, message)
    assert secret.read_bytes() == message.data[:10]


def test_what_is_said_of_a_table_is_bounded(tmp_path: Path) -> None:
    """Rosters that are none, words of presence that are none, names of this device that are none."""
    subject = "tables.alpha.roster"
    deep = b'{"table":' + b"[" * 50_000 + b"]" * 50_000 + b"}"
    for data in (
        deep,
        b"\xff\xfe",
        b"{}",
        json.dumps({"table": "alpha", "seats": [{"who": "../x", "key": ""}]}).encode(),
    ):
        message = Message(subject, 1, signed(SEEDS[GM], subject, "0/0/0/0", data), data)
        assert roster_of(message, "alpha", public(SEEDS[GM])) is None
    assert Said.of("9" * 4000).waits < 10**41 and Said.of("x \x00") == Said()
    (tmp_path / "devices").write_bytes(b"\xff../x doc\n" + b"a" * 90_000)
    assert not Names(RealFS(), tmp_path).ours("doc00000", "device")
    assert AT == "Place"
