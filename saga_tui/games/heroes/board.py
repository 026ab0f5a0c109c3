"""What follows from the board: neighbours and reach, movement, counters that come and go, taxes, totals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from saga_tui.engine.boards import Roads
from saga_tui.games.heroes.book import AREAS, HORSE, NECKLACE, PIECES, RUNES, TABLES, THINGS, TREASURES
from saga_tui.games.heroes.state import Counter, Seat, State

FRANKLAND: Final = "frankland"
SCORE: Final = TABLES["score"]


def by_sea(start: str, end: str) -> bool:
    """Whether a step is by sea (H-MOVE-5): into a sea area, or between an island and another country."""
    one, other = AREAS[start], AREAS[end]
    return other.kind == "sea" or (one.kind == "land" and "island" in (one.over, other.over))


def price(start: str, end: str, no_sea: bool = False, njord: bool = False,
          lead: tuple[str, str] = ("", "")) -> int | None:  # fmt: skip
    """What a step costs: 1, and with Njord's aid nothing from sea to sea (H-MOVE-6); nothing is its price where it is
    by sea and that is banned (H-MOVE-5), or does not lead away from an area, or nearer to one (H-FLEE-4)."""
    if no_sea and by_sea(start, end):
        return None
    away, to = lead
    if (away and distance(away, end) <= distance(away, start)) or (to and distance(end, to) >= distance(start, to)):
        return None
    return 0 if njord and AREAS[start].kind == AREAS[end].kind == "sea" else 1


ROADS: Final = Roads({key: area.near for key, area in AREAS.items()}, price)
reach, distance = ROADS.reach, ROADS.distance
"""`reach(start, steps, no_sea, njord)` (H-MOVE-1, H-MOVE-2), `distance(start, end)`."""


def movement(printed: int, rune: str = "", things: Sequence[str] = (), *, riding: bool = False) -> int:
    """A counter's movement factor with all that changes it (H-MOVE-3); `rune` is a hero's."""
    worn = sum(THINGS[thing].move for thing in things)
    return (printed + (RUNES[rune].move if rune else 0) + worn) * (THINGS[HORSE].move_times if riding else 1)


def moves(state: State, counter: Counter, *, riding: bool = False) -> int:
    """That of a counter of the game."""
    rune = state.seats[counter.master].rune if state.is_hero(counter) else ""
    return movement(PIECES[counter.id].move, rune, counter.things, riding=riding)


def banned(state: State, counter: Counter) -> bool:
    """Whether it may make no step by sea now (H-SPELL-3, H-GOD-5)."""
    if counter.banned:
        return True
    return state.is_hero(counter) and state.seats[counter.master].wrath and state.on("njord_wrath", "no-sea")


def tax(state: State, area: str) -> int:
    """A country's factor and yield, without Geofu (H-MAP-3, H-TAX-1)."""
    return int(state.switches["frankland_tax"]) if area == FRANKLAND else AREAS[area].tax


def pick_up(state: State, counter: Counter, thing: str) -> None:
    """A thing from the ground is the counter's; a sword it had lies there instead (H-SWORD-5)."""
    state.lift(counter.at, thing)
    if not THINGS[thing].sword:
        counter.things += (thing,)
        return
    if counter.sword:
        state.lay(counter.at, counter.sword)
    counter.sword = thing


def pay(state: State, counter: Counter, marks: int) -> None:
    """Marks for a counter: a hero's go to his hoard (H-WEALTH-1)."""
    if state.is_hero(counter):
        state.seats[counter.master].hoard += marks
    else:
        counter.marks += marks


def join(state: State, counter: Counter, seat: str) -> None:
    """A free jarl enters a hero's service (H-JARL-2)."""
    state.served += 1
    counter.master, counter.rank, counter.up, counter.recruited = seat, state.served, True, True


def score(glory: int, marks: int, luck: int, jarls: Sequence[int]) -> tuple[int, ...]:
    """The parts of a total, each rounded down by itself (H-END-2): of glory, marks, luck, and of each jarl's factor."""
    halves = (factor // SCORE["jarl_factor_for_a_point"] for factor in jarls)
    return glory, marks // SCORE["marks_for_a_point"], luck // SCORE["luck_for_a_point"], *halves


def marks(state: State, seat: Seat) -> int:
    """What counts of a hero's marks, with the Necklace where he himself has it (H-TREAS-4)."""
    return seat.hoard + THINGS[NECKLACE].marks_at_end * (NECKLACE in (*state.hero(seat.hero).things, *seat.bore))


def total(state: State, seat: Seat) -> int:
    """A seat's total as it stands; that of a hero who withdrew is final (H-DEATH-2, H-END-2)."""
    jarls = [PIECES[each.id].combat for each in state.jarls(seat.hero)]
    return sum(score(seat.glory, marks(state, seat), seat.luck, jarls)) if seat.in_play else seat.final


def winners(totals: Mapping[str, int]) -> list[str]:
    """Who has the highest total (H-END-1); a tie is shared."""
    return [hero for hero, each in totals.items() if each == max(totals.values())]


def totals(state: State) -> dict[str, int]:
    """Every seat's total."""
    return {hero: total(state, seat) for hero, seat in state.seats.items()}


def undealt(state: State) -> list[str]:
    """The treasures that lie under no dragon yet and never did (H-MON-3)."""
    carried = {thing for each in state.counters.values() for thing in each.things}
    lying = {thing for things in state.ground.values() for thing in things}
    gone = {HORSE} if state.rides >= THINGS[HORSE].uses else set()
    return [key for key in TREASURES if key not in carried | lying | gone | set(state.lairs.values())]
