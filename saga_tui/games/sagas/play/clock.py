"""The clock: scenario ⊃ scene ⊃ fight ⊃ round, ten minutes' rest and a day's sleep; what each edge brings and takes
(S-CLK). No row throws dice: what is to be rolled is asked, so that every edge does what its preview says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from saga_tui.engine import clock, edges, turns
from saga_tui.engine.advances import earn
from saga_tui.engine.conflict import Turn, set_rank
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


def _breath(edit: Change, _: Choices) -> None:
    play = play_of(edit.now)
    if play.breath is None:
        return
    now = play.breath + 1
    edit.put("S-ENV-3", breath=now)
    due = None if play.choking else law.breath_roll(figures(edit.now).score("end"), now, play.prepared)
    if due is not None:
        state.ask_roll(edit, "breath", level=str(due), rule="S-ENV-3")
    roll = "Endurance roll" if due is not None else "no breath is left" if play.choking else "the breath holds"
    edit.say(f"{plural(now, 'round')} without air: {roll}", "S-ENV-3", way="goes")


def _initiative(edit: Change, choices: Choices) -> None:
    score = figures(edit.now).score("ini")
    edit.put("S-CMB-2", order=(Turn(tie=score, rank=score),))
    if choices.die is not None:
        set_rank(edit, "", score + choices.die, "S-CMB-2")
        return
    state.ask_roll(edit, "initiative", dice=1, rule="S-CMB-2")
    edit.say(f"initiative: 1d6* + {score}", "S-CMB-2")


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


def _remarkable(edit: Change, choices: Choices) -> None:
    if choices.more and figures(edit.now).switch("exceptional_experience") == "no":
        message = "Your group gives no experience for playing a part remarkably"
        edit.object("S-EXP-2", message, "Keep it at 0.", code="switch")
    earn(edit, choices.more, "S-EXP-2")


ACTS: Final[dict[str, edges.Act]] = {
    "studies": _studies,
    "initiative": _initiative,
    "passed": lambda edit, _: turns.rejoin(edit, "S-CMB-4", 10),
    "turn": lambda edit, _: turns.begin_again(edit, "S-CLK-2"),
    "bleeding": lambda edit, _: state.bleed(edit, 1),
    "breath": _breath,
    "rest-bleeding": lambda edit, _: state.bleed(edit, ROUNDS_OF["rest"]),
    "rest-body": _rest,
    "sleep-bleeding": lambda edit, _: state.bleed(edit, ROUNDS_OF["sleep"]),
    "sleep-body": lambda edit, choices: _to_heal(edit, "physical", "sleep", choices, "S-HEAL-1"),
    "sleep-mind": lambda edit, choices: _to_heal(edit, "mental", "sleep", choices, "S-HEAL-1"),
    "stun": lambda edit, _: state.clear_stun(edit, "S-HEAL-2"),
    "wake": lambda edit, _: state.rouse(edit, "S-HEAL-2"),
    "open": _open,
    "experience": lambda edit, _: earn(edit, book.data("costs")["experience"]["per_scenario"], "S-EXP-1"),
    "remarkable": _remarkable,
}
"""What rows of the clock's tables do that do not say it themselves, by id."""
CLOCK: Final[clock.Clock[Character]] = clock.Clock(
    spans=("play", "scenario", "scene", "fight", "round"),
    counters={span: (span,) for span in ("scenario", "scene", "fight", "round")},
    resets=edges.table(book.data("play")["reset"], ACTS),
    short={"scenario": "sn", "scene": "sc", "fight": "f", "round": "r"},
)
"""The time of SagaS (S-CLK-1)."""
