"""Exact chances of six-sided pools in which a third of the faces are marks. Knows no character.

The total of every law is a power of three.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb
from operator import mul
from struct import unpack
from typing import Literal, NamedTuple, TypeAlias

from saga_tui import odds as laws

Dist: TypeAlias = laws.Dist
MOST_DICE = 300
"""The largest pool whose law is worked out; far above play, so that a slip of the keyboard never freezes a screen."""
TRADE = 3
"""Dice traded for one automatic mark (ROL-6)."""
NEVER = Fraction()
THIRD = Fraction(1, 3)
"""The chance that one die is a mark (ROL-1); on a kismet die also that of a hitch and of a blank (KIS-2)."""

Tie = Literal["success", "qualified", "failure", "neutral"]
"""What zero net marks mean for the roller: a challenge makes it `qualified` (ROL-3), a contest one of the others."""
TURNS: dict[Tie, tuple[int, ...]] = {"success": (-1,), "qualified": (-1, 0), "failure": (0,), "neutral": (-1, 0)}
"""The net marks at which one mark more changes the result (AST-7)."""


# ---- marks


@lru_cache(maxsize=4096)
def marks(dice: int, automatic: int = 0, fortune: int = 0, each: int = 2) -> Dist:
    """The law of the marks of `dice` dice (ROL-1) with `automatic` ones on top (ROL-6).

    `fortune` tokens are spent before comparing, one after the other: each re-rolls up to `each` dice that are no marks,
    and the new dice stand (AST-6). Automatic marks are never re-rolled. `ValueError` for less than no dice or tokens,
    and for more dice than `MOST_DICE`.
    """
    if min(dice, automatic, fortune, each) < 0:
        raise ValueError("dice, marks and tokens are never less than none")
    if max(dice, fortune) > MOST_DICE:
        raise ValueError(f"at most {MOST_DICE} dice, and as many tokens")
    if automatic:
        return marks(dice, 0, fortune, each).shifted(automatic)
    thrown = dice + each * fortune
    return Dist(0, _ways(dice) if thrown == dice else _rerolled(dice, fortune, each), 3**thrown)


@lru_cache(maxsize=1024)
def _ways(dice: int) -> tuple[int, ...]:
    """The binomial law's weights: in how many of the 3^dice ways so many dice are marks."""
    ways = [1 << dice]
    for count in range(dice):
        ways.append(ways[-1] * (dice - count) // (2 * count + 2))
    return tuple(ways)


def _rerolled(dice: int, fortune: int, each: int) -> tuple[int, ...]:
    """The weights of the marks after re-rolls, over three to the power of all that is thrown (AST-6).

    As long as a token finds enough blanks, a re-rolled die is simply one more die thrown. Blanks never grow in number:
    a roll that ends with `each` of them or more had enough at every token. So all but the last `each` weights are
    those of a pool that is larger by the re-rolls, and only the last ones are followed token by token.
    """
    last = _few_blanks(dice, fortune, each)
    return _ways(dice + each * fortune)[: dice + 1 - len(last)] + last[::-1]


@lru_cache(maxsize=8192)
def _few_blanks(dice: int, fortune: int, each: int) -> tuple[int, ...]:
    """The weights of 0, 1 … blanks, fewer than `each`, after so many tokens: each token from what the one before it
    left."""
    few = min(each, dice + 1)
    if not fortune:
        return tuple(_ways(dice)[dice - blanks] for blanks in range(few))
    before, thrown = _few_blanks(dice, fortune - 1, each), dice + each * (fortune - 1)
    last, plain = [0] * few, _ways(thrown)
    for blanks in range(min(dice, few - 1 + each) + 1):
        there = before[blanks] if blanks < few else plain[dice - blanks]
        again = min(each, blanks)
        there *= 3 ** (each - again)
        for more, ways in enumerate(_ways(again)):
            if blanks - more < few:
                last[blanks - more] += there * ways
    return tuple(last)


# ---- one side against the other


@lru_cache(maxsize=4096)
def net(own: Dist, opposing: Dist) -> Dist:
    """The law of net marks: own minus opposing (ROL-2).

    The two generating functions are multiplied as two whole numbers, with each coefficient in a field wide enough for
    any sum of them (Kronecker's substitution): one multiplication in place of one for every pair of faces.
    """
    if len(own.weights) < len(opposing.weights):
        return -net(opposing, own)
    total = own.total * opposing.total
    width = max(8, (total.bit_length() + 31) // 32 * 4)
    count = len(own.weights) + len(opposing.weights) - 1
    product = _packed(own, width, False) * _packed(opposing, width, True)
    fields = product.to_bytes(width * count, "little")
    return Dist(own.low - opposing.high, _unpacked(fields, width), total)


@lru_cache(maxsize=1024)
def _packed(law: Dist, width: int, mirrored: bool) -> int:
    """The weights as one number, `width` bytes each."""
    weights = law.weights[::-1] if mirrored else law.weights
    return int.from_bytes(b"".join([weight.to_bytes(width, "little") for weight in weights]), "little")


def _unpacked(fields: bytes, width: int) -> tuple[int, ...]:
    """The numbers in fields of `width` bytes each."""
    if width == 8:
        return unpack(f"<{len(fields) // 8}Q", fields)
    whole = int.from_bytes
    return tuple([whole(fields[at : at + width], "little") for at in range(0, len(fields), width)])


def ahead(own: Dist, opposing: Dist, by: int = 1) -> tuple[int, int]:
    """The chance that own marks are ahead of the opposing ones by at least `by`, as numerator and denominator.

    The same as `net(own, opposing).at_least(by)` without the whole law, and not reduced: for searches.
    """
    start = own.low - by - opposing.low
    weights = own.weights[max(0, -start) :]
    window = opposing.running[max(0, start) :][: len(weights)]
    beyond = sum(weights[len(window) :]) * opposing.total
    return sum(map(mul, weights, window)) + beyond, own.total * opposing.total


class Outcome(NamedTuple):
    """The chances of a roll's results. What is missing to 1 is the tie that nobody wins (ROL-4)."""

    success: Fraction
    qualified: Fraction
    failure: Fraction

    @property
    def neutral(self) -> Fraction:
        """The chance of a tie that nobody wins; only a contest with no clear defender has it (ROL-4)."""
        return 1 - self.success - self.qualified - self.failure


def outcome(law: Dist, tie: Tie = "qualified", dramatic: Fraction = NEVER) -> Outcome:
    """What a law of net marks means: above zero success, below failure, zero as `tie` says (ROL-2 … ROL-4). `dramatic`
    is the chance of zero net marks that are a dramatic failure all the same (ROL-8): see `dramatic_tie`."""
    above, level = law.at_least(1), law.p(0) - dramatic
    below = 1 - above - level
    return Outcome(
        above + level if tie == "success" else above,
        level if tie == "qualified" else Fraction(),
        below + level if tie == "failure" else below,
    )


def late(own: Dist, opposing: Dist, most: int, tie: Tie = "qualified") -> Dist:
    """Net marks where one fortune token is kept until after comparing (AST-7).

    It re-rolls one die that is no mark, wherever one mark more changes the result; the better face is kept. `most` are
    the marks of a roll without such a die: its dice and automatic marks together.
    """
    law = net(own, opposing)
    weights = [3 * weight for weight in law.weights] + [0]
    for value in TURNS[tie]:
        place = value - law.low
        if 0 <= place < len(law.weights):
            against = most - value - opposing.low
            there = own.high == most and 0 <= against < len(opposing.weights)
            stuck = own.weights[-1] * opposing.weights[against] if there else 0
            weights[place] -= law.weights[place] - stuck
            weights[place + 1] += law.weights[place] - stuck
    return Dist(law.low, tuple(weights), 3 * law.total)


def turn(net_marks: int, blanks: int, tie: Tie = "qualified") -> Fraction:
    """The chance that one token now turns a roll's result by re-rolling one die (AST-7).

    `blanks` are the dice that are no marks: any of them is as good as the other, and a mark is never re-rolled.
    """
    return THIRD if blanks > 0 and net_marks in TURNS[tie] else Fraction()


def dramatic(fortune: int = 0) -> Fraction:
    """The chance that the one die of a chance roll ends in a dramatic failure (ROL-8): it is no mark after each of the
    re-rolls, and shows the lower half of the faces that are none."""
    return THIRD * Fraction(2, 3) ** fortune


def dramatic_tie(opposing: Dist, fortune: int = 0, kept: int = 0) -> Fraction:
    """The chance that a chance roll has zero net marks and is a dramatic failure: neither side has a mark, and the die
    shows the lower half of its blanks (ROL-8). With `kept` one token re-rolls it after comparing (AST-7)."""
    return dramatic(fortune) * THIRD**kept * opposing.p(0)


# ---- kismet


@dataclass(frozen=True, slots=True)
class KismetOdds:
    """What a kismet roll may bring."""

    no_hitch: Fraction
    """The chance that no doom step is marked (KIS-3)."""
    hitches: Dist
    """Those that count: doom steps to mark (KIS-3)."""
    doom: Fraction
    """The chance of meeting one's doom with this roll (DOM-3)."""
    sparks: Dist
    """Marks that count: those of a roll with no hitch (KIS-4)."""

    @property
    def spark(self) -> Fraction:
        """The expected marks that count; each is 1 Spark (KIS-4)."""
        return self.sparks.mean


@lru_cache(maxsize=1024)
def kismet(dice: int, left: int | None = None, *, ignored: int = 0, reroll: bool = False) -> KismetOdds:
    """A kismet roll: of each die's faces a third are hitches, a third marks, a third blanks (KIS-2).

    `left` are the unmarked steps before one's doom; without it doom is out of sight. `ignored` hitches count as not
    rolled (Destined, PRK-5). With `reroll` one fortune token re-rolls a hitch, or else a die that is no mark, and the
    better face is kept, before hitches are marked (AST-7). `ValueError` for less than no dice, or more than
    `MOST_DICE`.
    """
    if min(dice, ignored, left or 0) < 0 or dice > MOST_DICE:
        raise ValueError(f"a kismet roll has 0 to {MOST_DICE} dice, and no count below zero")
    hitches = [weight * (3 if reroll else 1) for weight in marks(dice).weights]
    if reroll:
        for count in range(1, dice + 1):
            fewer = 2 * marks(dice).weights[count]
            hitches[count] -= fewer
            hitches[count - 1] += fewer
    clear = min(ignored, dice)
    counted = (sum(hitches[: clear + 1]), *hitches[clear + 1 :])
    law = Dist(0, counted, 3**dice * (3 if reroll else 1))
    doom = Fraction() if left is None else law.at_least(left)
    return KismetOdds(law.p(0), law, doom, _sparks(dice, clear, reroll))


def _sparks(dice: int, ignored: int, reroll: bool) -> Dist:
    """The law of marks that count: those of rolls of which at most `ignored` hitches are left."""
    counts = [0] * (dice + 1)
    for hitches in range(min(dice, ignored + reroll) + 1):
        for found in range(dice - hitches + 1):
            ways = comb(dice, hitches) * comb(dice - hitches, found)
            if not reroll:
                counts[found] += ways
            elif found == dice:
                counts[found] += 3 * ways
            else:
                counts[found + 1] += ways
                counts[found] += ways * (2 if hitches <= ignored else 1)
    total = 3**dice * (3 if reroll else 1)
    counts[0] += total - sum(counts)
    return Dist(0, tuple(counts), total)
