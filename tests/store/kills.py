"""A session in a child process that is killed, and a look at what it left."""

from __future__ import annotations

import os
import random
import signal
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from saga_tui.changes import Doc, same
from saga_tui.store import BadFile, Memory, RealFS, load_text
from saga_tui.store.folders import sha
from saga_tui.store.toml import literal
from tests.store.sample import LAYOUT, act, character, now

CALLS = (
    "read", "stat", "fstat", "listdir", "mkdir", "open_new", "open_append", "write", "fdatasync", "fsync", "close",
    "replace", "exchange", "link", "unlink", "fsync_dir",
)  # fmt: skip


class KillingFS(RealFS):
    """The real disk; the process is killed before its n-th file call, or in the middle of it if it is a write."""

    settle = 0.0

    def __init__(self, at: int, half: bool = False) -> None:
        self.at, self.half, self.count = at, half, 0

    def __getattribute__(self, name: str) -> Any:
        call = super().__getattribute__(name)
        if name not in CALLS:
            return call

        def counted(*args: Any) -> Any:
            self.count += 1
            if self.count == self.at:
                if self.half and name == "write":
                    call(args[0], args[1][: len(args[1]) // 2])
                os.kill(os.getpid(), signal.SIGKILL)
            return call(*args)

        return counted


@dataclass(frozen=True)
class Place:
    """Where a session plays."""

    folder: Path
    state: Path

    @property
    def file(self) -> Path:
        return self.folder / "kestrel.toml"


def prepared(place: Place) -> Doc:
    """A character that was made and closed in peace."""
    with Memory.create(place.folder, character(), LAYOUT, state_dir=place.state, now=now) as memory:
        act(memory, "play.damage.pain", 50)
        return memory.doc


def session(place: Place, acks: int, *, fs: Any = None, threaded: bool = False, rounds: int = 1) -> None:
    """Actions, undo, checkpoints; each acknowledged state is told through the pipe."""
    memory = Memory.open(place.file, LAYOUT, state_dir=place.state, fs=fs, threaded=threaded, now=now)

    def told() -> None:
        if memory.status == "saved":
            newest = memory._parts.ledger.last_id
            os.write(acks, f"{newest} {fingerprint(memory.doc)}\n".encode())

    for turn in range(rounds):
        for value in range(4):
            act(memory, "play.damage.pain", 100 * turn + value)
            told()
        memory.save_draft("concept.line", f"draft {turn}")
        memory.undo()
        told()
        if turn % 5 == 4:
            memory._parts.ledger.journal.roll() if not threaded else None
        memory.checkpoint()
        told()
        act(memory, "gear", memory.doc["gear"][:1] * (turn % 4 + 1))
        memory.drop_draft("concept.line")
        told()
    memory.close()
    os.write(acks, b"end\n")


def fingerprint(doc: Doc) -> str:
    """A document's content, whatever its order."""
    return sha(literal(_ordered(doc)).encode())


def _ordered(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _ordered(value[key]) for key in sorted(value)}
    return [_ordered(item) for item in value] if isinstance(value, list) else value


def killed_at(place: Place, call: int, *, half: bool = False) -> tuple[str, bool]:
    """The session, killed at a file call; gives what is wrong, and whether it lived to its end."""

    def play(acks: int) -> None:
        session(place, acks, fs=KillingFS(call, half))

    return _killed(place, play, None)


def killed_after(place: Place, seconds: float) -> tuple[str, bool]:
    """A long threaded session, killed after some time."""

    def play(acks: int) -> None:
        session(place, acks, threaded=True, rounds=10_000)

    return _killed(place, play, seconds)


def _killed(place: Place, play: Any, seconds: float | None) -> tuple[str, bool]:
    told, ended = _forked(play, seconds)
    acked = [line for line in told if line != "end" and line.count(" ") == 1 and len(line.split()[1]) == 32]
    return wrong(place, acked[-1] if acked else None), ended


def _forked(play: Any, seconds: float | None) -> tuple[list[str], bool]:
    """What a child process told before it was killed, or ended by itself (then the second is true)."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(read)
            play(write)
        finally:
            os._exit(0)
    os.close(write)
    if seconds is not None:
        time.sleep(seconds)
        os.kill(child, signal.SIGKILL)
    with os.fdopen(read, "rb") as pipe:
        told = pipe.read().decode().splitlines()
    os.waitpid(child, 0)
    return told, "end" in told


def wrong(place: Place, acked: str | None) -> str:
    """What is wrong with the character that a killed session left; nothing, if all acknowledged is there."""
    try:
        memory = Memory.open(place.file, LAYOUT, state_dir=place.state, now=now)
    except BadFile as error:
        return f"cannot be opened: {error}"
    try:
        if memory.read_only:
            return "the lock outlived the process"
        return _compare(memory, place, acked)
    finally:
        memory.close()


def _compare(memory: Memory, place: Place, acked: str | None) -> str:
    if acked is not None:
        number, print_ = acked.split()
        state = memory._parts.ledger.state_at(int(number))
        if state is None:
            return f"LOST: acknowledged {number}, found {memory._parts.ledger.last_id}"
        if fingerprint(state) != print_:
            return f"WRONG STATE at event {number}"
    if any(event.do == "external" for event in memory.history()):
        return "our own file was taken for an edit"
    if memory.problem is not None:
        return f"a problem with the file: {memory.problem}"
    memory.checkpoint()
    return "" if same(load_text(place.file.read_text()), memory.doc) else "the file is wrong after recovery"


def calls_of_a_session(place: Place) -> int:
    """How many file calls the session makes."""
    fs = KillingFS(-1)
    with open(os.devnull, "wb") as nowhere:  # noqa: PTH123
        session(place, nowhere.fileno(), fs=fs)
    return fs.count


def at_random(place: Place, seed: int) -> str:
    """One kill at a random moment."""
    return killed_after(place, random.Random(seed).uniform(0.005, 0.09))[0]


if __name__ == "__main__":  # for strace: the session in a process of its own
    with suppress(BrokenPipeError):
        session(Place(Path(sys.argv[1]), Path(sys.argv[2])), 1)
