"""The crawl: a named list of states on all screens, keys pressed once: nothing breaks, every key does something; a
notice is one. A tenth of the keys, always the same, unless `CRAWL=all` asks for every one (`.ci/check --all`)."""

from __future__ import annotations

import os
import random
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Input

from saga_tui.app import SagaApp
from saga_tui.changes import Doc
from saga_tui.games import registry
from saga_tui.games.saga.game import GAME
from saga_tui.games.saga.rules.commands import RULES
from saga_tui.games.saga.screens.advancement import AdvancementScreen
from saga_tui.games.saga.screens.builder.spec import SagaBuilder
from saga_tui.games.saga.screens.session.screen import SessionScreen
from saga_tui.games.saga.table import Table
from saga_tui.store import Memory
from saga_tui.ui.automation import AutomationScreen
from saga_tui.ui.base import KitApp
from saga_tui.ui.prompt import Prompt
from saga_tui.ui.rule_book import BookScreen
from tests.games.saga.screens.session.heroes import BETWEEN, CALM, CONFLICT, TROUBLE, Dice, doc, press
from tests.keys import key_event
from tests.picture import ROOT

Make = Callable[[Memory], Screen[Any]]
THROWN = {"stage": "thrown", "skill": "marksmanship", "dice": 6, "thrown": 6, "faces": [1, 2, 3, 4, 5, 6], "marks": 2,
          "against": 4, "plan": {"skill": "marksmanship", "force": 1}}  # fmt: skip
COMPARED = {"skill": "marksmanship", "kind": "attack", "dice": 6, "thrown": 6, "faces": [1, 2, 3, 6, 5, 6], "marks": 3,
            "opposing": 1, "net": 2, "pushes": 2, "outcome": "success"}  # fmt: skip


def building(memory: Memory) -> Screen[Any]:
    """The builder."""
    return SagaBuilder(memory)


def session(memory: Memory) -> Screen[Any]:
    """The session with dice that are known."""
    return SessionScreen(memory, Dice())


def advancement(memory: Memory) -> Screen[Any]:
    """The price list."""
    return AdvancementScreen(Table(memory))


@dataclass(frozen=True)
class State:
    """A state of the crawl: its name, the character, the screen, and the keys that lead into it from there."""

    name: str
    doc: Doc
    make: Make = session
    into: tuple[str, ...] = ()
    size: tuple[int, int] = (100, 40)
    read_only: bool = False


NEW: Doc = {**GAME.new(""), "id": "crawl001"}
STATES: tuple[State, ...] = (
    State("not in play yet", doc(None)),
    State("before chapter 1", doc({"span": "saga"})),
    State("between chapters", doc(BETWEEN)),
    State("a chapter without a scene", doc({**CALM, "span": "chapter"})),
    State("calm", doc(CALM)),
    State("calm, 60 columns", doc(CALM), size=(60, 24)),
    State("over a threshold", doc({**CONFLICT, "damage": {"pain": 7, "fear": 3}})),
    State("a conflict", doc(CONFLICT), size=(80, 24)),
    State("given in", doc({**CONFLICT, "given_in": True})),
    State("a deadly conflict, all asked", doc(TROUBLE), size=(120, 40)),
    State("kismet dice on the table", doc({**CONFLICT, "kismet": {"faces": [1, 6], "marks": 1, "hitches": 1}})),
    State("dice on the table", doc({**CONFLICT, "roll": THROWN})),
    State("a roll compared", doc({**CONFLICT, "roll": COMPARED})),
    State("doom met", doc({**TROUBLE, "doom": 8, "asks": []})),
    State("nothing on the sheet", {**NEW, "play": {"span": "scene", "chapter": 1, "scene": 1}}),
    State("read-only", doc(CONFLICT), read_only=True),
    State("a prompt open", doc(CONFLICT), into=("p",)),
    State("an edge's preview", doc(CONFLICT), into=("N",)),
    State("the reasons of a number", doc(CONFLICT), into=("question_mark",)),
    State("the jump's letters", doc(CONFLICT), into=("j",)),
    State("a menu", doc(CONFLICT), into=("o",)),
    State("the roll's drawer", doc(CONFLICT), into=("r",)),
    State("the whole log", doc(CONFLICT), into=("f", "L")),
    State("advances, rich", doc(BETWEEN), advancement),
    State("advances, poor and in play", doc({**CALM, "spark": 0}), advancement),
    State("a new character", NEW, building),
    State("half-built", {**NEW, "concept": {"name": "Half"}, "assets": {"method": "points"}}, building, ("escape",)),
    State("finished", doc(None), building, ("8",)),
    State("the sheet", doc(CONFLICT), GAME.preview),
    State("the recap", doc(CONFLICT), GAME.story),
    State("the book", doc(CALM), lambda memory: BookScreen(RULES, "DMG-2")),
    State("Automation", doc(CALM), lambda memory: AutomationScreen(RULES, Table(memory))),
)
PARTS = 16
SHARE = 1 if os.environ.get("CRAWL") == "all" else 10
"""One key of so many is pressed."""
EMPTY, FILLED = "an empty library", "a library"


