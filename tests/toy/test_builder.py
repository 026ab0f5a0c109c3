"""Lanterns in the builder of the house: two steps as data, a problem shown and fixed, and on into play; then the book,
reasons, rulings and automation of a game that gives only data."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from textual.widgets import Input, OptionList, Static

from saga_tui.games import registry
from saga_tui.store import Memory
from saga_tui.ui.automation import AutomationScreen, OptionRow
from saga_tui.ui.base import KitApp
from saga_tui.ui.builder.screen import BuilderScreen
from saga_tui.ui.builder.sidebar import Sidebar, StepTabs
from saga_tui.ui.builder.step import ChoiceRow
from saga_tui.ui.builder.todo import FindingDialog, TodoDialog, TodoLine
from saga_tui.ui.fields import FieldInput
from saga_tui.ui.keys import hints
from saga_tui.ui.marks import Number
from saga_tui.ui.prompt import Prompt
from saga_tui.ui.rule_book import BookScreen
from saga_tui.ui.tracker import Tracker
from saga_tui.ui.why_screen import WhyScreen
from tests.keys import burst, press, rested

SIZES = pytest.mark.parametrize("size", [(80, 24), (120, 40)])


class House(KitApp):
    """An app that opens a keeper of lanterns where its file stands."""

    animated = False

    def __init__(self, folder: Path, name: str = "", path: Path | None = None) -> None:
        """A new keeper, or the one whose file lies at `path`."""
        super().__init__(animations=False)
        self.game, layout = registry.game("lanterns"), registry.layout("lanterns")
        if path is None:
            self.memory = Memory.create(folder / "characters", self.game.new(name), layout, stem="a")
        else:
            self.memory = Memory.open(path, layout)

    async def on_mount(self) -> None:
        """Open it."""
        await super().on_mount()
        await self.push_screen(self.game.screen(self.memory))

    def on_unmount(self) -> None:
        """Let the file go."""
        self.memory.close()

    @property
    def builder(self) -> BuilderScreen:
        """The builder, whatever lies above it."""
        return next(screen for screen in self.screen_stack if isinstance(screen, BuilderScreen))

    @property
    def left(self) -> list[str]:
        """What the tabs of the steps say is left of each, and whether one may begin."""
        return [state.note or state.mark for state in self.builder.query_one(StepTabs).states]


async def test_a_builder_opened_again_stands_on_the_step_it_was_left_on_with_what_was_being_typed(
    lanterns: Path, tmp_path: Path
) -> None:
    first = House(tmp_path)
    async with first.run_test(size=(80, 24)) as pilot:
        await rested(pilot)
        await burst(pilot, *"Ada")
        await press(pilot, "ctrl+n")
        assert first.memory.doc["keeper"]["name"] == "Ada"
        await press(pilot, "ctrl+o")
        field = first.builder.query_one(FieldInput)
        field.focus()
        await press(pilot, "end", *" the")
        first.memory.flush()
        shutil.copytree(tmp_path / "characters", tmp_path / "after-a-kill")
    again = House(tmp_path, path=tmp_path / "after-a-kill" / first.memory.path.name)
    async with again.run_test(size=(80, 24)) as pilot:
        await rested(pilot)
        assert again.builder.current == "name"
        assert again.builder.query_one(FieldInput).value == "Ada the", "what was being typed is there"
        assert again.memory.doc["keeper"]["name"] == "Ada", "and not chosen yet"
        await press(pilot, "enter", "escape", "ctrl+n")
        assert again.memory.doc["keeper"]["name"] == "Ada the" and again.builder.current == "trade"
        path = again.memory.path
    third = House(tmp_path, path=path)
    async with third.run_test(size=(80, 24)) as pilot:
        await rested(pilot)
        assert third.builder.current == "trade", "the step that was left is the one that opens"
        await press(pilot, "u")
        assert third.memory.doc["keeper"]["name"] == "Ada", "and undo goes on where it was"


@SIZES
async def test_two_steps_a_problem_shown_and_fixed_and_play_begins(
    lanterns: Path, tmp_path: Path, size: tuple[int, int]
) -> None:
    app = House(tmp_path)
    async with app.run_test(size=size) as pilot:
        await rested(pilot)
        assert app.left == ["1 to do", "1 to do", "·"]
        assert [*app.builder.steps] == ["name", "trade", "done"]
        await burst(pilot, *"[/] Ada")
        await press(pilot, "enter", "escape")
        assert app.memory.doc["keeper"]["name"] == "[/] Ada" and app.left == ["✓", "1 to do", "·"]
        await press(pilot, "g")
        assert isinstance(app.screen, TodoDialog), "a choice is still to do, so play does not begin"
        assert [problem.message for problem in app.screen.problems] == ["No trade chosen"]
        await press(pilot, "enter")
        assert isinstance(app.screen, FindingDialog) and "LAN-2" in str(app.screen.query(Static).last().content)
        await press(pilot, "enter")
        assert app.builder.current == "trade" and isinstance(app.focused, ChoiceRow), "the row on which it is fixed"
        await press(pilot, "down", "enter")
        assert app.memory.doc["keeper"]["trade"] == "watchman" and app.left == ["✓", "✓", "▶"]
        assert [row.chosen for row in app.builder.query(ChoiceRow)] == [False, True]
        rows = [row for row in app.builder.query_one(Sidebar).query(Number) if row.label == "Most nerve"]
        assert [row.value for row in rows] == ["6"]
        await press(pilot, "u")
        assert (
            app.left == ["✓", "1 to do", "·"]
            and app.builder.query_one(TodoLine).problems[0].message == "No trade chosen"
        )
        await press(pilot, "U", "3", "g")
        await rested(pilot)
        assert isinstance(app.screen, Tracker) and app.memory.doc["play"]["night"] == 1
        await press(pilot, "u")
        await rested(pilot)
        assert isinstance(app.screen, BuilderScreen) and app.builder.current == "name", (
            "without play, it is built again"
        )


async def test_a_choice_that_is_against_the_rules_is_allowed_with_a_reason(lanterns: Path, tmp_path: Path) -> None:
    app = House(tmp_path, "Ada")
    async with app.run_test(size=(80, 24)) as pilot:
        await rested(pilot)
        app.builder.builder.do(app.game.rules.command("choose", {"trade": "poet"}))
        assert app.left[1] == "1 error"
        await press(pilot, "escape", "f", "o")
        assert "⏎ Allow" in "".join(hint.content().plain for hint in hints(app.screen)), "Enter says what it does"
        await press(pilot, *"house", "enter")
        assert app.left[1] == "✓" and app.memory.doc["rulings"][0]["reason"] == "house"


async def test_what_was_being_typed_is_there_again(lanterns: Path, tmp_path: Path) -> None:
    app = House(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await rested(pilot)
        await burst(pilot, *"Ad")
        assert app.builder.builder.draft("keeper.name") == "Ad" and app.memory.doc["keeper"]["name"] == ""
        app.pop_screen()
        await rested(pilot)
        await app.push_screen(app.game.screen(app.memory))
        await rested(pilot)
        assert app.builder.query_one(Input).value == "Ad", "what was being typed when the builder was left"
        await press(pilot, "tab")
        assert app.memory.doc["keeper"]["name"] == "Ad" and app.builder.builder.draft("keeper.name") is None


@SIZES
async def test_book_reasons_rulings_and_automation(lanterns: Path, tmp_path: Path, size: tuple[int, int]) -> None:
    app = House(tmp_path, "Ada")
    async with app.run_test(size=size) as pilot:
        await rested(pilot)
        app.builder.builder.do(app.game.rules.command("choose", {"trade": "watchman"}))
        app.builder.set_focus(None)
        await press(pilot, "slash")
        assert isinstance(app.screen, BookScreen) and len(app.screen.found) == 7
        await burst(pilot, *"lan-6")
        assert app.screen.shown == "LAN-6" and app.screen.links == ["LAN-5", "LAN-1"]
        text = str(app.screen.query_one("#rules-text", Static).content)
        assert "Automatic: at the night end: refill oil" in text and "done by" in text
        await press(pilot, "escape", "escape", "ctrl+t")
        screen = app.screen
        assert isinstance(screen, AutomationScreen)
        row = screen.query(OptionRow).first()
        row.focus()
        await press(pilot, "right")
        assert row.option is not None and app.memory.doc["automation"] == {row.option.key: "ask"}
        await press(pilot, "u", "escape")
        assert "automation" not in app.memory.doc
        app.builder.explain_any()
        await rested(pilot)
        await burst(pilot, *"most ner")
        await press(pilot, "enter")
        assert isinstance(app.screen, WhyScreen) and app.screen.why.tally.total == 6
        assert "watchman" in str(app.screen.query_one(OptionList).get_option_at_index(1).prompt)
        await press(pilot, "escape", "equals_sign")
        assert app.screen.query(Prompt)
        await burst(pilot, *"nerve-most 9 for once")
        await press(pilot, "enter")
        assert [one["number"] for one in app.memory.doc["rulings"]] == ["nerve-most"]
