"""The book in the app: found as one types, linked, one key from anywhere; and the list of Automation."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets import Input, OptionList, Static

from saga_tui.app import SagaApp
from saga_tui.engine.automation import SAID
from saga_tui.games.saga import book
from saga_tui.games.saga.rules.commands import options
from saga_tui.ui.automation import AutomationScreen, OptionRow
from saga_tui.ui.dialogs import PickList
from saga_tui.ui.edge import TransitionScreen
from saga_tui.ui.journal.recent import LogView
from saga_tui.ui.keys import first_rule, rule_at
from saga_tui.ui.rule_book import BookScreen
from saga_tui.ui.rulings import AllowDialog
from saga_tui.ui.why_screen import WhyScreen
from tests.games.saga.screens.session.heroes import CALM, CONFLICT, TROUBLE, Table, doc, press
from tests.keys import burst
from tests.ui.looking import rows_of


def words(screen: BookScreen) -> str:
    return screen.query_one("#rules-text", Static).visual.plain  # type: ignore[attr-defined, no-any-return]


async def test_it_is_found_as_one_types_and_read_with_its_links(tmp_path: Path) -> None:
    app = Table(doc(CALM), tmp_path)
    async with app.run_test(size=(100, 30)) as pilot:
        app.open_rule()
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, BookScreen) and isinstance(app.focused, Input)
        assert len(screen.found) == len(book.search("")) > 180
        await burst(pilot, *"fortune", "space", *"re-roll")
        assert {"AST-6", "AST-7"} <= {entry.id for entry in screen.found}
        assert len(screen.found) < 20 and screen.shown == screen.found[0].id
        await press(pilot, "down")
        assert screen.shown == screen.found[1].id
        await press(pilot, "escape")
        assert len(screen.found) > 180
        await burst(pilot, *"dmg-2")
        await press(pilot, "enter")
        assert screen.shown == "DMG-2" and screen.links[0] == "DMG-1"
        text = words(screen)
        entry = book.rule("DMG-2")
        assert entry is not None and entry.text in text and f"{entry.chapter} › {entry.section}" in text
        assert "Asks you:" in text and "ask:consequence" in text
        await press(pilot, "enter")
        assert screen.shown == "DMG-1"
        await press(pilot, "down", "enter", "backspace")
        assert screen.shown == "DMG-1"
        await press(pilot, "backspace")
        assert screen.shown == "DMG-2"
        await press(pilot, "t")
        assert screen.query_one(Input).value == "t" and isinstance(app.focused, Input)
        await press(pilot, "escape", "escape")
        assert app.screen is app.session


async def test_every_link_leads_somewhere_and_every_entry_is_linked_or_a_trait() -> None:
    known = {entry.id: entry for entry in book.search("")}
    assert all(key in known for entry in known.values() for key in entry.see)
    linked = {key for entry in known.values() for key in entry.see}
    assert {entry.kind for entry in known.values() if entry.see} >= {"rule", "skill", "perk", "trait"}
    assert all(entry.see or entry.id in linked for entry in known.values())


async def test_one_key_looks_up_what_is_at_the_focus(tmp_path: Path) -> None:
    """On a number, a log entry, a preview's line, a problem, a term of a why-panel, and in a field."""
    app = Table(doc(TROUBLE), tmp_path)

    async def looked_up(key: str, back: int = 1) -> str:
        await press(pilot, key)
        assert isinstance(app.screen, BookScreen)
        found = app.screen.shown
        await press(pilot, *["escape"] * back)
        assert not isinstance(app.screen, BookScreen)
        return found

    async with app.run_test(size=(120, 40)) as pilot:
        app.session.query_one("#damage-pain").focus()
        assert await looked_up("slash") == "DMG-2"
        await press(pilot, "f", "l")
        assert await looked_up("slash") == app.session.query_one("#log", LogView).entries[0].rule == "REG-2"
        await press(pilot, "N")
        assert first_rule(rule_at(app.screen)) == await looked_up("ctrl+f") == "TRT-3"
        assert isinstance(app.screen, TransitionScreen)
        recovered = [line.rule for line in app.screen.lines].index("REG-3")
        await press(pilot, "home", *["down"] * recovered)
        assert await looked_up("slash") == "REG-3"
        await press(pilot, "escape", "g")
        assert isinstance(app.screen, AllowDialog)
        assert await looked_up("ctrl+f") == "AST-1"
        await press(pilot, "escape", "o", "down")
        assert "AST" not in str(app.screen.query_one(PickList).get_option_at_index(1).prompt)
        assert await looked_up("slash") == "AST-6", "the rule of a menu's line, which its text does not name"
        await press(pilot, "escape", "w")
        assert await looked_up("ctrl+f") == "CNF-12", "the rule of a question at the foot"
        await press(pilot, "escape", "p")
        assert await looked_up("ctrl+f") == "DMG-2", "the rule of what would follow"
        await press(pilot, "escape")
        app.session.query_one("#skill-marksmanship").focus()
        await press(pilot, "question_mark")
        assert isinstance(app.screen, WhyScreen)
        assert await looked_up("slash") == "CRE-4"


