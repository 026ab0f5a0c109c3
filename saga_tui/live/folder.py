"""A shared folder as an engine: one file a message, one folder a subject, so that no device writes where another does.

Whatever carries the folder from device to device (a network disk, a sync tool) is the line. A file that has not come
over whole is not there yet; of each subject messages are taken in their order, without gaps.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import re
import time
from collections import deque
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from saga_tui.live.engine import LARGE, Behind, Cut, Message, Presence
from saga_tui.store.errors import os_error_in_words
from saga_tui.store.fs import FS, PRIVATE_FOLDER, put, write_new

_NAME: Final = re.compile(r"(\d{9})\.msg")
_SUBJECT: Final = re.compile(r"[a-z0-9.]{1,200}")
LOOK: Final = 0.05
"""Seconds between two looks for what is new."""
_SEAT: Final = re.compile(r"[a-z0-9]{1,32}")
_AT_ONCE: Final = 4.0
"""Seconds between two words of a seat at most, where a folder carries them at once."""
_SLOWEST: Final = 90.0
"""Seconds between them that are a sync tool's; what is longer was an absence."""
_FILE: Final = 0o666
_OTHERS: Final = 0o022
"""Other users may write there: it is meant for them too."""
_MOST: Final = 2_000_000
_LISTED: Final = 100
"""Of so many messages of a subject one is published only after a look at all."""
_TOGETHER: Final = 200
"""Messages that are read without a pause: others wait meanwhile."""
_BESIDE: Final = ".~"


@dataclass(slots=True)
class _Heard:
    """What a seat said last, and when that came here; and how long it took lately until the next word came."""

    text: str
    at: float
    gaps: deque[float] = field(default_factory=lambda: deque((0.0,), 3))

    def take(self, text: str, now: float) -> None:
        """What stands in its file now."""
        if text != self.text:
            if now - self.at < _SLOWEST:
                self.gaps.append(now - self.at)
            self.text, self.at = text, now

    def ago(self, now: float) -> float:
        """Seconds since it was heard, without those that the folder itself is late: who is here should not seem to
        come and go with the pace of a sync tool."""
        late = max(self.gaps)
        return max(0.0, now - self.at - (2 * late if late > _AT_ONCE else 0.0))


