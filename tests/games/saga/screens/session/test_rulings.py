"""Rulings and the jump in the session: any number and any text by few keys, marked, and back to the rule."""

from __future__ import annotations

from pathlib import Path

import pytest

from saga_tui.engine import rulings
from saga_tui.games.saga.rules.named import named
from saga_tui.ui.dialogs import AskText, Choose, Confirm
from saga_tui.ui.journal.entry import CorrectDialog
from saga_tui.ui.jump import JumpScreen
from saga_tui.ui.rows import RULED, Row
from tests.games.saga.screens.session.heroes import CALM, CONFLICT, TROUBLE, Table, doc, press, typed
from tests.keys import burst
from tests.ui.journal.story import seen


def letter(screen: JumpScreen, row: str, number: int = 0) -> str:
    """The letter that stands on a number of a row."""
    fits = [key for key, place in screen.places.items() if (place.widget.id, place.number) == (row, number)]
    return fits[0]


@pytest.mark.rule("CRE-11")
async def test_any_number_is_set_in_four_keys_and_its_digits_and_one_key_returns_it(tmp_path: Path) -> None:
    app = Table(doc(CONFLICT), tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        for row, number, name, digits in (
            ("spark", 0, "spark", "10"),
            ("asset-force", 1, "force", "7"),
            ("damage-pain", 1, "pain-threshold", "5"),
            ("skill-weaponry", 0, "skill:weaponry", "3"),
        ):
            before = named(app.session.character)[name].total
            await press(pilot, "j")
            assert isinstance(app.screen, JumpScreen)
            await press(pilot, letter(app.screen, row, number), "equals_sign", *digits, "enter")
            assert named(app.session.character)[name].total == int(digits)
            shown = app.session.query_one(f"#{row}", Row)
            assert shown.ruled and RULED in shown.render().plain
            if name != "spark":
                await press(pilot, "backspace", "delete")
                assert isinstance(app.screen, Confirm), "nothing is removed unasked"
                await press(pilot, "enter")
                assert named(app.session.character)[name].total == before
                assert not shown.ruled
        assert rulings.lines(app.session.character) == ["spark 7 → 10"]
        await press(pilot, "delete", "enter", "u")
        assert app.play.spark == 10


@pytest.mark.rule("CRE-11")
async def test_any_number_and_text_by_its_name_and_texts_where_they_stand(tmp_path: Path) -> None:
    app = Table(doc(TROUBLE), tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        await press(pilot, "equals_sign")
        await burst(pilot, *typed("doom end 10 a god smiles"), "enter")
        assert named(app.session.character)["doom-end"].total == 10
        await press(pilot, "equals_sign")
        await burst(pilot, *typed("name Kestrel the Bold"), "enter")
        assert app.session.character.title == "Kestrel the Bold"
        row = next(row for row in app.session.query(Row) if getattr(row, "text", "") == "Never shoot first")
        row.focus()
        await press(pilot, "equals_sign", "3", "enter")
        assert named(app.session.character)["drive:2"].total == 3
        await press(pilot, "equals_sign", "tab")
        await burst(pilot, *["backspace"] * 5, *typed("last"), "enter")
        assert app.session.character.story.drives[1] == "Never shoot last"
        assert rulings.lines(app.session.character) == [
            "doom-end 8 → 10: a god smiles",
            "name “Kestrel” → “Kestrel the Bold”",
            "drive:2 1 → 3",
            "drive:2 “Never shoot first” → “Never shoot last”",
        ]
        await press(pilot, *["delete", "enter"] * 2, "delete")
        assert app.session.character.story.drives[1] == "Never shoot first"
        await press(pilot, "equals_sign")
        await burst(pilot, *typed("nonsense"), "enter")
        assert len(app.session.character.rulings) == 2


async def test_the_jump_goes_to_rows_numbers_and_panels_and_stays_on_escape(tmp_path: Path) -> None:
    app = Table(doc(TROUBLE), tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "j")
        screen = app.screen
        assert isinstance(screen, JumpScreen)
        assert letter(screen, "asset-force") == "f" and letter(screen, "damage-pain") == "p"
        assert all(place.at.x < 80 and place.at.y < 24 for place in screen.places.values())
        await press(pilot, "escape")
        assert app.focused is app.session.query_one("#asset-force")
        await press(pilot, "j", "p")
        assert app.focused is app.session.query_one("#damage-pain")
        await press(pilot, "ctrl+g", "µ")
        assert isinstance(app.screen, JumpScreen), "a letter that stands nowhere says so"


@pytest.mark.rule("DMG-2")
async def test_an_entry_of_the_log_is_corrected_and_one_undo_takes_it_back(tmp_path: Path) -> None:
    app = Table(doc(CALM), tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        await press(pilot, "p", "3", "enter", "f", "L", "down", "c")
        assert isinstance(app.screen, Choose) and [offer.key for offer in app.screen.offers][:2] == ["kind", "amount"]
        await press(pilot, "2", "backspace", "2", "enter")
        assert isinstance(app.screen, CorrectDialog)
        assert "pain 3 → 2" in app.screen.shown.plain
        assert "1 later entry reapplied." in app.screen.shown.plain
        await press(pilot, "enter")
        assert (app.play.damage["pain"], app.play.tokens["force"]) == (2, 4)
        assert [line for line in seen(app).splitlines() if "0 → 3  " in line and " corrected" in line], "it is marked"
        await press(pilot, "u")
        assert (app.play.damage["pain"], app.play.tokens["force"]) == (3, 4)
        await press(pilot, "down", "down", "down", "enter", "c", "2", "backspace", "x", "enter")
        assert isinstance(app.screen, AskText), "what was typed is no number: it is asked again"
        await press(pilot, "escape")
        assert app.play.damage["pain"] == 3


@pytest.mark.rule("CRE-11")
async def test_no_ruling_in_a_file_makes_the_session_unusable(tmp_path: Path) -> None:
    odd = [
        {"number": "force", "new": "many"},
        {"number": "[/]", "old": "1", "new": "2"},
        {"text": "trait:77", "new": "[/]"},
        {"number": "doom-end", "new": "0"},
        {"row": "[/]", "new": "[/]", "reason": "[/]"},
        {},
    ]
    app = Table(doc({**TROUBLE, "doom": -3, "spark": -1}, rulings=odd), tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(
            pilot, "R", "escape", "j", "f", "equals_sign", "4", "enter", "delete", "enter", "N", "escape", "S", "escape"
        )
        assert app.screen is app.session
        await press(pilot, *["R", "3"] * 2)
        assert len(app.session.character.rulings) == len(odd) - 2
