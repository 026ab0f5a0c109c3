"""All screens in numbers: how much of them is blank, cut or loud, at four sizes and in every mood; one hero on each.

One size of each state, always the same, unless `LOOKS=all` asks for every one (`.ci/check --all`)."""

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
from saga_tui.ui.roll_hero import Hero
from saga_tui.ui.rule_book import BookScreen
from tests.games.saga.gm.screens.tables import TableApp
from tests.games.saga.screens.builder.stage import do
from tests.games.saga.screens.session.heroes import BETWEEN, CALM, CONFLICT, TROUBLE, Table, doc, press
from tests.games.saga.screens.test_crawl import NEW, Crawl, Make, State, advancement, building
from tests.picture import ROOT
from tests.ui.looking import heroes, looks

Bars = dict[int, tuple[int, int]]
SIZES = ((80, 24), (100, 30), (120, 40), (200, 60))
MOODS = {"calm": CALM, "conflict": CONFLICT, "trouble": TROUBLE}
BARS: Bars = {80: (35, 10), 100: (35, 15), 120: (35, 15), 200: (45, 25)}
"""The most void and holes, in percent, by the terminal's width."""
LOUD = 34
"""The most that is bold, in percent of the text outside the hero."""


def sizes(name: str) -> list[tuple[int, int]]:
    """The sizes at which a state is looked at: all, or one that is drawn by the name, every second time 120x40."""
    if os.environ.get("LOOKS") == "all":
        return [*SIZES]
    chance = random.Random(name)
    other = chance.choice([size for size in SIZES if size[0] != 120])
    return [chance.choice([other, (120, 40)])]


def too_much(screen: Screen[Any], width: int, bars: Bars) -> str:
    """What is wrong with the looks of a screen; empty where nothing is."""
    found, (void, holes), hero = looks(screen), bars.get(width, BARS[width]), heroes(screen)
    wrong = [
        f"void {found.void:.1f} > {void}" if found.void > void else "",
        f"holes {found.holes:.1f} > {holes}" if found.holes > holes else "",
        f"loud {found.loud:.1f}" if found.loud > LOUD else "",
        f"{hero} heroes" if hero > 1 else "",
        *found.cut,
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
    State("the book", doc(CALM), lambda memory: BookScreen(RULES, "DMG-2")),
)
OWN: dict[str, Bars] = {
    # one of many short ideas or names a line; a sheet on which nothing stands yet; at 80 columns fields and a few rows
    "a new character, step 1": {80: (62, 54), 100: (55, 44), 120: (57, 46), 200: (60, 44)},
    "a new character, step 2": {80: (35, 17), 100: (38, 19), 120: (43, 26), 200: (55, 38)},
    "a new character, step 3": {80: (54, 38), 100: (44, 29), 120: (45, 27)},
    "a new character, step 4": {80: (54, 39), 100: (48, 31), 120: (49, 34), 200: (48, 27)},
    "a new character, step 5": {80: (60, 56), 100: (50, 39), 120: (50, 41), 200: (54, 39)},
    "a new character, step 6": {100: (42, 15), 120: (43, 15)},
    "a new character, step 7": {80: (62, 58), 100: (44, 21), 120: (53, 35)},
    "a new character, step 8": {80: (56, 37), 100: (63, 48), 120: (51, 35), 200: (71, 58)},
    # the same lists; the last step is a sheet of paper with its own blanks
    "a finished character, step 1": {80: (46, 35), 100: (35, 19), 120: (45, 35), 200: (50, 35)},
    "a finished character, step 2": {120: (45, 26)},
    "a finished character, step 3": {80: (56, 51), 100: (43, 25), 120: (50, 37), 200: (46, 28)},
    "a finished character, step 4": {80: (41, 20), 100: (38, 17), 120: (53, 42), 200: (52, 33)},
    "a finished character, step 5": {80: (56, 50), 100: (47, 33), 120: (54, 47), 200: (56, 42)},
    "a finished character, step 6": {80: (38, 17), 100: (40, 15), 120: (48, 27), 200: (47, 27)},
    "a finished character, step 7": {80: (56, 48), 100: (41, 15), 120: (57, 39), 200: (51, 29)},
    "a finished character, step 8": {80: (50, 25), 100: (59, 36), 120: (54, 34), 200: (71, 58)},
    # names at the left end, prices at the right
    "advances": {80: (44, 22), 100: (56, 17), 120: (38, 15)},
    "advances, poor": {80: (40, 25), 100: (55, 17)},
    # a dialog as wide as the terminal with a line or two
    "a chapter's end": {80: (61, 31), 100: (46, 33), 200: (53, 26)},
    "a scene's end": {80: (85, 10), 100: (88, 15), 120: (52, 15), 200: (59, 26)},
    "a conflict's start": {100: (43, 15)},
    "a round's end": {80: (73, 10), 100: (79, 15), 120: (83, 15), 200: (91, 26)},
    # names at the left end, prices at the right
    "a roll": {80: (41, 10), 120: (38, 15)},
    "a roll in a conflict": {80: (43, 10)},
    # a number, dice, and an offer or two
    "a result": {80: (61, 48), 100: (69, 55), 120: (53, 37), 200: (61, 37)},
    # pages, as wide as one reads
    "the sheet": {80: (47, 17), 100: (46, 21), 120: (49, 25), 200: (57, 39)},
    "the book": {80: (43, 18), 100: (50, 32), 120: (61, 51), 200: (72, 63)},
}
"""Bars of states that cannot reach those of all, and why; what was reached, so that none gets worse."""


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


