"""The clock: Combat ⊃ round, turns in them; Activities, Periods and days that pass; what each edge brings and takes
(W-TIM). No row throws dice: what is to be rolled is asked, so that every edge does what its preview says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Final

from saga_tui.engine import asked, clock, edges
from saga_tui.engine.declared import declare
from saga_tui.engine.under import nothing_waits
from saga_tui.engine.units import Pass, Round, Units
from saga_tui.games.world import book
from saga_tui.games.world.character import Character
from saga_tui.games.world.play.state import AILS, play_of
from saga_tui.games.world.rules.base import Change, Command, in_play
from saga_tui.games.world.rules.figures import figures

UNITS: Final = Units(AILS, book.data("play")["units"])
PERIODS: Final[list[str]] = UNITS.parts
count = UNITS.count


@dataclass(frozen=True, slots=True)
class Choices(clock.Choices):
    """What the player chose for an edge: whether the day was one in a safe place; nothing: as the mode has it."""

    safe: bool | None = None


def _safe(edit: Change, choices: Choices) -> bool:
    """Whether traumas are tested this day (W-TRM-3)."""
    safe = play_of(edit.now).mode == "sojourn" if choices.safe is None else choices.safe
    return safe or figures(edit.now).switch("trauma_days") == "every-day"


def _facts(character: Character) -> dict[str, Any]:
    """What rows ask for: conditions that hold, Courage that has run low."""
    of = figures(character)
    low = of.play.courage < of.number("courage-most").total
    return {"stressed": of.suffers("stressed"), "hopeless": of.suffers("hopeless"), "low": low}


CLOCK: Final[clock.Clock[Character]] = clock.Clock(
    spans=("play", "day", "combat", "round"),
    counters={"day": ("day", "period"), "combat": ("combat",), "round": ("round",)},
    resets=edges.table(book.data("play")["reset"], UNITS.acts(_safe), _facts),
    suggested=lambda _: "day",
    short={"combat": "c", "round": "r", "day": "d", "period": "p"},
    names={"period": PERIODS},
)
"""The time of World Saga (W-TIM)."""


class Timed(edges.Crossing, Command):
    """A command of the clock."""

    group, chosen = "clock", Choices
    gates = (in_play, nothing_waits)
    units: ClassVar[Units] = UNITS


declare(Timed, book.data("commands")["time"], begin=edges.Begin, end=edges.End, round=Round, pause=edges.Pause,
        remark=asked.Remark, **{"pass": Pass})  # fmt: skip
