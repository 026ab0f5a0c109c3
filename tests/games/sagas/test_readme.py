"""What the README promises of SagaS: its keys are there, its commands run, and the credit is given."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from saga_tui.cli.group import saga_tui
from saga_tui.games.sagas import book
from saga_tui.games.sagas.game import GAME
from saga_tui.games.sagas.rules import prices
from tests.games.sagas.samples import FOLDER, SAMPLES
from tests.picture import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
PART = README.partition("\n## SagaS\n")[2].partition("\n## ")[0]
SHARED = {"S", "C", "g"}
"""Keys of every game's screens."""


def test_the_keys_of_the_tour_do_what_it_says() -> None:
    wanted = {
        "n": "Start a scenario, Start a scene, Start a fight, End the round",
        "N": "End the fight, End the scene, End the scenario",
        "p": "Take physical damage",
        "m": "Take mental damage",
        "y": "Make the asked roll",
        "k": "First aid",
        "t": "Rest ten minutes",
        "z": "Sleep",
        "e": "Spend experience",
    }
    told = set(re.findall(r"`([A-Za-z])`", PART))
    assert told == {*wanted, *SHARED}
    for key, words in wanted.items():
        helps = [one.help for one in GAME.actions() if one.key == key]
        assert all(any(said.startswith(word) for said in helps) for word in words.split(", ")), (key, helps)


def test_the_numbers_of_the_tour_are_those_of_the_book() -> None:
    assert sorted(one["points"] for one in prices.campaigns().values()) == [150, 250, 350]
    assert "150, 250 or 350 points" in PART
    assert len(SAMPLES) == 3
    assert "four of Saga and three\nof SagaS" in README
    assert sum("game" in path.read_text(encoding="utf-8") for path in FOLDER.glob("*.toml")) == 7


def test_the_credit_is_that_of_the_book() -> None:
    credit = " ".join(README.partition("## Credits")[2].split())
    assert "*SagaS* (version 0.995) is an open game of Magna Regula" in credit
    assert "SagaS (version 0.995) is an open game of Magna Regula" in book.CREDIT


def test_the_commands_of_the_tour_run_one_after_the_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(FOLDER, tmp_path / "characters")
    monkeypatch.setenv("SAGA_TUI_DIR", str(tmp_path / "characters"))
    (shown,) = re.findall(r"```sh\n(.*?)```", PART, re.DOTALL)
    said = []
    for line in shown.splitlines():
        done = CliRunner().invoke(saga_tui, shlex.split(line.partition("#")[0])[1:])
        assert done.exit_code == 0, (line, done.output)
        said.append(done.output)
    assert said[1].startswith("Dodge 10")
    assert re.search(r"(Made|Missed) it at \d+%: Dodge 10", said[2])
    assert "SKILLS ───" in said[3]
    assert "UNIVERSAL TABLE" in said[4]
