"""The movement phase of one seat (H-MOVE, H-WEALTH-1, H-TREAS-4, H-TREAS-5, H-SWORD-5)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from saga_tui.engine.boards import Reached
from saga_tui.games.heroes import dying
from saga_tui.games.heroes.board import ROADS, banned, by_sea, moves, pay, pick_up, price, reach
from saga_tui.games.heroes.book import AREAS, HORSE, NECKLACE, TABLES, THINGS
from saga_tui.games.heroes.commands import Command, Go, Lend, Refused, Ride, Run, Take, Trade
from saga_tui.games.heroes.state import MARKS, Counter, State

AGAINST: Final = {
    "apart": ("H-MAP-1", "Those areas do not touch one another."),
    "closed": ("H-MOVE-5", "It may make no step by sea this turn."),
    "far": ("H-MOVE-1", "That is farther than it can go."),
}


def hand_over(run: Run) -> None:
    """Jarls beside their hero give him what they carry, at no cost, in passing too (H-WEALTH-1)."""
    seat = run.state.whose
    hero = run.state.hero(seat)
    for jarl in run.state.jarls(seat):
        if jarl.at == hero.at and jarl.marks:
            run.state.seats[seat].hoard += jarl.marks
            run.tell("handed", "H-WEALTH-1", hero=seat, counters=(jarl.id,), area=hero.at, amount=jarl.marks)
            jarl.marks = 0


def njord(state: State, counter: Counter) -> bool:
    """Whether Njord carries this hero over the sea now (H-MOVE-6)."""
    return state.is_hero(counter) and bool(state.seats[counter.master].aid)


def left(state: State, counter: Counter) -> int:
    """The steps a counter has left this turn (H-MOVE-1, H-TURN-4)."""
    if counter.out or counter.stopped:
        return 0
    return max(0, moves(state, counter, riding=counter.riding) - counter.steps)


def reach_of(state: State, counter: Counter) -> Mapping[str, Reached]:
    """Where a counter can go now, its own area among them. One that rides along can follow the horse as well."""
    if counter.out or counter.stopped:
        return {counter.at: Reached(0, ())}
    led = counter.riding and HORSE not in counter.things
    steps = left(state, counter)
    if led:
        steps = max(0, moves(state, counter) - counter.steps)
    found = reach(counter.at, steps, banned(state, counter), njord(state, counter))
    if not led or counter.at not in state.track:
        return found
    followed = state.track[state.track.index(counter.at) + 1 :]
    more = {area: Reached(step + 1, followed[: step + 1]) for step, area in enumerate(followed)}
    return {area: way for area, way in more.items() if way.cost <= left(state, counter)} | dict(found)


def mine(state: State, key: str) -> Counter:
    """A counter of the seat whose part it is, that can act this turn."""
    counter = state.counters.get(key)
    if counter is None or counter.master != state.whose or counter.at not in AREAS:
        raise Refused("H-MOVE-1", "That counter is not one of yours on the board.")
    if counter.out:
        raise Refused("H-TURN-4", "It has lost this turn.")
    return counter


def options(state: State) -> list[Command]:
    """What the seat's counters can do; of the ways to an area one that is cheapest."""
    found: list[Command] = []
    for counter in state.own(state.whose):
        if counter.out:
            continue
        if _may_ride(state, counter):
            found.append(Ride(counter=counter.id))
        ways = reach_of(state, counter)
        found += [Go(counter=counter.id, areas=each.areas) for each in ways.values() if each.areas]
        found += [Take(counter=counter.id, thing=thing) for thing in state.ground.get(counter.at, ())]
        found += [Trade(counter=counter.id, dragon=dragon) for dragon in _partners(state, counter)]
        found += [Lend(counter=counter.id, to=to, thing=thing) for to, thing in _loans(state, counter)]
    return found


def carry_out(run: Run, command: Command) -> None:
    """A command of this phase."""
    if command.verb not in DEEDS:
        raise Refused("H-STATE-3", "That cannot be done while moving.")
    DEEDS[command.verb](run, mine(run.state, command.counter), command)


def leave(run: Run) -> None:
    """The seat has moved: aid that was used is used up, a horse that was ridden often enough is gone."""
    state = run.state
    seat = state.seats[state.whose]
    if seat.aid_used:
        seat.aid, seat.aid_used = 0, False
    state.track = ()
    if state.rides >= THINGS[HORSE].uses:
        for counter in state.counters.values():
            counter.things = without(counter.things, HORSE)
        state.ground = {area: left for area, things in state.ground.items() if (left := without(things, HORSE))}


def without(things: Sequence[str], thing: str) -> tuple[str, ...]:
    """The things but for one."""
    return tuple(each for each in things if each != thing)


def _may_ride(state: State, counter: Counter) -> bool:
    fresh = not counter.moved and not counter.riding and not counter.stopped
    return fresh and HORSE in counter.things and state.rides < THINGS[HORSE].uses


