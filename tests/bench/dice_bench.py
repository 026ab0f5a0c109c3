"""Whether the program's dice are fair: a thousand rolls from the system's source, by the chi-square test.

The survival function of the chi-square law has a closed form for whole degrees of freedom, so no library is needed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from math import comb, erfc, exp, factorial, pi, sqrt

from saga_tui.dice import secure
from saga_tui.games.saga.rules.character import Character, from_doc
from saga_tui.games.saga.rules.commands import perform
from saga_tui.games.saga.rules.commands.rolls import Roll

ROLLS, DICE = 1000, 6
MOST = 5
"""Marks from which on rolls are counted together: more are so rare that the test would not hold."""
DOUBTFUL = 0.001
"""Below this chance a fair source would hardly ever look so uneven."""


def statistic(seen: Mapping[int, int], wanted: Mapping[int, float]) -> float:
    """Chi-square: how far what was seen is from what was to be expected."""
    return sum((seen.get(key, 0) - many) ** 2 / many for key, many in wanted.items())


def chance(value: float, freedom: int) -> float:
    """The chance that a fair source is at least so uneven, with so many degrees of freedom (1 or more)."""
    half = value / 2
    if freedom % 2 == 0:
        return exp(-half) * sum(half**power / factorial(power) for power in range(freedom // 2))
    terms, term = 0.0, 1.0
    for step in range(1, freedom, 2):
        terms += term
        term *= value / (step + 2)
    return erfc(sqrt(half)) + sqrt(2 * value / pi) * exp(-half) * terms


def thrown(rolls: int) -> Iterable[tuple[int, ...]]:
    """The faces of so many rolls, each through the command by which the app rolls."""
    play = {"span": "scene", "chapter": 1, "scene": 1}
    hero: Character = from_doc({"format": 1, "game": "saga", "skills": {"ranks": {"athletics": DICE}}, "play": play})
    command = Roll(skill="athletics", modifier=DICE)
    for _ in range(rolls):
        made = perform(hero, command, secure(command.dice_needed(hero))).after.play
        if made is not None and made.roll is not None:
            yield made.roll.faces


def run(smoke: bool = False) -> Iterable[str]:
    """Faces and marks of the rolls against their laws."""
    rolls = list(thrown(20 if smoke else ROLLS))
    dice = len(rolls[0])
    faces = Counter(face for roll in rolls for face in roll)
    marks = Counter(min(MOST, sum(face >= 5 for face in roll)) for roll in rolls)
    even = {face: len(rolls) * dice / 6 for face in range(1, 7)}
    law = {many: len(rolls) * comb(dice, many) * 2 ** (dice - many) / 3**dice for many in range(dice + 1)}
    law = {many: law[many] for many in range(MOST)} | {MOST: sum(law[many] for many in range(MOST, dice + 1))}
    shown = " ".join(f"{face}:{faces[face]}" for face in even)
    yield f"{len(rolls)} rolls of {dice} dice from the system's source: {shown}"
    for what, value, freedom in (
        ("faces", statistic(faces, even), len(even) - 1),
        ("marks of a roll", statistic(marks, law), len(law) - 1),
    ):
        found = chance(value, freedom)
        verdict = "fair" if found >= DOUBTFUL else "DOUBTFUL"
        yield f"{what}: chi-square {value:.2f} with {freedom} degrees of freedom, p = {found:.3f}: {verdict}"
