"""The machine (H-STATE-1): a command is carried out, then the game runs on by itself until somebody must decide."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from saga_tui.engine.boards import first_to_last
from saga_tui.games.heroes import dying, fight, moving, setting_up
from saga_tui.games.heroes.board import tax, totals, winners
from saga_tui.games.heroes.book import AREAS, HEROES, JARLS, MONSTERS, RUNES
from saga_tui.games.heroes.commands import Begin, Command, Done, TakeSeat, Unseat
from saga_tui.games.heroes.run import Draws, Outcome, Refused, Run, by_chance
from saga_tui.games.heroes.state import Phase, Seat, State

PHASES: Final[tuple[Phase, ...]] = ("order", "move", "fight", "tax", "monsters", "jarls", "mark")


def perform(state: State, command: Command, draws: Draws = by_chance) -> Outcome:
    """The game after a command; the state given stays as it is. `Refused` where the rules do not allow it, `Wanted`
    where a die that is thrown by hand is missing."""
    run = Run(state.copy(), draws)
    _carry_out(run, command)
    _run_on(run)
    return Outcome(run.state, tuple(run.events), tuple(run.drawn))


def asked(state: State) -> str:
    """The seat that must decide now, by its hero's id; "" before the game and after it."""
    return state.questions[-1].hero if state.questions else state.whose


def legal(state: State) -> Sequence[Command]:
    """The base commands: of the ways to an area a cheapest one, of the groups that may attack all and each alone.
    `perform` takes more than these: other ways, other groups, `control` at any time."""
    if state.questions:
        question = state.questions[-1]
        return dying.choices(state, question.hero) if question.kind == "death" else fight.answers(state)
    done = Done()
    if state.phase == "move":
        return [*moving.options(state), done]
    if state.phase == "fight":
        return [*fight.attacks(state), *(() if fight.duty(state, state.whose) else (done,))]
    if state.phase == "set-up":
        free = [TakeSeat(hero=hero) for hero in HEROES if hero not in state.seats]
        return [*free, *(Unseat(hero=hero) for hero in state.seats), *((Begin(),) if state.seats else ())]
    return []


def _carry_out(run: Run, command: Command) -> None:
    state = run.state
    if command.verb in ("control", "standing"):
        _steer(run, command)
    elif state.questions:
        if command.verb != state.questions[-1].kind:
            raise Refused("H-STATE-4", "A question must be answered first.")
        if command.verb == "death":
            dying.answer(run, command)
        else:
            fight.answer(run, command)
    elif state.phase == "set-up":
        setting_up.carry_out(run, command)
    elif state.phase not in ("move", "fight"):
        raise Refused("H-TURN-1", "The game is over.")
    elif command.verb == "done":
        if state.phase == "fight" and fight.duty(state, state.whose):
            raise Refused("H-FIGHT-3", "The hero must attack a monster where he stands first.")
        run.tell("done", "H-STATE-3", hero=state.whose, what=state.phase)
        _next(run)
    elif state.phase == "move":
        moving.carry_out(run, command)
    elif command.verb == "attack":
        fight.start(run, command)
    else:
        raise Refused("H-STATE-3", "That cannot be done while fighting.")


def _steer(run: Run, command: Command) -> None:
    seat = run.state.seats.get(command.hero)
    if seat is None:
        raise Refused("H-SET-1", "No one plays that hero.")
    if command.verb == "control":
        seat.control, seat.level = command.control, command.level
        run.tell("steered", "H-SET-1", hero=seat.hero, what=command.control, areas=(command.level,))
        return
    seat.standing.pop(command.question, None)
    if command.answer:
        if _said(command.question, command.answer) is None:
            raise Refused("H-STATE-5", "There is no such standing answer.")
        seat.standing[command.question] = command.answer
    run.tell("standing", "H-STATE-5", hero=seat.hero, what=command.question, areas=(command.answer,))


def _said(kind: str, answer: str, among: tuple[str, ...] = (), most: int = 0) -> Command | None:
    """A standing answer as a command: aid all or none, luck and a number, pray, recruit or turn yes or no, reward or
    lose glory or luck (H-STATE-5); None where it is none."""
    match kind, answer:
        case "aid", "all" | "none":
            return Command("aid", counters=among if answer == "all" else ())
        case "luck", _ if answer.isascii() and answer.isdecimal():
            return Command("luck", points=min(int(answer), most))
        case ("pray" | "recruit" | "turn") as verb, "yes" | "no":
            return Command(verb, yes=answer == "yes")
        case ("reward" | "lose") as verb, ("glory" | "luck") as which:
            return Command(verb, kind=which)
    return None


def _answered(run: Run) -> bool:
    """Whether a standing answer of the seat asked was given to the question on top (H-STATE-5)."""
    question = run.state.questions[-1]
    answer = run.state.seats[question.hero].standing.get(question.kind, "")
    said = _said(question.kind, answer, question.among, question.most)
    if said is None:
        return False
    run.tell("stood", "H-STATE-5", hero=question.hero, what=question.kind, areas=(answer,))
    _carry_out(run, said)
    return True


def _run_on(run: Run) -> None:
    """Runs on until somebody must decide, or the game is over."""
    state = run.state
    while state.phase not in ("set-up", "over"):
        if state.questions:
            if not _answered(run):
                return
        elif state.fight is not None:
            fight.resume(run)
        elif not state.playing():
            _over(run)
        elif state.phase in ALONE:
            ALONE[state.phase](run)
            _phase(run)
        elif state.whose and _decides(state):
            return
        else:
            _next(run)


def _acts(seat: Seat) -> bool:
    return seat.in_play and not seat.waits


def _decides(state: State) -> bool:
    """Whether the seat has anything to decide in this phase (H-TURN-4)."""
    if not _acts(state.seats[state.whose]):
        return False
    return bool(moving.options(state) if state.phase == "move" else fight.attacks(state))


def _next(run: Run) -> None:
    """The next hero's part of the phase begins, or the next phase (H-TURN-3)."""
    state = run.state
    place = state.order.index(state.whose) + 1 if state.whose else 0
    if state.whose and state.phase == "move":
        moving.leave(run)
    state.whose = next((hero for hero in state.order[place:] if _acts(state.seats[hero])), "")
    state.battlefield, state.done_with = "", ()
    if not state.whose:
        _phase(run)
        return
    if state.phase == "move":
        moving.hand_over(run, state.whose)
    if not _decides(state):
        run.tell("passed", "H-TURN-4", hero=state.whose, what=state.phase)


def _phase(run: Run) -> None:
    """The next phase begins, or the next turn; in the last turn nothing more is placed (H-TURN-1)."""
    state = run.state
    last = state.turn >= state.turns
    if state.phase == "mark" and last:
        _over(run)
        return
    state.phase = PHASES[(PHASES.index(state.phase) + 1) % len(PHASES)]
    if state.phase == "monsters" and last:
        state.phase = "mark"


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
        if state.is_hero(takers[0]):
            seat.hoard += marks
        else:
            takers[0].marks += marks
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


def _over(run: Run) -> None:
    """The totals are counted (H-END-1)."""
    state = run.state
    state.phase, state.whose = "over", ""
    found = totals(state)
    run.tell("over", "H-END-1", counters=tuple(winners(found)), numbers=tuple(found.values()), areas=tuple(found))


ALONE: Final[dict[Phase, Callable[[Run], None]]] = {
    "order": _begin_turn, "tax": taxes, "monsters": partial(setting_up.place, group=MONSTERS),
    "jarls": partial(setting_up.place, group=JARLS), "mark": _mark,
}  # fmt: skip
"""The phases in which nobody decides."""
