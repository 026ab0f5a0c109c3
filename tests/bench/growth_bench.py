"""How costs grow: each piece of work at a size and at four times that size, in turn, as a ratio.

Work that grows in step with its size takes four times as long; what grows with its square, sixteen times.
"""

from __future__ import annotations

import os
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

from saga_tui.cli.reading import read
from saga_tui.games.saga.settings import check
from saga_tui.store import Memory
from saga_tui.store.read_only import audit, past
from saga_tui.store.undoing import restore_point
from tests.bench.store_bench import fill
from tests.store.sample import LAYOUT, character

MOST = 6.0
"""The ratio that still counts as linear: 4, and room for a cache that is too small."""
Work = Callable[[], object]


def run(smoke: bool) -> Iterator[str]:
    """The lines of the report."""
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as name:
        folder = Path(name)
        os.environ["SAGA_TUI_STATE"] = str(folder / "state")
        rounds = 1 if smoke else 5
        yield _grown("check, unknown keys", 250 if smoke else 2_500, lambda size: _character(folder, size), rounds)
        yield _grown("check of a setting, unknown keys", 250 if smoke else 2_500, _setting, rounds)
        yield _grown("check of a setting, one line", 250 if smoke else 2_500, _drives, rounds)
        yield from _history(folder, 250 if smoke else 5_000, rounds)


def _grown(what: str, size: int, make: Callable[[int], Work], rounds: int, most: float = MOST) -> str:
    """The median at both sizes, after one of each that is not counted."""
    works = (make(size), make(4 * size))
    times: tuple[list[float], list[float]] = ([], [])
    for turn in range(rounds + 1):
        for work, spent in zip(works, times, strict=True):
            begun = time.process_time()
            work()
            if turn:
                spent.append(time.process_time() - begun)
    small, large = map(statistics.median, times)
    ratio = large / small
    verdict = "well" if ratio <= most else "GROWS FASTER"
    told = f"{what}: {size:,} {small * 1000:.0f} ms, {4 * size:,} {large * 1000:.0f} ms"
    return f"{told}: {ratio:.1f} × (at most {most:g}; 4 is linear): {verdict}"


def _history(folder: Path, size: int, rounds: int) -> Iterator[str]:
    """What looks at a long history, and going back over all of it; what looks at its end only does not grow at all."""
    paths = {}
    for events in (size, 4 * size):
        with Memory.create(folder / f"history{events}", character(), LAYOUT) as memory:
            fill(memory, events)
        paths[events] = memory.path

    def last(events: int) -> Work:
        return lambda: list(islice(past(paths[events], LAYOUT).events(), 3))

    def all_checked(events: int) -> Work:
        return lambda: audit(paths[events], LAYOUT)

    def back_and_forth(events: int) -> Work:
        def go() -> None:
            with Memory.open(paths[events], LAYOUT) as memory:
                restore_point(memory.doc, memory.own_history(), 2).go(memory)
                memory.redo()

        return go

    yield _grown("the last 3 entries of the log, events", size, last, rounds, most=2.0)
    yield _grown("check of the memory, events", size, all_checked, rounds)
    yield _grown("undo --to the beginning and redo, events", size, back_and_forth, rounds)
    yield _grown("opening after that, events", size, lambda events: lambda: _opened(paths[events]), rounds, most=2.0)


def _opened(path: Path) -> None:
    Memory.open(path, LAYOUT).close()


def _character(folder: Path, size: int) -> Work:
    path = folder / f"unknown{size}.toml"
    keys = "".join(f"nobody{number} = {number}\n" for number in range(size))
    path.write_text(f'format = 1\ngame = "saga"\n{keys}[concept]\nname = "Kestrel"\n', encoding="utf-8")
    return lambda: read(path)


def _setting(size: int) -> Work:
    keys = "".join(f"nobody{number} = {number}\n" for number in range(size // 2))
    text = f'format = 1\nname = "Coast"\n{keys}[numbers]\n{keys.replace("nobody", "gear")}'
    return lambda: check(text)


def _drives(size: int) -> Work:
    text = f'format = 1\nname = "Coast"\ndrives = [{", ".join(f"{chr(34)}né{at // 2}{chr(34)}" for at in range(size))}]'
    return lambda: check(text)
