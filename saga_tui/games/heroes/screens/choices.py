"""What somebody may decide now, as rows of a panel, each with its digit, in a fight with exact chances; what lies in an
area, and who plays. Pure: a state and what is picked go in, rows come out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from saga_tui.games.heroes import board, fight, laws, moving, play, sides
from saga_tui.games.heroes.book import AREAS, PIECES, THINGS
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
        for best in board.winners(board.totals(state)):
            yield Line(f"{PIECES[best].name} wins", mark="★", style=f"bold ${best}", rule="H-END-1", id=f"best-{best}")
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
    found = (one._replace(counters=tuple(key for key in one.counters if key in group)) for one in sides.choices(state))
    return [one for one in found if one.counters]


def _fights(state: State, picked: Picked) -> Iterator[Line]:
    who = fighters(state)
    if len(who) > 1:
        yield from _group(state, who, picked, lambda one: AREAS[one.at].name)
    for one in targets(state, picked.group):
        attack = picked.order(Attack(counters=one.counters, target=one.target))
        yield _target(state, one, style="bold", choose=attack)
    if fight.duty(state, state.whose):
        yield Line("A monster must be attacked first", style="$dim", rule="H-FIGHT-3")
    else:
        yield Line("Done fighting", key="n", choose="done", rule="H-STATE-3")


def _target(state: State, one: sides.Choice, **more: Any) -> Line:
    """A target with its worth and the exact chances."""
    odds = sides.forecast(state, one.counters, one.target)
    few, whole = chance_words(odds.chances, odds.stopped, one.target)
    known = one.target != COUNTRY and (state.counters[one.target].up or state.counters[one.target].master)
    glory, luck = laws.reward([one.target], []) if known else (0, 0)
    worth = f"{plural(board.tax(state, one.area), 'mark')} a turn; " if one.target == COUNTRY else ""
    worth += f"slain: {glory} glory or {luck} luck; " if glory or luck else ""
    return Line(sentence(named(state, one.target)), note=few, detail=f"{worth}{whole}", rule="H-FIGHT-11",
                id=f"target-{one.target}", **more)  # fmt: skip


def _fight_words(state: State) -> str:
    one = state.fight
    assert one is not None
    ours = listed(named(state, key) for key in one.attackers)
    theirs = named(state, one.target) if not one.defenders else listed(named(state, key) for key in one.defenders)
    return f"{ours} against {theirs} in {AREAS[one.area].name}"


def _answers(state: State, picked: Picked) -> Iterator[Line]:
    for command in play.legal(state):
        if not command.areas:  # ways are chosen on the map
            text, few, whole = _answer_words(state, command)
            key = str(command.points) if command.verb == "luck" else ""
            yield Line(text, key=key, note=few, detail=whole, choose=picked.order(command))
    if state.questions[-1].kind == "flee":
        yield Line("Or choose an area on the map", style="$dim", rule="H-FLEE-1")


def _answer_words(state: State, command: Command) -> tuple[str, str, str]:
    """An answer in words, with what it means."""
    question = state.questions[-1]
    match command.verb:
        case "luck":
            return (plural(command.points, "point"), *_luck_words(state, question.hero, command.points))
        case "aid":
            return sentence(listed(named(state, one) for one in command.counters)) or "No one", "", ""
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
        return "Begin again", "3 luck, 0 glory", "At a new home, from the next turn on."
    return f"{named(state, command.jarl)} is the heir", "0 glory", "Luck, jarls, kingdom and home stay."


def _luck_words(state: State, hero: str, points: int) -> tuple[str, str]:
    one = state.fight
    assert one is not None
    if hero == one.by:
        return chance_words(sides.outlook(state, (points, 0)), target=one.target)
    before = 0 if state.on("luck_bids", "secret") else one.luck.get(one.by, 0)  # H-INFO-1
    return chance_words(sides.outlook(state, (before, points))[::-1])


# ---- what lies where, and who plays


def here(state: State, area: str, group: Sequence[str]) -> Iterator[AnyRow]:
    """What an area holds, and the chances there of those who are picked."""
    one = AREAS[area]
    if one.kind == "land":
        owner = state.kingdoms.get(area, "")
        homes = [PIECES[seat.hero].name for seat in state.seats.values() if seat.home == area and seat.in_play]
        words = _those(
            (f"tax {board.tax(state, area)}", True),
            (f"{PIECES[owner].name}'s kingdom" if owner else "", owner),
            (f"{ICE} under ice: no kingdom", area in state.iced),
            (f"home of {listed(homes)}", homes),
        )
        yield Line(words, style="$dim", id="here-area")
    for counter in sorted(state.there(area), key=lambda each: (not each.master, each.master, each.rank)):
        yield Line(sentence(named(state, counter.id)), style=f"${counter.master}" if counter.master else "",
                   note=_factors(state, counter), detail=_state_of(counter), id=f"here-{counter.id}")  # fmt: skip
    if not (state.there(area) or area in state.ground):
        yield Line("No one is there.", style="$dim", id="here-nobody")
    for thing in state.ground.get(area, ()):
        yield Line(THINGS[thing].name, mark="†" if THINGS[thing].sword else "*", note="lies here",
                   rule=THINGS[thing].rule, id=f"here-{thing}")  # fmt: skip
    if state.phase == "move" and group and state.counters[group[0]].at != area:
        yield from _prospects(state, area, group)


def _factors(state: State, counter: Counter) -> str:
    piece = PIECES[counter.id]
    if piece.group == "jarl" and not (counter.up or counter.master):
        return ""
    return f"{piece.combat}-{board.moves(state, counter) if counter.master else piece.move}"


def _state_of(counter: Counter) -> str:
    """What is to be known of a counter beyond its factors."""
    return _those(
        (listed(carried(counter)), carried(counter)),
        (plural(counter.marks, "mark"), counter.marks),
        ("has lost this turn", counter.out),
        (f"loses {plural(counter.lost, 'turn')}", counter.lost),
        ("no step by sea", counter.banned),
        (f"hail −{counter.hail}", counter.hail),
        ("has fled", counter.fled),
    )


def carried(counter: Counter) -> list[str]:
    """The names of what a counter carries."""
    return [THINGS[key].name for key in (counter.sword, *counter.things) if key]


def _those(*words: tuple[str, object]) -> str:
    """The words that hold."""
    return "; ".join(word for word, holds in words if holds)


def _prospects(state: State, area: str, group: Sequence[str]) -> Iterator[Line]:
    """The chances of those who are picked, were they there."""
    then = state.copy()
    for key in group:
        then.counters[key].at = area
    foes = [one.id for one in then.there(area) if one.master != state.whose]
    free = AREAS[area].kind == "land" and area not in state.iced and state.kingdoms.get(area) != state.whose
    for target in (*foes, *((COUNTRY,) if free else ())):
        yield _target(then, sides.Choice(area, target, tuple(group)), style="$warn", mark="▸")


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
                   detail=_seat_words(state, hero), rule="H-END-2", id=f"seat-{hero}")  # fmt: skip


def _seat_words(state: State, hero: str) -> str:
    seat = state.seats[hero]
    if not seat.in_play:
        return player(state, hero)
    counter = state.hero(hero)
    gods = (("Odin", seat.odin), ("Thor", seat.thor), ("Tyr", seat.tyr), ("Njord", seat.aid))
    due = [name for name, owed in gods if owed]
    lands = [AREAS[area].name for area, owner in state.kingdoms.items() if owner == hero]
    jarls = [f"{PIECES[one.id].name} {_factors(state, one)}" for one in state.jarls(hero)]
    return _those(
        (player(state, hero), True),
        (f"{PIECES[counter.id].name} is the heir", counter.id != hero),
        (listed(carried(counter)), carried(counter)),
        (f"rune {seat.rune.capitalize()}", seat.rune),
        ("wounded", seat.wounded),
        (plural(seat.maidens, "maiden"), seat.maidens),
        (f"{listed(due)} will help", due),
        ("Njord's wrath", seat.wrath or seat.wrath_next),
        (f"kingdom: {listed(lands)}", lands),
        (f"jarls: {listed(jarls)}", jarls),
    )
