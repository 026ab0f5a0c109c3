"""A line that does everything a line can: ends, goes dead, tells twice, and forgets the answer to what it stored."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Mapping, Sequence

from saga_tui.live.engine import Cut, Engine, Message, Presence


class BadLine:
    """An engine on a line of which each call may go wrong; `how` is the chance that one does."""

    def __init__(self, engine: Engine, chance: random.Random, how: float, dead: float = 0.3) -> None:
        """`dead` is how long a line that has gone dead is waited for, in seconds."""
        self.engine, self.chance, self.how, self.dead = engine, chance, how, dead

    async def _fate(self) -> None:
        if self.chance.random() < self.how:
            if self.chance.random() < 0.3:
                await asyncio.sleep(self.dead)
            raise Cut("the line was cut")

    async def last(self, subject: str) -> Message | None:
        await self._fate()
        return await self.engine.last(subject)

    async def publish(self, subject: str, headers: Mapping[str, str], data: bytes, *, after: int) -> int:
        await self._fate()
        number = await self.engine.publish(subject, headers, data, after=after)
        await self._fate()  # it is stored, and the answer is lost
        return number

    async def messages(self, cursor: str) -> AsyncIterator[Sequence[Message]]:
        await self._fate()
        async for found in self.engine.messages(cursor):
            await self._fate()
            yield found
            if found and self.chance.random() < self.how:
                yield found  # told twice

    async def say(self, who: str, words: str) -> None:
        await self._fate()
        await self.engine.say(who, words)

    def here(self) -> Mapping[str, Presence]:
        return self.engine.here()

    async def close(self) -> None:
        await self.engine.close()
