"""The steps of SagaS's builder in numbers: how much of each is blank, cut or loud, at four sizes; one hero on each."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from saga_tui.engine.session import Session
from saga_tui.games import registry
from saga_tui.games.sagas import book
from saga_tui.games.sagas.rules.ruleset import RULES
from saga_tui.ui.builder.ahead import told
from saga_tui.ui.builder.newspaper import Newspaper, cut
from saga_tui.ui.builder.session import BuilderSession
from saga_tui.ui.builder.spec import Rows
from saga_tui.ui.specs import Number
from tests.games.saga.screens.test_looks import SIZES, sizes
from tests.games.sagas.test_builder import Doing, new_memory, on_stage
from tests.keys import rested
from tests.ui.looking import heroes, looks

LOUD = 34
NEW: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((45, 33), (40, 24), (55, 43), (71, 55)),
    2: ((26, 15), (41, 26), (57, 44), (63, 45)),
    3: ((42, 23), (33, 11), (44, 26), (56, 42)),
    4: ((72, 68), (51, 32), (62, 48), (65, 48)),
    5: ((86, 83), (57, 40), (61, 48), (70, 54)),
    6: ((51, 42), (36, 23), (47, 38), (54, 45)),
    7: ((45, 24), (52, 34), (56, 43), (73, 62)),
}
"""The most void and holes, in percent, step by step and size by size: what was reached, so that none gets worse."""
FINISHED = {
    1: ((43, 28), (39, 24), (49, 34), (69, 52)),
    2: ((19, 10), (46, 30), (54, 39), (59, 42)),
    3: ((39, 13), (33, 9), (43, 21), (53, 36)),
    4: ((68, 62), (55, 36), (56, 40), (61, 41)),
    5: ((77, 64), (52, 30), (52, 33), (63, 46)),
    6: ((50, 40), (38, 24), (44, 33), (51, 42)),
    7: ((38, 12), (47, 27), (50, 31), (65, 50)),
}
SURPRISE: Doing = ("surprise", {"seed": 7})


@pytest.mark.parametrize(("doing", "bars"), [((), NEW), ((SURPRISE,), FINISHED)], ids=["new", "finished"])
async def test_no_step_is_empty_cut_or_shouting(
    tmp_path: Path, doing: tuple[Doing, ...], bars: dict[int, tuple[tuple[int, int], ...]]
) -> None:
    wrong: dict[tuple[int, int], list[str]] = {}
    async with on_stage(new_memory(tmp_path, "Nuri", *doing)) as hand:
        for step, most in bars.items():
            await hand.press(*((f"f{step}",) if step > 1 else ()))
            for size in sizes(f"SagaS {step}"):
                void, holes = most[SIZES.index(size)]
                await hand.pilot.resize_terminal(*size)
                await rested(hand.pilot)
                found, screen = looks(hand.app.screen), hand.app.screen
                cut = [line for line in found.cut if "Background " not in line]  # a field is one line
                said = [f"void {found.void:.0f}"] * (found.void > void) + [f"holes {found.holes:.0f}"] * (
                    found.holes > holes
                )
                said += [f"loud {found.loud:.0f}"] * (found.loud > LOUD) + ["heroes"] * (heroes(screen) > 1)
                wrong[step, size[0]] = said + cut
    assert not any(wrong.values()), {name: found for name, found in wrong.items() if found}


def test_each_thing_to_do_says_what_to_press_or_to_type() -> None:
    rows = book.data("problems").items()
    told = {key: row["fix"] for key, row in rows if "fix" in row}
    assert len(told) > 20 and all(re.search(r"\b([Pp]ress|type)\b", fix) for fix in told.values())
    steps = {key: re.search(r"Press (\d)", fix) for key, fix in told.items()}
    places = {
        "name": "1",
        "campaign": "1",
        "limit": "2",
        "skills": "3",
        "benefit": "4",
        "class": "5",
        "fits": "6",
    }
    assert {key: found[1] for key, found in steps.items() if found and key in places} == places


def test_a_step_ahead_says_what_it_moves_what_it_costs_and_what_would_be_wrong(tmp_path: Path) -> None:
    session = Session(RULES, new_memory(tmp_path, "Nuri", ("choose-campaign", {"campaign": "low"})))
    spec = registry.game("sagas").builder()
    assert spec is not None
    builder = BuilderSession(session, spec)

    def row(name: str) -> Number:
        part = spec.steps[1].parts[0]
        assert isinstance(part, Rows)
        found = (one for _, rows in part.groups(builder.document) for one in rows)
        return next(one for one in found if isinstance(one, Number) and one.id == name)

    strength = told(builder, row("row-str"), 44)
    assert strength is not None
    lines = [" ".join(line.split()) for line in strength.plain.splitlines()]
    assert lines[:3] == ["Points left 150 → 144", "Strength bonus 0 → 1", "Physical hit points 30 → 32"]
    assert "and 1 number more" in lines and lines[-6].startswith("6 ▪") and lines[-1].endswith("▪ 12 points")
    for key in ("str", "agi", "end"):
        session.do(RULES.command("set-characteristic", {"characteristic": key, "value": 12}))
    late = told(builder, row("row-wil"), 44)
    assert late is not None and "✗ " in late.plain and "too many spent" in late.plain
    assert told(builder, row("row-physical_2dhit_2dpoints"), 44) is None, "nothing raises it"


def test_rows_stand_in_two_columns_where_both_are_as_low_as_they_can_be() -> None:
    assert Newspaper(60).count(121) == 1 and Newspaper(60).count(122) == 2
    assert cut([2, 2, 2, 1, 1, 1], [True, False, False, True, False, False]) == 3
    assert cut([1, 9, 1, 1], [True, False, True, False]) == 2, "a group is not torn apart"
    assert cut([1, 1, 1, 1], [False] * 4) == 2 and cut([], []) == 0
