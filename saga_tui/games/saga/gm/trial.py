"""One conflict, played by simple players: what a forecast tries many times (CNF, DMG-2, KIS-5, REG-1, REG-2). Pure."""

from __future__ import annotations

from bisect import bisect
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from random import Random
from typing import Final

from saga_tui.games.saga.gm import odds
from saga_tui.games.saga.gm.state import POOLS, Condition, Element
from saga_tui.games.saga.rules import derive, state
from saga_tui.games.saga.rules import odds as laws
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.words import POOLS as POOLS_OF
from saga_tui.games.saga.rules.words import WOUNDS, DamageKind, Skill

ROUNDS: Final = 12
"""A conflict that takes longer is left undecided."""
KINDS: Final[dict[str, DamageKind]] = {"physical": "pain", "social": "doubt", "mental": "fear"}
"""The damage that each pool deals (DMG-6)."""
SKILLS: Final[dict[str, tuple[Skill, ...]]] = {
    "physical": ("weaponry", "marksmanship", "athletics"),
    "social": ("influence", "subterfuge"),
    "mental": ("academia", "awareness", "skill_x"),
}
"""What simple players attack and block each pool with, with the best of them."""
TOKEN: Final = 2
"""Dice that simple players get for a token (AST-3; a trait through grace brings as much)."""


@lru_cache(maxsize=512)
def _ladder(dice: int) -> tuple[float, ...]:
    """The chances of at most 0, 1, 2 … marks, to find one by."""
    law = laws.marks(min(dice, laws.MOST_DICE))
    return tuple(float(Fraction(sum_, law.total)) for sum_ in law.running[:-1])


@lru_cache(maxsize=8192)
def _share(own: int, dice: int) -> float:
    """The share of a pool's dice that an attack takes on average."""
    return float(odds.attack(laws.marks(own), dice).lost.mean) / dice


@dataclass(slots=True)
class Player:
    """A player in one of the conflicts that are tried."""

    skills: dict[str, int]
    resists: int
    """Dice of Awareness, against a fear."""
    runs: int
    """Dice of Athletics, in a pursuit."""
    threshold: dict[str, int]
    held: dict[str, int]
    tokens: list[int]
    ratings: tuple[int, ...]
    kismet: int
    left: int
    least: int
    wounds: int = 0
    spent: bool = False
    taken: Counter[str] = field(default_factory=Counter)
    new: int = 0
    """Consequences of this conflict."""

    def copy(self) -> Player:
        """The same at the beginning of another conflict."""
        return replace(self, held=dict(self.held), tokens=list(self.tokens), taken=Counter())

    @property
    def standing(self) -> bool:
        """Whether they have not met their doom."""
        return self.left > 0

    def pay(self) -> bool:
        """Spends a token of the fullest pool, if there is one."""
        most = max(self.tokens)
        if not most:
            return False
        self.tokens[self.tokens.index(most)] -= 1
        self.spent = True
        return True

    def dice(self, base: int, more: int = 0) -> int:
        """A pool less what consequences take, one die at least (CSQ-2, ROL-7)."""
        return max(1, base + more - self.wounds)

    def recover(self) -> None:
        """The end of a round: a token back, or a whole pool to those who have spent none (REG-1, REG-2)."""
        missing = [rating - held for rating, held in zip(self.ratings, self.tokens, strict=True)]
        most = max(missing)
        self.tokens[missing.index(most)] += min(most, 1) if self.spent else most
        self.spent = False


@dataclass(slots=True, eq=False)
class Foe:
    """An element in one of the conflicts that are tried."""

    dice: dict[str, int]
    ally: bool
    penalty: int = 0
    """What its invoked traits take off rolls against it (CNF-2)."""
    against: tuple[int, ...] = ()
    """The places of the players that it is used against (CNF-4); any of them where it is not said."""
    blocks: bool = True

    @property
    def standing(self) -> bool:
        """Whether no pool that it had is at zero (CNF-3)."""
        return all(self.dice.values())

    @property
    def best(self) -> str:
        """Its largest pool."""
        return max(self.dice, key=self.dice.__getitem__)


def player(character: Character) -> Player:
    """A character as it stands; outside of a conflict with the tokens that one begins with (REG-3)."""
    known = {item.skill for item, _ in derive.specialties(character)}
    extra = derive.numbers(character).roll.specialty
    pools: dict[Skill, int] = {}
    for skill in (*(one for found in SKILLS.values() for one in found),):
        pools[skill] = derive.ranks(character, skill).total + (extra if skill in known else 0)
    ratings = tuple(max(0, derive.rating(character, asset).total) for asset in POOLS_OF)
    fighting = state.span_of(state.play_of(character)) == "conflict"
    held = [state.in_hand(character, asset) for asset in POOLS_OF] if fighting else list(ratings)
    return Player(
        skills={pool: max(pools[skill] for skill in skills) for pool, skills in SKILLS.items()},
        resists=pools["awareness"],
        runs=pools["athletics"],
        threshold={kind: derive.threshold(character, kind).total for kind in WOUNDS},
        held={kind: state.held(character, kind) for kind in WOUNDS},
        tokens=list(held),
        ratings=ratings,
        kismet=state.held(character, "kismet"),
        left=state.doom_left(character),
        least=derive.numbers(character).damage.deadly_min_dice,
        wounds=sum(one.severity for one in state.play_of(character).consequences),
    )


def foe(one: Element, ids: Sequence[str] = ()) -> Foe:
    """An element with the dice that it has now; a pool that it never had is none. `ids` are those of the players."""
    dice = {pool: min(one.dice.get(pool, 0), laws.MOST_DICE) for pool in POOLS if one.dice.get(pool, 0) > 0}
    against = tuple(at for at, who in enumerate(ids) if who in one.against)
    return Foe(dice or {"physical": 0}, one.ally, sum(trait.weight for trait in one.traits), against)


