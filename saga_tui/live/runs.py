"""Messages of one journal that follow each other, taken as one: the newest one's signature vouches for all of them.

Each message is signed with the sum of its segment up to its own end. Who comes late reads thousands of them: where they
follow each other in one segment, the sum of what is here and of them is reckoned once, and compared with what the
newest says.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from saga_tui.live.engine import Message
from saga_tui.live.wire import TOTAL, Place, Span, genuine, span_of
from saga_tui.store.fs import FS
from saga_tui.store.journal import segment_path

_NOWHERE: Final[Place] = (-1, -1)


class Total:
    """The sum of a segment up to some place; it goes on from there, and is reckoned anew for another one."""

    __slots__ = ("_place", "_sum")

    def __init__(self) -> None:
        """Nothing is read yet."""
        self._place, self._sum = _NOWHERE, hashlib.sha256()

    def after(self, fs: FS, journal: str, at: Place, data: bytes) -> str:
        """The sum of a segment up to the end of bytes that begin at a place; nothing where less than that is here.
        Raises OSError."""
        if self._place != at:
            before = _beginning(fs, segment_path(journal, at[0]), at[1]) if at[1] else b""
            if len(before) < at[1]:
                return ""
            self._sum = hashlib.sha256(before)
        self._sum.update(data)
        self._place = (at[0], at[1] + len(data))
        return base64.b64encode(self._sum.digest()).decode()

    def forget(self) -> None:
        """What was added last does not count."""
        self._place = _NOWHERE


def _beginning(fs: FS, path: str, size: int) -> bytes:
    try:
        return fs.read(path, size)
    except FileNotFoundError:
        return b""


@dataclass(slots=True)
class Run:
    """Messages of one journal of which each begins where the one before it ends, in one segment."""

    span: Span
    messages: list[Message]
    end: Place

    @property
    def data(self) -> bytes:
        """The bytes of all of them."""
        return b"".join(message.data for message in self.messages)

    def genuine(self, key: str, total: str) -> bool:
        """Whether the seat with this public key wrote all of it: the first message says where it begins, the newest
        one of which sum it is the end."""
        first, last = self.messages[0], self.messages[-1]
        return (
            total != ""
            and last.headers.get(TOTAL) == total
            and all(genuine(key, one.subject, one.headers, one.data) for one in (first, last))
        )


def runs(messages: Iterable[Message]) -> list[Run]:
    """Messages of one journal, as long as they follow each other in one run."""
    found: list[Run] = []
    for message in messages:
        span = span_of(message.headers) or Span(_NOWHERE, _NOWHERE)
        last = found[-1] if found else None
        end = (span.at[0], span.at[1] + len(message.data))
        if last is not None and span.at == span.before == last.end != _NOWHERE:
            last.messages.append(message)
            last.end = end
        else:
            found.append(Run(span, [message], end))
    return found
