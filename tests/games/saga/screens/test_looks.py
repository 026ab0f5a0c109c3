"""All screens in numbers: how much of them is blank, cut or loud, at four sizes and in every mood; one hero on each.

Two sizes of each state, always the same, unless `LOOKS=all` asks for every one (`.ci/check --all`)."""

from __future__ import annotations

import os
import random
import shutil
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.screen import Screen

from saga_tui.app import SagaApp
from saga_tui.games.saga.game import GAME
from saga_tui.games.saga.rules.commands import RULES
from saga_tui.games.saga.rules.commands.build import Become
from saga_tui.store import Memory
from saga_tui.ui.band import BandView
from saga_tui.ui.rule_book import BookScreen
from tests.games.saga.screens.builder.stage import do
from tests.games.saga.screens.session.heroes import BETWEEN, CALM, CONFLICT, TROUBLE, Table, doc, press
from tests.games.saga.screens.test_crawl import NEW, Crawl, Make, State, advancement, building
from tests.picture import ROOT
from tests.ui.looking import cut_beside_room, heroes, looks

Bars = dict[int, tuple[int, int]]
SIZES = ((80, 24), (100, 30), (120, 40), (200, 60))
MOODS = {"calm": CALM, "conflict": CONFLICT, "trouble": TROUBLE}
BARS: Bars = {80: (35, 10), 100: (35, 15), 120: (35, 15), 200: (45, 25)}
"""The most void and holes, in percent, by the terminal's width."""
LOUD = 34
"""The most that is bold, in percent of the text outside the hero."""


def sizes(name: str) -> list[tuple[int, int]]:
    """The sizes at which a state is looked at: all, or 120x40 and one that is drawn by the name."""
    if os.environ.get("LOOKS") == "all":
        return [*SIZES]
    return [random.Random(name).choice([size for size in SIZES if size[0] != 120]), (120, 40)]


def too_much(screen: Screen[Any], width: int, bars: Bars) -> str:
    """What is wrong with the looks of a screen; empty where nothing is."""
    found, (void, holes), hero = looks(screen), bars.get(width, BARS[width]), heroes(screen)
    wrong = [
        f"void {found.void:.1f} > {void}" if found.void > void else "",
        f"holes {found.holes:.1f} > {holes}" if found.holes > holes else "",
        f"loud {found.loud:.1f}" if found.loud > LOUD else "",
        f"{hero} heroes" if hero > 1 else "",
        *cut_beside_room(screen),
    ]
    return "; ".join(filter(None, wrong))


@pytest.mark.parametrize("mood", MOODS)
async def test_play_is_neither_empty_nor_cut_nor_shouting(mood: str, tmp_path: Path) -> None:
    app, wrong = Table(doc(MOODS[mood]), tmp_path), {}
    for _ in range(3):
        app.live()
    async with app.run_test(size=(120, 40)) as pilot:
        for size in sizes(mood):
            await pilot.resize_terminal(*size)
            await pilot.pause(0.3)
            wrong[size] = too_much(app.session, size[0], {})
            band = mood != "calm" and size[0] >= 100 and size[1] >= 30
            assert app.session.query_one(BandView).display == band
    assert not any(wrong.values()), wrong


def finished(memory: Memory) -> Screen[Any]:
    """The builder with a character that is done."""
    do(memory, Become(seed=7))
    return building(memory)


STEPS = range(1, 9)


def _builder(name: str, make: Make) -> tuple[State, ...]:
    return tuple(State(f"{name}, step {step}", NEW, make, (f"f{step}",) if step > 1 else ()) for step in STEPS)


