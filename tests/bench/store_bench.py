"""What saving costs: each figure beside a baseline of the same run, so that the machine does not matter."""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from saga_tui.changes import diff
from saga_tui.store import Memory, RealFS, dumps
from tests.bench.startup_bench import first_frame
from tests.games.saga.sheet.documents import PLAYED
from tests.store.sample import LAYOUT, character, put


class CountingFS(RealFS):
    """The real disk, its flushes counted."""

    def __init__(self) -> None:
        self.flushes = 0

    def fdatasync(self, fd: int) -> None:
        self.flushes += 1
        super().fdatasync(fd)

    def fsync(self, fd: int) -> None:
        self.flushes += 1
        super().fsync(fd)

    def fsync_dir(self, path: str) -> None:
        self.flushes += 1
        super().fsync_dir(path)


def run(smoke: bool) -> Iterator[str]:
    """The lines of the report. The characters lie in the current folder's file system, not in one made of memory."""
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        place = Path(folder)
        os.environ["SAGA_TUI_STATE"] = str(place / "state")
        yield from _action(place, 50 if smoke else 400)
        yield from _flat(place, (100, 2_000) if smoke else (100, 100_000))
        yield from _opening(place, (10, 1_000) if smoke else (10, 10_000))
        yield from _library(place, (3, 50) if smoke else (3, 1_000), 1 if smoke else 7)


def _median(times: list[float]) -> float:
    return statistics.median(times) * 1000


def _timed(call: Callable[[], object]) -> float:
    begun = time.perf_counter()
    call()
    return time.perf_counter() - begun


def _made(folder: Path, fs: RealFS | None = None) -> Memory:
    return Memory.create(folder, character(), LAYOUT, fs=fs)


def _act(memory: Memory, value: int) -> None:
    new = put(memory.doc, "play.damage.pain", value)
    changes = diff(memory.doc, new)
    memory.commit("suffer", {"kind": "pain", "amount": value}, changes, text="Suffered pain")


def _action(place: Path, count: int) -> Iterator[str]:
    """An action, in turn with a bare append and flush of as many bytes."""
    fs = CountingFS()
    memory = _made(place / "action", fs)
    journal = memory._parts.ledger.journal
    _act(memory, 10_000)
    before = journal.size
    _act(memory, 10_001)
    record = b"x" * (journal.size - before)
    bare = os.open(place / "bare", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    flushed = fs.flushes
    ours: list[float] = []
    theirs: list[float] = []
    for value in range(count):
        new = put(memory.doc, "play.damage.pain", 20_000 + value)
        changes = diff(memory.doc, new)
        ours.append(_timed(lambda c=changes: memory.commit("suffer", {"kind": "pain"}, c, text="Suffered pain")))  # type: ignore[misc]
        theirs.append(_timed(lambda: _bare(bare, record)))
    os.close(bare)
    flushes = (fs.flushes - flushed) / count
    yield (
        f"durable action {_median(ours):.3f} ms, bare append and flush {_median(theirs):.3f} ms:"
        f" {_median(ours) / _median(theirs):.2f} × (at most 3)"
    )
    yield f"flushes an action: {flushes:.2f} (exactly 1)"
    memory.close()


def _bare(file: int, record: bytes) -> None:
    os.write(file, record)
    os.fdatasync(file)


def fill(memory: Memory, events: int) -> None:
    """Many events, flushed by the hundred."""
    ledger = memory._parts.ledger
    for value in range(events):
        change = diff(ledger.view, put(ledger.view, "play.damage.pain", 1000 + value))
        ledger.commit("suffer", {"kind": "pain", "amount": 3}, change, text="Suffered pain")
        if value % 100 == 99:
            ledger.drain()
            memory.checkpoint()
    memory.flush()


def _flat(place: Path, sizes: tuple[int, int]) -> Iterator[str]:
    """An action in a short and in a long history, in turn."""
    memories = []
    for size in sizes:
        memory = _made(place / f"flat{size}")
        fill(memory, size)
        memories.append(memory)
    times: list[list[float]] = [[], []]
    for value in range(200):
        for memory, spent in zip(memories, times, strict=True):
            spent.append(_timed(lambda m=memory: _act(m, 500_000 + value)))  # type: ignore[misc]  # noqa: B023
    small, large = map(_median, times)
    told = f"action after {sizes[0]:,} events {small:.3f} ms, after {sizes[1]:,} {large:.3f} ms"
    yield f"{told}: {large / small:.2f} × (at most 1.5)"
    for memory in memories:
        memory.close()


def _opening(place: Path, sizes: tuple[int, int]) -> Iterator[str]:
    """Opening with a short and with a long history, in turn."""
    paths = []
    for size in sizes:
        with _made(place / f"open{size}") as memory:
            fill(memory, size)
            paths.append(memory.path)
    times: list[list[float]] = [[], []]
    for _ in range(30):
        for path, spent in zip(paths, times, strict=True):
            begun = time.perf_counter()
            memory = Memory.open(path, LAYOUT)
            spent.append(time.perf_counter() - begun)
            memory.close()
    small, large = map(_median, times)
    told = f"opening with {sizes[0]:,} events {small:.2f} ms, with {sizes[1]:,} {large:.2f} ms"
    yield f"{told}: {large / small:.2f} × (at most 1.3)"


def _library(place: Path, sizes: tuple[int, int], rounds: int) -> Iterator[str]:
    """The program in a terminal on a small and on a large library, in turn: the first frame, and the first names."""
    folders = []
    for size in sizes:
        folder = place / f"library{size}"
        folder.mkdir()
        for number in range(size):
            doc = {**PLAYED, "id": f"bench{number:04}"}
            (folder / f"kestrel-{number:04}.toml").write_text(dumps(doc))
        folders.append(folder)
    frames: list[list[float]] = [[], []]
    filled: list[list[float]] = [[], []]
    for turn in range(rounds + 1):
        for folder, first, names in zip(folders, frames, filled, strict=True):
            command = [sys.executable, "-m", "saga_tui", "--dir", str(folder)]
            frame, name = first_frame(command, "saga-tui", "Kestrel", place)
            if turn:  # the first start is not counted
                first.append(frame)
                names.append(name)
    for what, times in (("first frame", frames), ("with its names", filled)):
        small, large = map(_median, times)
        told = f"{what} of a library of {sizes[0]:,} {small:.0f} ms, of {sizes[1]:,} {large:.0f} ms"
        yield f"{told}: {large / small:.2f} × (at most 1.3)"
