"""What befalls counters in and after a fight: wounds, death, flight, spells, runes and gods (H-WOUND, H-FLEE, H-SPELL,
H-RUNE, H-GOD). Each changes the state of the command under way, and tells it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from saga_tui.games.heroes import board, dying, laws
from saga_tui.games.heroes.book import AREAS, GODS, JARLS, KINDS, MONSTERS, PIECES, RUNES, TABLES, Spell
from saga_tui.games.heroes.run import Refused, Run
from saga_tui.games.heroes.state import Counter, Seat, State

FLIGHT: Final[int] = TABLES["flight_costs_glory"]


def gain(seat: Seat, kind: str, amount: int) -> None:
    """Glory or luck gained, or lost where it is less than nothing; neither falls below 0 (H-SET-6)."""
    if kind == "glory":
        seat.glory = max(0, seat.glory + amount)
    else:
        seat.luck = max(0, seat.luck + amount)


def in_order(state: State, counters: Iterable[Counter]) -> list[Counter]:
    """Heroes by seat, then the others by id (H-DRAW-1)."""
    seats = list(state.seats)
    return sorted(
        counters, key=lambda each: (0, seats.index(each.master), "") if state.is_hero(each) else (1, 0, each.id)
    )


# ---- slain and wounded


def slay(run: Run, counter: Counter) -> int:
    """A counter is killed (H-FIGHT-10); the marks that a jarl had on him, for whoever takes them (H-WEALTH-2)."""
    state, area, marks = run.state, counter.at, counter.marks
    if state.is_hero(counter):
        dying.fall(run, counter.master)
        return 0
    hero = counter.master
    things = board.kill(state, counter)
    run.tell("slain", "H-FIGHT-10", hero=hero, counters=(counter.id,), area=area, areas=things)
    return marks


def wound(run: Run, counter: Counter) -> bool:
    """A counter is wounded: jarls and monsters to their pile, a hero's second wound kills, unless a maiden of Frey
    heals it (H-FIGHT-10, H-WOUND-1, H-WOUND-2). Whether it was the death of a hero."""
    state, area = run.state, counter.at
    if not state.is_hero(counter):
        hero = counter.master
        things = board.to_pile(state, counter)
        run.tell("wounded", "H-FIGHT-10", hero=hero, counters=(counter.id,), area=area, areas=things)
        return False
    seat = state.seats[counter.master]
    run.tell("wounded", "H-WOUND-1", hero=seat.hero, counters=(counter.id,), area=area)
    if seat.maidens:
        seat.maidens -= 1
        run.tell("maiden", "H-WOUND-2", hero=seat.hero, counters=(counter.id,), amount=seat.maidens)
    elif seat.wounded:
        dying.fall(run, seat.hero)
        return True
    else:
        seat.wounded = True
    return False


# ---- flight


def flees(run: Run, counter: Counter) -> None:
    """A counter is put to flight, wherever it will go: a hero loses glory (H-GLORY-5, H-FLEE-3)."""
    counter.fled = True
    if run.state.is_hero(counter):
        gain(run.state.seats[counter.master], "glory", -FLIGHT)
        run.tell("disgraced", "H-GLORY-5", hero=counter.master, counters=(counter.id,), amount=-FLIGHT)


def steps(state: State, counter: Counter, way: Sequence[str], *, towards: str = "", away: str = "") -> list[str]:
    """Where one that flees may go next, in map order: no area twice, no banned step (H-FLEE-1, H-FLEE-2); nearer to
    one area or farther from another where the game wants that (H-FLEE-4)."""
    here, been, no_sea = (*way[-1:], counter.at)[0], {counter.at, *way}, board.banned(state, counter)
    found = [area for area in AREAS[here].near if area not in been and not (no_sea and board.by_sea(here, area))]
    if towards:
        found = [area for area in found if board.distance(area, towards) < board.distance(here, towards)]
    if away:
        found = [area for area in found if board.distance(away, area) > board.distance(away, here)]
    return found


def retreat(run: Run, counter: Counter, *, towards: str = "") -> None:
    """A flight that nobody leads: the full movement, each step at random, until it is stuck (H-FLEE-2)."""
    start, way = counter.at, list[str]()
    for _ in range(board.moves(run.state, counter)):
        if open_to := steps(run.state, counter, way, towards=towards):
            way.append(open_to[run.pick(len(open_to), "a step of flight")])
    _flown(run, counter, start, way, "H-FLEE-2")


def _flown(run: Run, counter: Counter, start: str, way: Sequence[str], rule: str) -> None:
    counter.at = way[-1] if way else start
    run.tell("fled", rule, hero=counter.master, counters=(counter.id,), area=start, areas=tuple(way))


def can_flee(state: State, counter: Counter) -> bool:
    """Whether there is anything to choose for one that flees."""
    return board.moves(state, counter) > 0 and bool(steps(state, counter, (), away=_field(state, counter)))


def _field(state: State, counter: Counter) -> str:
    """The field that each step of a flight leads away from, where the game wants that (H-FLEE-4)."""
    return counter.at if state.on("flight", "board") else ""


def flights(state: State, counter: Counter) -> Iterator[tuple[str, ...]]:
    """A way to each area that the winner may put one to that flees, the shortest first."""
    away, most, seen = _field(state, counter), board.moves(state, counter), set()
    ways: list[tuple[str, ...]] = [()]
    while ways:
        found, ways = ways, []
        for way in found:
            further = steps(state, counter, way, away=away) if len(way) < most else []
            if not (away and further):
                yield way
            fresh = [area for area in further if area not in seen]
            seen.update(fresh)
            ways += [(*way, area) for area in fresh]


def flight(run: Run, counter: Counter, way: Sequence[str]) -> None:
    """A flight that the winner leads (H-FLEE-1)."""
    state, away = run.state, _field(run.state, counter)
    most = board.moves(state, counter)
    if len(way) > most:
        raise Refused("H-FLEE-1", f"It flees {most} steps at most.")
    for done, area in enumerate(way):
        if area not in steps(state, counter, way[:done], away=away):
            raise Refused("H-FLEE-4" if away else "H-FLEE-1", "A flight enters no area twice and makes no banned step.")
    if away and len(way) < most and steps(state, counter, way, away=away):
        raise Refused("H-FLEE-4", "It flees as far as it can, each step farther from the field.")
    _flown(run, counter, counter.at, way, "H-FLEE-4" if away else "H-FLEE-1")


# ---- spells


def _there(state: State, area: str, spell: Spell) -> list[Counter]:
    """Whom a spell is for, of all in the area (H-SPELL-2 to 8)."""
    if not spell.rune:
        return []
    people = [each for each in state.there(area) if spell.combat or each.id not in MONSTERS]
    return [each for each in people if not spell.wound or each.up or each.id not in JARLS]


def _saved(run: Run, there: Sequence[Counter]) -> list[Counter]:
    """The heroes whom Sygil saves, each by a die of his own, in seats' order (H-SPELL-2)."""
    state = run.state
    wise = [each for each in in_order(state, there) if state.is_hero(each) and (rune := state.seats[each.master].rune)
            and RUNES[rune].saves]  # fmt: skip
    return [each for each in wise if run.die("sygil") <= laws.SAVES]