def _ride(run: Run, counter: Counter, _: Command) -> None:
    state = run.state
    if not _may_ride(state, counter):
        raise Refused("H-TREAS-5", "Frey Faxi is mounted by its bearer, before the first step, three times in all.")
    state.rides += 1
    state.track = (counter.at,)
    counter.riding = True
    if state.on("faxi_riders", "all"):
        for other in state.own(counter.master):
            other.riding |= other.at == counter.at and not (other.moved or other.out or other.stopped)
    run.tell("ride", "H-TREAS-5", hero=counter.master, counters=(counter.id,), area=counter.at, amount=state.rides)


def _go(run: Run, counter: Counter, command: Command) -> None:
    state, areas = run.state, command.areas
    if counter.stopped:
        raise Refused("H-MOVE-4", "It took something up, and moves no more this turn.")
    if counter.riding and HORSE not in counter.things and not _follows(state, counter, areas):
        counter.riding = False
    carried = njord(state, counter)
    cost, against = ROADS.way(counter.at, areas, left(state, counter), banned(state, counter), carried)
    if against or not areas:
        raise Refused(*AGAINST[against or "far"])
    start, led = counter.at, not (counter.riding and HORSE in counter.things)
    run.tell("go", "H-MOVE-1", hero=counter.master, counters=(counter.id,), area=start, areas=areas, amount=cost)
    for area in areas:
        state.track += () if led else (area,)
        if _step(run, counter, area, carried):
            break


def _follows(state: State, counter: Counter, areas: tuple[str, ...]) -> bool:
    """Whether a way keeps to the horse's."""
    place = state.track.index(counter.at) + 1 if counter.at in state.track else len(state.track)
    return state.track[place : place + len(areas)] == areas


def _step(run: Run, counter: Counter, area: str, carried: bool) -> bool:
    """One step, and what comes of it; whether it was the last."""
    state, seat = run.state, run.state.seats[counter.master]
    cost, wet = price(counter.at, area, njord=carried) or 0, by_sea(counter.at, area)
    counter.at, counter.moved, counter.steps = area, True, counter.steps + cost
    seat.aid_used |= not cost
    if wet and seat.wrath and state.is_hero(counter) and state.on("njord_wrath", "serpents"):
        run.tell("serpents", "H-GOD-5", hero=seat.hero, counters=(counter.id,), area=area)
        dying.fall(run, seat.hero)
        dying.ask(run, seat.hero)
        return True
    hand_over(run)
    return False


def _take(run: Run, counter: Counter, command: Command) -> None:
    if command.thing not in run.state.ground.get(counter.at, ()):
        raise Refused("H-SWORD-5", "That does not lie where it stands.")
    pick_up(run.state, counter, command.thing)
    counter.stopped = True
    run.tell("take", "H-MOVE-4", hero=counter.master, counters=(counter.id,), area=counter.at, what=command.thing)


def _partners(state: State, counter: Counter) -> list[str]:
    """The dragons with which it can trade."""
    if NECKLACE not in counter.things or counter.stopped:
        return []
    return [key for key in state.lairs if state.counters[key].at in AREAS[counter.at].near]


def _trade(run: Run, counter: Counter, command: Command) -> None:
    state, dragon = run.state, command.dragon
    if dragon not in _partners(state, counter):
        raise Refused("H-TREAS-4", "The Necklace is given to a dragon in an area next to its bearer's.")
    found, state.lairs[dragon] = state.lairs[dragon], NECKLACE
    counter.things = without(counter.things, NECKLACE)
    if found == MARKS:
        pay(state, counter, TABLES["lair_marks"])
    elif found:
        counter.things += (found,)
    run.tell("trade", "H-TREAS-4", hero=counter.master, counters=(counter.id, dragon), area=counter.at, what=found)


def _loans(state: State, counter: Counter) -> list[tuple[str, str]]:
    """To whom it can lend what (by switch)."""
    beside = [each.id for each in state.own(counter.master) if each.at == counter.at and each is not counter]
    return [(to, thing) for to in beside for thing in counter.borne] if state.on("lending", "yes") else []


def _lend(run: Run, counter: Counter, command: Command) -> None:
    if (command.to, command.thing) not in _loans(run.state, counter):
        raise Refused("H-SWORD-5", "Your counters in one area lend what they have, where the game allows it.")
    other = run.state.counters[command.to]
    counter.things = without(counter.things, command.thing)
    counter.sword = "" if counter.sword == command.thing else counter.sword
    run.state.lay(counter.at, command.thing)
    pick_up(run.state, other, command.thing)
    pair = (counter.id, other.id)
    run.tell("lend", "H-SWORD-5", hero=counter.master, counters=pair, area=counter.at, what=command.thing)


DEEDS: Final[dict[str, Callable[[Run, Counter, Command], None]]] = {
    "ride": _ride, "go": _go, "take": _take, "trade": _trade, "lend": _lend
}  # fmt: skip
