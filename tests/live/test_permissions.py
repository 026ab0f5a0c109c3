"""What a real server lets a seat do, by a bare client that keeps to nothing; and what it does when nothing answers."""

from __future__ import annotations

import asyncio
import os
import stat
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import nats
import pytest
from nats.aio.client import Client
from nats.aio.msg import Msg

from saga_tui.live.engine import Cut, Engine, Message, Presence, Refused
from saga_tui.live.nats import NatsEngine
from saga_tui.live.roster import GM, Roster, Seat
from saga_tui.live.server import Server, free_port, let_in
from saga_tui.live.wire import new_seed, public
from tests.live.big import Proxy
from tests.live.laptops import QUICK, same, table, until
from tests.live.test_link import ENGINES

NEEDED = pytest.mark.skipif(not Server.program(), reason="NO nats-server HERE")
SEEDS = {who: new_seed() for who in (GM, "ana", "ben", "wim", "old", "out")}
LONG_AGO = "2020-01-01T00:00:00+00:00"
MORE: dict[str, dict[str, object]] = {"wim": {"looks": True}, "old": {"until": LONG_AGO}, "out": {"gone": True}}
ALPHA = Roster(
    table="alpha",
    seats=tuple(
        Seat.model_validate({"who": who, "key": public(seed), **MORE.get(who, {})}) for who, seed in SEEDS.items()
    ),
)
BETA_GM, BETA_ANA = new_seed(), new_seed()
BETA = Roster(
    table="beta",
    seats=(Seat(who=GM, key=public(BETA_GM)), Seat(who="ana", key=public(BETA_ANA))),
)


@asynccontextmanager
async def served(root: Path) -> AsyncIterator[Server]:
    """Two tables on one server, each with one message of its GM."""
    server = Server(root / "server", port=free_port())
    await server.start(ALPHA, SEEDS[GM])
    try:
        server.reload(ALPHA, BETA)
        for roster, seed in ((ALPHA, SEEDS[GM]), (BETA, BETA_GM)):
            async with asyncio.timeout(5):
                while True:
                    try:
                        engine = await NatsEngine.connect(server.url, roster.table, GM, seed, found=True)
                        break
                    except Cut:
                        await asyncio.sleep(0.05)
            await engine.publish(*roster.message(seed), after=0)
            await engine.close()
        yield server
    finally:
        await server.stop(patience=0.5)


@asynccontextmanager
async def bare(server: Server, seed: str, who: str) -> AsyncIterator[tuple[Client, list[str]]]:
    """A client with the credentials of a seat, and what the server tells it."""
    told: list[str] = []

    async def hear(error: Exception) -> None:
        told.append(str(error).lower())

    link = await nats.connect(
        server.url, nkeys_seed_str=seed, inbox_prefix=f"_IN_{who}", error_cb=hear, allow_reconnect=False
    )
    try:
        yield link, told
    finally:
        await link.close()


async def refused(link: Client, told: list[str], subject: str, data: bytes = b"{}") -> bool:
    """Whether the server said that this may not be published."""
    told.clear()
    await link.publish(subject, data)
    for _try in range(25 if subject in FORBIDDEN else 3):
        await link.flush(2)
        if told:
            break
        await asyncio.sleep(0.02)
    return any("permissions violation" in one and subject.lower() in one for one in told)


FORBIDDEN = (
    "tables.alpha.log.ben.ben00000.device", "tables.alpha.log.gm.table0000.device", "tables.alpha.roster",
    "tables.alpha.here.ben", "tables.alpha.log.ana", "tables.alpha.log.ana.a.b.c",
    "tables.beta.log.ana.ana00000.device",
    "$JS.API.STREAM.DELETE.T_alpha", "$JS.API.STREAM.PURGE.T_alpha", "$JS.API.STREAM.UPDATE.T_alpha",
    "$JS.API.STREAM.MSG.DELETE.T_alpha", "$JS.API.STREAM.CREATE.other", "$JS.API.STREAM.LIST", "$JS.API.STREAM.NAMES",
    "$JS.API.STREAM.SNAPSHOT.T_alpha", "$JS.API.STREAM.RESTORE.T_alpha", "$JS.API.CONSUMER.DELETE.T_alpha.x",
    "$JS.API.CONSUMER.CREATE.T_beta.x.tables.beta.>", "$JS.API.STREAM.MSG.GET.T_beta", "$SYS.REQ.SERVER.PING",
    "_IN_ben.x",
)  # fmt: skip


