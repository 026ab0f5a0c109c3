"""Numbers come from tallies: every number on a screen is the total of one, and `?` or a click on it shows which."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from textual.screen import Screen

from saga_tui.engine.entries import reasons
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.commands import RULES
from saga_tui.games.saga.screens.builder.spec import SagaBuilder as BuilderScreen
from saga_tui.tally import Tally
from saga_tui.ui.bars import StatusLine
from saga_tui.ui.builder.widgets import StepPips, TextRow
from saga_tui.ui.marks import Marks, Number
from saga_tui.ui.palette import Palette
from saga_tui.ui.rows import Figure, Row
from saga_tui.ui.specs import Why
from saga_tui.ui.why_screen import WhyScreen
from tests.games.saga.screens.session.heroes import BETWEEN, CALM, CONFLICT, TROUBLE, Table, doc, press

PLAYED = {**TROUBLE, "gear_used": {"lucky-coin": 3}, "drive_tokens": [2, 1, 0]}


def tallies_of(row: Row) -> tuple[Tally, ...]:
    """What the row answers to `?`."""
    why = row.explain() if row.explain else None
    return why.tallies if isinstance(why, Why) else (why,) if why else ()


def allowed(tallies: Iterable[Tally]) -> set[int]:
    """The totals, and the amounts of their terms: a consequence says `−3: 1 temp, 2 last`."""
    tallies = tuple(tallies)
    return {abs(tally.total) for tally in tallies} | {abs(term.amount) for one in tallies for term in one.terms}


def numbers_on(row: Row) -> list[int]:
    """The numbers that a row shows: its digits behind the key, and its marks. `+1` is a step that can be bought, and
    a chance in per cent is odds, not a sum; what a thing does is told in prose. A drawing of a roll is explained where
    the roll is put together, the chapter's counts are the log's, and what can be done next is no number of now."""
    if isinstance(row, Figure) or (row.parent is not None and row.parent.id in ("panel-chapter", "panel-next")):
        return []
    text = row.left(200).plain + " " + row.note if row.detail or row.extra else row.render().plain
    text = text if row.detail or row.extra else text[row.gutter_content().cell_length :]
    if isinstance(row, TextRow):  # a perk's text and a problem's words are prose
        counts = row.parent is not None and row.parent.id in ("shop", "bought", "pieces")
        text = f"{row.spec.head} {row.spec.note}" if counts else ""
    found = [int(number) for number in re.findall(r"(?<![+\d])\d+(?!\d)(?! ?%)", text)]
    if isinstance(row, StepPips):  # its total says how far hollow marks are drawn, no more
        return [*found, row.filled]
    return [*found, row.filled, row.total] if isinstance(row, Marks) and row.total else found


def unexplained(screen: Screen[Any]) -> list[str]:
    """Rows with a number that none of their tallies gives."""
    return [
        f"{row.id or type(row).__name__}: {row.render().plain.strip()!r} {numbers_on(row)} {allowed(tallies_of(row))}"
        for row in screen.query(Row)
        if not set(numbers_on(row)) <= allowed(tallies_of(row)) | ({0} if isinstance(row, Marks) else set())
    ]


@pytest.mark.parametrize("play", [CALM, CONFLICT, PLAYED, BETWEEN])
async def test_every_number_of_the_session_has_its_tally(tmp_path: Path, play: dict[str, Any]) -> None:
    app = Table(doc(play), tmp_path)
    async with app.run_test(size=(200, 60)) as pilot:
        await pilot.pause()
        assert unexplained(app.session) == []
        assert len([row for row in app.session.query(Row) if row.explain]) >= 25
        known = {tally.total for tally in reasons(RULES, app.session.character).values()}
        header = app.session.query_one(StatusLine)
        assert {int(number) for number in re.findall(r"\d+", f"{header.left}{header.middle}")} <= known


async def test_every_number_of_advancement_has_its_tally(tmp_path: Path) -> None:
    app = Table(doc(BETWEEN), tmp_path)
    async with app.run_test(size=(120, 50)) as pilot:
        await press(pilot, "b", "6", "enter")
        assert app.screen is not app.session
        assert unexplained(app.screen) == []


async def test_every_number_of_the_builder_has_its_tally(tmp_path: Path) -> None:
    by_points = {
        "method": "points", "ratings": {"force": 4, "grace": 3, "acuity": 2, "fortune": 4},
        "perk": {"name": "Lucky", "asset": "fortune"},
    }  # fmt: skip
    app = Table(doc(None, assets=by_points), tmp_path)
    async with app.run_test(size=(140, 60)) as pilot:
        builder = BuilderScreen(app.memory)
        await app.switch_screen(builder)
        wrong: dict[str, list[str]] = {}
        for step in ("assets", "skills", "gear", "finishing"):
            await builder.action_go(step)
            await pilot.pause()
            wrong[step] = unexplained(builder)
        assert wrong == {"assets": [], "skills": [], "gear": [], "finishing": []}


@pytest.mark.rule("SPK-1", "DRV-2", "KIS-1", "DOM-2", "AST-1")
async def test_each_asked_number_tells_its_terms_and_what_last_changed_it(tmp_path: Path) -> None:
    app = Table(doc(CONFLICT), tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        await press(pilot, "f", "v", "1", "k", "enter", "escape")
        asked = {
            "#spark": ([7], ()),
            "#asset-force": ([3, 5], ("Last changed, round 2: Force 4 → 3",)),
            "#damage-kismet": ([3, 3], ("Last changed, round 2: Kismet 2 → 3",)),
            "#doom": ([2, 8, 6], ()),
            "Held": ([3], ("Last changed, round 2: Drive “Find my sister” 2 → 3",)),
        }
        for selector, (totals, notes) in asked.items():
            app.session.query(selector).first(Row).focus()
            await press(pilot, "question_mark")
            screen = app.screen
            assert isinstance(screen, WhyScreen), selector
            assert [tally.total for tally in screen.why.tallies] == totals, selector
            assert screen.why.notes[: len(notes)] == notes, selector
            assert all(term.rule for tally in screen.why.tallies for term in tally.terms)
            await press(pilot, "escape")


async def test_a_click_on_a_number_asks_too_and_elsewhere_does_not(tmp_path: Path) -> None:
    app = Table(doc(CONFLICT), tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        row = app.session.query_one("#skill-marksmanship", Number)
        assert await pilot.click(row, offset=(row.gutter_content().cell_length + row.label_width + row.bar + 1, 0))
        assert isinstance(app.screen, WhyScreen)
        await press(pilot, "escape")
        spark = app.session.query_one("#spark", Row)
        await pilot.click(spark, offset=(13, 0))
        assert isinstance(app.screen, WhyScreen)
        assert app.screen.why.tally.name == "spark"


async def test_every_number_is_found_from_the_header(tmp_path: Path) -> None:
    app = Table(doc(CONFLICT), tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.click("StatusLine")
        assert isinstance(app.screen, Palette)
        listed = {command.words for command in app.screen.commands}
        known = reasons(RULES, Character.model_validate(doc(CONFLICT)))
        assert listed == {f"{tally.label}: why {tally.total}?" for tally in known.values()}
        await press(pilot, *"round", "enter")
        assert isinstance(app.screen, WhyScreen)
        assert (app.screen.why.tally.name, app.screen.why.tally.total) == ("round", 2)
