"""The clock: scenario ⊃ scene ⊃ fight ⊃ round, ten minutes' rest and a day's sleep; what each edge brings and takes
(S-CLK). No row throws dice: what is to be rolled is asked, so that every edge does what its preview says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from saga_tui.engine import clock, edges, turns
from saga_tui.engine.advances import earn, settled
from saga_tui.engine.afflictions import airless
from saga_tui.games.sagas import book
from saga_tui.games.sagas.character import Character
from saga_tui.games.sagas.play import state
from saga_tui.games.sagas.play.state import play_of
from saga_tui.games.sagas.rules import law
from saga_tui.games.sagas.rules.base import Change
from saga_tui.games.sagas.rules.figures import figures

ROUNDS_OF: Final = {"rest": 200, "sleep": 9600}
"""Rounds of 3 seconds in ten minutes, and in eight hours (S-CLK-1)."""
STUDIED: Final = "what was studied stays; the study limit starts again"


@dataclass(frozen=True, slots=True)
class Choices(clock.Choices):
    """What the player chose for an edge: experience for a part played remarkably, rest without any effort, care in a
    medical institution; the number of a fight's initiative die."""

    more: int = 0
    complete: bool = False
    institution: bool = False
    die: int | None = None


def _breath(edit: Change, _: Choices) -> None:
    end, prepared = figures(edit.now).score("end"), play_of(edit.now).prepared
    airless(edit, lambda now: law.breath_roll(end, now, prepared), "S-ENV-3", "Endurance roll")


def _remarkable(edit: Change, choices: Choices) -> None:
    if choices.more and figures(edit.now).switch("exceptional_experience") == "no":
        message = "Your group gives no experience for playing a part remarkably"
        edit.object("S-EXP-2", message, "Keep it at 0.", code="switch")
    earn(edit, choices.more, "S-EXP-2")


ACTS: Final[dict[str, edges.Act]] = {
    "studies": lambda edit, _: settled(edit, "scenario", "S-EXP-5", STUDIED),
    "initiative": lambda edit, choices: turns.enter(
        edit, figures(edit.now).score("ini"), choices.die, "S-CMB-2", "1d6*"
    ),
    "passed": lambda edit, _: turns.rejoin(edit, "S-CMB-4", 10),
    "turn": lambda edit, _: turns.begin_again(edit, "S-CLK-2"),
    "bleeding": lambda edit, _: state.HURTS.bleed(edit, 1),
    "breath": _breath,
    "rest-bleeding": lambda edit, _: state.HURTS.bleed(edit, ROUNDS_OF["rest"]),
    "sleep-bleeding": lambda edit, _: state.HURTS.bleed(edit, ROUNDS_OF["sleep"]),
    "stun": lambda edit, _: state.HURTS.clear_stun(edit, "S-HEAL-2"),
    "wake": lambda edit, _: state.HURTS.rouse(edit, "S-HEAL-2"),
    "open": lambda edit, _: state.QUESTIONS.tell(edit, "S-APP-3"),
    "experience": lambda edit, _: earn(edit, book.data("costs")["experience"]["per_scenario"], "S-EXP-1"),
    "remarkable": _remarkable,
}
"""What rows of the clock's tables do that do not say it themselves, by id."""
CLOCK: Final[clock.Clock[Character]] = clock.Clock(
    spans=("play", "scenario", "scene", "fight", "round"),
    counters={span: (span,) for span in ("scenario", "scene", "fight", "round")},
    resets=edges.table(book.data("play")["reset"], ACTS, lambda one: {"dead": state.HURTS.dead(one)}),
    short={"scenario": "sn", "scene": "sc", "fight": "f", "round": "r"},
)
"""The time of SagaS (S-CLK-1)."""
