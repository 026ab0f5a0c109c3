"""NATS JetStream as an engine: one stream a table, the server's own conditions on publishing.

The client's own reconnecting is off: a connection is used once. Idle heartbeats tell a line that has gone dead, and the
consumer's own count tells what was lost on the way.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import os
import ssl
import time
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import Final, Self
from urllib.parse import urlsplit

import nats
import nats.errors
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.js.api import AckPolicy, ConsumerConfig, DeliverPolicy, DiscardPolicy, StreamConfig
from nats.js.errors import APIError, NotFoundError
from nats.js.errors import Error as JetStreamError

from saga_tui.live.engine import LARGE, LIMIT, MOST, Away, Behind, Cut, Message, Presence, Refused
from saga_tui.live.trust import distrust, trusting
from saga_tui.live.wire import SIGNED
from saga_tui.store.errors import os_error_in_words

_OVER: Final = "this link is no longer good"
_WRONG_LAST: Final = 10071
"""The server's code for "something else was published there since"."""
_BEAT: Final = 1.5
"""Seconds between two signs of life of a consumer with nothing to deliver."""
_MOST: Final = 200_000_000
"""Bytes of a table's stream: full is full, nothing stored is pushed out."""

_LARGEST: Final = 400_000
"""Bytes of one message at most: a run of a journal, and what stands above it."""
_SOON: Final = 0.05
"""Seconds that messages which have come wait at most for those that are under way."""
_LATE: Final = 0.3
"""Seconds that messages are gathered for at most."""
_SHORT: Final = 9
"""Words of what a message is answered by, where it comes from no domain."""


class _Client(Client):
    """Says nothing to a server that does not encrypt where its address says that it does: nats-py would go on."""

    def _connect_command(self) -> bytes:
        server = self._current_server
        if server is not None and server.uri.scheme == "tls" and not self._server_info.get("tls_required"):
            raise Refused("the table's server cannot be trusted: it does not encrypt, as your link says it does")
        return super()._connect_command()


