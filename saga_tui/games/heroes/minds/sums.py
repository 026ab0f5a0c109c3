"""What a seat sees, and what it is worth to it, in glory (H-AI-2 to H-AI-5)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import Final

from saga_tui.engine.computers import Shares, added, staked
from saga_tui.games.heroes import board, laws, sides
from saga_tui.games.heroes.book import JARLS, KINDS, PIECES, TABLES
from saga_tui.games.heroes.state import Counter, State

CAP: Final = {"easy": 0, "normal": 3, "hard": 9}
"""The most luck that a level spends on a fight it begins (H-AI-10)."""
RIVALS: Final = {"hard": 0.5}
"""What others' counters are worth to a level, as a share: in a duel the third gains most (House, to H-AI-10)."""
CASTS: Final = {"drow": (1.0, 1 / 12), "ghost": (0.5, 0.0), "witch": (2.0, 1 / 12)}
"""How many spells a monster casts on average, and what share of a wound each costs (H-AI-5)."""
Law = tuple[str, tuple[laws.Favour, ...], bool]
"""What else changes odds: the side of Hrunting's bearer, favours due, whether the printed table is used."""
SURE: Final[Shares] = ((0, 1.0),)


class Eye:
    """A state as one seat sees it: what lies face down has no name and no factor here but the mean (H-INFO-1)."""

    def __init__(self, state: State, seat: str, level: str, chance: int) -> None:
        self.state, self.seat, self.level, self.chance = state, seat, level, chance
        self.me, self.hero, self.jarls = state.seats[seat], state.hero(seat), state.jarls(seat)
        self.left = max(0, state.turns - state.turn)
        """Turns left after this one."""
        self.luck = 1 / 3 + 0.35 * self.left / 20
        """What a point of luck is worth (H-AI-2)."""
        limit = TABLES["luck_in_a_fight"] if state.on("luck_limit", "9") else 99
        self.cap = min(CAP[level], limit, self.me.luck)
        self._known: dict[tuple[tuple[str, ...], str, int], float] = {}

    @cached_property
    def here(self) -> dict[str, list[Counter]]:
        """The counters in each area."""
        return self.state.by_area()

    @cached_property
    def unseen(self) -> Shares:
        """The factors of the jarls that nobody knows the place of."""
        factors = sides.unseen(self.state)
        return tuple((factor, factors.count(factor) / len(factors)) for factor in sorted({*factors}))

    def recruits(self, side: Sequence[Counter]) -> bool:
        """Whether this side can take a face-down jarl into service (H-JARL-1, H-JARL-5)."""
        return self.hero in side and self.me.luck > 0 and len(self.jarls) < TABLES["jarls_in_service"]

    # ---- worths

    def country(self, tax: int) -> float:
        """A country won, by its tax factor (H-AI-4)."""
        return 0.08 * tax * min(self.left + 1, 4)

    def losses(self, each: Counter) -> tuple[float, ...]:
        """What it costs that one of one's own is killed, wounded, put to flight (H-AI-2, H-AI-3)."""
        if each is not self.hero:
            factor = PIECES[each.id].combat
            worth = factor // 2 + 0.05 * factor * self.left + 0.07 * each.marks
            return worth + 0.6 * (factor // 2), worth, 0.2
        return self._hero_losses

    @cached_property
    def _hero_losses(self) -> tuple[float, ...]:
        total, future = board.total(self.state, self.me), 1.5 * self.left
        killed = total + future - max(total, 0.9 * future) + 0.5
        wounded = 0.4 if self.me.maidens else killed if self.me.wounded else min(2.5, 0.2 + 0.1 * self.left)
        care = 0.6 if self.level == "easy" else 1.0
        return care * killed, care * wounded, care * (min(2, self.me.glory) + 0.3)

    def gains(self, side: Sequence[Counter], foe: Counter, *, unknown: bool) -> tuple[float, ...]:
        """What it brings that a counter flees, is wounded, is killed (H-AI-4). `unknown`: it lay face down."""
        half, share = PIECES[foe.id].combat // 2, RIVALS.get(self.level, 1.0)
        if foe.master and self.state.is_hero(foe):
            return share * (0.5 + 0.3 * min(2, self.state.seats[foe.master].glory)), share * 1.8, share * 3.5
        if foe.master:
            return share * 0.2, share * 0.6, share * (1.4 * half + 0.07 * foe.marks)
        if unknown:
            return (max(1.0, self.luck) + 1 + 0.13 * self.left - self.luck,) * 3 if self.recruits(side) else (0, 0, 1.0)
        if foe.id in JARLS:
            return 0.0, half // 2, half
        kind = KINDS[PIECES[foe.id].kind]
        more = (2 if self.state.lairs.get(foe.id) else 0) + 0.8 * (self.hero in side and kind.rune and not self.me.rune)
        slain = max(kind.glory, self.luck * kind.luck) + more
        return 0.0, max(kind.glory // 2, self.luck * (kind.luck // 2)), slain

    # ---- fights

    def bet(
        self, attack: Sequence[Counter], defence: Sequence[Counter], cap: int, *, tax: int = 0, facing: Shares = SURE,
        unknown: bool = False, before: int = 0,
    ) -> tuple[float, int]:  # fmt: skip
        """The worth of a fight to this seat, on either side, and the least luck that is best for it (H-AI-5). `tax` is
        a country's; `facing` what a jarl may be who lies face down; `before` the luck that attackers have named."""
        attacks = attack[0].master == self.seat
        mine, others = (attack, defence) if attacks else (defence, attack)
        lost = added(map(self.losses, mine))
        won = added(self.gains(mine, foe, unknown=unknown) for foe in others) if others else (self.country(tax),) * 3
        values = (*(-each for each in lost), 0.0, *won)
        values = values if attacks else (*reversed(won), 0.0, *(-each for each in reversed(lost)))
        if attacks and unknown and self.recruits(attack):
            cap = min(cap, self.me.luck - 1)
        known = sides.strength(self.state, attack, defence, attacks=True) - tax
        open_to_all = [each for each in defence if each.up or each.id not in JARLS]
        known -= sides.strength(self.state, open_to_all, attack, attacks=False)
        favours = tuple(favour for _, favour in sides.favours(self.state, attack, defence))
        law = sides.turner(attack, defence), favours, self.state.on("table", "clamped")
        start = tuple((known - factor, share) for factor, share in facing)
        return staked(chances, start, 1 if attacks else -1, values, self.luck, cap, before, law)

    def fight(self, side: Sequence[Counter], target: Counter | None, area: str) -> float:
        """The worth of attacking a counter, with all who could aid it, or the country of an area (H-AI-5)."""
        key = tuple(each.id for each in side), target.id if target else area, self.cap
        if key not in self._known:
            self._known[key] = self._fight(side, target, area) + 0.06 * (self.hero in side)
        return self._known[key]

    def _fight(self, side: Sequence[Counter], target: Counter | None, area: str) -> float:
        if target is None:
            return self.bet(side, (), self.cap, tax=board.tax(self.state, area))[0]
        if target.master:
            return self.bet(side, [each for each in self.here[target.at] if each.master == target.master], self.cap)[0]
        if target.id in JARLS and not target.up:
            return self.bet(side, (target,), self.cap, facing=self.unseen, unknown=True)[0]
        casts, share = CASTS.get(PIECES[target.id].kind, (0.0, 0.0))
        wounds = sum(self.losses(each)[1] for each in side) if casts else 0.0
        return self.bet(side, (target,), self.cap)[0] - casts * (0.25 + share * wounds)


@lru_cache(maxsize=4096)
def chances(difference: int, luck: int, before: int, law: Law) -> tuple[float, ...]:
    """The chance of each result as a number, with the luck of this seat, below 0 as the defenders', and of those who
    named theirs `before` (H-FIGHT-11)."""
    (turned, favours, clamped), net = law, before + luck
    exact = laws.odds(difference, max(0, net), max(0, -net), hrunting=turned, favours=favours, clamped=clamped)
    return tuple(map(float, exact))
