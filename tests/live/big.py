"""Five players and a GM as real processes; everything goes wrong that can. By hand:
`python -m tests.live.big --seed 104 [--engine folder] [--events 1000] [--seconds 60]`.

Lines are cut, or go dead without a word; laptops and the server are killed (`kill -9`); what was being written is torn;
the table's disk is set back once; somebody who has a seat publishes what is not theirs. In the end every copy is its
owner's journal, byte for byte, with every act once and in its order. The GM undoes every third offer, whether it was
answered meanwhile or not; players accept, change or refuse what they find. In the end each offer was answered once or
withdrawn: nobody has answered twice, nor what was known there to be withdrawn.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import shutil
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from saga_tui.changes import Change
from saga_tui.engine.inbox import Inbox
from saga_tui.live.copies import Copies
from saga_tui.live.engine import Cut, Engine
from saga_tui.live.folder import FolderEngine
from saga_tui.live.link import Link, Paces, ended
from saga_tui.live.nats import NatsEngine
from saga_tui.live.roster import GM, Roster, Seat
from saga_tui.live.server import Server, free_port
from saga_tui.live.wire import Log, new_seed, public, signed
from saga_tui.store.event import UNDO, Event, Layout
from saga_tui.store.fs import RealFS
from saga_tui.store.memory import Memory
from saga_tui.store.opening import this_device
from tests.live.chaos import BadLine
from tests.live.laptops import journals

TABLE, FORGER = "big", "eve"
FIRST = 7
"""At that step of every ten the GM offers something."""
HOWS = ("accepted", "changed", "refused")
PACES = Paces(breath=0.1, most=1.0, here=1.0, journals=0.3, tidy=0.3, audit=1.0)


def doc(who: str) -> str:
    """The id of a seat's document."""
    return "table0000" if who == GM else f"{who}00000"


@dataclass
class Plan:
    """One run, as all its processes know it."""

    seed: int
    root: str
    engine: str
    events: int
    seconds: float
    seeds: dict[str, str]
    url: str = ""
    ports: dict[str, int] = field(default_factory=dict)

    @property
    def players(self) -> list[str]:
        """All but the GM and the forger."""
        return [who for who in self.seeds if who not in (GM, FORGER)]

    @property
    def roster(self) -> Roster:
        """Who sits there. The last player brings a character that the GM does not name."""
        named = self.players[:-1]
        seats = tuple(
            Seat(who=who, key=public(seed), docs=(doc(who),) if who in named else ())
            for who, seed in self.seeds.items()
        )
        return Roster(table=TABLE, doc=doc(GM), seats=seats)


# ---- one laptop


