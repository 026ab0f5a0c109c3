"""A game to and from plain data, as its file has it, and what is wrong with one that was written by hand."""

from __future__ import annotations

import json
from collections import Counter as Counted
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final

from pydantic import TypeAdapter, ValidationError

from saga_tui.games.heroes.board import undealt
from saga_tui.games.heroes.book import AREAS, HEROES, MONSTERS, PIECES, RUNES, SWITCHES, SWORDS, THINGS, TREASURES
from saga_tui.games.heroes.setting_up import MOST_TURNS
from saga_tui.games.heroes.state import COUNTRY, DEAD, MARKS, PILE, Counter, State
from saga_tui.problem import FILE, Problem

Fault = tuple[tuple[str | int, ...], str, str]
"""The place, the rule's id, what is wrong there."""
IDS: Final = (("seats", "hero"), ("counters", "id"))
"""Where the key of a row is its id too, which is not written twice."""


@cache
def _adapter() -> TypeAdapter[State]:
    return TypeAdapter(State)


def written(state: State) -> dict[str, Any]:
    """The game as plain data: what stands at its default is left out, and counters in the pile are."""
    data: dict[str, Any] = _adapter().dump_python(state, mode="json", exclude_defaults=True)
    for section, key in IDS:
        data[section] = {
            name: {k: v for k, v in row.items() if k != key} for name, row in data.get(section, {}).items()
        }
    data["counters"] = {name: row for name, row in data["counters"].items() if row}
    return {"switches": dict(state.switches), "turns": state.turns} | {key: each for key, each in data.items() if each}


def read(data: Mapping[str, Any]) -> tuple[State | None, list[Problem]]:
    """The game, and all that is wrong with it; none where something cannot even be read."""
    found = {key: dict(value) if isinstance(value, dict) else value for key, value in data.items()}
    for section, key in IDS:
        rows = found.get(section)
        if isinstance(rows, dict):
            found[section] = {name: {key: name} | row if isinstance(row, dict) else row for name, row in rows.items()}
    try:
        state = _adapter().validate_json(json.dumps(found, default=str), strict=True)
    except ValidationError as error:
        return None, [_unread(tuple(each["loc"]), each["type"], each["msg"]) for each in error.errors()]
    state.switches = {key: state.switches.get(key, each.values[0]) for key, each in SWITCHES.items()} | {
        key: value for key, value in state.switches.items() if key not in SWITCHES
    }
    if state.phase != "set-up":
        for key in PIECES:
            if key not in HEROES and key not in state.counters:
                state.counters[key] = Counter(key)
    state.counters = {key: state.counters[key] for key in (*PIECES, *state.counters) if key in state.counters}
    state.seats = {key: state.seats[key] for key in (*HEROES, *state.seats) if key in state.seats}
    return state, [Problem("error", rule, where, said, "") for where, rule, said in faults(state)]


def _unread(where: tuple[str | int, ...], kind: str, said: str) -> Problem:
    message = "There is no such entry" if kind in ("extra_forbidden", "unexpected_keyword_argument") else said
    return Problem("error", FILE, where, message, "", "unreadable")


def faults(state: State) -> list[Fault]:
    """What no game can come to (H-STATE-2): unknown ids, things in two places, counters where they cannot be."""
    found = [*_unknown(state)]
    return found or [*_things(state), *_counters(state), *_seats(state), *_open(state)]


def _unknown(state: State) -> Iterator[Fault]:
    """Ids of nothing: with one of these nothing else is asked."""
    for name, value in state.switches.items():
        if name not in SWITCHES or value not in SWITCHES[name].values:
            yield ("switches", name), "H-SWITCH", "There is no such switch, or it cannot stand so"
    for key, counter in state.counters.items():
        fits = key in PIECES and counter.id == key and (PIECES[key].group != "hero" or key in state.seats)
        if not fits or counter.at not in (*AREAS, PILE, DEAD) or (counter.master and counter.master not in state.seats):
            yield ("counters", key), "H-SET-2", "There is no such counter, or no such place or hero for it"
        if not (counter.sword in ("", *SWORDS) and all(thing in TREASURES for thing in counter.things)):
            yield ("counters", key), "H-SET-2", "There is no such sword or treasure"
    for key, seat in state.seats.items():
        begun = state.phase != "set-up"
        if key not in HEROES or seat.hero != key or (begun and seat.counter not in state.counters):
            yield ("seats", key), "H-SET-1", "There is no such hero, or no counter that plays him"
        if (seat.home not in AREAS and begun) or seat.fell not in ("", *AREAS) or seat.rune not in ("", *RUNES):
            yield ("seats", key), "H-SET-5", "There is no such home, place or rune"
        if not all(thing in THINGS for thing in seat.bore):
            yield ("seats", key), "H-SET-2", "There is no such sword or treasure"
    yield from _places(state)


