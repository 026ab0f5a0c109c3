"""The builder on a stage: a real memory in a folder of the test, the kit's app around it, keys as people press them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from saga_tui.games import registry
from saga_tui.games.saga.game import GAME
from saga_tui.games.saga.rules.character import Character, from_doc
from saga_tui.games.saga.rules.commands import Command
from saga_tui.games.saga.screens.builder.spec import SagaBuilder as BuilderScreen
from saga_tui.games.saga.table import Table
from saga_tui.store import Memory
from saga_tui.ui.base import KitApp
from saga_tui.ui.builder.widgets import TextRow
from saga_tui.ui.marks import Marks
from saga_tui.ui.rows import Line
from tests import keys as keyboard

NOW = "2026-01-02T20:00:00+00:00"
SEED = 4711


class BuilderApp(KitApp):
    """The app with the builder above its first screen."""

    def __init__(self, memory: Memory, seeds: Callable[[], int] = lambda: SEED) -> None:
        super().__init__(animations=False)
        self.memory, self.seeds = memory, seeds

    async def on_mount(self) -> None:
        """The builder lies above the ground, as in the real app."""
        await super().on_mount()
        await self.push_screen(BuilderScreen(self.memory, self.seeds))

    @property
    def builder(self) -> BuilderScreen:
        """The builder, whatever lies above it."""
        return next(screen for screen in self.screen_stack if isinstance(screen, BuilderScreen))


def new_memory(folder: Path, name: str = "") -> Memory:
    """A new character with a memory of its own."""
    doc = {**GAME.new(name), "id": "01test00"}
    return Memory.create(folder, doc, registry.layout("saga"), stem="kestrel", now=lambda: NOW)


def opened(path: Path) -> Memory:
    """A character opened from its file, as after a restart."""
    return Memory.open(path, registry.layout("saga"), now=lambda: NOW)


def do(memory: Memory, *commands: Command) -> None:
    """Commands carried out before the test begins."""
    table = Table(memory)
    for command in commands:
        assert not table.do(command).refused


def character(memory: Memory) -> Character:
    """The character that the memory holds."""
    return from_doc(memory.doc)


@asynccontextmanager
async def on_stage(memory: Memory, size: tuple[int, int] = (120, 40)) -> AsyncIterator[Hand]:
    """The builder running; gives a hand that presses keys."""
    app = BuilderApp(memory)
    async with app.run_test(size=size, notifications=True) as pilot:
        await pilot.pause()
        yield Hand(pilot, app)


class Hand:
    """Presses keys, types texts, walks to rows."""

    def __init__(self, pilot: Pilot[Any], app: BuilderApp) -> None:
        self.pilot, self.app = pilot, app

    async def press(self, *keys: str) -> None:
        """Keys one after the other, each with its consequences."""
        await keyboard.press(self.pilot, *keys)

    async def type(self, text: str) -> None:
        """A text, as fast as it comes."""
        await keyboard.burst(self.pilot, *text)

    async def walk(self, words: str, key: str = "down") -> None:
        """Presses a key until the row that begins with these words has the focus."""
        for _ in range(60):
            if self.focused_text().startswith(words):
                return
            await self.press(key)
        raise AssertionError(f"no row with {words!r} was reached; the focus is at {self.app.focused}")

    def focused_text(self) -> str:
        """The words of the row that has the focus."""
        row = self.app.focused
        if isinstance(row, TextRow):
            return row.spec.head
        if isinstance(row, Marks):
            return row.label
        if isinstance(row, Line):
            return row.text
        return getattr(row, "name", None) or getattr(row, "id", None) or ""

    def shown(self) -> str:
        """All text on the screen, line by line."""
        return screen_text(self.app)

    def notes(self) -> list[str]:
        """What was said in notifications."""
        return [note.message for note in self.app._notifications]


def screen_text(app: KitApp) -> str:
    """The screen as plain text."""
    width, height = app.size
    strips = app.screen._compositor.render_strips()[:height]
    return "\n".join("".join(segment.text for segment in strip)[:width].rstrip() for strip in strips)
