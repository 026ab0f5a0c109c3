"""Scores on paper, and a fight's sum explained (H-END-2, H-FIGHT-7)."""

from __future__ import annotations

from collections.abc import Sequence

from saga_tui.engine.worded import holding
from saga_tui.games.heroes.board import marks, moves, total, totals, winners
from saga_tui.games.heroes.board import score as parts_of
from saga_tui.games.heroes.book import AREAS, PIECES, TABLES
from saga_tui.games.heroes.state import Counter, State
from saga_tui.games.heroes.told import NAMES, WORDS
from saga_tui.tally import Tally, Term
from saga_tui.words import inflect, listed, plural


def score(state: State, hero: str) -> Tally:
    """A seat's total with its parts (H-END-2); that of a hero who withdrew is final (H-DEATH-2)."""
    seat, name = state.seats[hero], f"total:{hero}"
    label = f"{NAMES[hero]}'s total"
    if not seat.in_play:
        return Tally(name, label, (Term(total(state, seat), "when the hero withdrew", "H-DEATH-2", "play"),))
    counted, jarls = marks(state, seat), [PIECES[one.id] for one in state.jarls(hero)]
    whys = ("glory", f"a tenth of {plural(counted, 'mark')}", f"a third of {seat.luck} luck",
            *(f"half the factor of {one.name}" for one in jarls))  # fmt: skip
    parts = zip(parts_of(seat.glory, counted, seat.luck, [one.combat for one in jarls]), whys, strict=True)
    return Tally(name, label, tuple(Term(amount, why, "H-END-2", "play") for amount, why in parts if amount))


def standing(state: State) -> str:
    """Where the game stands: `turn 3 of 20`."""
    if state.phase == "over":
        found = totals(state)
        great = [NAMES[hero] for hero, each in found.items() if each >= TABLES["valhalla"]]  # H-END-3
        hall = f"; Valhalla receives {listed(great)}" if great else ""
        best = [NAMES[one] for one in winners(found)]  # H-END-1
        return f"over: {listed(best)} {inflect(len(best), 'wins')}{hall}"
    return f"turn {state.turn} of {state.turns}" if state.turn else "being set up"


def numbers(state: State, hero: str) -> Sequence[int]:
    """What stands beside a total: glory, marks, luck, jarls."""
    seat = state.seats[hero]
    return seat.glory, seat.hoard, seat.luck, len(state.jarls(hero))


def factors(state: State, counter: Counter) -> str:
    """Combat and movement; nothing of a jarl who lies face down (H-INFO-1)."""
    piece, mine = PIECES[counter.id], bool(counter.master)
    known = piece.group != "jarl" or counter.up or mine
    return f"{piece.combat}-{moves(state, counter) if mine else piece.move}" if known else ""


def held(state: State, hero: str) -> str:
    """All that is open of a seat beside its numbers (H-INFO-1)."""
    seat = state.seats[hero]
    if not seat.in_play:
        return "withdrawn"
    counter = state.hero(hero)
    lists = {
        "": [f"{NAMES[counter.id]} is the heir"] if counter.id != hero else [],
        "in ": [NAMES[counter.at]] if counter.at in AREAS else [],
        "with ": [NAMES[key] for key in counter.borne],
        "rune ": [seat.rune.capitalize()] if seat.rune else [],
        "kingdom: ": [NAMES[area] for area, whose in state.kingdoms.items() if whose == hero],
        "jarls: ": [f"{NAMES[one.id]} {factors(state, one)}" for one in state.jarls(hero)],
    }
    told = [f"{words}{listed(names)}" for words, names in lists.items() if names]
    return "; ".join([*told, *holding(WORDS["seat"], seat)])