class NatsEngine:
    """A connection to a table's stream."""

    def __init__(self, link: Client, table: str, who: str, limit: float) -> None:
        """For `connect` only."""
        self._link, self._table, self._who, self._limit = link, table, who, limit
        self._js = link.jetstream(timeout=limit)
        self._over = asyncio.Event()
        self._why = ""
        self._heard: dict[str, tuple[float, str]] = {}
        self._inbox: list[Msg] = []
        self._came = asyncio.Event()

    @classmethod
    async def connect(
        cls, url: str, table: str, who: str, seed: str, *, found: bool = False, limit: float = LIMIT, cert: str = ""
    ) -> Self:
        """Connect as a seat; `found`: the stream is made where there is none (the GM's job); `limit`: seconds that a
        call may take; `cert`: the fingerprint of the server's certificate. Raises Cut, Refused."""
        engine: Self | None = None
        logging.getLogger("asyncio").setLevel(logging.ERROR)  # nats-py has it warn, on the screen, as a TLS line ends

        async def ended(error: Exception | None = None) -> None:
            if engine is not None:
                engine._end(error)

        with _cut(f"{urlsplit(url).netloc.rpartition('@')[2]} does not answer"):
            async with asyncio.timeout(limit + 1):
                link = _Client()
                await link.connect(url, nkeys_seed_str=seed, inbox_prefix=f"_IN_{who}", allow_reconnect=False,
                             ping_interval=2, max_outstanding_pings=2, connect_timeout=max(1, int(limit)),
                             closed_cb=ended, disconnected_cb=ended, error_cb=ended,
                             tls=trusting(cert) if cert or url.startswith("tls:") else None)  # fmt: skip
            engine = cls(link, table, who, limit)
            try:
                if found:
                    await engine._found()
                await link.subscribe(f"tables.{table}.here.*", cb=engine._hear)
            except BaseException:
                await engine.close()
                raise
        return engine

    async def last(self, subject: str) -> Message | None:
        """The newest message of a subject."""
        self._alive()
        with _cut():
            try:
                raw = await self._js.get_last_msg(f"T_{self._table}", subject)
            except NotFoundError as error:
                if error.err_code == 10059:  # no such stream: that is no answer
                    raise Cut("the table is not open yet") from error
                return None
        return Message(subject, raw.seq or 0, raw.headers or {}, raw.data or b"")

    async def publish(self, subject: str, headers: Mapping[str, str], data: bytes, *, after: int) -> int:
        """Stored on the server's disk, as the next one of its subject."""
        self._alive()
        told = {**headers, "Nats-Expected-Last-Subject-Sequence": str(after)}
        told["Nats-Msg-Id"] = f"{after}.{hashlib.sha256((subject + headers.get(SIGNED, '')).encode()).hexdigest()[:24]}"
        with _cut():
            try:
                ack = await self._js.publish(
                    subject, data, timeout=self._limit, stream=f"T_{self._table}", headers=told
                )
            except APIError as error:
                if error.err_code == _WRONG_LAST:
                    raise Behind(f"{subject} goes on from another message") from error
                raise
        return ack.seq

    async def messages(self, cursor: str) -> AsyncIterator[Sequence[Message]]:
        """Every message in the stream's order, pushed by the server as fast as they are taken: those that are under way
        already are waited for, so that many come together."""
        seen = await self._known(cursor)
        left, count, size = await self._consume(seen + 1), 0, 0
        found, until = list[Message](), 0.0
        if not left:
            yield ()
        while True:
            until = until if found else time.monotonic() + _LATE
            come = await self._come(_SOON if found else max(self._limit, 2 * _BEAT))
            for raw in come:
                if raw.headers and "Status" in raw.headers:
                    left = left if await self._is_flow(raw, count) else 0
                    continue
                message, place, left = _message(raw)
                count += 1
                if place != count:
                    raise Cut("messages were lost on the way")
                found.append(message)
                size += len(message.data)
            late = time.monotonic() > until
            if found and (not left or not come or late or len(found) >= MOST or size >= LARGE):
                last, size = found[-1], 0
                yield [*found[:-1], replace(last, cursor=f"{last.number}:{_digest(last.data)}")]
                found = []
            if come and not left:
                yield ()

    async def say(self, who: str, words: str) -> None:
        """Not stored."""
        self._alive()
        with _cut():
            await self._link.publish(f"tables.{self._table}.here.{who}", words.encode())

    def here(self) -> Mapping[str, Presence]:
        """Who was heard on this connection."""
        now = time.monotonic()
        return {who: Presence(now - at, words) for who, (at, words) in self._heard.items()}

    async def close(self) -> None:
        """Within two seconds, whatever the line does."""
        self._end(None)
        with suppress(Exception):
            async with asyncio.timeout(2):
                await self._link.close()

    # -- the connection

    def _end(self, error: Exception | None) -> None:
        self._why = self._why or (str(error) if error is not None else "")
        self._over.set()
        self._came.set()

    def _alive(self) -> None:
        if self._over.is_set():
            refused = "permissions" in self._why.lower() or "authorization" in self._why.lower()
            raise Refused(_OVER) if refused else Cut(self._why or "the connection has ended")

    async def _hear(self, raw: Msg) -> None:
        words = raw.data[:500].decode(errors="replace")
        self._heard[raw.subject.rpartition(".")[2]] = (time.monotonic(), words)

    async def _found(self) -> None:
        """Full is full, and nothing is deleted."""
        try:
            await self._js.stream_info(f"T_{self._table}")
        except NotFoundError:
            subjects = [f"tables.{self._table}.log.>", f"tables.{self._table}.roster"]
            how = StreamConfig(name=f"T_{self._table}", subjects=subjects, discard=DiscardPolicy.NEW,
                               max_bytes=_MOST, max_msg_size=_LARGEST, deny_delete=True)  # fmt: skip
            await self._js.add_stream(how)

    async def _known(self, cursor: str) -> int:
        """The number that a cursor is at, if this is the stream that it was of; else 0."""
        number, _, digest = cursor.partition(":")
        if not number.isdigit():
            return 0
        with _cut():
            try:
                raw = await self._js.get_msg(f"T_{self._table}", int(number))
            except APIError:
                return 0
        return int(number) if _digest(raw.data or b"") == digest else 0

    async def _consume(self, first: int) -> int:
        """A consumer of this connection alone, pushed to a subject of its own; how many messages it has to push."""
        self._alive()
        inbox = f"_IN_{self._who}.{os.urandom(8).hex()}"

        async def take(raw: Msg) -> None:
            self._inbox.append(raw)
            self._came.set()

        with _cut():
            await self._link.subscribe(inbox, cb=take)
            made = await self._js.add_consumer(
                f"T_{self._table}",
                ConsumerConfig(name=f"c{os.urandom(12).hex()}", deliver_subject=inbox, ack_policy=AckPolicy.NONE,
                               deliver_policy=DeliverPolicy.BY_START_SEQUENCE, opt_start_seq=first,
                               filter_subject=f"tables.{self._table}.>", idle_heartbeat=_BEAT, flow_control=True,
                               inactive_threshold=5),
            )  # fmt: skip
        return (made.num_pending or 0) + (made.delivered.consumer_seq if made.delivered is not None else 0)

    async def _come(self, seconds: float) -> list[Msg]:
        """What has come; nothing where that is not long. Raises Cut when it was too long."""
        if not self._inbox:
            self._came.clear()
            try:
                async with asyncio.timeout(seconds):
                    await self._came.wait()
            except TimeoutError:
                if seconds != _SOON:
                    raise Cut("the table's server has gone silent") from None
        self._alive()
        found, self._inbox = self._inbox, []
        return found

    async def _is_flow(self, raw: Msg, count: int) -> bool:
        """Answer what the server says beside messages: whether it only waits until those before it were taken; else it
        is a sign of life, and nothing is under way."""
        told = raw.headers or {}
        if told["Status"] != "100":
            raise Cut(told.get("Description", "the server ended the delivery"))
        if asked := raw.reply or told.get("Nats-Consumer-Stalled", ""):
            with _cut():
                await self._link.publish(asked)
            return True
        if told.get("Nats-Last-Consumer", str(count)) != str(count):
            raise Cut("messages were lost on the way")
        return False


