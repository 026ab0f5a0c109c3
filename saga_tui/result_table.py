"""Contests settled on a table of results: a die and the difference of two strengths make a sum, and each sum says what
happens. Exact chances, with other dice thrown before it, and with what turns one result into another.

    ResultTable(results, least).sum(die, difference, more) → int, .result(sum) → name, .odds(difference, …) → Chances
    mixed([(chance, chances), …]) → Chances      what comes of one of several contests
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from saga_tui.words import percent

Chances = tuple[Fraction, ...]
"""The chance of each result of a table, in its order."""


@dataclass(frozen=True, slots=True)
class ResultTable:
    """The results from worst to best for those who attack; each is one more on the sum, from `least` on."""

    results: tuple[str, ...]
    least: int
    die_within: tuple[int, int] = (0, 0)
    """For a table that is cut: what the die comes to at least and at most, with all that raises or lowers it."""
    difference_within: tuple[int, int] = (0, 0)
    """And the difference, without that."""
    faces: int = 6

    def sum(self, die: int, difference: int, more: int = 0, *, cut: bool = False) -> int:
        """The sum; `more` raises the die (or lowers it)."""
        die += more
        if cut:
            (low, high), (least, most) = self.die_within, self.difference_within
            die, difference = min(max(die, low), high), min(max(difference, least), most)
        return die + difference

    def result(self, of: int) -> str:
        """What a sum says."""
        return self.results[min(max(of - self.least, 0), len(self.results) - 1)]

    def odds(self, difference: int, more: int = 0, *, cut: bool = False, shifts: Sequence[Sequence[int]] = (),
             turned: tuple[str, str] = ("", "")) -> Chances:  # fmt: skip
        """The chance of each result. `shifts`: for each die that is thrown before, what each of its faces adds to the
        difference; `turned`: a result that becomes another."""
        ways = dict.fromkeys(self.results, 0)
        for die, *added in product(range(1, self.faces + 1), *shifts):
            came = self.result(self.sum(die, difference + sum(added), more, cut=cut))
            ways[turned[1] if came == turned[0] else came] += 1
        return tuple(Fraction(often, sum(ways.values())) for often in ways.values())


def mixed(contests: Iterable[tuple[Fraction, Chances]]) -> Chances:
    """The chances of each result where chance first says which contest it is."""
    rows = [[chance * each for each in chances] for chance, chances in contests]
    return tuple(sum(column, Fraction()) for column in zip(*rows, strict=True))


def halves(chances: Sequence[Fraction]) -> tuple[Fraction, Fraction]:
    """The chances of all that is worse than the result in the middle, and of all that is better."""
    middle = len(chances) // 2
    return sum(chances[:middle], Fraction()), sum(chances[middle + 1 :], Fraction())


def chances_told(chances: Sequence[Fraction], ways: Sequence[str], also: tuple[str, Fraction] = ("", Fraction()),
                 whole: str = "") -> tuple[str, str]:  # fmt: skip
    """Chances in few words, won and lost, and in all. What befalls either side is told in the same `ways`, the worst
    first, as many as there are results on either side of nothing; `also` is one more way to lose; `whole` says in a
    word what all that is won comes to."""
    lost, won = halves(chances)
    ours = [f"{way} {percent(one)}" for way, one in zip(ways, chances, strict=False) if one]
    theirs = [f"{way} {percent(one)}" for way, one in zip(ways, reversed(chances), strict=False) if one]
    none, (more, stopped) = chances[len(ways)], also
    told = [f"{whole} {percent(won)}" if whole else f"they: {', '.join(theirs)}"] if won else []
    told += [f"nothing {percent(none)}"] if none else []
    told += [f"you: {', '.join(ours)}"] if lost else []
    told += [f"{more} {percent(stopped)}"] if stopped else []
    return f"{percent(won)} won, {percent(lost + stopped)} lost", "; ".join(told)
