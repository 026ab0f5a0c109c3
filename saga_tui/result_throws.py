"""Contests settled on a table of results, for those who ask without a document: `7 vs 5`, with what raises the die of
either side, and with what may happen before it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final

from saga_tui.dice import Roller
from saga_tui.odds import VERSUS, Chances, Dist, Extra, Rolled, Throws
from saga_tui.result_table import Chances as Shares
from saga_tui.result_table import ResultTable
from saga_tui.safe import safe

MOST: Final = 99


@dataclass(frozen=True)
class TableThrows(Throws):
    """Two strengths, and what one die makes of them."""

    table: ResultTable
    names: Mapping[str, str]
    """The results in words."""
    word: str
    """What raises the die: `luck`."""
    options: Sequence[Extra] = ()
    before: Callable[[Mapping[str, Any], Callable[[int, int], Shares]], tuple[Fraction, Shares]] | None = None
    """The chance that it never comes to the die, and the chances of the results; the function gives those for what
    each side has lost before the die."""
    whole: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """Options under which all that the attack wins comes to one thing: the help of each, and what it comes to."""
    usage = "ATTACK vs DEFENCE"

    @property
    def odds_with(self) -> Sequence[Extra]:  # type: ignore[override]
        """What raises either side's die, whether the table is cut, and what may come before."""
        own = Extra(self.word, f"{self.word.capitalize()} of the attack.", "N", 0, MOST)
        other = Extra("against", f"{self.word.capitalize()} of the defence.", "N", 0, MOST)
        wholes = (Extra(name, told) for name, (told, _) in self.whole.items())
        return (own, other, Extra("cut", "Die and difference are cut first."), *wholes, *self.options)

    @property
    def roll_with(self) -> Sequence[Extra]:  # type: ignore[override]
        """The same without what may come before."""
        return self.odds_with[: 3 + len(self.whole)]

    def odds(self, words: Sequence[str], given: Mapping[str, Any]) -> Chances:
        """The exact chance of each result."""
        attack, defence = _sides(words)
        more, cut = given[self.word] - given["against"], given["cut"]

        def left(lost: int, other: int) -> Shares:
            return self.table.odds(max(0, attack - lost) - max(0, defence - other), more, cut=cut)

        stopped, found = self.before(given, left) if self.before is not None else (Fraction(), left(0, 0))
        known = dict(zip(self.table.results, found, strict=True))
        for name, chance in [*known.items()] if self._whole(given) else ():
            if self._wins(name):
                known[self._whole(given)] = known.get(self._whole(given), Fraction()) + chance
                del known[name]
        rows = [(self.names.get(key, key), chance, "") for key, chance in known.items()]
        rows += [("no die is thrown", stopped, "")] * bool(stopped)
        record = {"stopped": str(stopped), **{key: str(chance) for key, chance in known.items()}}
        sums, title = self._sums(attack, defence, given), "The sum, where a die is thrown" if stopped else "The sum"
        return Chances(f"{attack} against {defence}", record, sums, ("mean sum", sums.mean), rows, title)

    def _sums(self, attack: int, defence: int, given: Mapping[str, Any]) -> Dist:
        """What it comes to where a die is thrown, with what either side has lost before it."""
        more, cut = given[self.word] - given["against"], given["cut"]
        low = self.table.sum(1, -defence, more, cut=cut)
        high = self.table.sum(self.table.faces, attack, more, cut=cut)

        def left(lost: int, other: int) -> Shares:
            difference = max(0, attack - lost) - max(0, defence - other)
            fallen = [self.table.sum(face, difference, more, cut=cut) for face in range(1, self.table.faces + 1)]
            return tuple(Fraction(fallen.count(value), self.table.faces) for value in range(low, high + 1))

        stopped, found = self.before(given, left) if self.before is not None else (Fraction(), left(0, 0))
        return Dist.of({low + at: chance / (1 - stopped) for at, chance in enumerate(found) if chance})

    def _whole(self, given: Mapping[str, Any]) -> str:
        """What all that the attack wins comes to in one word; empty where it is told one by one."""
        return next((key for name, (_, key) in self.whole.items() if given.get(name)), "")

    def _wins(self, result: str) -> bool:
        return self.table.results.index(result) > len(self.table.results) // 2

    def roll(self, words: Sequence[str], given: Mapping[str, Any], roller: Roller) -> Rolled:
        """One die thrown; no document changes."""
        attack, defence = _sides(words)
        [face] = roller(1, self.table.faces)
        came = self.table.sum(face, attack - defence, given[self.word] - given["against"], cut=given["cut"])
        result = self.table.result(came)
        result = self._whole(given) or result if self._wins(result) else result
        return Rolled([f"die {face}, sum {came}: {self.names[result]}"], {"die": face, "sum": came, "result": result})


def _sides(words: Sequence[str]) -> tuple[int, int]:
    """The two strengths; `ValueError` in clear words where they are none."""
    text = " ".join("vs" if word.casefold() in VERSUS else word for word in words)
    found = re.fullmatch(r"(\d{1,2}) vs (\d{1,2})", text, re.ASCII)
    if not found:
        raise ValueError(f"{safe(text, limit=40)!r} are no two strengths. Give them as 7 vs 5.")
    return int(found[1]), int(found[2])