def cast(run: Run, caster: str, die: int) -> tuple[str, ...]:
    """The spell that a caster's die says (H-SPELL-1 to 8): the counters that are out of the fight by it
    (H-SPELL-9)."""
    state, area, before = run.state, run.state.counters[caster].at, len(run.drawn)
    spell = laws.spell(PIECES[caster].kind, die)
    held = spell is not None and (spell.works == 6 or run.die(f"whether {spell.id} takes hold") <= spell.works)
    there = _there(state, area, spell) if spell and held else []
    saved = _saved(run, there)
    hit = in_order(state, (each for each in there if each not in saved))
    run.tell("spell", "H-SPELL-1", counters=(caster, *(each.id for each in hit)), area=area, amount=int(held),
             what=spell.id if spell else "", dice=(die, *(each.shown for each in run.drawn[before:])))  # fmt: skip
    for hero in saved:
        run.tell("saved", "H-SPELL-2", hero=hero.master, counters=(hero.id,), area=area)
    if spell is None or not held:
        return ()
    if not spell.rune:
        _ice(run, area)
    _befall(run, spell, hit)
    return tuple(each.id for each in hit) if spell.stops else ()


def _ice(run: Run, area: str) -> None:
    """No kingdom here any more (H-SPELL-4)."""
    state = run.state
    if AREAS[area].kind == "land" and area not in state.iced:
        state.iced = (*state.iced, area)
        run.tell("iced", "H-SPELL-4", hero=state.kingdoms.pop(area, ""), area=area)


