"""The clock: Combat ⊃ round, turns in them; Activities, Periods and days that pass; what each edge brings and takes
(W-TIM). No row throws dice: what is to be rolled is asked, so that every edge does what its preview says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from pydantic import Field

from saga_tui.engine import asked, clock, edges
from saga_tui.engine.declared import declare
from saga_tui.games.world import book
from saga_tui.games.world.character import Character
from saga_tui.games.world.play.state import AILS, play_of
from saga_tui.games.world.rules.base import Change, Command
from saga_tui.games.world.rules.figures import figures

SECONDS: Final = {"round": 6, "activity": 600, "period": 21_600, "day": 86_400}
"""How long each unit is (W-TIM-1)."""
PERIODS: Final = ("Morning", "Daytime", "Evening", "Nighttime")
OF_COMBAT: Final = ("exposed", "distracted", "motivated", "engaged", "grappled", "restrained")


def count(unit: str, within: str) -> int:
    """How many of a unit are in a longer one (W-TIM-1)."""
    return SECONDS[within] // SECONDS[unit]


@dataclass(frozen=True, slots=True)
class Choices(clock.Choices):
    """What the player chose for an edge: whether the day was one in a safe place; nothing: as the mode has it."""

    safe: bool | None = None


def _turn(edit: Change, _: Choices) -> None:
    edit.put("W-TIM-4", turn=play_of(edit.now).turn + 1, acting=True)


def _turn_over(edit: Change, _: Choices) -> None:
    edit.put("W-TIM-4", acting=False)


def _round(edit: Change, _: Choices) -> None:
    edit.put("W-TIM-1", rounds=play_of(edit.now).rounds + 1)


def _activity(edit: Change, _: Choices) -> None:
    edit.put("W-TIM-1", activity=play_of(edit.now).activity + 1)


def _period(edit: Change, _: Choices) -> None:
    now = play_of(edit.now).period % len(PERIODS) + 1
    edit.put("W-TIM-1", period=now, activity=0)
    edit.say(PERIODS[now - 1], "W-TIM-1")


def _day(edit: Change, _: Choices) -> None:
    edit.put("W-TIM-3", day=play_of(edit.now).day + 1)
    edit.say(f"day {play_of(edit.now).day} begins", "W-TIM-3")


def _therapy(edit: Change, choices: Choices) -> None:
    safe = play_of(edit.now).mode == "sojourn" if choices.safe is None else choices.safe
    if safe or figures(edit.now).switch("trauma_days") == "every-day":
        AILS.ask_each(edit, "traumas", "therapy")
    elif play_of(edit.now).traumas:
        edit.say("no safe day in Sojourn: no trauma is tested", "W-TRM-3")


def _confront_rounds(edit: Change) -> None:
    AILS.onsets(edit, "round")
    AILS.confront_due(edit, "round")


def _offer(condition: str, rule: str, words: str) -> edges.Act:
    def act(edit: Change, _: Choices) -> None:
        if figures(edit.now).suffers(condition):
            edit.say(words, rule)

    return act


def _awaken(edit: Change, _: Choices) -> None:
    of, now = figures(edit.now), play_of(edit.now)
    if not of.suffers("hopeless") and now.courage < of.number("courage-most").total:
        edit.say("after a comfortable night Awaken restores Courage", "W-TOL-8")


ACTS: Final[dict[str, edges.Act]] = {
    "turn": _turn,
    "exposed": lambda edit, _: AILS.end(edit, "W-CND-7", lambda one: one.key == "exposed" and one.ends == "turn-start"),
    "confront-round": lambda edit, _: _confront_rounds(edit),
    "last-turn": lambda edit, _: AILS.end(edit, "W-TIM-5", lambda one: 0 < one.until <= play_of(edit.now).turn),
    "turn-over": _turn_over,
    "last-breath": lambda edit, _: AILS.ask_state(edit, "bleeding-out"),
    "last-wits": lambda edit, _: AILS.ask_state(edit, "going-mad"),
    "round-counted": _round,
    "combat-conditions": lambda edit, _: AILS.end(edit, "W-TIM-4", lambda one: one.key in OF_COMBAT),
    "ten-minutes": lambda edit, _: AILS.end_wards(edit),
    "timed": lambda edit, _: AILS.end(edit, "W-TIM-3", lambda one: one.until > 0 or one.ends == "turn-start"),
    "activity": _activity,
    "recenter-offered": _offer("stressed", "W-TOL-6", "six hours of Recenter end Stressed"),
    "enhearten-offered": _offer("hopeless", "W-TOL-8", "six hours of an ally's Enhearten end Hopeless"),
    "period": _period,
    "recovery": lambda edit, _: AILS.lessen(edit, "injuries"),
    "therapy": _therapy,
    "day": _day,
    "onsets": lambda edit, _: AILS.onsets(edit, "day"),
    "confront-day": lambda edit, _: AILS.confront_due(edit, "day"),
    "awaken-offered": _awaken,
}
"""What rows of the clock's tables do, by id."""
CLOCK: Final[clock.Clock[Character]] = clock.Clock(
    spans=("play", "day", "combat", "round"),
    counters={"day": ("day", "period"), "combat": ("combat",), "round": ("round",)},
    resets=edges.table(book.data("play")["reset"], ACTS),
    suggested=lambda _: "day",
    short={"combat": "c", "round": "r", "day": "d", "period": "p"},
)
"""The time of World Saga (W-TIM)."""


class Timed(edges.Crossing, Command):
    """A command of the clock."""

    group, chosen = "clock", Choices


class Round(edges.Again):
    """Rounds pass; outside Combat each has one turn (W-TIM-3)."""

    def apply(self, edit: Change) -> None:
        """The turn that is open ends first."""
        for _ in range(self.rounds):
            combat = CLOCK.is_open(edit.now, self.around)
            if not combat:
                self.cross(edit, "turn start")
            if play_of(edit.now).acting:
                self.cross(edit, "turn end")
            self.cross(edit, "round end")
            if combat:
                self.cross(edit, "round start")


class Pass(edges.Crossing):
    """So many of a unit pass, with the edges of the shorter ones in them (W-TIM-3)."""

    unit: ClassVar[str]
    times: int = Field(default=1, ge=1, le=100)
    safe: bool | None = None
    """Whether it is a day of rest in a safe place; nothing: as the mode has it."""

    def apply(self, edit: Change) -> None:
        """Every edge, the shortest first; not in Combat, nor while rounds go on."""
        if CLOCK.is_open(edit.now, "combat"):
            self.object(edit, "Combat is on", "End Combat first.", "open")
        for _ in range(self.times):
            if why := AILS.in_rounds(edit.now):
                self.object(edit, f"Rounds go on: {why}", "End rounds until it is over.", "rounds")
                return
            self._once(edit)

    def _once(self, edit: Change) -> None:
        play = play_of(edit.now)
        self.cross(edit, "activity end")
        last = play.activity + 1 >= count("activity", "period")
        periods = {"activity": int(last), "period": 1, "day": len(PERIODS) + 1 - play.period}[self.unit]
        for at in range(periods):
            if at:
                self.cross(edit, "activity end")
            self.cross(edit, "period end")
        if play_of(edit.now).period == 1 and periods:
            self.cross(edit, "day end")
            self.cross(edit, "day start")


class Mode(asked.Remark):
    """Another mode (W-TIM-2)."""


declare(Timed, book.data("commands")["time"], begin=edges.Begin, end=edges.End, round=Round, pause=edges.Pause,
        remark=Mode, **{"pass": Pass})  # fmt: skip
