"""What may be decided (H-STATE-3, H-STATE-4): one small frozen form for all, its verb, and what each verb takes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from saga_tui.engine.phases import Said, made_by, taken_by
from saga_tui.games.heroes.book import table
from saga_tui.games.heroes.state import Asking


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
