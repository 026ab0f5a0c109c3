"""The n-th file call of a session fails, once or for a while: nothing acknowledged is lost, all is saved after it."""

from __future__ import annotations

import errno
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from saga_tui.changes import Doc, same
from saga_tui.store import BadFile, Memory, NotSaved, load_text
from tests.store.sample import FILE, act, create, reopen
from tests.store.simfs import Image, SimFS

CALLS = (
    "open_new", "open_append", "write", "fdatasync", "fsync", "close", "replace", "exchange", "link",
    "fsync_dir", "unlink", "read", "listdir", "stat", "fstat", "mkdir",
)  # fmt: skip
_WRITING = ("write", "open_new", "fsync", "fdatasync", "replace", "exchange", "link", "mkdir")
_ARMED = {
    "ENOSPC": _WRITING,
    "EDQUOT": _WRITING,
    "EROFS": (*_WRITING, "open_append", "unlink"),
    "EACCES": ("replace", "exchange", "unlink", "open_new", "link"),
    "EINTR": ("write",),
    "ENOSYS": ("exchange",),
    "short": ("write",),
    "torn": ("write",),
    "lying flush": ("fsync", "fdatasync"),
}
KINDS = ("EIO", "ENOSPC", "EDQUOT", "EROFS", "EACCES", "EINTR", "ENOSYS", "short", "torn", "lying flush")


class Faulty:
    """A disk on which the file calls from number `at` on fail, `span` of them."""

    lockable = False
    settle = 0.0

    def __init__(self, disk: SimFS, at: int, kind: str, span: int) -> None:
        self.disk, self.at, self.kind, self.span = disk, at, kind, span
        self.count = 0
        self.hit = ""

    def __getattr__(self, name: str) -> Any:
        call = getattr(self.disk, name)
        if name not in CALLS:
            return call

        def guarded(*args: Any) -> Any:
            self.count += 1
            if self.at <= self.count < self.at + self.span and name in _ARMED.get(self.kind, CALLS):
                self.hit = self.hit or name
                return self._fail(call, name, args)
            return call(*args)

        return guarded

    def _fail(self, call: Callable[..., Any], name: str, args: tuple[Any, ...]) -> Any:
        if self.kind in ("short", "torn"):
            part = args[1][: max(1, len(args[1]) // 2)]
            written = call(args[0], part)
            if self.kind == "short":
                return written
            raise OSError(errno.ENOSPC, "torn")
        if self.kind == "lying flush":  # the kernel drops the dirty pages and says so once
            inode = self.disk.fds[args[0]]
            inode.data, inode.pending = inode.durable, []
            raise OSError(errno.EIO, "the flush failed")
        raise OSError(getattr(errno, self.kind), self.kind)


@dataclass
class Outcome:
    """How many faults were tried, and which of them lost something."""

    counts: Counter[str] = field(default_factory=Counter)
    bad: list[str] = field(default_factory=list)


@dataclass
class _Played:
    memory: Memory | None
    wanted: Doc
    problem: str = ""


def base_image() -> tuple[Image, Doc]:
    """A character that was made and closed in peace."""
    disk = SimFS()
    memory = create(disk)
    doc = memory.doc
    memory.close()
    return disk.now(), doc


def _play(fs: Any, first: Doc) -> _Played:
    try:
        memory = reopen(fs)
    except (BadFile, OSError):
        return _Played(None, first)
    if memory.read_only:  # a part of the journal could not be read
        return _Played(None, first)
    problem, looks = "", 0
    for step in range(14):
        with suppress(NotSaved):
            _step(memory, step)
        if fs.hit and memory.status == "saved" and looks < 3 and not problem:
            looks += 1
            problem = _power_cut(fs.disk, memory)
    return _Played(memory, memory.doc, problem)


def _power_cut(disk: SimFS, memory: Memory) -> str:
    """The power goes at this very moment: what was called saved is there."""
    acked = memory._parts.ledger.last_id
    try:
        found = reopen(SimFS(disk.surely()))
    except BadFile as error:
        return f"cannot be reopened: {error}"
    last = found._parts.ledger.last_id
    if found._parts.places.device != memory._parts.places.device:  # the device's name could not be read
        return "" if same(found.doc, memory.doc) else "WRONG STATE on what looks like another device"
    if last < acked:
        return f"LOST: acknowledged {acked}, found {last}"
    if last == acked and not same(found.doc, memory.doc):
        return f"WRONG STATE after {acked} acknowledged events"
    return ""


def _step(memory: Memory, step: int) -> None:
    match step % 7:
        case 3:
            memory.undo()
        case 5:
            act(memory, "gear", [*memory.doc["gear"], {"name": f"Thing {step}"}])
        case 4:
            memory.save_draft("concept.line", "typed " * step)
        case _:
            act(memory, "play.damage.pain", step)
    if step % 7 in (2, 6):
        memory.checkpoint()


def count_calls() -> int:
    """How many file calls the session has."""
    image, first = base_image()
    probe = Faulty(SimFS(image), 10**9, "EIO", 1)
    _play(probe, first)
    return probe.count


def run(kind: str, span: int, calls: range) -> Outcome:
    """The session with a fault at each of these calls."""
    image, first = base_image()
    outcome = Outcome()
    for at in calls:
        disk = SimFS(image)
        fs = Faulty(disk, at, kind, span)
        problem = _judge(fs, disk, first, outcome)
        if problem:
            outcome.bad.append(f"{kind} × {span} at call {at} ({fs.hit}): {problem}")
    return outcome


def _judge(fs: Faulty, disk: SimFS, first: Doc, outcome: Outcome) -> str:
    played = _play(fs, first)
    if not fs.hit:
        outcome.counts["not reached"] += 1
        return ""
    outcome.counts["faults"] += 1
    if played.memory is None:
        outcome.counts["refused to open"] += 1
        return _reopens(disk, first)
    if played.problem:
        return played.problem
    return _after(fs, disk, played.memory, played.wanted)


def _reopens(disk: SimFS, first: Doc) -> str:
    return "" if same(reopen(SimFS(disk.surely())).doc, first) else "a refused opening changed the character"


def _after(fs: Faulty, disk: SimFS, memory: Memory, wanted: Doc) -> str:
    """The fault is over: everything that the user saw has to be saved."""
    fs.at = 10**9
    try:
        memory.flush()
        memory.checkpoint()
        memory.close()
    except (NotSaved, OSError) as error:
        return f"cannot be saved after the fault has gone: {error}"
    if not same(memory.doc, wanted):
        return "the state after the second try is not what the user saw"
    again = reopen(SimFS(disk.surely()))
    if not same(again.doc, wanted):
        return "the reopened state is not what the user saw"
    if not same(load_text(disk.surely()[FILE].decode()), wanted):
        return "the file does not hold what the user saw"
    return ""
