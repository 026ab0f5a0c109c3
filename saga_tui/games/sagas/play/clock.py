"""The clock: scenario ⊃ scene ⊃ fight ⊃ round, ten minutes' rest and a day's sleep; what each edge brings and takes
(S-CLK). No row throws dice: what is to be rolled is asked, so that every edge does what its preview says."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from saga_tui.engine import clock, edges
from saga_tui.engine.advances import earn
from saga_tui.engine.asked import drop
from saga_tui.engine.conflict import Turn, lose, set_rank
from saga_tui.games.sagas import book
from saga_tui.games.sagas.character import Character
from saga_tui.games.sagas.play import state
from saga_tui.games.sagas.play.state import play_of
from saga_tui.games.sagas.rules import harm as law
from saga_tui.games.sagas.rules.base import Change
from saga_tui.games.sagas.rules.figures import figures
from saga_tui.words import plural

ROUNDS_OF: Final = {"rest": 200, "sleep": 9600}
"""Rounds of 3 seconds in ten minutes, and in eight hours (S-CLK-1)."""


@dataclass(frozen=True, slots=True)
class Choices(clock.Choices):
    """What the player chose for an edge: experience for a part played remarkably, rest without any effort, care in a
    medical institution; the number of a fight's initiative die."""

    more: int = 0
    complete: bool = False
    institution: bool = False
    die: int | None = None


Act: TypeAlias = Callable[[Change, Choices], object]


def _actions(edit: Change, _: Choices) -> None:
    used = play_of(edit.now).acted
    if used:
        edit.put("S-CLK-2", acted="")
        ends = ", and −I for the charge ends" if used == "charge" else ""
        edit.say(f"action and defence are free again{ends}", "S-CLK-2", way="comes")


def _unused(edit: Change, _: Choices) -> None:
    now = play_of(edit.now).round
    lose(edit, lambda held: 0 < held.until <= now, "S-CLK-2")


def _flames(edit: Change, _: Choices) -> None:
    if fire := play_of(edit.now).fire:
        state.ask_roll(edit, "flames", dice=fire, rule="S-ENV-4")
        edit.say(f"flames: {fire}d6* injuries", "S-ENV-4", way="goes")


def _breath(edit: Change, _: Choices) -> None:
    play = play_of(edit.now)
    if play.breath is None:
        if play.choking:
            state.ask_roll(edit, "choking", dice=1, rule="S-ENV-3")
            edit.say("choking, 1d6* stun", "S-ENV-3", way="goes")
        return
    now = play.breath + 1
    edit.put("S-ENV-3", breath=now)
    due = law.breath_roll(figures(edit.now).score("end"), now, play.prepared)
    if play.choking:
        state.ask_roll(edit, "choking", dice=1, rule="S-ENV-3")
    elif due is not None:
        state.ask_roll(edit, "breath", level=str(due), rule="S-ENV-3")
    roll = "choking, 1d6* stun" if play.choking else "Endurance roll" if due is not None else "the breath holds"
    edit.say(f"{plural(now, 'round')} without air: {roll}", "S-ENV-3", way="goes")


def _passed(edit: Change, _: Choices) -> None:
    order = play_of(edit.now).order
    waiting = [one for one in order if one.passed and not one.out]
    for one in waiting:
        state.ask_roll(edit, "initiative", one.name, dice=1, level="10", rule="S-CMB-4")
        edit.say(f"new initiative at +10: {one.called}", "S-CMB-4", way="comes")
    if waiting:
        edit.put("S-CMB-4", order=tuple(one.model_copy(update={"passed": False}) for one in order))


def _initiative(edit: Change, choices: Choices) -> None:
    score = figures(edit.now).score("ini")
    edit.put("S-CMB-2", order=(Turn(tie=score, rank=score),))
    if choices.die is not None:
        set_rank(edit, "", score + choices.die, "S-CMB-2")
        return
    state.ask_roll(edit, "initiative", dice=1, rule="S-CMB-2")
    edit.say(f"initiative: 1d6* + {score}", "S-CMB-2")


def _order(edit: Change, _: Choices) -> None:
    if play_of(edit.now).order:
        edit.put("S-CLK-3", order=())
        edit.say("initiative is over", "S-CLK-3", way="goes")
    drop(edit, "S-CLK-3", "initiative", "damage", "counterattack")


