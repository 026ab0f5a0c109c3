"""A hundred tables on one nats-server, by hand: `python -m tests.bench.load [--tables 100] [--seconds 60]`.

Each table has an account, a stream and six seats, all connected and following. Every seat acts about every ten seconds,
as people do (half of it in bursts), and says every two seconds that it is here. Messages are as long as those of real
journals. What is told: connections, memory, processor time and disk of the server, and how long from publishing to the
last of the six, median and 99th percentile. The clients share the machine with the server.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import statistics
import sys
import time
import urllib.request
from pathlib import Path
from tempfile import TemporaryDirectory

from saga_tui.live.engine import Cut
from saga_tui.live.nats import NatsEngine
from saga_tui.live.roster import GM, Roster, Seat
from saga_tui.live.server import Server, free_port
from saga_tui.live.wire import new_seed, public, signed

SEATS = (GM, "ana", "ben", "cai", "dee", "fay")
SIZES = (101, 120, 133, 180, 210, 236, 280, 318, 420, 1500)
"""Bytes of a journal in a message: tenths of 17,600 records of 2,400 journals of all games, and a segment's header."""
EVERY = 10.0
"""Seconds between two acts of a seat."""
HERE = 2.0


class Load:
    """The tables, and what was measured."""

    def __init__(self, tables: int, seconds: float) -> None:
        self.seconds = seconds
        self.seeds = {f"t{number:03d}": {who: new_seed() for who in SEATS} for number in range(tables)}
        self.engines: list[tuple[str, str, NatsEngine]] = []
        self.begun: dict[tuple[str, bytes], list[float]] = {}
        self.times: list[float] = []
        self.published = self.cut = 0

    @property
    def rosters(self) -> list[Roster]:
        """Every table's."""
        return [
            Roster(table=table, seats=tuple(Seat(who=who, key=public(seed)) for who, seed in seeds.items()))
            for table, seeds in self.seeds.items()
        ]

    async def run(self, root: Path) -> None:
        """Start it all, let it play, and tell."""
        server, rosters, watch = Server(root, port=free_port()), self.rosters, free_port()
        await server.start(rosters[0], self.seeds[rosters[0].table][GM])
        try:
            await server.stop()
            server.write(*rosters)
            conf = root / "server.conf"
            conf.write_text(
                conf.read_text().replace("max_file: 2GB", "max_file: 40GB") + f'\nhttp: "127.0.0.1:{watch}"\n'
            )
            await server._spawn()
            others = await self._others(root, server.url)
            await self.connect(server.url, next(iter(self.seeds)))
            before, at = _used(server), time.monotonic()
            await self.play()
            acts = 0
            for other in others:
                said, _ = await other.communicate()
                acts += int(said)
            self._tell(server, before, (time.monotonic() - at, acts), root, watch)
        finally:
            await server.stop(patience=1.0)

    async def _others(self, root: Path, url: str) -> list[asyncio.subprocess.Process]:
        """All tables but the one that is measured, in a process of their own; returns when all of them sit."""
        (root / "load.json").write_text(json.dumps([url, self.seconds, self.seeds]))
        command = (sys.executable, "-m", "tests.bench.load", "--play", str(root / "load.json"))
        other = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
        assert other.stdout is not None
        await other.stdout.readline()
        return [other]

    async def connect(self, url: str, *tables: str) -> None:
        """One after the other: everybody at once would be a test of the beginning."""
        for table in tables:
            for who, seed in self.seeds[table].items():
                engine = await NatsEngine.connect(url, table, who, seed, found=who == GM)
                self.engines.append((table, who, engine))

    async def play(self) -> None:
        """All who are connected."""
        end = time.monotonic() + self.seconds
        async with asyncio.timeout(self.seconds + 60):
            await asyncio.gather(*(self._seat(*one, end) for one in self.engines))

    async def _seat(self, table: str, who: str, engine: NatsEngine, end: float) -> None:
        jobs = [self._act(table, who, engine, end), self._follow(table, engine, end), self._here(who, engine, end)]
        try:
            await asyncio.gather(*jobs)
        except Cut:
            self.cut += 1

    async def _act(self, table: str, who: str, engine: NatsEngine, end: float) -> None:
        chance, number, at = random.Random(f"{table}{who}"), 0, 0
        subject = f"tables.{table}.log.{who}.doc00000.device"
        while True:
            long = chance.random() < 0.5
            pause = chance.expovariate(1 / EVERY) if long else chance.uniform(1, 2 * EVERY - 1)
            if time.monotonic() + pause > end - 2:
                return
            await asyncio.sleep(pause)
            data = os.urandom(chance.choice(SIZES))
            headers = signed(self.seeds[table][who], subject, f"1/{at}/1/{at}", data)
            at += len(data)
            self.begun[table, data[:16]] = [time.perf_counter()]
            number = await engine.publish(subject, headers, data, after=number)
            self.published += 1

    async def _follow(self, table: str, engine: NatsEngine, end: float) -> None:
        async for come in engine.messages(""):
            for message in come:
                if (began := self.begun.get((table, message.data[:16]))) is not None:
                    began.append(time.perf_counter())
                    if len(began) == 1 + len(SEATS):
                        self.times.append(began[-1] - began[0])
            if time.monotonic() > end:
                return

    async def _here(self, who: str, engine: NatsEngine, end: float) -> None:
        while time.monotonic() < end:
            await engine.say(who, "0 0")
            await asyncio.sleep(HERE)

    def _tell(self, server: Server, before: tuple[float, int], did: tuple[float, int], root: Path, watch: int) -> None:
        (first, _), (last, memory), (took, acts) = before, _used(server), did
        with urllib.request.urlopen(f"http://127.0.0.1:{watch}/varz", timeout=5) as page:
            said = page.read().decode()
        connections = next(line for line in said.splitlines() if '"total_connections"' in line).strip(" ,")
        disk = sum(path.stat().st_size for path in root.rglob("*") if path.is_file())
        cuts = statistics.quantiles(self.times, n=100)
        many = f"{len(self.seeds)} tables, {len(self.seeds) * len(SEATS)} seats"
        print(f"{many}, {took:.0f} s on {os.cpu_count()} cores; {connections}")
        share = 100 * (last - first) / took
        print(f"server: {memory / 1e6:.0f} MB, {share:.1f} % of one core, {disk / 1e6:.1f} MB on disk")
        many_acts = acts + self.published
        print(f"{many_acts} acts ({many_acts / took:.1f}/s), {self.cut} cut; of one table:")
        print(f"published → seen by the last: median {cuts[49] * 1e3:.1f} ms, 99th percentile {cuts[98] * 1e3:.1f} ms")


def _used(server: Server) -> tuple[float, int]:
    """Processor seconds and resident bytes of the server (Linux)."""
    assert server._process is not None
    fields = Path(f"/proc/{server._process.pid}/stat").read_text().rpartition(")")[2].split()
    ticks = int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK"), int(fields[21]) * os.sysconf("SC_PAGE_SIZE")


async def _play(path: Path) -> None:
    """The tables that are not measured."""
    url, seconds, seeds = json.loads(path.read_text())
    load = Load(0, seconds)
    load.seeds = seeds
    await load.connect(url, *[*seeds][1:])
    print("ready", flush=True)
    await load.play()
    print(load.published, flush=True)


def main() -> None:
    """By hand."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--play", default="")
    given = parser.parse_args()
    if given.play:
        asyncio.run(_play(Path(given.play)))
        return
    if not Server.program():
        sys.exit("no nats-server here: nothing is measured")
    with TemporaryDirectory() as root:
        asyncio.run(Load(given.tables, given.seconds).run(Path(root)))


if __name__ == "__main__":
    main()
