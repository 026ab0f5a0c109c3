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
    """With the spells of whoever defends before the die, where it casts any: hail falls on each who attacks, and on the
    caster (H-SPELL-3)."""
    kind, others = next((one for one in CASTERS if given[one]), ""), given["attackers"] - 1
    if not kind:
        return Fraction(), left(0, 0)
    if others and given["sygil"]:
        raise ValueError("With Sygil only the hero may be left: give him alone, without --attackers.")
    return laws.spelled(kind, lambda of: left(of.hail_hero + others * of.hail, of.hail), sygil=given["sygil"])


THROWS: Final = TableThrows(laws.TABLE, NAMES, "luck", (
    Extra("sygil", "The attacking hero has the rune Sygil."),
    Extra("attackers", "How many counters attack together.", "N", 1, 5, 1),
    *(Extra(kind, f"A {kind} defends, and casts first.") for kind in CASTERS),
), _spelled, {"country": ("A country defends.", "subdued")})  # fmt: skip
