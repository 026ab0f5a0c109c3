"""Lanterns on the engine, with a memory on a real disk: what every frame can rely on."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from saga_tui.dice import seeded
from saga_tui.engine.entries import numbers, tallies
from saga_tui.engine.session import Session
from saga_tui.games import registry
from saga_tui.store import Memory

HERE = Path(__file__).parent


def session(memory: Memory, seed: int = 1) -> Session[Any]:
    return Session(registry.game_of(memory.doc).rules, memory, seeded(seed))


def do(
    play: Session[Any], verb: str, dice: tuple[int, ...] | None = None, overrule: str | None = None, **given: Any
) -> str:
    outcome = play.do(play.game.command(verb, given), dice, overrule)
    assert not outcome.refused, outcome.problems
    return outcome.text


@pytest.fixture
def memory(lanterns: Path, tmp_path: Path) -> Iterator[Memory]:
    """Ada the watchman in her first night."""
    doc = registry.game("lanterns").new("Ada")
    with Memory.create(tmp_path / "characters", doc, registry.layout("lanterns")) as made:
        play = session(made)
        do(play, "choose", trade="watchman")
        do(play, "start-night")
        yield made


def code_of(text: str) -> list[str]:
    """The lines of a module without blank ones and docstrings."""
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef)
    found = [node for node in ast.walk(ast.parse(text)) if isinstance(node, kinds) and ast.get_docstring(node)]
    told = {line for node in found for line in range(node.body[0].lineno, (node.body[0].end_lineno or 0) + 1)}
    return [line for number, line in enumerate(text.splitlines(), 1) if line.strip() and number not in told]


def test_the_toy_is_found_by_its_entry_point_and_small(lanterns: Path) -> None:
    assert registry.keys() == ["saga", "sagas", "fate", "world", "heroes", "lanterns"]
    assert registry.titles() == (
        {"saga": "Saga", "sagas": "SagaS", "fate": "Fate Deck heroes", "world": "World Saga"}
        | {"heroes": "Age of Heroes", "lanterns": "Lanterns"},
        [],
    )
    paths = {path.stem: path for path in HERE.glob("src/lanterns/*.py")}
    table = code_of(paths.pop("table").read_text())
    code = [line for path in paths.values() for line in code_of(path.read_text())]
    assert len(code) <= 200, "a game is to need little code"
    assert len(table) <= 60, "and so is its table"


def test_without_the_plug_in_there_is_no_such_game() -> None:
    with pytest.raises(registry.UnknownGame, match=r"There is no game 'lanterns'\."):
        registry.game("lanterns")


def test_pools_are_spent_and_come_back_at_the_nights_end_but_for_a_skipped_line(memory: Memory) -> None:
    play = session(memory)
    assert (
        do(play, "dare", (7,), difficulty=12, nerve=2) == "Dared: 11 against 12, the dark wins; nerve 6 → 4; oil 6 → 5"
    )
    assert do(play, "end-night", skip=["nerve"], why="no sleep") == (
        "Night 1 ends; oil 5 → 6; skipped: nerve 4 → 6 (no sleep)"
    )
    assert {name: tally.total for name, tally in tallies(play.game, play.document).items()} == {
        "oil-most": 6,
        "oil": 6,
        "nerve-most": 6,
        "nerve": 4,
        "night": 1,
    }
    assert [one.row for one in play.document.rulings] == ["nerve"]


def test_long_nights_leave_half_of_the_oil_unfilled(memory: Memory) -> None:
    play = session(memory)
    do(play, "override-number", number="oil", value=2)
    do(play, "long-nights")
    assert do(play, "end-night").startswith("Night 1 ends; oil 2 → 4")


def test_a_ruling_gives_more_oil_than_the_rules_and_goes_again(memory: Memory) -> None:
    play = session(memory)
    do(play, "override-number", number="oil-most", value=9, reason="a bigger can")
    assert tallies(play.game, play.document)["oil-most"].lines()[-2:] == [
        "+3  house ruling: a bigger can  (LAN-7)",
        "= 9  Most oil",
    ]
    assert numbers(play.game, play.document)["oil"].rest == (9,)
    do(play, "remove-ruling", ruling=0)
    assert tallies(play.game, play.document)["oil-most"].total == 6


def test_cards_are_drawn_without_putting_back_and_again_the_same_from_the_journal(memory: Memory) -> None:
    play = session(memory)
    for _ in range(6):
        do(play, "draw")
    drawn = play.document.play.omens
    assert sorted(drawn) == [1, 2, 3, 4, 5, 6]
    assert play.preview(play.game.command("draw", {})).problems[0].message == "No omens are left"
    for _ in range(6):
        play.undo()
    assert play.document.play.omens == ()
    play.redo()
    assert play.document.play.omens == drawn[:1]


def test_all_of_it_is_there_again_after_a_restart_and_undone_to_the_first_state(memory: Memory) -> None:
    play = session(memory)
    do(play, "dare", (20,))
    doc = memory.doc
    memory.close()
    with Memory.open(memory.path, registry.layout_at(memory.path)) as again:
        assert again.doc == doc
        while again.undo():
            pass
        assert again.doc == registry.game("lanterns").new("Ada") | {"id": doc["id"]}
