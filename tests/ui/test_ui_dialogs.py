"""Each dialog by its keys: what it answers, and that leaving answers nothing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList

from saga_tui.problem import Problem
from saga_tui.ui.bars import KeyBar
from saga_tui.ui.dialogs import AskNumber, AskText, Choose, Confirm, Offer, PickList
from saga_tui.ui.pages import HelpScreen
from saga_tui.ui.palette import Palette
from saga_tui.ui.rulings import AllowDialog
from tests.ui.stage import Stage, shown

UNASKED = object()
OFFERS = (Offer("luck", "Stroke of luck"), Offer("shed", "Shed", barred="Nothing to shed."), Offer("roll", "Re-roll"))
FINDING = Problem("error", "CRE-9", ("finishing", 0), "Force would be 9 [/]", "Take one back")


async def answer(dialog: Callable[[], ModalScreen[Any]], *keys: str) -> object:
    """What the dialog gives for these keys; `UNASKED` while it is still there."""
    app = Stage()
    given: list[object] = []
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(dialog(), given.append)
        await pilot.pause()
        await pilot.press(*keys)
        await pilot.pause()
        return given[0] if given else UNASKED


@pytest.mark.parametrize(
    ("keys", "said"),
    [(["enter"], True), (["y"], True), (["n"], False), (["escape"], False), (["z"], UNASKED)],
)
async def test_confirm(keys: list[str], said: object) -> None:
    assert await answer(lambda: Confirm("Sure?", "Really [/]?"), *keys) == said


@pytest.mark.parametrize(("keys", "said"), [(["enter"], UNASKED), (["y"], True), (["escape"], False)])
async def test_enter_does_not_confirm_what_is_dangerous(keys: list[str], said: object) -> None:
    assert await answer(lambda: Confirm("Not saved", "Leave?", danger=True), *keys) == said


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        (["1"], "luck"),
        (["3"], "roll"),
        (["down", "down", "enter"], "roll"),
        (["2"], UNASKED),
        (["9"], UNASKED),
        (["escape"], None),
        (["slash", *"roll", "enter", "enter"], "roll"),
        (["slash", *"roll", "enter", "3"], "roll"),
        (["slash", *"roll", "escape", "enter"], "luck"),
        (["slash", *"roll", "escape", "escape"], None),
        (["slash", *"nothing", "enter", "enter"], UNASKED),
        (["ctrl+f", *"roll", "enter", "enter"], "roll"),
    ],
)
async def test_choose(keys: list[str], said: object) -> None:
    assert await answer(lambda: Choose("Fortune", OFFERS), *keys) == said


async def test_control_f_finds_though_a_rule_stands_behind_the_offers_and_a_long_list_says_so() -> None:
    offers = [Offer(f"perk {number}", f"Perk {number}", rule="PRK-1") for number in range(40)]
    assert await answer(lambda: Choose("Which perk?", offers), "ctrl+f", *"39", "enter", "enter") == "perk 39"
    app = Stage()
    async with app.run_test(size=(80, 24)) as pilot:
        for many, named in ((offers, True), (offers[:3], False)):
            app.push_screen(Choose("Which perk?", many))
            await pilot.pause()
            assert ("^f Find" in shown(app.screen.query_one(KeyBar))) is named
            await pilot.press("question_mark")
            assert isinstance(app.screen, HelpScreen), "a dialog names its keys too"
            await pilot.press("escape", "escape")


async def test_the_reason_that_enter_alone_gives_is_said_and_the_field_is_empty() -> None:
    app = Stage()
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(AllowDialog("This breaks a rule", [FINDING]))
        await pilot.pause()
        assert "Enter alone: the GM says so" in shown(app.screen.query_one(".dialog--question"))
        assert not shown(app.screen.query_one(Input)).strip()
        assert "⏎ Allow" in shown(app.screen.query_one(KeyBar))


async def test_choose_begins_where_it_is_told() -> None:
    assert await answer(lambda: Choose("Stakes", OFFERS, at="roll"), "enter") == "roll"


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        (["enter"], 2),
        (["3", "enter"], 3),
        (["1", "2", "enter"], UNASKED),
        (["minus", "1", "enter"], UNASKED),
        (["x", "4", "enter"], 4),
        (["escape"], None),
    ],
)
async def test_ask_number(keys: list[str], said: object) -> None:
    assert await answer(lambda: AskNumber("How many?", default=2, most=9), *keys) == said


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        (["a", "b", "enter"], "ab"),
        (["enter"], UNASKED),
        (["down", "down", "enter"], "Para[/]noid"),
        (["p", "a", "down", "enter"], "Para[/]noid"),
        (["down", "up", "x", "enter"], "x"),
        (["escape"], None),
    ],
)
async def test_ask_text_with_suggestions(keys: list[str], said: object) -> None:
    suggestions = ["Quick on the Draw", "Para[/]noid"]
    assert await answer(lambda: AskText("A trait", suggestions=suggestions), *keys) == said


async def test_ask_text_may_be_empty_where_that_is_an_answer() -> None:
    assert await answer(lambda: AskText("A note", optional=True), "enter") == ""


@pytest.mark.parametrize(
    ("keys", "said"),
    [(["o", "k", "enter"], "ok"), (["enter"], "the GM says so"), (["escape"], None)],
)
async def test_overrule_wants_a_reason(keys: list[str], said: object) -> None:
    assert await answer(lambda: AllowDialog("The rules say no", [FINDING]), *keys) == said


async def test_help_lists_the_keys_of_the_screen_and_of_everywhere() -> None:
    app = Stage()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("question_mark")  # no number is at the focus that it could explain
        help_screen = app.screen
        assert isinstance(help_screen, HelpScreen)
        groups = dict(help_screen.groups)
        assert ("f", "spend") in groups["This screen"]
        assert any(words == "Save and quit" for _, words in groups["Everywhere"])
        await pilot.press("h")
        assert not isinstance(app.screen, HelpScreen)


async def test_notes_stand_at_the_right_end_words_in_a_column_and_long_ones_below() -> None:
    notes = [Offer("a", "Force", "6 ✦"), Offer("b", "Fortune", "10 ✦")]
    words = [Offer("a", "Force", "to go straight at it"), Offer("b", "Fortune", barred="You have none in hand.")]
    app = Stage()
    async with app.run_test(size=(80, 24)) as pilot:
        seen = []
        for offers in (notes, words, [*words, Offer("c", "Grace", "word " * 20)]):
            app.push_screen(Choose("Which?", offers))
            await pilot.pause()
            seen.append([line.rstrip() for line in shown(app.screen.query_one(PickList)).splitlines() if line.strip()])
            await pilot.press("escape")
    short, column, below = seen
    assert len(short) == 2 and len({len(line) for line in short}) == 1 and short[0].endswith("6 ✦")
    assert len(column) == 2 and column[0].index("to go") == column[1].index("You have")
    assert column[1].startswith(" 2 Fortune  ✗")
    assert below[1] == "   to go straight at it" and len(below) > 6


async def test_what_is_wrapped_hangs_below_its_text() -> None:
    app = Stage()
    async with app.run_test(size=(60, 20)) as pilot:
        app.push_screen(Choose("Long", [Offer("a", "word " * 20, "about " * 20)]))
        await pilot.pause()
        lines = [line for line in shown(app.screen.query_one(PickList)).splitlines() if line.strip()]
        assert lines[0].startswith(" 1 word") and len(lines) > 3
        assert all(line.startswith("   ") for line in lines[1:]), lines


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
async def test_dialogs_fit_and_name_their_keys(size: tuple[int, int]) -> None:
    app = Stage()
    async with app.run_test(size=size) as pilot:
        many = [Offer(str(number), f"offer {number}", "with a line about it") for number in range(30)]
        for dialog in (Choose("Many", many), AllowDialog("No", [FINDING] * 9), Confirm("Sure?", "word " * 400)):
            app.push_screen(dialog)
            await pilot.pause()
            keys = app.screen.query_one(KeyBar)
            assert app.screen.region.contains_region(keys.region), dialog
            assert "esc" in shown(keys) or "n " in shown(keys)
            for child in app.screen.query("Input, OptionList"):
                assert isinstance(child, Input | OptionList)
                assert child.size.height > 0 or not child.display
            app.pop_screen()
            await pilot.pause()


@pytest.mark.parametrize(
    ("typed", "first"),
    [("them", "Theme: evening"), ("sp", "spend"), ("all keys", "All keys of this screen"), ("zzz", None)],
)
async def test_the_palette_finds_by_words(typed: str, first: str | None) -> None:
    app = Stage()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("ctrl+p", *("space" if char == " " else char for char in typed))
        assert isinstance(app.screen, Palette)
        found = [command.words for command in app.screen.found]
        assert (found[0] if found else None) == first or (first in found and found[0].startswith("Theme"))


async def test_the_palette_does_what_the_key_does() -> None:
    app = Stage()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("ctrl+p", "r", "o", "l", "enter")
        await pilot.pause()
        assert app.keys == ["r"]


async def test_a_theme_is_chosen_in_the_palette_and_kept(isolated: Path) -> None:
    app = Stage()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("ctrl+p", *"morning", "enter")
        await pilot.pause()
        assert app.theme == "morning"
    assert Stage().theme == "morning"
    assert (isolated / "config.toml").read_text() == 'theme = "morning"\n'


async def test_only_the_list_of_a_dialog_scrolls_and_its_end_can_be_reached() -> None:
    app = Stage()
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(Choose("Many", [Offer(str(number), f"offer {number}") for number in range(60)], "Which?"))
        await pilot.pause()
        await pilot.pause()
        body, options = app.screen.query_one("#dialog-body"), app.screen.query_one(OptionList)
        assert body.max_scroll_y == 0
        assert options.max_scroll_y > 0
        await pilot.press("end")
        await pilot.pause()
        assert body.region.contains_region(options.region)
        assert options.scroll_y == options.max_scroll_y


async def test_the_help_fits_with_its_keys() -> None:
    app = Stage()
    async with app.run_test(size=(60, 20)) as pilot:
        await pilot.press("h")
        await pilot.pause()
        assert app.screen.region.contains_region(app.screen.query_one(KeyBar).region)
        assert "Close" in shown(app.screen.query_one(KeyBar))


async def test_the_palette_says_where_nothing_matches_and_an_answer_that_will_not_do_is_said_in_the_border() -> None:
    app = Stage()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("ctrl+p", *"zzz")
        assert "No matches." in shown(app.screen.query_one(PickList))
        await pilot.press("enter", "escape")
        for dialog, said in (
            (AskText("A trait"), "Type something"),
            (AskNumber("How many?", default=0, least=1), "At"),
        ):
            app.push_screen(dialog)
            await pilot.pause()
            await pilot.press("enter")
            assert said in str(app.screen.query_one("#dialog").border_subtitle)
            assert not app._notifications
            await pilot.press("escape")
