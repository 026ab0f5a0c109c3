"""Fights for those who ask without a game: `7 vs 5 --witch` (H-FIGHT-11, H-SPELL-9)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Final

from saga_tui.games.heroes import laws
from saga_tui.games.heroes.book import KINDS
from saga_tui.games.heroes.told import NAMES
from saga_tui.odds import Extra
from saga_tui.result_throws import TableThrows

CASTERS: Final = [key for key, kind in KINDS.items() if kind.casts]


def _spelled(given: Mapping[str, Any], left: Callable[[int, int], laws.Chances]) -> tuple[Fraction, laws.Chances]:
    """With the spells of whoever defends before the die, where it casts any."""
    kind = next((one for one in CASTERS if given[one]), "")
    if not kind:
        return Fraction(), left(0, 0)
    return laws.spelled(kind, lambda of: left(of.hail_hero, of.hail), sygil=given["sygil"])


THROWS: Final = TableThrows(laws.TABLE, NAMES, "luck", (
    Extra("sygil", "The attacking hero has the rune Sygil."),
    *(Extra(kind, f"A {kind} defends, and casts first.") for kind in CASTERS),
), _spelled)  # fmt: skip
