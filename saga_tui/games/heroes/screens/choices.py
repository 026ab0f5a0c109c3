"""What somebody may decide now, as rows of a panel, each with its digit, in a fight with exact chances; what lies in an
area, and who plays. Pure: a state and what is picked go in, rows come out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Final, NamedTuple

from saga_tui.games.heroes import board, fight, laws, moving, play, sides
from saga_tui.games.heroes.book import AREAS, PIECES, TABLES, THINGS
from saga_tui.games.heroes.commands import Attack, Command
from saga_tui.games.heroes.screens.faces import ICE, letter
from saga_tui.games.heroes.state import COUNTRY, Counter, State
from saga_tui.games.heroes.told import deciding, named, player
from saga_tui.ui.board import numbered
from saga_tui.ui.specs import AnyRow, Line
from saga_tui.words import listed, percent, plural, sentence

if TYPE_CHECKING:
    from saga_tui.ui.specs import Deed, Flow

Order = Callable[[Command], "Deed"]
"""Makes a command of the machine one of the document."""
ON, OFF = "◉", "○"
LOST: Final = slice(0, 3)
WON: Final = slice(4, 7)
OURS: Final = ("killed", "wounded", "flee")
THEIRS: Final = OURS[::-1]


class Picked(NamedTuple):
    """What is picked on the screen: counters, and what makes of one another choice of them."""

    group: tuple[str, ...]
    toggle: Callable[[str], Flow]
    order: Order


# ---- chances in words


def chance_words(chances: laws.Chances, stopped: Fraction = Fraction(), target: str = "") -> tuple[str, str]:
    """Chances in few words and in all: won and lost, then each result; a country that is beaten is subdued."""
    won, lost = sum(chances[WON], Fraction()), sum(chances[LOST], Fraction()) + stopped
    theirs = [f"{words} {percent(one)}" for words, one in zip(THEIRS, chances[WON], strict=True) if one]
    ours = [f"{words} {percent(one)}" for words, one in zip(OURS, chances[LOST], strict=True) if one]
    told = [f"they: {', '.join(theirs[::-1])}" if target != COUNTRY else f"subdued {percent(won)}"] if theirs else []
    told += [f"nothing {percent(chances[3])}"] if chances[3] else []
    told += [f"you: {', '.join(ours)}"] if ours else []
    told += [f"stopped by spells {percent(stopped)}"] if stopped else []
    return f"{percent(won)} won, {percent(lost)} lost", "; ".join(told)


# ---- who decides what


def asks(state: State, picked: Picked) -> Iterator[AnyRow]:
    """The rows of the panel that says who decides what."""
    hero, words, _ = deciding(state)
    if state.phase == "over":
        yield from result(state)
        return
    if not hero:
        return
    if state.fight is not None:
        yield Line(_fight_words(state), style="bold", id="fight")
    if state.seats[hero].control == "computer":
        yield Line(sentence(f"{PIECES[hero].name}: {words}"), style="$dim", id="asked")
    elif state.questions:
        yield Line(sentence(f"{PIECES[hero].name}: {words}?"), style="bold $warn", id="asked")
        yield from numbered(_answers(state, picked))
    elif state.phase == "move":
        yield from numbered(_moves(state, picked))
    elif state.phase == "fight":
        yield from numbered(_fights(state, picked))


def _group(state: State, counters: Iterable[str], picked: Picked, note: Callable[[Counter], str]) -> Iterator[Line]:
    """Counters to pick from: Enter or the digit takes one into the group or out of it."""
    for key in counters:
        counter = state.counters[key]
        chosen = key in picked.group
        yield Line(named(state, key), mark=ON if chosen else OFF, style="bold" if chosen else "",
                   note=note(counter), choose=picked.toggle(key))  # fmt: skip


def movers(state: State) -> list[str]:
    """The seat's counters that can still move, its hero first."""
    mine = sorted(state.own(state.whose), key=lambda one: (not state.is_hero(one), one.rank))
    return [one.id for one in mine if len(moving.reach_of(state, one)) > 1]


def _moves(state: State, picked: Picked) -> Iterator[Line]:
    yield from _group(state, movers(state), picked, lambda one: f"{AREAS[one.at].label} {moving.left(state, one)} left")
    for command in moving.options(state):
        if command.verb != "go":
            yield Line(_deed_words(state, command), choose=picked.order(command), rule="H-SWORD-5")
    yield Line("Done moving", key="n", choose="done", rule="H-STATE-3")


def _deed_words(state: State, command: Command) -> str:
    who, what = named(state, command.counter), named(state, command.thing)
    match command.verb:
        case "ride":
            return f"{who} rides, {plural(board.moves(state, state.counters[command.counter], riding=True), 'step')}"
        case "take":
            return f"{who} takes {what} and stops"
        case "lend":
            return f"{who} gives {what} to {named(state, command.to)}"
    return f"{who} trades the Necklace with {named(state, command.dragon)}"


def fighters(state: State) -> list[str]:
    """The seat's counters that may still attack something."""
    return list(dict.fromkeys(one for choice in sides.choices(state) for one in choice.counters))


