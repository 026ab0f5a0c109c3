"""Lanterns at the play screen of the house: a game that gives rows and actions as data."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from saga_tui.dice import Roller
from saga_tui.engine.deciding import OverrideNumber
from saga_tui.games import registry
from saga_tui.store import Memory
from saga_tui.ui import forms
from saga_tui.ui.bars import StatusLine
from saga_tui.ui.base import KitApp
from saga_tui.ui.columns import Body
from saga_tui.ui.edge import TransitionScreen
from saga_tui.ui.forms import Form
from saga_tui.ui.journal.recent import LogView
from saga_tui.ui.journal.screen import JournalScreen
from saga_tui.ui.jump import JumpScreen
from saga_tui.ui.marks import Cards, Number, Pips
from saga_tui.ui.panels import DocumentPanel, LastLine, LogPanel
from saga_tui.ui.rows import Row
from saga_tui.ui.specs import Line
from saga_tui.ui.tiles import LARGE
from saga_tui.ui.tracker import Tracker, tracker
from saga_tui.ui.why_screen import WhyScreen
from tests.keys import press, rested

SIZES = pytest.mark.parametrize("size", [(80, 24), (120, 40)])


class Nights(KitApp):
    """An app that opens a keeper of lanterns."""

    animated = False

    def __init__(self, folder: Path, roller: Roller) -> None:
        super().__init__(animations=False)
        self.game = registry.game("lanterns")
        self.memory = Memory.create(folder / "characters", self.game.new("[/] Ada"), registry.layout("lanterns"))
        self.tracker: Tracker[Any] = tracker(self.game, self.memory)
        self.tracker.session.do(self.game.rules.command("choose", {"trade": "watchman"}))
        self.roller = roller

    async def on_mount(self) -> None:
        """Open it."""
        await self.push_screen(self.tracker)

    def on_unmount(self) -> None:
        """Let the file go."""
        self.memory.close()

    def pips(self, label: str) -> Pips:
        """The row of a pool."""
        return next(row for row in self.tracker.query(Pips) if row.label == label)

    def bar(self) -> str:
        """What the footer names."""
        return str([active.binding.description for active in self.tracker.active_bindings.values()])

    @property
    def told(self) -> list[str]:
        """What the journal says, the newest first."""
        return [event.text for event in self.memory.history()]


def low(count: int, _sides: int = 6, /) -> tuple[int, ...]:
    """The lowest faces."""
    return tuple(range(1, count + 1))


async def jump_to(app: Nights, pilot: Pilot[Any], wanted: Row, number: int = 0) -> None:
    """Goes to a number of a row by its jump letter."""
    await press(pilot, "j")
    assert isinstance(app.screen, JumpScreen)
    found = (key for key, at in app.screen.places.items() if at.widget is wanted and at.number == number)
    await press(pilot, next(found))


def next_steps(app: Nights) -> list[str]:
    """What the game's own actions let the frame say of what can be done now: at a small size one line, or its panel."""
    rows = (row for panel in app.tracker.query(DocumentPanel) if panel.spec.place == "next" for row in panel.said)
    return [f"{row.key} {row.text}" for row in rows if isinstance(row, Line)]


@SIZES
async def test_a_night_is_played_by_keys(lanterns: Path, tmp_path: Path, size: tuple[int, int]) -> None:
    app = Nights(tmp_path, low)
    async with app.run_test(size=size) as pilot:
        status, steps = app.tracker.query_one(StatusLine), next_steps(app)
        assert str(status.left) == "[/] Ada"
        assert steps == ["n Start the next night"]
        await press(pilot, "n")
        assert "night 1" in str(status.middle)
        assert next_steps(app) == ["n End the night", "r Dare a dark room", "d Draw an omen"]
        assert "End the night" in app.bar() and "Start the night" not in app.bar()
        await press(pilot, "r", "down", "right", "right", "enter", "enter")
        assert (app.pips("Nerve").filled, app.pips("Oil").filled, app.pips("Nerve").total) == (4, 5, 6)
        assert app.told[0] == "Dared: 5 against 11, the dark wins; nerve 6 → 4; oil 6 → 5"
        await press(pilot, "d")
        assert app.tracker.query_one(Cards).cards == ("a cold draught",)
        await press(pilot, "u")
        assert app.tracker.query_one(Cards).cards == ()
        await press(pilot, "n")
        assert isinstance(app.screen, TransitionScreen)
        await press(pilot, "enter")
        assert (app.pips("Nerve").filled, app.pips("Oil").filled) == (6, 6)
        assert next_steps(app) == ["n Start the next night"]
        await press(pilot, "u", "U")
        assert app.pips("Nerve").filled == 6


@SIZES
async def test_a_number_is_found_explained_and_ruled_on(lanterns: Path, tmp_path: Path, size: tuple[int, int]) -> None:
    app = Nights(tmp_path, low)
    async with app.run_test(size=size) as pilot:
        nerve = app.pips("Nerve")
        await jump_to(app, pilot, nerve)
        assert app.tracker.focused is nerve
        await press(pilot, "question_mark")
        assert isinstance(app.screen, WhyScreen)
        assert [(one.name, one.total) for one in app.screen.why.tallies] == [("nerve", 6), ("nerve-most", 6)]
        await press(pilot, "escape")
        await jump_to(app, pilot, nerve, 1)
        await press(pilot, "equals_sign", *"9", "enter")
        assert app.told[0] == "Most nerve 6 → 9, house ruling"
        assert (nerve.total, nerve.ruled, app.pips("Oil").ruled) == (9, True, False)
        await press(pilot, "delete", "enter")
        assert (nerve.total, nerve.ruled) == (6, False)


