"""A seat's link to its table: one connection after the other, for as long as it is wanted."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import groupby
from typing import Final

from saga_tui.live.copies import Copies
from saga_tui.live.engine import LIMIT, Away, Cut, Engine, Limited, Message, Presence, Refused
from saga_tui.live.outbox import Forked, Outbox
from saga_tui.live.roster import Roster, roster_of, whose
from saga_tui.live.set_back import of_messages
from saga_tui.live.wire import Log, log_of, public, roster_subject

HERE: Final = 2.0
"""Seconds between two signs that a seat is here."""
_GLANCE: Final = 0.4
"""Seconds between two looks at who is here."""


@dataclass(frozen=True, slots=True)
class Said:
    """What a seat says of itself: how many changes of its own have not gone out, how many messages it has."""

    waits: int = 0
    taken: int = 0

    @classmethod
    def of(cls, words: str) -> Said:
        """Read it; nothing is said by what cannot be read."""
        waits, _, taken = words[:40].partition(" ")
        return cls(*(int(word) if word.isascii() and word.isdigit() else 0 for word in (waits, taken)))

    def __str__(self) -> str:
        return f"{self.waits} {self.taken}"


@dataclass(frozen=True, slots=True)
class Paces:
    """Seconds: between two connections, the first time and at most; between two signs that a seat is here; between two
    looks for journals that begin, whether a file beside a copy is behind, and whether the copies are what they were."""

    breath: float = 0.2
    most: float = 10.0
    here: float = HERE
    journals: float = 1.0
    tidy: float = 0.5
    audit: float = 2.0
    limit: float = LIMIT
    """Seconds that one call may take; connecting may take twice as many."""


@dataclass(slots=True)
class Status:
    """How the link stands: connected, why not, who was heard lately, how many bytes have not gone out, how many
    messages have come."""

    connected: bool = False
    words: str = ""
    refused: bool = False
    away: bool = False
    here: Mapping[str, Presence] = field(default_factory=dict)
    behind: int = 0
    taken: int = 0
    caught_up: bool = False
    """Whether all that the table has is here."""


class Link:
    """One seat at one table, on one device."""

    def __init__(
        self,
        connect: Callable[[], Awaitable[Engine]],
        copies: Copies,
        *,
        table: str,
        who: str,
        seed: str,
        gm: str,
        news: Callable[[tuple[str, ...]], None] = lambda _docs: None,
        paces: Paces | None = None,
    ) -> None:
        """`connect` makes a new connection, `gm` is the GM's public key; `news` is called with the ids of the documents
        that something came for, and with none when files beside copies have followed."""
        self._connect, self.copies, self.news = connect, copies, news
        self.paces = paces or Paces()
        self.table, self.who, self._seed, self._gm = table, who, seed, gm
        self.status = Status()
        self.roster = Roster(table=table)
        self.wanted: Roster | None = None
        """The GM's: the roster as it shall be."""
        self._cursor = ""
        self._audit_at = 0.0
        self._outboxes: dict[str, Outbox] = {}
        self._numbers: dict[str, int] = {}
        """The newest message that has come of each subject."""
        self._anew = asyncio.Event()

    @property
    def waits(self) -> int:
        """How many changes of one's own have not gone out, as far as it is known where the table stands."""
        return sum(outbox.waits for outbox in self._outboxes.values())

    def retell(self, wanted: Roster) -> None:
        """The GM's roster shall be another one: a new connection tells it."""
        self.wanted = wanted
        self._anew.set()

    def grew(self) -> None:
        """Something was written to a journal of one's own."""
        for outbox in self._outboxes.values():
            outbox.waiting.set()

    def audit(self) -> None:
        """Look now whether the copies are what they were."""
        self._audit_at = 0.0

    async def run(self) -> None:
        """Connect, again and again, until the task is cancelled."""
        pause = self.paces.breath
        while True:
            try:
                await self._once()
            except Exception as error:  # whatever it is: the next connection begins anew, and says so
                self.status.words, self.status.refused = str(error) or "no answer", isinstance(error, Refused)
                self.status.away = isinstance(error, Away)
            pause = self.paces.breath if self.status.connected else min(self.paces.most, pause * 2)
            self.status.connected = self.status.caught_up = False
            await asyncio.sleep(pause * (0.5 + random.random()))

    async def _once(self) -> None:
        """One connection from its beginning to its end; raises what ended it."""
        engine = await self._connected()
        self._outboxes = {}
        self._anew.clear()
        self.copies.begin()
        jobs: list[asyncio.Task[None]] = []
        try:
            await self._agree(engine)
            self.status.connected, self.status.words, self.status.refused = True, "", False
            jobs += [
                asyncio.ensure_future(job(engine))
                for job in (self._receive, self._send, self._be_here, self._tidy, self._mend, self._told_anew)
            ]
            done, _ = await asyncio.wait(jobs, return_when=asyncio.FIRST_COMPLETED)
            for job in done:
                job.result()
        finally:
            await ended(jobs)
            await engine.close()

    async def _told_anew(self, engine: Engine) -> None:
        del engine
        await self._anew.wait()
        raise Cut("the seats are others now")

    async def _connected(self) -> Engine:
        async with asyncio.timeout(2 * self.paces.limit):
            return Limited(await self._connect(), self.paces.limit)

    async def _agree(self, engine: Engine) -> None:
        """Everybody reads who sits here; the GM says it, where it is another than it shall be."""
        subject = roster_subject(self.table)
        last = await engine.last(subject)
        known = roster_of(last, self.table, self._gm) if last is not None else None
        if known is not None and known.version >= self.roster.version:
            self.roster = known
        wanted = await self._settled(engine, self.wanted) if self.wanted is not None else None
        lost = known is None or known.version < self.roster.version  # the engine was set back
        if wanted is not None and (lost or wanted.model_copy(update={"version": self.roster.version}) != self.roster):
            await self.tell(engine, wanted, last.number if last else 0)
        elif not self.roster.seats:
            raise Away("the GM has not opened this table yet")
        seat = self.roster.seat(self.who)
        if seat is not None and seat.key != public(self._seed):  # a folder lets everybody in, but nothing would count
            raise Refused("this link does not fit its seat")

    async def _settled(self, engine: Engine, wanted: Roster) -> Roster:
        """The roster with what still counts of the seats that are withdrawn in it: all that they wrote until now."""
        seats = []
        for seat in wanted.seats:
            known = self.roster.seat(seat.who)
            if seat.gone:
                upto = known.upto if known is not None and known.gone else await self._counts(engine, seat.who)
                seats.append(seat.model_copy(update={"upto": upto}))
            else:
                seats.append(seat)
        return wanted.model_copy(update={"seats": tuple(seats)})

    async def _counts(self, engine: Engine, who: str) -> dict[str, int]:
        """The newest message of each journal that a seat has published, as far as it has arrived here."""
        found = {}
        for doc, device in self.copies.journals():
            subject = Log(self.table, who, doc, device).subject
            if (last := await engine.last(subject)) is not None:
                found[subject] = last.number
        return found

    async def tell(self, engine: Engine, wanted: Roster, after: int) -> None:
        """Publish a roster as the next one. Raises Behind."""
        next_one = wanted.model_copy(update={"version": self.roster.version + 1})
        subject, headers, data = next_one.message(self._seed)
        await engine.publish(subject, headers, data, after=after)
        self.roster = next_one

    async def _receive(self, engine: Engine) -> None:
        async for found in engine.messages(self._cursor):
            if not found:
                self._at_rest()
                continue
            try:
                self._take(found)
            except Cut:
                self._cursor = ""
                raise
            self._cursor = found[-1].cursor
            for message in found:
                if message.number > self._numbers.get(message.subject, 0):
                    self._numbers[message.subject] = message.number
                    self.status.taken += 1

    def _take(self, messages: Sequence[Message]) -> None:
        """All that came together; what follows a roster is judged by it."""
        subject = roster_subject(self.table)
        for told, group in groupby(messages, lambda message: message.subject == subject):
            if not told:
                self.copies.take(self.roster, *group)
                continue
            for message in group:
                found = roster_of(message, self.table, self._gm)
                if found is not None and found.version > self.roster.version:
                    self.roster = found

    def _at_rest(self) -> None:
        """All that the table has is here for the moment."""
        self.status.caught_up = True
        if news := self.copies.news():
            self.news(news)

    async def _send(self, engine: Engine) -> None:
        """A job for each journal of one's own, also for those that begin while the connection stands."""
        jobs: dict[str, asyncio.Task[None]] = {}
        try:
            while True:
                for log, journal in self._journals():
                    if log.subject not in jobs:
                        outbox = self._outboxes[log.subject] = Outbox(self.copies.fs, journal, log, self._seed)
                        jobs[log.subject] = asyncio.ensure_future(self._ship(engine, outbox))
                        jobs[log.subject].add_done_callback(_noted)
                done, _ = await asyncio.wait(jobs.values(), timeout=self.paces.journals) if jobs else (set(), None)
                for job in done:
                    job.result()
                if not jobs or done:
                    await asyncio.sleep(self.paces.journals)
                self.status.behind = sum(outbox.behind for outbox in self._outboxes.values())
        finally:
            await ended(jobs.values())

    async def _ship(self, engine: Engine, outbox: Outbox) -> None:
        """One that cannot go on does not stop the others."""
        try:
            await outbox.run(engine)
        except Forked as error:
            self.copies.troubles.setdefault(outbox.log.subject, str(error))
            self.copies.set_back.setdefault(outbox.log, outbox.journal.rpartition("/journal/")[0])
            await asyncio.Event().wait()

    def _journals(self) -> list[tuple[Log, str]]:
        """Every journal of one's own documents that nobody else has published; none where the seat only looks on."""
        found: list[tuple[Log, str]] = []
        seat = self.roster.seat(self.who)
        if seat is not None and seat.looks:  # the server would end the connection for it, each time anew
            return found
        for doc, memory in self.copies.mine().items():
            for device in self.copies.fs.listdir(f"{memory}/journal"):
                if log_of(Log(self.table, self.who, doc, device).subject) is None:
                    continue  # a folder that no device of ours has made
                here = self.copies.is_here(doc, device)
                if here or (self.status.caught_up and (doc, device) not in self.copies.seen):
                    found.append((Log(self.table, self.who, doc, device), f"{memory}/journal/{device}"))
        return found

    async def _mend(self, engine: Engine) -> None:
        """Journals of one's own that the table knows better: by a connection of its own, which reads all of them; then
        everything begins anew."""
        del engine
        while True:
            while not self.copies.set_back:
                await asyncio.sleep(self.paces.tidy)
            for log in [*self.copies.set_back]:
                if self.copies.mend(log, of_messages(await self._all(log))):
                    self._cursor = ""
                    raise Cut("a log was restored from the table")
            await asyncio.sleep(self.paces.journals)

    async def _all(self, log: Log) -> list[Message]:
        """All messages of one journal."""
        found: list[Message] = []
        engine = await self._connected()
        try:
            async for come in engine.messages(""):
                if not come:
                    return found
                its = (message for message in come if message.subject == log.subject)
                found += [message for message in its if whose(self.roster, message) == log.who]
        finally:
            await engine.close()
        return found

    async def _tidy(self, engine: Engine) -> None:
        del engine
        while True:
            if self.status.caught_up:
                done = False
                while await _to_its_end(self.copies.tidy):
                    done = True
                if done:
                    self.news(())
                self._look_again()
            await asyncio.sleep(self.paces.tidy)

    def _look_again(self) -> None:
        """Raises Cut where a copy is not what it was: all is fetched again."""
        now = time.monotonic()
        if now > self._audit_at:
            self._audit_at = now + self.paces.audit
            try:
                self.copies.at_rest()
            except Cut:
                self._cursor = ""
                raise

    async def _be_here(self, engine: Engine) -> None:
        while True:
            await engine.say(self.who, str(Said(self.waits, self.status.taken)))
            for _ in range(int(self.paces.here / _GLANCE)):
                self.status.here = engine.here()
                await asyncio.sleep(_GLANCE)


async def ended(jobs: Iterable[asyncio.Task[None]]) -> None:
    """Cancel jobs until they have really ended: a library may lose a cancellation that comes with an answer (as
    `asyncio.wait_for` does in Python 3.11), and a job that goes on would be waited for without end."""
    jobs = [*jobs]
    left = {job for job in jobs if not job.done()}
    while left:
        for job in left:
            job.cancel()
        _, left = await asyncio.wait(left, timeout=0.1)
    await asyncio.gather(*jobs, return_exceptions=True)  # the first of them is told, the others came with it


async def _to_its_end(work: Callable[[], bool]) -> bool:
    """What is done in another thread: it cannot be cancelled, and nothing is written once a link has ended."""
    job = asyncio.ensure_future(asyncio.to_thread(work))
    try:
        return await asyncio.shield(job)
    finally:
        while not job.done():
            with suppress(asyncio.CancelledError):
                await asyncio.wait([job])


def _noted(job: asyncio.Task[None]) -> None:
    """What ended one journal's job ends the connection; the others' reasons need not be told."""
    if not job.cancelled():
        job.exception()
