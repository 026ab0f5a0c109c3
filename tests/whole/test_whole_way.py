"""The main job in the real app, by keys: build, play a chapter, grow, print; then everything is there again."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from textual.pilot import Pilot

from saga_tui.app import SagaApp
from saga_tui.cli.group import saga_tui as program
from saga_tui.games.saga.rules import creation
from saga_tui.games.saga.rules.character import Character, from_doc
from saga_tui.store import load
from tests.games.saga.screens.builder.stage import screen_text
from tests.keys import burst
from tests.whole import script


async def play(pilot: Pilot[Any], app: SagaApp, steps: Iterable[script.Step]) -> None:
    """Presses the keys of the steps; a text to wait for is waited for."""
    for item in (item for step in steps for item in step):
        if item.startswith("~"):
            for _ in range(400):
                if item[1:] in screen_text(app):
                    break
                await asyncio.sleep(0.01)
            else:
                raise AssertionError(f"never shown: {item[1:]}\n{screen_text(app)}")
            continue
        await burst(pilot, *(item[1:] if item.startswith("=") else [item]))


async def whole(folder: Path, steps: Iterable[script.Step], size: tuple[int, int]) -> Character:
    """Plays the steps from the empty library, closes, and gives the character that the file then holds."""
    folder.mkdir()
    app = SagaApp(folder, animations=False)
    async with app.run_test(size=size) as pilot:
        await play(pilot, app, steps)
        await pilot.press("ctrl+q")
        await pilot.pause()
    (file,) = folder.glob("*.toml")
    return from_doc(load(file))


@pytest.mark.rule("CRE-2", "CRE-4", "CRE-9", "DMG-2", "CSQ-2", "KIS-4", "DRV-2", "SPK-2", "SPK-4")
async def test_by_priorities_through_a_chapter_to_the_printed_sheet(tmp_path: Path) -> None:
    folder = tmp_path / "characters"
    made = await whole(folder, [*script.PRIORITY, *script.BEGUN, *script.PLAYED, *script.grown("6")], (120, 40))
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
async def test_by_points_through_a_chapter_to_the_printed_sheet(tmp_path: Path) -> None:
    folder = tmp_path / "characters"
    made = await whole(folder, [*script.POINTS, *script.BEGUN, *script.PLAYED, *script.grown("1")], (80, 24))
    assert made.assets.ratings == {"force": 5, "grace": 4, "acuity": 1, "fortune": 3}
    assert made.skills.ranks == {"academia": 6, "athletics": 4, "awareness": 3}
    after(made, {"force": 5, "grace": 4, "acuity": 2, "fortune": 0})
    await reopened(folder)
    assert "rifles" in sheet(folder)


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
    assert creation.open_findings(made) == []


async def reopened(folder: Path) -> None:
    """Opened again, everything is there, and the last thing done can still be taken back and done again."""
    app = SagaApp(folder, start=folder / "kestrel.toml", animations=False)
    before = load(folder / "kestrel.toml")
    async with app.run_test(size=(80, 24)) as pilot:
        await play(pilot, app, [["~after chapter 1", "u", "~✦ 3", "U", "~✦ 1"]])
        await pilot.press("ctrl+q")
    assert load(folder / "kestrel.toml") == before
