"""The adviser: the cheapest spend that reaches a chance, and the best chance for a spend (AST-2 … AST-6, DMG-4, ROL-6).

The cost is the number of tokens; a charm die and a point of damage count as one each. Of spends that cost the same the
one is taken that uses least of what stands last in the order, then of what stands before it, and so on. Every number of
traded dice is tried with each spend: trading everything is often right.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from typing import get_args

from saga_tui.games.saga.rules import derive, odds, rolls
from saga_tui.games.saga.rules.advice import Against, Aim
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.purse import DICE, MOST, Counts, Kind, Purse, purse
from saga_tui.games.saga.rules.rolls import Plan, TraitUse
from saga_tui.games.saga.rules.words import POOLS

ORDER: tuple[Kind, ...] = get_args(Kind)
"""Of what costs the same, the first is given away most gladly."""


@dataclass(frozen=True, slots=True)
class Advice:
    """A spend on top of what the plan has already."""

    tokens: int
    """All that is spent: tokens, charm dice and damage."""
    spends: dict[Kind, int]
    """How many of each kind, those of none left out; what damage stands for is counted under `damage` alone."""
    chance: Fraction
    plan: Plan
    """The roll with it, and with the dice to trade (ROL-6)."""


def advise(
    character: Character,
    plan: Plan,
    against: Against,
    target: Fraction | float,
    *,
    of: Aim = "success",
    order: Sequence[Kind] = ORDER,
    traits: Sequence[TraitUse] = (),
    damage: bool = True,
) -> Advice | None:
    """The cheapest spend with which the chance is at least `target` (0 to 1); nothing where none reaches it.

    `order` is a permutation of `ORDER` (`ValueError` otherwise); `purse.purse` tells of `traits` and `damage`.
    """
    search = _Search(character, purse(character, plan, traits, damage), against, of)
    return search.cheapest(Fraction(target), order) if search.sensible else None


def best(
    character: Character,
    plan: Plan,
    against: Against,
    spend: int,
    *,
    of: Aim = "success",
    order: Sequence[Kind] = ORDER,
    traits: Sequence[TraitUse] = (),
    damage: bool = True,
) -> Advice | None:
    """The best chance for at most `spend` tokens, and the cheapest way to it.

    Nothing where the roll has to be activated first (AST-2) and `spend` or the purse does not allow it.
    """
    search = _Search(character, purse(character, plan, traits, damage), against, of)
    chance = search.highest(max(0, spend)) if search.sensible else None
    return None if chance is None else search.cheapest(chance, order)


@dataclass(frozen=True, slots=True)
class _Start:
    """The part of a spend that is settled before dice are bought: fortune for re-rolls, grace on inverted traits, and
    fortune on traits."""

    fortune: int
    turned: int
    invoked: int

    @property
    def tokens(self) -> int:
        return self.fortune + self.turned + self.invoked


class _Bag:
    """Tokens that bring dice, taken one by one as far as limits and the room for damage allow.

    An asset's tokens are taken from its pool first; beyond the pool's limit damage stands for them (DMG-4).
    """

    def __init__(self, means: Purse, limits: Counts) -> None:
        self.means, self.limits = means, limits
        self.taken: dict[str, int] = dict.fromkeys(DICE, 0)
        self.wounds: dict[str, int] = dict.fromkeys(POOLS, 0)
        self.hurt, self.most = 0, min(limits["damage"], means.borne)

    def take(self, kind: str) -> bool:
        """Takes one more of the kind, if it may be."""
        if self.taken[kind] - self.wounds.get(kind, 0) >= self.limits[kind]:
            if self.hurt >= self.most or self.wounds.get(kind, 0) >= self.means.alone.get(kind, 0):
                return False
            self.wounds[kind] += 1
            self.hurt += 1
        self.taken[kind] += 1
        return True


class _Search:
    """One search: what it must know of the character is asked once, what it finds out of the dice is kept."""

    def __init__(self, character: Character, means: Purse, against: Against, of: Aim) -> None:
        table = derive.numbers(character).roll
        self.means, self.against = means, against.of(means.plan)
        self.terms = (self.against.lead(of), table.fortune_rerolls, table.trade)
        self.penalty = rolls.opposing_penalty(character, means.plan)
        turns = min(len(means.inverted), len(means.gains("grace", len(means.inverted)))) if against.marks is None else 0
        fortune = means.counts["fortune"]
        ways = [(r, i) for r in range(turns + 1) for i in range(min(fortune, len(means.invokable)) + 1)]
        self.starts = [_Start(f, r, i) for r, i in ways for f in range(fortune - i + 1)]
        self.items = {way: self._items(*way) for way in ways}
        self.sums: dict[tuple[object, ...], list[int] | None] = {}
        self.missed: list[tuple[_Start, int]] = []

    @property
    def sensible(self) -> bool:
        """Whether the odds know pools of that size."""
        return max(self.means.raw, self.means.plan.fortune + self.means.counts["fortune"]) <= odds.MOST_DICE

    def _items(self, turned: int, invoked: int) -> list[tuple[int, Kind]]:
        """Every token that brings dice, the best first. Within a kind none brings more than the one before it, so this
        is an order in which they may be taken."""
        items = [
            (gain, kind)
            for kind in DICE
            for gain in self.means.gains(kind, turned, invoked)[turned if kind == "grace" else 0 :]
        ]
        return sorted(items, key=lambda item: -item[0])

    # ---- chances

    def reach(self, gained: int, start: _Start) -> tuple[Fraction, int]:
        """The best chance with so many more dice, over every number of traded dice, and that number (ROL-6)."""
        pool = self.means.raw + gained
        if self.means.plan.cap is not None:
            pool = min(pool, self.means.plan.cap)
        inverted = sum(use.weight for use in self.means.inverted[: start.turned])
        fortune = self.means.plan.fortune + start.fortune
        opposing = self.against.law(self.penalty + inverted)
        chance, trade = _best_trade(max(1, min(pool, odds.MOST_DICE)), fortune, opposing, self.terms)
        lost = odds.dramatic_tie(opposing, fortune) if pool < 1 and self.terms[0] < 1 else 0
        return chance - lost, trade

    def reaches(self, gained: int, start: _Start, target: Fraction) -> bool:
        """Whether the chance with so many more dice is at least the target, which is the same for a whole search: what
        has fewer dice, fortune and turned traits than something that misses it misses it too."""
        for other, dice in self.missed:
            if gained <= dice and start.fortune <= other.fortune and start.turned <= other.turned:
                return False
        if self.reach(gained, start)[0] >= target:
            return True
        self.missed.append((start, gained))
        return False

    # ---- spending

    def fill(self, start: _Start, limits: Counts, tokens: int | None = None) -> tuple[list[int], _Bag] | None:
        """The most further dice for 0, 1, 2 … tokens within the limits, as a running sum, and what was taken.

        The tokens that may be taken together form a matroid, so the best first is best of all. Nothing where the start
        itself goes beyond the limits. In a conflict the first token activates the roll, if nothing else does: then no
        token at all is worth less than no dice (AST-2).
        """
        bag = _Bag(self.means, limits)
        short = start.fortune + start.invoked > limits["fortune"]
        if short or not all(bag.take("grace") for _ in range(start.turned)):
            return None
        gains = [sum(self.means.gains("grace", start.turned, start.invoked)[: start.turned])]
        gains[0] += sum(use.weight for use in self.means.invokable[: start.invoked])
        none: list[int] = []
        items: Iterable[tuple[int, Kind]] = self.items[start.turned, start.invoked]
        left = len(self.items[start.turned, start.invoked]) if tokens is None else tokens
        if self.means.must and not start.tokens:
            active = next((item for item in items if item[1] in POOLS and bag.take(item[1])), None)
            if active is None or left < 1:
                return None
            rest = list(items)
            rest.remove(active)
            items, left = rest, left - 1
            none, gains = [-1], [active[0]]
        for gain, kind in items:
            if not left:
                break
            if bag.take(kind):
                gains.append(gain)
                left -= 1
        return [*none, *accumulate(gains)], bag

    def gained(self, start: _Start, limits: Counts, cost: int) -> int | None:
        """The most further dice within the limits for at most so many tokens in all; nothing where the start goes
        beyond, or where nothing activates the roll. What so many tokens bring begins what more tokens bring, so it is
        filled once for all costs."""
        left, forced = cost - start.tokens, self.means.must and not start.tokens
        if left < forced or start.fortune + start.invoked > limits["fortune"]:
            return None
        plain = _Start(0, start.turned, start.invoked) if start.turned + start.invoked or forced else _Start(1, 0, 0)
        key = (plain, *(limits[kind] for kind in (*DICE, "damage")))
        if key not in self.sums:
            filled = self.fill(plain, {**limits, "fortune": MOST})
            self.sums[key] = None if filled is None else filled[0]
        sums = self.sums[key]
        return None if sums is None else sums[min(left, len(sums) - 1)]

    def highest(self, spend: int) -> Fraction | None:
        """The best chance for at most so many tokens."""
        ways = {start: self.gained(start, self.means.counts, spend) for start in self.starts if start.tokens <= spend}
        known = {start: gained for start, gained in ways.items() if gained is not None}
        return max((self.reach(gained, start)[0] for start, gained in known.items()), default=None)

    def enough(self, target: Fraction, limits: Counts, cost: int, starts: list[_Start]) -> Iterator[_Start]:
        """The starts that reach the target within the limits, for at most so many tokens in all."""
        for start in starts:
            gained = self.gained(start, limits, cost) if start.tokens <= cost else None
            if gained is not None and self.reaches(gained, start, target):
                yield start

    def cheapest(self, target: Fraction, order: Sequence[Kind]) -> Advice | None:
        """The spend with the fewest tokens that reaches the target, ties broken by the order from its end."""
        if sorted(order) != sorted(ORDER):
            raise ValueError(f"the order names each of {', '.join(ORDER)} once")
        self.missed.clear()
        limits = dict(self.means.counts)
        most = sum(limits.values())
        cost = bisect_left(range(most + 1), True, key=lambda cost: any(self.enough(target, limits, cost, self.starts)))
        if cost > most:
            return None
        starts = list(self.enough(target, limits, cost, self.starts))
        for kind in reversed(order):
            starts = self._tighten(kind, limits, starts, target, cost)
        return max((self._advice(start, limits, cost) for start in starts), key=lambda advice: advice.chance)

    def _tighten(
        self, kind: Kind, limits: dict[str, int], starts: list[_Start], target: Fraction, cost: int
    ) -> list[_Start]:
        """Lowers the limit of a kind as far as some start still reaches the target, and gives those that do."""

        def within(limit: int) -> bool:
            return any(self.enough(target, limits | {kind: limit}, cost, starts))

        limits[kind] = bisect_left(range(min(cost, limits[kind])), True, key=within)
        return list(self.enough(target, limits, cost, starts))

    def _advice(self, start: _Start, limits: Counts, cost: int) -> Advice:
        filled = self.fill(start, limits, cost - start.tokens)
        assert filled is not None, "the limits were lowered only as far as this start is within them"
        sums, bag = filled
        plan, taken = self.means.plan, bag.taken
        chance, trade = self.reach(sums[-1], start)
        pool = {kind: taken[kind] - bag.wounds.get(kind, 0) for kind in DICE}
        fortune = start.fortune + start.invoked
        spends: dict[Kind, int] = {**pool, "fortune": fortune, "damage": sum(bag.wounds.values())}
        mine = self.means.left(start.invoked)[: taken["grace"] - start.turned]
        traits = (*self.means.inverted[: start.turned], *mine)
        update = {
            "force": plan.force + taken["force"],
            "grace": (*plan.grace, *traits),
            "acuity": plan.acuity + taken["acuity"],
            "fortune": plan.fortune + start.fortune,
            "invoked": (*plan.invoked, *self.means.invokable[: start.invoked]),
            **rolls.driven_by(Counter(plan.driving) + Counter(self.means.drives[: taken["drive"]])),
            "charm": self.means.charm if taken["charm"] else plan.charm,
            "charm_dice": plan.charm_dice + taken["charm"],
            "hurts": (*plan.hurts, *self.means.hurts(bag.wounds)),
            "trade": trade,
        }
        kept = {kind: spends[kind] for kind in ORDER if spends[kind]}
        return Advice(sum(kept.values()), kept, chance, plan.model_copy(update=update))


@lru_cache(maxsize=8192)
def _best_trade(pool: int, fortune: int, opposing: odds.Dist, terms: tuple[int, int, int]) -> tuple[Fraction, int]:
    """The best chance of a pool over every number of traded dice, and the fewest dice that give it (ROL-6)."""
    lead, each, step = terms
    above, total, traded = -1, 1, 0
    for trade in range(0, pool + 1, step):
        own = odds.marks(pool - trade, 0, fortune, each)
        more, out_of = odds.ahead(own, opposing, lead - trade // step)
        if more * total > above * out_of:
            above, total, traded = more, out_of, trade
    return Fraction(above, total), traded
