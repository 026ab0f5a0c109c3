"""The roll panel's four groups: a key for every row, what cannot be had on one quiet row, ghosts in the meters, its
place below the heroes at every size."""

from __future__ import annotations

from pathlib import Path

import pytest

from saga_tui.games.saga.screens.session.roll.drawer import RollDrawer
from saga_tui.ui.marks import Marks
from saga_tui.ui.roll_hero import Hero
from saga_tui.ui.roll_items import Fold, Group, ItemRow
from tests.games.saga.screens.session.heroes import CONFLICT, TROUBLE, Table, doc, press
from tests.ui.looking import looks

SIZES = pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 40), (200, 60)])


def drawer(app: Table) -> RollDrawer:
    """The open drawer."""
    assert isinstance(app.screen, RollDrawer)
    return app.screen


def rows(app: Table) -> list[ItemRow]:
    """Its rows in sight."""
    return [row for row in app.screen.query(ItemRow) if row.display]


@SIZES
async def test_the_panel_lies_below_the_heroes_which_stay_in_sight(tmp_path: Path, size: tuple[int, int]) -> None:
    app = Table(doc(CONFLICT), tmp_path)
    async with app.run_test(size=size) as pilot:
        await press(pilot, "r")
        heroes, box = app.session.query_one("#vitals").region, app.screen.query_one("#drawer").region
        assert (box.y, box.bottom, box.width) == (heroes.bottom, size[1], size[0])
        hero, first = app.screen.query_one(Hero).region, app.screen.query(Group).first().region
        assert hero.bottom <= first.y if size[0] < 100 else hero.x >= first.right
        assert [group.title for group in app.screen.query(Group)] == [
            "Roll in a conflict", "Free", "Spend", "At a price"
        ]  # fmt: skip


@pytest.mark.rule("AST-3", "DMG-4")
async def test_what_would_be_spent_shows_in_the_meters_while_the_panel_is_open(tmp_path: Path) -> None:
    app = Table(doc(CONFLICT), tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        force, pain = app.session.query_one("#asset-force", Marks), app.session.query_one("#damage-pain", Marks)
        await press(pilot, "r", "f", "f")
        assert force.ghost == -2
        next(row for row in rows(app) if row.item.key == "hurt:pain").focus()
        await press(pilot, "right", "F")
        assert (force.ghost, pain.ghost) == (-1, 1)
        await press(pilot, "escape")
        assert (force.ghost, pain.ghost) == (0, 0)


@SIZES
async def test_every_row_in_sight_has_a_key_of_its_own_that_steps_it(tmp_path: Path, size: tuple[int, int]) -> None:
    app = Table(doc(TROUBLE | {"asks": []}), tmp_path)
    async with app.run_test(size=size) as pilot:
        await press(pilot, "r")
        keys = {row.item.key: row.key for row in rows(app) if row.item.key != "opposing"}
        assert all(key.strip() for key in keys.values()), keys
        assert len(set(keys.values())) == len(keys)
        assert keys["force"] == "f" and keys["kind"] == "b" and keys["modifier"] == "t"
        await press(pilot, keys["drive:0"], keys["drive:1"], keys["consequence:Shaken"])
        assert drawer(app).roll.driving == {0: 1, 1: 1}
        assert drawer(app).roll.consequences == ("Shaken",)
        await press(pilot, "6")
        assert drawer(app).roll.opposing == 6, "digits say what is against it"


@pytest.mark.rule("AST-4")
async def test_what_cannot_be_had_is_one_quiet_row_until_it_is_asked_for(tmp_path: Path) -> None:
    app = Table(doc(CONFLICT), tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        await press(pilot, "r")
        traits = [row for row in rows(app) if row.item.family]
        assert len(traits) == 6 and not app.screen.query_one(Fold).display, "one grace is left for any of them"
        await press(pilot, traits[0].key)
        assert [row.item.key for row in rows(app) if row.item.family] == ["grace:for:Quick on the Draw"]
        fold = app.screen.query_one(Fold)
        assert fold.display and fold.said == "5 traits: no ◆ left"
        fold.focus()
        await press(pilot, "right")
        assert len([row for row in rows(app) if row.item.family]) == 6 and not fold.display


async def test_tab_goes_from_group_to_group_and_arrows_walk_them(tmp_path: Path) -> None:
    app = Table(doc(CONFLICT), tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        await press(pilot, "r")
        seen = []
        for _ in range(4):
            seen.append(next(g.section for g in app.screen.query(Group) if g.has_pseudo_class("focus-within")))
            await press(pilot, "down", "tab")
        assert seen == ["The roll", "Free", "Spend", "At a price"]
        assert isinstance(app.focused, ItemRow) and app.focused.item.key == "skill", "round to the first row"


async def test_a_key_draws_no_row_anew_that_stays_as_it_is(tmp_path: Path) -> None:
    app = Table(doc(CONFLICT), tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        await press(pilot, "r")
        drawn: list[str] = []
        for row in rows(app):
            whole = row.refresh

            def refresh(*regions: object, row: ItemRow = row, whole: object = whole, **how: object) -> ItemRow:
                drawn.append(row.item.key)
                return whole(*regions, **how)  # type: ignore[operator, no-any-return]

            row.refresh = refresh  # type: ignore[method-assign]
        await press(pilot, "T")
        assert set(drawn) == {"opposition"} | {key for key in drawn if drawer(app).adds(key) is not None}


@SIZES
async def test_the_panel_is_neither_empty_nor_cut_nor_shouting(tmp_path: Path, size: tuple[int, int]) -> None:
    app = Table(doc(CONFLICT), tmp_path)
    async with app.run_test(size=size) as pilot:
        await press(pilot, "r", "6", "f")
        found = looks(app.screen)
        assert found.void <= (60 if size[0] >= 200 else 38) and found.loud <= 34, found
        assert not found.cut