class Crawl(KitApp):
    """An app that shows one state after the other."""

    def __init__(self, folder: Path) -> None:
        super().__init__(animations=False)
        self.folder = folder

    def memory_of(self, state: State, number: int) -> Memory:
        """A memory with that character."""
        memory = Memory.create(
            self.folder / str(number), state.doc, registry.layout("saga"), state_dir=self.folder / f"s{number}"
        )
        if state.read_only:
            memory.close()
            return Memory.open(
                memory.path, registry.layout("saga"), state_dir=self.folder / f"s{number}", read_only=True
            )
        return memory


class Effects:
    """Counts what a key may have an effect on: pictures, screens, the focus, notices, the character, the field, and
    leaving the program, which is only counted."""

    def __init__(self, app: KitApp, monkeypatch: pytest.MonkeyPatch) -> None:
        self.app, self.drawn, self.left = app, 0, 0

        def counted(_screen: Screen[Any]) -> None:
            self.drawn += 1

        def left(*_: object, **__: object) -> None:
            self.left += 1

        monkeypatch.setattr(Screen, "_compositor_refresh", counted)  # pictures are counted, and need not be drawn
        monkeypatch.setattr(app, "exit", left)

    def now(self, memory: Memory | None = None) -> tuple[object, ...]:
        """A stand to compare with a later one."""
        app = self.app
        fields = [(field.value, field.cursor_position) for field in app.screen.query(Input)]
        stack = tuple(id(one) for one in app.screen_stack)
        return (
            self.drawn + self.left,
            stack,
            id(app.focused),
            tuple(notice.identity for notice in app._notifications),
            id(memory.doc) if memory else 0,
            fields,
        )


def typed_by(key: str) -> bool:
    """Whether a key writes a character."""
    character = key_event(key).character
    return character is not None and character.isprintable()


def keys_of(screen: Screen[Any]) -> list[str]:
    """Every key of the program that is bound where the focus is, and may be pressed now."""
    found = [key for key, active in screen.active_bindings.items() if active.enabled and active.binding.id]
    typing = isinstance(screen.focused, Input)  # letters are text there
    return [key for key in dict.fromkeys(found) if not (typing and typed_by(key))]


