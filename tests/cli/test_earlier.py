"""A character and its journal as an earlier version left them: kismet rolls due whose dice were not counted yet."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from saga_tui.games.registry import layout
from saga_tui.games.saga.rules import state
from saga_tui.games.saga.rules.character import from_doc
from saga_tui.store import Memory, load
from tests.cli.conftest import Run

EARLIER = Path(__file__).with_name("earlier")


@pytest.mark.rule("KIS-2")
@pytest.mark.parametrize("file", [True, False], ids=["with its file", "from the journal alone"])
def test_a_journal_with_uncounted_kismet_rolls_opens_replays_and_goes_on(run: Run, folder: Path, file: bool) -> None:
    path, journal = folder / "ada.toml", folder / ".saga-tui" / "ada-oldkismet1" / "journal" / "5mbk50rd"
    journal.mkdir(parents=True)
    shutil.copy(EARLIER / "journal.toml", journal / "000001.toml")
    shutil.copy(EARLIER / "ada.toml", path)
    old = load(path)
    if not file:
        path.unlink()
        assert run("restore", "ada", "last").exit_code == 0
    with Memory.open(path, layout("saga")) as memory:
        assert memory.doc == old
        assert state.kismet_due(from_doc(memory.doc)) == (5, 6)
        while memory.undo():
            pass
        assert "asks" not in memory.doc["play"]
        assert "damage" not in memory.doc["play"]
        while memory.redo():
            pass
        assert memory.doc == old
    assert run("check", "ada").exit_code == 0
    assert "a kismet roll of 5 dice" in run("sheet", "ada").stdout
    assert json.loads(run("why", "ada", "kismet-due:1", "--json").stdout)["value"] == 5
    healed = run("do", "ada", "heal", "kismet", "4")
    assert "Still needed: a kismet roll of 5 dice" in healed.stdout
    assert run("do", "ada", "end-scene").exit_code == 1
    assert run("do", "ada", "roll-kismet", "--dice", "3,3,3,3,3").exit_code == 0
    assert [ask["dice"] for ask in load(path)["play"]["asks"]][-1] == 6
