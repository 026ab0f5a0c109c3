"""The steps of SagaS's builder in numbers: how much of each is blank, cut or loud, at four sizes; one hero on each."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from saga_tui.games.sagas import book
from tests.games.saga.screens.test_looks import SIZES, sizes
from tests.games.sagas.test_builder import Doing, new_memory, on_stage
from tests.keys import rested
from tests.ui.looking import cut_beside_room, heroes, looks

LOUD = 34
NEW: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((45, 31), (47, 37), (66, 57), (75, 60)),
    2: ((35, 17), (47, 36), (60, 45), (80, 74)),
    3: ((44, 27), (39, 27), (61, 47), (76, 67)),
    4: ((74, 69), (57, 40), (77, 64), (89, 83)),
    5: ((87, 85), (78, 75), (89, 87), (95, 93)),
    6: ((54, 44), (43, 33), (60, 51), (73, 68)),
    7: ((59, 39), (62, 44), (68, 54), (68, 51)),
}
"""The most void and holes, in percent, step by step and size by size: what was reached, so that none gets worse."""
FINISHED = {
    1: ((43, 27), (41, 29), (59, 47), (73, 58)),
    2: ((35, 10), (45, 34), (56, 40), (78, 71)),
    3: ((38, 12), (35, 20), (54, 36), (74, 64)),
    4: ((69, 63), (57, 39), (70, 52), (86, 80)),
    5: ((78, 65), (70, 61), (81, 73), (92, 88)),
    6: ((52, 42), (39, 31), (55, 45), (72, 67)),
    7: ((53, 26), (59, 37), (61, 41), (64, 45)),
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
                cut = [line for line in cut_beside_room(screen) if "Background " not in line]  # a field is one line
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
