"""Where a computer player goes, and whom it attacks (H-AI-6 to H-AI-8)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import combinations
from typing import Final

from saga_tui.chance import numbered
from saga_tui.engine.boards import Reached
from saga_tui.games.heroes import moving, sides
from saga_tui.games.heroes.board import banned, distance, moves, reach, tax
from saga_tui.games.heroes.book import AREAS, JARLS, MONSTERS, THINGS
from saga_tui.games.heroes.commands import Attack, Command, Done, Go, Ride, Take
from saga_tui.games.heroes.minds.sums import Eye
from saga_tui.games.heroes.state import COUNTRY, Counter

AWAY: Final = 0.1
"""What a jarl leaves who goes with his hero and holds nothing (H-AI-7)."""
PLACES: Final = {area: place for place, area in enumerate(AREAS)}


class Plan(Eye):
    """The decisions of one moment: a state as a seat sees it, and a number that gives the easy level its whims."""

    # ---- what an area is worth

    def targets(self, area: str) -> Iterator[Counter | None]:
        """Whom one could attack there: monsters, free jarls, others' counters, and the country (None)."""
        for each in self.here.get(area, ()):
            if each.master != self.seat:
                yield each
        free = AREAS[area].kind == "land" and area not in self.state.iced
        if free and self.state.kingdoms.get(area) != self.seat:
            yield None

    def worth(self, side: Sequence[Counter], area: str) -> float:
        """What a group is worth to its seat in an area at the end of the movement (H-AI-6)."""
        fit = [each for each in side if not each.out]
        groups = [fit] + ([[self.hero]] if self.hero in fit and len(fit) > 1 else [])
        duty, others, monsters = float("-inf"), 0.0, 0.0
        for target in self.targets(area) if fit else ():
            found = max(self.fight(each, target, area) for each in groups)
            if target and target.id in MONSTERS:
                duty, monsters = max(duty, found), monsters + max(0.0, found)
            else:
                others += max(0.0, found)
        owes = self.hero in fit and duty > float("-inf")
        fights = duty + 0.8 * others if owes else 0.85 * (monsters + others)
        value = fights
        if self.hero in side and self.me.wounded:
            value = self._rest(area, fights, owes)
        if self.state.kingdoms.get(area) == self.seat:
            value += (0.1 if self.hero in side else 0.075) * tax(self.state, area)
        if self.hero in side:
            value += 0.1 * sum(each.marks for each in side)
        if lying := self.state.ground.get(area):
            value += 0.8 * sum(any(self.wants(each, thing) for each in side) for thing in lying)
        if self.level == "hard":
            value -= self._threat(side, area) / 4
        return value

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
        """For each area the counters of each other seat that can stand there when the fights begin."""
        found: dict[str, dict[str, list[Counter]]] = {}
        order = self.state.order
        later = order[order.index(self.seat) + 1 :] if self.seat in order else ()
        for each in (one for there in self.here.values() for one in there):
            if each.master not in ("", self.seat) and not each.out:
                ways = reach(each.at, moves(self.state, each)) if each.master in later else (each.at,)
                for area in ways:
                    found.setdefault(area, {}).setdefault(each.master, []).append(each)
        return {area: list(by_seat.values()) for area, by_seat in found.items()}

    def _threat(self, side: Sequence[Counter], area: str) -> float:
        """What the strongest of them would cost a group there (H-AI-10)."""
        foes = max(self._threats.get(area, ()), key=self._might, default=())
        return max(0.0, -self.bet(foes, side, 0)[0]) if foes else 0.0

    def _might(self, side: Sequence[Counter]) -> int:
        return sides.strength(self.state, side, (), attacks=True)

    @cached_property
    def _prizes(self) -> dict[str, float]:
        """What draws the hero from afar: monsters that he would beat alone, jarls that he could recruit (H-AI-6)."""
        found: dict[str, float] = {}
        cap, self.cap = self.cap, min(1, self.cap)
        for each in (one for there in self.here.values() for one in there if not one.master):
            if each.id in MONSTERS:
                worth = self.fight([self.hero], each, each.at)
            else:
                worth = 1.2 * (not each.up and self.recruits([self.hero]))
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
        if self.hero.at in AREAS:
            stands, way, joining, ride = self._spot()
            if ride:
                return Ride(counter=self.hero.id)
            for each, areas in ((self.hero, way.areas), *((jarl, there.areas) for jarl, there in joining)):
                settled.append(each)
                if areas:
                    return Go(counter=each.id, areas=areas)
        free = [jarl for jarl in self.jarls if jarl not in settled]
        settled += [jarl for jarl in free if not self._may_move(jarl)]
        for jarl in filter(self._may_move, free):
            if areas := self._place(jarl, settled, stands).areas:
                return Go(counter=jarl.id, areas=areas)
            settled.append(jarl)
        return self._take() or Done()

    def _may_move(self, each: Counter) -> bool:
        return not (each.out or each.stopped or each.moved)

    def _ways(self, each: Counter) -> dict[str, Reached]:
        """Where a counter may go; one that has moved stays."""
        return dict(moving.reach_of(self.state, each)) if self._may_move(each) else {each.at: Reached(0, ())}

    def _spot(self) -> tuple[str, Reached, list[tuple[Counter, Reached]], bool]:
        """Where the hero goes, which way, which jarls with him by which ways, and whether he rides for it: the first of
        the best in map order."""
        hero, ways, reaches = self.hero, self._ways(self.hero), [(jarl, self._ways(jarl)) for jarl in self.jarls]
        ridden = self._ridden() | ways
        found, most = (hero.at, Reached(0, ()), list[tuple[Counter, Reached]](), False), float("-inf")
        for area in filter(ridden.__contains__, AREAS):
            there = [jarl for jarl in self.jarls if jarl.at == area and not self._may_move(jarl)]
            able = [(jarl, reached[area]) for jarl, reached in reaches if area in reached and jarl not in there]
            base = self.pull(area) + self.whim(hero, area) - 0.3 * (area not in ways)
            for joining in ([], able) if able else ([],):
                value = base + self.worth([hero, *there, *(jarl for jarl, _ in joining)], area)
                value -= sum(self._leaves(jarl) for jarl, way in joining if way.areas)
                if value > most + 1e-9:
                    found, most = (area, ridden[area], joining, area not in ways), value
        return found

    def _ridden(self) -> dict[str, Reached]:
        """Where Frey Faxi would carry the hero, if he may mount (H-TREAS-5)."""
        if not any(one.verb == "ride" and one.counter == self.hero.id for one in moving.options(self.state)):
            return {}
        return dict(reach(self.hero.at, moves(self.state, self.hero, riding=True), banned(self.state, self.hero)))

    def _leaves(self, jarl: Counter) -> float:
        """What a jarl leaves who goes elsewhere: the taxes of what he alone holds (H-AI-7)."""
        held = self.state.kingdoms.get(jarl.at) == self.seat
        return 0.075 * tax(self.state, jarl.at) if held else AWAY

    def _place(self, jarl: Counter, settled: Sequence[Counter], stands: str) -> Reached:
        """Where a jarl goes by himself: what he adds to those who are there already."""
        found, most = Reached(0, ()), float("-inf")
        ways = self._ways(jarl)
        for area in AREAS:
            if area not in ways:
                continue
            there = [each for each in settled if (stands if each is self.hero else each.at) == area]
            value = self.worth([*there, jarl], area) - (self.worth(there, area) if there else 0.0)
            if stands:
                far = distance(area, stands)
                value += jarl.marks * (0.1 if not far else 0.05 / (1 + far)) + 0.15 / (1 + far)
            value += self.whim(jarl, area)
            if value > most + 1e-9:
                found, most = ways[area], value
        return found

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
        must = sides.duty(self.state, self.seat)
        if self.level == "easy" and self.hero.attacked and not must:
            return Done()
        found: Command | None = None
        duty: Command | None = None
        most, least_bad = 0.0, float("-inf")
        for area, target, side in self._attacks():
            worth = self.fight(side, None if target == COUNTRY else self.state.counters[target], area)
            attack = Attack(counters=tuple(each.id for each in side), target=target)
            with_hero = self.hero in side
            if must and with_hero and target in MONSTERS and worth > least_bad + 1e-9:
                duty, least_bad = attack, worth
            if with_hero and not must and self._resting():
                worth -= self.rest_worth
            if worth > most + 1e-9:
                found, most = attack, worth
        return found or duty or Done()

    def _attacks(self) -> Iterator[tuple[str, str, list[Counter]]]:
        """Every legal attack: area, target, attackers. Of the jarls who lie face down in an area one, whichever."""
        down: dict[str, list[sides.Choice]] = {}
        for one in sides.choices(self.state):
            target = self.state.counters.get(one.target)
            if target is None or target.up or target.id not in JARLS:
                yield from self._groups(one)
            else:
                down.setdefault(one.area, []).append(one)
        for area, alike in down.items():
            yield from self._groups(alike[numbered(~self.chance, self.state.turn * 100 + PLACES[area], len(alike))])

    def _groups(self, one: sides.Choice) -> Iterator[tuple[str, str, list[Counter]]]:
        """The groups that may make an attack, the largest first."""
        for size in range(len(one.counters), 0, -1):
            for keys in combinations(one.counters, size):
                yield one.area, one.target, [self.state.counters[key] for key in keys]

    def _resting(self) -> bool:
        """Whether the hero's wound heals if he does not attack (H-WOUND-3)."""
        hero = self.hero
        stayed = self.me.wounded and not (hero.moved or hero.attacked or hero.fled)
        return stayed and (hero.at == self.me.home or self.me.rune == "ing")