async def test_it_opens_from_the_library(tmp_path: Path) -> None:
    app = SagaApp(tmp_path / "none", animations=False)
    async with app.run_test() as pilot:
        await pilot.pause()
        await press(pilot, "ctrl+p", *"look up", "enter")
        assert isinstance(app.screen, BookScreen)
        await press(pilot, "escape")
        assert not isinstance(app.screen, BookScreen)


async def test_each_automation_is_set_from_the_list(tmp_path: Path) -> None:
    app = Table(doc(CONFLICT), tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        await press(pilot, "ctrl+t")
        screen = app.screen
        assert isinstance(screen, AutomationScreen)
        rows = list(screen.query(OptionRow))
        assert [row.name_of for row in rows] == [option.key for option in options(app.session.character)]
        heal = next(row for row in rows if row.name_of == "clock:heal")
        heal.focus()
        await press(pilot, "right")
        assert app.session.character.automation == {"clock:heal": "ask"}
        assert "[ask]" in heal.render().plain
        await press(pilot, "right")
        assert app.session.character.automation == {"clock:heal": "never"}
        listed = screen.query_one("#classes OptionList", OptionList)
        assert listed.get_option("DMG-5").id
        assert screen.now is not None
        await press(pilot, "u")
        assert "[ask]" in heal.render().plain
        await press(pilot, "3")
        assert all("reminded" in str(option.prompt).casefold() for option in listed.options if option.disabled)
        await press(pilot, "enter")
        assert isinstance(app.screen, BookScreen) and app.screen.shown == "DMG-5"


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (100, 30), (120, 40)])
async def test_what_can_be_set_keeps_its_words_and_its_mode_in_any_terminal(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    app = Table(doc(CONFLICT), tmp_path)
    async with app.run_test(size=size) as pilot:
        await press(pilot, "ctrl+t")
        for row in app.screen.query(OptionRow):
            assert row.option is not None
            shown = row.render().plain
            assert row.option.title in shown and f"[{SAID[row.option.mode]}]" in shown
            assert " off" in shown or size[0] == 60


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_an_entry_is_read_from_its_beginning(tmp_path: Path, size: tuple[int, int]) -> None:
    app = Table(doc(CALM), tmp_path)
    async with app.run_test(size=size) as pilot:
        for rule in ("AST-1", "DMG-2"):
            app.open_rule(rule)
            await pilot.pause()
            assert app.screen.query_one("#rules-entry").scroll_offset.y == 0
            assert rows_of(app.screen)[2].rstrip().endswith(book.rule(rule).title)  # type: ignore[union-attr]


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)])
async def test_what_the_app_does_of_a_rule_is_told_whole(tmp_path: Path, size: tuple[int, int]) -> None:
    app = Table(doc(CALM), tmp_path)
    async with app.run_test(size=size) as pilot:
        await press(pilot, "ctrl+t")
        assert isinstance(app.screen, AutomationScreen)
        region = app.screen.query_one("#classes PickList").region
        lines = [row[region.x : region.right].rstrip() for row in rows_of(app.screen)[region.y : region.bottom]]
        assert any(line.startswith("SKL-1") for line in lines[:3]) and not [
            line for line in lines if line.endswith("…")
        ]
        assert not app.screen.query_one("#settings").region.overlaps(region)


async def test_the_book_goes_on_below_an_entry_where_there_is_room(tmp_path: Path) -> None:
    app = Table(doc(CALM), tmp_path)
    async with app.run_test(size=(200, 60)) as pilot:
        app.open_rule("DMG-2")
        await pilot.pause()
        told = "\n".join(rows_of(app.screen))
        assert told.index("See also") < told.index("Next in the book") < told.rindex("DMG-3  ")
        assert app.screen.query_one("#rules-entry").max_scroll_y == 0
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert not app.screen.query_one("#rules-more").display
