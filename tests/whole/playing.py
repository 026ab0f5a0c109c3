"""The script played in the real app, without a terminal."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from saga_tui.app import SagaApp
from saga_tui.changes import Doc
from saga_tui.games import registry
from saga_tui.store import BadFile, load
from saga_tui.store.read_only import past
from tests.games.saga.screens.builder.stage import screen_text
from tests.keys import burst
from tests.whole import script


async def play(pilot: Pilot[Any], app: SagaApp, steps: Iterable[script.Step]) -> None:
    """Presses the keys of the steps; a text to wait for is waited for, and looked for in what would be drawn."""
    for item in (item for step in steps for item in script.pressed(step)):
        if item.startswith("~"):
            for _ in range(400):
                if item[1:] in screen_text(app):
                    break
                await asyncio.sleep(0.01)
            else:
                raise AssertionError(f"never shown: {item[1:]}\n{screen_text(app)}")
            continue
        await burst(pilot, *(item[1:] if item.startswith("=") else [item]))


@dataclass(frozen=True)
class Run:
    """What a run leaves: the character, all that happened to it, and how much of it had happened after each step."""

    root: Path
    doc: Doc
    happened: list[str]
    after: list[int]


def happened(file: Path, state: Path) -> list[str]:
    """What happened according to the disk, oldest first; reads only."""
    try:
        events = list(past(file, registry.layout("saga"), state_dir=state).own_events())
    except BadFile:  # not made yet
        return []
    return [f"{event.id} {event.do} {event.text}" for event in reversed(events)]


def left(root: Path, after: list[int]) -> Run:
    """What is there when a run has ended."""
    file = root / "characters" / "kestrel.toml"
    return Run(root, load(file), happened(file, root / "state"), after)


async def played(root: Path, steps: list[script.Step], size: tuple[int, int]) -> Run:
    """The steps from the empty library; then the app is closed. Character and state lie below `root`."""
    folder = root / "characters"
    folder.mkdir(parents=True)
    after: list[int] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SAGA_TUI_STATE", os.fspath(root / "state"))
        patch.setenv("SAGA_TUI_GAME", "saga")
        app = SagaApp(folder, animations=False)
        async with app.run_test(size=size) as pilot:
            for step in steps:
                await play(pilot, app, [step])
                after.append(sum(1 for _ in app.memory.history()) if app.memory else 0)
            await pilot.press("ctrl+q")
            await pilot.pause()
    return left(root, after)
