"""The movement phase of one seat (H-MOVE, H-WEALTH-1, H-TREAS-4, H-TREAS-5, H-SWORD-5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from saga_tui.engine.boards import Reached
from saga_tui.engine.walking import Walk
from saga_tui.games.heroes import dying
from saga_tui.games.heroes.board import ROADS, banned, by_sea, moves, pay, pick_up, reach
from saga_tui.games.heroes.book import AREAS, HORSE, NECKLACE, TABLES, THINGS
from saga_tui.games.heroes.commands import Command, Lend, Refused, Ride, Run, Trade
from saga_tui.games.heroes.state import MARKS, Counter, State


def hand_over(run: Run) -> None:
    """Jarls beside their hero give him what they carry, at no cost, in passing too (H-WEALTH-1)."""
    seat = run.state.whose
    hero = run.state.hero(seat)
    for jarl in run.state.jarls(seat):
        if jarl.at == hero.at and jarl.marks:
            run.state.seats[seat].hoard += jarl.marks
            run.tell("handed", "H-WEALTH-1", hero=seat, counters=(jarl.id,), area=hero.at, amount=jarl.marks)
            jarl.marks = 0


def _how(state: State, counter: Counter) -> tuple[bool, bool]:
    """Whether it is banned from the sea, and whether Njord carries it over it (H-MOVE-5, H-MOVE-6)."""
    return banned(state, counter), state.is_hero(counter) and bool(state.seats[counter.master].aid)


def _steps(state: State, counter: Counter) -> int:
    return moves(state, counter, riding=counter.riding)


def reach_of(state: State, counter: Counter) -> Mapping[str, Reached]:
    """Where a counter can go now, its own area among them. One that rides along can follow the horse as well."""
    if counter.out or counter.stopped:
        return {counter.at: Reached(0, ())}
    steps = left(state, counter)
    if not (steps and counter.riding) or HORSE in counter.things:
        return reach(counter.at, steps, *_how(state, counter))
    followed = state.track[state.track.index(counter.at) + 1 :] if counter.at in state.track else ()
    led = {area: Reached(step + 1, followed[: step + 1]) for step, area in enumerate(followed[:steps])}
    return led | dict(reach(counter.at, max(0, moves(state, counter) - counter.steps), *_how(state, counter)))


def leave(run: Run) -> None:
    """The seat has moved: aid that was used is used up, a horse that was ridden often enough is gone."""
    state = run.state
    seat = state.seats[state.whose]
    if seat.aid_used:
        seat.aid, seat.aid_used = 0, False
    state.track = ()
    if state.rides >= THINGS[HORSE].uses:
        for counter in state.counters.values():
            counter.drop(HORSE)
        for area in [*state.ground]:
            state.lift(area, HORSE)


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


def _ready(run: Run, counter: Counter, areas: tuple[str, ...]) -> None:
    """Who rides along, and leaves the way of the horse, rides no more."""
    state = run.state
    place = state.track.index(counter.at) + 1 if counter.at in state.track else len(state.track)
    if HORSE not in counter.things and state.track[place : place + len(areas)] != areas:
        counter.riding = False


def _stepped(run: Run, counter: Counter, start: str, cost: int) -> bool:
    """What comes of a step; whether it was the last: Njord's serpents take who defies him (H-GOD-5)."""
    state, seat, area = run.state, run.state.seats[counter.master], counter.at
    seat.aid_used |= not cost
    if counter.riding and HORSE in counter.things:
        state.track += (area,)
    if seat.wrath and state.is_hero(counter) and by_sea(start, area) and state.on("njord_wrath", "serpents"):
        run.tell("serpents", "H-GOD-5", hero=seat.hero, counters=(counter.id,), area=area)
        dying.fall(run, seat.hero)
        dying.ask(run, seat.hero)
        return True
    hand_over(run)
    return False


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
    counter.drop(NECKLACE)
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
    counter.drop(command.thing)
    counter.sword = "" if counter.sword == command.thing else counter.sword
    run.state.lay(counter.at, command.thing)
    pick_up(run.state, other, command.thing)
    pair = (counter.id, other.id)
    run.tell("lend", "H-SWORD-5", hero=counter.master, counters=pair, area=counter.at, what=command.thing)


def _more(state: State, counter: Counter) -> Iterator[Command]:
    if _may_ride(state, counter):
        yield Ride(counter=counter.id)
    yield from (Trade(counter=counter.id, dragon=dragon) for dragon in _partners(state, counter))
    yield from (Lend(counter=counter.id, to=to, thing=thing) for to, thing in _loans(state, counter))


WALK: Final[Walk[Counter]] = Walk(
    ROADS, Command, _steps, _how, reach_of, _ready, _stepped, pick_up, _more,
    deeds={"ride": _ride, "trade": _trade, "lend": _lend},
    against={
        "go": ("H-MOVE-1", ""), "take": ("H-MOVE-4", ""), "out": ("H-TURN-4", "It has lost this turn."),
        "mine": ("H-MOVE-1", "That counter is not one of yours on the board."),
        "stopped": ("H-MOVE-4", "It took something up, and moves no more this turn."),
        "apart": ("H-MAP-1", "Those areas do not touch one another."),
        "closed": ("H-MOVE-5", "It may make no step by sea this turn."),
        "far": ("H-MOVE-1", "That is farther than it can go."),
        "lie": ("H-SWORD-5", "That does not lie where it stands."),
        "elsewhere": ("H-STATE-3", "That cannot be done while moving."),
    },
)  # fmt: skip
left, options, carry_out = WALK.left, WALK.options, WALK.carry_out
