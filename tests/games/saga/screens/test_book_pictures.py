"""How the reasons of a number, the book and Automation look; high contrast and 60 columns."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from saga_tui.ui.config import Config
from tests.games.saga.screens.session.heroes import CONFLICT, TROUBLE, Table, doc

Snap = Callable[..., bool]


def test_the_reasons_of_a_number(snap: Snap, tmp_path: Path) -> None:
    keys = ["p", "1", "enter", *["down"] * 5, "question_mark"]
    assert snap(Table(doc(CONFLICT), tmp_path), terminal_size=(80, 24), press=keys)


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (60, 24)])
def test_the_book_at_a_rule(snap: Snap, tmp_path: Path, size: tuple[int, int]) -> None:
    assert snap(Table(doc(CONFLICT), tmp_path), terminal_size=size, press=[*["down"] * 5, "slash"])


def test_the_book_while_one_types(snap: Snap, tmp_path: Path) -> None:
    keys = ["slash", *"fortune"]
    assert snap(Table(doc(CONFLICT), tmp_path), terminal_size=(80, 24), press=keys)


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (60, 24)])
def test_what_is_automated(snap: Snap, tmp_path: Path, size: tuple[int, int]) -> None:
    assert snap(Table(doc(CONFLICT), tmp_path), terminal_size=size, press=["ctrl+t", "right"])


@pytest.mark.parametrize("theme", ["contrast", "terminal"])
def test_the_session_in_other_colours(snap: Snap, tmp_path: Path, theme: str) -> None:
    app = Table(doc(TROUBLE), tmp_path)
    app.settings = Config(theme=theme)
    app.theme = theme
    assert snap(app, terminal_size=(120, 40))


def test_an_edge_at_60_columns(snap: Snap, tmp_path: Path) -> None:
    assert snap(Table(doc(CONFLICT), tmp_path), terminal_size=(60, 24), press=["N"])
