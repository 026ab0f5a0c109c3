"""A game that gives only its rules and a few specs gets everything: the acceptance test of the house."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator

from saga_tui.app import SagaApp
from saga_tui.cli import saga_tui
from saga_tui.games import registry
from saga_tui.library.cards import CardRow
from saga_tui.library.screen import LibraryScreen
from saga_tui.library.shelf import Shelf
from saga_tui.portrait import Badge
from saga_tui.store import Memory, load
from saga_tui.ui.dialogs import Choose
from saga_tui.ui.edge import TransitionScreen
from saga_tui.ui.journal.screen import JournalScreen
from saga_tui.ui.paper import SheetScreen
from saga_tui.ui.prompt import Prompt
from saga_tui.ui.tracker import Tracker
from tests.keys import press
from tests.toy.test_rules import do, session
from tests.ui.stage import shown

SIZES = pytest.mark.parametrize("size", [(80, 24), (120, 40)])


@pytest.fixture(autouse=True)
def folder(lanterns: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the documents are; the toy is installed."""
    monkeypatch.chdir(tmp_path)
    place = tmp_path / "characters"
    place.mkdir()
    return place


def run(*arguments: str, code: int = 0) -> str:
    """What a verb says."""
    result = CliRunner().invoke(saga_tui, list(arguments), prog_name="saga-tui")
    assert result.exit_code == code, (result.output, result.exception)
    return result.output


@pytest.fixture
def ada(folder: Path) -> Path:
    """Ada the watchman, in her first night: she dared a room, and an omen was drawn."""
    run("new", "--game", "lanterns", "--no-open", "Ada")
    path = folder / "ada.toml"
    with Memory.open(path, registry.layout_at(path)) as memory:
        play = session(memory)
        do(play, "choose", trade="watchman")
        do(play, "start-night")
        do(play, "dare", (5,), difficulty=12, nerve=2)
        do(play, "draw", (3,))
    return path


# ---- the command line


def test_check_lists_what_is_to_do_and_what_is_wrong(ada: Path, folder: Path) -> None:
    assert run("check", "ada").endswith("ada.toml: valid\n")
    run("new", "--game", "lanterns", "--no-open", "Bea")
    assert "No trade chosen" in run("check", "bea", code=1)
    (folder / "bea.toml").write_text('format = 1\ngame = "lanterns"\n[keeper]\nname = 3\n')
    assert "keeper" in run("check", "bea", code=2)


def test_the_log_tells_it_and_undo_says_what_cannot_be_unseen(ada: Path) -> None:
    told = run("log", "ada")
    assert "night 1  Dared: 9 against 12, the dark wins; nerve 6 → 4; oil 6 → 5  [LAN-3]" in told
    assert [event["kind"] for event in json.loads(run("log", "ada", "--json"))] == [
        "build",
        "clock",
        "rolls",
        "omens",
    ]
    assert len(run("log", "ada", "--kind", "rolls").splitlines()) == 1
    assert run("undo", "ada") == "Undone: Omen: a moth. It cannot be unseen.\n"
    assert run("undo", "ada") == "Undone: Dared: 9 against 12, the dark wins; nerve 6 → 4; oil 6 → 5\n"
    assert run("redo", "ada", "2").splitlines()[1] == "Redone: Omen: a moth"
    assert load(ada)["play"]["omens"] == [3]


def test_the_sheet_comes_from_the_entries(ada: Path) -> None:
    sheet = run("sheet", "ada")
    assert sheet.startswith("Ada")
    assert all(len(line) <= 80 for line in sheet.splitlines())
    for row in ("Most oil", "Nerve", "Night"):
        assert row in sheet
    assert run("sheet", "ada", "--format", "markdown").startswith("# Ada\n")
    assert "____" in run("sheet", "--blank", "--game", "lanterns")
    assert "____" in run("sheet", "--blank"), "all characters here are of one game"


def test_the_schema_is_that_of_the_documents(ada: Path) -> None:
    schema = Draft202012Validator(json.loads(run("schema", "--game", "lanterns")))
    assert not list(schema.iter_errors(load(ada)))
    assert list(schema.iter_errors({**load(ada), "game": "saga"}))


# ---- the app


def app(folder: Path, clock: Callable[[], datetime]) -> SagaApp:
    return SagaApp(folder, animations=False, now=clock)


