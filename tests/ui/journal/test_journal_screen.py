"""The log by its keys, on a real memory."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from textual.widgets import Input, Static

from saga_tui.changes import same
from saga_tui.store import Event, Memory
from saga_tui.ui.base import MemoryChanged
from saga_tui.ui.journal.entry import BackDialog, EntryDialog
from saga_tui.ui.journal.listing import BATCH, JournalList
from saga_tui.ui.journal.screen import FilterLine, JournalScreen
from tests.keys import press
from tests.store.sample import LAYOUT
from tests.ui.journal.story import EVIL, KINDS, SIZES, happen, lived, round_, seen, still
from tests.ui.stage import Stage

MANY = 30_000


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    """The evening's character."""
    with lived(tmp_path) as opened:
        yield opened


def line_of(app: Stage, words: str) -> str:
    """The first line of the list (left of the pane) with these words."""
    pane = app.screen.query_one("#entry")
    width = pane.region.x if pane.display else app.size.width
    return next((line[:width] for line in seen(app).splitlines() if words in line[:width]), "")


@pytest.mark.parametrize("size", SIZES)
async def test_the_log_says_when_where_what_and_by_which_rule_at_every_size(
    memory: Memory, size: tuple[int, int]
) -> None:
    app = Stage()
    async with app.run_test(size=size) as pilot:
        await app.push_screen(JournalScreen(memory))
        await still(pilot)
        assert "chapter 3 › scene 2" in seen(app)
        assert "21 November 2026" in seen(app)
        line = line_of(app, "Vargas, a knife")
        assert line.startswith((" 20:17  r 1 +3 pain", "▸20:17  r 1 +3 pain"))
        assert not line_of(app, "DMG-2"), "ids of rules stand in an entry's details alone"
        assert "8 entries" in seen(app)
        assert "undone" in line_of(app, "20:21")
        assert "undone" not in line_of(app, "took back")
        assert "\x1b" not in seen(app).replace("\n", "")
        assert "[/] [bold]red" in line_of(app, "+1 fear")
        pane = app.screen.query_one("#entry")
        assert pane.display is (size[0] >= 120)
        if pane.display:
            assert "Undone: +1 doubt" in str(app.screen.query_one("#entry-at", Static).content)
        await press(pilot, "down", "down", "down", "down", "down")
        await still(pilot)
        assert line_of(app, "Vargas, a knife").startswith("▸")
        if pane.display:
            assert "play.damage.pain 2 → 5  DMG-2" in str(app.screen.query_one("#entry-at", Static).content)
        await press(pilot, "enter")
        await still(pilot)
        assert isinstance(app.screen, EntryDialog)
        assert "play.damage.pain 2 → 5  DMG-2" in app.screen.shown.plain
        if size[1] > 20:
            assert "play.damage.pain 2 → 5  DMG-2" in seen(app)


async def test_arrows_walk_over_headings_and_enter_shows_all_about_an_entry(memory: Memory) -> None:
    app = Stage()
    async with app.run_test(size=(80, 24)) as pilot:
        await app.push_screen(JournalScreen(memory, KINDS))
        await still(pilot)
        entries = []
        for _ in range(8):
            entry = app.screen.query_one(JournalList).entry
            assert entry is not None
            entries.append(entry.id)
            await press(pilot, "down")
        assert entries == [8, 7, 6, 5, 4, 3, 2, 1]
        for _ in range(5):
            await press(pilot, "up")
        await press(pilot, "up", "up", "up", "down", "down", "down", "down", "enter")
        await pilot.pause()
        assert isinstance(app.screen, EntryDialog)
        said = seen(app)
        for words in (
            "Marksmanship: 2 net marks",
            "Dice  6 5 2",
            "skill  marksmanship",
            "force 4 → 2",
            "ROL-1",
            "rolls",
        ):
            assert words in said, words
        await press(pilot, "escape", "down", "enter")
        await pilot.pause()
        assert "by  Vargas" in seen(app)
        assert "why  a knife" in seen(app)
        assert "play.damage.pain 2 → 5  DMG-2  the knife" in seen(app)


