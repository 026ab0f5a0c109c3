"""What may be decided (H-STATE-3, H-STATE-4): small commands, each with its verb, and all of them as one type."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from saga_tui.games.heroes.state import Asking, Control, Level

Kind = Literal["glory", "luck"]


class Command(BaseModel):
    """One decision. Ids are those of the tables; what may not be is refused with the rule's id."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class TakeSeat(Command):
    """Somebody plays a hero, before the game begins (H-SET-1)."""

    verb: Literal["seat"] = "seat"
    hero: str
    player: str = Field("", max_length=40)
    control: Control = "person"
    level: Level = "normal"


class Unseat(Command):
    """A hero is not played after all."""

    verb: Literal["unseat"] = "unseat"
    hero: str


class Set(Command):
    """A switch takes a value (H-SWITCH); `turns` takes 1 to 99, `preset` sets them all: 1.22 or board."""

    verb: Literal["switch"] = "switch"
    name: str
    value: str


class Begin(Command):
    """The counters are drawn and the first turn begins (H-DRAW-1)."""

    verb: Literal["begin"] = "begin"


class Steer(Command):
    """Who decides for a hero from now on, at any time (H-SET-1)."""

    verb: Literal["control"] = "control"
    hero: str
    control: Control
    level: Level = "normal"


class Standing(Command):
    """A standing answer to a question (H-STATE-5): aid all, luck 0, pray yes, recruit yes, reward glory; "" ends it."""

    verb: Literal["standing"] = "standing"
    hero: str
    question: Asking
    answer: str = Field("", max_length=20)


class Ride(Command):
    """The bearer of Frey Faxi mounts (H-TREAS-5)."""

    verb: Literal["ride"] = "ride"
    counter: str


class Go(Command):
    """A counter steps from area to area (H-MOVE-1)."""

    verb: Literal["go"] = "go"
    counter: str
    areas: tuple[str, ...] = Field(min_length=1, max_length=66)


class Take(Command):
    """A counter takes up what lies where it stands, and moves no more (H-MOVE-4, H-SWORD-5)."""

    verb: Literal["take"] = "take"
    counter: str
    thing: str


class Trade(Command):
    """The Necklace for what lies under a dragon next door (H-TREAS-4)."""

    verb: Literal["trade"] = "trade"
    counter: str
    dragon: str


class Lend(Command):
    """One of one's counters hands a thing to another beside it (H-SWORD-5, by switch)."""

    verb: Literal["lend"] = "lend"
    counter: str
    to: str
    thing: str


class Attack(Command):
    """Counters in one area attack a target there: a counter, or `country` (H-FIGHT-2)."""

    verb: Literal["attack"] = "attack"
    counters: tuple[str, ...] = Field(min_length=1, max_length=24)
    target: str


class Done(Command):
    """The seat's part of the phase is over."""

    verb: Literal["done"] = "done"


class Aid(Command):
    """Who comes to the aid of the one attacked (H-FIGHT-4)."""

    verb: Literal["aid"] = "aid"
    counters: tuple[str, ...] = Field((), max_length=24)


class Luck(Command):
    """Luck spent on a fight (H-LUCK-1)."""

    verb: Literal["luck"] = "luck"
    points: int = Field(ge=0, le=999)


class Turn(Command):
    """Whether Hrunting turns the flight (H-SWORD-3, by switch)."""

    verb: Literal["turn"] = "turn"
    yes: bool


class Recruit(Command):
    """Whether a beaten jarl is taken into service (H-JARL-2)."""

    verb: Literal["recruit"] = "recruit"
    yes: bool


class Loot(Command):
    """Who takes the treasure of a slain dragon (H-TREAS-2)."""

    verb: Literal["loot"] = "loot"
    counter: str


class Reward(Command):
    """Which kind of reward is taken (H-GLORY-1)."""

    verb: Literal["reward"] = "reward"
    kind: Kind


class Lose(Command):
    """What a slain jarl costs (H-GLORY-6)."""

    verb: Literal["lose"] = "lose"
    kind: Kind


class Flee(Command):
    """Where a counter is put to flight (H-FLEE-1); no areas: it stays."""

    verb: Literal["flee"] = "flee"
    counter: str
    areas: tuple[str, ...] = Field((), max_length=66)


class Pray(Command):
    """Whether a hero prays after a fight (H-GOD-1)."""

    verb: Literal["pray"] = "pray"
    yes: bool


class Death(Command):
    """What becomes of a hero who died (H-DEATH-2, H-DEATH-4, H-DEATH-5)."""

    verb: Literal["death"] = "death"
    choice: Literal["withdraw", "anew", "heir"]
    jarl: str = ""


Answer = Aid | Luck | Turn | Recruit | Loot | Reward | Lose | Flee | Pray | Death
Base = Ride | Go | Take | Trade | Lend | Attack | Done
Any = TakeSeat | Unseat | Set | Begin | Steer | Standing | Base | Answer
COMMANDS: Final[TypeAdapter[Any]] = TypeAdapter(Annotated[Any, Field(discriminator="verb")])
"""Reads a command from plain data, by its verb."""
