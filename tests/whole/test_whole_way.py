"""The main job in the real app, by keys: build, play a chapter, grow, print; then everything is there again."""

from __future__ import annotations

import asyncio
import shutil
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from saga_tui.app import SagaApp
from saga_tui.changes import same
from saga_tui.cli.group import saga_tui as program
from saga_tui.games.saga.rules import creation
from saga_tui.games.saga.rules.character import Character, from_doc
from saga_tui.store import load
from tests.examples import tries
from tests.whole.kills import SCRIPTS, WIDE, every, killed
from tests.whole.playing import Run, play, played

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def by_priorities(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """The script by priorities, played once for all that is looked at in it."""
    return asyncio.run(played(tmp_path_factory.mktemp("priorities"), SCRIPTS["priority"], WIDE))


@pytest.mark.rule("CRE-2", "CRE-4", "CRE-9", "DMG-2", "CSQ-2", "KIS-4", "DRV-2", "SPK-2", "SPK-4")
async def test_by_priorities_through_a_chapter_to_the_printed_sheet(
    by_priorities: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(by_priorities.root, tmp_path / "copy")
    folder = tmp_path / "copy" / "characters"
    monkeypatch.setenv("SAGA_TUI_STATE", str(tmp_path / "copy" / "state"))
    made = from_doc(by_priorities.doc)
    assert (made.concept.name, made.concept.skill_x) == ("Kestrel", "Mettle")
    assert made.assets.order == ("force", "grace", "acuity")
    assert [bought.buy for bought in made.finishing] == ["asset", "rank", "specialty"]
    after(made, {"force": 5, "grace": 4, "acuity": 2, "fortune": 0})
    await reopened(folder)
    printed = sheet(folder)
    assert len(printed.splitlines()) <= 60
    for words in ("Kestrel", "Find my sister", "Lucky pebble", "rifles", "Spark 1"):
        assert words in " ".join(printed.split()), words


@pytest.mark.rule("CRE-3", "CRE-5", "DMG-2", "CSQ-2", "KIS-4", "DRV-2", "SPK-2", "SPK-4")
async def test_by_points_through_a_chapter_to_the_printed_sheet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SAGA_TUI_STATE", str(tmp_path / "state"))
    folder = tmp_path / "characters"
    made = from_doc((await played(tmp_path, SCRIPTS["points"], (80, 24))).doc)
    assert made.assets.ratings == {"force": 5, "grace": 4, "acuity": 1, "fortune": 3}
    assert made.skills.ranks == {"academia": 6, "athletics": 4, "awareness": 3}
    after(made, {"force": 5, "grace": 4, "acuity": 2, "fortune": 0})
    await reopened(folder)
    assert "rifles" in sheet(folder)


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals on Windows")
def test_a_kill_after_some_steps_ends_in_the_same_character(by_priorities: Run, tmp_path: Path) -> None:
    """After every twentieth step; where all examples are tried after every tenth."""
    steps = SCRIPTS["priority"]
    found = killed(tmp_path, steps, by_priorities.after, every(steps, 20 // tries(2, daily=1)))
    assert found.happened == by_priorities.happened
    assert same({**found.doc, "id": ""}, {**by_priorities.doc, "id": ""})


def sheet(folder: Path) -> str:
    """What the command line prints."""
    arguments = ["--dir", str(folder), "sheet", "kestrel"]
    return CliRunner().invoke(program, arguments, prog_name="saga-tui").output


def after(made: Character, tokens: dict[str, int]) -> None:
    """Where the played chapter leaves either character: 5 Spark earned, 4 spent on two advances."""
    assert made.play is not None
    assert (made.play.chapter, made.play.scene, made.play.span, made.play.spark) == (1, 2, "saga", 1)
    assert made.play.tokens == tokens
    assert made.play.damage == {"pain": 0, "doubt": 0, "fear": 0, "kismet": 0}
    assert (made.play.doom, made.play.consequences, made.play.asks) == (0, (), ())
    assert [(bought.buy, bought.chapter) for bought in made.advances] == [("asset", 1), ("specialty", 1)]
    assert creation.open_problems(made) == []


async def reopened(folder: Path) -> None:
    """Opened again, everything is there, and the last thing done can still be taken back and done again."""
    app = SagaApp(folder, start=folder / "kestrel.toml", animations=False)
    before = load(folder / "kestrel.toml")
    async with app.run_test(size=(80, 24)) as pilot:
        await play(pilot, app, [["~after chapter 1", "u", "~✦ 3", "U", "~✦ 1"]])
        await pilot.press("ctrl+q")
    assert load(folder / "kestrel.toml") == before
