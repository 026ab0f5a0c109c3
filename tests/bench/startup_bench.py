"""How soon the app's first screen is there with its contents, against an empty Textual app, side by side in one run."""

from __future__ import annotations

import os
import shutil
import statistics
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tests.terminal.driver import Terminal

SAMPLES = Path(__file__).parents[2] / "characters"
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


CONTENTS = ("Theo Marsh", "Odalys Brandt", "Kestrel Ward", "Anselm Rook", "Waiting for you", "▲5/5")
"""What is seen when all is there: four names with their meters in the list, and a look at one of them beside it."""


def first_frame(command: list[str], frame: str, filled: str | Sequence[str], folder: Path) -> tuple[float, float]:
    """Seconds from the start of the process until the first frame is on the screen, and until all of it is there."""
    env = {**os.environ, "SAGA_TUI_STATE": str(folder / "state"), "SAGA_TUI_CONFIG": str(folder / "config")}
    with Terminal(command, env, (120, 40), cwd=str(folder)) as terminal:
        first = terminal.wait_for(frame)
        return first, max(terminal.wait_for(text) for text in ([filled] if isinstance(filled, str) else filled))


def run(smoke: bool = False) -> list[str]:
    """Starts in turn, after one of each that is not counted; the ratios of the medians.

    The library holds the four samples. Its contents are there when the last name and the sheet beside the list are.
    """
    rounds = 2 if smoke else 12
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        characters = folder / "characters"
        shutil.copytree(SAMPLES, characters)
        empty = [sys.executable, "-c", EMPTY]
        app = [sys.executable, "-m", "saga_tui", "--dir", str(characters)]
        rows = []
        for place in range(rounds + 1):
            theirs, _ = first_frame(empty, "an empty app", "an empty app", folder)
            frame, filled = first_frame(app, "saga-tui", CONTENTS, folder)
            (folder / "state" / "library.json").rename(folder / "kept.json")
            _, anew = first_frame(app, "saga-tui", CONTENTS, folder)
            (folder / "kept.json").replace(folder / "state" / "library.json")
            if place:
                rows.append((theirs, frame, filled, anew))
    base, frame, filled, anew = (statistics.median(column) * 1000 for column in zip(*rows, strict=True))
    return [
        f"first frame: library {frame:.0f} ms, empty app {base:.0f} ms, ratio {frame / base:.2f} (wanted ≤ 1.3)",
        f"with its contents: {filled:.0f} ms, ratio {filled / base:.2f} (wanted ≤ 1.3)",
        f"where the folder was never shown before: {anew:.0f} ms, ratio {anew / base:.2f} (wanted ≤ 2)",
    ]