def targets(state: State, group: Sequence[str]) -> list[sides.Choice]:
    """What those of the group may attack, each with who of them takes part; all that may where none of them can."""
    found = []
    for choice in sides.choices(state):
        who = tuple(one for one in choice.counters if one in group)
        if who:
            found.append(sides.Choice(choice.area, choice.target, who))
    return found


def _fights(state: State, picked: Picked) -> Iterator[Line]:
    who = fighters(state)
    if len(who) > 1:
        yield from _group(state, who, picked, lambda one: AREAS[one.at].name)
    for choice in targets(state, picked.group):
        few, whole = chance_words(*forecast(state, choice.counters, choice.target))
        yield Line(sentence(named(state, choice.target)), style="bold", note=few, rule="H-FIGHT-11",
                   detail=f"{_worth(state, choice)}{whole}",
                   choose=picked.order(Attack(counters=choice.counters, target=choice.target)))  # fmt: skip
    if fight.duty(state, state.whose):
        yield Line("A monster must be attacked first", style="$dim", rule="H-FIGHT-3")
    else:
        yield Line("Done fighting", key="n", choose="done", rule="H-STATE-3")


def forecast(state: State, counters: Sequence[str], target: str) -> tuple[laws.Chances, Fraction, str]:
    """The chances of an attack, the chance that spells stop it, and the target."""
    found = sides.forecast(state, counters, target)
    return found.chances, found.stopped, target


def _worth(state: State, choice: sides.Choice) -> str:
    if choice.target == COUNTRY:
        return f"{plural(board.tax(state, choice.area), 'mark')} a turn; "
    counter = state.counters[choice.target]
    if not counter.up and not counter.master:
        return ""
    glory, luck = laws.reward([choice.target], [])
    return f"slain: {glory} glory or {luck} luck; " if glory or luck else ""


def _fight_words(state: State) -> str:
    one = state.fight
    assert one is not None
    ours = listed(named(state, key) for key in one.attackers)
    theirs = named(state, one.target) if not one.defenders else listed(named(state, key) for key in one.defenders)
    return f"{ours} against {theirs} in {AREAS[one.area].name}"


def _answers(state: State, picked: Picked) -> Iterator[Line]:
    question = state.questions[-1]
    for command in play.legal(state):
        if not command.areas:  # ways are chosen on the map
            text, few, whole = _answer_words(state, command)
            key = str(command.points) if command.verb == "luck" else ""
            yield Line(text, key=key, note=few, detail=whole, choose=picked.order(command))
    if question.kind == "flee":
        yield Line("Or choose an area on the map", style="$dim", rule="H-FLEE-1")


def _answer_words(state: State, command: Command) -> tuple[str, str, str]:
    """An answer in words, with what it means."""
    question = state.questions[-1]
    match command.verb:
        case "luck":
            return (plural(command.points, "point"), *_luck_words(state, question.hero, command.points))
        case "aid":
            return sentence(listed(named(state, one) for one in command.counters)) or "Nobody", "", ""
        case "loot":
            return named(state, command.counter), "", ""
        case "reward" | "lose":
            return f"{question.glory if command.kind == 'glory' else question.luck} {command.kind}", "", ""
        case "flee":
            return f"{sentence(named(state, command.counter))} stays", "", ""
        case "death":
            return _end_words(state, command)
    few = "costs 1 luck" if question.kind == "recruit" and command.yes else ""
    return "Yes" if command.yes else "No", few, ""


def _end_words(state: State, command: Command) -> tuple[str, str, str]:
    if command.choice == "withdraw":
        total = board.total(state, state.seats[state.questions[-1].hero])
        return "Withdraw", f"with {total}", "The total is final and can win."
    if command.choice == "anew":
        return "Begin anew", "3 luck, 0 glory", "At a new home, from the next turn on."
    return f"{named(state, command.jarl)} is the heir", "0 glory", "Luck, jarls, kingdom and home stay."


def _luck_words(state: State, hero: str, points: int) -> tuple[str, str]:
    one = state.fight
    assert one is not None
    if hero == one.by:
        return chance_words(sides.outlook(state, (points, 0)), target=one.target)
    before = 0 if state.on("luck_bids", "secret") else one.luck.get(one.by, 0)  # H-INFO-1
    few, whole = chance_words(sides.outlook(state, (before, points))[::-1])
    return few, whole


# ---- what lies where, and who plays


def here(state: State, area: str, group: Sequence[str]) -> Iterator[AnyRow]:
    """What an area holds, and the chances there of those who are picked."""
    one = AREAS[area]
    if one.kind == "land":
        owner = state.kingdoms.get(area)
        words = [f"tax {board.tax(state, area)}"]
        words += [f"{PIECES[owner].name}'s kingdom"] if owner else []
        words += [f"{ICE} under ice: no kingdom"] if area in state.iced else []
        words += [f"home of {listed(names)}"] if (names := _homes(state, area)) else []
        yield Line(" · ".join(words), style="$dim", id="here-area")
    for counter in sorted(state.there(area), key=lambda each: (not each.master, each.master, each.rank)):
        yield Line(sentence(named(state, counter.id)), style=f"${counter.master}" if counter.master else "",
                   note=_factors(state, counter), detail=_state_of(counter), id=f"here-{counter.id}")  # fmt: skip
    if not (state.there(area) or area in state.ground):
        yield Line("Nobody is there.", style="$dim", id="here-nobody")
    for thing in state.ground.get(area, ()):
        yield Line(THINGS[thing].name, mark="†" if THINGS[thing].sword else "*", note="lies here",
                   rule=THINGS[thing].rule, id=f"here-{thing}")  # fmt: skip
    if state.phase == "move" and group and state.counters[group[0]].at != area:
        yield from _prospects(state, area, group)


