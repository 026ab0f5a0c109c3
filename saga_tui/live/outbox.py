"""What goes out: a journal from where the stream has it. The journal itself is the outbox; nothing is remembered."""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress
from typing import Final

from saga_tui.live.engine import Behind, Engine, Message
from saga_tui.live.runs import Total
from saga_tui.live.wire import RUN, START, Log, Place, Span, genuine, public, signed, span_of
from saga_tui.store.fs import FS
from saga_tui.store.journal import segment_numbers, segment_path

_END: Final = re.compile(rb"^# crc [0-9a-f]{8}\n\n", re.MULTILINE)
_EVENT: Final = re.compile(rb"^\[\[event\]\]\n(?!id = \d+\ndo = \"checkpoint\")", re.MULTILINE)
_TRIES: Final = 5
"""So often in a row somebody else may have been quicker; then the connection is given up."""
REST: Final = 1.0
"""Seconds after which a journal is looked at again, though nobody said that it grew."""


class Forked(Exception):
    """The table has more of this journal, or something else in it, than this disk: the disk was set back, or two
    devices write under one name. Nothing of it may go out."""


class Outbox:
    """Ships one journal, one message in flight, each on the condition that it follows the one before."""

    def __init__(self, fs: FS, journal: str, log: Log, seed: str) -> None:
        """`journal` is the folder of the segments."""
        self.fs, self.journal, self.log = fs, journal, log
        self._seed, self._key = seed, public(seed)
        self._number, self._place, self._total = 0, START, Total()
        self.waiting = asyncio.Event()
        """To be set when the journal has grown."""

    @property
    def behind(self) -> int:
        """How many bytes have not gone out yet."""
        return sum(self._size(number) - self._from(number) for number in self._left())

    @property
    def waits(self) -> int:
        """How many events have not gone out yet."""
        left = ((number, self._from(number), self._size(number)) for number in self._left())
        return sum(len(_EVENT.findall(self._read(number, at, size - at))) for number, at, size in left if size > at)

    async def run(self, engine: Engine) -> None:
        """Ship what there is and what comes, for as long as the connection is good. Raises Cut, Forked, OSError."""
        await self.resume(engine)
        while True:
            self.waiting.clear()
            self._check()
            while run := self.next_run():
                await self._ship(engine, *run)
            with suppress(TimeoutError):
                async with asyncio.timeout(REST):
                    await self.waiting.wait()

    def _check(self) -> None:
        number, at = self._place
        if number and self._size(number) < at:
            raise Forked(f"the table knows more of log {self.log.device} than this disk")

    async def resume(self, engine: Engine) -> None:
        """Find the place after the last message that is ours: what a stranger put there only moves the number on."""
        last = await engine.last(self.log.subject)
        self._number, self._place = (last.number if last else 0), START
        if last is not None and genuine(self._key, self.log.subject, last.headers, last.data):
            self._place = self._after(last)

    def _after(self, last: Message) -> Place:
        span = span_of(last.headers)
        if span is None:
            raise Forked(f"{self.log.subject}: a message of ours without a place")
        number, at = span.at
        if self._read(number, at, len(last.data)) != last.data:
            raise Forked(f"the table knows more of log {self.log.device} than this disk, or something else")
        return number, at + len(last.data)

    def next_run(self) -> tuple[Place, bytes] | None:
        """Where the next message belongs, and its bytes: whole records of one segment, the longest in several parts. A
        record that was torn goes out once the segment is closed: nothing is added to it any more."""
        left = self._left()
        for number in left:
            at = self._from(number)
            data = self._read(number, at, RUN)
            ends = [match.end() for match in _END.finditer(data)]
            rest = len(data) if number != left[-1] else len(data) // RUN * RUN
            if end := (max(ends) if ends else rest):
                return (number, at), data[:end]
        return None

    async def _ship(self, engine: Engine, at: Place, data: bytes) -> None:
        for _try in range(_TRIES):
            total = self._total.after(self.fs, self.journal, at, data)
            headers = signed(self._seed, self.log.subject, str(Span(at, self._place)), data, total)
            try:
                self._number = await engine.publish(self.log.subject, headers, data, after=self._number)
            except Behind:
                await self.resume(engine)
                if (again := self.next_run()) is None:
                    return
                at, data = again
            else:
                self._place = (at[0], at[1] + len(data))
                return
        raise Behind(f"another device writes on {self.log.subject} all the time")

    def _left(self) -> list[int]:
        """The segments that are not wholly sent, oldest first."""
        return [number for number in segment_numbers(self.fs, self.journal) if number >= self._place[0]]

    def _from(self, number: int) -> int:
        return self._place[1] if number == self._place[0] else 0

    def _size(self, number: int) -> int:
        stat = self.fs.stat(segment_path(self.journal, number))
        return stat.size if stat else 0

    def _read(self, number: int, at: int, most: int) -> bytes:
        """Bytes of a segment; fewer where it ends, none where it isn't there."""
        try:
            return self.fs.read(segment_path(self.journal, number), at + most)[at:]
        except FileNotFoundError:
            return b""
