"""Laptops of a test: each a folder of characters, a state folder and a link, over whichever engine."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from saga_tui.changes import Change, Doc
from saga_tui.live.copies import Copies
from saga_tui.live.engine import Engine
from saga_tui.live.folder import FolderEngine
from saga_tui.live.link import Link, Paces, ended
from saga_tui.live.nats import NatsEngine
from saga_tui.live.roster import GM, Roster, Seat
from saga_tui.live.server import Server, free_port
from saga_tui.live.wire import new_seed, public
from saga_tui.store.event import Event, Layout
from saga_tui.store.fs import RealFS
from saga_tui.store.journal import read_back
from saga_tui.store.memory import Memory
from saga_tui.store.opening import this_device
from saga_tui.store.records import Written
from saga_tui.store.replay import replay

TABLE = "alpha"
QUICK = Paces(breath=0.03, most=0.5, journals=0.1, tidy=0.05, audit=0.2)
"""Tests do not wait for what people would."""
Connect = Callable[[str, str], Awaitable[Engine]]
"""A seat's name and secret → a connection."""


@dataclass
class Laptop:
    """One seat's machine."""

    root: Path
    who: str
    seed: str
    gm: str
    connect: Connect
    memories: dict[str, Memory] = field(default_factory=dict)
    wanted: Roster | None = None
    link: Link = field(init=False)
    task: asyncio.Task[None] | None = None

    def __post_init__(self) -> None:
        """Nothing runs yet."""
        (self.root / "characters").mkdir(parents=True, exist_ok=True)
        copies = Copies(RealFS(), str(self.root / "characters"), self.who, self.device, self.mine, state=self.state)
        self.link = Link(
            lambda: self.connect(self.who, self.seed), copies,
            table=TABLE, who=self.who, seed=self.seed, gm=self.gm, paces=QUICK,
        )  # fmt: skip
        self.link.wanted = self.wanted

    @property
    def state(self) -> Path:
        return self.root / "state"

    @property
    def device(self) -> str:
        return this_device(RealFS(), self.state)

    def mine(self) -> dict[str, str]:
        return {doc: str(memory._parts.places.memory) for doc, memory in self.memories.items()}

    def create(self, doc: str, **more: Any) -> Memory:
        """A document of one's own, open for writing."""
        folder = self.root / "characters"
        memory = Memory.create(folder, {"id": doc, "n": 0, **more}, Layout(), stem=doc, state_dir=self.state)
        self.memories[doc] = memory
        return memory

    def step(self, doc: str) -> None:
        """Something happens to it."""
        memory = self.memories[doc]
        memory.commit("step", {}, [Change(("n",), memory.doc["n"], memory.doc["n"] + 1)])
        self.link.grew()

    def start(self) -> None:
        self.task = asyncio.ensure_future(self.link.run())

    async def stop(self) -> None:
        if self.task is not None:
            await ended([self.task])
            self.task = None

    async def restart(self) -> None:
        """The program is killed and begun again: what was in memory is gone, what is on the disk is not."""
        await self.stop()
        self.__post_init__()
        self.start()

    async def close(self) -> None:
        await self.stop()
        for memory in self.memories.values():
            memory.close()

    def copy(self, doc: str) -> Path | None:
        """The memory of a document here, own or copied."""
        return next(iter((self.root / "characters").glob(f"**/.saga-tui/*-{doc}")), None)


def journals(memory: Path | None) -> dict[str, list[Event]]:
    """The events of each device's journal in a memory, oldest first."""
    found: dict[str, list[Event]] = {}
    for journal in sorted(memory.glob("journal/*")) if memory is not None else []:
        segments = reversed(list(read_back(RealFS(), str(journal), journal.name)))
        found[journal.name] = [
            entry.event for segment in segments for entry in segment.entries if isinstance(entry, Written)
        ]
    return found


def state_of(memory: Path) -> Doc:
    """The document as the only journal of a memory has it."""
    (journal,) = memory.glob("journal/*")
    return replay(read_back(RealFS(), str(journal), journal.name)).doc


def same(one: Laptop, other: Laptop, doc: str) -> bool:
    """Whether a copy is, byte for byte, what its owner has."""
    mine, theirs = one.copy(doc), other.copy(doc)
    if mine is None or theirs is None:
        return False

    def held(memory: Path) -> dict[str, bytes]:
        return {str(path.relative_to(memory)): path.read_bytes() for path in memory.glob("journal/*/*.toml")}

    return held(mine) == held(theirs)


async def until(true: Callable[[], object], seconds: float = 20.0) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(seconds):
        while not true():
            await asyncio.sleep(0.01)


@dataclass
class Table:
    """A GM, players, and what carries their messages."""

    root: Path
    gm: Laptop
    players: list[Laptop]
    server: Server | None = None

    @property
    def laptops(self) -> list[Laptop]:
        return [self.gm, *self.players]


@asynccontextmanager
async def table(
    root: Path, engine: str, names: tuple[str, ...] = ("ana", "ben"), line: Callable[[Engine], Engine] = lambda one: one
) -> AsyncIterator[Table]:
    """A table with a document for each player (`<name>00000`) and one for the GM (`table0000`); all linked."""
    seeds = {who: new_seed() for who in (GM, *names)}
    seats = tuple(Seat(who=who, key=public(seed)) for who, seed in seeds.items())
    roster = Roster(table=TABLE, doc="table0000", seats=seats)
    server = None
    if engine == "nats":
        server = Server(root / "server", port=free_port())
        await server.start(roster, seeds[GM])

    async def connect(who: str, seed: str) -> Engine:
        if server is None:
            return line(FolderEngine(RealFS(), str(root / "shared"), TABLE))
        return line(await NatsEngine.connect(server.url, TABLE, who, seed, found=who == GM))

    laptops = [Laptop(root / who, who, seed, public(seeds[GM]), connect) for who, seed in seeds.items()]
    laptops[0].wanted = laptops[0].link.wanted = roster
    laptops[0].create("table0000")
    for one in laptops[1:]:
        one.create(f"{one.who}00000")
    for one in laptops:
        one.start()
    try:
        yield Table(root, laptops[0], laptops[1:], server)
    finally:
        for one in laptops:
            await one.close()
        if server is not None:
            await server.stop()
