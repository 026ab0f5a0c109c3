"""What many sizes in a row cost, as when someone drags the terminal's corner: the screens of a session, the library and
the builder, each against an empty Textual app that gets the same sizes, by processor time in one run."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.bench.keys_bench import LABEL, Watch, session

SAMPLES = Path(__file__).parents[2] / "characters"
MOST = 4.0
"""How many times the label's processor time a screen may take."""


def run(smoke: bool) -> Iterator[str]:
    """A line a screen: forty sizes a second, five seconds long."""
    sizes = 15 if smoke else 200
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        os.environ["SAGA_TUI_STATE"] = str(place / "state")
        played = session(place, 10)
        samples = place / "samples"
        shutil.copytree(SAMPLES, samples)
        app = [sys.executable, "-m", "saga_tui", "--dir"]
        for what, command, ready, key in (
            ("play", [*app, str(played.parent), "play", str(played)], "1 left", ""),
            ("a roll", [*app, str(played.parent), "play", str(played)], "1 left", "r"),
            ("library", [*app, str(samples)], "Theo Marsh", ""),
            ("builder", [*app, str(samples), "play", str(samples / "theo-marsh.toml")], "Concept", ""),
        ):
            yield _storm(what, command, ready, key, place, sizes)


def _storm(what: str, command: list[str], ready: str, key: str, folder: Path, sizes: int) -> str:
    """Processor time a size of a screen and of the label, and how soon the last size is drawn."""
    ours = Watch(command, folder, ready)
    theirs = Watch([sys.executable, "-c", LABEL], folder, "count 0")
    with ours.terminal, theirs.terminal:
        os.write(ours.terminal._master, key.encode())
        ours.rest(0.5)
        (cost, settled), (base, base_settled) = ours.storm(sizes), theirs.storm(sizes)
    told = f"{cost:.1f} ms of processor a size, label {base:.1f} ms, ratio {cost / base:.2f} (≤ {MOST:g})"
    return f"{sizes} sizes, {what}: {told}; drawn {settled:.0f} ms after the last, label {base_settled:.0f} ms"
