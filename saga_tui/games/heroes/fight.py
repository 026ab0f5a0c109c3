"""A fight, from the attack named to what becomes of the dead (H-FIGHT). A first step: nothing comes of an attack yet.

What the machine calls:
  attacks(state)     the base attacks of the seat whose part it is: each group in an area, and each counter alone
  duty(state, seat)  whether its hero must still attack a monster where he stands (H-FIGHT-3)
  start(run, attack) checks an attack, opens the fight (`state.fight`) and runs until somebody must decide
  answers(state)     the base answers to the question on top, where it is a fight's
  answer(run, said)  takes the question off the stack, and does what was said
  resume(run)        goes on with the open fight until a question is open or `state.fight` is None
"""

from __future__ import annotations

from saga_tui.games.heroes.commands import Answer, Attack
from saga_tui.games.heroes.run import Refused, Run
from saga_tui.games.heroes.state import State


def attacks(state: State) -> list[Attack]:
    """The base attacks of the seat whose part it is."""
    found = []
    for counter in state.own(state.whose):
        if counter.out or counter.fled or counter.recruited or counter.attacked:
            continue
        targets = [each.id for each in state.there(counter.at) if each.master != state.whose]
        found += [Attack(counters=(counter.id,), target=target) for target in targets]
    return found


def duty(state: State, seat: str) -> bool:
    """Whether its hero must still attack a monster where he stands (H-FIGHT-3)."""
    return state.phase == "fight" and not seat


def start(run: Run, attack: Attack) -> None:
    """An attack."""
    if attack not in attacks(run.state):
        raise Refused("H-FIGHT-2", "That cannot be attacked now.")
    for key in attack.counters:
        counter = run.state.counters[key]
        counter.attacked = (*counter.attacked, attack.target)
    run.tell("attack", "H-FIGHT-5", hero=run.state.whose, counters=attack.counters, what=attack.target)


def answers(state: State) -> list[Answer]:
    """The base answers to the question on top."""
    found: list[Answer] = []
    return found[: len(state.questions)]


def answer(run: Run, said: Answer) -> None:
    """An answer to it."""
    raise Refused("H-STATE-4", f"{said.verb}: nothing of {run.state.turn} was asked.")


def resume(run: Run) -> None:
    """Goes on with the open fight."""
    run.state.fight = None
