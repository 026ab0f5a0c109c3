"""Notes to one seat or to all: they arrive once, on every device, also after a restart, and no note is markup."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from saga_tui.live.desk import Hosting, Joined, host_link, player_link
from saga_tui.live.link import Link, Said, ended
from saga_tui.live.notes import Notes
from saga_tui.live.server import Server, free_port
from saga_tui.store.event import Layout
from saga_tui.store.fs import RealFS
from saga_tui.store.memory import Memory
from tests.live.laptops import until
from tests.live.test_desk import NOW
from tests.live.test_link import ENGINES


def test_notes_are_kept_in_order_and_read_once(tmp_path: Path) -> None:
    """Two windows of one device never write over each other; what is to others is not shown."""
    one, other = (Notes(RealFS(), tmp_path, "friday", "ana", "laptop") for _ in range(2))
    assert one.write("[b]first[/b]\n\x1b[31m", (), "2030-01-01T10:00:00").number == 1
    assert other.write("second", ("ben",), "2030-01-01T10:01:00").number == 2
    assert [(note.text, note.to, note.read) for note in one.all()] == [
        ("second", ("ben",), True), ("[b]first[/b]\n\x1b[31m", (), True)]  # fmt: skip
    ben = Notes(RealFS(), tmp_path, "friday", "ben", "laptop")
    for who, to in (("ana", ()), ("cy", ("ana",)), ("dee", ("ben", "ana"))):
        theirs = Notes(RealFS(), tmp_path / "x", "friday", who, "laptop")
        theirs.root = ben.root
        theirs.write(f"by {who}", to, "2030-01-01T10:00:00")
    assert {note.text for note in ben.all()} == {"by ana", "by dee"}
    assert ben.unread() == 2
    ben.seen()
    assert ben.unread() == 0
    assert Notes(RealFS(), tmp_path, "friday", "ben", "laptop").unread() == 0


def test_what_a_seat_says_of_itself_is_read_or_nothing() -> None:
    assert Said.of(str(Said(3, 40))) == Said(3, 40)
    for wrong in ("", "x", "3", "-1 ²", "9" * 100):
        assert Said.of(wrong).taken == 0


@pytest.mark.parametrize("engine", ENGINES)
def test_notes_arrive_once_and_what_waits_is_told(engine: str, tmp_path: Path) -> None:
    """Written while the line is down, and before and after a restart of both sides."""
    (tmp_path / "gm" / "tables").mkdir(parents=True)
    (tmp_path / "shared").mkdir()
    with Memory.create(tmp_path / "gm" / "tables", {"id": "table0000"}, Layout(), state_dir=tmp_path / "gm" / "state"):
        pass
    port = free_port()
    where = f"nats://127.0.0.1:{port}" if engine == "nats" else f"folder:{tmp_path}/shared"
    hosting = Hosting(table="friday", title="Friday", doc="table0000", where=where)
    joined = {
        name: Joined(link=hosting.invitation(hosting.seated(name, (), NOW, days=3650).who).link)
        for name in ("ana", "ben")
    }
    notes = {name: one.notes(tmp_path / name / "state") for name, one in joined.items()}
    gm = hosting.notes(tmp_path / "gm" / "state")

    def links() -> dict[str, Link]:
        found = {"gm": host_link(hosting, tmp_path / "gm", tmp_path / "gm" / "state", list)}
        for name, one in joined.items():
            found[name] = player_link(one, tmp_path / name, tmp_path / name / "state")
        return found

    async def once(again: int, server: Server) -> None:
        if engine == "nats":
            await server.start(hosting.roster, hosting.seed)
        now = links()
        tasks = [asyncio.ensure_future(link.run()) for link in now.values()]
        await until(lambda: all(link.status.caught_up for link in now.values()))
        gm.write(f"for Ana {again}", ("ana",), f"2030-01-01T11:0{again}:00")
        now["gm"].grew()
        await until(lambda: len(gm.all()) == 2 + again and len(notes["ana"].all()) == 2 + again)
        await until(lambda: all(link.waits == 0 for link in now.values()))
        status = now["gm"].status
        await until(lambda: "ana" in status.here and Said.of(status.here["ana"].words) == Said(0, status.taken))
        if engine == "folder":
            (tmp_path / "shared").rename(tmp_path / "away")
            await until(lambda: not now["ana"].status.connected)
            notes["ana"].write("while the line is down", ("gm",), "2030-01-01T12:00:00")
            await until(lambda: now["ana"].waits == 1)
            (tmp_path / "away").rename(tmp_path / "shared")
            await until(lambda: now["ana"].waits == 0)
        await ended(tasks)
        await server.stop()

    async def evening() -> None:
        server = Server(tmp_path / "server", port=port)
        notes["ana"].write("before anybody is there", (), "2030-01-01T10:00:00")
        for again in range(2 if engine == "nats" else 1):
            await once(again, server)
        assert [note.text for note in notes["ben"].all()] == ["before anybody is there"]
        assert notes["ben"].unread() == 1

    asyncio.run(evening())
