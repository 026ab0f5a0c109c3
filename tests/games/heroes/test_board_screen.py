"""The board on the screen: the map as it is drawn, two turns of a game by keys, what is seen before each decision."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from saga_tui.games.heroes.book import AREAS
from saga_tui.games.heroes.screens.faces import SEA, drawings, faces
from saga_tui.games.heroes.state import State
from tests.games.heroes.screen_stage import Board, begun
from tests.games.heroes.staged import staged
from tests.keys import press

Snap = Callable[..., bool]


@pytest.mark.rule("H-MAP-1", "H-MAP-4")
@pytest.mark.parametrize("at", [0, 1], ids=["small", "wide"])
def test_areas_touch_in_the_drawings_exactly_where_they_are_neighbours(at: int) -> None:
    drawing = drawings()[at]
    assert (drawing.width, drawing.height) == ((80, 20), (84, 33))[at]
    assert drawing.touching == {key: frozenset(area.near) for key, area in AREAS.items()}
    assert sum(map(len, drawing.touching.values())) == 2 * 170
    for key, area in drawing.areas.items():
        box = [(area.at.x + x, area.at.y + y) for x in range((4, 6)[at]) for y in range(2)]
        assert {drawing.at(*spot) for spot in box} == {key}
        for other in drawing.touching[key]:  # shading alone shows the borders
            assert area.water != drawing.areas[other].water or area.shade != drawing.areas[other].shade
    larger = drawing.stretched(150, 55)
    assert larger.touching == drawing.touching


@pytest.mark.rule("H-MAP-4")
@pytest.mark.parametrize("at", [0, 1], ids=["small", "wide"])
def test_the_arrows_lead_everywhere(at: int) -> None:
    drawing, seen = drawings()[at], {"thule"}
    waiting = ["thule"]
    while waiting:
        here = waiting.pop()
        for way in ((0, 1), (0, -1), (1, 0), (-1, 0)):
            there = drawing.beside(here, *way)
            if there not in seen:
                seen.add(there)
                waiting.append(there)
    assert seen == set(AREAS)


@pytest.mark.rule("H-MAP-4")
def test_counters_and_countries_have_their_signs() -> None:
    state = staged("egil", "ragnar", at={"fafnir": "wessex", "gizur": "wessex", "gizar": "wessex", "storvick": "wessex",
                                         "grendall": "wessex", "hedin": "wessex", "ivar": "thule", "kari": "thule"},
                   serving={"helgi": "egil"})  # fmt: skip
    state.counters["kari"].up = False
    state.ground["thule"] = ("gram", "mail-coat")
    state.kingdoms["wessex"], state.iced = "ragnar", ("thule",)
    shown = faces(state, {"thule": f"3{SEA}"})
    assert "".join(piece.sign for piece in shown["wessex"].pieces) == "DNGYTW"
    assert "".join(sorted(piece.sign for piece in shown["thule"].pieces)) == "*?j†"
    home = {piece.sign: (piece.colour, piece.solid) for piece in shown["trondheim"].pieces}
    assert home == {"E": ("$egil", True), "e": ("$egil", False), "R": ("$ragnar", True)}
    assert (shown["wessex"].number, shown["wessex"].colour) == ("10", "$ragnar")
    assert shown["thule"].sign and shown["thule"].mark == f"3{SEA}" and shown["thule"].lit
    assert not shown["wessex"].lit and not shown["wessex"].sign


async def play_on(app: Board, pilot: object, until: Callable[[State], bool]) -> None:
    """Goes on with the first answer to everything, and the keys that the panel shows."""
    for _ in range(120):
        state = app.state
        if until(state):
            return
        if state.questions:
            await press(pilot, "0" if state.questions[-1].kind == "luck" else "1")  # type: ignore[arg-type]
        else:
            await press(pilot, "1" if "must be attacked" in app.text else "n")  # type: ignore[arg-type]
    raise AssertionError("it goes on and on")


@pytest.mark.rule("H-SCREEN-1", "H-STATE-3", "H-TURN-3")
async def test_two_turns_of_two_people_through_the_screen(tmp_path: Path) -> None:
    app = Board(tmp_path, begun("beowulf", "egil", seed=11))
    async with app.run_test(size=(120, 40)) as pilot:
        await press(pilot)
        state = app.state
        first = state.whose
        start = state.hero(first).at
        assert app.table.map.cursor == start
        assert "Now" in app.text and "turn 1 of 20 · movement" in app.text
        # a step by arrows: the way is drawn, Enter goes there
        for key in ("left", "right", "up", "down"):
            if app.table.map.cursor == start:
                await press(pilot, key)
        there = app.table.map.cursor
        assert there in AREAS[start].near
        assert app.table.way() == (start, there)
        assert f"Here: {AREAS[there].name}" in app.text
        await press(pilot, "enter")
        assert app.state.hero(first).at == there and AREAS[there].name in app.told[-1]
        # undone, and done again
        await press(pilot, "u")
        assert app.state.hero(first).at == start
        await press(pilot, "U")
        assert app.state.hero(first).at == there
        await play_on(app, pilot, lambda state: state.phase == "fight")
        attacker = app.state.whose
        if app.table.group:
            before = app.state.counters[app.table.group[0]]
            assert "% won" in app.text and not before.attacked
            await press(pilot, "1")
            assert app.state.fight is not None or app.state.counters[attacker].attacked
        await play_on(app, pilot, lambda state: state.turn == 2)
        assert any("Turn 2" in line for line in app.told)
        await play_on(app, pilot, lambda state: state.turn == 3)
        assert "turn 3 of 20" in app.text
        assert app.memory.status == "saved"


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)], ids=["80x24", "120x40", "200x60"])
def test_the_board_looks_like_this(snap: Snap, tmp_path: Path, size: tuple[int, int]) -> None:
    state = begun("beowulf", "egil", "ragnar", "siegfried", seed=11)
    assert snap(Board(tmp_path, state), terminal_size=size, press=["right", "up"])