def _places(state: State) -> Iterator[Fault]:
    named = {"iced": state.iced, "kingdoms": state.kingdoms, "ground": state.ground, "track": state.track}
    for section, areas in named.items():
        yield from (((section,), "H-MAP-1", f"There is no area {area}") for area in areas if area not in AREAS)
    lying = (thing for things in state.ground.values() for thing in things)
    yield from ((("ground",), "H-SET-2", f"There is no {thing}") for thing in lying if thing not in THINGS)
    for hero in (*state.kingdoms.values(), *state.order, *(each.hero for each in state.questions)):
        if hero not in state.seats:
            yield ("seats",), "H-SET-1", f"Nobody plays {hero}"
    for dragon, under in state.lairs.items():
        if dragon not in MONSTERS or MONSTERS[dragon].kind != "dragon" or under not in ("", MARKS, *TREASURES):
            yield ("lairs", dragon), "H-MON-3", "There is no such dragon or treasure"


def things(state: State) -> Counted[str]:
    """How often each sword and treasure is in the game: on a counter, on the ground, or under a dragon."""
    borne = Counted(thing for each in state.counters.values() for thing in (*each.things, each.sword) if thing)
    lying = Counted(thing for each in state.ground.values() for thing in each)
    return borne + lying + Counted(thing for thing in state.lairs.values() if thing in TREASURES)


def _things(state: State) -> Iterator[Fault]:
    found = things(state)
    yield from (((), "H-SET-2", f"{thing} is in two places") for thing, count in found.items() if count > 1)
    if state.phase != "set-up":
        swords = sum(found[sword] for sword in SWORDS)
        if swords != len(state.seats):
            yield (), "H-SET-3", f"{swords} swords are in a game of {len(state.seats)}"
        dealt = len(TREASURES) - len(undealt(state))
        if dealt != min(len(state.lairs), len(TREASURES)):
            yield ("lairs",), "H-MON-3", f"{dealt} treasures were dealt to {len(state.lairs)} dragons"
    for area in state.ground:
        if not state.ground[area]:
            yield ("ground", area), "H-SWORD-5", "Nothing lies there"


def _counters(state: State) -> Iterator[Fault]:
    for key, counter in state.counters.items():
        where, group = ("counters", key), PIECES[key].group
        if counter.at in (PILE, DEAD) and (counter.sword or counter.things or counter.marks or counter.rank):
            yield where, "H-FIGHT-10", "It is off the board, and bears nothing"
        if group == "monster" and (counter.master or counter.sword or counter.things or counter.marks):
            yield where, "H-MON-1", "A monster serves nobody and bears nothing"
        if group == "hero" and (counter.master != key or counter.at == PILE):
            yield where, "H-SET-1", "A hero is his own, and in no pile"
        if group == "jarl" and counter.at == PILE and counter.master:
            yield where, "H-FIGHT-10", "A jarl in the pile serves nobody"
        if counter.marks and state.is_hero(counter):
            yield where, "H-WEALTH-1", "A hero's marks are in his hoard"
        if counter.at in AREAS and not counter.up and (group != "jarl" or counter.master):
            yield where, "H-MON-1", "Only a free jarl lies face down"


def _seats(state: State) -> Iterator[Fault]:
    if not 1 <= state.turns <= MOST_TURNS or state.turn > state.turns:
        yield ("turn",), "H-TURN-1", f"A game lasts 1 to {MOST_TURNS} turns, and none after its last"
    for key, seat in state.seats.items():
        if state.phase == "set-up":
            continue
        where, hero = ("seats", key), state.hero(key)
        if hero.master != key or (hero.at in (PILE, DEAD)) == (seat.in_play and not seat.fell):
            yield where, "H-DEATH-2", "A hero in play is on the board, another is not"
        if len(state.jarls(key)) > 4:
            yield where, "H-JARL-5", "He has more than four jarls"
        if not seat.in_play and (state.jarls(key) or key in state.kingdoms.values()):
            yield where, "H-DEATH-3", "Who has withdrawn has neither jarls nor a kingdom"
    for area in state.kingdoms:
        if AREAS[area].kind == "sea" or area in state.iced:
            yield ("kingdoms", area), "H-SPELL-4", "Nobody's kingdom can be there"


def _open(state: State) -> Iterator[Fault]:
    """The order, the seat whose part it is, the open fight and the questions."""
    going = state.phase in ("move", "fight")
    if len(set(state.order)) != len(state.order) or (going and state.whose not in state.order):
        yield ("order",), "H-TURN-3", "It is nobody's part, or somebody's twice"
    if state.phase in ("order", "tax", "monsters", "jarls", "mark"):
        yield ("phase",), "H-STATE-3", "The game stops at no such phase"
    fight = state.fight
    if fight is not None:
        there = {*fight.attackers, *fight.defenders, *(() if fight.target == COUNTRY else (fight.target,))}
        if fight.area not in AREAS or not there <= state.counters.keys() or state.phase != "fight":
            yield ("fight",), "H-FIGHT-5", "There is no such area or counter, or no fight now"
        if fight.by not in state.seats or fight.owner not in ("", *state.seats):
            yield ("fight",), "H-FIGHT-4", "Nobody plays one of the sides"
    for place, question in enumerate(state.questions):
        if question.kind != "death" and fight is None:
            yield ("questions", place), "H-STATE-4", "There is no fight that it could be about"
