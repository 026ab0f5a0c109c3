"""What may come of a roll, of what Courage buys on it, of days, and of an affliction: all exact (W-ODD)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import comb
from typing import Any, Final

from saga_tui.engine.document import Ask
from saga_tui.games.world import book
from saga_tui.games.world.character import Affliction, Character, Condition
from saga_tui.games.world.rules.figures import TESTS, Figures, Roll, figures
from saga_tui.odds import Dist
from saga_tui.roll_under import MISS, WON, WORST, Again, again, ends

DEGREES: Final = tuple(one["key"] for one in TESTS["degree"])
"""The best first."""


def reaching(goal: str) -> Collection[str]:
    """The degrees that meet a goal: that one and all better ones."""
    return DEGREES[: DEGREES.index(goal) + 1] if goal != "success" else DEGREES[: DEGREES.index(MISS)]


def law(of: Figures, test: str, number: int, other: int = 0, *, defends: bool = False) -> dict[str, Fraction]:
    """The chance of each degree (W-ODD-1, W-ODD-2, W-ODD-3)."""
    scale, none = of.scale, Fraction()
    if test == "opposed":
        won = 1 - scale.opposed(other, number) if defends else scale.opposed(number, other)
        return {WON: won, MISS: 1 - won}
    if test == "conflict":
        found = scale.conflict(other, number) if defends else scale.conflict(number, other)
        if not defends:
            return found
        lost = sum((found[one] for one in reaching("success")), none)
        return {WON: 1 - lost, MISS: lost}
    found = scale.law(number)
    if test == "complex":
        return found
    return {WON: sum((found[one] for one in reaching("success")), none), MISS: found[MISS], WORST: found[WORST]}


def nudged(of: Figures, number: int, times: int, goal: str = "success") -> Again:
    """A roll alone that is made again whenever the goal is missed (W-ODD-4)."""
    found = of.scale.law(number)
    return again(sum((found[one] for one in reaching(goal)), Fraction()), found[WORST], times)


# ---- what Courage buys


@dataclass(frozen=True, slots=True)
class Price:
    """What could be spent on a roll: its kind (`grit`, `nudge`, `avert`), how much of it, the cost in Courage, what is
    left, the chance to succeed with it and what that gains, whether it brings Hopeless (W-ODD-6)."""

    kind: str
    amount: int
    cost: int
    left: int
    chance: Fraction
    gain: Fraction
    hopeless: bool
    wasted: bool = False
    """Whether some of it goes beyond 18 (W-CRG-2)."""


def chance(of: Figures, command: Any, number: int, times: int = 0, goal: str = "success") -> Again:
    """What comes of a roll as a command has it, made again so many times."""
    test, other = getattr(command, "test", "complex"), getattr(command, "other", None) or 0
    scale = of.scale
    if test not in ("opposed", "conflict"):
        return nudged(of, number, times, goal)
    defends: bool = command.role == "defense"
    sides = (other, number) if defends else (number, other)

    def good(die: int, theirs: int) -> bool:
        dice = (theirs, die) if defends else (die, theirs)
        if test == "opposed":
            return (scale.winner(sides[0], dice[0], sides[1], dice[1]) == "attacker") != defends
        return (scale.settled(sides[0], dice[0], sides[1], dice[1]) in reaching(goal)) != defends

    return scale.facing(good, times)


def prices(document: Character, command: Any, goal: str = "success") -> Iterator[Price]:
    """The price list of a roll: each point of Grit, each Nudge, Avert in reserve (W-ODD-6)."""
    of = figures(document)
    courage, number = of.play.courage - command.grit, command.number(document)
    now = chance(of, command, number, goal=goal)
    fallen = of.suffers("hopeless")
    for more in range(1, command.bought_most(document) - command.grit + 1):
        if more <= courage:
            found = command.model_copy(update={"grit": command.grit + more})
            over = found.target(document).total > of.scale.most
            then = chance(of, command, found.number(document), goal=goal).goal
            hopeless = more == courage and not fallen
            yield Price("grit", more, more, courage - more, then, then - now.goal, hopeless, over)
    for times in range(1, courage // 2 + 1):
        then, cost = chance(of, command, number, times, goal).goal, 2 * times
        yield Price("nudge", times, cost, courage - cost, then, then - now.goal, cost == courage and not fallen)
    if courage >= 3 and command.averts(document):
        yield Price("avert", 1, 3, courage - 3, now.goal, now.worst, courage == 3 and not fallen)


# ---- forecasts


def outcomes(of: Figures, key: str, number: int) -> list[tuple[str, Fraction, str, tuple[str, ...]]]:
    """Each degree of an action with outcomes, the best first: its chance, its words, its effects (W-ODD-7)."""
    from saga_tui.games.world.play.state import AILS

    row = AILS.row(of, key)
    if row is None:
        return []
    found = []
    for degree, likely in law(of, row.test, number).items():
        one = AILS.outcome(of, row, degree)
        found.append((degree, likely, one.text if one else "", (*(one.effects if one else ()), *row.always)))
    return found


def alive(of: Figures, number: int, rounds: int) -> Fraction:
    """The chance to last so many rounds of Bleeding Out, or of Going Mad (W-ODD-7)."""
    return of.scale.success(number) ** rounds


def exhausted_hit(of: Figures, attack: int, resilience: int) -> dict[str, Fraction]:
    """An attack that needs only succeed, then Endure: `dead`, `bleeding`, `standing` (W-TOL-5)."""
    hit, endure = of.scale.success(attack), of.scale.law(resilience)
    stands = endure["strong"] + endure["great"]
    return {"dead": hit * endure[WORST], "bleeding": hit * endure[MISS], "standing": 1 - hit + hit * stands}


@cache
def two_dice() -> Dist:
    """The law of 2d6."""
    return Dist(2, (1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1), 36)


def recovered(days: int) -> Fraction:
    """The chance that an injury is gone after so many days, without Treat (W-INJ-4)."""
    return 1 - two_dice().at_least(days + 1)


def therapy(success: Fraction, score: int, days: int) -> tuple[Fraction, Fraction | None]:
    """The chance that a trauma is gone after so many days of tests, and the days that it takes on average; nothing
    where none succeeds (W-TRM-3)."""
    gone = sum((comb(days, hits) * success**hits * (1 - success) ** (days - hits)
                for hits in range(score, days + 1)), Fraction())  # fmt: skip
    return gone, score / success if success else None


def toxic(level: str) -> Dist:
    """The law of toxic damage: 1, the lower of 2d6, or 1d6 (W-AFF-4)."""
    return {"minor": Dist(1, (1,), 1), "major": Dist(1, (11, 9, 7, 5, 3, 1), 36)}.get(level, Dist(1, (1,) * 6, 6))


def at_rank(character: Character, key: str, rank: int) -> Character:
    """Somebody with an affliction at that Rank, with its conditions and without those of another (W-AFF-5)."""
    of = figures(character)
    row, source, play = of.afflictions[key], f"affliction:{key}", of.play
    given = tuple(Condition(key=one.condition, source=source) for one in row.at_rank if one.least <= rank <= one.most)
    kept = tuple(one for one in play.conditions if one.source != source)
    ills = tuple(one for one in play.afflictions if one.key != key)
    ill = (Affliction(key=key, rank=rank, felt=rank),) if rank else ()
    return character.model_copy(
        update={"play": play.model_copy(update={"conditions": (*kept, *given), "afflictions": (*ills, *ill)})}
    )


def worst(row: book.Affliction) -> int:
    """The Rank at which an affliction has done its worst: the first that is final, or its highest."""
    final = [one.least for one in row.at_rank if one.condition in ("dead", "insane")]
    return min([row.max_rank, *final])


def steps(of: Figures, number: int, rank: int, most: int) -> Mapping[int, Fraction]:
    """Where a Confront leads from a Rank (W-AFF-7)."""
    found: dict[int, Fraction] = {}
    best = reaching(of.switch("affliction_best"))
    by = {MISS: 1, WORST: 2}
    for degree, likely in of.scale.law(number).items():
        to = max(0, min(rank + by.get(degree, -2 if degree in best else -1), most))
        found[to] = found.get(to, Fraction()) + likely
    return found


def cured(character: Character, key: str, resistance: str) -> dict[int, Fraction]:
    """The chance that an affliction is cured before it has done its worst, from each Rank below that (W-ODD-7)."""
    row = figures(character).afflictions[key]
    moves = {}
    for rank in range(1, worst(row)):
        of = figures(at_rank(character, key, rank))
        number = of.target(Roll(resistance, "resistance", action="confront-affliction")).total
        moves[rank] = steps(of, number, rank, row.max_rank)
    return ends(moves)


def forecast(character: Character, ask: Ask) -> Fraction | None:
    """The chance of a roll that is asked for; nothing where dice simply fall."""
    of = figures(character)
    return None if ask.target is None else of.scale.success(ask.target)
