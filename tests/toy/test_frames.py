"""Lanterns in the frames of the house: prompts from a command's fields, the preview of the night's end."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Literal

import pytest
from textual.widgets import Static

from saga_tui.engine.deciding import Note, OverrideNumber, RemoveRuling
from saga_tui.ui.dialogs import Choose, Offer
from saga_tui.ui.edge import Transition, TransitionChoice, TransitionScreen, cross
from saga_tui.ui.forms import Form, Pick
from saga_tui.ui.prompt import Prompt
from tests.keys import press
from tests.toy.stage import Keeper

SIZES = pytest.mark.parametrize("size", [(80, 24), (120, 40)])


def beside(app: Keeper) -> str:
    """What stands beside the prompt."""
    return str(app.screen.query_one("#prompt-consequence", Static).content)


@SIZES
async def test_a_prompt_comes_from_the_commands_fields_and_shows_what_follows(
    lanterns: Path, tmp_path: Path, size: tuple[int, int]
) -> None:
    app = Keeper(tmp_path)
    async with app.run_test(size=size) as pilot:
        await app.open(pilot, Form(OverrideNumber))
        await press(pilot, *"oil-most")
        assert "The number's name" in beside(app), "the first field: its help, for nothing can be foreseen yet"
        await press(pilot, "enter", "9")
        assert beside(app) == "Most oil 6 → 9, house ruling"
        await press(pilot, "9", "9", "9", "enter")
        assert app.screen.query(Prompt), "9999 is too much: it is asked again"
        await press(pilot, "9", "enter")
        assert app.told[0] == "Most oil 6 → 9, house ruling"
        await app.open(pilot, Form(RemoveRuling))
        assert isinstance(app.screen, Choose) and app.screen.offers[0].text == "oil-most 6 → 9"
        await press(pilot, "1")
        assert not app.play.document.rulings


async def test_what_a_command_could_do_without_is_asked_where_the_game_names_it(lanterns: Path, tmp_path: Path) -> None:
    app = Keeper(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        dare = app.command("dare")
        await app.open(pilot, Form(dare, fields=("difficulty", "nerve")))
        await press(pilot, "enter")
        assert "11" not in beside(app), "dice are not thrown to see what would follow"
        await press(pilot, "2", "enter")
        assert app.told[0].startswith("Dared:") and "nerve 6 → 4" in app.told[0]
        await app.open(pilot, Form(Note))
        await press(pilot, "enter")
        assert app.screen.query(Prompt), "a text that is needed cannot be left empty"
        await press(pilot, "escape")
        assert len(app.told) == 3
        pick = Pick("trade", lambda document, given: [Offer("lamplighter", "Lamplighter")], "For {name}?")
        await app.open(pilot, partial(Form(app.command("choose"), (pick,)), name="Bee"))
        assert isinstance(app.screen, Choose) and app.screen.question == "For Bee?"
        await press(pilot, "1")
        assert (app.play.document.keeper.name, app.play.document.keeper.trade) == ("Bee", "lamplighter")


@SIZES
async def test_the_nights_end_is_previewed_and_a_line_skipped_becomes_a_ruling(
    lanterns: Path, tmp_path: Path, size: tuple[int, int]
) -> None:
    app = Keeper(tmp_path)
    app.did("dare", (1,), nerve=2)
    async with app.run_test(size=size) as pilot:
        await app.open(pilot, partial(cross, transition=Transition("End the night", app.command("end-night"))))
        screen = app.screen
        assert isinstance(screen, TransitionScreen)
        assert [(line.text, line.state) for line in screen.lines] == [
            ("oil 5 → 6", ""),
            ("nerve 4 → 6", ""),
            ("night 1 ends", ""),
        ]
        await press(pilot, "end", "space")
        assert not screen.skipped, "the clock's own step cannot be skipped"
        await press(pilot, "up", "space")
        assert [(line.bare, line.state) for line in screen.lines][1] == ("nerve 4 → 6", "skipped")
        await press(pilot, "w", *"no sleep", "enter", "enter")
        assert app.told[0] == "Oil 5 → 6; skipped: nerve 4 → 6; night 1 ends (no sleep)"
        assert [(one.row, one.reason) for one in app.play.document.rulings] == [("nerve", "no sleep")]


@pytest.mark.parametrize(
    ("mode", "key", "nerve"), [("ask", "", 6), ("ask", "space", 4), ("never", "", 4), ("never", "space", 6)]
)
async def test_a_line_that_waits_is_taken_and_one_that_is_off_only_when_asked(
    lanterns: Path, tmp_path: Path, mode: Literal["ask", "never"], key: str, nerve: int
) -> None:
    app = Keeper(tmp_path)
    app.did("dare", (20,), nerve=2)
    app.did("automate", what="clock:nerve", mode=mode)
    async with app.run_test(size=(80, 24)) as pilot:
        await app.open(pilot, partial(cross, transition=Transition("End the night", app.command("end-night"))))
        assert isinstance(app.screen, TransitionScreen)
        assert [line.row for line in app.screen.lines] == ["nerve", "dawn"]
        await press(pilot, *([key] if key else []), "enter")
        assert app.play.document.play.pools["nerve"] == nerve


async def test_the_choice_of_an_edge_is_the_commands_parameter(lanterns: Path, tmp_path: Path) -> None:
    app = Keeper(tmp_path)
    choices = (TransitionChoice("a", "true", "Long nights"), TransitionChoice("b", "false", "Short nights"))
    edge = Transition("The season turns", app.command("long-nights"), "on", "Which?", choices, "true")
    async with app.run_test(size=(80, 24)) as pilot:
        await app.open(pilot, partial(cross, transition=edge))
        await press(pilot, "right")
        assert isinstance(app.screen, TransitionScreen) and app.screen.choice == "false"
        await press(pilot, "a")
        assert app.play.document.house.long_nights