async def test_the_kinds_filter_by_arrows_and_by_clicks_and_escape_shows_all(memory: Memory) -> None:
    app = Stage()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = JournalScreen(memory, {**KINDS, "start-chapter": "story"})
        await app.push_screen(screen)
        await still(pilot)
        assert "story" in seen(app)
        await press(pilot, "right")
        await still(pilot)
        assert "[rolls]" in seen(app)
        assert "Marksmanship" in seen(app)
        assert "Spark" not in line_of(app, "20:16")
        assert "1 of 8 entry" in seen(app)
        await press(pilot, "left", "left")
        await still(pilot)
        assert "[other]" in seen(app)
        assert "No matching entries" in seen(app)
        at = seen(app).splitlines()[1].index("story")
        await pilot.click(FilterLine, offset=(at + 1, 0))
        await still(pilot)
        assert "[story]" in seen(app)
        assert "Chapter 4 starts" in seen(app)
        assert "Vargas" not in seen(app)
        await press(pilot, "escape")
        await still(pilot)
        assert "Vargas" in seen(app)
        assert app.screen is screen
        await press(pilot, "escape")
        assert app.screen is not screen


async def test_find_shows_only_entries_with_the_words(memory: Memory) -> None:
    app = Stage()
    async with app.run_test(size=(80, 24)) as pilot:
        await app.push_screen(JournalScreen(memory))
        await still(pilot)
        await press(pilot, "slash", *"dmg-2", "space", *"fear")
        await still(pilot)
        assert "+1 fear" in seen(app)
        assert "Vargas" not in seen(app)
        await press(pilot, "enter")
        entry = app.screen.query_one(JournalList).entry
        assert entry is not None
        assert "fear" in entry.text
        await press(pilot, "escape")
        await still(pilot)
        assert "Vargas" in seen(app)
        again = app.screen.query_one(JournalList).entry
        assert again == entry, "the cursor stays at what was found"
        assert app.screen.query_one("#find", Input).disabled


@pytest.mark.parametrize("size", SIZES)
async def test_back_to_before_an_entry_is_shown_first_and_done_on_enter(memory: Memory, size: tuple[int, int]) -> None:
    app = Stage()
    before = memory.doc
    async with app.run_test(size=size) as pilot:
        await app.push_screen(JournalScreen(memory))
        await still(pilot)
        await press(pilot, "down", "down", "down", "down", "z")
        await pilot.pause()
        assert isinstance(app.screen, BackDialog)
        shown = str(app.screen.query_one("#back-text", Static).content)
        for words in (
            "Marksmanship: 2 net marks",
            "3 values, now → then",
            "play.tokens.force 2 → 4",
            "play.damage.fear 2 → 1",
            "play.rulings −",
            "3 entries are undone",
            "  Overruled CRE-9",
        ):
            assert words in shown, words
        assert same(memory.doc, before)
        await press(pilot, "escape")
        await pilot.pause()
        assert same(memory.doc, before)
        await press(pilot, "z")
        await pilot.pause()
        await press(pilot, "enter")
        await still(pilot)
        assert memory.doc["play"]["tokens"]["force"] == 4
        assert memory.doc["play"]["damage"] == {"pain": 5, "doubt": 0, "fear": 1}
        target = memory.undo_target()
        assert target is not None
        assert "Vargas" in target.text
        assert "undone" in line_of(app, "20:18")


async def test_what_changed_while_the_difference_was_shown_is_shown_again(memory: Memory) -> None:
    app = Stage()
    async with app.run_test(size=(80, 24)) as pilot:
        await app.push_screen(JournalScreen(memory))
        await still(pilot)
        await press(pilot, "down", "down", "z")
        await pilot.pause()
        happen(memory, "concept.player", "Bo", text="By hand meanwhile")
        await press(pilot, "enter")
        await pilot.pause()
        assert isinstance(app.screen, BackDialog)
        assert "By hand meanwhile" in seen(app)
        assert memory.doc["concept"]["player"] == "Bo"
        await press(pilot, "enter")
        await still(pilot)
        assert memory.doc["concept"]["player"] == "Ana"


async def test_u_and_shift_u_undo_and_redo_and_the_log_follows(memory: Memory) -> None:
    app = Stage()
    async with app.run_test(size=(80, 24)) as pilot:
        await app.push_screen(JournalScreen(memory))
        await still(pilot)
        await press(pilot, "u")
        await still(pilot)
        assert memory.doc["play"]["damage"]["fear"] == 1
        assert "undone" in line_of(app, "20:20")
        await press(pilot, "U")
        await still(pilot)
        assert memory.doc["play"]["damage"]["fear"] == 2
        assert "undone" not in line_of(app, "20:20")
        assert "Redone" in seen(app)
        happen(memory, "play.damage.pain", 1, text="From elsewhere", clock=round_(3))
        app.screen.post_message(MemoryChanged())
        await still(pilot)
        assert "From elsewhere" in seen(app)


