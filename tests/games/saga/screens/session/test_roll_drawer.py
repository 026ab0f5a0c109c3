"""Composing a roll by keys: how many it takes, what cannot be confirmed, terms taken off, the adviser, all sizes."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Static

from saga_tui.changes import Doc
from saga_tui.games.saga.rules.moments import moments
from saga_tui.games.saga.screens.session.roll.adviser import AdviserScreen
from saga_tui.games.saga.screens.session.roll.drawer import RollDrawer
from saga_tui.games.saga.screens.session.roll.wish import order_of
from saga_tui.ui import config
from saga_tui.ui.dialogs import Choose
from saga_tui.ui.roll_hero import Hero, TermsView
from saga_tui.ui.roll_items import ItemRow
from saga_tui.ui.why_screen import WhyScreen
from tests.games.saga.screens.builder.stage import screen_text
from tests.games.saga.screens.session.heroes import CALM, CONFLICT, KESTREL, Table, doc, press, typed

HABITS: Doc = {
    "marksmanship": {"specialties": ["pistols"], "force": 1, "opposing": 6, "weights": {"Paranoid": 2}},
    "awareness": {"specialties": ["reflexes"], "acuity": 1, "opposing": 3},
}
LAST = {"skill": "marksmanship", "outcome": "success"}


def drawer(app: Table) -> RollDrawer:
    """The open drawer."""
    assert isinstance(app.screen, RollDrawer)
    return app.screen


def shown(app: Table, block: str) -> str:
    """A block of the drawer's side."""
    return str(app.screen.query_one(f"#{block}", Static).render())


def to(app: Table, key: str) -> None:
    """Puts the focus on a row."""
    next(row for row in app.screen.query(ItemRow) if row.item.key == key).focus()


async def counted(pilot: Pilot[None], *keys: str) -> int:
    """Presses the keys, and says how many they were."""
    await press(pilot, *keys)
    return len(keys)


