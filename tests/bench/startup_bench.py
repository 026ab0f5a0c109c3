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


def first_frame(command: list[str], frame: str, filled: str, folder: Path) -> tuple[float, float]:
    """Seconds from the start of the process until the first frame is on the screen, and until it is filled."""
    env = {**os.environ, "SAGA_TUI_STATE": str(folder / "state"), "SAGA_TUI_CONFIG": str(folder / "config")}
    with Terminal(command, env, (120, 40), cwd=str(folder)) as terminal:
        return terminal.wait_for(frame), terminal.wait_for(filled)


def run(smoke: bool = False) -> list[str]:
    """Pairs of starts in turn, after one of each that is not counted; the ratio of the medians."""
    rounds = 2 if smoke else 12
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "characters").mkdir()
        empty = [sys.executable, "-c", EMPTY]
        app = [sys.executable, "-m", "saga_tui", "--dir", str(folder / "characters")]
        pairs = []
        for place in range(rounds + 1):
            theirs = first_frame(empty, "an empty app", "an empty app", folder)
            ours = first_frame(app, "saga-tui", "No characters yet", folder)
            if place:
                pairs.append((theirs[0], *ours))
    base, frame, filled = (statistics.median(column) * 1000 for column in zip(*pairs, strict=True))
    return [
        f"first frame: library {frame:.0f} ms, empty app {base:.0f} ms, ratio {frame / base:.2f} (wanted ≤ 1.5)",
        f"with its contents: {filled:.0f} ms, ratio {filled / base:.2f}",
    ]
