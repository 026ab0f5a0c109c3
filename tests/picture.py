"""Draws the README's pictures from a sample character: `python -m tests.picture` writes them anew."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from textual.app import App
from textual.pilot import Pilot

from saga_tui.app import SagaApp
from tests.film import Frame, film

ROOT = Path(__file__).parent.parent
PICTURE = ROOT / ".github" / "session.svg"
ROLL = ROOT / ".github" / "roll.svg"
MOVING = ROOT / ".github" / "rolling.svg"
TABLE = ROOT / ".github" / "table.svg"
BOARD = ROOT / ".github" / "board.svg"
PHONE = ROOT / ".github" / "phone.svg"
SHARED = ROOT / ".github" / "shared.svg"
SIZE = (120, 32)
FACES = (6, 2, 5, 6, 3, 1, 4, 5, 2, 6, 1, 3, 2, 1, 4)
"""The dice of the picture that moves."""


async def draw(folder: Path) -> dict[Path, str]:
    """The session view of a sample in play, and a roll being put together, as SVG; ids of the drawing are made the same
    every time."""
    for sample in (ROOT / "characters").glob("*.toml"):
        shutil.copy(sample, folder)
    app = SagaApp(folder, start=folder / "anselm-rook.toml", animations=False)
    async with app.run_test(size=SIZE) as pilot:
        await _ready(app, pilot)
        await pilot.press("p", "1", "enter")
        await pilot.press(*"split lip", "enter")
        for _ in range(200):
            await pilot.pause()
            if app.memory is not None and app.memory.status == "saved":
                break
        session = await _drawn(app, pilot)
        await pilot.press("r")
        roll = await _drawn(app, pilot)
    _close(app)
    pictures = {PICTURE: session, ROLL: roll, MOVING: film(await shoot(folder))}
    pictures |= {TABLE: await draw_table(folder), BOARD: await draw_board(folder)}
    return pictures | {PHONE: await draw_phone(folder), SHARED: await draw_shared(folder)}


async def draw_phone(folder: Path) -> str:
    """A seat on a phone: what can be done is done with a thumb."""
    from saga_tui.serve.seated import SeatApp
    from saga_tui.ui.seat import Seat

    app = SeatApp(Seat(Path(shutil.copy(ROOT / "characters" / "anselm-rook.toml", folder / "phone.toml"))),
                  animations=False)  # fmt: skip
    async with app.run_test(size=(45, 62)) as pilot:
        await _ready(app, pilot)
        await pilot.press("p", "2")
        drawn = await _drawn(app, pilot)
    _close(app)
    return drawn


async def draw_table(folder: Path) -> str:
    """A table of five characters in a conflict, as SVG."""
    from tests.games.saga.gm.screens.tables import TableApp

    app = TableApp("trouble", folder / "a table")
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        for keys in ("exclamation_mark enter", "t", "a v 4 enter", "i 1 enter"):
            await pilot.press(*keys.split())
            await pilot.pause(0.2)
        drawn = await _drawn(app, pilot)
    app.session.close()
    app.memory.close()
    return drawn


async def draw_shared(folder: Path) -> str:
    """The same table when it is shared: who is there, and who sees the last acts a moment later."""
    from saga_tui.ui.bars import StatusLine
    from saga_tui.ui.presence import Person, Presence
    from tests.games.saga.gm.screens.tables import TableApp

    app = TableApp("calm", folder / "a shared table")
    async with app.run_test(size=(120, 32)) as pilot:
        await pilot.pause()
        names = ("Kestrel", True), ("Theo Marsh", True), ("Odalys", True), ("Anselm Rook", True), ("Isaure", False)
        people = tuple(Person(name, here) for name, here in names)
        app.screen.query_one(StatusLine).together(Presence("Friday", "on", people, waits=1, notes=1))
        drawn = await _drawn(app, pilot)
    app.session.close()
    app.memory.close()
    return drawn


async def draw_board(folder: Path) -> str:
    """A board game: the map, where a hero and her jarl can go, and what waits at the cursor."""
    from saga_tui.ui.area_map import AreaMap

    app = SagaApp(folder, start=folder / "winter-of-the-north.toml", animations=False)
    async with app.run_test(size=(150, 44)) as pilot:
        for _ in range(200):
            await pilot.pause()
            if found := [*app.screen.query(AreaMap)]:
                break
        found[0].go("armorica")
        drawn = await _drawn(app, pilot)
    _close(app)
    return drawn


def loaded(faces: Sequence[int]) -> Callable[..., tuple[int, ...]]:
    """Dice that fall as these do."""
    left = list(faces)

    def roller(count: int, _sides: int = 6, /) -> tuple[int, ...]:
        taken, left[:] = left[:count], left[count:]
        return tuple(taken + [4] * (count - len(taken)))

    return roller


async def shoot(folder: Path) -> list[Frame]:
    """A roll from the play screen to its result, with the seconds of each picture."""
    from saga_tui.ui.dice import DiceView

    told = shutil.copy(ROOT / "characters" / "anselm-rook.toml", folder / "rolling.toml")
    app = SagaApp(folder, start=Path(told), animations=False, roller=loaded(FACES))
    frames: list[Frame] = []
    async with app.run_test(size=SIZE) as pilot:

        async def take(seconds: float, *keys: str) -> None:
            await pilot.press(*keys)
            frames.append(Frame(await _drawn(app, pilot), seconds))

        await _ready(app, pilot)
        await take(2.0)
        await take(2.2, "r")
        await take(1.4, "f")
        await pilot.press("enter")
        await pilot.pause()
        for tick in (1, 4, 7, 9, 11):
            for dice in app.screen.query(DiceView):
                dice._rolling, dice._tick = tuple(range(len(dice.faces))), tick
                dice.refresh()
                app.screen.reveal()  # type: ignore[attr-defined]
            await take(0.14)
        for dice in app.screen.query(DiceView):
            dice.rest()
        app.screen.reveal()  # type: ignore[attr-defined]
        await take(1.6)
        await take(4.0, "enter")
    _close(app)
    return frames


def _close(app: SagaApp) -> None:
    """What was played is saved, and nobody writes any more."""
    if app.memory is not None:
        app.memory.close()


async def _ready(app: App[None], pilot: Pilot[None]) -> None:
    """Until the play screen is there."""
    from saga_tui.ui.bars import StatusLine

    for _ in range(200):
        await pilot.pause()
        if app.screen.query("#force") and "✓" in str(app.screen.query_one(StatusLine).render()):
            break


async def _drawn(app: App[None], pilot: Pilot[None]) -> str:
    app.clear_notifications()
    await pilot.pause()
    await pilot.pause()
    return re.sub(r"terminal-\d+", "terminal-saga", app.export_screenshot(title="saga-tui"))


def main() -> None:
    """Writes the pictures."""
    with tempfile.TemporaryDirectory() as name:
        os.environ |= {"SAGA_TUI_STATE": f"{name}/state", "SAGA_TUI_CONFIG": f"{name}/config"}
        folder = Path(name) / "characters"
        folder.mkdir()
        for path, drawn in asyncio.run(draw(folder)).items():
            path.write_text(drawn, encoding="utf-8")


if __name__ == "__main__":
    main()