@pytest.mark.rule("SKL-3", "AST-3", "ROL-3")
async def test_a_roll_takes_few_keys(tmp_path: Path) -> None:
    app = Table(doc(CALM), tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        assert await counted(pilot, "r", "k", "6", "c", "f", "f", "6", "enter") <= 8
        roll = app.play.roll
        assert roll is not None
        assert (roll.skill, roll.dice, roll.against) == ("marksmanship", 4 + 2 + 4, 6)
        assert app.play.tokens["force"] == 3


async def test_a_roll_as_the_last_one_takes_two_keys(tmp_path: Path) -> None:
    app = Table(doc({**CALM, "habits": HABITS, "roll": LAST}), tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        assert await counted(pilot, "r", "enter") <= 2
        roll = app.play.roll
        assert roll is not None
        assert (roll.skill, roll.dice, roll.against) == ("marksmanship", 4 + 2 + 2, 6)
        assert app.play.tokens["force"] == 4


@pytest.mark.rule("SKL-1", "TRT-2")
async def test_another_skill_comes_with_its_last_choices(tmp_path: Path) -> None:
    app = Table(doc({**CALM, "habits": HABITS, "roll": LAST}), tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        await press(pilot, "r", "k")
        assert isinstance(app.screen, Choose)
        await press(pilot, "3")
        roll = drawer(app).roll
        assert (roll.skill, roll.specialties, roll.acuity, roll.opposing) == ("awareness", ("reflexes",), 1, 3)
        await press(pilot, "9", "k", "6")
        roll = drawer(app).roll
        assert (roll.skill, roll.specialties, roll.force, roll.opposing) == ("marksmanship", ("pistols",), 1, 9)
        to(app, "skill")
        await press(pilot, "right")
        assert (drawer(app).roll.skill, drawer(app).roll.specialties) == ("subterfuge", ())


@pytest.mark.rule("AST-2", "AST-3", "DMG-4")
async def test_what_cannot_be_paid_cannot_be_confirmed_and_says_why(tmp_path: Path) -> None:
    app = Table(doc({**CONFLICT, "tokens": {"force": 1, "grace": 0, "acuity": 0, "fortune": 0}}), tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "r", "f", "f", "enter", "d", "m", "s")
        assert drawer(app).roll.force == 2
        assert "costs 2, you have 1" in shown(app, "drawer-pool")
        assert not list(app.memory.history())
        to(app, "hurt:pain")
        await press(pilot, "right")
        assert drawer(app).roll.force == 3
        await press(pilot, "F")
        assert "costs 2 force" not in shown(app, "drawer-pool")
        await press(pilot, "enter")
        assert (app.play.tokens["force"], app.play.damage["pain"]) == (0, 4)


@pytest.mark.rule("SKL-3", "ROL-6", "ROL-7")
async def test_terms_are_taken_off_by_key_and_by_click(tmp_path: Path) -> None:
    app = Table(doc(CALM), tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        await press(pilot, "r", "k", "6", "c", "c", "f", "w", "w", "W")
        assert drawer(app).roll.specialties == ("pistols", "long shots")
        assert "3 traded for 1 mark, 7 to roll" in shown(app, "drawer-pool")
        lines = shown(app, "drawer-pool").splitlines()
        place, line = next((place, line) for place, line in enumerate(lines) if "+2 pistols" in line)
        await pilot.click(TermsView, offset=(line.index("pistols"), place))
        await pilot.pause()
        assert drawer(app).roll.specialties == ("long shots",)
        await pilot.click(TermsView, offset=(4, 0))
        to(app, "trade")
        await press(pilot, "x")
        to(app, "force")
        await press(pilot, "delete", "c", "c")
        assert (drawer(app).roll.trade, drawer(app).roll.force, drawer(app).roll.specialties) == (0, 0, ())
        to(app, "skill")
        await press(pilot, "x", "question_mark")
        assert isinstance(app.screen, WhyScreen)


@pytest.mark.rule("ROL-3", "ROL-10")
async def test_digits_set_what_the_focus_says(tmp_path: Path) -> None:
    app = Table(doc(CALM), tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        await press(pilot, "r", "4", "0")
        assert drawer(app).roll.opposing == 40
        to(app, "opposing-marks")
        await pilot.pause()
        await press(pilot, "2")
        assert (drawer(app).roll.opposing_marks, drawer(app).roll.opposing) == (2, 40)
        assert "against 2 marks" in shown(app, "drawer-pool")
        to(app, "opposing")
        await pilot.pause()
        await press(pilot, "6", "g")
        assert (drawer(app).roll.opposing_marks, drawer(app).roll.opposing) == (None, 6)
        focused = app.screen.focused
        assert isinstance(focused, ItemRow)
        assert focused.item.key.startswith("grace:for:")
        await press(pilot, "i")
        assert [use.trait for use in drawer(app).roll.invoked] == ["Quick on the Draw"]
        await press(pilot, "x")
        assert drawer(app).roll.invoked == ()
        await press(pilot, "b", "t", *typed("dark"), "enter")
        assert (drawer(app).roll.kind, drawer(app).roll.modifier, drawer(app).roll.reason) == ("attack", -1, "dark")


@pytest.mark.rule("DRV-3")
async def test_a_key_spends_tokens_of_the_drive_that_is_chosen_used_or_at_the_focus(tmp_path: Path) -> None:
    app = Table(doc(CALM), tmp_path)  # the first two of three drives have tokens
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "r", "e")
        assert isinstance(app.screen, Choose)
        await press(pilot, "3", "2", "e")
        assert drawer(app).roll.driving == {1: 1, 0: 1}, "the chosen one, and then the one with tokens left"
        to(app, "drive:1")
        await press(pilot, "E")
        to(app, "skill")
        await press(pilot, "E")
        assert not any(drawer(app).roll.driving.values())


@pytest.mark.rule("PRK-3", "PRK-6")
async def test_a_perk_is_offered_at_its_moment_and_taken_with_one_key(tmp_path: Path) -> None:
    perks = [{"buy": "perk", "name": "Expert", "asset": "acuity", "skill": "marksmanship"}]
    made = doc(CALM, finishing=[*KESTREL["finishing"], *perks]) | {"automation": {"perk:expert": "ask"}}
    app = Table(made, tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "r", "k", "6", "p", "a")
        assert drawer(app).roll.perks == ()
        assert "y Expert: +1 die on this roll" in shown(app, "drawer-pool")
        await press(pilot, "y")
        assert drawer(app).roll.perks == ("Expert",)
        assert "+1 Expert" in shown(app, "drawer-pool")
        assert not [item for item in moments(app.session.character, drawer(app).roll.plan) if item.plan]


@pytest.mark.rule("AST-3", "ROL-6")
async def test_the_adviser_puts_its_proposal_into_the_roll(tmp_path: Path) -> None:
    app = Table(doc(CALM), tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "r", "k", "6", "6", "v")
        adviser = app.screen
        assert isinstance(adviser, AdviserScreen)
        await press(pilot, "9", "0", "d", "t")
        assert (adviser.wish.chance, adviser.wish.damage, adviser.wish.of) == (90, False, "success-or-tie")
        await press(pilot, "t")
        assert adviser.proposal is not None
        wanted = adviser.proposal.plan
        await press(pilot, "enter")
        panel = drawer(app).sums.panel
        assert panel is not None
        assert panel.outcome.success >= 0.9
        assert drawer(app).roll.plan == wanted
        await press(pilot, "v", "b", "0")
        assert isinstance(app.screen, AdviserScreen)
        assert app.screen.wish.spend == 0
        rows = list(app.screen.query(ItemRow))
        rows[-1].focus()
        await press(pilot, "left", "left")
        assert app.screen.wish.order[-3] == "damage"
        assert app.screen.focused is rows[-3]
        await press(pilot, "escape")
        assert drawer(app).roll.plan == wanted
        assert order_of(config.load())[0][-3] == "damage"
        await press(pilot, "v")
        assert isinstance(app.screen, AdviserScreen)
        assert app.screen.wish.order[-3] == "damage"


@pytest.mark.rule("PSH-4")
async def test_a_capped_roll_keeps_its_skill(tmp_path: Path) -> None:
    app = Table(doc(CONFLICT), tmp_path)
    async with app.run_test(size=(60, 24)) as pilot:
        await press(pilot, "r")
        capped = drawer(app).roll.model_copy(update={"cap": 2, "opposing": 0})
        await press(pilot, "escape")
        app.push_screen(RollDrawer(app.session.session, capped))
        await press(pilot, "k", "right", "f")
        assert drawer(app).roll.skill == capped.skill
        assert "2 dice on" in app.screen.query_one(Hero).title
        assert "success" in shown(app, "drawer-odds")
        assert not drawer(app).sums.inactive


@pytest.mark.parametrize("size", [(80, 24), (200, 60)])
async def test_odds_stand_beside_the_rows_and_follow_every_key(tmp_path: Path, size: tuple[int, int]) -> None:
    app = Table(doc(CALM), tmp_path)
    async with app.run_test(size=size) as pilot:
        await press(pilot, "r", "k", "6", "6")
        before = shown(app, "drawer-odds")
        assert "success" in before
        assert "qualified" in before
        await press(pilot, "f")
        assert shown(app, "drawer-odds") != before
        assert app.screen.query_one("#drawer-prices").display == (size[1] > 30)
        force = next(row for row in app.screen.query(ItemRow) if row.item.key == "force")
        assert "+" in force.right().plain.split("of 5")[1]
        pilot.app.exit()


async def test_the_rows_below_those_in_sight_are_counted(tmp_path: Path) -> None:
    app = Table(doc(CONFLICT), tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "r")
        panel = app.screen.query_one("#drawer-rows")
        rows = [row for row in app.screen.query(ItemRow) if row.display]
        below = [row for row in rows if row.region.bottom > panel.region.bottom]
        assert below and f"↓ {len(below)} more" in screen_text(app)
        rows[-1].focus()
        await pilot.pause()
        assert rows[-1].region.bottom <= panel.region.bottom
        assert "↓" not in screen_text(app), "nothing is below the last row"
