"""What may come of a roll under a number, of what is bought on it, of days, and of an affliction: all exact."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import comb
from typing import Any

from saga_tui.engine.ailments import Affliction, Held, Ill
from saga_tui.engine.document import Ask
from saga_tui.engine.outcomes import NUMBER, Outcomes
from saga_tui.engine.suffering import Roll, Suffering
from saga_tui.odds import Dist
from saga_tui.roll_under import MISS, WON, WORST, Again, again, ends


@dataclass(frozen=True, slots=True)
class Price:
    """What could be bought on a roll: its kind (`nudge`, `avert`, or the parameter of what is bought beforehand), how
    much of it, the cost, what is left, the chance to succeed with it and what that gains, whether the last point goes
    and brings its condition."""

    kind: str
    amount: int
    cost: int
    left: int
    chance: Fraction
    gain: Fraction
    falls: bool
    wasted: bool = False
    """Whether some of it goes beyond the highest number."""


@dataclass(frozen=True, slots=True)
class Spent:
    """What comes of a roll on which one spends: its goal met or missed, the worst failure left; the mean cost."""

    goal: Fraction
    missed: Fraction
    worst: Fraction
    cost: Fraction


def alive(of: Suffering, number: int, rounds: int) -> Fraction:
    """The chance to last so many rounds with a test at the end of each."""
    return of.scale.success(number) ** rounds


@cache
def two_dice() -> Dist:
    """The law of 2d6."""
    return Dist(2, (1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1), 36)


def recovered(days: int) -> Fraction:
    """The chance that 2d6 days are over after so many."""
    return 1 - two_dice().at_least(days + 1)


def therapy(success: Fraction, score: int, days: int) -> tuple[Fraction, Fraction | None]:
    """The chance that a score is gone after so many days of tests, one off with each success, and the days that it
    takes on average; nothing where none succeeds."""
    gone = sum((comb(days, hits) * success**hits * (1 - success) ** (days - hits)
                for hits in range(score, days + 1)), Fraction())  # fmt: skip
    return gone, score / success if success else None


def toxic(level: str) -> Dist:
    """The law of toxic damage: 1, the lower of 2d6, or 1d6."""
    return {"minor": Dist(1, (1,), 1), "major": Dist(1, (11, 9, 7, 5, 3, 1), 36)}.get(level, Dist(1, (1,) * 6, 6))


class Odds:
    """The exact odds of a game's rolls."""

    def __init__(self, ails: Outcomes) -> None:
        self.ails = ails
        self.degrees = tuple(ails.degrees)
        """The best first."""

    def reaching(self, goal: str) -> Collection[str]:
        """The degrees that meet a goal: that one and all better ones."""
        return self.degrees[: self.degrees.index(MISS) if goal == WON else self.degrees.index(goal) + 1]

    def law(
        self, of: Suffering, test: str, number: int, other: int = 0, *, defends: bool = False
    ) -> dict[str, Fraction]:
        """The chance of each degree."""
        scale, none = of.scale, Fraction()
        if test == "opposed":
            won = 1 - scale.opposed(other, number) if defends else scale.opposed(number, other)
            return {WON: won, MISS: 1 - won}
        if test == "conflict":
            found = scale.conflict(other, number) if defends else scale.conflict(number, other)
            if not defends:
                return found
            lost = sum((found[one] for one in self.reaching("success")), none)
            return {WON: 1 - lost, MISS: lost}
        found = scale.law(number)
        if test == "complex":
            return found
        return {
            WON: sum((found[one] for one in self.reaching("success")), none),
            MISS: found[MISS],
            WORST: found[WORST],
        }

    def nudged(self, of: Suffering, number: int, times: int, goal: str = "success") -> Again:
        """A roll alone that is made again whenever the goal is missed."""
        found = of.scale.law(number)
        return again(sum((found[one] for one in self.reaching(goal)), Fraction()), found[WORST], times)

    def fate(self, of: Suffering, number: int, left: int, goal: str = "success", *, avert: bool = False) -> Spent:
        """A roll alone that is made again whenever its goal is missed and that can be paid with what is `left`; where
        `avert` says so, the worst failure is turned into a failure while that can be paid."""
        law, ails = of.scale.law(number), self.ails
        goes, met, lost, cost = Fraction(1), Fraction(), Fraction(), Fraction()
        good = sum((law[one] for one in self.reaching(goal)), Fraction())
        for times in range(left // ails.again + 1):
            met += goes * good
            rest = left - ails.again * times
            averted = avert and rest >= ails.averted
            lost += 0 if averted else goes * law[WORST]
            cost += goes * law[WORST] * ails.averted if averted else 0
            goes *= 1 - good - law[WORST]
            cost += goes * ails.again if rest >= ails.again else 0
        return Spent(met, 1 - met - lost, lost, cost)

    def chance(self, of: Suffering, command: Any, number: int, times: int = 0, goal: str = "success") -> Again:
        """What comes of a roll as a command has it, made again so many times."""
        test, other = getattr(command, "test", "complex"), getattr(command, "other", None) or 0
        scale = of.scale
        if test not in ("opposed", "conflict"):
            return self.nudged(of, number, times, goal)
        defends: bool = command.role == "defense"
        sides = (other, number) if defends else (number, other)

        def good(die: int, theirs: int) -> bool:
            dice = (theirs, die) if defends else (die, theirs)
            if test == "opposed":
                return (scale.winner(sides[0], dice[0], sides[1], dice[1]) == "attacker") != defends
            return (scale.settled(sides[0], dice[0], sides[1], dice[1]) in self.reaching(goal)) != defends

        return scale.facing(good, times)

    def prices(self, document: Any, command: Any, goal: str = "success") -> Iterator[Price]:
        """The price list of a roll: each point bought beforehand, each roll again, the worst averted."""
        of, ails = self.ails.numbers(document), self.ails
        left, number = getattr(of.play, ails.pays) - command.bought, command.number(document)
        now, fallen = self.chance(of, command, number, goal=goal), of.suffers(of.tolerances[ails.pays]["at_zero"])
        for more in range(1, min(left, command.bought_most(document) - command.bought) + 1):
            found = command.model_copy(update={command.buys: command.bought + more})
            over = found.target(document).total > of.scale.most
            then = self.chance(of, command, found.number(document), goal=goal).goal
            yield Price(command.buys, more, more, left - more, then, then - now.goal, more == left and not fallen, over)
        for times in range(1, left // ails.again + 1):
            then, cost = self.chance(of, command, number, times, goal).goal, ails.again * times
            yield Price("nudge", times, cost, left - cost, then, then - now.goal, cost == left and not fallen)
        if left >= ails.averted and command.averts(document):
            rest = left - ails.averted
            yield Price("avert", 1, ails.averted, rest, now.goal, now.worst, not rest and not fallen)

    def outcomes(self, of: Suffering, key: str, number: int) -> list[tuple[str, Fraction, str, tuple[str, ...]]]:
        """Each degree of an action with outcomes, the best first: its chance, its words, its effects."""
        row = self.ails.row(of, key)
        if row is None:
            return []
        found = []
        for degree, likely in self.law(of, row.test, number).items():
            one = self.ails.outcome(of, row, degree)
            found.append((degree, likely, one.text if one else "", (*(one.effects if one else ()), *row.always)))
        return found

    def at_rank(self, character: Any, key: str, rank: int) -> Any:
        """Somebody with an affliction at that Rank, with its conditions and without those of another."""
        of = self.ails.numbers(character)
        row, source, play = of.afflictions[key], f"affliction:{key}", of.play
        given = tuple(Held(key=one.condition, source=source) for one in row.at_rank if one.least <= rank <= one.most)
        kept = tuple(one for one in play.conditions if one.source != source)
        ills = tuple(one for one in play.afflictions if one.key != key)
        ill = (Ill(key=key, rank=rank, felt=rank),) if rank else ()
        return character.model_copy(
            update={"play": play.model_copy(update={"conditions": (*kept, *given), "afflictions": (*ills, *ill)})}
        )

    def worst(self, of: Suffering, row: Affliction) -> int:
        """The Rank at which an affliction has done its worst: the first that is final, or its highest."""
        return min([row.max_rank, *(one.least for one in row.at_rank if one.condition in of.over)])

    def steps(self, of: Suffering, number: int, rank: int, most: int) -> Mapping[int, Fraction]:
        """Where it leads from a Rank to confront an affliction."""
        found: dict[int, Fraction] = {}
        for degree, likely in of.scale.law(number).items():
            one = self.ails.outcome(of, self.ails.rows[self.ails.confront], degree)
            said = (NUMBER.fullmatch(effect) for effect in (one.effects if one else ()))
            moved = sum(int(f"{by[2]}{by[3]}") for by in said if by is not None and by[1] == "rank" and by[2] in "+-")
            to = max(0, min(rank + moved, most))
            found[to] = found.get(to, Fraction()) + likely
        return found

    def cured(self, character: Any, key: str, resistance: str) -> dict[int, Fraction]:
        """The chance that an affliction is cured before it has done its worst, from each Rank below that."""
        of, moves = self.ails.numbers(character), {}
        row = of.afflictions[key]
        for rank in range(1, self.worst(of, row)):
            of = self.ails.numbers(self.at_rank(character, key, rank))
            number = of.target(Roll(resistance, "resistance", action=self.ails.confront)).total
            moves[rank] = self.steps(of, number, rank, row.max_rank)
        return ends(moves)

    def forecast(self, character: Any, ask: Ask) -> Fraction | None:
        """The chance of a roll that is asked for; nothing where dice simply fall."""
        of = self.ails.numbers(character)
        return None if ask.target is None else of.scale.success(ask.target)
