"""Rolls under a number for those who roll without a document: a number alone, opposed, or in a conflict."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from saga_tui.dice import Roller
from saga_tui.odds import VERSUS, Chances, Dist, Extra, Rolled, Throws
from saga_tui.roll_under import MISS, WON, WORST, Scale
from saga_tui.safe import safe

USAGE: Final = "Give it as 12, 12 vs 10, or 12 conflict 10."
CONFLICT: Final = "conflict"


def read(words: Sequence[str]) -> tuple[int, str, int]:
    """A number, the kind of test, and the other's number; `ValueError` in clear words where it is none."""
    said = [word.casefold().replace("−", "-") for word in words]
    kinds = dict.fromkeys(VERSUS, "opposed") | {CONFLICT: "conflict", "": "complex"}
    between = said[1] if len(said) > 1 else ""
    numbers = said[:1] + said[2:]
    fits = len(numbers) == 1 + bool(between) and all(one.lstrip("-").isdecimal() and len(one) < 4 for one in numbers)
    if between not in kinds or not fits or not " ".join(numbers).isascii():
        raise ValueError(f"{safe(' '.join(words), limit=60)!r} is no roll. {USAGE}")
    return int(numbers[0]), kinds[between], int(numbers[-1])


class UnderThrows(Throws):
    """A number alone, or against another."""

    usage = "NUMBER [vs NUMBER | conflict NUMBER]"
    odds_with = (Extra("nudges", "So many rolls again while it fails.", "N", 0, 9),)

    def __init__(self, scale: Scale, names: Mapping[str, str]) -> None:
        """How a die is read, and what the degrees are called, the best first."""
        self.scale, self.names = scale, names

    def odds(self, words: Sequence[str], given: Mapping[str, Any]) -> Chances:
        """The chance of each degree; of success with rolls again."""
        number, test, other = read(words)
        scale, times = self.scale, given["nudges"]

        def good(die: int, theirs: int) -> bool:
            if test == "complex":
                return scale.meets(number, die)
            return scale.winner(number, die, other, theirs) == "attacker"

        found = scale.facing(good, times)
        law = scale.law(number) if test == "complex" else scale.conflict(number, other)
        if test == "opposed":
            law = {WON: scale.opposed(number, other), MISS: 1 - scale.opposed(number, other)}
        rows = [
            ("success at all", found.goal, ""),
            *((self.names[one], chance, "") for one, chance in law.items() if chance),
        ]
        opposed = {WON: 1, MISS: 0, WORST: 0} if test == "opposed" else {}
        ranks = opposed or {one: len(self.names) - 2 - at for at, one in enumerate(self.names)}
        degrees: dict[int, Fraction] = {ranks[WORST]: Fraction()} | {ranks[one]: chance for one, chance in law.items()}
        record = {"met": str(found.goal), "again": str(found.times)}
        record |= {one: str(chance) for one, chance in law.items()}
        said = (
            f"{scale.cut(number)}" if test == "complex" else f"{scale.cut(number)} against {scale.cut(other)}, {test}"
        )
        tail = f", again up to {times}×" if times else ""
        again = ("rolled again", found.times)
        return Chances(f"Target number {said}{tail}", record, Dist.of(degrees), again, rows, "Degree", signed=True)

    def roll(self, words: Sequence[str], given: Mapping[str, Any], roller: Roller) -> Rolled:
        """The faces, and what they come to."""
        number, test, other = read(words)
        faces = roller(1 if test == "complex" else 2, self.scale.sides)
        degree = self.scale.read(number, faces[0])
        if test == "opposed":
            degree = WON if self.scale.winner(number, faces[0], other, faces[1]) == "attacker" else MISS
        elif test == "conflict":
            degree = self.scale.settled(number, faces[0], other, faces[1])
        told = f"{self.scale.cut(number)}, rolled {faces[0]}"
        met = f" against {self.scale.cut(other)}, rolled {faces[1]}" if len(faces) > 1 else ""
        record = {"faces": list(faces), "degree": degree}
        return Rolled(
            [f"d{self.scale.sides}  {' '.join(map(str, faces))}", f"{told}{met}: {self.names[degree]}"], record
        )
