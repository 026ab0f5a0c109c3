"""How the GM's table looks: calm, in trouble, in setup, an attack with its odds, an act for all, the forecast."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot

from saga_tui.games.saga.gm.screens.prepare import ForecastScreen
from tests.games.saga.gm.screens.tables import TableApp

SIZES = [(80, 24), (120, 40), (200, 60)]
Snap = Callable[..., bool]


@pytest.mark.parametrize("size", SIZES)
def test_table_calm(snap: Snap, tmp_path: Path, size: tuple[int, int]) -> None:
    assert snap(TableApp("calm", tmp_path).live(), terminal_size=size)


@pytest.mark.parametrize("size", SIZES)
def test_table_in_trouble(snap: Snap, tmp_path: Path, size: tuple[int, int]) -> None:
    assert snap(TableApp("trouble", tmp_path).live(), terminal_size=size, press=["a"])


@pytest.mark.parametrize("size", SIZES)
def test_table_setup(snap: Snap, tmp_path: Path, size: tuple[int, int]) -> None:
    keys = ["plus", *"Thug 6", "/", "2", "/", "3", "enter", "n", "2", "enter", "a"]
    assert snap(TableApp("calm", tmp_path).live(), terminal_size=size, press=keys)


@pytest.mark.parametrize("size", SIZES)
def test_table_an_element_attacks(snap: Snap, tmp_path: Path, size: tuple[int, int]) -> None:
    assert snap(TableApp("trouble", tmp_path).live(), terminal_size=size, press=["a", "enter", "t"])


@pytest.mark.parametrize("size", SIZES)
def test_table_the_end_of_a_round_with_one_left_out(snap: Snap, tmp_path: Path, size: tuple[int, int]) -> None:
    async def left_out(pilot: Pilot[None]) -> None:
        """Who is left out loses the ghost on the card: the cards behind are drawn a moment after the question."""
        await pilot.press("z", "a", "space")
        for _ in range(5):
            await pilot.pause(0.05)

    assert snap(TableApp("trouble", tmp_path).live(), terminal_size=size, run_before=left_out)


@pytest.mark.parametrize("size", SIZES)
def test_table_forecast(snap: Snap, tmp_path: Path, size: tuple[int, int]) -> None:
    async def forecast(pilot: Pilot[None]) -> None:
        """The conflicts are simulated beside the screen: it is waited for."""
        await pilot.press("F")
        for _ in range(1500):
            await pilot.pause(0.02)
            if isinstance(pilot.app.screen, ForecastScreen):
                break
        assert isinstance(pilot.app.screen, ForecastScreen)
        await pilot.pause()

    assert snap(TableApp("trouble", tmp_path).live(), terminal_size=size, run_before=forecast)