@SIZES
async def test_the_library_asks_which_game_and_shows_its_documents(
    ada: Path, folder: Path, clock: Callable[[], datetime], size: tuple[int, int]
) -> None:
    program = app(folder, clock)
    async with program.run_test(size=size) as pilot:
        await press(pilot, "S")
        assert isinstance(program.screen, SheetScreen)
        assert program.screen.heading() == "Ada · sheet"
        await press(pilot, "q")
        assert isinstance(program.screen, LibraryScreen)
        [row] = program.screen.query(CardRow)
        assert (row.card.name, row.card.state, row.card.game) == ("Ada", "night 1", "lanterns")
        assert "◆5/6 ●4/6" in shown(row), "its pools, which nobody told the library of"
        await press(pilot, "n")
        assert isinstance(program.screen, Choose)
        assert [offer.text for offer in program.screen.offers] == [
            *(registry.game(key).title for key in registry.OWN if not registry.is_table(key)),
            "Lanterns",
        ]
        await press(pilot, "escape")
        assert isinstance(program.screen, LibraryScreen)


def test_a_folder_of_several_games_says_which_is_which(ada: Path, folder: Path) -> None:
    assert "Lanterns" not in [badge.text for card in Shelf(folder).cards() for badge in card.portrait.badges]
    run("new", "--game", "saga", "--no-open", "Kestrel")
    badges = {card.name: card.portrait.badges[-1] for card in Shelf(folder).cards()}
    assert badges == {"Ada": Badge("Lanterns"), "Kestrel": Badge("Saga")}


@SIZES
async def test_a_night_from_the_library_and_back(
    ada: Path, folder: Path, clock: Callable[[], datetime], size: tuple[int, int]
) -> None:
    program = app(folder, clock)
    async with program.run_test(size=size) as pilot:
        await press(pilot, "enter")
        assert isinstance(program.screen, Tracker)
        await press(pilot, "n")
        assert isinstance(program.screen, TransitionScreen)
        lines = [line.bare for line in program.screen.lines]
        assert lines == ["night 1 ends", "oil 5 → 6", "nerve 4 → 6"]
        await press(pilot, "end", "space", "enter")
        if isinstance(program.screen, Prompt):  # the reason of the ruling
            await press(pilot, "enter")
        assert isinstance(program.screen, Tracker)
        assert program.memory is not None
        assert [(one["row"], one["new"]) for one in program.memory.doc["rulings"]] == [
            ("nerve", "skipped: nerve 4 → 6")
        ]
        await press(pilot, "u", "u")
        told = [toast.message for toast in program._notifications]
        assert any("It cannot be unseen." in one for one in told), "the omen was undone"
        await press(pilot, "L")
        assert isinstance(program.screen, JournalScreen)
        await press(pilot, "q", "q")
        assert isinstance(program.screen, LibraryScreen)
    assert load(ada)["play"].get("omens", []) == []


@SIZES
async def test_an_edit_by_hand_is_taken_over_while_it_is_open(
    ada: Path, folder: Path, clock: Callable[[], datetime], size: tuple[int, int]
) -> None:
    program = app(folder, clock)
    async with program.run_test(size=size) as pilot:
        await press(pilot, "enter")
        assert program.memory is not None
        ada.write_text(ada.read_text().replace('trade = "watchman"', 'trade = "lamplighter"'))
        for _ in range(60):
            if program.memory.doc["keeper"]["trade"] == "lamplighter":
                break
            await pilot.pause(0.05)
        assert program.memory.doc["keeper"]["trade"] == "lamplighter"
        await press(pilot, "u")
        assert program.memory.doc["keeper"]["trade"] == "watchman"


def test_after_a_crash_everything_is_there(ada: Path, folder: Path) -> None:
    code = f"""
import os
from pathlib import Path
from saga_tui.dice import seeded
from saga_tui.engine.session import Session
from saga_tui.games import registry
from saga_tui.store import Memory
memory = Memory.open(Path({str(ada)!r}), registry.layout("lanterns"))
play = Session(registry.game("lanterns").rules, memory, seeded(1))
play.do(play.game.command("end-night", {{}}))
memory.flush()
os._exit(9)
"""
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 9
    assert load(ada)["play"]["span"] == "night", "the file waited for its checkpoint"
    with Memory.open(ada, registry.layout_at(ada)) as memory:
        assert memory.doc["play"]["span"] == "house"
    assert load(ada)["play"]["pools"] == {"nerve": 6, "oil": 6}


def test_the_tour_of_a_game_that_says_nothing_of_it_is_that_of_every_game(lanterns: Path) -> None:
    titles = [title for title, text in registry.game("lanterns").tour() if text.strip()]
    assert titles == ["Welcome", "Four keys to remember", "Nothing is lost"]
    assert len(registry.game("sagas").tour()) > len(titles), "a game's own pages stand among them"
