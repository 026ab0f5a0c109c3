"""How the session looks: calm, in trouble, folded, wide, with its previews and drawers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from saga_tui.changes import Doc
from tests.games.saga.screens.session.heroes import BETWEEN, CALM, CONFLICT, TROUBLE, Table, doc

SIZES = [(80, 24), (120, 40)]
Snap = Callable[..., bool]


def told(play: Doc) -> Doc:
    """That play after a roll, so that every panel has something to show."""
    roll = {"skill": "marksmanship", "dice": 7, "faces": [6, 2, 5, 1, 4, 6, 3], "marks": 3, "opposing": 1, "net": 2,
            "pushes": 2, "outcome": "success"}  # fmt: skip
    return doc({**play, "roll": roll})


@pytest.mark.parametrize("size", SIZES)
def test_calm(snap: Snap, tmp_path: Path, size: tuple[int, int]) -> None:
    assert snap(Table(told(CALM), tmp_path), terminal_size=size, press=["f", "g", "u", "p", "2", "enter"])


@pytest.mark.parametrize("size", [*SIZES, (60, 24), (200, 60)])
def test_in_trouble(snap: Snap, tmp_path: Path, size: tuple[int, int]) -> None:
    assert snap(Table(told(TROUBLE), tmp_path), terminal_size=size)


@pytest.mark.parametrize("pane", ["2", "3", "4"])
def test_the_folded_panes(snap: Snap, tmp_path: Path, pane: str) -> None:
    assert snap(Table(told(TROUBLE), tmp_path), terminal_size=(80, 24), press=["f", pane])


@pytest.mark.parametrize("size", SIZES)
def test_advancement(snap: Snap, tmp_path: Path, size: tuple[int, int]) -> None:
    assert snap(Table(doc(BETWEEN), tmp_path), terminal_size=size, press=["b", "6", "enter", "f"])


@pytest.mark.parametrize("size", SIZES)
def test_help(snap: Snap, tmp_path: Path, size: tuple[int, int]) -> None:
    assert snap(Table(doc(CONFLICT), tmp_path), terminal_size=size, press=["h"])


@pytest.mark.parametrize("size", SIZES)
def test_the_end_of_a_scene_with_a_struck_line(snap: Snap, tmp_path: Path, size: tuple[int, int]) -> None:
    keys = ["N", *["down"] * 3, "space"]
    assert snap(Table(doc(CONFLICT), tmp_path), terminal_size=size, press=keys)


@pytest.mark.parametrize("size", SIZES)
def test_the_end_of_a_round(snap: Snap, tmp_path: Path, size: tuple[int, int]) -> None:
    assert snap(Table(doc(CONFLICT), tmp_path), terminal_size=size, press=["n"])


@pytest.mark.parametrize("size", SIZES)
def test_the_roll_drawer(snap: Snap, tmp_path: Path, size: tuple[int, int]) -> None:
    keys = ["r", "k", "6", "f", "f", "6", "c", *["down"] * 3]
    assert snap(Table(doc(CONFLICT), tmp_path), terminal_size=size, press=keys)


@pytest.mark.parametrize("size", SIZES)
def test_a_roll_s_result(snap: Snap, tmp_path: Path, size: tuple[int, int]) -> None:
    assert snap(Table(doc(CONFLICT), tmp_path, [6, 5, 2, 1, 6, 3]), terminal_size=size, press=["r", "f", "enter"])


def test_a_prompt_that_shows_what_follows(snap: Snap, tmp_path: Path) -> None:
    assert snap(Table(doc(CONFLICT), tmp_path), terminal_size=(120, 40), press=["p", "3"])


def test_kismet_on_the_table(snap: Snap, tmp_path: Path) -> None:
    assert snap(Table(doc(CONFLICT), tmp_path, [1, 6]), terminal_size=(80, 24), press=["m", "enter"])


def test_doom(snap: Snap, tmp_path: Path) -> None:
    play = {**TROUBLE, "doom": 7, "tokens": {"fortune": 0}, "used_perks": ["Destined"], "asks": []}
    assert snap(Table(doc(play), tmp_path, [1, 6]), terminal_size=(80, 24), press=["m", "enter"])
