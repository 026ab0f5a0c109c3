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
OTHERS = ("Corin Vale", "Ida Marsh", "Mira Vane", "Winter of the North")
"""One of each other game among all samples."""
ONE_GAME = ("theo-marsh", "odalys-brandt", "kestrel-ward", "anselm-rook")
"""The samples of one game. The last one was played last, so that it is looked at."""


def first_frame(command: list[str], frame: str, filled: str | Sequence[str], folder: Path) -> tuple[float, float]:
    """Seconds from the start of the process until the first frame is on the screen, and until all of it is there."""
    env = {**os.environ, "SAGA_TUI_STATE": str(folder / "state"), "SAGA_TUI_CONFIG": str(folder / "config")}
    with Terminal(command, env, (120, 40), cwd=str(folder)) as terminal:
        first = terminal.wait_for(frame)
        return first, max(terminal.wait_for(text) for text in ([filled] if isinstance(filled, str) else filled))


ONE_GAME = ("theo-marsh", "odalys-brandt", "kestrel-ward", "anselm-rook")
"""The samples of one game, the one seen first at the end, as files are listed by when they were changed."""


def folders(room: Path) -> tuple[Path, Path]:
    """A folder with the samples of one game, and one with those of all games; in both the same one was played last."""
    every, own = room / "samples", room / "characters"
    shutil.copytree(SAMPLES, every)
    others = sorted(path.stem for path in every.glob("*.toml") if path.stem not in ONE_GAME)
    for at, stem in enumerate([*others, *ONE_GAME]):
        os.utime(every / f"{stem}.toml", (at, at))
    own.mkdir()
    for stem in ONE_GAME:
        shutil.copy2(every / f"{stem}.toml", own)
    return own, every


def run(smoke: bool = False) -> list[str]:
    """Starts in turn, after one of each that is not counted; the ratios of the medians.

    The library holds the four samples of one game; in the last line all samples, each of whose games has to be loaded.
    """
    rounds = 2 if smoke else 12
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        own, every = folders(folder)
        empty = [sys.executable, "-c", EMPTY]
        app = [sys.executable, "-m", "saga_tui", "--dir"]
        rows = []
        for place in range(rounds + 1):
            (folder / "state" / "library.json").unlink(missing_ok=True)
            theirs, _ = first_frame(empty, "an empty app", "an empty app", folder)
            _, games = first_frame([*app, str(every)], "saga-tui", [*CONTENTS, *OTHERS], folder)
            _, anew = first_frame([*app, str(own)], "saga-tui", CONTENTS, folder)
            frame, filled = first_frame([*app, str(own)], "saga-tui", CONTENTS, folder)
            if place:
                rows.append((theirs, frame, filled, anew, games))
    base, frame, filled, anew, games = (statistics.median(column) * 1000 for column in zip(*rows, strict=True))
    return [
        f"first frame: library {frame:.0f} ms, empty app {base:.0f} ms, ratio {frame / base:.2f} (wanted ≤ 1.3)",
        f"with its contents: {filled:.0f} ms, ratio {filled / base:.2f} (wanted ≤ 1.3)",
        f"where the folder was never shown before: {anew:.0f} ms, ratio {anew / base:.2f} (wanted ≤ 2)",
        f"never shown, with characters of all games: {games:.0f} ms, ratio {games / base:.2f} (wanted ≤ 2)",
    ]
