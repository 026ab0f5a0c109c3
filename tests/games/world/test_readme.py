"""World Saga's part of the README: its keys are those of the play screen, as the tests press them; its commands run."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from saga_tui.cli import saga_tui
from saga_tui.games.world.game import GAME
from tests.games.world.stage import ROOT
from tests.games.world.test_play import KEYS

README = (ROOT / "README.md").read_text(encoding="utf-8")
PART = README.partition("## World Saga\n")[2].partition("\n## ")[0]
SHARED = {"g"}
"""Keys of the library and the builder, beside those of the play screen."""


def test_the_keys_are_counted_as_the_tests_press_them() -> None:
    for what, keys in KEYS.items():
        count = len([key for key in keys if key != "*"])
        told = " ".join("…" if key == "*" else f"`{key.replace('enter', 'Enter')}`" for key in keys)
        row = f"| {what} | {count}{' + its digits' if '*' in keys else ''} | {told} |"
        assert row in PART, row


def test_the_keys_of_the_tour_are_there() -> None:
    told = set(re.findall(r"`([A-Za-z])`", PART.partition("```sh")[0]))
    assert told - SHARED <= {action.key for action in GAME.actions()} and len(told) > 12


def test_the_commands_of_the_tour_run_one_after_the_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(ROOT / "characters", tmp_path / "characters")
    monkeypatch.setenv("SAGA_TUI_DIR", str(tmp_path / "characters"))
    (shown,) = re.findall(r"```sh\n(.*?)```", PART, re.DOTALL)
    said = []
    for line in shown.splitlines():
        done = CliRunner().invoke(saga_tui, shlex.split(line.partition("#")[0])[1:])
        assert done.exit_code == 0, (line, done.output)
        said.append(done.output)
    assert said[1].startswith("Stealth 12, rolled ") and "Stamina 9 → 5" in said[2]
    assert said[3].startswith("Stealth: 12") and "15–18" in said[4]
