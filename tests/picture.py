"""Draws the README's pictures from a sample character: `python -m tests.picture` writes them anew."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import tempfile
from pathlib import Path

from textual.app import App
from textual.pilot import Pilot

ROOT = Path(__file__).parent.parent
PICTURE = ROOT / ".github" / "session.svg"
ROLL = ROOT / ".github" / "roll.svg"
SIZE = (120, 32)


async def draw(folder: Path) -> dict[Path, str]:
    """The session view of a sample in play, and a roll being put together, as SVG; ids of the drawing are made the same
    every time."""
    from saga_tui.app import SagaApp
    from saga_tui.ui.bars import StatusLine

    for sample in (ROOT / "characters").glob("*.toml"):
        shutil.copy(sample, folder)
    app = SagaApp(folder, start=folder / "anselm-rook.toml", animations=False)
    async with app.run_test(size=SIZE) as pilot:
        for _ in range(200):
            await pilot.pause()
            if app.screen.query("#force") and "✓" in str(app.screen.query_one(StatusLine).render()):
                break
        await pilot.press("p", "1", "enter")
        await pilot.press(*"split lip", "enter")
        for _ in range(200):
            await pilot.pause()
            if app.memory is not None and app.memory.status == "saved":
                break
        session = await _drawn(app, pilot)
        await pilot.press("r")
        return {PICTURE: session, ROLL: await _drawn(app, pilot)}


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
