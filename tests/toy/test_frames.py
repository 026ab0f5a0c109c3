"""Lanterns in the frames of the house: prompts from a command's fields, the preview of the night's end, rolls."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any, Literal

import pytest
from textual.widgets import Digits, Static

from saga_tui.engine.deciding import Note, OverrideNumber, RemoveRuling
from saga_tui.games import registry
from saga_tui.ui.dialogs import LETTERS, Choose, Offer
from saga_tui.ui.dice import DiceView
from saga_tui.ui.edge import Transition, TransitionChoice, TransitionScreen, cross
from saga_tui.ui.edge_rows import FateRow
from saga_tui.ui.forms import Form, Pick
from saga_tui.ui.hero import HeroView
from saga_tui.ui.offers import Offered, OfferLines
from saga_tui.ui.prompt import Prompt
from saga_tui.ui.roll import MarginRoll, PlainRoll, RollOutcome, roll
from saga_tui.ui.roll_hero import Hero
from saga_tui.ui.roll_items import ItemRow
from saga_tui.ui.specs import Dice
from saga_tui.ui.verdict import VerdictView
from tests.keys import press
from tests.toy.stage import Keeper


def dare(app: Keeper, difficulty: int = 11) -> Any:
    """The roll of the toy's action, against a difficulty."""
    action = next(one for one in registry.game("lanterns").actions() if one.id == "dare")
    assert isinstance(action.do, Dice)
    return partial(roll, spec=MarginRoll(action.do), command=app.play.game.command("dare", {"difficulty": difficulty}))


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
        assert isinstance(app.screen, Choose), "what chooses from a list of the document is listed"
        named = [offer.text for offer in app.screen.offers].index("oil-most")
        await press(pilot, LETTERS[named])
        await press(pilot, "9")
        assert beside(app) == "Most oil 6 → 9, house ruling"
        await press(pilot, "9", "9", "9", "enter")
        assert app.screen.query(Prompt), "9999 is too much: it is asked again"
        await press(pilot, "9", "enter")
        assert app.told[0] == "Most oil 6 → 9, house ruling"
        await app.open(pilot, Form(RemoveRuling))
        assert app.screen.offers[0].text == "oil-most 6 → 9"
        await press(pilot, "1")
        assert not app.play.document.rulings


async def test_what_a_command_could_do_without_is_asked_where_the_game_names_it(lanterns: Path, tmp_path: Path) -> None:
    app = Keeper(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        dare = app.command("dare")
        await app.open(pilot, Form(dare, fields=("difficulty", "nerve")))
        assert beside(app) == "", "nothing is foreseen before the last answer, and this field has no help"
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
            ("night 1 ends", ""),
            ("oil 5 → 6", ""),
            ("nerve 4 → 6", ""),
        ]
        ways = {
            way: [row.line.text for row in screen.query_one(f"#edge-{way}").query(FateRow)]
            for way in ("goes", "comes", "also")
        }
        assert ways == {"goes": ["night 1 ends"], "comes": ["oil 5 → 6", "nerve 4 → 6"], "also": []}
        assert screen.query_one(HeroView).display is (size == (120, 40)), "nerve moves furthest: by 2"
        await press(pilot, "home", "space")
        assert not screen.skipped, "the clock's own step cannot be skipped"
        await press(pilot, "end", "space")
        assert [(line.bare, line.state) for line in screen.lines][2] == ("nerve 4 → 6", "skipped")
        await press(pilot, "w", *"no sleep", "enter", "enter")
        assert app.told[0] == "Night 1 ends; oil 5 → 6; skipped: nerve 4 → 6 (no sleep)"
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
        assert [line.row for line in app.screen.lines] == ["dawn", "nerve"]
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


