"""The main job's script played through a real terminal, the program killed after its steps and begun again.

After a step the program is killed as soon as its last event is on the disk. Whoever plays it opens the character again
and goes on. In the end the character and its whole history must be those of a run that nobody killed.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Collection
from pathlib import Path

from tests.terminal.driver import Terminal
from tests.whole import script
from tests.whole.playing import Run, happened, left

SCRIPTS: dict[str, list[script.Step]] = {
    "priority": [*script.PRIORITY, *script.BEGUN, *script.PLAYED, *script.grown("6")],
    "points": [*script.POINTS, *script.BEGUN, *script.PLAYED, *script.grown("1")],
}
WIDE = (120, 40)


def killed(root: Path, steps: list[script.Step], after: list[int], kills: Collection[int]) -> Run:
    """The script through a terminal, the program killed after the steps of these numbers (from 0) and after the last.

    `after`: how many events each step must have led to before it counts as played.
    """
    folder, state = root / "characters", root / "state"
    folder.mkdir(parents=True)
    file = folder / "kestrel.toml"
    lives = sorted({*kills, len(steps) - 1})
    begin = 0
    for end in lives:
        with Terminal(_command(folder, begin), environment(root, state), WIDE, cwd=str(root)) as terminal:
            if begin:
                terminal.wait_for("✓ saved")
            for number in range(begin, end + 1):
                _press(terminal, script.pressed(steps[number], again=bool(begin) and number == begin))
            wanted = after[end]
            terminal.wait_until(
                lambda wanted=wanted: file.exists() and len(happened(file, state)) >= wanted,  # type: ignore[misc]
                f"{wanted} events after step {end} {steps[end]}: {happened(file, state)[-1:]}",
            )
        begin = end + 1
    _opened_once_more(root, folder, state)
    return left(root, after)


def _press(terminal: Terminal, items: script.Step) -> None:
    for item in items:
        if item.startswith("~"):
            terminal.wait_for(item[1:])
        else:
            terminal.press(item[1:] if item.startswith("=") else item)


def _opened_once_more(root: Path, folder: Path, state: Path) -> None:
    """Opened and left in peace: the file holds then what the journal says."""
    with Terminal(_command(folder, 1), environment(root, state), WIDE, cwd=str(root)) as terminal:
        terminal.wait_for("✓ saved")
        terminal.press("ctrl+q")
        assert terminal.wait_end() == 0


def _command(folder: Path, begin: int) -> list[str]:
    command = [sys.executable, "-m", "saga_tui", "--dir", str(folder)]
    return [*command, "play", "kestrel"] if begin else command


def environment(root: Path, state: Path) -> dict[str, str]:
    ours = {
        "SAGA_TUI_STATE": str(state),
        "SAGA_TUI_CONFIG": str(root / "config"),
        "TEXTUAL_ANIMATIONS": "none",
        "SAGA_TUI_GAME": "saga",
    }
    path = os.pathsep.join(filter(None, (str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH"))))
    return {**os.environ, **ours, "PYTHONPATH": path}


def every(steps: list[script.Step], nth: int) -> list[int]:
    """Every n-th step, the last of all among them."""
    return list(range(len(steps) - 1, -1, -nth))