@pytest.mark.parametrize("name", ["advances", "a roll"])
async def test_what_stands_beside_the_rows_fits_its_size_whatever_it_was_before(name: str, tmp_path: Path) -> None:
    """The size of the screen is known before that of a panel on it."""
    state, app, seen = next(one for one in STATES if one.name == name), Crawl(tmp_path), list[str]()
    async with app.run_test(size=(120, 40)) as pilot:
        await app.push_screen(state.make(app.memory_of(state, 1)))
        await press(pilot, *state.into)
        for size in ((120, 40), (80, 24), (100, 30), (120, 40)):
            await pilot.resize_terminal(*size)
            await pilot.pause(0.1)
            if name == "a roll":
                hero = app.screen.query_one(Hero)
                width, height = hero.content_size
                assert hero._room == (width, height if hero.screen.beside else hero._room[1])  # type: ignore[attr-defined]
            elif size == (120, 40):
                box, lines = app.screen.query_one("#chances").region, app.screen._compositor.render_strips()
                seen.append("\n".join(lines[y].crop(box.x, box.right).text for y in range(box.y, box.bottom)))
    assert seen[:1] == seen[1:]


async def test_the_library_is_neither_empty_nor_cut_nor_shouting(tmp_path: Path) -> None:
    (tmp_path / "characters").mkdir()
    for sample in ("anselm-rook", "kestrel-ward", "odalys-brandt", "theo-marsh"):
        shutil.copy(ROOT / "characters" / f"{sample}.toml", tmp_path / "characters")
    app, wrong = SagaApp(tmp_path / "characters", animations=False), {}
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause(0.5)
        for size in sizes("library"):
            await pilot.resize_terminal(*size)
            await pilot.pause(0.6)  # the look is drawn once the panel has its size
            wrong[size] = too_much(app.screen, size[0], LIBRARY)
    assert not any(wrong.values()), wrong


LIBRARY: Bars = {80: (53, 25), 100: (47, 23), 120: (50, 28), 200: (54, 31)}
"""Four cards, whose names and meters stand in columns."""


SETUP = ("plus", *"Thug 6", "/", "2", "/", "3", "enter", "n", "2", "enter", "a")
TABLES: dict[str, tuple[str, tuple[str, ...], Bars]] = {
    "calm": ("calm", (), {80: (37, 10), 100: (36, 15)}),  # steps at the left end, what they bring at the right
    "in trouble": ("trouble", ("a",), {200: (54, 35)}),  # short lines, also in the cards; a band as wide as the screen
    "setup": ("calm", SETUP, {80: (46, 37), 120: (47, 30), 200: (55, 38)}),  # one element alone
    "an attack": ("trouble", ("a", "enter", "t"), {80: (38, 13), 100: (40, 15), 120: (41, 15)}),  # a list beside a list
    "a round's end": ("trouble", ("n", "n"), {100: (45, 15)}),  # five in three columns leave a place empty
    "a quiet round's end": ("fight", ("n", "n"), {100: (49, 23)}),
}
"""States of the GM's table: which one, the keys, and bars of its own."""


@pytest.mark.parametrize("name", TABLES)
async def test_the_gms_table_is_neither_empty_nor_cut_nor_shouting(name: str, tmp_path: Path) -> None:
    which, keys, bars = TABLES[name]
    app, wrong = TableApp(which, tmp_path).live(), {}
    async with app.run_test(size=(120, 40)) as pilot:
        await press(pilot, *keys)
        for size in sizes(f"table {name}"):
            await pilot.resize_terminal(*size)
            await pilot.pause(0.3)
            wrong[size] = too_much(app.screen, size[0], bars)
    assert not any(wrong.values()), wrong
