"""What the protocol asks of whatever carries messages: one order for all, a condition on publishing, and a way back in.

An engine is used for one connection. Whatever goes wrong raises `Cut`, and ends it; the next one finds its place anew.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final, Protocol

LIMIT: Final = 5.0
"""Seconds that any one step may take: a line that has gone dead says nothing."""
MOST: Final = 2_000
LARGE: Final = 4_000_000
"""So many messages come together at most, and about so many bytes."""


class Cut(Exception):
    """The connection is no use any more, or cannot be believed; begin another one."""


class Behind(Cut):
    """Something else was published on the subject since: look where it stands, and go on from there."""


class Away(Cut):
    """Nobody is where the table should be: no server answers, or the folder is not there."""


class Refused(Cut):
    """The engine knows us, and does not allow this: the seat was withdrawn, or its link has run out."""


@dataclass(frozen=True, slots=True)
class Message:
    """What was published: on which subject, its number there or in the whole stream, headers and bytes. `cursor` is
    from where to go on after it; only the last of several that come together says it."""

    subject: str
    number: int
    headers: Mapping[str, str]
    data: bytes
    cursor: str = ""


@dataclass(frozen=True, slots=True)
class Presence:
    """What a seat says of itself, not kept anywhere: seconds since it was last heard, and what it said."""

    ago: float
    words: str = field(default="")


class Engine(Protocol):
    """One connection to a table's stream. Every call raises Cut."""

    async def last(self, subject: str) -> Message | None:
        """The newest message of a subject; None where there is none."""
        ...

    async def publish(self, subject: str, headers: Mapping[str, str], data: bytes, *, after: int) -> int:
        """Store a message as the next one of its subject, if the newest there has the number `after` (0: there is
        none); returns its number. It is stored for good when this returns. Raises Behind."""
        ...

    def messages(self, cursor: str) -> AsyncIterator[Sequence[Message]]:
        """Every message after a cursor, in the one order that all see, as many together as are there, up to a limit;
        from the first where the cursor is empty, or not of this stream. None at all each time when nothing more is
        there at the moment. Never ends by itself."""
        ...

    async def say(self, who: str, words: str) -> None:
        """Tell the others that a seat is here; forgotten soon."""
        ...

    def here(self) -> Mapping[str, Presence]:
        """Who was heard lately."""
        ...

    async def close(self) -> None:
        """Give everything back. Raises nothing."""
        ...


class Limited:
    """An engine of which no call takes longer than a limit: one whose answer never comes is a connection that ended."""

    def __init__(self, engine: Engine, limit: float = LIMIT) -> None:
        """`limit` in seconds."""
        self.engine, self.limit = engine, limit

    async def last(self, subject: str) -> Message | None:
        """As the engine; raises TimeoutError too."""
        async with asyncio.timeout(self.limit):
            return await self.engine.last(subject)

    async def publish(self, subject: str, headers: Mapping[str, str], data: bytes, *, after: int) -> int:
        """As the engine; raises TimeoutError too."""
        async with asyncio.timeout(self.limit):
            return await self.engine.publish(subject, headers, data, after=after)

    async def messages(self, cursor: str) -> AsyncIterator[Sequence[Message]]:
        """As the engine; raises TimeoutError where not even that there is nothing is said for so long."""
        there = aiter(self.engine.messages(cursor))
        while True:
            async with asyncio.timeout(self.limit):
                found = await anext(there)
            yield found

    async def say(self, who: str, words: str) -> None:
        """As the engine; raises TimeoutError too."""
        async with asyncio.timeout(self.limit):
            await self.engine.say(who, words)

    def here(self) -> Mapping[str, Presence]:
        """As the engine."""
        return self.engine.here()

    async def close(self) -> None:
        """As the engine, or without it."""
        with suppress(TimeoutError):
            async with asyncio.timeout(self.limit):
                await self.engine.close()