async def test_the_first_panel_with_marks_is_the_hero(lanterns: Path, tmp_path: Path) -> None:
    """Large tiles and a place above the columns, without a word of the game's."""
    app = Nights(tmp_path, low)
    async with app.run_test(size=(120, 40)) as pilot:
        await press(pilot, "n")
        assert [panel.spec.place for panel in app.tracker.body.heroes] == ["pools"]
        assert {row.tile for row in app.tracker.query(Pips)} == {LARGE}
        await pilot.resize_terminal(60, 24)
        await pilot.pause()
        assert {row.size.height for row in app.tracker.query(Pips)} == {1}


async def test_the_log_stands_beside_the_panels(lanterns: Path, tmp_path: Path) -> None:
    app = Nights(tmp_path, low)
    async with app.run_test(size=(80, 24)) as pilot:
        body, last = app.tracker.query_one(Body), app.tracker.query_one(LastLine)
        await press(pilot, "n", "d")
        assert last.entry is not None and (last.entry.text, last.entry.when) == ("Omen: a cold draught", "n1")
        assert body.folded and body.shows_log and not last.display, "what else there is stands at the left"
        await press(pilot, "l")
        assert isinstance(app.tracker.focused, LogView)
        await pilot.resize_terminal(120, 40)
        await pilot.pause()
        assert [[panel.spec.place for panel in app.tracker.body.made]] == [["pools", "house", "next", "log"]]
        assert not body.folded and app.tracker.query_one(LogPanel).display
        await press(pilot, "L")
        assert isinstance(app.screen, JournalScreen)
        await press(pilot, "q", "S")
        assert app.screen is app.tracker or app.screen.query("#paper-text")


async def test_the_palette_lists_what_has_no_key(lanterns: Path, tmp_path: Path) -> None:
    app = Nights(tmp_path, low)
    async with app.run_test(size=(80, 24)) as pilot:
        found = {command.words: command for command in app.commands(app.tracker)}
        assert {"Make nights long", "Explain any number", "Start the next night", "Override a number or text"} <= {
            *found
        }
        assert "Dare a dark room" not in found
        found["Make nights long"].run()
        await pilot.pause()
        assert app.told[0] == "Long nights on"


async def test_a_row_that_is_chosen_does_what_its_game_says(lanterns: Path, tmp_path: Path) -> None:
    app = Nights(tmp_path, low)
    async with app.run_test(size=(80, 24)) as pilot:
        night = app.tracker.query_one(Number)
        night.focus()
        await press(pilot, "enter")
        assert (app.told[0], night.value) == ("Night 1 begins", "1")
        app.tracker.query_one(Cards).focus()
        await press(pilot, "enter")
        assert app.told[0] == "Omen: a cold draught"


async def test_a_game_that_says_nothing_shows_every_number(
    lanterns: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from saga_tui.games.contract import Game
    from saga_tui.ui.tracker import kind_of

    kind = type(registry.game("lanterns"))
    monkeypatch.setattr(kind, "panels", Game.panels)
    monkeypatch.setattr(kind, "actions", Game.actions)
    kind_of.cache_clear()
    app = Nights(tmp_path, low)
    async with app.run_test(size=(80, 24)) as pilot:
        rows = [(row.label, row.value) for row in app.tracker.query(Number)]
        assert rows == [("Most oil", "6"), ("Oil", "6"), ("Most nerve", "6"), ("Nerve", "6"), ("Night", "0")]
        found = {command.words: command for command in app.commands(app.tracker)}
        found["Start the night"].run()
        await pilot.pause()
        assert app.tracker.query(Number).last().value == "1"
    kind_of.cache_clear()


async def test_what_is_typed_stands_as_ghosts_in_the_meters_of_any_game(lanterns: Path, tmp_path: Path) -> None:
    app = Nights(tmp_path, lambda count, sides=6, /: (1,) * count)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "n")
        oil = app.pips("Oil")
        assert (oil.filled, oil.total) == (6, 6)
        given = {"number": "oil"}
        app.tracker.flow(Form(OverrideNumber)(app.tracker, **given))
        await rested(pilot)
        await press(pilot, "4")
        assert (oil.ghost, oil.would) == (-2, "6 → 4") and str(oil.render()).count("▒") >= 2
        await press(pilot, "escape")
        assert (oil.ghost, oil.would) == (0, "")
        app.tracker.flow(Form(OverrideNumber, (forms.Number("value", "How much?"),))(app.tracker, **given))
        await rested(pilot)
        await press(pilot, "4")
        assert (oil.ghost, oil.would) == (-2, "6 → 4"), "asked for in a box"
        await press(pilot, "escape")
        assert (oil.ghost, oil.would) == (0, "")


@SIZES
async def test_what_a_game_calls_a_moment_is_seen_in_the_top_line(
    lanterns: Path, tmp_path: Path, size: tuple[int, int]
) -> None:
    app = Nights(tmp_path, lambda count, sides=6, /: (3,) * count)
    async with app.run_test(size=size) as pilot:
        app.glow_seconds = float("inf")
        await press(pilot, "n")
        top = app.tracker.query_one(StatusLine)
        assert "A N" not in str(top.render())
        await press(pilot, "d")
        assert "A N   O M E N" in str(top.render()) and "a moth" in str(top.render())
