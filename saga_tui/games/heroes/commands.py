"""What may be decided (H-STATE-3, H-STATE-4): one small frozen form for all, its verb, and what each verb takes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Final, Literal

from pydantic import Field

from saga_tui.games.heroes.book import table
from saga_tui.games.heroes.state import Asking, Control, Level

Early = Literal["seat", "unseat", "switch", "begin", "control", "standing", "let-computer"]
Base = Literal["ride", "go", "take", "trade", "lend", "attack", "done"]
Verb = Early | Base | Asking


@dataclass(frozen=True, slots=True)
class Command:
    """One decision. Ids are those of the tables; what its verb does not take stays as it is here."""

    verb: Verb
    hero: str = ""
    player: Annotated[str, Field(max_length=40)] = ""
    control: Control = "person"
    level: Level = "normal"
    name: str = ""
    """A switch, `turns` (1 to 99) or `preset` (1.22, board)."""
    value: str = ""
    question: Literal["", Asking] = ""
    answer: Annotated[str, Field(max_length=20)] = ""
    """A standing answer (H-STATE-5): all, 0, yes or glory; "" ends it."""
    counter: str = ""
    counters: Annotated[tuple[str, ...], Field(max_length=24)] = ()
    areas: Annotated[tuple[str, ...], Field(max_length=66)] = ()
    """A way without its start; none: one that is put to flight stays."""
    target: str = ""
    """A counter, or `COUNTRY`."""
    to: str = ""
    thing: str = ""
    dragon: str = ""
    points: Annotated[int, Field(ge=0, le=999)] = 0
    yes: bool = False
    kind: Literal["glory", "luck"] = "glory"
    choice: Literal["withdraw", "anew", "heir"] = "withdraw"
    jarl: str = ""


TAKES: Final = {verb: tuple(str(row.get("takes", "")).split()) for verb, row in table("commands").items()
                if verb != "parameters"}  # fmt: skip
"""The parameters of each verb; those with a question mark may be left out."""


def _of(*verbs: Verb) -> Iterator[partial[Command]]:
    return (partial(Command, verb) for verb in verbs)


TakeSeat, Unseat, Set, Begin = _of("seat", "unseat", "switch", "begin")
Steer, Standing, Ride, Go = _of("control", "standing", "ride", "go")
Take, Trade, Lend, Attack, Done = _of("take", "trade", "lend", "attack", "done")
Aid, Luck, Turn, Recruit, Loot = _of("aid", "luck", "turn", "recruit", "loot")
Reward, Lose, Flee, Pray, Death = _of("reward", "lose", "flee", "pray", "death")
