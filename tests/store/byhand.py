"""The memory's tests at their large sizes: `python -m tests.store.byhand [--quick] [NAME …]`.

Names: images, mutants, faults, kills, groups, group-faults, group-kills, strace, damage, hostile, races, machine,
script. All of them take an hour or two on two cores; `--quick` divides the sizes by twenty. Ends with 1 when
anything was lost.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest

Result = tuple[Counter[str], list[str]]


def _images(seed: int) -> Result:
    from tests.store.crash import Cutter, random_session

    cutter = Cutter("weak" if seed % 2 else "ordered", 80, nested=6 if seed % 4 == 0 else 0)
    found = cutter.run(random_session(seed))
    return found.counts, [f"session {seed}: {where}: {what}" for where, what in found.bad]


def _mutant(name: str) -> Result:
    from tests.store.crash import Cutter, fixed
    from tests.store.mutants import POWER_CUT

    with pytest.MonkeyPatch.context() as patch:
        POWER_CUT[name](patch)
        found = Cutter("weak", 40, nested=4, most=6000).run(fixed)
    return Counter(mutants=1, noticed=bool(found.bad)), [] if found.bad else [f"{name}: nothing noticed"]


def _group(seed: int) -> Result:
    from tests.store.tables import TableCutter, random_table

    cutter = TableCutter("weak" if seed % 2 else "ordered", 60, nested=4 if seed % 4 == 0 else 0)
    found = cutter.play(random_table(seed))
    return found.counts, [f"table {seed}: {where}: {what}" for where, what in found.bad]


def _group_fault(task: tuple[str, int]) -> Result:
    from tests.store.tables import run_faults, table_calls

    outcome = run_faults(*task, range(1, table_calls() + 1))
    return outcome.counts, outcome.bad


def _group_kill(task: tuple[str, int]) -> Result:
    from tests.store.kills import Place
    from tests.store.tables import prepared_table, table_killed

    kind, number = task
    with tempfile.TemporaryDirectory() as folder:
        place = Place(Path(folder, "c"), Path(folder, "s"))
        prepared_table(place)
        seconds = random.Random(number).uniform(0.02, 0.12) if kind == "random" else None
        problem = table_killed(place, number, half=kind == "half", seconds=seconds)[0]
    return Counter(kills=1), [f"{kind} {number}: {problem}"] if problem else []


def _fault(task: tuple[str, int]) -> Result:
    from tests.store.faults import count_calls, run

    outcome = run(*task, range(1, count_calls() + 1))
    return outcome.counts, outcome.bad


def _kill(task: tuple[str, int]) -> Result:
    from tests.store.kills import Place, at_random, killed_at, prepared

    kind, number = task
    with tempfile.TemporaryDirectory() as folder:
        place = Place(Path(folder, "c"), Path(folder, "s"))
        prepared(place)
        problem = at_random(place, number) if kind == "random" else killed_at(place, number, half=kind == "half")[0]
    return Counter(kills=1), [f"{kind} {number}: {problem}"] if problem else []


def _strace(task: tuple[str, int]) -> Result:
    from tests.store.kills import Place, prepared
    from tests.store.test_kills import killed_by_strace

    with tempfile.TemporaryDirectory() as folder:
        place = Place(Path(folder, "c"), Path(folder, "s"))
        prepared(place)
        try:
            problem = killed_by_strace(place, *task)
        except AssertionError:
            return Counter(lived=1), []
    return Counter(kills=1), [f"{task}: {problem}"] if problem else []


def _damage(start: int) -> Result:
    from tests.store.damage import Damager

    damager = Damager()
    damager.run(range(start, start + 500))
    return damager.counts, damager.bad


def _hostile(seed: int) -> Result:
    from saga_tui.store import dumps
    from tests.store.hostile import mutated
    from tests.store.sample import character
    from tests.store.test_reading import slow_or_large

    chance, sound = random.Random(seed), dumps(character())
    return Counter(files=500), [problem for _ in range(500) if (problem := slow_or_large(mutated(sound, chance)))]


def _race(task: tuple[int, bool]) -> Result:
    from tests.store.races import race

    seed, in_place = task
    with tempfile.TemporaryDirectory() as folder:
        lost = race(Path(folder, "c"), 250, in_place, pause=random.Random(seed).choice((0, 0.001, 0.004, 0.02)))
    return Counter(saves=250), [f"race {task}: {lost}"] if lost else []


def _machine(seed: int) -> Result:
    environment = {**os.environ, "HYPOTHESIS_PROFILE": "default", "SAGA_TUI_EXAMPLES": "1000", "SAGA_TUI_STEPS": "100"}
    command = [sys.executable, "-m", "pytest", "-n0", "-q", "-p", "no:cacheprovider", f"--hypothesis-seed={seed}"]
    command.append(str(Path(__file__).parent / "test_state_machine.py"))
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    return Counter(sessions=1000), [done.stdout[-3000:]] if done.returncode else []


def _script(task: tuple[str, int]) -> Result:
    from saga_tui.changes import same
    from tests.whole.kills import SCRIPTS, WIDE, every, killed
    from tests.whole.playing import played

    name, nth = task
    steps = SCRIPTS[name]
    with tempfile.TemporaryDirectory() as folder:
        wanted = asyncio.run(played(Path(folder, "one"), steps, WIDE))
        kills = every(steps, nth)
        found = killed(Path(folder, "other"), steps, wanted.after, kills)
    equal = found.happened == wanted.happened and same({**found.doc, "id": ""}, {**wanted.doc, "id": ""})
    return Counter(kills=len(kills)), [] if equal else [f"script {name}: {found.happened} is not {wanted.happened}"]


def _names(_few: int) -> list[str]:
    from tests.store.mutants import POWER_CUT

    return list(POWER_CUT)


def _calls() -> int:
    from tests.store.kills import Place, calls_of_a_session, prepared

    with tempfile.TemporaryDirectory() as folder:
        place = Place(Path(folder, "c"), Path(folder, "s"))
        prepared(place)
        return calls_of_a_session(place)


def _kill_tasks(few: int) -> Iterator[tuple[str, int]]:
    for call in range(1, _calls() + 1, few):
        yield from (("call", call), ("half", call))
    yield from (("random", seed) for seed in range(2000 // few))


def _group_kill_tasks(few: int) -> Iterator[tuple[str, int]]:
    from tests.store.kills import Place
    from tests.store.tables import calls_of_a_table, prepared_table

    with tempfile.TemporaryDirectory() as folder:
        place = Place(Path(folder, "c"), Path(folder, "s"))
        prepared_table(place)
        calls = calls_of_a_table(place)
    for call in range(1, calls + 1, few):
        yield from (("call", call), ("half", call))
    yield from (("random", seed) for seed in range(1000 // few))


def _strace_tasks(few: int) -> Iterator[tuple[str, int]]:
    kinds = ("write", "fdatasync", "fsync", "renameat2", "rename", "unlink", "openat")
    for kind in kinds:
        yield from ((kind, number) for number in range(1, 50, few))


def _fault_tasks(few: int) -> list[tuple[str, int]]:
    from tests.store.faults import KINDS

    return list(itertools.product(KINDS, (1, 2, 3, 8, 25)[: 5 if few == 1 else 2]))


ALL: dict[str, tuple[Callable[..., Result], Callable[[int], object]]] = {
    "images": (_images, lambda few: range(700 // few)),
    "mutants": (_mutant, _names),
    "faults": (_fault, _fault_tasks),
    "kills": (_kill, _kill_tasks),
    "groups": (_group, lambda few: range(200 // few)),
    "group-faults": (_group_fault, _fault_tasks),
    "group-kills": (_group_kill, _group_kill_tasks),
    "strace": (_strace, _strace_tasks),
    "damage": (_damage, lambda few: range(0, 100_000 // few, 500)),
    "hostile": (_hostile, lambda few: range(400 // few)),
    "races": (_race, lambda few: [(seed, bool(seed % 2)) for seed in range(max(2, 20 // few))]),
    "machine": (_machine, lambda few: range(max(1, 20 // few))),
    "script": (_script, lambda few: [(name, 10 if few > 1 else 1) for name in ("priority", "points")]),
}


def main() -> int:
    """Runs those that are asked for, or all; gives 1 when anything was lost."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a twentieth of the sizes")
    parser.add_argument("names", nargs="*", choices=[*ALL, []])
    given = parser.parse_args()
    lost = 0
    with ProcessPoolExecutor(max_workers=os.cpu_count()) as pool:
        for name in given.names or ALL:
            job, tasks = ALL[name]
            begun, counts, bad = time.monotonic(), Counter[str](), list[str]()
            todo = list(tasks(20 if given.quick else 1))  # type: ignore[call-overload]
            for done, (found, wrong) in enumerate(pool.map(job, todo), 1):
                counts += found
                bad += wrong
                if sys.stderr.isatty() or done % max(1, len(todo) // 20) == 0:
                    print(f"  {name} {done:,} of {len(todo):,}, {len(bad)} failures", file=sys.stderr, flush=True)
            figures = ", ".join(f"{count:,} {what}" for what, count in sorted(counts.items()))
            print(f"{name:8} {figures}; {len(bad)} failures ({time.monotonic() - begun:.0f} s)", flush=True)
            for line in bad[:10]:
                print(f"    {line}", flush=True)
            lost += len(bad)
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
