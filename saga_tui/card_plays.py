"""Exact chances of plays of a hand: cards laid one after the other as long as they are low, a last one that may let the
player draw more; the best play, with a card pushed, against what a foe may add; what each card is worth.

    Action(score, suit, edge, hand, pile, sure)     what is tried, and with what
    best(action, goal) → Chosen                     the best play, and .pushed(), .against(more), .worth()
    before_card(action, goal)                       a card that adds to the goal is still to come
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from saga_tui.card_odds import Card, Pile, Run
from saga_tui.odds import Dist


class Play(NamedTuple):
    """Places in a hand: the cards played, in order, and the one that is pushed, if any."""

    cards: tuple[int, ...]
    push: int | None = None


class Chain(NamedTuple):
    """Cards played before the last one."""

    costly: int
    """Value among them that one would rather keep."""
    cards: int
    places: tuple[int, ...]


def chains(hand: Sequence[Card], places: Iterable[int], spares: str = "") -> dict[int, Chain]:
    """By each sum that cards in these places can come to, which of them do it with the least value of the
    suit that is spared and then the fewest cards; lower cards come first."""
    found = {0: Chain(0, 0, ())}
    for place in sorted(places, key=lambda place: hand[place].value):
        suit, value = hand[place]
        for total, before in [*found.items()][::-1]:
            more = Chain(before.costly + value * (suit == spares), before.cards + 1, (*before.places, place))
            found[total + value] = min(found.get(total + value, more), more)
    return found


@dataclass(frozen=True)
class Action:
    """What is tried, and the hand that it is tried with."""

    score: int
    """What is there before any card."""
    suit: str
    """The trump suit."""
    edge: int
    hand: tuple[Card, ...]
    pile: Pile
    sure: bool = False
    """Whether any last card is a trump."""
    spares: str = ""
    """The suit of which as little as can be is played, where plays are equal otherwise."""

    @cached_property
    def run(self) -> Run:
        """Trump draws."""
        return self.pile.run(self.suit)

    def trumps(self, play: Play) -> bool:
        """Whether its last card lets the player draw."""
        return self.sure or self.hand[play.cards[-1]].suit == self.suit

    def fixed(self, play: Play) -> int:
        """The action score before any trump draw."""
        pushed = 0 if play.push is None else self.hand[play.push].value
        return self.score + pushed + sum(self.hand[place].value for place in play.cards)

    def chance(self, play: Play, difficulty: int) -> Fraction:
        """The chance that this play reaches the difficulty."""
        return self._chance(self.fixed(play), self.trumps(play), difficulty)

    def _chance(self, fixed: int, trumps: bool, difficulty: int) -> Fraction:
        missing = difficulty - fixed
        return self.run.at_least(missing) if trumps else Fraction(missing <= 0)

    def mean(self, play: Play) -> Fraction:
        """The expected action score."""
        return self.fixed(play) + (self.run.mean if self.trumps(play) else Fraction())

    def law(self, play: Play, top: int = 0) -> Dist:
        """The law of the action score. Drawn from the chart it has no end: its last value stands for all above, and
        is at least `top`."""
        fixed = self.fixed(play)
        return self.run.law(top - fixed).shifted(fixed) if self.trumps(play) else Dist(fixed, (1,), 1)

    def low(self, *less: int | None) -> tuple[int, ...]:
        """Places of the cards that another may follow, less some."""
        return tuple(at for at, one in enumerate(self.hand) if one.value <= self.edge and at not in less)

    def top(self, difficulty: int, last: int, push: int | None = None, less: int | None = None) -> Fraction:
        """The chance with this card last, this one pushed, this one left alone, and all others played before that may
        be: no play of them has a better one."""
        return self.chance(Play((*self.low(last, push, less), last), push), difficulty)

    def best_chance(self, difficulty: int, less: int | None = None) -> Fraction:
        """The chance of the best play, with one card less if named; 0 with no card in hand."""
        tops = (
            self.chance(Play((*self.low(last, less), last)), difficulty)
            for last in range(len(self.hand))
            if last != less
        )
        return max(tops, default=Fraction())


class Worth(NamedTuple):
    """What a card of the hand is worth now."""

    played: Fraction
    """The best chance of a play with it."""
    without: Fraction
    """The best chance if it were not there: what is left after giving it up."""


@dataclass(frozen=True)
class Chosen:
    """The best of some plays."""

    action: Action
    difficulty: int
    play: Play
    chance: Fraction

    @property
    def mean(self) -> Fraction:
        """The expected action score."""
        return self.action.mean(self.play)

    def against(self, more: Iterable[int]) -> Fraction:
        """The chance of the same play if all of that is added to its goal."""
        return self.action.chance(self.play, self.difficulty + sum(more))

    def pushed(self) -> Chosen | None:
        """The best play with a pushed card; None with fewer than two cards."""
        return _best(self.action, self.difficulty, range(len(self.action.hand)))

    def worth(self) -> tuple[Worth, ...]:
        """What each card in hand is worth now."""
        action, places = self.action, range(len(self.action.hand))
        tops, low = [action.top(self.difficulty, last) for last in places], action.low()
        best_without = (action.best_chance(self.difficulty, less=at) for at in places)
        return tuple(Worth(max(tops) if at in low else tops[at], left) for at, left in enumerate(best_without))


def _best(action: Action, difficulty: int, pushes: Sequence[int | None]) -> Chosen | None:
    """The best play with one of these pushed: by its chance, then by less value of the suit that is spared, less
    value spent, fewer cards, a lower push."""
    hand = action.hand
    pairs = [(push, last) for push in pushes for last in range(len(hand)) if push != last]
    tops = {(push, last): action.top(difficulty, last, push) for push, last in pairs}
    if not tops:
        return None
    goal, known = max(tops.values()), dict[tuple[int, bool], Fraction]()
    found: list[tuple[tuple[int, ...], Play]] = []
    for push, last in (pair for pair in pairs if tops[pair] == goal):
        used = [hand[last]] if push is None else [hand[last], hand[push]]
        costly, value = sum(one.value for one in used if one.suit == action.spares), sum(one.value for one in used)
        trumps = action.trumps(Play((last,)))
        for total, before in chains(hand, action.low(last, push), action.spares).items():
            whole = (action.score + value + total, trumps)
            if whole not in known:
                known[whole] = action._chance(*whole, difficulty)
            if known[whole] == goal:
                low = 0 if push is None else hand[push].value
                cost = (costly + before.costly, value + total, before.cards, low)
                found.append((cost, Play((*before.places, last), push)))
    return Chosen(action, difficulty, min(found, key=lambda one: one[0])[1], goal)


def best(action: Action, difficulty: int) -> Chosen | None:
    """The best play without a push, None with no card in hand."""
    return _best(action, difficulty, (None,))


def before_card(action: Action, difficulty: int) -> Fraction:
    """The chance while a card that adds to the goal is still to come: it is known before the play, so that for each
    card the best play counts. From a pile it is one that nobody draws again."""
    if not (cards := len(action.pile)):
        return action.best_chance(difficulty)
    alike: dict[tuple[bool, int], tuple[Card, int]] = {}  # what it was matters by value, and if it was of the suit
    for one, often in action.pile.counts.items():
        kind = (one.suit == action.suit, one.value)
        alike[kind] = (one, often + alike.get(kind, (one, 0))[1])
    total = Fraction()
    for one, often in alike.values():
        total += often * replace(action, pile=action.pile.less(one)).best_chance(difficulty + one.value)
    return total / cards
