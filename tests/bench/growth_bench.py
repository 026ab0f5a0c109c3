"""How costs grow: each piece of work at a size and at four times that size, in turn, as a ratio.

Work that grows in step with its size takes four times as long; what grows with its square, sixteen times.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from saga_tui.cli.reading import read
from saga_tui.games.saga.settings import check

MOST = 6.0
"""The ratio that still counts as linear: 4, and room for a cache that is too small."""
Work = Callable[[], object]


def run(smoke: bool) -> Iterator[str]:
    """The lines of the report."""
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as name:
        folder = Path(name)
        rounds = 1 if smoke else 5
        yield _grown("check, unknown keys", 250 if smoke else 2_500, lambda size: _character(folder, size), rounds)
        yield _grown("check of a setting, unknown keys", 250 if smoke else 2_500, _setting, rounds)
        yield _grown("check of a setting, one line", 250 if smoke else 2_500, _drives, rounds)


def _grown(what: str, size: int, make: Callable[[int], Work], rounds: int) -> str:
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
    verdict = "linear" if ratio <= MOST else "GROWS FASTER"
    told = f"{what}: {size:,} {small * 1000:.0f} ms, {4 * size:,} {large * 1000:.0f} ms"
    return f"{told}: {ratio:.1f} × (4 is linear, at most {MOST:g}): {verdict}"


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
