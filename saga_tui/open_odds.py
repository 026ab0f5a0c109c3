"""Open dice: each that shows its highest face is thrown again, without an end. Their laws are exact all the same, for
below any number there are finitely many sums, and what lies above is one minus those."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from math import comb, gcd, lcm

from saga_tui.odds import Dist


@dataclass(frozen=True, slots=True)
class Open:
    """The law of a sum of open dice: a die that shows its highest face counts it and is thrown again, without an end.

    So the sum is `sides` times the number of highest faces, of which there are any number, plus the last faces, which
    are fair among the lower ones. Below any number there are finitely many sums: every chance here is exact.
    """

    count: int
    sides: int = 6

    def at_most(self, value: int) -> Fraction:
        """The chance of this value or less."""
        return _open_at_most(self.count, self.sides, value)

    def above(self, value: int) -> Fraction:
        """The chance of more than this value."""
        return 1 - self.at_most(value)

    def at_least(self, value: int) -> Fraction:
        """The chance of this value or more."""
        return 1 - self.at_most(value - 1)

    def p(self, value: int) -> Fraction:
        """The chance of exactly this value."""
        return self.at_most(value) - self.at_most(value - 1)

    @property
    def mean(self) -> Fraction:
        """The expected sum."""
        return Fraction(self.count * self.sides * (self.sides + 1), 2 * (self.sides - 1))

    @property
    def variance(self) -> Fraction:
        """The variance of the sum."""
        low, often = self.sides - 1, Fraction(1, self.sides)
        return self.count * (Fraction(low * low - 1, 12) + self.sides**2 * often / (1 - often) ** 2)

    def beyond(self, value: int, divisor: int = 1, plus: int = 0) -> Fraction:
        """By how much the sum, plus something and then divided and rounded down, is expected to pass a value; what lies
        below it counts 0."""
        whole = self.mean + plus
        if divisor > 1:
            rests = enumerate(_open_rests(self.count, self.sides, divisor))
            whole = (whole - sum(((rest + plus) % divisor * chance for rest, chance in rests), Fraction())) / divisor
        least = (self.count + plus) // divisor
        below = (self.at_most(divisor * (low + 1) - 1 - plus) for low in range(least, value))
        return whole - value + sum(below, Fraction())

    def weights(self, below: int) -> tuple[int, ...]:
        """The chances of 0, 1 … up to that value, in parts of `sides ** (count + below // sides)`."""
        return _open_weights(self.count, self.sides, below)


@lru_cache(maxsize=4096)
def _last_faces(count: int, sides: int) -> tuple[int, ...]:
    """In how many ways the last faces of so many open dice come to at most 0, 1, 2 …"""
    ways = [1]
    for _ in range(count):
        summed = [0, *accumulate(ways)]
        top = len(summed) - 1
        ways = [0] + [
            summed[min(top, place)] - summed[max(0, place - sides + 1)] for place in range(1, top + sides - 1)
        ]
    return tuple(accumulate(ways))


@lru_cache(maxsize=65536)
def _open_at_most(count: int, sides: int, value: int) -> Fraction:
    if value < count or not count:
        return Fraction(int(value >= count))
    last, most, found = _last_faces(count, sides), (value - count) // sides, 0
    for highest in range(most + 1):
        left = last[min(len(last) - 1, value - sides * highest)]
        found = found * sides + comb(count + highest - 1, highest) * left
    return Fraction(found, sides ** (count + most))


@lru_cache(maxsize=1024)
def _open_weights(count: int, sides: int, below: int) -> tuple[int, ...]:
    last, most = _last_faces(count, sides), below // sides
    ways = [ways - before for before, ways in zip((0, *last), last, strict=False)]
    found = [0] * below
    for highest in range(most + 1):
        often = comb(count + highest - 1, highest) if count else int(not highest)
        for value in range(sides * highest + count, min(below, sides * highest + len(ways))):
            found[value] += often * ways[value - sides * highest] * sides ** (most - highest)
    return tuple(found)


@lru_cache(maxsize=1024)
def _open_rests(count: int, sides: int, divisor: int) -> tuple[Fraction, ...]:
    """The chances of what is left of the sum by a divisor: highest faces come round again and again."""
    turn = divisor // gcd(sides, divisor)
    one, law = [Fraction()] * divisor, [Fraction(1)] + [Fraction()] * (divisor - 1)
    for highest in range(turn):
        chance = Fraction(1, sides ** (highest + 1)) / (1 - Fraction(1, sides**turn))
        for last in range(1, sides):
            one[(sides * highest + last) % divisor] += chance
    for _ in range(count):
        law = [sum((law[rest - more] * one[more] for more in range(divisor)), Fraction()) for rest in range(divisor)]
    return tuple(law)


@lru_cache(maxsize=4096)
def lead(by: int, sides: int = 6) -> Fraction:
    """The chance that one open die is ahead of another by this much or more: a sum without an end, in closed form."""
    if by <= 0:
        return 1 - lead(1 - by, sides)
    found = Fraction()
    for ahead in range(2 - sides, sides - 1):  # of the last faces; the rest is a lead in highest faces
        found += Fraction(sides - 1 - abs(ahead), sides ** -((ahead - by) // sides))
    return found * sides / ((sides - 1) * (sides**2 - 1))


# ---- so many dice with which chance


@dataclass(frozen=True, slots=True)
class Dice:
    """A number of open dice that is itself a matter of chance, `plus` something, divided and rounded down, `less`
    something; what is below 0 is 0. Dice less than none are taken off. What is missing to 1 comes to nothing."""

    ways: tuple[tuple[int, Fraction], ...]
    """How many dice, with which chance."""
    plus: int
    less: int
    divisor: int
    sides: int

    @property
    def any(self) -> Fraction:
        """The chance that dice are thrown at all."""
        return sum((chance for _, chance in self.ways), Fraction())

    @property
    def expected(self) -> Fraction:
        """What it is expected to come to."""
        found, held = Fraction(), self.plus - self.less
        for count, chance in self.ways:
            law = Open(abs(count), self.sides)
            more = law.beyond(self.less, self.divisor, self.plus) if count >= 0 else law.beyond(held) - law.mean + held
            found += chance * more
        return found

    def above(self, value: int) -> Fraction:
        """The chance of more than that; 0 is the least that may be asked."""
        least, found = self.divisor * (value + self.less + 1) - self.plus, Fraction()
        for count, chance in self.ways:
            law = Open(abs(count), self.sides)
            found += chance * (law.at_least(least) if count >= 0 else law.at_most(-least))
        return found

    def weights(self, below: int) -> tuple[list[int], int]:
        """The chances of 0, 1 … up to that, as whole numbers over a common one."""
        most = max((abs(count) for count, _ in self.ways), default=0)
        cap = self.divisor * (below + self.less) + abs(self.plus) + 1
        common, all_ways = (
            lcm(*(chance.denominator for _, chance in self.ways)),
            self.sides ** (most + cap // self.sides),
        )
        found, missed = [0] * max(1, below), common * all_ways
        for count, chance in self.ways:
            part, sign = chance.numerator * (common // chance.denominator), 1 if count >= 0 else -1
            each, low = part * self.sides ** (most - abs(count)), 0
            for value, ways in enumerate(Open(abs(count), self.sides).weights(cap)):
                comes = max(0, (self.plus + sign * value) // self.divisor - self.less)
                if ways and comes < len(found):
                    found[comes] += each * ways
                low += ways
            missed -= each * low if count < 0 else part * all_ways
        found[0] += missed
        return found, common * all_ways

    def law(self, most: int) -> Dist:
        """The law for a chart; all that is more stands at `most`."""
        found, total = self.weights(most)
        return Dist(0, (*found, total - sum(found)), total)


def summed(one: Sequence[int], other: Sequence[int], below: int) -> list[int]:
    """The weights of sums, up to a number."""
    found = [0] * below
    for at, ways in enumerate(one[:below]):
        for more, weight in enumerate(other[: below - at] if ways else ()):
            found[at + more] += ways * weight
    return found
