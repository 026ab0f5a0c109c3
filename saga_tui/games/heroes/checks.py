"""What no game can come to, though each of its entries could be: for a file that was written by hand, and for tests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from saga_tui.engine.soundness import Fault, Soundness, borne, misplaced
from saga_tui.games.heroes.board import undealt
from saga_tui.games.heroes.book import ADDRESS, AREAS, HEROES, JARLS, PIECES, SWITCHES, SWORDS, TREASURES
from saga_tui.games.heroes.fight import AGENDA
from saga_tui.games.heroes.laws import RESULTS
from saga_tui.games.heroes.play import COURSE, MOST_TURNS
from saga_tui.games.heroes.state import COUNTRY, DEAD, PILE, State


def faults(state: State) -> list[Fault]:
    """All of them, where every id is one of the tables' and every hero named has a seat (H-STATE-2)."""
    return [*_things(state), *_counters(state), *_seats(state), *OPEN.faults(state)]


def things(state: State) -> Counter[str]:
    """How often each sword and treasure is in the game: on a counter, on the ground, or under a dragon."""
    return borne(state, [thing for thing in state.lairs.values() if thing in TREASURES])


def _things(state: State) -> Iterator[Fault]:
    found = things(state)
    yield from misplaced(state, found, "H-SET-2", "H-SWORD-5")
    if state.phase != "set-up":
        swords = sum(found[sword] for sword in SWORDS)
        if swords != len(state.seats):
            yield (), "H-SET-3", f"{swords} swords are in a game of {len(state.seats)}"
        dealt = len(TREASURES) - len(undealt(state))
        if dealt != min(len(state.lairs), len(TREASURES)):
            yield ("lairs",), "H-MON-3", f"{dealt} treasures were dealt to {len(state.lairs)} dragons"


def _counters(state: State) -> Iterator[Fault]:
    for key, counter in state.counters.items():
        group, at, bears = PIECES[key].group, counter.at, bool(counter.borne or counter.marks)
        rows = (
            (at in (PILE, DEAD) and (bears or counter.rank), "H-FIGHT-10", "It is off the board, and carries nothing"),
            (group == "monster" and (counter.master or bears), "H-MON-1", "A monster serves no one, carries nothing"),
            (group == "hero" and (counter.master != key or at == PILE), "H-SET-1", "A hero is his own, and in no pile"),
            (group == "jarl" and at == PILE and counter.master, "H-FIGHT-10", "A jarl in the pile serves no one"),
            (counter.marks and state.is_hero(counter), "H-WEALTH-1", "A hero's marks are in his hoard"),
            (at in AREAS and not counter.up and (group != "jarl" or counter.master), "H-MON-1",
             "Only a free jarl lies face down"),
        )  # fmt: skip
        yield from ((("counters", key), rule, said) for wrong, rule, said in rows if wrong)


def _seats(state: State) -> Iterator[Fault]:
    if not 1 <= state.turns <= MOST_TURNS or state.turn > state.turns:
        yield ("turn",), "H-TURN-1", f"A game lasts 1 to {MOST_TURNS} turns, and none after its last"
    for key, seat in state.seats.items():
        if state.phase == "set-up":
            continue
        where, hero = ("seats", key), state.hero(key)
        if hero.master != key or (hero.at in (PILE, DEAD)) == (seat.in_play and not seat.fell):
            yield where, "H-DEATH-2", "A hero in play is on the board, another is not"
        if seat.home not in ADDRESS.values():
            yield (*where, "home"), "H-SET-5", "A home is a country"
        asked = any(one.kind == "death" and one.hero == key for one in state.questions)
        if seat.fell and not (asked or state.fight):
            yield where, "H-DEATH-1", "No one asks what becomes of a hero who died"
        if len(state.jarls(key)) > 4:
            yield where, "H-JARL-5", "He has more than four jarls"
        if not seat.in_play and (state.jarls(key) or key in state.kingdoms.values()):
            yield where, "H-DEATH-3", "Who has withdrawn has neither jarls nor a kingdom"
    for area in state.kingdoms:
        if AREAS[area].kind == "sea" or area in state.iced:
            yield ("kingdoms", area), "H-SPELL-4", "No kingdom can be there"


STEPS: Final = {"aid": 2, "luck": 4, "turn": 7, "recruit": 8, "reward": 8, "loot": 8, "lose": 8, "flee": 8, "pray": 9}
OPEN: Final = Soundness(
    COURSE, AGENDA, "fight", AREAS, RESULTS, COUNTRY, options=("H-SWITCH", SWITCHES), steps=STEPS,
    about={
        "aid": lambda state, fight, asks: asks.hero == fight.owner and asks.counter == fight.target
        and {*asks.among} <= {one.id for one in state.own(fight.owner) if one.at == fight.area},
        "luck": lambda state, fight, asks: asks.hero in {fight.by, fight.owner} - {*fight.luck}
        and asks.most <= state.seats[asks.hero].luck,
        "turn": lambda state, fight, asks: asks.hero in (fight.by, fight.owner) and any(
            each.master == asks.hero and each.sword == "hrunting" for side in state.sides(fight) for each in side),
        "flee": lambda state, fight, asks: bool(asks.counter) and state.counters[asks.counter].at in AREAS
        and asks.hero == fight.winner,
        "lose": lambda _, fight, asks: asks.counter in (*fight.attackers, *fight.defenders) and asks.counter in JARLS
        and asks.hero in {fight.by, fight.owner} - {fight.winner},
        "recruit": lambda _, fight, asks: asks.counter == fight.target and fight.target in JARLS
        and fight.unknown and asks.hero == fight.by,
        "reward": lambda _, fight, asks: asks.hero == (fight.winner or fight.by),
        "loot": lambda state, fight, asks: asks.counter == fight.target and fight.target in state.lairs
        and bool(asks.among) and asks.hero == fight.winner,
        "pray": lambda state, fight, asks: not state.seats[asks.hero].fell
        and state.seats[asks.hero].counter in (*fight.attackers, *fight.defenders),
        "death": lambda state, _, asks: bool(state.seats[asks.hero].fell),
    },
    free=("death",), attack={*HEROES, *JARLS}, others=lambda fight: fight.luck, order="H-TURN-3", fight="H-FIGHT-5",
    least="H-SET-6",
)  # fmt: skip
"""The order, the seat whose part it is (H-STATE-3), the questions (H-STATE-4) and the open fight."""
