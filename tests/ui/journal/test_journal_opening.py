"""What is told and asked as a character opens: notes, a bad file, two values for one thing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from textual import work
from textual.widgets import Static

from saga_tui.changes import MISSING, Change
from saga_tui.store import Conflict, Memory
from saga_tui.ui.dialogs import Choose
from saga_tui.ui.journal.opening import ConflictChooser, RecoveryNotes, taken_over, welcome
from tests.keys import press
from tests.store.sample import LAYOUT
from tests.ui.journal.story import EVIL, SIZES, begun, happen, seen
from tests.ui.stage import Stage


class Door(Stage):
    """An app that welcomes a character."""

    def __init__(self, memory: Memory) -> None:
        super().__init__()
        self.memory = memory

    @work
    async def let_in(self) -> None:
        await welcome(self, self.memory)


@pytest.fixture
def torn(tmp_path: Path) -> Iterator[Memory]:
    """A character that was changed here and, in another way, by hand, since both knew the same."""
    memory = begun(tmp_path)
    happen(memory, "play.damage.pain", 5)
    happen(memory, "concept.player", "Bo")
    text = memory.path.read_text()
    memory.path.write_text(text.replace("pain = 2", "pain = 9").replace('player = "Ana"', 'player = "[/] Cy"'))
    memory.poll()
    memory.poll()
    with memory:
        assert len(memory.conflicts) == 2
        yield memory


@pytest.mark.parametrize("size", SIZES)
async def test_notes_are_shown_one_a_line_and_any_key_goes_on(size: tuple[int, int]) -> None:
    app = Stage()
    async with app.run_test(size=size) as pilot:
        await app.push_screen(RecoveryNotes(("kestrel.toml was edited by hand", f"a second {EVIL}")))
        await pilot.pause()
        assert "· kestrel.toml was edited by hand" in seen(app)
        assert "· a second [/] [bold]red ␛" in seen(app)
        await press(pilot, "enter")
        assert not isinstance(app.screen, RecoveryNotes)


@pytest.mark.parametrize("size", SIZES)
async def test_two_values_are_two_lines_to_choose_from(torn: Memory, size: tuple[int, int]) -> None:
    app = Stage()
    given: list[int | None] = []
    async with app.run_test(size=size) as pilot:
        await app.push_screen(ConflictChooser(torn), given.append)
        await pilot.pause()
        where = str(app.screen.query_one("#conflict-where", Static).content)
        assert "1 of 2" in where
        assert "concept.player" in where
        assert "[/] Cy" in seen(app)
        assert "Bo" in seen(app)
        await press(pilot, "down", "enter")
        await pilot.pause()
        assert torn.doc["concept"]["player"] == "Bo"
        assert "play.damage.pain" in str(app.screen.query_one("#conflict-where", Static).content)
        await press(pilot, "enter")
        await pilot.pause()
    assert torn.doc["play"]["damage"]["pain"] == 9
    assert torn.conflicts == ()
    assert given == [2]
    torn.undo()
    assert torn.doc["concept"]["player"] == "[/] Cy"


@pytest.mark.parametrize(("keys", "pain"), [(["a"], 9), (["down", "a"], 2)])
async def test_one_key_settles_all_and_says_what_stands(torn: Memory, keys: list[str], pain: int) -> None:
    """A file that was saved as it was before the last acts: what was played stands, and is the first line."""
    for conflict in torn.conflicts:
        torn.choose(conflict, ours=False)
    two = [
        Conflict(("play", "damage", "pain"), 9, 2, ours_stands=True),
        Conflict(("concept", "player"), "Bo", "[/] Cy"),
    ]
    torn._parts.edits.questions.add(two)
    app = Stage()
    given: list[int | None] = []
    async with app.run_test(size=(80, 24)) as pilot:
        await app.push_screen(ConflictChooser(torn), given.append)
        await pilot.pause()
        assert "saved with an older value" in str(app.screen.query_one("#conflict-where", Static).content)
        lines = seen(app)
        assert lines.index("as played (current value)") < lines.index("as in the file")
        await press(pilot, *keys)
        await pilot.pause()
    assert given == [2]
    assert torn.doc["play"]["damage"]["pain"] == pain
    assert torn.doc["concept"]["player"] == ("[/] Cy" if pain == 9 else "Bo")
    assert torn.conflicts == ()


async def test_deciding_later_and_leaving_settle_nothing(torn: Memory) -> None:
    app = Stage()
    given: list[int | None] = []
    async with app.run_test(size=(80, 24)) as pilot:
        await app.push_screen(ConflictChooser(torn), given.append)
        await press(pilot, "space", "escape")
        await pilot.pause()
    assert given == [0]
    assert len(torn.conflicts) == 2


async def test_a_removed_value_is_named_and_one_settled_elsewhere_is_passed_over(torn: Memory) -> None:
    torn.commit("set", {}, [Change(("concept", "player"), "[/] Cy", MISSING)])
    torn._parts.edits.questions.add([Conflict(("concept", "player"), "Bo", MISSING)])
    app = Stage()
    given: list[int | None] = []
    async with app.run_test(size=(80, 24)) as pilot:
        await app.push_screen(ConflictChooser(torn), given.append)
        await pilot.pause()
        assert "(removed)" in seen(app)
        for conflict in torn.conflicts:
            torn.choose(conflict, ours=False)
        await press(pilot, "enter", "enter")
        await pilot.pause()
    assert given == [0]


async def test_welcome_tells_then_asks_and_is_calm_when_there_is_nothing(torn: Memory, tmp_path: Path) -> None:
    app = Door(torn)
    torn._parts.notes += ["something was recovered", "and something else"]
    async with app.run_test(size=(80, 24)) as pilot:
        app.let_in()
        await pilot.pause()
        assert isinstance(app.screen, RecoveryNotes)
        assert "something was recovered" in seen(app)
        await press(pilot, "escape")
        await pilot.pause()
        assert isinstance(app.screen, ConflictChooser)
        await press(pilot, "escape")
        await app.workers.wait_for_complete()
    with begun(tmp_path / "calm") as calm:
        app = Door(calm)
        async with app.run_test(size=(80, 24)) as pilot:
            await app.let_in().wait()
            assert len(app.screen_stack) == 1


@pytest.mark.parametrize(("key", "left"), [("1", True), ("2", False), ("3", True)])
async def test_a_file_that_cannot_be_read_is_asked_about(tmp_path: Path, key: str, left: bool) -> None:
    with begun(tmp_path) as memory:
        path = memory.path
    path.write_text("format = 1\nname == 'x'\n")
    with Memory.open(path, LAYOUT) as memory:
        app = Door(memory)
        async with app.run_test(size=(80, 24)) as pilot:
            app.let_in()
            await pilot.pause()
            if isinstance(app.screen, RecoveryNotes):
                await press(pilot, "enter")
                await pilot.pause()
            assert isinstance(app.screen, Choose)
            assert "line 2" in seen(app)
            await press(pilot, key)
            await app.workers.wait_for_complete()
        assert ("name ==" in path.read_text()) is left
        assert memory.doc["concept"]["name"] == "Kestrel"


def test_what_was_taken_over_is_counted(torn: Memory) -> None:
    happen(torn, "play.damage.fear", 2)
    (event, *_) = torn.history()
    assert taken_over(event.changes).startswith("Edited by hand, 1 change merged; press u to undo:\n  play.damage.fear")
    assert taken_over(event.changes, source="device").startswith(
        "From another device, 1 change merged; press u to undo"
    )
