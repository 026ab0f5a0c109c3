"""Used with thumbs: buttons from the keys' own table, digits where a number is asked, and nothing cut off."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from textual.events import AppBlur
from textual.pilot import Pilot

from saga_tui.app import SagaApp
from saga_tui.games.tables import new_table
from saga_tui.serve.seated import SeatApp
from saga_tui.ui.bars import KeyBar
from saga_tui.ui.config import Config
from saga_tui.ui.journal.listing import JournalList
from saga_tui.ui.party_cards import MemberCard
from saga_tui.ui.prompt import Prompt
from saga_tui.ui.rows import Row
from saga_tui.ui.seat import Seat
from saga_tui.ui.touch import HIGH, LEAST, LESS, MORE, NARROW, Button, Pad, at, drawn, pad_of, paged
from tests.examples import tries
from tests.keys import press, rested

CHARACTERS = Path(__file__).parent.parent.parent / "characters"
WORDS = st.lists(st.text("abc ", min_size=1, max_size=20), min_size=1, max_size=12)
ALWAYS = (Button("escape", "Back"), Button("up", "▲"), Button("down", "▼"), Button("enter", "", "⏎"))


@settings(max_examples=tries(20), deadline=None)
@given(WORDS, st.integers(40, 100), st.integers(1, 2), st.integers(0, 8))
def test_every_key_is_on_some_page_and_can_be_hit(words: list[str], width: int, most: int, opened: int) -> None:
    keys = [Button(str(number), said) for number, said in enumerate(words)]
    pages = paged(keys, width, most, opened)
    assert [one.key for page in pages for row in page for one in row if one.key] == [one.key for one in keys]
    turns = [one.words for page in pages for one in page[-1] if not one.key]
    assert turns == ([MORE] * (len(pages) - 1) + [LESS] if len(pages) > 1 else [])
    assert all(len(page) <= (max(most, opened) if number else most) for number, page in enumerate(pages))
    pad = Pad(ALWAYS, tuple(keys))
    for page in range(len(pages) + 1):
        rows = pad.rows(width, 80, page)
        lines = drawn(rows).plain.split("\n")
        assert len(lines) == HIGH * len(rows) and all(len(line) == width for line in lines)
        for place, row in enumerate(rows):
            start = 0
            for one in row:
                assert one.width >= min(NARROW, width) and (one.label.cell_length <= 1 or one.width >= LEAST)
                assert at(rows, start, place * HIGH) is one is at(rows, start + one.width - 1, place * HIGH + HIGH - 1)
                start += one.width + 1
    assert at(pad.rows(width, 80, 0), 3, 99) is None


def test_where_a_number_is_asked_there_are_digits() -> None:
    for asked, minus in ((r"\d{0,4}", False), (r"[-−]?\d{0,4}", True)):
        rows = Pad(ALWAYS, (Button("tab", "Other options"), Button("ctrl+p", "Commands")), asked).rows(45, 80, 0)
        keys = [one.key for row in rows for one in row]
        assert [key for key in keys if key.isdigit()] == list("1234567890") and "backspace" in keys
        assert ("minus" in keys) == minus and {"escape", "enter", "tab"} <= set(keys) and "ctrl+p" not in keys


# ---- in the app


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "characters"
    shutil.copytree(CHARACTERS, place)
    return place


def lines(app: SagaApp) -> list[str]:
    return ["".join(part.text for part in line) for line in app.screen._compositor.render_strips()]


async def tap(pilot: Pilot[Any], words: str) -> None:
    """Taps the button with these words, on its upper edge: all three of its lines are it."""
    bar = pilot.app.screen.query_one(KeyBar)
    rows = bar._buttons()
    for place, row in enumerate(rows):
        x = 0
        for one in row:
            if words in (one.words, one.label.plain):
                await pilot.click(KeyBar, offset=(x + 1, place * HIGH))
                await rested(pilot)
                return
            x += one.width + 1
    raise AssertionError(f"no button {words!r}: {[one.label.plain for row in rows for one in row]}")


async def test_a_round_is_played_with_thumbs(folder: Path) -> None:
    app = SeatApp(Seat(folder / "anselm-rook.toml"), animations=False)
    async with app.run_test(size=(45, 80)) as pilot:
        await app.workers.wait_for_complete()
        await rested(pilot)
        assert app.is_touch and app.memory is not None
        _rows_can_be_hit(app)
        await press(pilot, "d")
        assert app.screen.query(Prompt)
        for button in ("9", "⌫", "2", "⏎ Accept"):
            await tap(pilot, button)
        assert app.memory.doc["play"]["damage"]["doubt"] == 2
        await tap(pilot, "Undo")
        assert app.memory.doc["play"]["damage"]["doubt"] == 0
        await pilot.click("#skill-weaponry", offset=(2, 1))  # the line of air below its words
        await rested(pilot)
        assert "Weaponry" in "".join(lines(app)) and not cut(app)
        for height in (42, 80):
            await pilot.resize_terminal(45, height)
            await rested(pilot)
            assert app.screen.query_one("#drawer-rows").size.height >= 12, "rows to tap, below heroes that are high"
        await tap(pilot, "⏎ Roll")
        await tap(pilot, "⏎ Compare")
        await tap(pilot, "Close")
        bar = app.screen.query_one(KeyBar)
        seen = {one.key for row in bar._buttons() for one in row}
        await tap(pilot, f"… {MORE}")  # opens all of them; the next tap closes them
        assert {one.key for one in pad_of(app.screen).keys} <= seen | {one.key for row in bar._buttons() for one in row}
        await tap(pilot, "Undo")
        assert {one.key for row in bar._buttons() for one in row} == seen
        await pilot.resize_terminal(100, 30)
        await rested(pilot)
        assert not app.is_touch and not app.has_class("-touch") and "▀▀▀▀" not in "".join(lines(app))


def _rows_can_be_hit(app: SagaApp) -> None:
    """Every row has at least two lines, all of its text is seen, and nothing is wider than the screen."""
    rows = [row for row in app.screen.query(Row) if row.display]
    assert len(rows) > 20 and all(row.outer_size.height >= 2 for row in rows)
    assert all(row.region.right <= 45 for row in rows)
    assert not cut(app)


def cut(app: SagaApp) -> list[str]:
    """Lines that end in a cut text."""
    shown = lines(app)[: -app.screen.query_one(KeyBar).size.height]
    return [line for line in shown if "…" in line and not line.rstrip().endswith(("more", "Spark …"))]


SHOWN = {
    "anselm-rook": ("", "y", "i", "S", "C", "L", "h", "n", "ctrl+p"),
    "corin-vale": ("g,enter", "n", "p", "h"),
    "ida-marsh": ("g,enter", "n", "r", "e"),
    "mira-vane": ("g,enter", "c", "h"),
}


@pytest.mark.parametrize("name", SHOWN)
async def test_every_game_can_be_held_in_one_hand(folder: Path, name: str) -> None:
    app = SeatApp(Seat(folder / f"{name}.toml"), animations=False)
    async with app.run_test(size=(45, 80)) as pilot:
        await app.workers.wait_for_complete()
        first, *others = SHOWN[name]
        await press(pilot, *filter(None, first.split(",")))
        ground = app.screen
        for keys in ("", *others):
            await press(pilot, *filter(None, keys.split(",")))
            shown = lines(app)
            assert keys not in ("", "e", "r", "ctrl+p") or not cut(app)
            assert len(app.screen.query(KeyBar)) == 1 and "▀▀▀▀▀" in "".join(shown[-1:])
            assert app.screen.max_scroll_x == 0 and all(
                not widget.max_scroll_x for widget in app.screen.query("#body, #dialog-body, OptionList, #drawer-rows")
            )
            while app.screen is not ground or ground.query(Prompt):
                await press(pilot, "escape")
        for size in ((40, 30), (45, 80)):  # the phone's own keyboard is out, and away again
            await pilot.resize_terminal(*size)
            await rested(pilot)
            bar = app.screen.query_one(KeyBar)
            assert bar.region.bottom == size[1] and bar.size.height <= size[1] // 2


async def test_a_gm_holds_the_whole_table_in_one_hand(folder: Path) -> None:
    names = ("anselm-rook", "odalys-brandt", "kestrel-ward")
    app = SeatApp(Seat(new_table(folder, "Friday", [folder / f"{name}.toml" for name in names])), animations=False)
    async with app.run_test(size=(45, 44)) as pilot:
        await app.workers.wait_for_complete()
        await rested(pilot)
        for name, more in (("Anselm Rook", "▸2"), ("Odalys Brandt", "◂1 ▸1"), ("Kestrel Ward", "◂2")):
            [card] = [card for card in app.screen.query(MemberCard) if card.display]
            shown = "\n".join(line.plain for line in card.lines())
            assert card.size.width >= 43 and name in shown and more in shown and not cut(app)
            told = ("1 over", "2 free", "9 left") if name == "Anselm Rook" else ()
            assert all(words in shown for words in told) and card.size.height < 16
            app.post_message(AppBlur())  # a phone has no keyboard: its terminal says so, and nothing else goes
            await rested(pilot)
            assert app.screen.focused is card
            await tap(pilot, "▸")
        said = "A long note of what the riders did on the ridge above town"
        session = app.screen.session  # type: ignore[attr-defined]
        session.do(session.game.command("note", {"text": said}))
        await press(pilot, "L")
        assert re.search(r"\s+".join(said.split()), "\n".join(lines(app)))  # goes on on a second line
        await pilot.click(JournalList, offset=(9, 3))  # it is the entry's too: a tap opens it
        await rested(pilot)
        assert not isinstance(app.screen.focused, JournalList)


async def test_it_is_a_setting(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SAGA_TUI_TOUCH", "1")
    app = SagaApp(folder, folder / "anselm-rook.toml", animations=False, settings=Config())
    async with app.run_test(size=(90, 60)) as pilot:
        await rested(pilot)
        assert app.is_touch and "▄▄▄▄" in "".join(lines(app))
        keys = {one.key for one in pad_of(app.screen).keys} | {one.key for one in pad_of(app.screen).always}
        bound = {active.binding.key for active in app.screen.active_bindings.values()} | {"up", "down", "enter"}
        assert keys <= bound
    monkeypatch.setenv("SAGA_TUI_TOUCH", "0")
    off = SeatApp(Seat(folder / "anselm-rook.toml"), animations=False)
    async with off.run_test(size=(45, 80)):
        assert not off.is_touch