# ---- one conflict


@dataclass(slots=True)
class Conflict:
    """One conflict, tried."""

    random: Random
    players: list[Player]
    foes: list[Foe]
    allies: int
    conditions: Sequence[Condition]
    deadly: bool
    round: int = 0
    won: bool = False
    total: int = 0
    lost: int = 0

    def marks(self, dice: int) -> int:
        """Marks that so many dice show."""
        return bisect(_ladder(dice), self.random.random()) if dice > 0 else 0

    @property
    def here(self) -> list[Player]:
        """The players who still stand."""
        return [one for one in self.players if one.standing]

    def against(self, ally: bool) -> list[Foe]:
        """The elements of the other side that stand."""
        return [one for one in self.foes if one.ally is not ally and one.standing]

    def play(self) -> None:
        """Rounds until one side is out, or too many have gone by."""
        fights = bool(self.against(ally=True))
        while self.round < ROUNDS and not self.won and self.here:
            self.round += 1
            for foe in self.foes:
                foe.blocks = True
            self._players()
            if fights and not self.against(ally=True):
                self.won = True
                return
            self._elements()
            self._conditions()
            if self._caught():
                return
            for one in self.here:
                one.recover()

    def _players(self) -> None:
        """Each attacks once, and so does each element on their side; ally dice are shared among them (CNF-9)."""
        standing, foes = self.here, self.against(ally=True)
        weak: dict[str, Foe | None] = {}
        for place, one in enumerate(standing):
            helped = self.allies // len(standing) + (place < self.allies % len(standing))
            if foes and one.pay():
                more = TOKEN + helped - one.wounds
                self._attack([(pool, dice + more) for pool, dice in one.skills.items()], foes, weak)
        for foe in self.against(ally=False):
            if foes:
                self._attack([(foe.best, foe.dice[foe.best])], foes, weak)

    def _attack(self, own: Sequence[tuple[str, int]], foes: list[Foe], weak: dict[str, Foe | None]) -> None:
        """At the pool that loses the largest share of its dice, which is one with the fewest (CNF-7, CNF-3); an element
        that is out is taken from the list. `weak` are the weakest in each pool as far as they are known: who is hit is
        the weakest still."""
        best: tuple[float, int, str, Foe] | None = None
        for pool, most in own:
            foe = weak[pool] if pool in weak else weak.setdefault(pool, _weakest(pool, foes))
            if foe is not None:
                dice = max(1, max(1, most) - foe.penalty)
                share = _share(dice, foe.dice[pool])
                best = (share, dice, pool, foe) if best is None or (share, dice) > best[:2] else best
        if best is None:
            return
        _, dice, pool, foe = best
        net = self.marks(dice) - self.marks(foe.dice[pool])
        if net > 0 and foe.blocks:
            foe.blocks = False
            net -= self.marks(foe.dice[pool])
        foe.dice[pool] -= min(max(0, net), foe.dice[pool])
        if not foe.dice[pool]:
            foes.remove(foe)
            weak.clear()

    def _elements(self) -> None:
        """Each element attacks a player, who blocks what would bring a consequence (CNF-7, PSH-3)."""
        standing = self.here
        for foe in self.against(ally=True):
            if self.deadly:
                standing = self.here
            if not standing:
                return
            used = [self.players[at] for at in foe.against if self.players[at].standing] or standing
            one, pool = used[int(self.random.random() * len(used))], foe.best
            kind, marks = KINDS[pool], self.marks(foe.dice[pool])
            if one.held[kind] + marks > one.threshold[kind] and marks and one.pay():
                marks -= self.marks(max(1, one.dice(one.skills[pool], TOKEN) - foe.penalty))
            self._harm(one, kind, max(0, marks))

    def _harm(self, one: Player, kind: str, amount: int) -> None:
        """Damage, its consequences, and the kismet roll of a deadly conflict (DMG-2, KIS-5, KIS-3)."""
        if not amount:
            return
        room = max(0, one.threshold[kind] - one.held[kind])
        one.held[kind] += amount
        one.taken[kind] += amount
        new = max(0, amount - room)
        one.new += new
        one.wounds += new
        if new and self.deadly:
            one.left -= self.marks(max(one.least, one.kismet))  # a third of the faces are hitches, as of marks

    def _conditions(self) -> None:
        """The book's two; what is told in words alone does nothing here (CNF-8)."""
        for condition in self.conditions:
            for one in self.here:
                if condition.pattern == "fear":
                    if self.marks(one.dice(one.resists)) < self.marks(condition.challenge or 3):
                        self._harm(one, "fear", 1)
                elif condition.pattern == "pursuit":
                    net = self.marks(one.dice(one.runs)) - self.marks(self._pursuers())
                    self.total, self.lost = self.total + max(0, net), self.lost + max(0, -net)
                    self.won = self.won or (self.lost < goal(condition) <= self.total)
                    if self._caught() or self.won:
                        return

    def _caught(self) -> bool:
        return any(one.pattern == "pursuit" and self.lost >= goal(one) for one in self.conditions)

    def _pursuers(self) -> int:
        return max((foe.dice.get("physical", 0) for foe in self.against(ally=True)), default=0)


def _weakest(pool: str, foes: Sequence[Foe]) -> Foe | None:
    """Who has the fewest dice against an attack on that pool, the first of them; nobody where none has any."""
    there = (one for one in foes if pool in one.dice)
    return min(there, key=lambda one: one.dice[pool] + one.penalty, default=None)


def goal(condition: Condition) -> int:
    """The total that ends a pursuit (CNF-8)."""
    return condition.goal or 10