def _message(raw: Msg) -> tuple[Message, int, int]:
    """A message, its number at this consumer, and how many are under way after it."""
    words = raw.reply.split(
        "."
    )  # $JS.ACK.stream.consumer.delivered.stream.consumer.time.left; more before, in a domain
    try:
        number, place, _, left = map(int, words[5:9] if len(words) == _SHORT else words[7:11])
    except ValueError as error:
        raise Cut("what came is no message of a table") from error
    return Message(raw.subject, number, raw.headers or {}, raw.data), place, left


@contextmanager
def _cut(silent: str = "") -> Iterator[None]:
    """Whatever goes wrong in the client ends the connection; `silent` says that no server was there to begin it."""
    try:
        yield
    except Cut:
        raise
    except ssl.SSLCertVerificationError as error:
        raise Refused(distrust(error)) from error
    except (JetStreamError, nats.errors.Error, OSError, TimeoutError, ValueError) as error:
        if isinstance(error, nats.errors.AuthorizationError) or "authorization" in str(error).lower():
            raise Refused(_OVER) from error
        if silent and isinstance(error, OSError | nats.errors.NoServersError):  # a TimeoutError is an OSError
            raise Away(silent) from error
        said = os_error_in_words(error) if isinstance(error, OSError) else str(error)
        raise Cut(said or type(error).__name__) from error


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]
