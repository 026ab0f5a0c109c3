"""Seats and switches, and what is drawn from the piles: at the beginning and in every turn (H-SET, H-MON, H-SWITCH)."""

from __future__ import annotations

from collections.abc import Container
from typing import Final

from saga_tui.games.heroes.board import undealt
from saga_tui.games.heroes.book import HEROES, JARLS, MONSTERS, PIECES, SWITCHES, SWORDS
from saga_tui.games.heroes.commands import Begin, Command, TakeSeat, Unseat
from saga_tui.games.heroes.dying import START
from saga_tui.games.heroes.run import Refused, Run
from saga_tui.games.heroes.state import MARKS, PILE, Counter, Seat, State

PRESETS: Final = ("1.22", "board")
MOST_TURNS: Final = 99


def options(state: State) -> list[Command]:
    """A seat for every free hero, none for those seated, and the beginning where somebody plays."""
    free = [TakeSeat(hero=hero) for hero in HEROES if hero not in state.seats]
    return [*free, *(Unseat(hero=hero) for hero in state.seats), *((Begin(),) if state.seats else ())]


def carry_out(run: Run, command: Command) -> None:
    """A command before play begins (H-STATE-3)."""
    state = run.state
    match command.verb:
        case "seat":
            if command.hero not in HEROES:
                raise Refused("H-SET-1", "There is no such hero.")
            said = Seat(command.hero, command.player, command.control, command.level, counter=command.hero)
            seats = state.seats | {command.hero: said}
            state.seats = {hero: seats[hero] for hero in HEROES if hero in seats}
            run.tell("seated", "H-SET-1", hero=command.hero, what=command.control)
        case "unseat":
            if state.seats.pop(command.hero, None) is None:
                raise Refused("H-SET-1", "No one plays that hero.")
            run.tell("unseated", "H-SET-1", hero=command.hero)
        case "switch":
            _switch(run, command)
        case "begin":
            _begin(run)
        case _:
            raise Refused("H-STATE-3", "The game has not begun.")


def _switch(run: Run, command: Command) -> None:
    state, name, value = run.state, command.name, command.value
    if name == "turns":
        if not (value.isascii() and value.isdecimal() and len(value) <= 2 and 1 <= int(value) <= MOST_TURNS):
            raise Refused("H-TURN-1", f"A game lasts 1 to {MOST_TURNS} turns.")
        state.turns = int(value)
    elif name == "preset":
        if value not in PRESETS:
            raise Refused("H-SWITCH", "The presets are 1.22 and board.")
        board = value == PRESETS[1]
        state.switches = {key: (board and each.board) or each.values[0] for key, each in SWITCHES.items()}
    elif name not in SWITCHES or value not in SWITCHES[name].values:
        raise Refused("H-SWITCH", "There is no such switch, or it cannot stand so.")
    else:
        state.switches[name] = value
    run.tell("switched", "H-SWITCH", what=name, areas=(value,))


def _begin(run: Run) -> None:
    """All that is drawn before the first turn, in the order of H-DRAW-1."""
    state = run.state
    if not state.seats:
        raise Refused("H-SET-1", "Someone must play.")
    state.counters = {key: Counter(key) for key in PIECES if key not in HEROES or key in state.seats}
    state.phase = "order"
    run.tell("begun", "H-SET-1", numbers=(len(state.seats), state.turns))
    swords = list(SWORDS)
    for seat in state.seats.values():
        sword = swords.pop(run.pick(len(swords), "a sword"))
        seat.luck, seat.glory, seat.hoard = START["luck"], START["glory"], START["hoard"]
        hero = state.counters[seat.hero]
        hero.sword, hero.master, hero.up = sword, seat.hero, True
        run.tell("armed", "H-SET-3", hero=seat.hero, what=sword)
    place(run, MONSTERS)
    place(run, JARLS)
    for seat in state.seats.values():
        seat.home, dice = run.address("a home")
        state.hero(seat.hero).at = seat.home
        run.tell("home", "H-SET-5", hero=seat.hero, area=seat.home, dice=dice)


def place(run: Run, group: Container[str]) -> None:
    """As many of the pile as there are heroes in play, each to a country by dice (H-MON-1, H-MON-2)."""
    state = run.state
    for _ in state.playing():
        pile = [each for key, each in state.counters.items() if key in group and each.at == PILE]
        if not pile:
            return
        counter = pile[run.pick(len(pile), "a counter")]
        counter.at, dice = run.address(f"where {PIECES[counter.id].group} lies")
        counter.up = counter.id in MONSTERS
        run.tell("placed", "H-MON-1", counters=(counter.id,), area=counter.at, dice=dice)
        guard(run, counter.id)


def guard(run: Run, key: str) -> None:
    """A dragon placed for the first time gets something to guard, unseen (H-MON-3)."""
    lairs = run.state.lairs
    if key in MONSTERS and MONSTERS[key].kind == "dragon" and key not in lairs:
        left = undealt(run.state)
        lairs[key] = left[run.pick(len(left), "what lies under a dragon")] if left else MARKS
