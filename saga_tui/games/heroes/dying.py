"""What becomes of a hero who died (H-DEATH), and how the game ends."""

from __future__ import annotations

from typing import Final

from saga_tui.games.heroes.board import pick_up, total
from saga_tui.games.heroes.book import SWORDS, TABLES
from saga_tui.games.heroes.commands import Command, Death, Refused, Run
from saga_tui.games.heroes.state import DEAD, Counter, Question, Seat, State

START: Final = TABLES["start"]
FORGOTTEN: Final = {"rune": "", **dict.fromkeys(("maidens", "worship", "aid"), 0),
                    **dict.fromkeys(("wounded", "odin", "thor", "tyr", "aid_used", "wrath", "wrath_next"), False),
                    }  # fmt: skip


def fall(run: Run, hero: str) -> None:
    """A hero dies where he stands: what he bore lies there (H-DEATH-1). The question comes by `ask`, later."""
    state, seat = run.state, run.state.seats[hero]
    counter = state.hero(hero)
    seat.fell, seat.wounded = counter.at, False
    seat.bore = state.leave(counter, DEAD, up=True, master=hero, attacked=counter.attacked)
    run.tell("died", "H-DEATH-1", hero=hero, counters=(counter.id,), area=seat.fell)


def choices(state: State, hero: str) -> list[Command]:
    """What his player may choose."""
    heirs = [Death(choice="heir", jarl=jarl.id) for jarl in state.jarls(hero)]
    return [Death(choice="withdraw"), Death(choice="anew"), *heirs]


def ask(run: Run, hero: str) -> None:
    """His player is asked what becomes of him."""
    heirs = tuple(jarl.id for jarl in run.state.jarls(hero))
    run.ask(Question("death", hero, counter=run.state.seats[hero].counter, among=heirs))


def answer(run: Run, command: Command) -> None:
    """The choice is made, and takes hold at once."""
    state = run.state
    question = state.questions[-1]
    if command.choice == "heir" and command.jarl not in question.among:
        raise Refused("H-DEATH-5", "An heir is one of the hero's own living jarls.")
    state.questions.pop()
    seat = state.seats[question.hero]
    if command.choice == "withdraw":
        seat.final = total(state, seat)
        seat.in_play = False
        run.tell("withdrew", "H-DEATH-2", hero=seat.hero, amount=seat.final)
        _disband(run, seat)
    elif command.choice == "anew":
        _disband(run, seat)
        _anew(run, seat)
    else:
        _heir(run, seat, state.counters[command.jarl])
    seat.fell, seat.bore = "", ()


def _forget(seat: Seat) -> None:
    """Rune, wound and favours die with the hero (H-DEATH-4, H-DEATH-5)."""
    for name, value in FORGOTTEN.items():
        setattr(seat, name, value)


def _disband(run: Run, seat: Seat) -> None:
    """His jarls serve nobody any more, and his kingdom ends (H-DEATH-3)."""
    state = run.state
    jarls = state.jarls(seat.hero)
    for jarl in jarls:
        state.leave(jarl)
    lost = tuple(area for area, hero in state.kingdoms.items() if hero == seat.hero)
    for area in lost:
        del state.kingdoms[area]
    if jarls or lost:
        run.tell("disbanded", "H-DEATH-3", hero=seat.hero, counters=tuple(jarl.id for jarl in jarls), areas=lost)


def _anew(run: Run, seat: Seat) -> None:
    """He begins again at a new home, and acts from the next turn (H-DEATH-4)."""
    state = run.state
    _forget(seat)
    seat.glory, seat.luck, seat.hoard = START["glory"], START["luck"], START["hoard"]
    seat.home, dice = run.address("a new home")
    seat.counter, seat.waits = seat.hero, True
    hero = state.counters[seat.hero] = Counter(seat.hero, seat.fell, up=True, master=seat.hero)
    sword = next((thing for thing in seat.bore if thing in SWORDS), "")
    if state.on("restart_sword", "kept") and sword in state.ground.get(seat.fell, ()):
        pick_up(state, hero, sword)
    hero.at = seat.home
    run.tell("anew", "H-DEATH-4", hero=seat.hero, area=seat.home, what=hero.sword, dice=dice)


def _heir(run: Run, seat: Seat, jarl: Counter) -> None:
    """A jarl becomes the hero, with his own factors, things and marks (H-DEATH-5)."""
    _forget(seat)
    seat.counter, seat.glory, seat.hoard = jarl.id, START["glory"], jarl.marks
    jarl.marks, jarl.rank = 0, 0
    run.tell("heir", "H-DEATH-5", hero=seat.hero, counters=(jarl.id,), area=jarl.at, amount=seat.hoard)
