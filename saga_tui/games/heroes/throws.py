"""Fights for those who ask without a game: `7 vs 5`, with luck and spells (H-FIGHT-11, H-SPELL-9)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from saga_tui.dice import Roller
from saga_tui.games.heroes import laws
from saga_tui.games.heroes.told import NAMES
from saga_tui.odds import VERSUS, Chances, Extra, Rolled, Throws, die
from saga_tui.safe import safe

CASTERS: Final = ("drow", "ghost", "witch")
MOST: Final = 99


class FightThrows(Throws):
    """Two strengths, and what one die makes of them."""

    usage = "ATTACK vs DEFENCE"
    odds_with = roll_with = (
        Extra("luck", "Luck of the attack.", "N", 0, MOST), Extra("against", "Luck of the defence.", "N", 0, MOST),
        Extra("clamped", "By the printed table."), Extra("sygil", "The attacking hero has the rune Sygil."),
        *(Extra(kind, f"A {kind} defends, and casts first.") for kind in CASTERS),
    )  # fmt: skip

    def odds(self, words: Sequence[str], given: Mapping[str, Any]) -> Chances:
        """The exact chance of each result."""
        attack, defence = _sides(words)
        luck, against, clamped = given["luck"], given["against"], given["clamped"]

        def law(left: laws.Left) -> laws.Chances:
            hailed = max(0, attack - left.hail_hero) - max(0, defence - left.hail)
            return laws.odds(hailed, luck, against, clamped=clamped)

        kind = next((one for one in CASTERS if given[one]), "")
        stopped, found = Fraction(), law(laws.Left("all"))
        if kind:
            stopped, found = laws.spelled(kind, law, sygil=given["sygil"])
        rows = [(NAMES[key], chance, "") for key, chance in zip(laws.RESULTS, found, strict=True)]
        rows += [("stopped by spells", stopped, "")] * bool(stopped)
        record = {key: str(one) for key, one in zip(("stopped", *laws.RESULTS), (stopped, *found), strict=True)}
        sums = die(6).mapped(lambda face: laws.total(face, attack - defence, luck, against, clamped=clamped))
        return Chances(f"{attack} against {defence}", record, sums, ("mean sum", sums.mean), rows, "The sum")

    def roll(self, words: Sequence[str], given: Mapping[str, Any], roller: Roller) -> Rolled:
        """One die thrown; no game changes."""
        attack, defence = _sides(words)
        [face] = roller(1)
        came = laws.total(face, attack - defence, given["luck"], given["against"], clamped=given["clamped"])
        result = laws.result(came)
        return Rolled([f"die {face}, sum {came}: {NAMES[result]}"], {"die": face, "sum": came, "result": result})


def _sides(words: Sequence[str]) -> tuple[int, int]:
    """The two strengths; `ValueError` in clear words where they are none."""
    text = " ".join("vs" if word.casefold() in VERSUS else word for word in words)
    found = re.fullmatch(r"(\d{1,2}) vs (\d{1,2})", text, re.ASCII)
    if not found:
        raise ValueError(f"{safe(text, limit=40)!r} are no two strengths. Give them as 7 vs 5.")
    return int(found[1]), int(found[2])
