"""How soon the app's first frame is there, against an empty Textual app, side by side in one run."""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
from pathlib import Path

from tests.terminal.driver import Terminal

EMPTY = """
from textual.app import App
from textual.widgets import Footer, Header, Static
class Empty(App):
    def compose(self):
        yield Header()
        yield Static("an empty app")
        yield Footer()
Empty().run()
"""


def first_frame(command: list[str], shown: str, folder: Path) -> float:
    """Seconds from the start of the process until the text is on the screen."""
    env = {**os.environ, "SAGA_TUI_STATE": str(folder / "state"), "SAGA_TUI_CONFIG": str(folder / "config")}
    with Terminal(command, env, (120, 40), cwd=str(folder)) as terminal:
        return terminal.wait_for(shown)


def run(smoke: bool = False) -> list[str]:
    """Pairs of starts in turn, after one of each that is not counted; the ratio of the medians."""
    rounds = 2 if smoke else 12
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "characters").mkdir()
        empty = [sys.executable, "-c", EMPTY]
        app = [sys.executable, "-m", "saga_tui", "--dir", str(folder / "characters")]
        ours: list[float] = []
        theirs: list[float] = []
        for place in range(rounds + 1):
            pair = first_frame(empty, "an empty app", folder), first_frame(app, "characters", folder)
            if place:
                theirs.append(pair[0])
                ours.append(pair[1])
    a, b = statistics.median(ours), statistics.median(theirs)
    return [f"first frame: library {a * 1000:.0f} ms, empty app {b * 1000:.0f} ms, ratio {a / b:.2f} (wanted ≤ 1.5)"]
