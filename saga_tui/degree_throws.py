"""Degrees for those who roll without a document: a score, one against another, or open dice of damage."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from saga_tui.degrees import SIDES, Test, Thrown, against, chances, draw, law, opposed, roman
from saga_tui.dice import Roller
from saga_tui.odds import VERSUS, Chances, Dist, Extra, Rolled, Throws
from saga_tui.open_odds import Open
from saga_tui.safe import safe

USAGE: Final = "Give it as 12, 12 vs 8, or damage 3."
EXTRAS: Final = (
    Extra("modifier", "Degrees on the roll.", "N", -20, 20),
    Extra("against-modifier", "Degrees on the other's roll.", "N", -20, 20),
    Extra("bonus", "Added to damage.", "N", -99, 999),
)
TAIL: Final = 2000
"""What is rarer than one in so many is left off a sum's chart."""


def read(words: Sequence[str]) -> tuple[int, int | None, bool]:
    """A score and the one against it, or a number of dice of damage; `ValueError` in clear words where it is none."""
    said = [word.casefold() for word in words]
    damage = said[:1] == ["damage"]
    opposed = len(said) > 1 and said[1] in VERSUS
    numbers = said[1:] if damage else [said[0], *said[2:]] if opposed else said
    if len(numbers) != 1 + opposed or not all(one.isascii() and one.isdecimal() and len(one) < 4 for one in numbers):
        raise ValueError(f"{safe(' '.join(words), limit=60)!r} is no roll. {USAGE}")
    if damage and int(numbers[0]) > 99:
        raise ValueError("At most 99 dice.")
    return int(numbers[0]), int(numbers[1]) if len(numbers) > 1 else None, damage


class DegreeThrows(Throws):
    """A score, one against another, or dice of damage."""

    usage = "SCORE [vs SCORE] | damage DICE"
    odds_with = EXTRAS
    roll_with = EXTRAS

    def odds(self, words: Sequence[str], given: Mapping[str, Any]) -> Chances:
        """By final or relative degrees, or by damage."""
        score, other, damage = read(words)
        more, bonus = given["modifier"], given["bonus"]
        if damage:
            sums, low, found = Open(score, SIDES), score + bonus, dict[int, Any]()
            while sums.above(low - bonus - 1) * TAIL > 1:
                found[low], low = sums.p(low - bonus), low + 1
            found[low] = sums.at_least(low - bonus)
            mean = sums.mean + bonus
            record = {"mean": str(mean), "damage": {str(at): str(chance) for at, chance in found.items()}}
            return Chances(f"{score}d{SIDES}* {bonus:+d} damage", record, Dist.of(found), ("mean", mean))
        own = law(score, more)
        if other is not None:
            met = against(own, law(other, given["against_modifier"]))
            rows = [("win", met.wins, ""), ("nothing", met.neither, ""), ("lose", met.loses, ""),
                    ("−II or less", met.far, "")]  # fmt: skip
            return _told(f"{score} against {other}", rows, met.law, "relative degree")
        all_of = chances(score, more)
        rows = [("success", all_of.success, ""), ("outright failure", all_of.outright, ""),
                ("natural 2", all_of.natural_2, ""), ("natural 12 fails", all_of.fumble, "")]  # fmt: skip
        return _told(f"Score {score}", rows, own, "final degree")

    def roll(self, words: Sequence[str], given: Mapping[str, Any], roller: Roller) -> Rolled:
        """The faces, and what they come to."""
        score, other, damage = read(words)
        count = score if damage else 2 if other is None else 4
        faces = draw(count).by(roller)
        split = draw(count).split(faces)
        lines, record = [f"{count}d{SIDES}*  {' '.join(map(str, faces))}"], {"faces": list(faces)}
        if damage:
            total = sum(faces) + given["bonus"]
            return Rolled([*lines, f"damage {total}"], {**record, "damage": total})
        own = Test(score, Thrown(split[:2]).total, given["modifier"])
        lines.append(f"{score}, rolled {own.total}: degree {roman(own.final)}")
        if other is None:
            return Rolled([*lines, "success" if own.success else "failure"], {**record, "degree": own.final})
        theirs = Test(other, Thrown(split[2:]).total, given["against_modifier"])
        met = opposed(own.final, theirs.final)
        said = {"a": "you win", "b": "the other side wins", "neither": "nothing changes"}[met.winner]
        lines.append(f"{other}, rolled {theirs.total}: degree {roman(theirs.final)}")
        return Rolled([*lines, f"relative degree {roman(met.relative)}: {said}"], {**record, "relative": met.relative})


def _told(heading: str, rows: Sequence[tuple[str, Any, str]], law: Dist, title: str) -> Chances:
    record = {name: str(chance) for name, chance, _ in rows} | {
        "degrees": {str(at): str(one) for at, one in law if one}
    }
    return Chances(heading, record, law, (f"mean {title}", law.mean), rows, title.capitalize(), signed=True)