class Player:
    """One seat's process: plays, and shares what it does."""

    def __init__(self, plan: Plan, who: str) -> None:
        self.plan, self.who = plan, who
        self.folder, self.state = Path(plan.root, who, "characters"), Path(plan.root, who, "state")
        self.memory, self.chance = self._opened(), random.Random(f"{plan.seed} {who} {time.time_ns()}")
        device = this_device(RealFS(), self.state)
        copies = Copies(RealFS(), str(self.folder), who, device, self._mine, state=self.state)
        self.link = Link(self._connect, copies, table=TABLE, who=who, seed=plan.seeds[who], gm=public(plan.seeds[GM]),
                         paces=PACES, news=self._news)  # fmt: skip
        if who == GM:
            self.link.wanted = plan.roster
        self.looks = True
        self.inbox = Inbox(self.folder, doc(who))

    def _opened(self) -> Memory:
        path = self.folder / f"{doc(self.who)}.toml"
        if path.exists() or any(self.folder.glob(f".saga-tui/*-{doc(self.who)}/journal/*/*.toml")):
            return Memory.open(path, Layout(), state_dir=self.state, rebuild=True, wait=3.0)
        first = {"id": doc(self.who), "name": self.who, "n": 0, "gold": 0, "answers": {}, "offers": [], "seats": []}
        self.folder.mkdir(parents=True, exist_ok=True)
        return Memory.create(self.folder, first, Layout(), stem=doc(self.who), state_dir=self.state)

    def _news(self, docs: tuple[str, ...]) -> None:
        self.looks = self.looks or doc(GM) in docs

    def _mine(self) -> dict[str, str]:
        return {doc(self.who): str(self.memory._parts.places.memory)}

    async def _connect(self) -> Engine:
        engine: Engine
        if self.plan.engine == "folder":
            engine = FolderEngine(RealFS(), f"{self.plan.root}/shared", TABLE)
            return BadLine(engine, self.chance, 0.001, dead=2.0)
        url = f"nats://127.0.0.1:{self.plan.ports[self.who]}"
        return await NatsEngine.connect(url, TABLE, self.who, self.plan.seeds[self.who], found=self.who == GM)

    def _commit(self, verb: str, params: dict[str, Any], *changes: Change) -> None:
        self.memory.commit(verb, params, [*changes])
        self.link.grew()

    def _act(self) -> float:
        """The next thing to do, as the journal says, whatever was killed before; how much longer than usual the next
        one is waited for."""
        n, newest = self.memory.doc["n"], next((event.do for event in self.memory.own_history()), "")
        offers = self.who == GM and n % 10 == FIRST
        if offers and newest == "step":
            self._offer(n)
            return self.chance.random() * 0.4
        if offers and newest == "offer" and n // 10 % 3 == 1:
            self.memory.undo()
            self.link.grew()
        elif n < self.plan.events:
            self._commit("step", {"k": n + 1}, Change(("n",), n, n + 1))
            if self.chance.random() < 0.01:
                self.memory.checkpoint()
        return 0.0

    def _offer(self, n: int) -> None:
        offers, to = self.memory.doc["offers"], self.plan.players[n // 10 % len(self.plan.players)]
        offer = {"id": f"{n}", "to": doc(to), "verb": "gift", "params": {"gold": n}}
        self._commit("offer", {"id": f"{n}", "to": to, "gold": n}, Change(("offers",), offers, [*offers, offer]))

    def _answer(self) -> None:
        """What stands in the table's copy, is offered to this seat, and has no answer of it: found as the program does.
        The answer says how much of the GM's journal was here."""
        for _, offer in self.inbox.poll(self.memory.doc["answers"]) if self.who != GM else ():
            copy = next(self.folder.glob(f"tables/.saga-tui/*-{doc(GM)}"))
            seen = max(event.id for found in journals(copy).values() for event in found)
            how, gold, answers = self.chance.choice(HOWS), self.memory.doc["gold"], self.memory.doc["answers"]
            given = {"accepted": offer.params["gold"], "changed": offer.params["gold"] + 1000}.get(how, 0)
            self._commit("answer", {"id": offer.id, "how": how, "gold": given, "seen": seen},
                         Change(("answers",), answers, {**answers, offer.id: how}),
                         Change(("gold",), gold, gold + given))  # fmt: skip

    async def run(self) -> None:
        """Until it is killed."""
        link = asyncio.ensure_future(self.link.run())
        pause, looked = self.plan.seconds / self.plan.events, 0.0
        while not link.done():
            longer = self._act()
            if time.monotonic() - looked > 1.0:
                looked = time.monotonic()
                self._tell()
                if self.looks:
                    self.looks = False
                    self._answer()
            await asyncio.sleep(pause * self.chance.random() * 1.6 + longer)

    def _tell(self) -> None:
        copies = self.link.copies
        said = {"n": self.memory.doc["n"], "strangers": sum(copies.strangers.values()), "troubles": copies.troubles,
                "words": self.link.status.words, "connected": self.link.status.connected}  # fmt: skip
        path = Path(self.plan.root, f"{self.who}.json")
        path.with_suffix(".tmp").write_text(json.dumps(said))
        path.with_suffix(".tmp").replace(path)


# ---- what goes wrong


class Proxy:
    """The lines to the server: cut, or dead without a word."""

    def __init__(self, port: int) -> None:
        self.port, self.dead = port, False
        self._writers: set[asyncio.StreamWriter] = set()

    async def start(self) -> int:
        """The port of this line."""
        self._server = await asyncio.start_server(self._come, "127.0.0.1", 0)
        return int(self._server.sockets[0].getsockname()[1])

    async def _come(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            there, back = await asyncio.open_connection("127.0.0.1", self.port)
        except OSError:
            writer.close()
            return
        self._writers |= {writer, back}
        await asyncio.gather(self._carry(reader, back), self._carry(there, writer))
        self._writers -= {writer, back}

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(65536):
                while self.dead:
                    await asyncio.sleep(0.05)
                writer.write(data)
                await writer.drain()
        writer.close()

    def cut(self) -> None:
        """All at once."""
        for one in [*self._writers]:
            one.transport.abort()

    def close(self) -> None:
        """No more of it."""
        self._server.close()
        self.cut()


class Evening:
    """The run: starts everybody, lets things go wrong, and looks at what came of it."""

    def __init__(self, plan: Plan) -> None:
        self.plan, self.chance = plan, random.Random(plan.seed)
        self.server: Server | None = None
        self.proxies: dict[str, Proxy] = {}
        self.processes: dict[str, asyncio.subprocess.Process] = {}
        self.done: Counter[str] = Counter()

    async def begin(self) -> None:
        """Server, lines and laptops."""
        plan = self.plan
        if plan.engine == "nats":
            self.server = Server(Path(plan.root, "server"), port=free_port())
            await self.server.start(plan.roster, plan.seeds[GM])
            for who in plan.seeds:
                self.proxies[who] = Proxy(self.server.port)
                plan.ports[who] = await self.proxies[who].start()
        Path(plan.root, "plan.json").write_text(json.dumps(asdict(plan)))
        for who in (GM, *plan.players):
            await self.spawn(who)

    async def spawn(self, who: str) -> None:
        """A laptop's process."""
        command = (sys.executable, "-m", "tests.live.big", "--play", who, "--root", self.plan.root)
        with Path(self.plan.root, f"{who}.log").open("ab") as log:
            self.processes[who] = await asyncio.create_subprocess_exec(*command, stdout=log, stderr=log)

    async def kill(self, who: str) -> None:
        """Killed without a word; what it was writing is torn."""
        process = self.processes[who]
        with suppress(ProcessLookupError):
            process.send_signal(signal.SIGKILL)
        await process.wait()
        self.done["laptops killed"] += 1
        segments = sorted(Path(self.plan.root, who, "characters").glob("**/journal/*/*.toml"))
        for path in self.chance.sample(segments, min(2, len(segments))):
            if f"-{doc(who)}/" not in str(path):  # a copy loses its end
                data = path.read_bytes()
                path.write_bytes(data[: self.chance.randrange(len(data) + 1)])
                self.done["copies torn"] += 1
        own = [path for path in segments if f"-{doc(who)}/" in str(path)]
        if own and self.chance.random() < 0.5:  # half a record that nobody was told of
            with own[-1].open("ab") as file:
                file.write(b'[[event]]\nid = 99999\nat = "20')
            self.done["records torn"] += 1
        await asyncio.sleep(self.chance.random() * 0.5)
        await self.spawn(who)

    async def restart_server(self, back: Path | None = None) -> None:
        """Killed; its disk may be set back before it begins again."""
        if self.server is None or self.server._process is None:
            return
        self.server._process.kill()
        await self.server._process.wait()
        if back is not None:
            shutil.rmtree(self.server.folder / "stream")
            shutil.copytree(back, self.server.folder / "stream")
            self.done["server's disk set back"] += 1
        await self.server.start(self.plan.roster, self.plan.seeds[GM])
        self.done["server killed"] += 1

    async def wrong(self) -> None:
        """One thing after the other."""
        end, kept = time.monotonic() + self.plan.seconds, Path(self.plan.root, "before")
        begun = time.monotonic()
        while time.monotonic() < end:
            await asyncio.sleep(self.chance.random() * self.plan.seconds / 25)
            who, dice = self.chance.choice([*self.processes]), self.chance.random()
            if time.monotonic() - begun > self.plan.seconds / 3 and not kept.exists():
                await self.snapshot(kept)
            elif time.monotonic() - begun > self.plan.seconds * 0.6 and not self.done["disk set back"]:
                self.done["disk set back"] += 1
                await self.set_back(kept)
            elif dice < 0.3:
                await self.kill(who)
            elif dice < 0.4:
                await self.restart_server()
            elif self.proxies and dice < 0.7:
                self.proxies[who].cut()
                self.done["lines cut"] += 1
            elif self.proxies:
                self.proxies[who].dead = True
                self.done["lines dead"] += 1
                asyncio.get_running_loop().call_later(
                    min(8.0, self.plan.seconds / 4) * self.chance.random(), self._alive, who
                )

    def _alive(self, who: str) -> None:
        self.proxies[who].dead = False

    async def snapshot(self, kept: Path) -> None:
        """What the table's disk is set back to."""
        if self.server is None:
            shutil.copytree(Path(self.plan.root, "shared"), kept, ignore=shutil.ignore_patterns(".~*", "here"))
            return
        await self.server.stop()
        shutil.copytree(self.server.folder / "stream", kept)
        await self.server.start(self.plan.roster, self.plan.seeds[GM])

    async def set_back(self, kept: Path) -> None:
        """The table's disk."""
        if self.server is not None:
            await self.restart_server(kept)
            return
        shared = Path(self.plan.root, "shared")
        for path in shared.glob("*/tables.*/*.msg"):
            if not (kept / path.relative_to(shared)).exists():
                path.unlink(missing_ok=True)

    async def forge(self) -> None:
        """Somebody with a seat publishes what is not theirs, and over other people's."""
        while True:
            await asyncio.sleep(self.plan.seconds / 60)
            with suppress(Cut, OSError, TimeoutError):
                await self._forge()

    async def _forge(self) -> None:
        plan, seed = self.plan, self.plan.seeds[FORGER]
        engine: Engine
        if plan.engine == "nats":
            engine = await NatsEngine.connect(f"nats://127.0.0.1:{plan.ports[FORGER]}", TABLE, FORGER, seed)
        else:
            engine = FolderEngine(RealFS(), f"{plan.root}/shared", TABLE)
        try:
            whom = self.chance.choice(plan.players[:-1])
            device = this_device(RealFS(), Path(plan.root, whom, "state"))
            mine = Log(TABLE, FORGER, doc(whom), device).subject
            theirs = Log(TABLE, whom, doc(whom), device).subject
            for subject in (mine, theirs) if plan.engine == "folder" else (mine,):
                data = b"[[event]]\nforged\n" * 3
                last = await engine.last(subject)
                await engine.publish(
                    subject, signed(seed, subject, "1/0/0/0", data), data, after=last.number if last else 0
                )
                self.done["messages forged"] += 1
        finally:
            await engine.close()

    # -- what came of it

    def said(self, who: str) -> dict[str, Any]:
        """What a laptop last said of itself."""
        with suppress(OSError, ValueError):
            return dict(json.loads(Path(self.plan.root, f"{who}.json").read_text()))
        return {}

    def held(self, where: str, whose: str) -> dict[str, bytes]:
        """The journals of a document at a laptop."""
        found = Path(self.plan.root, where, "characters").glob(f"**/*-{doc(whose)}/journal/*/*.toml")
        return {f"{path.parent.name}/{path.name}": path.read_bytes() for path in found}

    def differs(self) -> Iterator[str]:
        """Whose copies are not what they should be."""
        seats = [GM, *self.plan.players]
        for whose in seats:
            own = self.held(whose, whose)
            for where in seats:
                if where != whose and self.held(where, whose) != own:
                    yield f"{whose} at {where}"

    def faults(self) -> Iterator[str]:
        """What is wrong with it all in the end."""
        yield from self.differs()
        for who in (GM, *self.plan.players):
            events = self.events(who)
            steps = [event.params["k"] for event in events if event.do == "step"]
            if steps != [*range(1, self.plan.events + 1)]:
                yield f"{who} has {len(steps)} steps: {[k for k, n in Counter(steps).items() if n > 1][:5]} are doubled"
            if troubles := self.said(who).get("troubles"):
                yield f"{who}: {troubles}"
        yield from self.unsettled()
        if self.done["messages forged"] and not any(self.said(who).get("strangers") for who in self.plan.players):
            yield "no forged message was refused"

    def events(self, who: str) -> list[Event]:
        """What a seat's own journal has."""
        memory = next(Path(self.plan.root, who, "characters").glob(f".saga-tui/*-{doc(who)}"), None)
        return [event for found in journals(memory).values() for event in found]

    def unsettled(self) -> Iterator[str]:
        """Offers that were not answered once or withdrawn."""
        table = self.events(GM)
        offers = {str(event.params["id"]): event for event in table if event.do == "offer"}
        gone = {event.of: event.id for event in table if event.do == UNDO}
        tally = Counter[str]()
        answers = {who: [event for event in self.events(who) if event.do == "answer"] for who in self.plan.players}
        for number, offer in offers.items():
            to, withdrawn = str(offer.params["to"]), gone.get(offer.id, 0)
            found = [(who, one) for who, its in answers.items() for one in its if one.params["id"] == number]
            how = str(found[0][1].params["how"]) if found else "withdrawn"
            tally["offers both answered and undone" if withdrawn and found else f"offers {how}"] += 1
            if len(found) > 1 or (not found and not withdrawn):
                yield f"offer {number} to {to} has {len(found)} answers"
            for who, answer in found:
                seen, gold = answer.params["seen"], answer.params["gold"]
                due = {"accepted": offer.params["gold"], "changed": offer.params["gold"] + 1000}
                if who != to or gold != due.get(answer.params["how"], 0):
                    yield f"offer {number} to {to}: {who} answered {answer.params}"
                if withdrawn and seen >= withdrawn:
                    yield f"offer {number} to {to} was answered, though its withdrawal was known"
        for who, its in answers.items():
            if strange := {one.params["id"] for one in its} - offers.keys():
                yield f"{who} has answered {strange}, which nobody offered"
        self.done |= tally

    async def settle(self, seconds: float) -> None:
        """Until all is played, and every copy is what it should be; raises TimeoutError."""
        async with asyncio.timeout(seconds):
            while True:
                await asyncio.sleep(0.5)
                seats = [GM, *self.plan.players]
                if all(self.said(who).get("n") == self.plan.events for who in seats) and not [*self.faults()]:
                    return

    async def end(self) -> None:
        """Nothing stays behind."""
        for process in self.processes.values():
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
        for proxy in self.proxies.values():
            proxy.close()
        if self.server is not None:
            await self.server.stop(patience=0.5)


async def evening(plan: Plan, settle: float) -> tuple[Counter[str], list[str]]:
    """One run: what went wrong, and what is wrong in the end."""
    here = Evening(plan)
    try:
        await here.begin()
        forger = asyncio.ensure_future(here.forge())
        try:
            await here.wrong()
            async with asyncio.timeout(settle):
                while not here.done["messages forged"]:
                    await asyncio.sleep(0.05)
        finally:
            await ended([forger])
        with suppress(TimeoutError):
            await here.settle(settle)
        here.done["forged refused"] = sum(here.said(who).get("strangers", 0) for who in (GM, *plan.players))
        faults = [*here.faults()]
        for who in (GM, *plan.players) if faults else ():
            said = here.said(who)
            faults.append(f"  {who}: {said.get('n')} steps, connected {said.get('connected')}, {said.get('words')}")
    finally:
        await here.end()
    return here.done, faults


def run(
    seed: int, engine: str, events: int, seconds: float, *, settle: float, players: int = 5
) -> tuple[Counter[str], list[str]]:
    """A run in a folder of its own."""
    names = (GM, *("ana", "ben", "cai", "dee", "fay")[:players], FORGER)
    with TemporaryDirectory() as root:
        plan = Plan(seed, root, engine, events, seconds, {who: new_seed() for who in names})
        return asyncio.run(evening(plan, settle))


def main() -> int:
    """By hand."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=104)
    parser.add_argument("--engine", default="nats", choices=("nats", "folder"))
    parser.add_argument("--events", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--settle", type=float, default=120.0)
    parser.add_argument("--play", default="")
    parser.add_argument("--root", default="")
    given = parser.parse_args()
    if given.play:
        plan = Plan(**json.loads(Path(given.root, "plan.json").read_text()))
        asyncio.run(Player(plan, given.play).run())
        return 0
    begun = time.monotonic()
    done, faults = run(given.seed, given.engine, given.events, given.seconds, settle=given.settle)
    print(f"seed {given.seed}, {given.engine}, {time.monotonic() - begun:.0f} s: {dict(done)}")
    print("\n".join(faults) or "every copy is its owner's journal; every offer was answered once, or withdrawn")
    return bool(faults)


if __name__ == "__main__":
    os.environ.setdefault("PYTHONWARNINGS", "default")
    sys.exit(main())
