"""How long it takes from a key to the changed screen, in a real pseudo-terminal: a played session with a long journal
against an empty Textual app that updates one label, key by key in one run."""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from saga_tui.changes import diff
from saga_tui.games.registry import layout
from saga_tui.store import Memory
from tests.games.saga.screens.session.heroes import CONFLICT, doc
from tests.store.sample import put
from tests.terminal.driver import Terminal

LABEL = """
from textual.app import App
from textual.widgets import Footer, Header, Static
class Label(App):
    count = 0
    def compose(self):
        yield Header()
        yield Static("count 0", id="count")
        yield Footer()
    def on_key(self):
        self.count += 1
        self.query_one("#count", Static).update(f"count {self.count}")
Label().run()
"""
REST = 0.06
"""Seconds without output after which a screen has come to rest."""
MEDIAN, WORST = 2.0, 4.0
"""How many times the label's median and 99th percentile the session's may be."""
ROUND = (
    ("f", "4 → 3"), ("g", "1 → 0"), ("a", "2 → 1"), ("A", "1 → 2"), ("G", "0 → 1"), ("F", "3 → 4"),
    ("O", "6 → 7"), ("u", "7 → 6"),
)  # fmt: skip
"""Keys of a round at the table, each with what it changes on the screen; after the last all is as at first."""


class Watch:
    """A program in a terminal, and the time from a key to the text that answers it."""

    def __init__(self, command: list[str], folder: Path, ready: str) -> None:
        env = {**os.environ, "SAGA_TUI_STATE": str(folder / "state"), "SAGA_TUI_CONFIG": str(folder / "config")}
        follows = ["env", "-u", "COLUMNS", "-u", "LINES", *command]  # the window's size, not the one it began with
        self.terminal = Terminal(follows, env, (120, 40), cwd=str(folder))
        self.terminal.wait_for(ready)
        self.rest(0.5)

    def rest(self, quiet: float = REST) -> None:
        """Reads until nothing more comes."""
        while self.output(quiet):
            pass

    def output(self, seconds: float) -> bytes:
        """What the program writes within that time; nothing of it is drawn, so that the watch is cheap."""
        import select

        ready, _, _ = select.select([self.terminal._master], [], [], seconds)
        return os.read(self.terminal._master, 1 << 16) if ready else b""

    def press(self, key: str, answer: str) -> float:
        """Milliseconds from the key to the answer; `AssertionError` where it never comes."""
        self.rest()
        begun = time.perf_counter()
        os.write(self.terminal._master, key.encode())
        seen = b""
        while answer.encode() not in seen:
            new = self.output(5)
            assert new, f"{key!r} was never answered by {answer!r}: {seen[-2000:]!r}"
            seen += new
        return (time.perf_counter() - begun) * 1000

    def storm(self, sizes: int) -> tuple[float, float]:
        """Milliseconds of processor time a size and from the last size to the last that is drawn, when someone drags
        the terminal's corner for so many sizes, forty a second."""
        process, spent = self.terminal.process.pid, _processor(self.terminal.process.pid)
        for number in range(sizes):
            self.terminal.resize(100 + number * 7 % 80, 26 + number * 3 % 20)
            until = time.perf_counter() + 0.025
            while (left := until - time.perf_counter()) > 0:
                self.output(left)
        self.terminal.resize(120, 40)
        begun = last = time.perf_counter()
        patience = 5.0  # it is drawn at some time, on a busy machine late
        while self.output(patience):
            last, patience = time.perf_counter(), 0.3
        return (_processor(process) - spent) * 1000 / sizes, (last - begun) * 1000


def _processor(process: int) -> float:
    """Seconds of processor time that a process took."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def session(folder: Path, events: int) -> Path:
    """A character in a conflict whose journal has that many entries."""
    memory = Memory.create(folder / "characters", doc(CONFLICT), layout("saga"), state_dir=folder / "state")
    ledger = memory._parts.ledger
    for number in range(events):
        changes = diff(ledger.view, put(ledger.view, "play.tokens.fortune", 5 + number % 2))
        ledger.commit("spend", {"asset": "fortune"}, changes, text=f"fortune {5 + number % 2} (no {number})")
        if number % 100 == 99:  # flushed by the hundred
            ledger.drain()
            memory.checkpoint()
    memory.flush()
    memory.close()
    return memory.path


def run(smoke: bool) -> Iterator[str]:
    """Three runs of a thousand keys, the best of them counted; and how the journal's length shows."""
    keys, runs, events = (40, 1, 200) if smoke else (1000, 3, 10_000)
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        os.environ["SAGA_TUI_STATE"] = str(place / "long" / "state")
        long, short = session(place / "long", events), session(place / "short", 10)
        told = [_measure(long, place / "long", keys) for _ in range(runs)]
        median, worst, base, base_worst = min(told, key=lambda one: one[0] / one[2])
        yield f"key to screen: session {median:.1f} ms, label {base:.1f} ms, ratio {median / base:.2f} (≤ {MEDIAN})"
        yield f"99th percentile: {worst:.1f} ms, {base_worst:.1f} ms, ratio {worst / base_worst:.2f} (≤ {WORST})"
        few = _measure(short, place / "short", keys // 4)
        yield f"with a journal of 10 entries: {few[0]:.1f} ms, ratio {few[0] / few[2]:.2f}"
        yield from _storms(short, place / "short", 20 if smoke else 200)


def _storms(character: Path, folder: Path, sizes: int) -> Iterator[str]:
    """What many sizes in a row cost, in play and with a roll open."""
    for what, key in (("play", ""), ("a roll", "r")):
        ours, theirs = _both(character, folder)
        with ours.terminal, theirs.terminal:
            os.write(ours.terminal._master, key.encode())
            ours.rest(0.5)
            (cost, settled), (base, base_settled) = ours.storm(sizes), theirs.storm(sizes)
        told = f"{cost:.1f} ms of processor a size, label {base:.1f} ms, ratio {cost / base:.1f}"
        yield f"{sizes} sizes, {what}: {told}; drawn {settled:.0f} ms after the last, label {base_settled:.0f} ms"


def _both(character: Path, folder: Path) -> tuple[Watch, Watch]:
    """The session of a character, and the label."""
    command = [sys.executable, "-m", "saga_tui", "--dir", str(character.parent), "play", str(character)]
    return Watch(command, folder, "1 left"), Watch([sys.executable, "-c", LABEL], folder, "count 0")


def _measure(character: Path, folder: Path, keys: int) -> tuple[float, float, float, float]:
    """Median and 99th percentile of the session's keys, and of the label's pressed in between them."""
    ours, theirs = _both(character, folder)
    with ours.terminal, theirs.terminal:
        mine, others = [], []
        for number in range(keys):
            key, answer = ROUND[number % len(ROUND)]
            mine.append(ours.press(key, answer))
            others.append(theirs.press("x", f"count {number + 1}"))
    return (statistics.median(mine), _late(mine), statistics.median(others), _late(others))


def _late(times: list[float]) -> float:
    return sorted(times)[int(len(times) * 0.99)]
