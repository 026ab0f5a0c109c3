"""Where a computer player goes, and whom it attacks (H-AI-6 to H-AI-8)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import chain
from typing import Final

from saga_tui.chance import numbered
from saga_tui.engine.boards import Reached
from saga_tui.engine.computers import first_best
from saga_tui.engine.marches import March, threats
from saga_tui.engine.pieces import Aim, groups
from saga_tui.games.heroes import moving, sides
from saga_tui.games.heroes.board import banned, distance, moves, reach, tax
from saga_tui.games.heroes.book import AREAS, HORSE, JARLS, MONSTERS, THINGS
from saga_tui.games.heroes.commands import Attack, Command, Done, Go, Ride, Take
from saga_tui.games.heroes.minds.sums import Eye
from saga_tui.games.heroes.state import COUNTRY, Counter

PLACES: Final = {area: place for place, area in enumerate(AREAS)}


class Plan(Eye):
    """The decisions of one moment: a state as a seat sees it, and a number that gives the easy level its whims."""

    # ---- what an area is worth

    def worth(self, side: Sequence[Counter], area: str) -> float:
        """What a group is worth to its seat in an area at the end of the movement (H-AI-6)."""
        led, ours = self.hero in side, self.state.kingdoms.get(area) == self.seat
        value, monsters = self._fights([each for each in side if not each.out], area, ours)
        if led and self.me.wounded:
            value = self._rest(area, value, monsters)
        if ours:
            value += (0.1 if led else 0.075) * tax(self.state, area)
        if led:
            value += 0.1 * sum(each.marks for each in side)
        lying = self.state.ground.get(area, ())
        value += 0.8 * sum(any(self.wants(each, thing) for each in side) for thing in lying)
        if self.level == "hard" and (foes := max(self._threats.get(area, ()), key=self._might, default=())):
            value -= max(0.0, -self.bet(foes, side, 0)[0]) / 4
        return value

    def _fights(self, fit: Sequence[Counter], area: str, ours: bool) -> tuple[float, bool]:
        """What all fights there are worth to those who can attack, and whether a hero of theirs would owe one."""
        groups = [fit, [self.hero]] if self.hero in fit and len(fit) > 1 else [fit]
        worths: dict[bool, list[float]] = {True: [], False: []}
        country = () if ours or area in self.state.iced or AREAS[area].kind == "sea" else (None,)
        for target in chain((each for each in self.here.get(area, ()) if each.master != self.seat), country):
            monster = target is not None and target.id in MONSTERS
            worths[monster].append(max(self.fight(each, target, area) for each in groups) if fit else 0.0)
        won = {monster: sum(max(0.0, worth) for worth in found) for monster, found in worths.items()}
        if self.hero in fit and worths[True]:
            return max(worths[True]) + 0.8 * won[False], True
        return 0.85 * (won[True] + won[False]), False

    def _rest(self, area: str, fights: float, monsters: bool) -> float:
        """The worth of an area to a wounded hero: he rests or he fights (H-WOUND-3)."""
        there = area == self.hero.at and not self.hero.moved
        if self.me.rune == "ing":
            return fights if monsters else max(fights, 1.5 * there)
        if area == self.me.home and not monsters:
            return max(fights, self.rest_worth + 0.3) if there else fights + self.rest_worth
        return fights - 0.05 * distance(area, self.me.home)

    @property
    def rest_worth(self) -> float:
        """What it is worth to a wounded hero that he heals (H-AI-6)."""
        return 0.9 + 0.08 * self.left

    def wants(self, each: Counter, thing: str) -> bool:
        """Whether a counter would rather have a thing than not: any treasure, a better sword."""
        return not (THINGS[thing].sword and each.sword) or THINGS[thing].combat > THINGS[each.sword].combat

    @cached_property
    def _threats(self) -> dict[str, list[list[Counter]]]:
        """For each area the counters of each other seat that can stand there when the fights begin (H-AI-10)."""
        return threats(self.state, self.seat, lambda each: reach(each.at, moves(self.state, each)))

    def _might(self, side: Sequence[Counter]) -> int:
        return sides.strength(self.state, side, (), attacks=True)

    @cached_property
    def _prizes(self) -> dict[str, float]:
        """What draws the hero from afar: monsters that he would beat alone, jarls that he could recruit (H-AI-6)."""
        found: dict[str, float] = {}
        cap, self.cap = self.cap, min(1, self.cap)
        for each in chain.from_iterable(self.here.values()):
            if not each.master:
                monster = each.id in MONSTERS
                recruit = 1.2 * (not each.up and self.recruits([self.hero]))
                worth = self.fight([self.hero], each, each.at) if monster else recruit
                found[each.at] = max(worth, found.get(each.at, 0.0))
        self.cap = cap
        return found

    # ---- movement

    def move(self) -> Command:
        """The next command of the seat's movement: the hero's, then each jarl's (H-AI-7)."""
        march = March([*AREAS], self._ways, self._may_move, self.worth, self._draws, self._leaves)
        found = march.next(self.hero if self.hero.at in AREAS else None, self.jarls)
        if found is None:
            return self._swap() or self._take() or Done()
        each, way = found
        far = way[-1] not in moving.reach_of(self.state, each)
        return Ride(counter=each.id) if far else Go(counter=each.id, areas=way)

    def _may_move(self, each: Counter) -> bool:
        return not (each.out or each.stopped or each.moved)

    def _ways(self, each: Counter) -> dict[str, Reached]:
        """Where a counter may go, a hero on Frey Faxi too (H-TREAS-5); one that has moved stays."""
        if not self._may_move(each):
            return {each.at: Reached(0, ())}
        ways = dict(moving.reach_of(self.state, each))
        if each is self.hero and HORSE in each.things and Ride(counter=each.id) in moving.options(self.state):
            return {**reach(each.at, moves(self.state, each, riding=True), banned(self.state, each)), **ways}
        return ways

    def _draws(self, each: Counter, area: str, stands: str) -> float:
        """What draws the hero: how near prizes are, Faxi only where needed; a jarl: his hero (H-AI-6, H-AI-7). And the
        whims of the easy level, the same for a whole turn (H-AI-10)."""
        far, value = distance(area, stands) if stands else 0, 0.0
        if each is self.hero:
            near = (worth / (1 + distance(area, prize)) for prize, worth in self._prizes.items())
            value = 0.3 * max(near, default=0.0) - 0.3 * (area not in moving.reach_of(self.state, each))
        elif stands:
            value = each.marks * (0.05 / (1 + far) if far else 0.1) + 0.15 / (1 + far)
        if self.level == "easy":
            place = [*self.state.counters].index(each.id) * len(AREAS) + PLACES[area]
            value += numbered(~self.chance, self.state.turn * 10_000 + place, 251) / 100
        return value

    def _leaves(self, jarl: Counter) -> float:
        """What a jarl leaves who goes: the taxes of what he holds (H-AI-7)."""
        held = self.state.kingdoms.get(jarl.at) == self.seat
        return 0.075 * tax(self.state, jarl.at) if held else 0.1

    def _take(self) -> Command | None:
        """Something that lies where a counter stands, the hero first."""
        for each in (self.hero, *self.jarls):
            for thing in self.state.ground.get(each.at, ()):
                if self.wants(each, thing) and not each.out:
                    return Take(counter=each.id, thing=thing)
        return None

    def _swap(self) -> Command | None:
        """Where the game allows it the hero gets what he wants of his jarls; the Necklace, which counts for nothing on
        a jarl, goes to a dragon next door for what lies there (House, to H-AI-7)."""
        hero, options = self.hero, sorted(moving.options(self.state), key=lambda one: one.verb)
        lent = (one for one in options if one.to == hero.id and self.wants(hero, one.thing))
        return next(chain(lent, (one for one in options if one.dragon and one.counter != hero.id)), None)

    # ---- fights

    def attack(self) -> Command:
        """The next command of the seat's fights: the attack worth most, then an open duty (H-AI-8)."""
        must, hero = sides.duty(self.state, self.seat), self.hero
        if self.level == "easy" and hero.attacked and not must:
            return Done()
        healing = self.me.wounded and not (must or hero.moved or hero.attacked or hero.fled)
        rest = self.rest_worth if healing and (hero.at == self.me.home or self.me.rune == "ing") else 0.0

        def worth(one: tuple[str, str, list[Counter]]) -> float:
            area, target, side = one
            aimed = None if target == COUNTRY else self.state.counters[target]
            return self.fight(side, aimed, area) - rest * (hero in side)

        found = first_best(self._attacks(), worth, 0.0)
        if found is None and must:
            found = first_best((one for one in self._attacks() if hero in one[2] and one[1] in MONSTERS), worth)
        return Attack(counters=tuple(each.id for each in found[2]), target=found[1]) if found else Done()

    def _attacks(self) -> Iterator[tuple[str, str, list[Counter]]]:
        """Every legal attack: area, target, each group that may make it, the largest first. Which comes first of jarls
        who lie face down in an area, chance says."""
        for area, target, keys in groups(sorted(sides.choices(self.state), key=self._unknown)):
            yield area, target, [self.state.counters[key] for key in keys]

    def _unknown(self, one: Aim) -> int:
        """An order by chance for those who lie face down; 0 for the others."""
        if one.target not in JARLS or self.state.counters[one.target].up:
            return 0
        alike = [each.id for each in self.here[one.area] if each.id in JARLS and not each.up]
        return 1 + numbered(~self.chance, self.state.turn * 100 + PLACES[one.area] + alike.index(one.target), 1000)
