"""The course of the game (H-STATE-1, H-STATE-3): what the general machine needs to know of it, and the phases in which
nobody decides. `perform` carries a command out, `legal` lists the base commands, `asked` says whose decision it is."""

from __future__ import annotations

from collections.abc import Container
from functools import partial
from typing import Final

from saga_tui.engine.before_play import SetUp
from saga_tui.engine.boards import first_to_last
from saga_tui.engine.phases import Course, Part, Rules
from saga_tui.games.heroes import dying, fight, moving
from saga_tui.games.heroes.board import pay, tax, totals, undealt, winners
from saga_tui.games.heroes.book import AREAS, HEROES, JARLS, MONSTERS, PIECES, RUNES, SWITCHES, SWORDS
from saga_tui.games.heroes.commands import TAKES, Command, Run
from saga_tui.games.heroes.state import MARKS, PILE, Counter, Seat, State

PRESETS: Final = ("1.22", "board")
MOST_TURNS: Final = 99


def _begin(run: Run) -> None:
    """All that is drawn before the first turn, in the order of H-DRAW-1."""
    state = run.state
    state.counters = {key: Counter(key) for key in PIECES if key not in HEROES or key in state.seats}
    state.phase = "order"
    run.tell("begun", "H-SET-1", numbers=(len(state.seats), state.turns))
    swords = list(SWORDS)
    for seat in state.seats.values():
        sword = swords.pop(run.pick(len(swords), "a sword"))
        seat.luck, seat.glory, seat.hoard = dying.START["luck"], dying.START["glory"], dying.START["hoard"]
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
    """As many of the pile as there are heroes in play, each to a country by dice (H-SET-4, H-MON-1, H-MON-2)."""
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


def _begin_turn(run: Run) -> None:
    """A turn begins: its bans and lost turns, and the order of the heroes (H-STATE-6, H-TURN-2)."""
    state, before = run.state, len(run.drawn)
    state.turn += 1
    for counter in state.counters.values():
        counter.out, counter.lost = counter.lost > 0, max(0, counter.lost - 1)
        counter.banned, counter.ban_next = counter.ban_next, False
    for seat in state.seats.values():
        seat.waits, seat.wrath, seat.wrath_next = False, seat.wrath_next, False
    run.tell("turn", "H-TURN-1", amount=state.turn, numbers=(state.turns,))
    glory = {seat.hero: seat.glory for seat in state.playing()}
    state.order = tuple(first_to_last(glory, lambda: run.die("the order")))
    run.tell("order", "H-TURN-2", areas=state.order, dice=tuple(each.shown for each in run.drawn[before:]))


def taxes(run: Run) -> None:
    """Countries with somebody of the kingdom in them yield, the others are lost (H-TAX-3, H-TAX-4)."""
    state = run.state
    for area in (each for each in AREAS if each in state.kingdoms):
        seat = state.seats[state.kingdoms[area]]
        takers = [each for each in (state.hero(seat.hero), *state.jarls(seat.hero)) if each.at == area]
        if not takers:
            del state.kingdoms[area]
            run.tell("lost", "H-TAX-4", hero=seat.hero, area=area)
            continue
        marks = tax(state, area) + (RUNES[seat.rune].tax if seat.rune else 0)
        pay(state, takers[0], marks)
        run.tell("tax", "H-TAX-3", hero=seat.hero, counters=(takers[0].id,), area=area, amount=marks)


def _mark(run: Run) -> None:
    """The turn is marked: who rested is healed, and what holds for a turn is over (H-WOUND-3, H-STATE-6)."""
    state = run.state
    for seat in state.playing():
        hero = state.hero(seat.hero)
        active = hero.moved, bool(hero.attacked), hero.fled
        if seat.worship and not seat.waits and rests(True, "", *active):
            seat.worship -= 1
            seat.maidens += seat.worship % 2 == 0
        if seat.wounded and rests(hero.at == seat.home, seat.rune, *active):
            seat.wounded = False
            run.tell("healed", "H-WOUND-3", hero=seat.hero, area=hero.at)
        if seat.aid and state.on("njord_aid", "next-turn") and seat.aid < state.turn:
            seat.aid = 0
    for counter in state.counters.values():
        counter.hail, counter.steps, counter.attacked = 0, 0, ()
        counter.fled = counter.recruited = counter.moved = counter.stopped = counter.riding = False
    run.tell("marked", "H-TURN-1", amount=state.turn, numbers=tuple(totals(state).values()), areas=tuple(state.seats))


def rests(at_home: bool, rune: str, stepped: bool, attacked: bool, fled: bool) -> bool:
    """Whether a wound heals when the turn is marked (H-WOUND-3); `rune` is "" or the hero's."""
    return not (stepped or attacked or fled) and (at_home or bool(rune and RUNES[rune].rest_anywhere))


def _close(run: Run) -> None:
    """The totals are counted (H-END-1)."""
    found = totals(run.state)
    run.tell("over", "H-END-1", counters=tuple(winners(found)), numbers=tuple(found.values()), areas=tuple(found))


def _acts(state: State, seat: str) -> bool:
    return state.seats[seat].in_play and not state.seats[seat].waits


SET_UP: Final = SetUp(
    names=tuple(HEROES), command=Command, turns=MOST_TURNS, begin=_begin,
    made=lambda said: Seat(said.hero, said.player, said.control, said.level, counter=said.hero),
    switches={key: each.values for key, each in SWITCHES.items()},
    presets={PRESETS[0]: {}, PRESETS[1]: {key: each.board for key, each in SWITCHES.items() if each.board}},
    rules=("H-SET-1", "H-SWITCH", "H-TURN-1", "H-STATE-3"),
)  # fmt: skip
COURSE: Final[Course[State, Command]] = Course(
    run=Run, form=Command, takes=TAKES, acts=_acts, answer=fight.answer, resume=fight.AGENDA.resume, close=_close,
    phases=("order", "move", "fight", "tax", "monsters", "jarls", "mark"),
    alone={
        "order": _begin_turn, "tax": taxes, "monsters": partial(place, group=MONSTERS),
        "jarls": partial(place, group=JARLS), "mark": _mark,
    },
    parts={
        "move": Part(moving.options, moving.carry_out, moving.hand_over, moving.leave),
        "fight": Part(fight.attacks, fight.start, fight.enter, owes=lambda state: fight.duty(state, state.whose),
                      debt=("H-FIGHT-3", "The hero must attack a monster where he stands first.")),
    },
    early=Part(SET_UP.options, SET_UP.carry_out),
    answers=lambda state: fight.answers(state) or COURSE.base_answers(state.questions[-1]),
    ends=lambda state: not state.playing(),  # H-DEATH-6
    skips=lambda state: state.phase in ("monsters", "jarls") and state.turn >= state.turns,
    rules=Rules(phase="H-STATE-3", question="H-STATE-4", over="H-TURN-1", done="H-STATE-3", passed="H-TURN-4",
                seat="H-SET-1", standing="H-STATE-5"),
)  # fmt: skip
perform, legal, asked = COURSE.perform, COURSE.legal, COURSE.asked