async def test_the_details_offer_the_way_back_too(memory: Memory) -> None:
    app = Stage()
    async with app.run_test(size=(80, 24)) as pilot:
        await app.push_screen(JournalScreen(memory))
        await still(pilot)
        await press(pilot, "down", "down", "enter")
        await pilot.pause()
        await press(pilot, "z")
        await pilot.pause()
        assert isinstance(app.screen, BackDialog)


async def test_a_copy_that_only_looks_takes_nothing_back(memory: Memory) -> None:
    memory.checkpoint()
    with Memory.open(memory.path, LAYOUT) as second:
        before = memory.doc
        app = Stage()
        async with app.run_test(size=(80, 24)) as pilot:
            await app.push_screen(JournalScreen(second))
            await still(pilot)
            assert "take over" in seen(app)
            await press(pilot, "u", "z")
            await pilot.pause()
            assert isinstance(app.screen, JournalScreen)
            await press(pilot, "enter")
            await pilot.pause()
            assert "back to before" not in seen(app)
        assert same(memory.doc, before)


async def test_a_long_history_opens_at_once_and_is_read_as_it_is_walked(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = 0

    def history(_memory: Memory) -> Iterator[Event]:
        nonlocal read
        for number in range(MANY, 0, -1):
            read += 1
            yield Event(number, "2026-11-21T20:15:00+01:00", {}, "set", text=f"number {number}")

    monkeypatch.setattr(Memory, "history", history)
    app = Stage()
    async with app.run_test(size=(80, 24)) as pilot:
        await app.push_screen(JournalScreen(memory))
        await still(pilot)
        assert read <= 2 * BATCH
        assert f"number {MANY}" in seen(app)
        for _ in range(20):
            await press(pilot, "pagedown")
        await still(pilot)
        assert 400 < read < 1500
        assert f"number {MANY - 355}" in seen(app)
        await press(pilot, "end")
        await still(pilot)
        assert read == MANY
        entry = app.screen.query_one(JournalList).entry
        assert entry is not None
        assert entry.text == "number 1"
        assert "30,000 entries" in seen(app)
        await press(pilot, "home")
        assert f"number {MANY}" in seen(app)


async def test_hostile_text_is_shown_and_never_obeyed_anywhere(tmp_path: Path) -> None:
    with lived(tmp_path / "x") as memory:
        happen(
            memory, "concept.name", EVIL, do=EVIL, text=EVIL, rule=EVIL, who=EVIL, why=EVIL, more={EVIL: {EVIL: [EVIL]}}
        )
        app = Stage()
        async with app.run_test(size=(120, 40)) as pilot:
            await app.push_screen(JournalScreen(memory, {EVIL: EVIL}))
            await still(pilot)
            shown = [seen(app)]
            for keys in (["enter"], ["escape", "z"]):
                await press(pilot, *keys)
                await pilot.pause()
                shown.append(seen(app))
        for text in shown:
            assert "[/] [bold]red" in text
            assert "\x1b" not in text
            assert "\u202e" not in text


async def test_a_click_goes_to_an_entry_and_a_second_one_opens_it(memory: Memory) -> None:
    app = Stage()
    async with app.run_test(size=(80, 24)) as pilot:
        await app.push_screen(JournalScreen(memory))
        await still(pilot)
        log = app.screen.query_one(JournalList)
        await pilot.click(JournalList, offset=(5, 0))
        assert log.at == 1, "a heading is no entry"
        await pilot.click(JournalList, offset=(12, 6))
        await pilot.pause()
        assert log.entry is not None
        assert "Vargas" in log.entry.text
        assert isinstance(app.screen, JournalScreen)
        await pilot.click(JournalList, offset=(12, 6))
        await pilot.pause()
        assert isinstance(app.screen, EntryDialog)


async def test_a_row_ends_before_the_scrollbar(memory: Memory) -> None:
    for number in range(30):
        happen(memory, "play.spark", number, text="a long tale " * 12)
    app = Stage()
    async with app.run_test(size=(80, 20)) as pilot:
        await app.push_screen(JournalScreen(memory))
        await still(pilot)
        listed = app.screen.query_one(JournalList)
        assert listed.show_vertical_scrollbar
        row = listed.render_line(3).text
        assert row.rstrip().endswith("…") and len(row) == listed.scrollable_content_region.width
