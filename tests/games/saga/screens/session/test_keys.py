"""How many keys the things of every round take, from the resting view and without a mouse: what is pressed here is what
the README's table counts."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from saga_tui.games.saga.screens.advancement import AdvancementScreen
from saga_tui.games.saga.screens.prices import PriceRow
from saga_tui.ui.automation import AutomationScreen, OptionRow
from saga_tui.ui.bars import KeyBar
from saga_tui.ui.journal.screen import JournalScreen
from saga_tui.ui.journal.versions import VersionRow, VersionsScreen
from saga_tui.ui.pages import HelpScreen
from saga_tui.ui.paper import RecapScreen, SheetScreen
from saga_tui.ui.rows import Row
from saga_tui.ui.rule_book import BookScreen
from saga_tui.ui.why_screen import WhyScreen
from tests.games.saga.screens.session.heroes import BETWEEN, CONFLICT, Table, doc, press, typed
from tests.key_table import WAYS, Way, kept, keys_of, table


@pytest.mark.parametrize("way", WAYS, ids=[way.words.replace(" ", "-") for way in WAYS])
@pytest.mark.rule("AST-1", "DMG-2", "CSQ-3", "CSQ-4", "AST-13", "REG-1", "TIME-2", "DMG-5", "SPK-2", "DRV-2", "ROL-1")
@pytest.mark.rule("ROL-2", "KIS-2", "KIS-3", "SPK-4", "CRE-11")
async def test_it_takes_no_more_keys_than_it_may(tmp_path: Path, way: Way) -> None:
    assert way.count <= way.most
    app = Table(doc(way.play), tmp_path, way.dice)
    async with app.run_test(size=(120, 40)) as pilot:
        await press(pilot, *way.before)
        assert not way.came(app)
        for key in keys_of(way, app):
            await press(pilot, key())
        assert way.came(app)


def test_the_readme_s_table_is_what_is_pressed_here() -> None:
    assert kept() == table(), "write it anew: python -m tests.key_table"


PAGES = {"b": AdvancementScreen, "S": SheetScreen, "C": RecapScreen, "L": JournalScreen, "B": VersionsScreen,
         "ctrl+t": AutomationScreen, "slash": BookScreen}  # fmt: skip


async def test_q_goes_back_and_is_in_every_footer_and_escape_never_leaves_play(tmp_path: Path) -> None:
    app = Table(doc(CONFLICT), tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "escape", "escape")
        assert app.screen is app.session, "not mid-conflict, and not by a key that closes things"
        for key, page in PAGES.items():
            assert "q Back" in app.screen.query_one(KeyBar).render().plain
            await press(pilot, key)
            assert isinstance(app.screen, page)
            assert "q Back" in app.screen.query_one(KeyBar).render().plain, page
            await press(pilot, "q")
            assert app.screen is app.session, page
        await press(pilot, "q")
        assert app.session not in app.screen_stack


async def test_the_question_mark_explains_a_number_and_opens_the_keys_where_there_is_none(tmp_path: Path) -> None:
    app = Table(doc(CONFLICT), tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        assert "? Why" in app.session.query_one("Foot KeyBar", KeyBar).render().plain
        await press(pilot, "question_mark")
        assert isinstance(app.screen, WhyScreen) and "h Keys" in app.screen.query_one(KeyBar).render().plain
        await press(pilot, "escape", "l")
        assert "? Keys" in app.session.query_one("Foot KeyBar", KeyBar).render().plain
        await press(pilot, "question_mark")
        assert isinstance(app.screen, HelpScreen)
        await press(pilot, "escape", "ctrl+f", *"fear")
        assert isinstance(app.screen, BookScreen), "the cursor is in its field"
        assert len(app.screen.found) < 30


@pytest.mark.parametrize(
    ("key", "row", "words", "found"),
    [("b", PriceRow, "weap", 1), ("B", VersionRow, "nothing like it", 0), ("ctrl+t", OptionRow, "kismet die", 1)],
)
async def test_slash_finds_in_every_list_and_escape_shows_all_again(
    tmp_path: Path, key: str, row: type[Row], words: str, found: int
) -> None:
    app = Table(doc(BETWEEN), tmp_path)
    async with app.run_test(size=(100, 40)) as pilot:
        await press(pilot, key, *(["b"] if key == "B" else []))
        await pilot.pause()
        page, before = app.screen, len(app.screen.query(row))
        assert before
        await press(pilot, "slash", *typed(words))
        assert sum(one.display for one in page.query(row)) == found < before
        await press(pilot, "enter", "escape")
        assert app.screen is page and sum(one.display for one in page.query(row)) == before
        await press(pilot, "escape")
        assert app.screen is app.session


async def test_an_empty_list_says_that_there_is_nothing_to_find(tmp_path: Path) -> None:
    app = Table(doc(BETWEEN), tmp_path)
    async with app.run_test(size=(100, 40)) as pilot:
        await press(pilot, "B", "slash")
        assert [note.message for note in app._notifications] == ["Nothing to find: the list is empty."]
        assert isinstance(app.screen, VersionsScreen)


async def test_no_rule_s_id_is_cut(tmp_path: Path) -> None:
    app = Table(doc(BETWEEN), tmp_path)
    async with app.run_test() as pilot:
        await press(pilot, "b", "6")
        for width in (60, 72, 80, 100):
            await pilot.resize_terminal(width, 30)
            await pilot.pause()
            lines = ["".join(part.text for part in strip) for strip in app.screen._compositor.render_strips()]
            assert not [line for line in lines if re.search(r"\b[A-Z]{3}-(?!\d)", line)]
