"""What befalls counters in and after a fight: wounds, death, flight, spells, runes and gods (H-WOUND, H-FLEE, H-SPELL,
H-RUNE, H-GOD). Each changes the state of the command under way, and tells it."""

from __future__ import annotations

from collections.abc import Sequence

from saga_tui.games.heroes import board, dying, laws
from saga_tui.games.heroes.book import AREAS, GODS, JARLS, KINDS, MONSTERS, PIECES, RUNES, TABLES, Spell
from saga_tui.games.heroes.commands import Refused, Run
from saga_tui.games.heroes.state import DEAD, PILE, Counter, Seat, State
from saga_tui.words import plural


def gain(seat: Seat, kind: str, amount: int) -> None:
    """Glory or luck gained, or lost where it is less than nothing; neither falls below 0 (H-SET-6)."""
    setattr(seat, kind, max(0, getattr(seat, kind) + amount))


def slay(run: Run, counter: Counter, kind: str = "slain") -> int:
    """A counter is killed (H-FIGHT-10), or else wounded, which sends jarls and monsters to their pile; the marks that a
    jarl had on him, for whoever takes them (H-WEALTH-2); a hero's are for no one (H-WEALTH-3)."""
    hero, area, marks = counter.master, counter.at, counter.marks
    if run.state.is_hero(counter):
        dying.fall(run, hero)
        return 0
    things = run.state.leave(counter, DEAD if kind == "slain" else PILE)
    run.tell(kind, "H-FIGHT-10", hero=hero, counters=(counter.id,), area=area, areas=things)
    return marks


def wound(run: Run, counter: Counter) -> bool:
    """A counter is wounded; a hero's second wound kills, unless a maiden of Frey heals it (H-WOUND-1, H-WOUND-2).
    Whether it was the death of a hero."""
    if not run.state.is_hero(counter):
        slay(run, counter, "wounded")
        return False
    seat = run.state.seats[counter.master]
    run.tell("wounded", "H-WOUND-1", hero=seat.hero, counters=(counter.id,), area=counter.at)
    if seat.maidens:
        seat.maidens -= 1
        run.tell("maiden", "H-WOUND-2", hero=seat.hero, counters=(counter.id,), amount=seat.maidens)
        return False
    seat.wounded, dies = True, seat.wounded
    if dies:
        dying.fall(run, seat.hero)
    return dies


def flees(run: Run, counter: Counter) -> None:
    """A counter is put to flight, wherever it will go: a hero loses glory (H-GLORY-5, H-FLEE-3)."""
    counter.fled = True
    if run.state.is_hero(counter):
        cost = min(run.state.seats[counter.master].glory, TABLES["flight_costs_glory"])
        gain(run.state.seats[counter.master], "glory", -cost)
        run.tell("disgraced", "H-GLORY-5", hero=counter.master, counters=(counter.id,), amount=cost)


def retreat(run: Run, counter: Counter, *, to: str = "") -> None:
    """A flight that nobody leads: the full movement, each step at random, until it is stuck (H-FLEE-2)."""
    steps, no_sea, njord, _ = _led(run.state, counter)
    way = board.ROADS.wander(counter.at, steps, lambda n: run.pick(n, "a step of flight"), no_sea, njord, ("", to))
    flown(run, counter, way)


def flown(run: Run, counter: Counter, way: Sequence[str], rule: str = "H-FLEE-2") -> None:
    """A counter flees that way."""
    start, counter.at = counter.at, (counter.at, *way)[-1]
    run.tell("fled", rule, hero=counter.master, counters=(counter.id,), area=start, areas=tuple(way))


def _led(state: State, counter: Counter) -> tuple[int, bool, bool, tuple[str, str]]:
    """How a flight goes: its steps, none of them banned; ever farther where the game wants that (H-FLEE-4)."""
    steps = board.moves(state, counter) if counter.at in AREAS else 0
    return steps, board.banned(state, counter), False, (counter.at if state.on("flight", "board") else "", "")


def flights(state: State, counter: Counter) -> list[tuple[str, ...]]:
    """A way to each area that the winner may put one to that flees, the nearest first (H-FLEE-1)."""
    return board.ROADS.ends(counter.at, *_led(state, counter), whole=state.on("flight", "board"))


def flight(run: Run, counter: Counter, way: Sequence[str]) -> None:
    """A flight that the winner leads, no area twice and no banned step (H-FLEE-1)."""
    farther, led = run.state.on("flight", "board"), _led(run.state, counter)
    if not board.ROADS.leads(counter.at, way, *led, whole=farther):
        also = ", and goes as far as it can, each step farther from the field" if farther else ""
        why = f"It flees {plural(led[0], 'step')} at most, enters no area twice and makes no banned step{also}."
        raise Refused("H-FLEE-4" if farther else "H-FLEE-1", why)
    flown(run, counter, way, "H-FLEE-4" if farther else "H-FLEE-1")