@SIZES
async def test_a_roll_is_put_together_from_the_commands_fields_with_exact_odds(
    lanterns: Path, tmp_path: Path, size: tuple[int, int]
) -> None:
    app = Keeper(tmp_path, roller=lambda count, sides=6, /: (13,) * count)
    async with app.run_test(size=size) as pilot:
        await app.open(pilot, dare(app, 15))
        screen = app.screen
        assert isinstance(screen, PlainRoll)
        assert [row.item.key for row in screen.query(ItemRow)] == ["difficulty", "nerve"]
        assert [one.chance for one in screen.reading.chances] == [Fraction(6, 20), Fraction(14, 20)]
        assert screen.query(ItemRow)[1].adds == Fraction(1, 10), "one nerve more is two faces of twenty"
        shown = str(screen.query_one("#drawer-odds", Static).content)
        assert screen.query_one(Digits).value == "30" and "70% the dark wins" in shown
        await press(pilot, "down", "right", "right")
        assert screen.query_one(Digits).value == "50"
        assert screen.query_one(Hero).title == "d20 + 4 against 15"
        await press(pilot, "x")
        assert (screen.command.nerve, screen.command.difficulty) == (0, 15), "taken off"
        await press(pilot, *["right"] * 9, "right")
        assert screen.command.nerve == 9, "a row steps within its field's bounds"
        await press(pilot, "enter")
        assert app.screen is screen, "nine nerve cannot be paid"
        await press(pilot, *["left"] * 7, "enter")
        assert isinstance(app.screen, RollOutcome) and app.screen.faces == (13,)
        assert app.told[0] == "Dared: 17 against 15, the lantern burns; nerve 6 → 4"
        await press(pilot, "enter")
        assert app.screen is app.night


async def test_the_players_own_d20_is_typed_and_kept(lanterns: Path, tmp_path: Path) -> None:
    app = Keeper(tmp_path, roller=lambda count, sides=6, /: (1,) * count)
    async with app.run_test(size=(80, 24)) as pilot:
        await app.open(pilot, dare(app))
        await press(pilot, "d", "escape")
        assert isinstance(app.screen, PlainRoll), "left without dice, the roll is open as it was"
        await press(pilot, "d", "1", "9", "enter")
        assert isinstance(app.screen, RollOutcome)
        assert app.told[0] == "Dared: 19 against 11, the lantern burns"
        assert next(iter(app.play.memory.history())).dice == (19,)


class Braver(MarginRoll):
    """A roll after which the keeper may dare once more for a nerve."""

    def offers(self, document: Any) -> list[Offered]:
        """Once more, while there is nerve; and a reminder that no key takes."""
        again = Offered("n", "Dare once more", "1 nerve", command=self.dice.command.model_validate({"nerve": 1}))
        return [again] * (document.play.pools.get("nerve", 6) > 5) + [Offered("", "The wick smokes.", reminder=True)]


@SIZES
async def test_what_can_be_done_about_a_roll_stands_there_with_its_price_and_is_taken_by_its_key(
    lanterns: Path, tmp_path: Path, size: tuple[int, int]
) -> None:
    app = Keeper(tmp_path, roller=lambda count, sides=6, /: (13,) * count)
    async with app.run_test(size=size) as pilot:
        await app.open(pilot, partial(dare(app), spec=Braver(dare(app).keywords["spec"].dice)))
        await press(pilot, "enter")
        first = app.screen
        lines = first.query_one(OfferLines).render().plain.splitlines()
        assert lines[0].startswith("n Dare once more") and lines[0].endswith("1 nerve")
        assert "The wick smokes." in lines[1]
        await press(pilot, "z")
        assert app.screen is first, "no offer has that key"
        await press(pilot, "n")
        assert app.screen is not first and app.told[0] == "Dared: 15 against 11, the lantern burns; nerve 6 → 5"
        assert app.screen.query_one(OfferLines).render().plain.startswith("· The wick smokes."), "nerve is short now"
        await press(pilot, "n", "enter")
        assert app.screen is app.night


@SIZES
async def test_the_banner_of_a_result_waits_for_the_dice_and_a_key_lets_them_lie(
    lanterns: Path, tmp_path: Path, size: tuple[int, int]
) -> None:
    app = Keeper(tmp_path, roller=lambda count, sides=6, /: (13,) * count)
    async with app.run_test(size=size) as pilot:
        await app.open(pilot, dare(app, 15))
        app.animated = True
        await press(pilot, "enter")
        screen, shown = app.screen, app.screen.query_one(VerdictView)
        dice = screen.query_one(DiceView)
        assert dice.tumbling and not shown.visible
        await press(pilot, "enter")
        assert app.screen is screen and not dice.tumbling and shown.visible, "the key let the dice lie, and no more"
        assert shown.verdict is not None and (shown.verdict.number, shown.verdict.tone) == ("-2", "bad")
        assert shown.verdict.lines[0].right == "30% chance"
        said = "\n".join(str(part.content) for part in shown.query(Static))
        assert "13 against 15" in " ".join(said.split())
        await press(pilot, "enter")
        assert app.screen is app.night
