"""`saga-tui simulate`: many games of computer players."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

import pytest

from saga_tui.engine.contests import Contest, Played
from saga_tui.games import registry
from tests.cli.conftest import Run

STRENGTH = {"weak": 1, "strong": 3}


def play(levels: Sequence[str], seed: int, options: Mapping[str, str]) -> Played:
    """The strong beat the weak, but for every fourth seed, which they share."""
    if {*options} - {"bonus"}:
        raise ValueError("There is no such rule option.")
    totals = tuple(STRENGTH[level] + seed + int(options.get("bonus", 0)) for level in levels)
    best = 0 if seed % 4 == 0 else max(totals)
    return Played(totals, tuple(seat for seat, total in enumerate(totals) if total >= best), {"moves": seed})


@pytest.fixture(autouse=True)
def contest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry.game("saga"), "contest", Contest(("weak", "strong"), 2, play), raising=False)


def test_a_table_says_who_won_how_often(run: Run) -> None:
    told = run("simulate", "weak", "strong", "--games", "4", "--game", "saga")
    assert told.exit_code == 0, told.output
    lines = [line.split() for line in told.stdout.splitlines()]
    assert lines[0] == ["4", "games"]
    assert lines[2] == ["strong", "1", "3.5", "87.5%", "5.5", "4", "7"]
    assert lines[3] == ["weak", "1", "0.5", "12.5%", "3.5", "2", "5"]
    assert told.stdout.splitlines()[-1] == "A game on average: 2.5 moves"


def test_programs_get_every_game_and_all_move_up_a_seat(run: Run) -> None:
    told = json.loads(run("simulate", "--games", "2", "--game", "saga", "--set", "bonus=10", "--json").stdout)
    assert [one["levels"] for one in told["played"]] == [["weak", "strong"], ["strong", "weak"]]
    assert [one["totals"] for one in told["played"]] == [[12, 14], [15, 13]]
    assert [one["winners"] for one in told["played"]] == [[1], [0]]
    assert [(one["seed"], one["counts"]) for one in told["played"]] == [(1, {"moves": 1}), (2, {"moves": 2})]
    assert told["levels"][0] == {
        "level": "strong", "seats": 1, "wins": 2.0, "share": 1.0, "mean": 14.5, "least": 14, "most": 15
    }  # fmt: skip
    assert (told["game"], told["games"], told["seed"], told["counts"]) == ("saga", 2, 1, {"moves": 1.5})


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (("--game", "saga", "wise"), "There is no level 'wise'. Choose from: weak, strong."),
        (("--game", "saga", "weak", "weak", "weak"), "Give 1 to 2 levels, one a seat."),
        (("--game", "saga", "--set", "bonus"), "Write a rule option as NAME=VALUE: 'bonus' has no value."),
        (("--game", "saga", "--set", "other=1"), "There is no such rule option."),
        (("--game", "sagas"), "has no computer players."),
    ],
)
def test_what_cannot_be_played_is_said(run: Run, given: tuple[str, ...], why: str) -> None:
    told = run("simulate", *given)
    assert told.exit_code == 2
    assert why in told.stderr