def _grapple(edit: Change, _: Choices) -> None:
    if held := play_of(edit.now).grapple:
        edit.put("S-CLK-3", grapple="", grip=0)
        edit.say(f"the grapple is over: {held}", "S-CLK-3", way="goes")


def _scratch(edit: Change, _: Choices) -> None:
    play = play_of(edit.now)
    if play.physical.injuries and not play.to_heal:
        edit.put("S-HEAL-2", to_heal=True)
        edit.say("ten minutes' rest may heal some injuries", "S-HEAL-2", way="comes")


def _open(edit: Change, _: Choices) -> None:
    play = play_of(edit.now)
    for ask in play.asks:
        edit.say(f"still to roll: {state.asked_words(ask)}", ask.rule or "S-APP-3")
    if play.to_heal and play.physical.injuries:
        edit.say("not taken yet: ten minutes' rest, which may heal", "S-APP-3")


def _studies(edit: Change, _: Choices) -> None:
    ended = play_of(edit.now).scenario - 1
    if any(one.scenario == ended for one in edit.now.advances):
        edit.say("what was studied stays; the study limit starts again", "S-EXP-5", way="comes")


def _to_heal(edit: Change, kind: state.Kind, what: str, choices: Choices, rule: str) -> None:
    """Asks for a healing roll where there is something to heal (S-HEAL-1, S-HEAL-2, S-HEAL-5)."""
    if not state.harm_of(edit.now, kind).injuries or state.dead(edit.now):
        return
    care = ["complete"] * choices.complete + ["institution"] * choices.institution
    state.ask_roll(edit, "heal", kind, level=" ".join((what, *care)), rule=rule)
    better = " at +I" * (choices.complete and kind == "physical") + ", doubled" * choices.institution
    name, each = "Endurance" if kind == "physical" else "Presence", " by 5 a degree" if what == "rest" else ""
    edit.say(f"{name} roll heals {kind} injuries{each}{better}", rule, way="comes")


def _rest(edit: Change, choices: Choices) -> None:
    if play_of(edit.now).to_heal:
        edit.put("S-HEAL-2", to_heal=False)
        _to_heal(edit, "physical", "rest", choices, "S-HEAL-2")


ACTS: Final[dict[str, Act]] = {
    "studies": _studies,
    "initiative": _initiative,
    "passed": _passed,
    "actions": _actions,
    "unused": _unused,
    "bleeding": lambda edit, _: state.bleed(edit, 1),
    "flames": _flames,
    "breath": _breath,
    "order": _order,
    "grapple": _grapple,
    "effects": lambda edit, _: lose(edit, lambda held: held.until > 0, "S-CLK-3"),
    "scratch": _scratch,
    "rest-bleeding": lambda edit, _: state.bleed(edit, ROUNDS_OF["rest"]),
    "rest-body": _rest,
    "sleep-bleeding": lambda edit, _: state.bleed(edit, ROUNDS_OF["sleep"]),
    "sleep-body": lambda edit, choices: _to_heal(edit, "physical", "sleep", choices, "S-HEAL-1"),
    "sleep-mind": lambda edit, choices: _to_heal(edit, "mental", "sleep", choices, "S-HEAL-1"),
    "stun": lambda edit, _: state.clear_stun(edit, "S-HEAL-2"),
    "wake": lambda edit, _: state.rouse(edit, "S-HEAL-2"),
    "open": _open,
    "holds": lambda edit, _: lose(edit, lambda _: True, "S-SOC-3"),
    "experience": lambda edit, _: earn(edit, book.data("costs")["experience"]["per_scenario"], "S-EXP-1"),
    "remarkable": lambda edit, choices: earn(edit, choices.more, "S-EXP-2"),
}
"""What each row of the clock's tables does, by its id."""
CLOCK: Final[clock.Clock[Character]] = clock.Clock(
    spans=("play", "scenario", "scene", "fight", "round"),
    counters={span: (span,) for span in ("scenario", "scene", "fight", "round")},
    resets=edges.table(book.data("play")["reset"], ACTS),
    short={"scenario": "sn", "scene": "sc", "fight": "f", "round": "r"},
)
"""The time of SagaS (S-CLK-1)."""