def _homes(state: State, area: str) -> list[str]:
    return [PIECES[seat.hero].name for seat in state.seats.values() if seat.home == area and seat.in_play]


def _factors(state: State, counter: Counter) -> str:
    piece = PIECES[counter.id]
    if piece.group == "jarl" and not (counter.up or counter.master):
        return ""
    return f"{piece.combat}-{board.moves(state, counter) if counter.master else piece.move}"


def _state_of(counter: Counter) -> str:
    """What is to be known of a counter beyond its factors."""
    things = [THINGS[key].name for key in (counter.sword, *counter.things) if key]
    words = [listed(things)] if things else []
    words += [plural(counter.marks, "mark")] if counter.marks else []
    words += ["has lost this turn"] if counter.out else []
    words += [f"loses {plural(counter.lost, 'turn')}"] if counter.lost else []
    words += ["no step by sea"] if counter.banned else []
    words += [f"hail −{counter.hail}"] if counter.hail else []
    words += ["has fled"] if counter.fled else []
    return "; ".join(words)


def _prospects(state: State, area: str, group: Sequence[str]) -> Iterator[Line]:
    """The chances of those who are picked, were they there."""
    then = state.copy()
    for key in group:
        then.counters[key].at = area
    foes = [one.id for one in then.there(area) if one.master != state.whose]
    free = AREAS[area].kind == "land" and area not in state.iced and state.kingdoms.get(area) != state.whose
    for target in (*foes, *((COUNTRY,) if free else ())):
        few, whole = chance_words(*forecast(then, group, target))
        yield Line(f"Against {named(state, target)}", style="$warn", note=few, detail=whole, rule="H-FIGHT-11",
                   id=f"prospect-{target}")  # fmt: skip


def seats(state: State) -> Iterator[AnyRow]:
    """Who plays, in the order of this turn, with all that is open (H-INFO-1)."""
    yield Line("", note="glory luck marks total", id="seat-head")
    order = [*state.order, *(hero for hero in state.seats if hero not in state.order)]
    for hero in order:
        seat = state.seats[hero]
        turned = " reverse" if hero == play.asked(state) else ""
        numbers = f"{seat.glory:>5}{seat.luck:>5}{seat.hoard:>6}{board.total(state, seat):>6}"
        if not seat.in_play:
            numbers = f"withdrew {seat.final:>8}"
        yield Line(PIECES[hero].name, mark=letter(hero), style=f"bold ${hero}{turned}", note=numbers,
                   detail="; ".join(_seat_words(state, hero)), rule="H-END-2", id=f"seat-{hero}")  # fmt: skip


def _seat_words(state: State, hero: str) -> Iterator[str]:
    seat = state.seats[hero]
    yield player(state, hero)
    if not seat.in_play:
        return
    counter = state.hero(hero)
    if counter.id != hero:
        yield f"{PIECES[counter.id].name} is the heir"
    if things := [THINGS[key].name for key in (counter.sword, *counter.things) if key]:
        yield listed(things)
    if seat.rune:
        yield f"rune {seat.rune.capitalize()}"
    if seat.wounded:
        yield "wounded"
    if seat.maidens:
        yield plural(seat.maidens, "maiden")
    due = [
        name
        for name, owed in (("Odin", seat.odin), ("Thor", seat.thor), ("Tyr", seat.tyr), ("Njord", seat.aid))
        if owed
    ]
    if due:
        yield f"{listed(due)} will help"
    if seat.wrath or seat.wrath_next:
        yield "Njord's wrath"
    lands = [AREAS[area].name for area, owner in state.kingdoms.items() if owner == hero]
    if lands:
        yield f"kingdom: {listed(lands)}"
    jarls = [f"{PIECES[one.id].name} {PIECES[one.id].combat}-{PIECES[one.id].move}" for one in state.jarls(hero)]
    if jarls:
        yield f"jarls: {listed(jarls)}"


def result(state: State) -> Iterator[AnyRow]:
    """The end: everybody's total, the best first (H-END)."""
    totals = board.totals(state)
    best = board.winners(totals)
    for hero, total in sorted(totals.items(), key=lambda one: -one[1]):
        hall = "received into Valhalla" if total >= TABLES["valhalla"] else ""
        yield Line(PIECES[hero].name, mark="★" if hero in best else " ", style=f"bold ${hero}", note=str(total),
                   detail=hall, rule="H-END-1", id=f"total-{hero}")  # fmt: skip