def share(keys: list[str], seed: str) -> list[str]:
    """The keys that are pressed, in their order: a tenth and at least one, drawn by the state's name."""
    drawn = random.Random(seed).sample(keys, -(-len(keys) // SHARE))
    return [key for key in keys if key in drawn]


class Walk:
    """One state, its keys pressed one after the other; what a key has led to is left again before the next."""

    def __init__(self, app: Crawl, pilot: Pilot[Any], effects: Effects, state: State, number: int) -> None:
        self.app, self.pilot, self.effects, self.state = app, pilot, effects, state
        self.memory = app.memory_of(state, number)
        self.first = self.memory.doc
        self.ground = list(app.screen_stack)
        self.screen: Screen[Any] | None = None

    async def enter(self) -> None:
        """Brings the state about: its screen above the ground, and nothing above it but what its keys lead to."""
        app, keep = self.app, len(self.ground) + 1
        while len(app.screen_stack) > keep or (
            len(app.screen_stack) == keep and app.screen_stack[-1] is not self.screen
        ):
            app.pop_screen()
        for _ in range(20):
            if self.state.read_only or self.memory.doc == self.first or self.memory.undo() is None:
                break
        if self.screen is None or len(app.screen_stack) < keep or isinstance(self.screen, SagaBuilder):
            if len(app.screen_stack) == keep:
                app.pop_screen()
            for draft in self.memory.drafts():  # one says where the builder was left: it opens at its first step
                self.memory.drop_draft(draft)
            self.screen = self.state.make(self.memory)
            await app.push_screen(self.screen)
        else:
            for prompt in self.screen.query(Prompt):
                prompt.action_leave()
            app.on_memory_changed()
        await self.pilot.pause()
        await press(self.pilot, *self.state.into)
        app.clear_notifications()
        await self.pilot.pause()

    async def mute(self) -> list[str]:
        """The keys that have no effect here."""
        await self.enter()
        without = []
        keys = keys_of(self.app.screen)
        for key in share(keys, self.state.name):
            before = self.effects.now(self.memory)
            await press(self.pilot, key)
            after = self.effects.now(self.memory)
            if before == after and not await self._elsewhere(key):
                without.append(key)
            moved = self.screen is not None and bool(self.screen.query(Prompt))
            if before[1] != after[1] or before[4] != after[4] or moved or keys_of(self.app.screen) != keys:
                await self.enter()
        return without

    async def _elsewhere(self, key: str) -> bool:
        """Whether it has an effect from another row: an arrow at a list's end has none there."""
        for step in ("tab", "down", "tab"):
            await press(self.pilot, step)
            before = self.effects.now(self.memory)
            await press(self.pilot, key)
            if before != self.effects.now(self.memory):
                return True
        return False


@pytest.mark.parametrize("part", range(PARTS))
async def test_every_key_in_every_state_does_something(
    tmp_path: Path, part: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    without: dict[str, list[str]] = {}
    app = Crawl(tmp_path)
    async with app.run_test(size=(100, 40), notifications=True) as pilot:
        effects = Effects(app, monkeypatch)
        for number, state in enumerate(STATES):
            if number % PARTS == part:
                await pilot.resize_terminal(*state.size)
                if mute := await Walk(app, pilot, effects, state, number).mute():
                    without[state.name] = mute
    assert without == {}


@pytest.mark.parametrize("name", [EMPTY, FILLED])
async def test_every_key_of_the_library_does_something(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "characters"
    folder.mkdir()
    if name == FILLED:
        for sample in list((ROOT / "characters").glob("*.toml"))[:2]:
            shutil.copy(sample, folder)
    app = SagaApp(folder, animations=False)
    async with app.run_test(size=(100, 30), notifications=True) as pilot:
        await pilot.pause()
        library, without, effects = app.screen, [], Effects(app, monkeypatch)
        for key in keys_of(library):
            before = effects.now()
            await press(pilot, key)
            if before == effects.now():
                without.append(key)
            for back in ("escape", "q") * 4:  # Escape closes and leaves fields, q goes back; never an endless wait
                if app.screen is not library:
                    await press(pilot, back)
            assert app.screen is library, f"{key}: no way back from {app.screen}"
            if library.has_class("-filtering"):
                await press(pilot, "escape")
            app.clear_notifications()
        assert [key for key in without if key not in ("up", "k")] == []
