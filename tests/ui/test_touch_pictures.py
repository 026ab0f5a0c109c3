"""How the program looks on a phone: play, a roll, its result, a number asked, an end, other games, a table."""

from __future__ import annotations

import shutil
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot

from saga_tui.games.tables import new_table
from saga_tui.serve.seated import SeatApp
from saga_tui.ui.seat import Seat
from tests.keys import press, rested
from tests.picture import loaded

CHARACTERS = Path(__file__).parent.parent.parent / "characters"
SIZE = (45, 80)
Snap = Callable[..., bool]


def held(folder: Path, *names: str) -> SeatApp:
    """A seat at one of these; at a table of them where there are several."""
    for name in names:
        shutil.copy(CHARACTERS / f"{name}.toml", folder)
    paths = [folder / f"{name}.toml" for name in names]
    return SeatApp(
        Seat(paths[0] if len(paths) == 1 else new_table(folder, "Friday", paths)),
        roller=loaded((6, 2, 5, 6, 3, 1)),
        animations=False,
    )


def after(*keys: str) -> Callable[[Pilot[None]], Awaitable[None]]:
    """Press these, and wait until all is saved."""

    async def pressed(pilot: Pilot[None]) -> None:
        app = pilot.app
        assert isinstance(app, SeatApp)
        await press(pilot, *keys)
        for _ in range(200):
            await pilot.pause()
            if app.memory is not None and app.memory.status == "saved":
                break
        await rested(pilot)

    return pressed


@pytest.mark.parametrize(
    ("name", "keys"),
    [
        ("calm", ""),
        ("roll", "r"),
        ("result", "r enter"),
        ("damage", "p 3"),
        ("edge", "n"),
        ("keyboard", "full_stop"),
    ],
    ids=lambda one: one if one.isalpha() else "",
)
def test_a_phone(snap: Snap, tmp_path: Path, name: str, keys: str) -> None:
    size = (40, 30) if name == "keyboard" else SIZE
    assert snap(held(tmp_path, "anselm-rook"), terminal_size=size, run_before=after(*keys.split()))


@pytest.mark.parametrize(("name", "keys"), [("mira-vane", "g enter"), ("winter-of-the-north", "")])
def test_another_game(snap: Snap, tmp_path: Path, name: str, keys: str) -> None:
    assert snap(held(tmp_path, name), terminal_size=SIZE, run_before=after(*keys.split()))


def test_a_table(snap: Snap, tmp_path: Path) -> None:
    assert snap(held(tmp_path, "anselm-rook", "kestrel-ward"), terminal_size=SIZE, run_before=after())
