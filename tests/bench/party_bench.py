"""What a table costs: an act on six characters beside six acts of one, and opening a table beside opening one."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from saga_tui.changes import diff
from saga_tui.engine.command import Command
from saga_tui.engine.party import PartySession
from saga_tui.engine.session import Session
from saga_tui.games import registry
from saga_tui.games.party import PartyGame
from saga_tui.games.tables import new_table
from saga_tui.store import Memory, load
from tests.bench.keys_bench import LABEL, Watch

SAMPLE = Path(__file__).parents[2] / "characters" / "kestrel-ward.toml"
SEATS = 6
ACTS = ("u", "nothing yet"), ("U", "1 fortune")
"""An act undone and done again, and what the frame says that has the changed cards."""
KEYS = {"one card": ("start-scene", "bribe"), f"cards, {SEATS} at once": ("fortune",)}
"""What a key changes, and the acts before it: one gets a fortune, or all of them do."""
OPENED = """
import sys, time, asyncio
from pathlib import Path
from saga_tui.app import SagaApp
from saga_tui.ui.tracker import Tracker

async def main(path, folder):
    app = SagaApp(folder, path, animations=False)
    async with app.run_test(size=(120, 40)) as pilot:
        while not isinstance(app.screen, Tracker):
            await pilot.pause(0.005)
        await pilot.pause()
        print(time.process_time(), time.perf_counter() - begun, flush=True)

begun = time.perf_counter()
asyncio.run(main(Path(sys.argv[1]), Path(sys.argv[2])))
"""
"""A process that opens a document in the app; until its screen is drawn: seconds of the processor, and of the clock."""


def run(smoke: bool) -> Iterator[str]:
    """The lines of the report. The files lie in the current folder's file system, not in one made of memory."""
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as name:
        place = Path(name)
        os.environ["SAGA_TUI_STATE"] = str(place / "state")
        folder, table = _party(place / "characters", 20 if smoke else 10_000)
        yield from _acts(table, 5 if smoke else 60)
        yield from _opening(folder, table, 1 if smoke else 9)
        for what, verbs in KEYS.items():
            yield from _keys(table, place, 8 if smoke else 200, what, verbs)


def _party(folder: Path, events: int) -> tuple[Path, Path]:
    """Six characters in play with so many events each, and their table."""
    sample = {key: value for key, value in load(SAMPLE).items() if key != "id"}
    paths = []
    for number in range(SEATS):
        doc = registry.layout("saga").with_name(sample, f"Kestrel {number}")
        with Memory.create(folder, doc, registry.layout("saga")) as memory:
            memory.commit("begin", {}, diff(memory.doc, {**memory.doc, "play": {"span": "chapter", "chapter": 1}}))
            for at in range(events):
                memory.commit("note", {"text": f"note {at}"}, [], text=f"note {at}")
            paths.append(memory.path)
    return paths[0], new_table(folder, "Friday", paths)


def _timed(call: Callable[[], object]) -> float:
    begun = time.perf_counter()
    call()
    return (time.perf_counter() - begun) * 1000


def _acts(path: Path, count: int) -> Iterator[str]:
    """A broadcast, in turn with the same for each of the six by itself, with writer threads as the app has them. It is
    durable when the table is flushed; a moment later each journal has its part."""
    game = registry.game(registry.key_of(load(path)))
    assert isinstance(game, PartyGame)
    memory = Memory.open(path, registry.layout_at(path), threaded=True)
    party: PartySession[Any] = game.session(memory)
    act = party.game.command("fortune", {"amount": 1})
    one = _single(party)
    seats = list(party.seats.values())
    together, written, alone = [], [], []
    for _ in range(count + 1):
        together.append(_timed(lambda: party.do(act)) + _timed(memory.flush))
        written.append(together[-1] + _timed(lambda: _flush(party, *seats)))
        party.undo()  # a table that notes more and more is another matter
        _each(seats, party.game.command("note", {"text": "a word"}))  # what an undo leaves to be read again is read
        alone.append(_timed(lambda: _each(seats, one)))
    assert all(len(party.seats) == SEATS and seat.memory.status == "saved" for seat in party.seats.values())
    party.close()
    memory.close()
    base = statistics.median(alone[1:])
    for what, times in (("durable", together), ("in each journal", written)):
        ours = statistics.median(times[1:])
        yield (
            f"an act on {SEATS} characters {what}: {ours:.2f} ms, {SEATS} single ones {base:.2f} ms, "
            f"ratio {ours / base:.2f} (wanted ≤ 2)"
        )


def _flush(*sessions: Session[Any]) -> None:
    for one in sessions:
        one.memory.flush()


def _each(sessions: Sequence[Session[Any]], command: Command) -> None:
    """One after the other, each durable before the next."""
    for one in sessions:
        one.do(command)
        one.memory.flush()


def _single(party: PartySession[Any]) -> Any:
    """What the broadcast does to each of them."""
    outcome = party.preview(party.game.command("fortune", {"amount": 1}))
    assert not outcome.refused, outcome.problems
    return next(iter(getattr(outcome, "parts").values())).command  # noqa: B009 - of a table's outcome


def _opening(one: Path, table: Path, rounds: int) -> Iterator[str]:
    """Opening a table with six, in turn with opening one of them, each in a process of its own."""
    rows = [[_opened(path, one.parent) for path in (one, table)] for _ in range(rounds + 1)]
    for at, what in enumerate(("of the processor", "by the clock")):
        base, ours = (statistics.median(row[place][at] for row in rows[1:]) * 1000 for place in (0, 1))
        yield (
            f"opening a table of {SEATS}: {ours:.0f} ms {what}, one character {base:.0f} ms, "
            f"ratio {ours / base:.2f} (wanted ≤ 1.5)"
        )


def _keys(table: Path, place: Path, keys: int, what: str, verbs: Sequence[str]) -> Iterator[str]:
    """From a key to the changed cards: the last act undone and done again, in a real pseudo-terminal, in turn with an
    empty app that updates one label."""
    with Memory.open(table, registry.layout_at(table)) as memory:
        game = registry.game_of(memory.doc)
        assert isinstance(game, PartyGame)
        party = game.session(memory)
        for verb in verbs:  # the table's clock stands where those stand who sit there
            given = {"to": [next(iter(party.seats))], "amount": 1} if verb == "bribe" else {}
            outcome = party.do(party.game.command(verb, given))
            assert not outcome.refused, outcome.problems
        party.close()
    command = [sys.executable, "-m", "saga_tui", "--dir", str(table.parent.parent), "table", str(table)]
    ours, theirs = Watch(command, place, "scene"), Watch([sys.executable, "-c", LABEL], place, "count 0")
    with ours.terminal, theirs.terminal:
        mine, others = [], []
        for number in range(keys):
            mine.append(ours.press(*ACTS[number % 2]))
            others.append(theirs.press("x", f"count {number + 1}"))
    median, base = statistics.median(mine), statistics.median(others)
    yield f"key to {what}: {median:.1f} ms, label {base:.1f} ms, ratio {median / base:.2f}"


def _opened(path: Path, folder: Path) -> tuple[float, float]:
    done = subprocess.run(
        [sys.executable, "-c", OPENED, str(path), str(folder)], capture_output=True, text=True, check=True
    )
    processor, clock = done.stdout.split()[:2]
    return float(processor), float(clock)
