"""What every engine promises: a condition on publishing, an order, a place to go on from, nothing lost on the way."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest
from nats.aio.msg import Msg

from saga_tui.live.engine import Behind, Cut, Engine, Message
from saga_tui.live.folder import FolderEngine
from saga_tui.live.nats import NatsEngine
from saga_tui.live.roster import GM, Roster, Seat
from saga_tui.live.server import Server, free_port
from saga_tui.live.wire import SIGNED, new_seed, public
from saga_tui.store.fs import RealFS
from tests.live.test_link import ENGINES

Connect = Callable[[], Awaitable[Engine]]
SEED = new_seed()
SUBJECT = "tables.alpha.log.gm.doc00000.device"


@asynccontextmanager
async def table(engine: str, root: Path) -> AsyncIterator[Connect]:
    """A table of nobody but its GM; what connects to it."""
    if engine == "folder":

        async def folder() -> Engine:
            return FolderEngine(RealFS(), str(root), "alpha")

        yield folder
        return
    server = Server(root / "server", port=free_port())
    await server.start(Roster(table="alpha", seats=(Seat(who=GM, key=public(SEED)),)), SEED)
    try:
        yield partial(NatsEngine.connect, server.url, "alpha", GM, SEED)
    finally:
        await server.stop(patience=0.3)


async def read(connect: Connect, cursor: str = "") -> Sequence[Message]:
    """All there is after a cursor."""
    engine, found = await connect(), list[Message]()
    async for come in engine.messages(cursor):
        if not come:
            break
        found += come
    await engine.close()
    return found


@pytest.mark.parametrize("engine", ENGINES)
def test_what_an_engine_promises(engine: str, tmp_path: Path) -> None:
    async def evening() -> None:
        async with table(engine, tmp_path) as connect:
            one, last = await connect(), 0
            for word in (b"a", b"b", b"c"):
                with pytest.raises(Behind):
                    await one.publish(SUBJECT, {SIGNED: word.decode() + "?"}, b"x", after=last + 1)
                last = await one.publish(SUBJECT, {SIGNED: word.decode()}, word, after=last)
                if word != b"a":
                    with pytest.raises(Behind):
                        await one.publish(SUBJECT, {SIGNED: word.decode() + "!"}, word, after=0)
            found = await read(connect)
            assert [message.data for message in found] == [b"a", b"b", b"c"]
            assert [message.headers[SIGNED] for message in found] == ["a", "b", "c"]
            newest = await one.last(SUBJECT)
            assert newest is not None and (newest.data, newest.number) == (b"c", last)
            assert await one.last(SUBJECT + "s") is None
            await one.publish(SUBJECT, {}, b"d", after=last)
            assert [message.data for message in await read(connect, found[-1].cursor)] == [b"d"]
            another = found[-1].cursor[:-6] + "zzzz" + found[-1].cursor[-2:]
            assert len(await read(connect, another)) == 4, "it is not of this stream"
            await one.close()

    asyncio.run(evening())


@pytest.mark.parametrize("engine", ENGINES[1:])
def test_what_is_lost_on_the_way_ends_the_connection(
    engine: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    come = NatsEngine._come

    async def lost(self: NatsEngine, seconds: float) -> list[Msg]:
        return [raw for raw in await come(self, seconds) if raw.data != b"b"]

    async def evening() -> None:
        async with table(engine, tmp_path) as connect:
            one, last = await connect(), 0
            for word in (b"a", b"b", b"c"):
                last = await one.publish(SUBJECT, {}, word, after=last)
            monkeypatch.setattr(NatsEngine, "_come", lost)
            with pytest.raises(Cut, match="lost"):
                await read(connect)
            await one.close()

    asyncio.run(evening())


def test_a_long_subject_is_not_listed_for_each_message(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A shared folder that has thousands of messages takes the next one as fast as the first; one that was put there by
    somebody else, or has gone, is noticed all the same."""
    listed: list[str] = []
    listdir = RealFS.listdir

    def counted(self: RealFS, path: str) -> list[str]:
        listed.append(path)
        return listdir(self, path)

    monkeypatch.setattr(RealFS, "listdir", counted)

    async def evening() -> None:
        one, last = FolderEngine(RealFS(), str(tmp_path), "alpha"), 0
        for _ in range(90):
            last = await one.publish(SUBJECT, {}, b"x", after=last)
        assert len(listed) == 1
        newest = tmp_path / "alpha" / SUBJECT / "000000090.msg"
        kept = newest.read_bytes()
        newest.unlink()
        with pytest.raises(Behind):
            await one.publish(SUBJECT, {}, b"x", after=90)
        newest.write_bytes(kept)
        other = FolderEngine(RealFS(), str(tmp_path), "alpha")
        assert await other.publish(SUBJECT, {}, b"y", after=90) == 91
        with pytest.raises(Behind):
            await one.publish(SUBJECT, {}, b"x", after=90)

    asyncio.run(evening())