STATES = (
    *_builder("a new character", building),
    *_builder("a finished character", finished),
    State("advances", doc(BETWEEN), advancement),
    State("advances, poor", doc({**CALM, "spark": 0}), advancement),
    State("a chapter's end", doc(CALM), into=("N", "N")),
    State("a scene's end", doc(CALM), into=("N",)),
    State("a conflict's start", doc(CALM), into=("n",)),
    State("a round's end", doc(CONFLICT), into=("n",)),
    State("a roll", doc(CALM), into=("r",)),
    State("a roll in a conflict", doc(CONFLICT), into=("r", "6")),
    State("a result", doc(CALM), into=("r", "6", "enter")),
    State("the sheet", doc(CONFLICT), GAME.preview),
    State("the recap", doc(CONFLICT), GAME.story),
    State("the book", doc(CALM), lambda memory: BookScreen(RULES, "DMG-2")),
)
OWN: dict[str, Bars] = {
    "a new character, step 1": {80: (68, 60), 100: (61, 50), 120: (75, 66), 200: (93, 88)},
    "a new character, step 2": {80: (40, 23), 100: (44, 25), 120: (60, 46), 200: (84, 76)},
    "a new character, step 3": {80: (60, 44), 100: (50, 35), 120: (63, 44), 200: (71, 57)},
    "a new character, step 4": {80: (60, 45), 100: (54, 37), 120: (61, 44), 200: (77, 68)},
    "a new character, step 5": {80: (66, 62), 100: (56, 45), 120: (67, 61), 200: (83, 78)},
    "a new character, step 6": {100: (52, 34), 120: (51, 28), 200: (64, 52)},
    "a new character, step 7": {80: (68, 64), 100: (50, 27), 120: (71, 55), 200: (89, 83)},
    "a new character, step 8": {80: (59, 32), 100: (68, 49), 120: (60, 37), 200: (81, 69)},
    "a finished character, step 1": {80: (52, 41), 100: (42, 27), 120: (54, 44), 200: (77, 72)},
    "a finished character, step 2": {120: (48, 27), 200: (70, 52)},
    "a finished character, step 3": {80: (62, 57), 100: (49, 32), 120: (62, 40), 200: (68, 56)},
    "a finished character, step 4": {80: (47, 26), 100: (45, 24), 120: (58, 43), 200: (74, 65)},
    "a finished character, step 5": {80: (62, 56), 100: (53, 40), 120: (64, 55), 200: (79, 74)},
    "a finished character, step 6": {80: (44, 23), 100: (49, 30), 120: (50, 29), 200: (61, 49)},
    "a finished character, step 7": {80: (62, 54), 100: (47, 19), 120: (67, 49), 200: (85, 78)},
    "a finished character, step 8": {80: (54, 21), 100: (64, 39), 120: (56, 31), 200: (75, 61)},
    "advances": {80: (50, 28), 100: (70, 46), 120: (49, 18), 200: (76, 49)},
    "advances, poor": {80: (46, 31), 100: (63, 23), 120: (37, 15), 200: (71, 38)},
    "a chapter's end": {80: (67, 37), 100: (52, 39), 120: (51, 27), 200: (70, 51)},
    "a scene's end": {80: (91, 13), 100: (94, 18), 120: (97, 18), 200: (102, 29)},
    "a conflict's start": {100: (49, 18), 120: (37, 15), 200: (46, 26)},
    "a round's end": {80: (79, 13), 100: (85, 18), 120: (89, 18), 200: (97, 29)},
    "a roll": {80: (49, 17), 120: (37, 15), 200: (70, 55)},
    "a roll in a conflict": {80: (51, 17), 120: (43, 27), 200: (67, 51)},
    "a result": {80: (70, 57), 100: (78, 64), 120: (84, 72), 200: (94, 87)},
    "the sheet": {80: (53, 23), 100: (52, 27), 120: (55, 31), 200: (63, 45)},
    "the recap": {80: (76, 42), 100: (102, 98), 120: (104, 101), 200: (106, 104)},
    "the book": {80: (49, 23), 100: (56, 38), 120: (71, 62), 200: (88, 84)},
}
"""Bars of states that cannot reach those of all, and why."""


async def look(pilot: Pilot[Any], app: Crawl, state: State, number: int) -> dict[tuple[int, int], str]:
    """What is wrong with a state, size by size."""
    ground, wrong = list(app.screen_stack), {}
    await app.push_screen(state.make(app.memory_of(state, number)))
    await pilot.pause()
    await press(pilot, *state.into)
    for size in sizes(state.name):
        await pilot.resize_terminal(*size)
        await pilot.pause(0.1)
        wrong[size] = too_much(app.screen, size[0], OWN.get(state.name, {}))
    while app.screen_stack != ground:
        app.pop_screen()
    return {size: words for size, words in wrong.items() if words}


PARTS = 6


@pytest.mark.parametrize("part", range(PARTS))
async def test_no_screen_is_empty_cut_or_shouting(part: int, tmp_path: Path) -> None:
    app, wrong = Crawl(tmp_path), {}
    async with app.run_test(size=(120, 40)) as pilot:
        for number, state in enumerate(STATES):
            if number % PARTS == part:
                wrong[state.name] = await look(pilot, app, state, number)
    assert not any(wrong.values()), {name: found for name, found in wrong.items() if found}


async def test_the_library_is_neither_empty_nor_cut_nor_shouting(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "characters", tmp_path / "characters")
    app, wrong = SagaApp(tmp_path / "characters", animations=False), {}
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause(0.3)
        for size in sizes("library"):
            await pilot.resize_terminal(*size)
            await pilot.pause(0.1)
            wrong[size] = too_much(app.screen, size[0], LIBRARY)
    assert not any(wrong.values()), wrong


LIBRARY: Bars = {80: (53, 25), 100: (42, 15), 120: (43, 15), 200: (48, 26)}
"""Four cards, whose names and meters stand in columns."""
