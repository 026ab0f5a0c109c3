"""Draws the README's picture from a sample character: `python -m tests.picture` writes it anew."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
PICTURE = ROOT / ".github" / "session.svg"
SIZE = (120, 34)


async def draw(folder: Path) -> str:
    """The session view of a sample in play, as SVG; ids of the drawing are made the same every time."""
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
        app.clear_notifications()
        await pilot.pause()
        drawn = app.export_screenshot(title="saga-tui")
    return re.sub(r"terminal-\d+", "terminal-saga", drawn)


def main() -> None:
    """Writes the picture."""
    with tempfile.TemporaryDirectory() as name:
        os.environ |= {"SAGA_TUI_STATE": f"{name}/state", "SAGA_TUI_CONFIG": f"{name}/config"}
        folder = Path(name) / "characters"
        folder.mkdir()
        PICTURE.write_text(asyncio.run(draw(folder)), encoding="utf-8")


if __name__ == "__main__":
    main()
