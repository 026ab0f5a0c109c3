"""The result of a roll is a banner below the heroes, with its dice and all that can be done about it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from saga_tui.changes import Doc
from saga_tui.games.saga.rules.character import from_doc
from saga_tui.games.saga.screens.session import last_roll
from saga_tui.games.saga.screens.session.flows import rolls
from saga_tui.games.saga.screens.session.flows.kismet import KismetTable
from saga_tui.games.saga.screens.session.roll.result import RollResult
from saga_tui.ui.dice import DiceView
from saga_tui.ui.offers import OfferLines
from saga_tui.ui.verdict import VerdictView
from tests.games.saga.screens.session.heroes import CALM, CONFLICT, DUE, Table, doc, press
from tests.keys import rested

SIZES = pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 40), (200, 60)])
ROLL: dict[str, Any] = {
    "skill": "marksmanship", "kind": "attack", "dice": 9, "thrown": 9, "faces": [5, 5, 6, 6, 4, 3, 3, 1, 1],
    "marks": 4, "opposing": 2, "against": 6, "opposing_faces": [5, 6, 4, 3, 2, 1], "net": 2, "pushes": 2,
    "outcome": "success", "stage": "compared",
}  # fmt: skip
LOST: dict[str, Any] = ROLL | {"opposing": 4, "opposing_faces": [5, 6, 5, 5, 2, 1], "net": 0, "pushes": 0,
                               "outcome": "failure", "kind": "other"}  # fmt: skip


def rolled(roll: dict[str, Any]) -> Doc:
    """A hero of a conflict with that roll."""
    return doc({**CONFLICT, "roll": roll})


def told(app: Table) -> str:
    """What the banner says, ground first."""
    return "\n".join(str(part.content) for part in app.screen.query_one(VerdictView).query(Static))


@pytest.mark.rule("ROL-2", "PSH-1")
@SIZES
async def test_the_banner_lies_below_the_heroes_with_all_that_belongs_to_it(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    app = Table(rolled(ROLL), tmp_path)
    async with app.run_test(size=size) as pilot:
        await press(pilot, "y", "1")
        screen = app.screen
        assert isinstance(screen, RollResult)
        box, body = screen.query_one("#dialog"), screen.query_one("#dialog-body", VerticalScroll)
        assert box.region.y >= app.session.query_one("#vitals").region.bottom, "the heroes stay in sight"
        assert box.region.bottom == size[1] and box.region.width == size[0]
        assert not screen.styles.background.a, "and bright"
        assert body.virtual_size.height <= body.size.height, "nothing has to be scrolled"
        shown = told(app)
        assert "S U C C E S S" in shown and "61% chance" in shown and "luck +1.0" in shown
        assert "4 marks − 2 = 2 net" in shown and "Against 5✓ 6✓ 4 3 2 1" in shown and "…" not in shown
        dice = screen.query_one(DiceView).render().plain
        assert dice.count("╭") == 9 and len(dice.split("\n")) >= 5
        offered = screen.query_one(OfferLines).render().plain.split("\n")
        assert offered[0].startswith("p Spend 2 pushes") and any(line.endswith("1 ★") for line in offered)


@pytest.mark.rule("AST-7", "ROL-2")
@SIZES
async def test_a_failure_that_fortune_turns_stands_beside_what_it_became(tmp_path: Path, size: tuple[int, int]) -> None:
    app = Table(rolled(LOST), tmp_path, [6])
    async with app.run_test(size=size) as pilot:
        app.session.flow(rolls.look(app.session, "o"))
        await rested(pilot)
        assert isinstance(app.screen, RollResult)
        assert app.play.roll is not None and app.play.roll.outcome == "success"
        assert " FAILURE  → " in told(app) and "S U C C E S S" in told(app)
        await press(pilot, "p", "escape")
        assert app.screen.query_one(VerdictView).has_class("-good")


@pytest.mark.rule("KIS-3", "KIS-4", "AST-7", "DOM-1")
@SIZES
async def test_kismet_dice_tell_what_they_would_do_and_what_fortune_turned(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    app = Table(doc({**CONFLICT, "asks": [DUE]}), tmp_path, [1, 1, 6])
    async with app.run_test(size=size) as pilot:
        await press(pilot, "m", "enter")
        assert isinstance(app.screen, KismetTable)
        assert "H I T C H E S" in told(app) and "doom 2 → 4 of 8" in told(app)
        await press(pilot, "o")
        assert " 2 HITCHES  → " in told(app) and "H I T C H" in told(app) and "doom 2 → 3 of 8" in told(app)
        await press(pilot, "enter")
        assert "D O O M" in told(app) and "5 steps left" in told(app)
        assert app.screen.query_one("#dialog").region.y >= app.session.query_one("#vitals").region.bottom


@pytest.mark.rule("ROL-2")
@pytest.mark.parametrize("width", [80, 100, 120, 180, 200])
@pytest.mark.parametrize("roll", [ROLL, LOST | {"outcome": "qualified"}], ids=["success", "qualified"])
async def test_the_last_roll_is_whole_at_every_width(tmp_path: Path, width: int, roll: dict[str, Any]) -> None:
    app = Table(rolled(roll), tmp_path)
    async with app.run_test(size=(width, 45 if width >= 180 else 30)):
        shown = app.session.query_one("#last-roll", Static)
        content = Content(str(shown.content))
        lines = content.wrap(shown.content_size.width)
        panel = app.session.query_one("#panel-roll")
        assert panel.size.height >= len(lines) == shown.size.height, "nothing is cut"
        said = " ".join(" ".join(line.plain for line in lines).split())
        assert "Marksmanship" in said and "9 dice against 6" in said and "at 61%" in said and "luck +1.0" in said
        assert "5✓ 5✓ 6✓ 6✓ 4 3 3 1 1 − 5✓ 6✓" in said and "…" not in said


@pytest.mark.rule("ROL-2", "ROL-10")
@pytest.mark.parametrize(
    ("roll", "said"),
    [
        ({"dice": 6, "against": 5}, "6 dice against 5"),
        ({"dice": 6, "given": 1, "opposing": 1}, "6 dice against 1 mark"),
        ({"dice": 6}, "6 dice, unopposed"),
        ({"dice": 6, "net_only": True}, "6 dice"),
    ],
)
def test_the_last_roll_says_what_stood_against_it_where_that_is_known(roll: dict[str, Any], said: str) -> None:
    made = {"skill": "weaponry", "kind": "attack", "net": 2, "outcome": "success", **roll}
    lines = last_roll.told(from_doc(doc({**CALM, "roll": made}))).plain.splitlines()
    assert lines[1].split(", at")[0] == said
