"""Exact chances at the GM's table, both ways: a character against an element, an element against characters, several
against one challenge, a pursuit (CNF-2, CNF-3, CNF-7, CNF-8, ROL-6, ROL-9, DMG-2, KIS-2, KIS-5, DOM-3). Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod

from saga_tui.games.saga.gm import state as table
from saga_tui.games.saga.gm.state import Element
from saga_tui.games.saga.rules import advice, derive, odds, rolls, state
from saga_tui.games.saga.rules.advice import Against
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.rolls import Plan
from saga_tui.games.saga.rules.words import DamageKind
from saga_tui.odds import Dist
from saga_tui.words import percent

NONE: Dist = Dist(0, (1,), 1)
"""The law of nothing at all."""
SURE = Fraction(1)


def thrown(dice: int, traded: int = 0) -> Dist:
    """The law of the marks of an element's pool, of which `traded` dice go three for a mark (CNF-2, ROL-6)."""
    if traded % odds.TRADE or not 0 <= traded <= dice:
        raise ValueError(f"trade {odds.TRADE} dice for a mark, and no more than there are")
    return odds.marks(dice - traded, traded // odds.TRADE)


def joined(one: Dist, other: Dist, to: Callable[[int, int], int]) -> Dist:
    """The law of what becomes of two numbers that know nothing of each other."""
    found: dict[int, int] = {}
    for first, often in enumerate(one.weights, one.low):
        for second, ways in enumerate(other.weights, other.low):
            if often and ways:
                value = to(first, second)
                found[value] = found.get(value, 0) + often * ways
    low = min(found)
    weights = tuple(found.get(value, 0) for value in range(low, max(found) + 1))
    return Dist(low, weights, one.total * other.total)


def less(law: Dist, *blocks: Dist) -> Dist:
    """The law of damage of which blocks cancel one each mark, never below none (PSH-3, CNF-7)."""
    for block in blocks:
        law = joined(law, block, lambda damage, marks: max(0, damage - marks))
    return law.mapped(lambda damage: max(0, damage))


# ---- a character attacks an element


@dataclass(frozen=True, slots=True)
class Attack:
    """A character's attack on an element's pool."""

    net: Dist
    """Net marks (ROL-2)."""
    connects: Fraction
    """The chance of net marks above zero: a tie connects for nothing (CNF-7)."""
    lost: Dist
    """The dice that it loses where every push deals damage (CNF-3, PSH-2)."""
    out: Fraction
    """The chance that none is left: the GM says what it means (CNF-3)."""
    hurt: Fraction
    """The chance that it loses a die."""

    @property
    def words(self) -> str:
        """`67% to connect, 1.4 off its dice, 12% out`."""
        return f"{percent(self.connects)} to connect, {mean(self.lost)} off its dice, {percent(self.out)} out"


def attack(own: Dist, dice: int, *, against: Dist | None = None, block: Dist = NONE, free: int = 0) -> Attack:
    """The chances of marks against a pool that has so many dice left.

    `against` is the law of the opposing marks where it is not that of the pool; `block` that of the marks of an
    element's block; `free` are pushes that a perk adds to a success, even on a tie (PRK-3).
    """
    law = odds.net(own, thrown(dice) if against is None else against)
    dealt = law.mapped(lambda net: net + free if net >= 0 else 0)
    lost = less(dealt, block).mapped(lambda damage: min(dice, damage))
    return Attack(law, law.at_least(1), lost, lost.p(dice) if dice else SURE, lost.at_least(1))


def attack_of(character: Character, plan: Plan, dice: int, *, traded: int = 0, block: Dist = NONE) -> Attack | None:
    """The chances of a character's roll against a pool of so many dice, of which the GM trades some; nothing where the
    odds do not know such pools. Perks that act by themselves on a success count (PRK-3)."""
    plan = plan.model_copy(update={"kind": "attack"})
    try:
        sure, rest = traded // odds.TRADE, thrown(dice, traded).high - traded // odds.TRADE
        here = advice.stand(character, plan, Against(dice=rest))
        free = sum(count for _, count in rolls.free_pushes(character, plan))
        return attack(here.own, dice, against=here.opposing.shifted(sure), block=block, free=free)
    except ValueError:
        return None


def attack_on(
    character: Character, plan: Plan, element: Element, pool: str, *, traded: int = 0, block: Dist = NONE
) -> Attack | None:
    """The chances of a character's roll against a pool of an element, with its invoked traits as they stand on the
    character's sheet (CNF-2, TRT-4)."""
    known = [one.trait for one in state.play_of(character).active]
    counting = dict.fromkeys([*plan.active, *table.counting(element, known)])
    plan = plan.model_copy(update={"active": tuple(counting)})
    return attack_of(character, plan, max(0, element.dice.get(pool, 0)), traded=traded, block=block)


def block_of(character: Character, plan: Plan) -> Dist | None:
    """The law of the marks of a character's block: nothing opposes it (CNF-7)."""
    try:
        return advice.stand(character, plan.model_copy(update={"kind": "block"}), Against(block=True)).own
    except ValueError:
        return None


# ---- an element attacks characters


@dataclass(frozen=True, slots=True)
class Target:
    """What a kind of damage would fall on."""

    kind: DamageKind
    held: int
    threshold: int
    kismet: int
    left: int
    """Unmarked doom steps (DOM-1)."""
    deadly: bool = False
    least: int = 1
    """The dice of a kismet roll in a deadly conflict at least (KIS-5)."""

    def consequences(self, damage: int) -> int:
        """Consequences that so much damage brings (DMG-2); kismet brings none (KIS-1)."""
        room = max(0, self.threshold - self.held)
        return 0 if self.kind == "kismet" else max(0, damage - room)

    def kismet_dice(self, damage: int) -> int:
        """Dice of the kismet roll that so much damage calls for (KIS-2, KIS-5); 0 where it calls for none."""
        if self.kind == "kismet":
            return self.kismet + damage if damage else 0
        return max(self.least, self.kismet) if self.deadly and self.consequences(damage) else 0


def target(character: Character, kind: DamageKind, deadly: bool | None = None) -> Target:
    """What that damage would fall on; `deadly` where the table's stakes are not the character's own."""
    threshold = 0 if kind == "kismet" else derive.threshold(character, kind).total
    if deadly is None:
        deadly = state.play_of(character).stakes == "deadly"
    least = derive.numbers(character).damage.deadly_min_dice
    kismet, left = state.held(character, "kismet"), state.doom_left(character)
    return Target(kind, state.held(character, kind), threshold, kismet, left, deadly, least)


@dataclass(frozen=True, slots=True)
class Harm:
    """What an attack may do to one character, before fortune and perks are asked."""

    damage: Dist
    """What comes through."""
    hit: Fraction
    """The chance of any damage."""
    consequence: Fraction
    """The chance of at least one consequence (DMG-2)."""
    consequences: Fraction
    """Expected consequences."""
    hitch: Fraction
    """The chance that a doom step is marked (KIS-3)."""
    doom: Fraction
    """The chance of meeting one's doom by the kismet roll that follows (DOM-3)."""

    @property
    def words(self) -> str:
        """`86% hit, 2.0 damage, 41% a consequence, 3% doom`; what cannot be is left out."""
        told = [f"{percent(self.hit)} hit, {mean(self.damage)} damage"]
        told += [f"{percent(self.consequence)} a consequence"] if self.consequence else []
        told += [f"{percent(self.doom)} doom"] if self.doom else []
        return ", ".join(told)


def harm(on: Target, damage: Dist) -> Harm:
    """The chances of a law of damage that has come through (see `less` and `share`)."""
    hitch = doom = bad = expected = Fraction()
    for amount, chance in damage:
        if amount <= 0 or not chance:
            continue
        wounds, dice = on.consequences(amount), on.kismet_dice(amount)
        bad += chance if wounds else 0
        expected += chance * wounds
        if dice:
            rolled = odds.kismet(min(dice, odds.MOST_DICE), on.left)
            hitch += chance * (1 - rolled.no_hitch)
            doom += chance * rolled.doom
    return Harm(damage, damage.at_least(1), bad, expected, hitch, doom)


def share(marks: Dist, among: int, place: int = 0) -> Dist:
    """The law of the damage of one of several targets, where marks are dealt in turn, the first one first (CNF-7)."""
    return marks.mapped(lambda count: count // among + (place < count % among))


# ---- several against one challenge


@dataclass(frozen=True, slots=True)
class Together:
    """A challenge whose dice are split among several (ROL-9)."""

    split: tuple[int, ...]
    each: tuple[odds.Outcome, ...]
    """What may come of each roll."""

    @property
    def all_clear(self) -> Fraction:
        """The chance that all succeed, nobody barely."""
        return prod((one.success for one in self.each), start=SURE)

    @property
    def no_failure(self) -> Fraction:
        """The chance that nobody fails; a tie is a qualified success (ROL-3)."""
        return prod((1 - one.failure for one in self.each), start=SURE)

    @property
    def anybody(self) -> Fraction:
        """The chance that at least one does not fail, where that is enough."""
        return 1 - prod((one.failure for one in self.each), start=SURE)

    @property
    def words(self) -> str:
        """`3 + 2: no one fails 44%, all clear 31%, anyone 92%`."""
        parts = " + ".join(map(str, self.split))
        return (
            f"{parts}: no one fails {percent(self.no_failure)}, all clear {percent(self.all_clear)}, "
            f"anyone {percent(self.anybody)}"
        )


def together(own: Sequence[Dist], split: Sequence[int]) -> Together:
    """The chances of several rolls, each against its part of a challenge's dice (ROL-3, ROL-9)."""
    each = (odds.outcome(odds.net(law, odds.marks(dice))) for law, dice in zip(own, split, strict=True))
    return Together(tuple(split), tuple(each))


def best_split(own: Sequence[Dist], rating: int) -> Together:
    """The split of a challenge's dice in which most likely nobody fails; each takes a die at least, if there are so
    many. Of equal ones the first, in the order of the rolls, has the most dice."""
    least = 1 if rating >= len(own) else 0
    best: dict[int, tuple[Fraction, tuple[int, ...]]] = {0: (SURE, ())}
    for law in own:
        held = [Fraction(*odds.ahead(law, odds.marks(dice), 0)) for dice in range(rating + 1)]
        then: dict[int, tuple[Fraction, tuple[int, ...]]] = {}
        for used, (chance, parts) in best.items():
            for dice in range(least, rating - used + 1):
                found = (chance * held[dice], (*parts, dice))
                then[used + dice] = max(then.get(used + dice, (Fraction(-1), ())), found)
        best = then
    return together(own, best[rating][1])


# ---- conditions


def resists(own: Dist, rating: int) -> Fraction:
    """The chance of resisting a condition's challenge: a tie is enough (CNF-8, ROL-3)."""
    return Fraction(*odds.ahead(own, odds.marks(rating), 0))


def pursuit(
    rounds: Sequence[Sequence[Dist]], goal: int, total: int = 0, lost: int = 0
) -> list[tuple[Fraction, Fraction]]:
    """The chances that the players have won a pursuit, and that they are caught, after each round (CNF-8).

    `rounds` are the laws of the players' net marks, round by round, in the order of their rolls: those above zero add
    to the players' total, those below to the pursuers', and whichever reaches the goal first ends it.
    """
    standing, won, caught, ways = {(total, lost): 1}, 0, 0, 1
    found = []
    for laws in rounds:
        for law in laws:
            then: dict[tuple[int, int], int] = {}
            for (ours, theirs), often in standing.items():
                for net, more in enumerate(law.weights, law.low):
                    now = ours + max(0, net), theirs + max(0, -net)
                    then[now] = then.get(now, 0) + often * more
            won = won * law.total + sum(often for at, often in then.items() if at[0] >= goal)
            caught = caught * law.total + sum(often for at, often in then.items() if at[1] >= goal > at[0])
            ways *= law.total
            standing = {at: often for at, often in then.items() if max(at) < goal and often}
        found.append((Fraction(won, ways), Fraction(caught, ways)))
    return found


def mean(law: Dist) -> str:
    """The expected value as `1.4`."""
    return f"{float(law.mean):.1f}"
