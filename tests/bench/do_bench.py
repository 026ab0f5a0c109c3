"""What `saga-tui do` takes as a whole process, against a Python that only makes one model, side by side in one run."""

from __future__ import annotations

import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

SAMPLES = Path(__file__).parents[2] / "characters"
MODEL = "from pydantic import BaseModel\nclass Model(BaseModel):\n    number: int = 1"
DONE = [
    ("refused", "spend", "force"),
    ("dry run", "set-concept", "name", "Ada", "--dry-run"),
    ("done and saved", "note", "A note"),
]


def seconds(command: list[str], folder: Path) -> float:
    """The processor time of a command from its start to its end: what else the machine does leaves it alone."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    env = {**os.environ, "SAGA_TUI_STATE": str(folder / "state"), "SAGA_TUI_CONFIG": str(folder / "config")}
    subprocess.run(command, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def run(smoke: bool = False) -> list[str]:
    """Each in turn, after one of each that is not counted; the ratios of the medians."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copytree(SAMPLES, folder / "characters")
        app = [sys.executable, "-m", "saga_tui", "--dir", str(folder / "characters"), "do", "kestrel"]
        commands = [[sys.executable, "-c", MODEL], *([*app, *words] for _, *words in DONE)]
        rows = [[seconds(command, folder) for command in commands] for _ in range(3 if smoke else 13)][1:]
        base, *taken = (statistics.median(column) * 1000 for column in zip(*rows, strict=True))
    return [
        f"do, {what}: {time:.0f} ms of the processor, one model {base:.0f} ms, ratio {time / base:.2f} (wanted ≤ 2.2)"
        for (what, *_), time in zip(DONE, taken, strict=True)
    ]
