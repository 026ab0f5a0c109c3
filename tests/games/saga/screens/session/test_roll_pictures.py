"""How composing a roll looks: in a conflict with all that a busy character brings, and the adviser."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.games.saga.screens.session.heroes import CONFLICT, KESTREL, TROUBLE, Table, doc

SIZES = [(80, 24), (120, 40)]
PERKS = [
    {"buy": "perk", "name": "Better Lucky than Good", "asset": "fortune"},
    {"buy": "perk", "name": "Expert", "asset": "acuity", "skill": "marksmanship"},
]
Snap = Callable[..., bool]


@pytest.mark.parametrize("size", [*SIZES, (60, 24)])
def test_composing_with_what_cannot_be_paid(snap: Snap, tmp_path: Path, size: tuple[int, int]) -> None:
    made = doc({**TROUBLE, "asks": []}, finishing=[*KESTREL["finishing"], *PERKS])
    keys = ["r", "k", "6", "6", "c", "a", "f", "f", "w", "g"]
    assert snap(Table(made | {"automation": {"perk:expert": "ask"}}, tmp_path), terminal_size=size, press=keys)


@pytest.mark.parametrize("size", SIZES)
def test_the_adviser(snap: Snap, tmp_path: Path, size: tuple[int, int]) -> None:
    keys = ["r", "k", "6", "6", "c", "v", "8", "0", *["down"] * 4, "space"]
    assert snap(Table(doc(CONFLICT), tmp_path), terminal_size=size, press=keys)