@NEEDED
def test_a_seat_may_publish_its_own_journals_and_nothing_else(tmp_path: Path) -> None:
    """No other seat's, no roster, nothing that changes or deletes the stream, nothing of another table."""

    async def evening() -> None:
        async with served(tmp_path) as server:
            async with bare(server, SEEDS["ana"], "ana") as (link, told):
                for subject in FORBIDDEN:
                    assert await refused(link, told, subject), subject
                assert not await refused(link, told, "tables.alpha.log.ana.ana00000.device")
                for subject in ("tables.alpha.log.>", "tables.beta.>", "_IN_ben.>", ">", "$JS.EVENT.>"):
                    told.clear()
                    await link.subscribe(subject)
                    for _try in range(25):
                        await link.flush(2)
                        if told:
                            break
                        await asyncio.sleep(0.02)
                    assert any("permissions violation" in one for one in told), subject
                cycle = b'{"stream_name":"T_alpha","config":{"name":"x","deliver_subject":"tables.alpha.roster",'
                cycle += b'"deliver_policy":"all","ack_policy":"none","filter_subject":"tables.alpha.>"}}'
                api = "$JS.API.CONSUMER.CREATE.T_alpha.x.tables.alpha.>"
                answer = await link.request(api, cycle, timeout=2)
                assert b"error" in answer.data  # what is stored may not be delivered as if somebody had said it
            async with bare(server, SEEDS["wim"], "wim") as (link, told):
                assert await refused(link, told, "tables.alpha.log.wim.wim00000.device")
                engine = await NatsEngine.connect(server.url, "alpha", "wim", SEEDS["wim"])
                assert (await engine.last("tables.alpha.roster")) is not None
                await engine.close()
            engine = await NatsEngine.connect(server.url, "beta", "ana", BETA_ANA)
            found = await engine.last("tables.beta.roster")
            assert found is not None and found.number == 1
            await engine.close()

    asyncio.run(evening())


@NEEDED
def test_who_has_no_good_link_is_not_let_in(tmp_path: Path) -> None:
    """A link that has run out, one that was withdrawn, one withdrawn while it is used, another table's, none at all."""

    async def evening() -> None:
        async with served(tmp_path) as server:
            for who, seed in (("old", SEEDS["old"]), ("out", SEEDS["out"]), ("ana", new_seed())):
                with pytest.raises(Refused, match="no longer good"):
                    await NatsEngine.connect(server.url, "alpha", who, seed)
            with pytest.raises(Cut):
                engine = await NatsEngine.connect(server.url, "beta", "ana", SEEDS["ana"], limit=0.5)
                await engine.last("tables.beta.roster")
            engine = await NatsEngine.connect(server.url, "alpha", "ana", SEEDS["ana"], limit=0.5)
            seats = tuple(one.model_copy(update={"gone": one.who == "ana"}) for one in ALPHA.seats)
            server.reload(ALPHA.model_copy(update={"seats": seats}), BETA)
            with pytest.raises(Cut):
                for _ in range(100):
                    await engine.last("tables.alpha.roster")
                    await asyncio.sleep(0.02)
            await engine.close()
            for path in (server.folder, server.folder / "server.conf"):
                assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0
            text = (server.folder / "server.conf").read_text()
            assert not any(seed in text for seed in (*SEEDS.values(), BETA_GM))

    asyncio.run(evening())


@NEEDED
def test_what_is_too_large_is_not_stored(tmp_path: Path) -> None:
    async def evening() -> None:
        async with served(tmp_path) as server:
            engine = await NatsEngine.connect(server.url, "alpha", "ana", SEEDS["ana"])
            subject = "tables.alpha.log.ana.ana00000.device"
            with pytest.raises(Cut):
                await engine.publish(subject, {}, os.urandom(600_000), after=0)
            await engine.close()

    asyncio.run(evening())


