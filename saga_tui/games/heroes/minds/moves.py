"""Where a computer player goes, and whom it attacks (H-AI-6 to H-AI-8)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import chain, combinations
from typing import Final

from saga_tui.chance import numbered
from saga_tui.engine.boards import Reached
from saga_tui.engine.computers import first_best
from saga_tui.games.heroes import moving, sides
from saga_tui.games.heroes.board import banned, distance, moves, reach, tax
from saga_tui.games.heroes.book import AREAS, JARLS, MONSTERS, THINGS
from saga_tui.games.heroes.commands import Attack, Command, Done, Go, Ride, Take
from saga_tui.games.heroes.minds.sums import Eye
from saga_tui.games.heroes.state import COUNTRY, Counter

PLACES: Final = {area: place for place, area in enumerate(AREAS)}
Spot = tuple[str, Reached, list[tuple[Counter, Reached]], bool]
"""Where the hero goes, which way, which jarls with him by which ways, and whether he rides for it."""


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
        found: dict[str, dict[str, list[Counter]]] = {}
        order = self.state.order
        later = order[order.index(self.seat) + 1 :] if self.seat in order else ()
        for each in chain.from_iterable(self.here.values()):
            if each.master not in ("", self.seat) and not each.out:
                for area in reach(each.at, moves(self.state, each)) if each.master in later else (each.at,):
                    found.setdefault(area, {}).setdefault(each.master, []).append(each)
        return {area: list(by_seat.values()) for area, by_seat in found.items()}

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

    def pull(self, area: str) -> float:
        """How near an area is to such prizes."""
        return 0.3 * max((worth / (1 + distance(area, far)) for far, worth in self._prizes.items()), default=0.0)

    def whim(self, counter: Counter, area: str) -> float:
        """What the easy level thinks of an area beside its worth, the same for a whole turn (H-AI-10)."""
        if self.level != "easy":
            return 0.0
        place = [*self.state.counters].index(counter.id) * len(AREAS) + PLACES[area]
        return numbered(~self.chance, self.state.turn * 10_000 + place, 251) / 100

    # ---- movement

    def move(self) -> Command:
        """The next command of the seat's movement: the hero's, then each jarl's (H-AI-7)."""
        stands, settled = "", list[Counter]()
        if spot := first_best(self._spots(), self._spot_worth) if self.hero.at in AREAS else None:
            stands, way, joining, ride = spot
            if ride:
                return Ride(counter=self.hero.id)
            for each, areas in ((self.hero, way.areas), *((jarl, there.areas) for jarl, there in joining)):
                settled.append(each)
                if areas:
                    return Go(counter=each.id, areas=areas)
        free = [jarl for jarl in self.jarls if jarl not in settled]
        settled += [jarl for jarl in free if not self._may_move(jarl)]
        for jarl in filter(self._may_move, free):
            ways = self._ways(jarl)
            area = first_best(filter(ways.__contains__, AREAS), lambda area: self._adds(jarl, area, settled, stands))  # noqa: B023
            if area and ways[area].areas:
                return Go(counter=jarl.id, areas=ways[area].areas)
            settled.append(jarl)
        return self._take() or Done()

    def _may_move(self, each: Counter) -> bool:
        return not (each.out or each.stopped or each.moved)

    def _ways(self, each: Counter) -> dict[str, Reached]:
        """Where a counter may go; one that has moved stays."""
        return dict(moving.reach_of(self.state, each)) if self._may_move(each) else {each.at: Reached(0, ())}

    def _spots(self) -> Iterator[Spot]:
        """Everything that the hero may do, in map order: alone, or with all jarls who get there."""
        ways, reaches = self._ways(self.hero), [(jarl, self._ways(jarl)) for jarl in self.jarls]
        ridden = ways
        if any(one.verb == "ride" and one.counter == self.hero.id for one in moving.options(self.state)):
            far = moves(self.state, self.hero, riding=True)
            ridden = {**reach(self.hero.at, far, banned(self.state, self.hero)), **ways}
        for area in filter(ridden.__contains__, AREAS):
            able = [(jarl, found[area]) for jarl, found in reaches if area in found and self._may_move(jarl)]
            for joining in ([], able) if able else ([],):
                yield area, ridden[area], joining, area not in ways

    def _spot_worth(self, spot: Spot) -> float:
        """What that is worth, less what the jarls leave: the taxes of what they hold (H-AI-7)."""
        area, _, joining, ride = spot
        there = [jarl for jarl in self.jarls if jarl.at == area and not self._may_move(jarl)]
        value = self.worth([self.hero, *there, *(jarl for jarl, _ in joining)], area)
        value += self.pull(area) + self.whim(self.hero, area) - 0.3 * ride
        for jarl in (jarl for jarl, way in joining if way.areas):
            held = self.state.kingdoms.get(jarl.at) == self.seat
            value -= 0.075 * tax(self.state, jarl.at) if held else 0.1
        return value

    def _adds(self, jarl: Counter, area: str, settled: Sequence[Counter], stands: str) -> float:
        """What a jarl adds in an area to those who will be there, the hero where he stands then (H-AI-7)."""
        there = [each for each in settled if (stands if each is self.hero else each.at) == area]
        value = self.worth([*there, jarl], area) - (self.worth(there, area) if there else 0.0)
        if stands:
            far = distance(area, stands)
            value += jarl.marks * (0.1 if not far else 0.05 / (1 + far)) + 0.15 / (1 + far)
        return value + self.whim(jarl, area)

    def _take(self) -> Command | None:
        """Something that lies where a counter stands, the hero first."""
        for each in (self.hero, *self.jarls):
            for thing in self.state.ground.get(each.at, ()):
                if self.wants(each, thing) and not each.out:
                    return Take(counter=each.id, thing=thing)
        return None

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
        """Every legal attack: area, target, each group that may make it, the largest first. Of the jarls who lie face
        down in an area one, whichever."""
        down: dict[str, list[sides.Choice]] = {}
        known = list[sides.Choice]()
        for one in sides.choices(self.state):
            hidden = one.target in JARLS and not self.state.counters[one.target].up
            (down.setdefault(one.area, []) if hidden else known).append(one)
        for area, alike in down.items():
            known.append(alike[numbered(~self.chance, self.state.turn * 100 + PLACES[area], len(alike))])
        for area, target, counters in known:
            for size in range(len(counters), 0, -1):
                for keys in combinations(counters, size):
                    yield area, target, [self.state.counters[key] for key in keys]
