"""How rulings look: marks and the prompt, their list, the jump's letters, an entry that is corrected."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.games.saga.screens.session.heroes import CONFLICT, TROUBLE, Table, doc, typed

Snap = Callable[..., bool]
RULINGS = [
    {"number": "force", "old": "5", "new": "7", "reason": "blessed", "when": "chapter 2, scene 1"},
    {"number": "drive:1", "old": "1", "new": "2"},
    {"text": "trait:3", "old": "Careful", "new": "Paranoid", "reason": "after the fire"},
    {"row": "heal:pain", "new": "struck: pain 3 → 0", "reason": "a deep cut", "when": "chapter 3, scene 1"},
    {"number": "pain", "old": "2", "new": "0", "past": True},
]


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_the_letters_of_the_jump(snap: Snap, tmp_path: Path, size: tuple[int, int]) -> None:
    assert snap(Table(doc(TROUBLE), tmp_path), terminal_size=size, press=["j"])


def test_marked_numbers_and_a_ruling_being_typed(snap: Snap, tmp_path: Path) -> None:
    keys = ["j", "s", "equals_sign", *typed("10 the GM says so")]
    assert snap(Table(doc(TROUBLE, rulings=RULINGS), tmp_path), terminal_size=(120, 40), press=keys)


def test_the_list_of_rulings(snap: Snap, tmp_path: Path) -> None:
    assert snap(Table(doc(CONFLICT, rulings=RULINGS), tmp_path), terminal_size=(100, 30), press=["R"])


def test_an_entry_corrected_with_what_cannot_be_carried_over(snap: Snap, tmp_path: Path) -> None:
    keys = ["p", "3", "enter", *typed("Broken"), "enter", *typed("Blind"), "enter", "f", "L", *["down"] * 3]
    keys += ["c", "2", "backspace", "2", "enter"]
    assert snap(Table(doc(CONFLICT), tmp_path), terminal_size=(110, 34), press=keys)