def _befall(run: Run, spell: Spell, counters: Sequence[Counter]) -> None:
    """What a spell does to those it hits."""
    for counter in counters:
        counter.hail -= spell.combat
        counter.ban_next |= spell.no_sea_next_turn
        counter.lost += spell.turns_lost
        if spell.wound:
            wound(run, counter)
        if spell.flee:
            _blown(run, counter)


def _blown(run: Run, counter: Counter) -> None:
    """Wynn's flight: at random, or homeward where the game wants that (H-SPELL-7)."""
    flees(run, counter)
    if run.state.on("wynn", "flee"):
        retreat(run, counter)
    elif counter.master:
        retreat(run, counter, towards=run.state.seats[counter.master].home)


# ---- runes and gods


def learn(run: Run, seat: Seat) -> None:
    """A hero learns a rune by a die (H-RUNE-1)."""
    die = run.die("a rune")
    seat.rune = next(rune.id for rune in RUNES.values() if rune.on == die)
    run.tell("rune", "H-RUNE-1", hero=seat.hero, what=seat.rune, dice=(die,))


def pray(run: Run, seat: Seat) -> None:
    """A prayer: whether a god notices, which, and what he does or will do (H-GOD-1, H-GOD-2)."""
    die = run.die("a prayer")
    if die > laws.notice(seat.rune):
        run.tell("unheard", "H-GOD-1", hero=seat.hero, dice=(die,))
        return
    god = GODS[(chosen := run.die("which god"))]
    run.tell("noticed", "H-GOD-1", hero=seat.hero, what=god.id, dice=(die, chosen))
    if god.id in ("odin", "thor", "tyr"):
        setattr(seat, god.id, True)
    else:
        _at_once(run, seat, god.id, god.table[(shown := run.die(god.id)) - 1], shown)


def _at_once(run: Run, seat: Seat, god: str, row: dict[str, int], die: int) -> None:
    """What Frey, Loki and Njord do (H-GOD-3 to 5)."""
    state, amount, dice = run.state, 0, [die]
    for what, much in row.items():
        amount = int(much)
        if what == "maidens":
            later = max(0, amount - 1) if state.on("frey_second", "worship") else 0
            seat.maidens, seat.worship = seat.maidens + amount - later, seat.worship + 2 * later
        elif what == "luck":
            gain(seat, "luck", amount)
        elif what == "marks_die":
            dice.append(run.die("marks"))
            amount *= dice[-1]
            seat.hoard = max(0, seat.hoard + amount)
        elif what == "one_sea":
            seat.aid = state.turn
        else:
            seat.wrath_next = True
    run.tell(god, "H-GOD-2", hero=seat.hero, what=next(iter(row)), amount=amount, dice=tuple(dice))


def help_of(run: Run, seat: Seat, due: laws.Favour) -> tuple[int, int]:
    """Odin or Tyr comes, and is used up (H-GOD-6, H-GOD-8): what he adds to the hero's side and to the other."""
    setattr(seat, due.god, False)
    die = run.die(due.god)
    own, enemy, glory = laws.favour(due.god, die, due.counters)
    gain(seat, "glory", glory)
    run.tell(due.god, "H-GOD-2", hero=seat.hero, amount=glory, numbers=(own, enemy), dice=(die,))
    return own, enemy


def thor(run: Run, seat: Seat) -> None:
    """Thor comes after the result, to one just slain too (H-GOD-7)."""
    seat.thor = False
    die = run.die("thor")
    glory = int(laws.GODS["thor"].table[die - 1].get("glory", 0))
    gain(seat, "glory", glory)
    run.tell("thor", "H-GOD-7", hero=seat.hero, amount=glory, dice=(die,))


def casts(target: str) -> int:
    """How many dice a target throws for spells when it is attacked (H-SPELL-1)."""
    kind = KINDS.get(PIECES[target].kind) if target in PIECES else None
    return kind.casts if kind else 0
