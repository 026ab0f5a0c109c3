"""What may be decided (H-STATE-3, H-STATE-4): one small frozen form for all, its verb, and what each verb takes;
and the run of one that is being carried out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final, Literal

from saga_tui.engine import phases
from saga_tui.engine.draws import ByHand, Refused, Wanted, by_chance
from saga_tui.engine.phases import Event, Said, made_by, taken_by
from saga_tui.games.heroes.book import ADDRESS, table
from saga_tui.games.heroes.state import Asking, Fight, State

__all__ = ["ByHand", "Event", "Refused", "Wanted", "by_chance"]
Outcome = phases.Outcome[State]


@dataclass(frozen=True, slots=True)
class Command(Said):
    """One decision. Ids are those of the tables. A way without areas: one that is put to flight stays. The target is a
    counter, or `COUNTRY`; standing answers (H-STATE-5) are all, 0, yes or glory."""

    question: Literal["", Asking] = ""
    dragon: str = ""
    kind: Literal["glory", "luck"] = "glory"
    choice: Literal["withdraw", "anew", "heir"] = "withdraw"
    jarl: str = ""


TAKES: Final = taken_by(table("commands"))
TakeSeat, Unseat, Set, Begin = made_by(Command, "seat", "unseat", "switch", "begin")
Steer, Standing, Ride, Go = made_by(Command, "control", "standing", "ride", "go")
Take, Trade, Lend, Attack, Done = made_by(Command, "take", "trade", "lend", "attack", "done")
Aid, Luck, Turn, Recruit, Loot = made_by(Command, "aid", "luck", "turn", "recruit", "loot")
Reward, Lose, Flee, Pray, Death = made_by(Command, "reward", "lose", "flee", "pray", "death")


@dataclass(slots=True)
class Run(phases.Run[State]):
    """A command under way on a copy of the state."""

    die_rule: ClassVar[str] = "H-DRAW-1"

    @property
    def fight(self) -> Fight:
        """The open fight, where there is one."""
        assert self.state.fight is not None
        return self.state.fight

    def address(self, what: str) -> tuple[str, tuple[int, int]]:
        """A country by two dice, and the dice (H-MAP-2)."""
        dice = self.die(what), self.die(what)
        return ADDRESS[dice], dice