@NEEDED
def test_who_reads_much_is_not_pushed_more_than_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server asks now and then whether all was taken: who looks on may say so too, and has all in its order."""
    asked: list[bool] = []
    is_flow = NatsEngine._is_flow

    async def counted(self: NatsEngine, raw: Msg, count: int) -> bool:
        asked.append(await is_flow(self, raw, count))
        return asked[-1]

    monkeypatch.setattr(NatsEngine, "_is_flow", counted)

    async def evening() -> None:
        async with served(tmp_path) as server:
            ana = await NatsEngine.connect(server.url, "alpha", "ana", SEEDS["ana"])
            subject, last = "tables.alpha.log.ana.ana00000.device", 0
            for number in range(40):
                last = await ana.publish(subject, {}, number.to_bytes(2, "big") * 50_000, after=last)
            wim = await NatsEngine.connect(server.url, "alpha", "wim", SEEDS["wim"])
            taken: list[int] = []
            async for found in wim.messages(""):
                if not found:
                    break
                taken += [int.from_bytes(message.data[:2], "big") for message in found]
            assert taken[1:] == [*range(40)] and any(asked)
            await ana.close()
            await wim.close()

    asyncio.run(evening())


def test_a_link_is_good_until_its_time() -> None:
    good = {GM, "ana", "ben", "wim"}
    assert let_in(ALPHA) == good
    assert let_in(ALPHA, datetime(2019, 12, 31, tzinfo=UTC)) == {*good, "old"}


# ---- nothing answers


@NEEDED
def test_a_server_that_answers_no_more_ends_every_call(tmp_path: Path) -> None:
    """The line is dead and nobody says so: every call of the engine ends by itself."""

    async def evening() -> None:
        async with served(tmp_path) as server:
            proxy = Proxy(server.port)
            url = f"nats://127.0.0.1:{await proxy.start()}"
            engines = [await NatsEngine.connect(url, "alpha", "ana", SEEDS["ana"], limit=0.4) for _ in range(4)]
            stream = engines[3].messages("")
            while await anext(stream):
                pass
            proxy.dead = True
            subject = "tables.alpha.log.ana.ana00000.device"

            async def next_one() -> None:
                while True:
                    await anext(stream)

            calls: list[Callable[[], Awaitable[object]]] = [
                lambda: engines[0].last(subject),
                lambda: engines[1].publish(subject, {}, b"x", after=0),
                lambda: anext(engines[2].messages("")),
                next_one,
                lambda: NatsEngine.connect(url, "alpha", "ana", SEEDS["ana"], limit=0.4),
            ]

            async def ends(call: Callable[[], Awaitable[object]]) -> None:
                with pytest.raises(Cut):
                    async with asyncio.timeout(4):
                        await call()

            await asyncio.gather(*map(ends, calls))
            async with asyncio.timeout(3):
                await asyncio.gather(*(engine.close() for engine in engines))
            proxy.close()

    asyncio.run(evening())


class Stuck:
    """An engine of which one call never ends, before or after it has done its work."""

    def __init__(self, engine: Engine, call: str, *, done: bool) -> None:
        self.engine, self.call, self.done = engine, call, done

    async def _maybe(self, call: str, *, done: bool) -> None:
        if (call, done) == (self.call, self.done):
            await asyncio.Event().wait()

    async def last(self, subject: str) -> Message | None:
        await self._maybe("last", done=False)
        found = await self.engine.last(subject)
        await self._maybe("last", done=True)
        return found

    async def publish(self, subject: str, headers: Mapping[str, str], data: bytes, *, after: int) -> int:
        await self._maybe("publish", done=False)
        number = await self.engine.publish(subject, headers, data, after=after)
        await self._maybe("publish", done=True)
        return number

    async def messages(self, cursor: str) -> AsyncIterator[Sequence[Message]]:
        await self._maybe("messages", done=False)
        async for found in self.engine.messages(cursor):
            yield found
            await self._maybe("messages", done=True)

    async def say(self, who: str, words: str) -> None:
        await self._maybe("say", done=False)
        await self.engine.say(who, words)
        await self._maybe("say", done=True)

    def here(self) -> Mapping[str, Presence]:
        return self.engine.here()

    async def close(self) -> None:
        await self._maybe("close", done=False)
        await self.engine.close()
        await self._maybe("close", done=True)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_call_that_never_ends_is_a_connection_that_ended(engine: str, tmp_path: Path) -> None:
    """Each call of the engine once, before and after its work: the next connection catches up."""
    stuck = [(call, done) for call in ("last", "publish", "messages", "say", "close") for done in (False, True)]

    async def evening() -> None:
        left: list[tuple[str, bool]] = []

        def line(one: Engine) -> Engine:
            return Stuck(one, left[0][0], done=left.pop(0)[1]) if left else one

        async with table(tmp_path, engine, ("ana",), line) as here:
            (ana,) = here.players
            ana.link.paces = replace(QUICK, limit=0.25)
            await until(lambda: same(ana, here.gm, "ana00000"))
            for one in stuck:
                await ana.stop()
                left.append(one)
                ana.step("ana00000")
                ana.start()
                await until(lambda: same(ana, here.gm, "ana00000") and ana.link.status.caught_up and not left, 5)

    asyncio.run(evening())
