"""What is worth seeing for a moment: doom, dice that turn, consequences, conflicts, chapters, the first advance."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from saga_tui.changes import Doc
from saga_tui.games.saga.rules.commands import command_of
from saga_tui.ui.band import BandText, BandView
from saga_tui.ui.bars import StatusLine
from tests.games.saga.screens.session.heroes import BETWEEN, CALM, CONFLICT, Table, doc, press
from tests.keys import rested

HITCHES: Doc = {**CONFLICT, "kismet": {"dice": 2, "faces": [1, 1], "marks": 0, "hitches": 2}}
MISSED: Doc = {
    **CALM,
    "roll": {"skill": "athletics", "dice": 2, "thrown": 2, "faces": [4, 1], "opposing": 1, "against": 1,
             "opposing_faces": [5], "net": -1, "outcome": "failure", "stage": "compared"},
}  # fmt: skip


async def after(app: Table, pilot: Any, verb: str, params: dict[str, object], seconds: float = float("inf")) -> None:
    """That command is carried out at the session."""
    app.glow_seconds = seconds
    app.session.flow(app.session.execute(command_of(verb, params)))
    await rested(pilot)


def top(app: Table) -> str:
    """The top line."""
    return str(app.session.query_one(StatusLine).render())


@pytest.mark.rule("DOM-2", "CSQ-1", "CNF-1", "KIS-3", "AST-7", "SPK-2", "SPK-4")
@pytest.mark.parametrize(
    ("play", "verb", "params", "word", "said"),
    [
        (CALM, "doom", {}, "D O O M", "2 → 3 of 8: 5 steps left"),
        (CALM, "consequence", {"name": "[/] Limp"}, "C O N S E Q U E N C E", "[/] Limp: −1, −1 in all"),
        (HITCHES, "reroll-kismet", {"result": 6}, "T U R N E D", "2 hitches → 1"),
        (MISSED, "late-reroll", {"die": 1, "result": 6}, "T U R N E D", "failure → "),
        (CALM, "start-conflict", {"stakes": "deadly"}, "DEADLY CONFLICT", "consequences are permanent, each with"),
        (CALM, "end-chapter", {}, "C H A P T E R   3   E N D S", "Spark to spend"),
        (BETWEEN, "buy", {"buy": "asset", "asset": "force"}, "F I R S T   A D V A N C E", "6 Spark left"),
    ],
)
async def test_what_turns_play_takes_the_top_line_for_a_moment_and_the_keys_go_on(
    tmp_path: Path, play: Doc, verb: str, params: dict[str, object], word: str, said: str
) -> None:
    app = Table(doc(play), tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        assert "Kestrel" in top(app)
        await after(app, pilot, verb, params)
        assert word in top(app) and said in top(app) and "saved" in top(app)
        assert "reverse" in str(app.session.query_one(StatusLine).line().spans), "it stands without colour"
        for _ in range(2):
            if app.screen is not app.session:
                await press(pilot, "escape")
        await press(pilot, "escape", "u")
        assert word not in top(app) and "Kestrel" in top(app), "undone, it is gone"


async def test_it_goes_by_itself_and_nothing_comes_where_nothing_moves(tmp_path: Path) -> None:
    app = Table(doc(CALM), tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await after(app, pilot, "doom", {}, 0.0)
        assert "D O O M" not in top(app)
        await after(app, pilot, "doom", {}, 0.02)
        await pilot.pause(0.2)
        assert "D O O M" not in top(app) and "Kestrel" in top(app)
        assert app.play.doom == 4
        await after(app, pilot, "spend", {"asset": "force"})
        assert "Kestrel" in top(app), "a token is no moment"


@pytest.mark.rule("CNF-1", "DOM-2")
async def test_where_a_band_stands_the_moment_takes_its_place(tmp_path: Path) -> None:
    app = Table(doc(CALM), tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        view = app.session.query_one(BandView)
        await after(app, pilot, "start-conflict", {"stakes": "serious"})
        said = str(view.query_one(BandText).render())
        assert view.display and "S E R I O U S   C O N F L I C T" in said and "Kestrel" in top(app)
        await after(app, pilot, "doom", {})
        said = str(view.query_one(BandText).render())
        assert "D O O M" in said and "2 → 3 of 8" in said and view.has_class("-bad")
        await press(pilot, "u")
        assert "SERIOUS CONFLICT" in str(view.query_one(BandText).render()) and not view.has_class("-bad")
