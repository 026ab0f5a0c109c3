"""Sharing: how long from an act on one laptop to its copy on another, against the engine's own way there and back; how
long until a new laptop has everything."""

from __future__ import annotations

import asyncio
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import patch

from saga_tui.live.nats import NatsEngine
from saga_tui.live.outbox import _END, Outbox
from saga_tui.live.server import Server
from saga_tui.live.wire import Log, Place
from saga_tui.store.fs import RealFS
from saga_tui.store.journal import segment_numbers, segment_path
from tests.live.laptops import TABLE, Laptop, Table, same, table, until

MOST = 2.0
"""An act may take so many times the engine's own way there and back to be seen elsewhere."""
WITHIN = 10.0
"""Seconds in which a new laptop has 20 documents of 10,000 events each."""
_WHY = "what is said of it makes a record as long as those of real journals, half of which have 236 bytes or more"


def run(smoke: bool) -> Iterator[str]:
    """The figures, where there is a server."""
    yield f"loading the app, with sharing installed: {start(1 if smoke else 8):.2f} × without (wanted about 1)"
    if not Server.program():
        yield "no nats-server here: nothing is measured"
        return
    acts, docs, events = (30, 2, 200) if smoke else (300, 20, 10_000)
    with TemporaryDirectory() as folder:
        rounds = [asyncio.run(_acts(Path(folder, str(number)), acts)) for number in range(1 if smoke else 5)]
    for what, at in (("median", 0.5), ("99th percentile", 0.99)):
        ratios = sorted(_at(seen, at) / _at(ways, at) for seen, ways in rounds)
        one, ratio = statistics.median(_at(seen, at) for seen, _ in rounds), ratios[len(ratios) // 2]
        yield f"act → seen elsewhere, {what}: {one * 1e3:.1f} ms, {ratio:.2f} × there and back (at most {MOST})"
    for kind, words in ((Outbox, "written before they were shared"), (_Acts, "a message an act")):
        with TemporaryDirectory() as folder:
            afresh, again, messages = asyncio.run(_afresh(Path(folder), docs, events, kind))
        yield (
            f"{docs} documents of {events} acts, {words} ({messages} messages): joined afresh in {afresh:.1f} s (20 of "
            f"10,000: at most {WITHIN:.0f} s), begun again with all on the disk in {again:.1f} s"
        )


def _at(times: list[float], part: float) -> float:
    return sorted(times)[min(len(times) - 1, int(len(times) * part))]


async def _acts(root: Path, acts: int) -> tuple[list[float], list[float]]:
    """Seconds from the durable act to the copy, and of a stored message to one who waits for it; in turn, so that
    whatever else the machine does falls on both."""
    async with table(root, "nats", ("ana",)) as here:
        ana = here.players[0]
        await until(lambda: same(ana, here.gm, "ana00000"))
        ways, seen = _ways(here, ana, acts), []
        times = []
        async for way in ways:
            times.append(way)
            seen.append(await _seen(ana, here.gm))
        return seen[1:], times[1:]


async def _seen(ana: Laptop, gm: Laptop) -> float:
    copy = gm.copy("ana00000")
    assert copy is not None
    (path,) = (copy / "journal" / ana.device).glob("*.toml")
    before, came = path.stat().st_size, asyncio.Event()
    append = gm.link.copies._append

    def arrived(*given: object, own: bool) -> None:
        append(*given, own=own)  # type: ignore[arg-type]
        came.set()

    gm.link.copies._append = arrived  # type: ignore[method-assign,assignment]
    ana.step("ana00000")
    begun = time.perf_counter()
    await came.wait()
    took = time.perf_counter() - begun
    gm.link.copies._append = append  # type: ignore[method-assign]
    assert path.stat().st_size > before
    return took


async def _ways(here: Table, ana: Laptop, count: int):  # type: ignore[no-untyped-def]
    """The engine alone: a message of the same size published, and received by another connection."""
    assert here.server is not None
    one = await NatsEngine.connect(here.server.url, "alpha", "ana", ana.seed)
    other = await NatsEngine.connect(here.server.url, "alpha", "gm", here.gm.seed)
    stream = other.messages("")
    async for come in stream:
        if not come:
            break
    subject, number = "tables.alpha.log.ana.bench000.bench000", 0
    for _ in range(count):
        begun = time.perf_counter()
        sent = asyncio.ensure_future(one.publish(subject, {}, os.urandom(400), after=number))
        async for come in stream:
            if any(message.subject == subject for message in come):
                break
        yield time.perf_counter() - begun
        number = await sent
    await one.close()
    await other.close()


class _Acts(Outbox):
    """A journal as it goes out while it is played: each record as a message of its own."""

    def next_run(self) -> tuple[Place, bytes] | None:
        """The next record."""
        if not hasattr(self, "left"):
            self.left = self._records()
        return next(self.left, None)

    def _records(self) -> Iterator[tuple[Place, bytes]]:
        for number in segment_numbers(self.fs, self.journal):
            data, at = self.fs.read(segment_path(self.journal, number)), 0
            for match in _END.finditer(data):
                yield (number, at), data[at : match.end()]
                at = match.end()


class _Hasty:
    """Publishes without waiting for each answer: nobody else does, so each number is known before."""

    def __init__(self, stream: Any, last: int) -> None:
        self.stream, self.last = stream, last

    async def publish(self, subject: str, data: bytes, *, timeout: float, **how: Any) -> Any:
        del timeout
        self.answer = await self.stream.publish_async(subject, data, **how)
        self.last += 1
        return SimpleNamespace(seq=self.last)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


async def _published(here: Table, ana: Laptop, names: list[str], kind: type[Outbox]) -> int:
    """All journals go out, in turn as at a table; how many messages the table has then."""
    assert here.server is not None
    engine = await NatsEngine.connect(here.server.url, TABLE, "ana", ana.seed)
    info = await engine._js.get_last_msg(f"T_{TABLE}", f"tables.{TABLE}.log.ana.ana00000.{ana.device}")
    engine._js = hasty = cast("Any", _Hasty(engine._js, info.seq or 0))
    left = [kind(RealFS(), f"{ana.copy(name)}/journal/{ana.device}", Log(TABLE, "ana", name, ana.device), ana.seed)
            for name in names]  # fmt: skip
    while left:
        more = []
        for outbox in left:
            if (run := outbox.next_run()) is not None:
                await outbox._ship(engine, *run)
                more.append(outbox)
        left = more
    stored = (await hasty.answer).seq
    assert stored == hasty.last
    await engine.close()
    return int(stored)


async def _afresh(root: Path, docs: int, events: int, kind: type[Outbox]) -> tuple[float, float, int]:
    """Everything is on the server; one laptop begins with an empty folder, and then once more with all on its disk.
    Seconds for both, and how many messages there were."""
    async with table(root, "nats", ("ana",)) as here:
        (ana,), gm = here.players, here.gm
        await until(lambda: same(ana, here.gm, "ana00000"))
        await ana.stop()
        await gm.stop()
        names = [f"doc{number:05d}" for number in range(docs)]
        with patch.object(RealFS, "fdatasync", lambda *_: None):  # how they came to be is not measured
            for name in names:
                memory = ana.create(name)
                for number in range(events):
                    memory.commit("step", {"k": number, "why": _WHY}, [])
        messages = await _published(here, ana, names, kind)
        took = []
        for _ in range(2):
            gm.__post_init__()
            begun = time.perf_counter()
            gm.start()
            await until(lambda: gm.link.status.caught_up, 600)
            took.append(time.perf_counter() - begun)
            assert all(same(ana, gm, name) for name in names)
            await gm.stop()
        return took[0], took[1], messages


_START = """
import sys, time
begun = time.process_time()
if sys.argv[1] == "without":
    sys.modules.update(dict.fromkeys(("saga_tui.live", "nats", "nkeys", "nacl")))
import saga_tui.app, saga_tui.cli, saga_tui.library.screen
assert not any(sys.modules.get(name) for name in ("saga_tui.live", "nats", "nkeys", "nacl"))
print(time.process_time() - begun)
"""


def start(rounds: int) -> float:
    """How much longer the program takes to load where sharing is installed, as a ratio of processor time, in turn with
    a state in which it cannot be loaded at all. Raises where any of it is loaded."""
    times: dict[str, list[float]] = {"with": [], "without": []}
    for _ in range(rounds + 1):
        for how, found in times.items():
            done = subprocess.run([sys.executable, "-c", _START, how], check=True, capture_output=True, timeout=60)
            found.append(float(done.stdout))
    return statistics.median(times["with"][1:]) / statistics.median(times["without"][1:])