class FolderEngine:
    """A connection to a table's folder."""

    def __init__(self, fs: FS, folder: str, table: str) -> None:
        """`folder` is shared by all; each table has its own in it. Raises Cut."""
        self.fs, self.root = fs, f"{folder}/{table}"
        self._heard: dict[str, _Heard] = {}
        self._open = True
        self._newest: dict[str, int] = {}
        with _cut():
            top = fs.stat(folder)
            self._mode = top.mode if top is not None and top.mode & _OTHERS else PRIVATE_FOLDER
            for place in (self.root, f"{self.root}/here"):
                self._make(place)

    def _make(self, folder: str) -> None:
        """A folder in it, for all who may use the shared one: on a network disk they are several users."""
        if self.fs.stat(folder) is None:
            self.fs.mkdir(folder)
            with suppress(OSError):
                Path(folder).chmod(self._mode)

    async def last(self, subject: str) -> Message | None:
        """The newest whole message of a subject."""
        await self._turn()
        with _cut():
            found = (self._read(subject, number) for number in reversed(self._numbers(subject)))
            return next((message for message in found if message is not None), None)

    async def publish(self, subject: str, headers: Mapping[str, str], data: bytes, *, after: int) -> int:
        """Put the next file of a subject in its place, unless there is one."""
        await self._turn()
        if not self._follows(subject, after):
            raise Behind(f"{subject} goes on from another message")
        path = self._path(subject, after + 1)
        folder = path.rpartition("/")[0]
        beside = f"{folder}/{_BESIDE}{time.monotonic_ns()}.tmp"
        with _cut():
            self._make(folder)
            write_new(self.fs, beside, _whole(headers, data), self._mode & _FILE)
            try:
                self.fs.link(beside, path)
            except FileExistsError:
                raise Behind(f"{subject} goes on from another message") from None
            finally:
                self.fs.unlink(beside)
            self.fs.fsync_dir(folder)
        self._newest[subject] = after + 1
        return after + 1

    async def messages(self, cursor: str) -> AsyncIterator[Sequence[Message]]:
        """Subject by subject, each in its order."""
        done = _counts(cursor)
        for subject, (number, digest) in [*done.items()]:
            known = self._read(subject, number) if _SUBJECT.fullmatch(subject) else None
            if known is None or _digest(known) != digest:
                del done[subject]  # the folder was set back: from its beginning
        while True:
            await self._turn()
            for subject in self._subjects():
                last = done.get(subject, (0, ""))[0]
                while found := self._next(subject, last):
                    last = found[-1].number
                    done[subject] = last, _digest(found[-1])
                    yield [*found[:-1], replace(found[-1], cursor=json.dumps(done))]
                    await asyncio.sleep(0)
                if last and self.fs.stat(self._path(subject, last)) is None:
                    raise Cut("the shared folder was set back: what it has lost is put there again")
            yield ()
            await asyncio.sleep(LOOK)

    async def say(self, who: str, words: str) -> None:
        """A small file that is written anew."""
        await self._turn()
        with _cut():
            put(self.fs, f"{self.root}/here/{who}", f"{time.time_ns()} {words}".encode(), self._mode & _FILE)

    def here(self) -> Mapping[str, Presence]:
        """Whose file was changed lately, by this device's own clock: another's may be wrong."""
        now, found = time.monotonic(), dict[str, Presence]()
        with _cut():
            names = self.fs.listdir(f"{self.root}/here")
        for who in filter(_SEAT.fullmatch, names):
            with suppress(OSError):
                text = self.fs.read(f"{self.root}/here/{who}", 2_000).decode(errors="replace")
                known = self._heard.get(who)
                if known is None:
                    at = float(text.partition(" ")[0]) / 1e9 if text[:1].isdigit() else 0.0
                    known = self._heard[who] = _Heard(text, now - max(0.0, time.time() - at))
                known.take(text, now)
                found[who] = Presence(known.ago(now), text.partition(" ")[2])
        return found

    async def close(self) -> None:
        """Nothing is held."""
        self._open = False

    # -- files

    async def _turn(self) -> None:
        await asyncio.sleep(0)
        if not self._open or self.fs.stat(self.root) is None:
            raise Cut("the shared folder is not there")

    def _subjects(self) -> list[str]:
        with _cut():
            return [name for name in self.fs.listdir(self.root) if name != "here" and _SUBJECT.fullmatch(name)]

    def _follows(self, subject: str, after: int) -> bool:
        """Whether a message is the newest of its subject. Where this connection has put it there itself, that it is
        there and none after it says so; all of them are listed now and then, so that a hole is found."""
        if self._newest.get(subject) != after or after % _LISTED == 0:
            return max(self._numbers(subject), default=0) == after
        with _cut():
            there, more = (self.fs.stat(self._path(subject, number)) for number in (after, after + 1))
        return there is not None and more is None

    def _numbers(self, subject: str) -> list[int]:
        with _cut():
            names = self.fs.listdir(f"{self.root}/{subject}")
        there = {int(match[1]) for name in names if (match := _NAME.fullmatch(name))}
        end = next((number for number in range(1, len(there) + 2) if number not in there), 1)
        return [*range(1, end)]  # what lies behind a hole is not there: it is filled first

    def _path(self, subject: str, number: int) -> str:
        if not _SUBJECT.fullmatch(subject):
            raise Cut("no such subject")
        return f"{self.root}/{subject}/{number:09d}.msg"

    def _next(self, subject: str, last: int) -> list[Message]:
        """What follows a message, as much as may come together."""
        found, size = list[Message](), 0
        while len(found) < _TOGETHER and size < LARGE and (message := self._read(subject, last + 1 + len(found))):
            found.append(message)
            size += len(message.data)
        return found

    def _read(self, subject: str, number: int) -> Message | None:
        """A message that is there whole; None for one that is still on its way."""
        with _cut():
            try:
                raw = self.fs.read(self._path(subject, number), _MOST)
            except FileNotFoundError:
                return None
        head, _, data = raw.partition(b"\n")
        with suppress(ValueError, TypeError, AttributeError):
            said = json.loads(head)
            if said["sha"] == hashlib.sha256(data).hexdigest():
                return Message(subject, number, {str(k): str(v) for k, v in said["headers"].items()}, data)
        return None


def make_room(fs: FS, folder: str, table: str) -> None:
    """Make a table's part of a shared folder. Raises ValueError in plain words."""
    try:
        fs.mkdir(f"{folder}/{table}")
    except OSError as error:
        fix = "Choose one that you may write to; if it is on another disk, see that this is there."
        why = f"The shared folder {folder} cannot be used: {os_error_in_words(error)}."
        raise ValueError(f"{why} {fix}") from error


@contextmanager
def _cut() -> Iterator[None]:
    """A folder that cannot be reached ends the connection."""
    try:
        yield
    except OSError as error:
        raise Cut(f"the shared folder cannot be used: {os_error_in_words(error)}") from error


def _whole(headers: Mapping[str, str], data: bytes) -> bytes:
    """A message's file: what tells whether it has come over whole, and the bytes."""
    head = {"sha": hashlib.sha256(data).hexdigest(), "headers": dict(headers)}
    return json.dumps(head).encode() + b"\n" + data


def _counts(cursor: str) -> dict[str, tuple[int, str]]:
    """How many messages of each subject were read, and what the last one was; nothing where the cursor says nothing
    that can be."""
    with suppress(ValueError, TypeError, AttributeError):
        return {str(name): (int(count), str(digest)) for name, (count, digest) in json.loads(cursor or "{}").items()}
    return {}


def _digest(message: Message) -> str:
    return hashlib.sha256(message.data).hexdigest()[:16]