def _hit(run: Run, area: str, spell: Spell) -> tuple[list[Counter], list[Counter]]:
    """Whom a spell hits in the area, and the heroes whom Sygil saves by a die each (H-SPELL-2 to 8, H-DRAW-1)."""
    state, there = run.state, list[Counter]()
    for each in state.in_order(state.there(area)) if spell.rune else ():
        hidden = each.id in JARLS and not each.up
        if spell.combat or not (each.id in MONSTERS or (spell.wound and hidden)):
            there.append(each)
    runes = {each.id: state.seats[each.master].rune for each in there if state.is_hero(each)}
    saved = [
        each for each in there if (rune := runes.get(each.id)) and RUNES[rune].saves and run.die("sygil") <= laws.SAVES
    ]
    return [each for each in there if each not in saved], saved


def cast(run: Run, caster: str, die: int) -> tuple[str, ...]:
    """The spell of a caster's die (H-SPELL-1 to 8): the counters that are out of the fight by it (H-SPELL-9)."""
    state, area, before = run.state, run.state.counters[caster].at, len(run.drawn)
    spell = laws.spell(PIECES[caster].kind, die)
    held = spell is not None and (spell.works == 6 or run.die(f"whether {spell.id} takes hold") <= spell.works)
    hit, saved = _hit(run, area, spell) if spell and held else ([], [])
    run.tell("spell", "H-SPELL-1", counters=(caster, *(each.id for each in hit)), area=area, amount=int(held),
             what=spell.id if spell else "", dice=(die, *(each.shown for each in run.drawn[before:])))  # fmt: skip
    for hero in saved:
        run.tell("saved", "H-SPELL-2", hero=hero.master, counters=(hero.id,), area=area)
    if spell is None or not held:
        return ()
    if not spell.rune and AREAS[area].kind == "land" and area not in state.iced:
        state.iced = (*state.iced, area)
        run.tell("iced", "H-SPELL-4", hero=state.kingdoms.pop(area, ""), area=area)
    _befall(run, spell, hit)
    return tuple(each.id for each in hit) if spell.stops else ()


def _befall(run: Run, spell: Spell, counters: Sequence[Counter]) -> None:
    """What a spell does to those it hits: Hagall (H-SPELL-3), Jara (H-SPELL-5), Nied (H-SPELL-6), Yr (H-SPELL-8), and
    Wynn, whose flight is at random, or homeward where the game wants that (H-SPELL-7)."""
    for counter in counters:
        counter.hail -= spell.combat
        counter.ban_next |= spell.no_sea_next_turn
        counter.lost += spell.turns_lost
        if spell.wound:
            wound(run, counter)
        if spell.flee:
            flees(run, counter)
            home = run.state.seats[counter.master].home if counter.master else ""
            if home or run.state.on("wynn", "flee"):
                retreat(run, counter, to=home if run.state.on("wynn", "homeward") else "")


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
    """What Frey, Loki and Njord do (H-GOD-3, H-GOD-4, H-GOD-5): of two maidens one may have to wait for rest."""
    what, dice = next(iter(row)), [die, *([run.die("marks")] if "marks_die" in row else [])]
    amount = int(row[what]) * (dice[-1] if what == "marks_die" else 1)
    later = amount - 1 if what == "maidens" and run.state.on("frey_second", "worship") else 0
    if what == "one_sea":
        seat.aid = run.state.turn
    elif what == "no_sea_next_turn":
        seat.wrath_next = True
    else:
        gain(seat, "hoard" if what == "marks_die" else what, amount - later)
        seat.worship += 2 * later
    run.tell(god, "H-GOD-2", hero=seat.hero, what=what, amount=amount, dice=tuple(dice))


def helped(run: Run, seat: Seat, god: str, counters: int) -> tuple[int, int]:
    """Odin, Thor or Tyr comes, and is used up (H-GOD-6, H-GOD-7, H-GOD-8): what he adds to his side and the other."""
    setattr(seat, god, False)
    die = run.die(god)
    own, enemy, glory = laws.favour(god, die, counters)
    gain(seat, "glory", glory)
    run.tell(god, "H-GOD-2", hero=seat.hero, amount=glory, numbers=(own, enemy), dice=(die,))
    return own, enemy


def casts(target: str) -> int:
    """How many dice a target throws for spells when it is attacked (H-SPELL-1)."""
    kind = KINDS.get(PIECES[target].kind) if target in PIECES else None
    return kind.casts if kind else 0
